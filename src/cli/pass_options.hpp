// SPDX-License-Identifier: MIT-0
#pragma once

#include "cli/option_library.hpp"

#include <string>
#include <vector>

namespace batt {

/// Declares --no-pass NAME, which may be given again and again.
void add_no_pass(CLI::App& command, std::vector<std::string>& without);

} // namespace batt
