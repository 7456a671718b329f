// SPDX-License-Identifier: MIT-0
#pragma once

#include "cli/option_library.hpp"

#include <functional>

namespace batt {

/// How a command ends, for scripts.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitMisuse = 2;

/// Does a command's work once its options are read; gives the exit code.
using Action = std::function<int()>;

/// Declares a command's options and gives its work. One function a verb, each in its own file.
Action add_run(CLI::App& command);
Action add_card(CLI::App& command);
Action add_show(CLI::App& command);
Action add_bench(CLI::App& command);
Action add_profile(CLI::App& command);
Action add_verify(CLI::App& command);
Action add_backends(CLI::App& command);
Action add_call(CLI::App& command);
Action add_primitives(CLI::App& command);

} // namespace batt
