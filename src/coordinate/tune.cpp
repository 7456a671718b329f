// SPDX-License-Identifier: MIT-0
#include "coordinate/tune.hpp"

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "batch/runner.hpp"
#include "battery/card.hpp"
#include "exec/worker.hpp"
#include "program/parser.hpp"

#include <algorithm>
#include <numeric>

namespace batt {

namespace {

/// A bit of everything solvers do: whole grids, objects, sets, closures.
constexpr const char* kSolvers = R"(
def solve_mirrors(I):
    x1 = vmirror(I)
    x2 = hconcat(I, x1)
    x3 = hmirror(x2)
    O = vconcat(x2, x3)
    return O


def solve_objects(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


def solve_fill(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = box(x2)
    O = fill(I, THREE, x3)
    return O


def solve_recolor(I):
    x1 = objects(I, T, F, F)
    x2 = colorfilter(x1, ZERO)
    x3 = fork(recolor, size, identity)
    x4 = mapply(x3, x2)
    O = paint(I, x4)
    return O


def solve_shift(I):
    x1 = partition(I)
    x2 = rbind(shift, UNITY)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O


def solve_neighbors(I):
    x1 = mostcolor(I)
    x2 = ofcolor(I, x1)
    x3 = mapply(dneighbors, x2)
    x4 = difference(x3, x2)
    O = fill(I, FIVE, x4)
    return O


def solve_halves(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ZERO)
    x4 = ofcolor(x2, ZERO)
    x5 = intersection(x3, x4)
    O = fill(x1, TWO, x5)
    return O


def solve_scale(I):
    x1 = compress(I)
    x2 = upscale(x1, TWO)
    x3 = asobject(x2)
    x4 = palette(x3)
    x5 = size(x4)
    O = replace(x2, ZERO, x5)
    return O
)";

constexpr size_t kTasks = 64;
constexpr size_t kSamplesEach = 4;
constexpr uint32_t kLeastSide = 4;
constexpr uint32_t kSides = 14; ///< from the least on
constexpr uint32_t kTaskColors = 4;
/// No evaluation takes long: what is dear is not measured here.
constexpr Limits kLimits{20'000, 4 << 20};
/// So often the samples are repeated for a device that takes no longer than this for them: what
/// keeps all of it busy tells its rate.
constexpr size_t kTimes = 16;
constexpr double kQuick = 0.02;
/// Enough for all warps of a GPU.
constexpr uint64_t kMostMemory = 4ULL << 30;
constexpr size_t kWarmUp = 16;
constexpr size_t kFew = 32;
constexpr double kSlow = 0.2; ///< seconds after which a device is known well enough

std::vector<Task> make_tasks() {
    Random random(4);
    std::vector<Task> tasks(kTasks);
    for (size_t t = 0; t < kTasks; ++t) {
        tasks[t].id = std::to_string(t);
        for (size_t k = 0; k < kSamplesEach; ++k) {
            GridData grid;
            grid.rows = kLeastSide + static_cast<uint32_t>(random.below(kSides));
            grid.cols = kLeastSide + static_cast<uint32_t>(random.below(kSides));
            grid.cells.resize(size_t{grid.rows} * grid.cols);
            // Most cells are as the one before: areas, not noise.
            uint8_t color = 0;
            for (uint8_t& cell : grid.cells) {
                if (random.below(3) == 0) color = static_cast<uint8_t>(random.below(kTaskColors));
                cell = color;
            }
            tasks[t].train.push_back({grid, grid});
        }
    }
    return tasks;
}

/// What is run to measure.
struct Trial {
    Trial() : tasks(make_tasks()), samples(samples_of(tasks)) {
        Card card;
        for (const Program& program : parse_solvers(kSolvers, "tune").programs) card.add(program);
        battery = card.finish();
        solvers.resize(battery.solvers().size());
        std::iota(solvers.begin(), solvers.end(), 0U);
    }

    std::vector<Task> tasks;
    std::vector<Sample> samples;
    Battery battery;
    std::vector<uint32_t> solvers;
};

} // namespace

Rate measure_thread() {
    Trial trial;
    Plan plan(trial.battery, Policy::Strict);
    Worker worker(plan, kLimits);
    auto nothing = [](uint32_t, const Outcome&, const Lane&) {};
    for (size_t k = 0; k < kWarmUp; ++k) worker.run(trial.samples[k], trial.solvers, nothing);
    double start = thread_seconds();
    for (const Sample& sample : trial.samples) worker.run(sample, trial.solvers, nothing);
    auto evaluations = static_cast<double>(trial.samples.size() * trial.solvers.size());
    return {0, (thread_seconds() - start) / evaluations};
}

Rate measure_device(batch::Device& device, uint64_t memory) {
    Trial trial;
    Plan plan(trial.battery, Policy::Strict);
    batch::BatchPlan batch_plan = make_batch_plan(plan, kLimits, batch::Sharing::None);
    batch::RunnerSettings settings;
    settings.memory = std::min(memory, kMostMemory);
    settings.sizes = {{64U << 10, 10'000, 32}, {4U << 20, kLimits.steps}};
    batch::Runner runner(batch_plan, device, settings);
    std::vector<Sample> samples;
    for (size_t k = 0; k < kTimes; ++k) {
        samples.insert(samples.end(), trial.samples.begin(), trial.samples.end());
    }
    auto time = [&](size_t count) {
        Stopwatch watch;
        runner.cross({samples.data(), count}, trial.solvers);
        return watch.lap();
    };
    auto evaluations = [&](size_t count) {
        return static_cast<double>(count * trial.solvers.size());
    };
    // Of a GPU, code and memory are made ready by the first batch.
    if (time(kWarmUp) > kSlow) {
        double again = time(kWarmUp);
        if (again > kSlow) return {again / 2, again / 2 / evaluations(kWarmUp)};
    }
    double few_seconds = time(kFew);
    size_t many = trial.samples.size();
    double many_seconds = time(many);
    if ((many_seconds - few_seconds) * kTimes < kQuick) {
        many = samples.size();
        many_seconds = time(many);
    }
    double each = (many_seconds - few_seconds) / evaluations(many - kFew);
    // A batch may be as fast as a smaller one; its evaluations are not free.
    each =
        std::clamp(each, many_seconds / evaluations(many) / 16, many_seconds / evaluations(many));
    return {std::max(0.0, many_seconds - each * evaluations(many)), each};
}

} // namespace batt
