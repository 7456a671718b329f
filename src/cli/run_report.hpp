// SPDX-License-Identifier: MIT-0
#pragma once

#include "cli/call_table.hpp"
#include "exec/tally.hpp"

#include <optional>
#include <string>
#include <vector>

namespace batt {

/// What `batt run` tells about a run.
struct RunReport {
    const std::vector<Program>& solvers;
    const std::vector<Task>& tasks;
    const Workload& workload;
    const Tally& tally;
    std::string pairing; ///< "own", "cross" or "pairs"
    std::string policy;
    unsigned threads = 1;
    size_t problems = 0;
    double load_seconds = 0;
    double parse_seconds = 0;
    double run_seconds = 0;
    /// By some solver; known if there are scores.
    std::optional<uint32_t> solved_tasks = std::nullopt;
    /// What the threads and devices did; null if each solver was run alone.
    const CoordinatorStats* took = nullptr;
    bool detailed = false;           ///< where the time went was asked for
    std::vector<CallRow> calls = {}; ///< what threads spent on each primitive, if it was
};

/// The report in words.
std::string report_text(const RunReport& report);
/// The report as one line of JSON.
std::string report_json(const RunReport& report);
/// Where the time went, as tables.
std::string report_tables(const RunReport& report);
/// Pictures of the first `count` tasks that were solved: a test, or a training sample, each.
std::string report_pictures(const RunReport& report, size_t count, bool colored);

} // namespace batt
