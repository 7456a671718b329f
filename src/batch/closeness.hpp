// SPDX-License-Identifier: MIT-0
#pragma once

#include "value/container.hpp"

namespace batt::batch {

/// A differ's result as a closeness: an int, or a pair led by one, but no bool, brought into
/// 0..1000; 0 for any other value.
BATT_HD inline uint16_t closeness_of(const Lane& lane, Value value) {
    if (value.is_tuple() && length(value) == 2) value = item(lane, value, 0);
    if (value.kind() != Kind::Int || value.num < 0) return 0;
    return static_cast<uint16_t>(value.num < 1000 ? value.num : 1000);
}

} // namespace batt::batch
