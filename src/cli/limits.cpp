// SPDX-License-Identifier: MIT-0
#include "cli/limits.hpp"

#include "cli/whole_number.hpp"

#include <CLI/CLI.hpp>

namespace batt {

namespace {

/// Room for the largest grid and a little more.
constexpr uint64_t kMinBytes = 64u << 10;

} // namespace

void add_limits(CLI::App& command, Limits& limits) {
    command.add_option("--limit-steps", limits.steps, "Steps an evaluation may take")
        ->check(whole_number(1))
        ->capture_default_str();
    command
        .add_option("--limit-bytes", limits.bytes, "Bytes an evaluation may use (64 KiB to 4 GiB)")
        ->check(whole_number(kMinBytes, Limits::kMaxBytes))
        ->capture_default_str();
}

} // namespace batt
