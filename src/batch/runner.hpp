// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/batch_plan.hpp"
#include "batch/device.hpp"
#include "batch/legs.hpp"
#include "exec/pairing.hpp"
#include "io/task.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace batt::batch {

/// What a lane of a size has.
struct LaneSize {
    uint32_t window; ///< bytes
    uint64_t steps;  ///< a leg, or a shared call
    /// Lanes that share a warp. One has the warp's instructions for itself; several share them as
    /// long as they do the same, and wait for each other where they do not (docs/gpu.md).
    uint32_t abreast = 1;
    /// For about this time, where a device has a clock; 0: as long as it takes. Bounds what the
    /// others wait for a lane that turns out slow.
    uint32_t milliseconds = 0;
    /// The other lanes of the warp, as many for each, help with functions of many elements.
    bool crewed = false;
    /// If not 0: a small batch, which others are soon done with, leaves a lane a sixteenth of a
    /// millisecond a sample, but no less than this.
    uint32_t least_milliseconds = 0;

    uint32_t milliseconds_for(uint64_t samples) const {
        if (least_milliseconds == 0 || samples / 16 >= milliseconds) return milliseconds;
        return std::max(least_milliseconds, static_cast<uint32_t>(samples / 16));
    }
};

/// For the many evaluations that are short. What takes longer is left to others, who are quicker at
/// it.
inline std::vector<LaneSize> quick_sizes() {
    return {{32U << 10, 30'000, 32, 1}, {128U << 10, 4'000'000, 32, 40, false, 10}};
}
/// For all a device can do, as long as it takes, or nearly.
inline std::vector<LaneSize> patient_sizes() {
    return {{32U << 10, 30'000, 32, 1},
            {256U << 10, 4'000'000, 16, 15},
            {4U << 20, 50'000'000, 1, 200, true},
            {64U << 20, 200'000'000, 1, 4000, true}};
}

struct RunnerSettings {
    uint64_t memory = 0; ///< to use at most; 0: 80% of what the device has
    /// Bytes of a district at most: values refer to each other by offsets of 32 bits.
    uint64_t most_district = 0xFFFF0000ULL;
    bool digests = false;
    bool sort = true; ///< samples of like size side by side
    /// Each shared step is a launch of its own, and its values go over and back again.
    bool step_by_step = false;
    /// Waits for launches, to find out how long they take.
    bool timed = false;
    std::vector<LaneSize> sizes = quick_sizes();
};

struct RunnerStats {
    uint64_t launches = 0;
    uint32_t districts = 0; ///< of the latest batch
    uint64_t bytes_in = 0;
    uint64_t bytes_out = 0;
    uint64_t heap_bytes = 0;          ///< of the latest batch: what its values took up, if timed
    double shared_seconds = 0;        ///< of its shared steps, if timed
    std::vector<double> size_seconds; ///< of its solvers, in lanes of each size, if timed
};

/// Runs a battery on batches of samples on a device: the samples go over, every value stays there,
/// answers come back.
class Runner {
public:
    Runner(const BatchPlan& plan, Device& device, RunnerSettings settings);

    /// Runs each solver on each sample. The answers, by sample and in the order of the solvers,
    /// stay until the next batch. Throws OutOfMemory if they are too many at once.
    std::vector<std::span<const Answer>> cross(std::span<const Sample> samples,
                                               std::span<const uint32_t> solvers);
    /// Runs some solvers on some samples; the answers are in the order of the jobs.
    std::vector<Answer> jobs(std::span<const Sample> samples, std::span<const Job> jobs);

    const RunnerStats& stats() const { return stats_; }

private:
    /// Where a sample is.
    struct Layout {
        uint32_t districts = 1;
        uint32_t columns = 0; ///< in a district
        uint32_t tasks = 0;
        std::vector<uint32_t> column_of;                ///< by sample
        std::vector<uint32_t> sample_in;                ///< by column; kNoSample
        std::vector<uint32_t> task_of;                  ///< by column
        std::vector<std::vector<const Task*>> tasks_in; ///< by district
    };

    const Company& assemble(std::span<const uint32_t> solvers);
    Layout arrange(std::span<const Sample> samples, size_t solvers) const;
    /// What a batch takes up of the device's memory besides the heap.
    uint64_t bytes_beside_heap(const Layout& layout, uint64_t solvers, uint64_t answers) const;
    void place(std::span<const Sample> samples, const Layout& layout, uint64_t beside_heap);
    void fill_rows(const Layout& layout);
    void size_lanes(const Layout& layout);
    Size lanes(const LaneSize& size, uint64_t room, uint64_t samples) const;
    Windows windows_of(size_t size) const;
    void run_shared(const Layout& layout);
    void run_calls(const Layout& layout, const std::vector<uint32_t>& calls, bool per_task);
    void start(const Layout& layout, const Company& company, std::span<const JobCode> jobs);
    void run_legs(const Layout& layout, const Company& company, uint64_t answers);
    void fetch_and_return(uint32_t call, const Layout& layout);
    Size small_lanes(uint32_t districts) const;

    const BatchPlan& plan_;
    Device& device_;
    RunnerSettings settings_;
    RunnerStats stats_;
    View view_;

    Buffer<CallCode> calls_;
    Buffer<CallCode> lines_;
    Buffer<SolverCode> solvers_;
    Buffer<uint32_t> operands_;
    Buffer<Value> fallbacks_;
    Buffer<uint32_t> task_calls_;
    Buffer<uint32_t> sample_calls_;

    Buffer<Row> rows_;
    Buffer<Value> values_;
    Buffer<Cell> cells_;
    Buffer<uint32_t> task_of_;
    Buffer<uint8_t> present_;
    Buffer<Value> expected_;
    Buffer<Value> privates_;
    Buffer<Pair> pairs_;
    Buffer<Window> windows_;
    Buffer<uint64_t> next_free_;
    Buffer<uint32_t> solver_list_;
    Buffer<JobCode> jobs_;
    Buffer<LegCode> legs_;
    Buffer<uint32_t> progress_;
    Buffer<Answer> answers_;
    Buffer<char> heap_;
    std::vector<uint32_t> asked_; ///< solvers, in the latest batch
    Company company_;
    std::vector<uint32_t> shared_task_calls_; ///< that they need, in the order they are made
    std::vector<uint32_t> shared_calls_;      ///< likewise, for each sample
    size_t ordered_ = 0;                      ///< legs; behind them is one of each solver
    std::vector<uint64_t> first_cells_;       ///< by row
    std::vector<Value> inputs_;               ///< by column
    std::vector<Value> samples_;              ///< by task column
    std::vector<Value> outputs_;              ///< by column
    uint32_t fixed_districts_ = 0;            ///< that have the fixed values from an earlier batch
    uint64_t first_window_ = 0;               ///< where the workers' windows begin in a district
    uint64_t through_window_ = 0;             ///< and those of lanes that go through
    std::vector<Size> sizes_;
    std::vector<Size> through_sizes_;    ///< the same for lanes that go through, where they do
    std::vector<uint64_t> first_worker_; ///< of each size
    std::vector<Answer> taken_;          ///< answers as they came
    std::vector<Answer> repeated_;       ///< and as they were asked for, where solvers are equal
};

} // namespace batt::batch
