// SPDX-License-Identifier: MIT-0
#pragma once

#include <cstdint>

namespace batt {

/// Adds a word to a hash. For tables in memory only: nothing that is written down depends on it.
inline uint64_t mix_hash(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 29;
}

} // namespace batt
