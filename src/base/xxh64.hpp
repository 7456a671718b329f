// SPDX-License-Identifier: MIT-0
// XXH64 of a text that is made piece by piece, on either side. The host has a library for it;
// device code has none, and the text of a value need not be kept to be hashed.
#pragma once

#include "base/platform.hpp"

namespace batt {

class Xxh64 {
public:
    /// Most bytes one piece can have.
    static constexpr uint32_t kPiece = 64;

    /// Where the next bytes go, at most kPiece; then say where they ended.
    BATT_HD char* room() { return buffer_ + filled_; }
    BATT_HD void advance(const char* end) {
        filled_ = static_cast<uint32_t>(end - buffer_);
        if (filled_ < kStripe) return;
        uint32_t done = 0;
        for (; done + kStripe <= filled_; done += kStripe) {
            for (uint32_t k = 0; k < 4; ++k) lanes_[k] = round(lanes_[k], word(done + 8 * k));
        }
        total_ += done;
        filled_ -= done;
        for (uint32_t k = 0; k < filled_; ++k) buffer_[k] = buffer_[done + k];
    }

    BATT_HD uint64_t size() const { return total_ + filled_; }

    BATT_HD uint64_t digest() const {
        uint64_t h = kPrime5;
        if (total_ > 0) {
            h = rotate(lanes_[0], 1) + rotate(lanes_[1], 7) + rotate(lanes_[2], 12) +
                rotate(lanes_[3], 18);
            for (uint64_t lane : lanes_) h = (h ^ round(0, lane)) * kPrime1 + kPrime4;
        }
        h += size();
        uint32_t at = 0;
        for (; at + 8 <= filled_; at += 8) {
            h = rotate(h ^ round(0, word(at)), 27) * kPrime1 + kPrime4;
        }
        if (at + 4 <= filled_) {
            h = rotate(h ^ half(at) * kPrime1, 23) * kPrime2 + kPrime3;
            at += 4;
        }
        for (; at < filled_; ++at) h = rotate(h ^ byte(at) * kPrime5, 11) * kPrime1;
        h = (h ^ h >> 33) * kPrime2;
        h = (h ^ h >> 29) * kPrime3;
        return h ^ h >> 32;
    }

private:
    static constexpr uint32_t kStripe = 32;
    static constexpr uint64_t kPrime1 = 0x9E3779B185EBCA87ULL;
    static constexpr uint64_t kPrime2 = 0xC2B2AE3D27D4EB4FULL;
    static constexpr uint64_t kPrime3 = 0x165667B19E3779F9ULL;
    static constexpr uint64_t kPrime4 = 0x85EBCA77C2B2AE63ULL;
    static constexpr uint64_t kPrime5 = 0x27D4EB2F165667C5ULL;

    BATT_HD static uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }
    BATT_HD static uint64_t round(uint64_t lane, uint64_t input) {
        return rotate(lane + input * kPrime2, 31) * kPrime1;
    }
    BATT_HD uint64_t byte(uint32_t at) const { return static_cast<uint8_t>(buffer_[at]); }
    BATT_HD uint64_t half(uint32_t at) const {
        return byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16 | byte(at + 3) << 24;
    }
    BATT_HD uint64_t word(uint32_t at) const { return half(at) | half(at + 4) << 32; }

    uint64_t lanes_[4] = {kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1};
    uint64_t total_ = 0; ///< bytes in stripes already taken
    uint32_t filled_ = 0;
    char buffer_[kStripe + kPiece];
};

} // namespace batt
