// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/coordinator.hpp"
#include "coordinate/sheet.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace batt {

/// Takes the sheets of samples that are done to where their results are wanted. For any number of
/// threads.
class Delivery {
public:
    /// `results` has room for all jobs if they are to be kept.
    Delivery(const CoordinatorSettings& settings, const Workload& workload, const SampleJobs& jobs,
             const Sheets& sheets, std::vector<Verdict>& results)
        : settings_(settings), workload_(workload), jobs_(jobs), sheets_(sheets),
          results_(results) {}

    /// What a thread delivers with.
    struct Room {
        std::vector<Verdict> verdicts;
        std::vector<uint16_t> closeness;
    };
    /// Gives every solver of the sample, equal ones included, its result. True for the last sample.
    bool hand_on(Sheet& sheet, Room& room);

    /// Samples that were handed on.
    size_t done() const { return done_; }
    bool is_complete() const { return done_ == workload_.samples().size(); }

private:
    const CoordinatorSettings& settings_;
    const Workload& workload_;
    const SampleJobs& jobs_;
    const Sheets& sheets_;
    std::vector<Verdict>& results_;
    std::atomic<size_t> done_ = 0;
    std::mutex mutex_; ///< sink and progress see one at a time
};

} // namespace batt
