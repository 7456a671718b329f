// SPDX-License-Identifier: MIT-0
// The constants of the language.
#pragma once

#include "dsl/registry.hpp"

namespace batt::dsl {

inline constexpr Constant kConstants[] = {
    {"F", Value::boolean(false)},       {"T", Value::boolean(true)},
    {"ZERO", Value::integer(0)},        {"ONE", Value::integer(1)},
    {"TWO", Value::integer(2)},         {"THREE", Value::integer(3)},
    {"FOUR", Value::integer(4)},        {"FIVE", Value::integer(5)},
    {"SIX", Value::integer(6)},         {"SEVEN", Value::integer(7)},
    {"EIGHT", Value::integer(8)},       {"NINE", Value::integer(9)},
    {"TEN", Value::integer(10)},        {"NEG_ONE", Value::integer(-1)},
    {"NEG_TWO", Value::integer(-2)},    {"DOWN", Value::pair(1, 0)},
    {"RIGHT", Value::pair(0, 1)},       {"UP", Value::pair(-1, 0)},
    {"LEFT", Value::pair(0, -1)},       {"ORIGIN", Value::pair(0, 0)},
    {"UNITY", Value::pair(1, 1)},       {"NEG_UNITY", Value::pair(-1, -1)},
    {"UP_RIGHT", Value::pair(-1, 1)},   {"DOWN_LEFT", Value::pair(1, -1)},
    {"ZERO_BY_TWO", Value::pair(0, 2)}, {"TWO_BY_ZERO", Value::pair(2, 0)},
    {"TWO_BY_TWO", Value::pair(2, 2)},  {"THREE_BY_THREE", Value::pair(3, 3)},
};

} // namespace batt::dsl
