// SPDX-License-Identifier: MIT-0
#include "cli/pass_options.hpp"

#include "battery/pass.hpp"

#include <CLI/CLI.hpp>

namespace batt {

void add_no_pass(CLI::App& command, std::vector<std::string>& without) {
    std::vector<std::string> names;
    for (const Pass& pass : passes()) names.emplace_back(pass.name);
    command
        .add_option("--no-pass", without,
                    "Leave out a rewrite of the battery; may be given more than once")
        ->check(CLI::IsMember(names))
        ->allow_extra_args(false)
        ->type_name("NAME");
}

} // namespace batt
