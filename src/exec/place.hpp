// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/task.hpp"
#include "value/lane.hpp"

namespace batt {

/// A task's grid as a value.
Value place_grid(Lane& lane, const GridData& grid);

/// The training pairs of a task as the tuple ((input, output), ...).
Value place_samples(Lane& lane, const Task& task);

/// The known output of an example; None if there is none.
Value place_expected(Lane& lane, const Example& example);

/// EQ of a value with a task's grid.
bool equals_grid(const Lane& lane, Value value, const GridData& grid);

} // namespace batt
