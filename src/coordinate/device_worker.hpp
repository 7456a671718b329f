// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/runner.hpp"
#include "coordinate/sample_jobs.hpp"

#include <memory>
#include <optional>
#include <string>

namespace batt {

/// How a device goes through a battery.
enum class DeviceMode : uint8_t {
    Batch,        ///< all steps of a batch there, one transfer in and one out
    PerOperation, ///< each step on its own, its values over and back again: a baseline
};

/// What a device, or this machine's threads, did in a run.
struct DeviceStats {
    std::string name;
    size_t samples = 0;
    uint64_t evaluations = 0;
    uint64_t left = 0; ///< evaluations it left to the threads
    size_t batches = 0;
    size_t halved = 0; ///< times a batch was too large for its memory
    double seconds = 0;
    std::string ended; ///< why it got no more work, if it did not do its share
};

/// Takes batches of samples to a device and brings answers back.
class DeviceWorker {
public:
    DeviceWorker(batch::Device& device, const Plan& plan, const Limits& limits, DeviceMode mode,
                 uint64_t memory, bool digests);

    /// The answers for the programs of some samples that follow each other, sample by sample in the
    /// order of SampleJobs::list_programs. Throws batch::DeviceError.
    std::vector<std::vector<batch::Answer>> run(const Workload& workload, const SampleJobs& jobs,
                                                size_t first, size_t last);

    /// Samples a batch can have at most, going by what answers take up.
    size_t most_samples(size_t programs) const;

    DeviceStats stats;

private:
    /// Made for the kind of workload that comes: shared steps only pay if all solvers are run.
    batch::Runner& runner(bool crossed);

    batch::Device& device_;
    const Plan& plan_;
    Limits limits_;
    DeviceMode mode_;
    batch::RunnerSettings settings_;
    std::optional<batch::BatchPlan> batch_plan_;
    std::unique_ptr<batch::Runner> runner_;
};

} // namespace batt
