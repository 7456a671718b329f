// SPDX-License-Identifier: MIT-0
#pragma once

#include "cli/option_library.hpp"
#include "value/lane.hpp"

namespace batt {

inline constexpr unsigned kMostThreads = 1024;

/// Declares --limit-steps and --limit-bytes.
void add_limits(CLI::App& command, Limits& limits);

} // namespace batt
