// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/battery.hpp"

#include <string>
#include <vector>

namespace batt {

/// All steps of a battery.
std::vector<uint32_t> all_steps(const Battery& battery);
/// The steps a solver needs: its lines and whatever they name.
std::vector<uint32_t> steps_of(const Battery& battery, const Battery::Solver& solver);

/// A Graphviz drawing of some steps, with an arrow from each to those that name it, and the
/// solvers that return one of them as boxes. Steps that are not drawn show as names only.
std::string graphviz(const Battery& battery, const std::vector<uint32_t>& steps);
/// The same for what one solver needs, with no box but its own.
std::string graphviz(const Battery& battery, const Battery::Solver& solver);

} // namespace batt
