// SPDX-License-Identifier: MIT-0
#pragma once

#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): as the library has it
class App;
}

namespace batt {

/// Declares --no-pass NAME, which may be given again and again.
void add_no_pass(CLI::App& command, std::vector<std::string>& without);

} // namespace batt
