// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/runner.hpp"
#include "coordinate/program_set.hpp"
#include "coordinate/sample_jobs.hpp"
#include "coordinate/sample_queue.hpp"

#include <memory>

namespace batt {

/// Takes batches of samples to a queue of a device and brings answers back; for one thread.
class DeviceWorker {
public:
    DeviceWorker(batch::Device& device, batch::RunnerSettings settings)
        : device_(device), settings_(std::move(settings)) {}

    /// The answers for the programs of some samples, sample by sample in the order of
    /// SampleJobs::list_programs, all but those to leave out; they stay until the next batch.
    /// Throws batch::DeviceError. The plan is the same each time, until it is forgotten.
    std::vector<std::span<const batch::Answer>> run(const batch::BatchPlan& plan,
                                                    const Workload& workload,
                                                    const SampleJobs& jobs, Lot lot,
                                                    const ProgramSet* leave_out);

    /// Lets go of what was made ready for a plan.
    void forget_plan() { runner_.reset(); }

    /// What the latest batch took; what had to be made ready for the first is not counted.
    double seconds() const { return seconds_; }

    /// Samples a batch can have at most, going by what answers take up.
    static size_t most_samples(size_t programs);

    batch::Device& device() { return device_; }

private:
    batch::Device& device_;
    batch::RunnerSettings settings_;
    std::unique_ptr<batch::Runner> runner_; ///< made for the first batch
    std::vector<batch::Answer> answers_;    ///< of jobs, sample by sample
    double seconds_ = 0;
};

} // namespace batt
