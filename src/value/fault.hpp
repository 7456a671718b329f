// SPDX-License-Identifier: MIT-0
#pragma once

#include "base/platform.hpp"

namespace batt {

/// How an evaluation failed: the class Python would have raised, or a spent budget.
enum class Fault : uint8_t {
    None,
    TypeError,
    ValueError,
    IndexError,
    KeyError,
    AttributeError,
    StopIteration,
    RuntimeError,
    ZeroDivisionError,
    RecursionError,
    Limit, ///< steps, bytes, nesting or 64-bit range exhausted
};

inline constexpr int kFaultCount = 11;

/// The Python class name ("TypeError", ...); "Limit" for a spent budget, "" for None.
constexpr const char* fault_name(Fault fault) {
    constexpr const char* names[kFaultCount] = {"",
                                                "TypeError",
                                                "ValueError",
                                                "IndexError",
                                                "KeyError",
                                                "AttributeError",
                                                "StopIteration",
                                                "RuntimeError",
                                                "ZeroDivisionError",
                                                "RecursionError",
                                                "Limit"};
    return names[static_cast<int>(fault)];
}

} // namespace batt
