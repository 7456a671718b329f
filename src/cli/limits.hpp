// SPDX-License-Identifier: MIT-0
#pragma once

#include "value/lane.hpp"

namespace CLI { // NOLINT(readability-identifier-naming): as the library has it
class App;
}

namespace batt {

inline constexpr unsigned kMostThreads = 1024;

/// Declares --limit-steps and --limit-bytes.
void add_limits(CLI::App& command, Limits& limits);

} // namespace batt
