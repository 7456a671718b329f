// SPDX-License-Identifier: MIT-0
#pragma once

#include "value/fault.hpp"
#include "value/value.hpp"

namespace batt {

/// What a failing line does to its solver.
enum class Policy : uint8_t {
    Strict, ///< ends it
    Safe,   ///< its value becomes the default of its function's return type, and the solver goes on
};

/// The value a solver returned, or how it failed.
struct Outcome {
    Value value; ///< lives in the lane it was computed in, until that is used for the next
    Fault fault = Fault::None;

    bool failed() const { return fault != Fault::None; }
};

} // namespace batt
