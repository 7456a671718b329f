// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/pass.hpp"
#include "battery/statistics.hpp"

#include <string>

namespace batt {

/// What there is to say about a battery; `top` bounds each of its lists.
std::string statistics_text(const Battery& battery, const BatteryStatistics& statistics,
                            size_t top);
/// The same as one line of JSON, with its lists whole but for the most shared steps.
std::string statistics_json(const Battery& battery, const BatteryStatistics& statistics);

/// A table of what each pass did to a battery.
std::string passes_text(const Battery& battery, const std::vector<PassReport>& reports);
/// The same as one line of JSON.
std::string passes_json(const Battery& battery, const std::vector<PassReport>& reports);

} // namespace batt
