// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/program.hpp"

#include <string_view>

namespace batt {

/// What a word of the language stands for, a constant or a primitive; null for any other.
const Operand* find_word(std::string_view name);

/// Whether Python keeps a word for itself.
bool is_keyword(std::string_view word);

} // namespace batt
