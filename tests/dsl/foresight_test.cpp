// SPDX-License-Identifier: MIT-0
// What is foreseen of a call comes true: it does not fail, and its value is what was promised.
#include "dsl/foresight.hpp"

#include "dsl/registry.hpp"
#include "exec/code.hpp"
#include "exec/place.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "io/value_text.hpp"
#include "program/parser.hpp"
#include "support/arena.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <random>

namespace batt::testing {
namespace {

using dsl::Foresight;
using dsl::Promise;

/// What is foreseen of a call with these arguments; nothing if it may fail.
std::optional<Promise> foresee(const Lane& lane, Value callee, const std::vector<Value>& args) {
    Promise out;
    auto count = static_cast<int>(args.size());
    if (args.size() > kMaxArity) return std::nullopt;
    return Foresight(lane).call(callee, args.data(), count, out) ? std::optional(out)
                                                                 : std::nullopt;
}

/// The arguments as they would be known if none but the functions had been computed.
std::vector<Value> only_promised(const Lane& lane, std::vector<Value> args) {
    for (Value& arg : args) {
        Promise promise = dsl::promise_of(lane, arg);
        if (promise.tag() != Promise::Unknown) arg = dsl::promised(promise);
    }
    return args;
}

/// Whether a value is what was promised.
bool fits(const Lane& lane, Promise promise, Value v) {
    auto element_fits = [&](Promise element) {
        for (uint32_t k = 0; k < length(v); ++k) {
            if (!fits(lane, element, item(lane, v, k))) return false;
        }
        return true;
    };
    bool sized = !v.is_container() || length(v) <= uint64_t{1} << promise.size;
    switch (promise.tag()) {
    case Promise::Unknown:
        return true;
    case Promise::Nothing:
        return false;
    case Promise::Number:
        return v.is_int() && std::abs(v.num) <= int64_t{1} << promise.width;
    case Promise::Cell:
        return v.is_tuple() && length(v) == 2 &&
               fits(lane, Promise::number(promise.width), item(lane, v, 0)) &&
               fits(lane, Promise::place(promise.width), item(lane, v, 1));
    case Promise::Grid: {
        if (!v.is_tuple() || length(v) == 0 || !sized) return false;
        Value row = item(lane, v, 0);
        for (uint32_t k = 1; k < length(v); ++k) {
            if (length(item(lane, v, k)) != length(row)) return false;
        }
        return row.is_tuple() && length(row) > 0 && element_fits(promise.element());
    }
    case Promise::Tuple:
    case Promise::Set:
        if (v.is_set() != promise.is_set() || !v.is_container() || !sized) return false;
        if (promise.is_nonempty() && length(v) == 0) return false;
        if (promise.has(Promise::kTwo) && (v.is_set() ? length(v) < 2 : length(v) != 2)) {
            return false;
        }
        return element_fits(promise.element());
    case Promise::Plain:
        return !v.has_function();
    case Promise::Vector:
        return fits(lane, Promise::number(promise.width), v) ||
               fits(lane, Promise::place(promise.width), v);
    case Promise::Items:
        return v.is_container() && !v.has_function() && (!promise.is_nonempty() || length(v) > 0);
    }
    return false;
}

TEST(Foresight, IsTrueOfEveryRecordedCall) {
    TestArena arena;
    for (const GoldenSet& set : golden_sets()) {
        size_t foreseen = 0;
        for (const auto& file : std::filesystem::directory_iterator(set.folder / "calls")) {
            std::string function = file.path().stem().string();
            std::ifstream in(file.path());
            for (std::string line; std::getline(in, line);) {
                Lane& lane = arena.fresh();
                std::vector<Value> args;
                std::string problem;
                auto record = nlohmann::json::parse(line);
                for (const auto& arg : record["args"]) {
                    ASSERT_TRUE(read_value(lane, arg, args.emplace_back(), problem)) << problem;
                }
                Value callee;
                if (function == "_call") {
                    callee = args.front();
                    args.erase(args.begin());
                } else {
                    callee = primitive_value(*find_primitive(function));
                }
                auto computed = foresee(lane, callee, args);
                auto promised = foresee(lane, callee, only_promised(lane, args));
                if (!computed && !promised) continue;
                ++foreseen;
                Value value = call(lane, callee, args.data(), static_cast<int>(args.size()));
                ASSERT_FALSE(lane.failed()) << function << " " << line.substr(0, 400);
                for (auto promise : {computed, promised}) {
                    ASSERT_TRUE(!promise || fits(lane, *promise, value))
                        << function << " " << line.substr(0, 400);
                }
            }
        }
        EXPECT_GT(foreseen, 1000U) << set.name;
    }
}

/// Arguments of recorded calls, and closures over them.
std::vector<Value> gather_values(Lane& lane) {
    std::vector<Value> pool;
    for (const auto& file :
         std::filesystem::directory_iterator(golden_sets().front().folder / "calls")) {
        std::ifstream in(file.path());
        size_t number = 0;
        for (std::string line; std::getline(in, line);) {
            if (++number % 12 != 0) continue;
            std::string problem;
            auto record = nlohmann::json::parse(line);
            for (const auto& arg : record["args"]) {
                EXPECT_TRUE(read_value(lane, arg, pool.emplace_back(), problem)) << problem;
            }
        }
    }
    return pool;
}

TEST(Foresight, IsTrueOfCallsWithAnyArguments) {
    TestArena arena(512ULL << 20);
    Lane& lane = arena.fresh();
    std::vector<Value> pool = gather_values(lane);
    size_t sources = pool.size();
    std::mt19937 random(1);
    auto pick = [&](size_t below) { return static_cast<size_t>(random()) % below; };
    auto any_function = [&] { return primitive_value(static_cast<uint32_t>(pick(160))); };
    size_t foreseen = 0;
    for (int k = 0; k < 400'000; ++k) {
        Value callee = any_function();
        std::vector<Value> args(static_cast<size_t>(callee.arity()));
        for (Value& arg : args) {
            arg = pick(4) == 0 ? any_function() : pool[pick(pool.size())];
        }
        auto computed = foresee(lane, callee, args);
        auto promised = foresee(lane, callee, only_promised(lane, args));
        uint32_t mark = lane.mark();
        lane.refill(2'000'000);
        Value value = call(lane, callee, args.data(), callee.arity());
        bool failed = lane.failed();
        bool limit = lane.fault() == Fault::Limit;
        lane.clear_fault();
        for (auto promise : {computed, promised}) {
            if (!promise || limit) continue;
            ++foreseen;
            ASSERT_TRUE(!failed && fits(lane, *promise, value))
                << primitives()[callee.ref()].name << " of call " << k;
        }
        // Closures and small values are arguments of later calls.
        bool keep = !failed && pool.size() < 4 * sources &&
                    (value.is_function() || lane.mark() - mark < 2000);
        if (keep) {
            pool.push_back(value);
        } else {
            lane.release(mark);
        }
    }
    EXPECT_GT(foreseen, 10'000U);
}

/// Runs a program line by line and looks ahead at each, knowing as little as possible.
void expect_foreseen(Lane& lane, const Program& program, const Sample& sample, size_t& foreseen) {
    Code code = make_code(program);
    std::vector<Value> computed(code.first_line_slot() + code.calls.size());
    std::copy(code.fixed.begin(), code.fixed.end(), computed.begin() + Code::kParameters);
    computed[Program::Input] = place_grid(lane, sample.example().input);
    std::vector<Value> known = computed;
    for (size_t k = 0; k < code.calls.size(); ++k) {
        const Code::Call& line = code.calls[k];
        std::vector<Value> args;
        std::vector<Value> little;
        for (uint32_t a = 0; a < line.count; ++a) {
            args.push_back(computed[code.arguments[line.first + a]]);
            little.push_back(known[code.arguments[line.first + a]]);
        }
        auto promise = foresee(lane, computed[line.callee], little);
        Value value = call(lane, computed[line.callee], args.data(), static_cast<int>(line.count));
        if (lane.failed()) {
            ASSERT_FALSE(promise) << program.name << " line " << k + 1;
            return;
        }
        size_t slot = code.first_line_slot() + k;
        computed[slot] = value;
        known[slot] =
            promise && promise->tag() != Promise::Unknown ? dsl::promised(*promise) : value;
        if (!promise) continue;
        ++foreseen;
        ASSERT_TRUE(fits(lane, *promise, value)) << program.name << " line " << k + 1;
    }
}

TEST(Foresight, IsTrueOfEveryLineOfTheRecordedPrograms) {
    TestArena arena;
    for (const GoldenSet& set : golden_sets()) {
        std::string file = (set.folder / "programs/programs.py").string();
        ParsedFile parsed = parse_solvers(*read_file(file), file);
        TaskSet loaded = load_tasks(set.tasks.string());
        size_t next = 0;
        size_t foreseen = 0;
        for (const Program& program : parsed.programs) {
            for (int k = 0; k < 2; ++k) {
                const Task& task = loaded.tasks[next++ * 31 % loaded.tasks.size()];
                expect_foreseen(arena.fresh(), program, {&task, Split::Train, 0}, foreseen);
            }
        }
        EXPECT_GT(foreseen, 1000U) << set.name;
    }
}

} // namespace
} // namespace batt::testing
