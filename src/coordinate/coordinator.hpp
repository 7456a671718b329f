// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/device_seat.hpp"
#include "coordinate/verdict.hpp"
#include "exec/worker.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace batt {

struct Standing;

/// How the coordinator goes about its work. Nothing here changes a result.
struct CoordinatorSettings {
    Limits limits;
    unsigned threads = 1;
    unsigned batch = 0; ///< samples a worker takes at a time; 0: chosen by the number of samples
    bool digests = false;
    /// The battery ends with this many differs of the input, then of each solver in turn.
    uint32_t differs = 0;
    /// Sees each sample's verdicts as they are made, in any order, one at a time; may be empty.
    std::function<void(const SampleVerdicts&)> sink;
    bool keep = true; ///< whether run() gives the verdicts
    /// Called now and then with the number of samples done; may be empty.
    std::function<void(size_t done, size_t all)> progress;
    /// Set from outside to end the run early, with what is done so far.
    const std::atomic<bool>* stop = nullptr;

    /// Opens the devices that take batches of samples beside the threads; may be empty. Called in
    /// the first run, on a thread of its own, while the threads are at work. What a device leaves
    /// undone, because it failed or because a solver needs more than its lanes have, the threads
    /// do.
    std::function<std::vector<DevicePlace>()> devices;
    /// Called when a run has no more work for its devices, beside the threads that may have, and
    /// the last run to use them then. Empty: they stay ready for the next, and keep their memory.
    std::function<void()> close_devices;
    /// How long the threads work before devices are opened: a run that is over by then needs none.
    std::chrono::milliseconds open_after{0};
    /// False: the threads only do what devices leave, or all of it if there are none.
    bool threads_take_samples = true;
    /// A device gets no work that the threads would end sooner. Otherwise each gets some.
    bool drop_slow_devices = false;
    DeviceMode device_mode = DeviceMode::Batch;
    /// Devices do all they can, however long it takes, and leave only what they cannot do.
    /// Otherwise they leave to the threads what those are quicker at.
    bool patient_devices = false;
    /// Otherwise, too, they are not given programs that take a thread longer than this, in seconds:
    /// their lanes hardly get those done in the time they have (docs/gpu.md).
    double heavy = 50e-6;
    /// Seconds that threads alone would take for a run in which they do not begin with those.
    double short_run = 0.1;
    /// Where devices do everything, they take this many samples at once or more: a GPU is not done
    /// with a few much sooner. Two batches are under way at once if there are enough for both.
    size_t least_batch = 256;
    /// What was measured of devices and threads before, and where to keep it; null: nothing.
    Rates* rates = nullptr;
};

/// What a run took.
struct CoordinatorStats {
    WorkerStats work;         ///< of all threads together
    uint64_t evaluations = 0; ///< solver on sample
    size_t samples = 0;       ///< done
    double seconds = 0;
    unsigned threads = 1;
    /// The threads' evaluations of steps by what they called; those of solvers run alone are not
    /// among them. Some are timed.
    CallTimes calls;
    /// The threads first, then each device.
    std::vector<DeviceStats> devices;
};

/// Runs a battery over the samples of all tasks: batches of samples go to threads and devices,
/// results come back in the order of the workload, whatever was computed where.
class Coordinator {
public:
    Coordinator(const Plan& plan, CoordinatorSettings settings);
    ~Coordinator();

    /// The results of the workload's jobs, in its order; none if they are not kept. Throws what a
    /// worker throws.
    std::vector<Verdict> run(const Workload& workload);

    const CoordinatorStats& stats() const { return stats_; }

private:
    const Plan& plan_;
    CoordinatorSettings settings_;
    CoordinatorStats stats_;
    std::unique_ptr<Standing> standing_;
};

} // namespace batt
