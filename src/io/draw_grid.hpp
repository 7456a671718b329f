// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/task.hpp"

#include <string>

namespace batt {

enum class DrawStyle {
    Plain,   ///< a digit a cell
    Coloured ///< a coloured block a cell, for terminals of 256 colours
};

/// Two grids side by side with an arrow between them.
std::string draw_pair(const GridData& input, const GridData& output, DrawStyle style);

} // namespace batt
