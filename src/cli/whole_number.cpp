// SPDX-License-Identifier: MIT-0
#include "cli/whole_number.hpp"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdlib>
#include <string>

namespace batt {

CLI::Validator whole_number(uint64_t least, uint64_t most) {
    return CLI::Validator(
        [least, most](std::string& text) {
            // As the library reads it, but without what that lets pass.
            char* end = nullptr;
            errno = 0;
            uint64_t number = std::strtoull(text.c_str(), &end, 0);
            bool good = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 &&
                        number >= least && number <= most;
            return good ? std::string()
                        : "'" + text + "' is no whole number from " + std::to_string(least) +
                              " to " + std::to_string(most);
        },
        "");
}

} // namespace batt
