// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/battery.hpp"

#include <string>
#include <vector>

namespace batt {

/// A battery made of files, and what was wrong with the rest of them.
struct BatterySet {
    Battery battery;
    std::vector<std::string> problems; ///< one line each
};

/// A single battery file as it stands; otherwise the solvers of all files, fused.
BatterySet load_battery(const std::vector<std::string>& files);

} // namespace batt
