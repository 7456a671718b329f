// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/code.hpp"
#include "exec/mark.hpp"
#include "exec/pairing.hpp"
#include "exec/run.hpp"

#include <atomic>
#include <functional>
#include <span>
#include <vector>

namespace batt {

/// How a workload is run.
struct RunSettings {
    Policy policy = Policy::Strict;
    Limits limits;
    unsigned threads = 1;
    bool digests = false; ///< fill Row::out
    bool lines = false;   ///< fill Row::lines
    /// Set from outside to end the run early; the sink has what is done so far.
    const std::atomic<bool>* stop = nullptr;
};

/// The result of one job.
struct Row {
    Job job;
    Fault fault = Fault::None;
    bool known = false; ///< the sample's output is known
    bool right = false; ///< and the solver gave it
    Mark out;           ///< a mere fault unless digests were asked for
    std::vector<Mark> lines;
};

/// Takes rows in the order of the workload, one at a time; may be called from any thread.
using RowSink = std::function<void(const Row&)>;

/// Runs every job; `codes` are the solvers in the workload's order. What the sink sees does not
/// depend on the number of threads.
void run_jobs(const Workload& workload, std::span<const Code> codes, const RunSettings& settings,
              const RowSink& sink);

} // namespace batt
