// SPDX-License-Identifier: MIT-0
#pragma once

#include "value/lane.hpp"

#include <optional>

namespace batt {

/// A hash of what a value is made of. Values that only identity tells apart have the same: kind,
/// content, the layout of sets, and of a closure what it captured. None for a value of too many
/// parts.
std::optional<uint64_t> content_hash(const Lane& lane, Value value);

} // namespace batt
