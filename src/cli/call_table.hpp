// SPDX-License-Identifier: MIT-0
// Tables of what a run took: by primitive, and by device.
#pragma once

#include "coordinate/coordinator.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace batt {

/// What calls of one primitive took.
struct CallRow {
    std::string name;
    uint64_t steps = 0; ///< of the battery
    uint64_t evaluations = 0;
    uint64_t failed = 0; ///< of these
    double seconds = 0;
};

/// The rows of a run on threads, dearest first.
std::vector<CallRow> call_rows(const Battery& battery, const CallTimes& times);
/// Leaves out what was never called, and puts the dearest first.
void sort_rows(std::vector<CallRow>& rows);

/// The first `top` rows as text, with each one's share of the seconds.
std::string call_table(const std::vector<CallRow>& rows, size_t top);
/// All rows.
nlohmann::ordered_json call_json(const std::vector<CallRow>& rows);

/// What the threads and each device did.
std::string device_table(const CoordinatorStats& stats);
nlohmann::ordered_json device_json(const CoordinatorStats& stats);

} // namespace batt
