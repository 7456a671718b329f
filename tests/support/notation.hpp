// SPDX-License-Identifier: MIT-0
// The notation of docs and test vectors: Python's, with fs(...) for frozensets, nested calls
// allowed. `first((1, 2)) => 1`, `first(()) => !StopIteration`.
#pragma once

#include "value/lane.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

namespace batt::testing {

/// The text is not in the notation; a mistake in the test itself.
struct BadNotation : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Evaluates an expression in the lane; a failing call leaves its fault there.
Value evaluate(Lane& lane, std::string_view text);

/// A value in the notation, sets in iteration order, without spaces.
std::string render(const Lane& lane, Value value);

/// The value or "!Class" that `text` comes to.
std::string outcome(Lane& lane, std::string_view text);

/// `text` without spaces, to compare with render().
std::string squeezed(std::string_view text);

} // namespace batt::testing
