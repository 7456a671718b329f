// SPDX-License-Identifier: MIT-0
// A set of places as a bitmap.
#pragma once

#include "value/set_layout.hpp"

namespace batt {

/// The places of an Indices set as a bitmap of their bounding box, in scratch: whether a place is
/// among them takes a look instead of a search.
class PlaceBits {
public:
    /// `n` is not 0.
    BATT_HD PlaceBits(Lane& lane, const PackedPair* places, uint32_t n)
        : top_(places[0].i()), left_(places[0].j()) {
        int32_t bottom = top_;
        int32_t right = left_;
        for (uint32_t k = 1; k < n; ++k) {
            int32_t i = places[k].i();
            int32_t j = places[k].j();
            top_ = i < top_ ? i : top_;
            left_ = j < left_ ? j : left_;
            bottom = i > bottom ? i : bottom;
            right = j > right ? j : right;
        }
        rows_ = static_cast<uint32_t>(bottom - top_) + 1;
        cols_ = static_cast<uint32_t>(right - left_) + 1;
        uint64_t words = uint64_t{rows_} * cols_ / 64 + 1;
        if (words > 16 + uint64_t{n}) return;
        bits_ = lane.scratch<uint64_t>(words);
        if (bits_ == nullptr) return;
        for (uint64_t word = 0; word < words; ++word) bits_[word] = 0;
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t at = number(places[k]);
            bits_[at >> 6] |= 1ULL << (at & 63);
        }
    }

    /// False when the places are too far apart, or memory was spent; the lane has failed then.
    BATT_HD bool usable() const { return bits_ != nullptr; }

    BATT_HD bool contains(PackedPair place) const {
        if (row(place) >= rows_ || col(place) >= cols_) return false;
        uint32_t at = number(place);
        return (bits_[at >> 6] >> (at & 63) & 1) != 0;
    }

private:
    BATT_HD uint32_t row(PackedPair place) const { return static_cast<uint32_t>(place.i() - top_); }
    BATT_HD uint32_t col(PackedPair place) const {
        return static_cast<uint32_t>(place.j() - left_);
    }
    BATT_HD uint32_t number(PackedPair place) const { return row(place) * cols_ + col(place); }

    int32_t top_;
    int32_t left_;
    uint32_t rows_ = 0;
    uint32_t cols_ = 0;
    uint64_t* bits_ = nullptr;
};

} // namespace batt
