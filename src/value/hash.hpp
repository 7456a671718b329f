// SPDX-License-Identifier: MIT-0
// CPython 3.11's hashes of ints, tuples and frozensets.
#pragma once

#include "base/platform.hpp"

namespace batt {

BATT_HD inline uint64_t hash_int(int64_t n) {
    constexpr uint64_t modulus = (1ULL << 61) - 1;
    uint64_t magnitude = n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n);
    if (magnitude >= modulus) magnitude %= modulus;
    if (n >= 0) return magnitude;
    return magnitude == 1 ? static_cast<uint64_t>(-2) : 0 - magnitude;
}

/// None is hashed by address in CPython 3.11; this constant reproduces its usual order.
inline constexpr uint64_t kHashNone = 0x05BBE;

inline constexpr uint64_t kTupleHashStart = 2870177450012600261ULL;

/// One element's round of the tuple hash.
BATT_HD inline uint64_t tuple_hash_add(uint64_t acc, uint64_t element) {
    acc += element * 14029467366897019727ULL;
    acc = acc << 31 | acc >> 33;
    return acc * 11400714785074694791ULL;
}

BATT_HD inline uint64_t tuple_hash_end(uint64_t acc, uint64_t length) {
    acc += length ^ (kTupleHashStart ^ 3527539ULL);
    return acc == ~0ULL ? 1546275796ULL : acc;
}

BATT_HD inline uint64_t hash_pair(int64_t i, int64_t j) {
    uint64_t acc = tuple_hash_add(kTupleHashStart, hash_int(i));
    return tuple_hash_end(tuple_hash_add(acc, hash_int(j)), 2);
}

BATT_HD inline uint64_t hash_cell(int64_t c, int64_t i, int64_t j) {
    uint64_t acc = tuple_hash_add(kTupleHashStart, hash_int(c));
    return tuple_hash_end(tuple_hash_add(acc, hash_pair(i, j)), 2);
}

/// The hash of (c, p) for a place p with this hash.
BATT_HD inline uint64_t hash_cell_at(int64_t c, uint64_t place) {
    uint64_t acc = tuple_hash_add(kTupleHashStart, hash_int(c));
    return tuple_hash_end(tuple_hash_add(acc, place), 2);
}

/// The hashes of places, looked up where they are known: those of (i, j) with both from -1 to 30.
struct PlaceHashes {
    const uint64_t* table; ///< at 32 * (i + 1) + j + 1, or null

    BATT_HD uint64_t operator()(int32_t i, int32_t j) const {
        uint32_t row = static_cast<uint32_t>(i + 1);
        uint32_t col = static_cast<uint32_t>(j + 1);
        if (table != nullptr && (row | col) < 32) return table[row << 5 | col];
        return hash_pair(i, j);
    }
};

/// One element's share of the frozenset hash; shares are XORed in any order.
BATT_HD inline uint64_t set_hash_mix(uint64_t element) {
    return ((element ^ 89869747ULL) ^ (element << 16)) * 3644798167ULL;
}

BATT_HD inline uint64_t set_hash_end(uint64_t acc, uint64_t length) {
    acc ^= (length + 1) * 1927868237ULL;
    acc ^= (acc >> 11) ^ (acc >> 25);
    acc = acc * 69069ULL + 907133923ULL;
    return acc == ~0ULL ? 590923713ULL : acc;
}

} // namespace batt
