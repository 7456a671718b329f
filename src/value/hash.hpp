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
/// An int far below the modulus, such as any coordinate, is its own hash but for -1.
BATT_HD inline uint64_t hash_int(int32_t n) {
    return static_cast<uint64_t>(int64_t{n} - (n == -1 ? 1 : 0));
}

/// None is hashed by address in CPython 3.11; this constant reproduces its usual order.
inline constexpr uint64_t kHashNone = 0x05BBE;

inline constexpr uint64_t kTupleHashStart = 2870177450012600261ULL;

/// What an element adds to the tuple hash before it is mixed.
BATT_HD inline uint64_t tuple_hash_share(uint64_t element) {
    return element * 14029467366897019727ULL;
}
BATT_HD inline uint64_t tuple_hash_mix(uint64_t acc) {
    return (acc << 31 | acc >> 33) * 11400714785074694791ULL;
}
/// One element's round of the tuple hash.
BATT_HD inline uint64_t tuple_hash_add(uint64_t acc, uint64_t element) {
    return tuple_hash_mix(acc + tuple_hash_share(element));
}

BATT_HD inline uint64_t tuple_hash_end(uint64_t acc, uint64_t length) {
    acc += length ^ (kTupleHashStart ^ 3527539ULL);
    return acc == ~0ULL ? 1546275796ULL : acc;
}

template <class Int>
BATT_HD inline uint64_t hash_pair(Int i, Int j) {
    uint64_t acc = tuple_hash_add(kTupleHashStart, hash_int(i));
    return tuple_hash_end(tuple_hash_add(acc, hash_int(j)), 2);
}

template <class Int>
BATT_HD inline uint64_t hash_cell(Int c, Int i, Int j) {
    uint64_t acc = tuple_hash_add(kTupleHashStart, hash_int(c));
    return tuple_hash_end(tuple_hash_add(acc, hash_pair(i, j)), 2);
}

/// The hash of (c, p) for a place p with this hash.
BATT_HD inline uint64_t hash_cell_at(int32_t c, uint64_t place) {
    uint64_t acc = tuple_hash_add(kTupleHashStart, hash_int(c));
    return tuple_hash_end(tuple_hash_add(acc, place), 2);
}

/// Hashes of places and cells put together from what is known of their ints, which are not
/// negative and below kInts.
struct LineHashes {
    static constexpr uint32_t kInts = 1024;

    const uint64_t* begun;  ///< the hash of a tuple after its first int
    const uint64_t* shares; ///< what an int adds to one

    BATT_HD static void fill(uint64_t* begun, uint64_t* shares) {
        for (uint32_t k = 0; k < kInts; ++k) {
            begun[k] = tuple_hash_add(kTupleHashStart, k);
            shares[k] = tuple_hash_share(k);
        }
    }

    BATT_HD uint64_t place(uint32_t i, uint32_t j) const {
        return tuple_hash_end(tuple_hash_mix(begun[i] + shares[j]), 2);
    }
    /// The hash of (c, p) for a place p with this hash.
    BATT_HD uint64_t cell(uint32_t c, uint64_t place) const {
        return tuple_hash_end(tuple_hash_add(begun[c], place), 2);
    }
};

/// The hashes of places, looked up where they are known: those of (i, j) with both from -1 to 30.
/// What else the table knows is less, but still helps.
struct PlaceHashes {
    static constexpr uint32_t kSide = 32;
    static constexpr uint32_t kPlaces = kSide * kSide;
    /// The length of the table: places, then both tables of LineHashes.
    static constexpr uint32_t kSize = kPlaces + 2 * LineHashes::kInts;

    const uint64_t* table; ///< of (i, j) at 32 * (i + 1) + j + 1, or null

    BATT_HOT uint64_t operator()(int32_t i, int32_t j) const {
        uint32_t row = static_cast<uint32_t>(i + 1);
        uint32_t col = static_cast<uint32_t>(j + 1);
        if (table != nullptr && (row | col) < kSide) return table[row * kSide | col];
        return hash_pair(i, j);
    }
    /// The hash of (c, p) for a place p with this hash.
    BATT_HOT uint64_t cell(int32_t c, uint64_t place) const {
        uint32_t color = static_cast<uint32_t>(c);
        bool known = table != nullptr && color < LineHashes::kInts;
        return known ? lines().cell(color, place) : hash_cell_at(c, place);
    }
    /// Only if there is a table.
    BATT_HD LineHashes lines() const {
        return {table + kPlaces, table + kPlaces + LineHashes::kInts};
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
