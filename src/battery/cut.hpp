// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/battery.hpp"

namespace batt {

/// A solver of a battery as a program of its own: its lines in their order. A step it needs that
/// is not one of its lines (it looks at another's result) comes before the line that needs it.
Program cut_solver(const Battery& battery, const Battery::Solver& solver);

} // namespace batt
