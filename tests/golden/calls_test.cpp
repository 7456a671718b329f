// SPDX-License-Identifier: MIT-0
// Every recorded call gives the reference's value, iteration order and exception class.
#include "dsl/call.hpp"
#include "dsl/registry.hpp"
#include "io/value_text.hpp"
#include "support/arena.hpp"
#include "support/golden.hpp"
#include "value/crew.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace batt::testing {
namespace {

/// A recorded call, its values in a lane.
struct ReadCall {
    Value callee;
    std::vector<Value> args;
    std::string problem;
};

ReadCall read_call(Lane& lane, const std::string& function, const nlohmann::json& args) {
    ReadCall made;
    for (const auto& arg : args) {
        if (!read_value(lane, arg, made.args.emplace_back(), made.problem)) return made;
    }
    if (function == "_call") {
        made.callee = made.args.front();
        made.args.erase(made.args.begin());
    } else {
        made.callee = primitive_value(*find_primitive(function));
    }
    return made;
}

/// What a call comes to, in the form of the record.
std::string make_call(Lane& lane, const ReadCall& made, uint64_t room, uint64_t steps) {
    Value v;
    {
        Bound bound(lane, lane.used() + room);
        lane.refill(steps);
        v = call(lane, made.callee, made.args.data(), static_cast<int>(made.args.size()));
    }
    if (lane.failed()) return std::string("!") + fault_name(lane.fault());
    lane.refill(Limits{}.steps);
    return value_text(lane, v);
}

std::string answer(Lane& lane, const std::string& function, const nlohmann::json& args) {
    ReadCall made = read_call(lane, function, args);
    if (!made.problem.empty()) return "unreadable: " + made.problem;
    return make_call(lane, made, UINT32_MAX, Limits{}.steps);
}

TEST(GoldenCalls, GiveWhatTheReferenceGave) {
    TestArena arena;
    for (const GoldenSet& set : golden_sets()) {
        size_t calls = 0;
        size_t files = 0;
        for (const auto& file : std::filesystem::directory_iterator(set.folder / "calls")) {
            std::string function = file.path().stem().string();
            std::ifstream in(file.path());
            size_t number = 0;
            size_t differences = 0;
            for (std::string line; std::getline(in, line);) {
                ++number;
                auto record = nlohmann::json::parse(line);
                std::string expected = record.contains("err")
                                           ? "!" + record["err"].get<std::string>()
                                           : record["out"].dump();
                std::string got = answer(arena.fresh(), function, record["args"]);
                if (got != expected && ++differences <= 3) {
                    ADD_FAILURE() << set.name << " " << function << ":" << number << "\n  args "
                                  << record["args"].dump().substr(0, 400) << "\n  expected "
                                  << expected.substr(0, 400) << "\n  got      "
                                  << got.substr(0, 400);
                }
            }
            EXPECT_EQ(differences, 0U) << set.name << " " << function;
            calls += number;
            ++files;
        }
        EXPECT_EQ(files, 161U) << set.folder;
        std::cout << set.name << ": " << calls << " calls of " << files << " files\n";
    }
}

/// Calls `visit(function, number, record)` for every recorded call of the repository.
template <class Visit>
void for_each_portable_call(Visit visit) {
    std::filesystem::path folder = golden_sets().front().folder / "calls";
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        std::string function = file.path().stem().string();
        std::ifstream in(file.path());
        size_t number = 0;
        for (std::string line; std::getline(in, line);) {
            visit(function, ++number, nlohmann::json::parse(line));
        }
    }
}

TEST(GoldenCalls, GiveTheSameOrLimitWhateverMemoryAndStepsAreLeft) {
    constexpr uint64_t kParts = 6;
    TestArena arena;
    size_t limited = 0;
    for_each_portable_call(
        [&](const std::string& function, size_t number, const nlohmann::json& record) {
            Lane& lane = arena.fresh();
            ReadCall made = read_call(lane, function, record["args"]);
            uint32_t mark = lane.mark();
            std::string whole = make_call(lane, made, UINT32_MAX, Limits{}.steps);
            lane.clear_fault();
            lane.release(mark);
            lane.refill(Limits{}.steps);
            call(lane, made.callee, made.args.data(), static_cast<int>(made.args.size()));
            uint64_t room = lane.peak() - mark;
            uint64_t steps = Limits{}.steps - lane.steps_left();
            auto check = [&](uint64_t some_room, uint64_t some_steps) {
                lane.clear_fault();
                lane.release(mark);
                std::string got = make_call(lane, made, some_room, some_steps);
                if (got == "!Limit") ++limited;
                EXPECT_TRUE(got == whole || got == "!Limit")
                    << function << ":" << number << ", " << some_room << " bytes, " << some_steps
                    << " steps\n  with all " << whole << "\n  got " << got;
            };
            for (uint64_t k = 0; k < kParts; ++k) {
                check(room * k / kParts, Limits{}.steps);
                check(UINT32_MAX, steps * k / kParts);
            }
            for (uint64_t small = 16; small < room && small < 4096; small *= 2) {
                check(small, Limits{}.steps);
            }
        });
    EXPECT_GT(limited, 10'000U);
}

TEST(GoldenCalls, GiveTheSameWithACrewOfAnySizeInAnyRoom) {
    TestArena arena;
    Crew crew;
    for_each_portable_call(
        [&](const std::string& function, size_t number, const nlohmann::json& record) {
            std::string expected = record.contains("err") ? "!" + record["err"].get<std::string>()
                                                          : record["out"].dump();
            struct Case {
                uint32_t workers;
                uint64_t room;
                uint32_t pays; ///< pieces of work
            };
            for (auto [workers, room, pays] : {Case{31, UINT32_MAX, 1},
                                               {31, UINT32_MAX, Crew::kPays},
                                               {31, 64U << 10, 8},
                                               {7, 16U << 10, Crew::kPays},
                                               {1, 64U << 10, 1}}) {
                Lane& lane = arena.fresh();
                ReadCall made = read_call(lane, function, record["args"]);
                crew.enlist(workers, 0, pays);
                lane.get_help(&crew);
                std::string got = make_call(lane, made, room, Limits{}.steps);
                lane.get_help(nullptr);
                bool limited = got == "!Limit" && room != UINT32_MAX;
                EXPECT_TRUE(got == expected || limited)
                    << function << ":" << number << " with " << workers << " workers, called for "
                    << pays << " pieces, in " << room << " bytes\n  expected " << expected
                    << "\n  got " << got;
            }
        });
}

} // namespace
} // namespace batt::testing
