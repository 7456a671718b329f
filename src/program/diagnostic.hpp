// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/lexer.hpp"

#include <string>
#include <string_view>

namespace batt {

/// One thing wrong with a file: where, what stands there, and what was expected.
struct Diagnostic {
    std::string file;
    int line = 0;
    int column = 0;
    std::string message;

    /// "file:line:column: message"
    std::string text() const;
};

/// Source text in quotes, shortened and with everything unprintable escaped.
std::string quoted(std::string_view text);

/// What stands at a token, for a diagnostic.
std::string found(const Token& token);

} // namespace batt
