// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/mark.hpp"
#include "exec/pairing.hpp"
#include "exec/plan.hpp"
#include "exec/worker.hpp"

#include <atomic>
#include <functional>
#include <span>
#include <vector>

namespace batt {

/// What a solver's run on a sample came to.
struct Verdict {
    Mark out; ///< a mere fault unless digests were asked for
    Fault fault = Fault::None;
    bool done = false;  ///< false: the run was stopped before
    bool known = false; ///< the sample's output is known
    bool right = false; ///< and the solver gave it
};

/// What all solvers of a sample came to.
struct SampleVerdicts {
    uint32_t sample = 0;
    std::span<const uint32_t> solvers;
    std::span<const Verdict> verdicts; ///< of these
    /// What the differs made of the input, then of each solver's result: a value that is an int, or
    /// a pair led by one, brought into 0..1000; 0 for any other and for failures. Empty without
    /// differs, and where the output is not known.
    std::span<const uint16_t> closeness;
};

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
};

/// What a run took.
struct CoordinatorStats {
    WorkerStats work;         ///< of all workers together
    uint64_t evaluations = 0; ///< solver on sample
    size_t samples = 0;       ///< done
    double seconds = 0;
    unsigned threads = 1;
};

/// Runs a battery over the samples of all tasks: batches of samples go to workers, results come
/// back in the order of the workload, whatever was computed where.
class Coordinator {
public:
    Coordinator(const Plan& plan, CoordinatorSettings settings)
        : plan_(plan), settings_(std::move(settings)) {}

    /// The results of the workload's jobs, in its order; none if they are not kept. Throws what a
    /// worker throws.
    std::vector<Verdict> run(const Workload& workload);

    const CoordinatorStats& stats() const { return stats_; }

private:
    const Plan& plan_;
    CoordinatorSettings settings_;
    CoordinatorStats stats_;
};

} // namespace batt
