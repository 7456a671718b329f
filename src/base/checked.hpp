// SPDX-License-Identifier: MIT-0
// 64-bit arithmetic that says when it leaves its range.
#pragma once

#include "base/platform.hpp"

namespace batt {

/// r = a + b; false on overflow.
BATT_HD inline bool checked_add(int64_t a, int64_t b, int64_t& r) {
    r = static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    return ((a ^ r) & (b ^ r)) >= 0;
}

/// r = a - b; false on overflow.
BATT_HD inline bool checked_sub(int64_t a, int64_t b, int64_t& r) {
    r = static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
    return ((a ^ b) & (a ^ r)) >= 0;
}

/// r = a * b; false on overflow.
BATT_HD inline bool checked_mul(int64_t a, int64_t b, int64_t& r) {
    r = static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    constexpr int64_t small = 1LL << 31;
    if (a > -small && a < small && b > -small && b < small) return true;
    if (a == 0) return true;
    if (a == -1) return b != INT64_MIN;
    return r / a == b;
}

} // namespace batt
