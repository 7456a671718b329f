// SPDX-License-Identifier: MIT-0
// Single primitives: `objects` on the inputs of tasks, and every primitive on recorded arguments.
#include "dsl/call.hpp"
#include "dsl/registry.hpp"
#include "exec/place.hpp"
#include "io/digest.hpp"
#include "io/task_file.hpp"
#include "io/value_text.hpp"
#include "support.hpp"
#include "support/golden.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>

namespace batt::bench {

namespace {

// ---- objects -----------------------------------------------------------------------------------

/// The inputs of a set of tasks: ARC's where they are present, otherwise the repository's.
struct Inputs {
    std::string name;
    std::vector<GridData> grids;
};

const Inputs& inputs() {
    static const Inputs all = [] {
        bool arc = std::filesystem::exists(testing::arc_tasks());
        auto folder = arc ? testing::arc_tasks() : testing::golden_sets().front().tasks;
        Inputs found{arc ? "arc" : "portable", {}};
        TaskSet loaded = load_tasks(folder.string());
        for (const Sample& sample : samples_of(loaded.tasks)) {
            found.grids.push_back(sample.example().input);
        }
        return found;
    }();
    return all;
}

class ObjectsCase {
public:
    explicit ObjectsCase(uint32_t flags) : flags_(flags) {}

    /// The three switches as letters: univalued, diagonal, without background.
    std::string name() const {
        std::string text;
        for (uint32_t bit : {4U, 2U, 1U}) text += (flags_ & bit) != 0 ? 'T' : 'F';
        return text;
    }

    void run(benchmark::State& state) {
        Workbench bench(host_language());
        Lane& lane = bench.lane();
        std::vector<Value> grids = place_inputs(lane);
        // Without the tables about places the same answers are found another way.
        if (!checked_) {
            Workbench other({host_language().bodies, nullptr, nullptr});
            uint64_t right = digest_of_all(other.lane(), place_inputs(other.lane()));
            checked_ = digest_of_all(lane, grids) == right && !lane.failed();
        }
        if (!checked_) return reject(state, "two ways of finding objects differ");

        uint32_t start = lane.mark();
        for (auto _ : state) {
            for (Value grid : grids) {
                Value objects = find_objects(lane, grid);
                benchmark::DoNotOptimize(objects);
                lane.release(start);
            }
        }
        auto count = static_cast<double>(grids.size());
        state.counters["grids"] = count;
        state.counters["time_per_grid"] = time_per(count);
        state.SetLabel(inputs().name);
    }

private:
    static std::vector<Value> place_inputs(Lane& lane) {
        std::vector<Value> placed;
        for (const GridData& grid : inputs().grids) placed.push_back(place_grid(lane, grid));
        return placed;
    }

    Value find_objects(Lane& lane, Value grid) const {
        static const uint32_t id = *find_primitive("objects");
        const Value args[4] = {grid, flag(4), flag(2), flag(1)};
        return invoke(lane, id, args);
    }
    Value flag(uint32_t bit) const { return Value::boolean((flags_ & bit) != 0); }

    /// Stands for the text, and so the iteration order, of every result.
    uint64_t digest_of_all(Lane& lane, const std::vector<Value>& grids) const {
        ValueWriter writer;
        std::string digests;
        uint32_t start = lane.mark();
        for (Value grid : grids) {
            append_digest(digests, digest(writer.write(lane, find_objects(lane, grid))));
            lane.release(start);
        }
        return digest(digests);
    }

    uint32_t flags_;
    bool checked_ = false;
};

// ---- every primitive ---------------------------------------------------------------------------

/// Times one primitive on every recorded list of arguments for which it gives a value.
class PrimitiveCase {
public:
    PrimitiveCase(uint32_t id, std::filesystem::path records)
        : id_(id), records_(std::move(records)) {}

    void run(benchmark::State& state) const {
        Workbench bench(host_language());
        std::vector<std::vector<Value>> calls;
        std::string problem;
        if (!load(bench.lane(), calls, problem)) return reject(state, problem);
        std::vector<double> times;
        for (auto _ : state) {
            times.clear();
            for (const auto& args : calls) times.push_back(time_one(bench.lane(), args.data()));
            std::sort(times.begin(), times.end());
            state.SetIterationTime(quantile(times, 0.5) * 1e-9);
        }
        state.counters["calls"] = static_cast<double>(calls.size());
        state.counters["median_ns"] = quantile(times, 0.5);
        state.counters["p90_ns"] = quantile(times, 0.9);
    }

private:
    /// Reads the arguments into the lane, and compares each call with what was recorded of it.
    bool load(Lane& lane, std::vector<std::vector<Value>>& calls, std::string& problem) const {
        std::ifstream in(records_);
        for (std::string line; std::getline(in, line);) {
            auto record = nlohmann::json::parse(line);
            if (!record.contains("out")) continue;
            std::vector<Value>& args = calls.emplace_back();
            for (const auto& arg : record["args"]) {
                if (!read_value(lane, arg, args.emplace_back(), problem)) return false;
            }
            uint32_t start = lane.mark();
            Value value = invoke(lane, id_, args.data());
            if (lane.failed() || value_text(lane, value) != record["out"].dump()) {
                problem = "differs from record " + std::to_string(calls.size());
                return false;
            }
            lane.release(start);
        }
        if (calls.empty()) problem = "no records";
        return !calls.empty();
    }

    double run_some(Lane& lane, const Value* args, uint64_t count) const {
        using Clock = std::chrono::steady_clock;
        uint32_t start = lane.mark();
        Clock::time_point begin = Clock::now();
        for (uint64_t k = 0; k < count; ++k) {
            Value value = invoke(lane, id_, args);
            benchmark::DoNotOptimize(value);
            lane.release(start);
        }
        return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
    }

    /// Nanoseconds one call takes: the best of a few stretches long enough for the clock.
    double time_one(Lane& lane, const Value* args) const {
        constexpr double kStretch = 10'000;
        uint64_t count = 1;
        double best = run_some(lane, args, count);
        while (best < kStretch) {
            count *= 2;
            best = run_some(lane, args, count);
        }
        for (int round = 0; round < 4; ++round) {
            best = std::min(best, run_some(lane, args, count));
        }
        return best / static_cast<double>(count);
    }

    uint32_t id_;
    std::filesystem::path records_;
};

} // namespace

void register_dsl_cases() {
    for (uint32_t flags = 0; flags < 8; ++flags) {
        auto one = std::make_shared<ObjectsCase>(flags);
        benchmark::RegisterBenchmark(("dsl/objects/" + one->name()).c_str(),
                                     [one](benchmark::State& state) { one->run(state); })
            ->Unit(benchmark::kMillisecond);
    }
    std::filesystem::path records = testing::golden_sets().front().folder / "calls";
    for (uint32_t id = 0; id < primitives().size(); ++id) {
        std::string name(primitives()[id].name);
        PrimitiveCase one(id, records / (name + ".jsonl"));
        benchmark::RegisterBenchmark(("dsl/primitive/" + name).c_str(),
                                     [one](benchmark::State& state) { one.run(state); })
            ->Iterations(1)
            ->UseManualTime();
    }
}

} // namespace batt::bench
