// SPDX-License-Identifier: MIT-0
// How a frozenset lies in the arena.
//
//   SetHead
//   uint64_t live[words]      one bit a slot of CPython's table, words = max(1, slots / 64)
//   uint64_t dummies[words]   only with kDummies
//   uint32_t rank[words]      live slots before each word; only with more than one word
//   (padding to 16)
//   entries, in iteration order: PackedPair, PackedCell, or Value followed by their hashes
//
// The bitmap and the packed entries together are the table: the entry in slot s is the one whose
// position is the number of live slots before s. An ordered set (functions) has no bitmap.
#pragma once

#include "value/crew.hpp"
#include "value/hash.hpp"

namespace batt {

/// An element of an Indices set.
struct PackedPair {
    uint32_t bits;

    BATT_HD static PackedPair of(int32_t i, int32_t j) {
        return {static_cast<uint32_t>(static_cast<uint16_t>(i)) |
                static_cast<uint32_t>(static_cast<uint16_t>(j)) << 16};
    }
    BATT_HD int32_t i() const { return static_cast<int16_t>(bits & 0xFFFF); }
    BATT_HD int32_t j() const { return static_cast<int16_t>(bits >> 16); }
    BATT_HD Value value() const { return Value::pair(i(), j()); }
    BATT_HD uint64_t hash() const { return hash_pair(i(), j()); }
    BATT_HOT uint64_t hash(PlaceHashes hashes) const { return hashes(i(), j()); }
    BATT_HOT uint64_t hash(LineHashes lines) const {
        constexpr uint32_t beyond = ~((LineHashes::kInts - 1) * 0x10001);
        return (bits & beyond) == 0 ? lines.place(bits & 0xFFFF, bits >> 16) : hash();
    }
};

/// An element of an Object set.
struct PackedCell {
    uint64_t bits;

    BATT_HD static PackedCell of(int32_t c, int32_t i, int32_t j) {
        return {static_cast<uint64_t>(static_cast<uint16_t>(i)) |
                static_cast<uint64_t>(static_cast<uint16_t>(j)) << 16 |
                static_cast<uint64_t>(static_cast<uint32_t>(c)) << 32};
    }
    BATT_HD int32_t i() const { return static_cast<int16_t>(bits & 0xFFFF); }
    BATT_HD int32_t j() const { return static_cast<int16_t>(bits >> 16 & 0xFFFF); }
    BATT_HD int32_t color() const { return static_cast<int32_t>(bits >> 32); }
    BATT_HD Value value() const { return Value::cell(color(), i(), j()); }
    BATT_HD uint64_t hash() const { return hash_cell(color(), i(), j()); }
    BATT_HOT uint64_t hash(PlaceHashes hashes) const {
        return hashes.cell(color(), hashes(i(), j()));
    }
    BATT_HOT uint64_t hash(LineHashes lines) const {
        constexpr uint64_t beyond = ~((LineHashes::kInts - 1) * 0x100010001ULL);
        if ((bits & beyond) != 0) return hash();
        return lines.cell(static_cast<uint32_t>(bits >> 32),
                          lines.place(bits & 0xFFFF, bits >> 16 & 0xFFFF));
    }
};

BATT_HD inline bool is_packed_pair(Value v) {
    return v.kind() == Kind::Pair && fits16(v.i()) && fits16(v.j());
}
BATT_HD inline bool is_packed_cell(Value v) {
    return v.kind() == Kind::Cell && fits16(v.i()) && fits16(v.j());
}

BATT_HD inline uint32_t bitmap_words(uint32_t slots) {
    return slots <= 64 ? 1 : slots / 64;
}

/// Makes a frozenset's payload up to its entries, of which it returns the place; null when memory
/// is spent. `dummies` may be null.
BATT_HD inline char* lay_out_set(Lane& lane, uint32_t slots, const uint64_t* live,
                                 const uint64_t* dummies, uint64_t entry_bytes, uint32_t& ref) {
    uint32_t words = bitmap_words(slots);
    uint64_t bits_bytes = uint64_t{words} * 8 * (dummies != nullptr ? 2 : 1);
    uint64_t rank_bytes = words > 1 ? uint64_t{words} * 4 : 0;
    uint64_t entries = (sizeof(SetHead) + bits_bytes + rank_bytes + 15) & ~15ULL;
    char* at = lane.make<char>(entries + entry_bytes, ref);
    if (at == nullptr) return nullptr;
    *reinterpret_cast<SetHead*>(at) =
        SetHead{0, static_cast<uint32_t>(entries), static_cast<uint8_t>(lowest_bit64(slots)),
                dummies != nullptr ? SetHead::kDummies : uint8_t{0}, 0};
    uint64_t* bits = reinterpret_cast<uint64_t*>(at + sizeof(SetHead));
    bits[0] = live[0];
    if (dummies != nullptr) {
        each(lane, words, [=](uint32_t word) { bits[words + word] = dummies[word]; });
    }
    if (words > 1) {
        uint32_t* rank = reinterpret_cast<uint32_t*>(at + sizeof(SetHead) + bits_bytes);
        each(lane, words, [=](uint32_t word) {
            bits[word] = live[word];
            rank[word] = popcount64(live[word]);
        });
        add_up(lane, rank, words);
    }
    return at + entries;
}

/// Read access to a frozenset's table.
struct SetView {
    SetHead* head;
    const uint64_t* live;
    const uint64_t* dummies; ///< null when there are none
    const uint32_t* rank;    ///< null when the bitmap is one word
    const char* entries;
    uint32_t length;
    uint32_t mask;
    Kind kind;

    BATT_HD SetView(const Lane& lane, Value set)
        : head(lane.at<SetHead>(set.ref())), live(lane.at<uint64_t>(set.ref() + sizeof(SetHead))),
          dummies(nullptr), rank(nullptr), entries(lane.at<char>(set.ref()) + head->entries),
          length(static_cast<uint32_t>(set.num)), mask((1U << head->log_slots) - 1),
          kind(set.kind()) {
        uint32_t words = bitmap_words(mask + 1);
        const uint64_t* next = live + words;
        if ((head->flags & SetHead::kDummies) != 0) {
            dummies = next;
            next += words;
        }
        if (words > 1) rank = reinterpret_cast<const uint32_t*>(next);
    }

    BATT_HD bool ordered() const { return (head->flags & SetHead::kOrdered) != 0; }
    BATT_HD uint32_t slots() const { return mask + 1; }
    BATT_HD const PackedPair* pairs() const { return reinterpret_cast<const PackedPair*>(entries); }
    BATT_HD const PackedCell* cells() const { return reinterpret_cast<const PackedCell*>(entries); }
    BATT_HD const Value* values() const { return reinterpret_cast<const Value*>(entries); }
    BATT_HD const uint64_t* hashes() const {
        return reinterpret_cast<const uint64_t*>(values() + length);
    }

    BATT_HD Value item(uint32_t k) const {
        if (kind == Kind::Indices) return pairs()[k].value();
        if (kind == Kind::Object) return cells()[k].value();
        return values()[k];
    }
    BATT_HD uint64_t hash(uint32_t k) const {
        if (kind == Kind::Indices) return pairs()[k].hash();
        if (kind == Kind::Object) return cells()[k].hash();
        return hashes()[k];
    }

    BATT_HD bool is_live(uint32_t slot) const { return (live[slot >> 6] >> (slot & 63) & 1) != 0; }
    BATT_HD bool is_dummy(uint32_t slot) const {
        return dummies != nullptr && (dummies[slot >> 6] >> (slot & 63) & 1) != 0;
    }
    /// Position in iteration order of the entry in a live slot.
    BATT_HD uint32_t position(uint32_t slot) const {
        uint32_t word = slot >> 6;
        uint64_t before = live[word] & ((1ULL << (slot & 63)) - 1);
        return popcount64(before) + (rank != nullptr ? rank[word] : 0);
    }
};

/// The slots CPython tries for a hash, one after the other, endlessly.
class Probe {
public:
    BATT_HD Probe(uint64_t hash, uint32_t mask)
        : perturb_(hash), mask_(mask), start_(static_cast<uint32_t>(hash) & mask) {
        begin_run();
    }
    BATT_HD uint32_t slot() const { return start_ + step_; }
    BATT_HD void next() {
        if (++step_ < run_) return;
        perturb_ >>= 5;
        start_ = (start_ * 5 + 1 + static_cast<uint32_t>(perturb_)) & mask_;
        begin_run();
    }

private:
    BATT_HD void begin_run() {
        step_ = 0;
        run_ = start_ + 9 <= mask_ ? 10 : 1;
    }

    uint64_t perturb_;
    uint32_t mask_;
    uint32_t start_;
    uint32_t step_ = 0;
    uint32_t run_ = 1;
};

/// The first empty slot of the probe sequence; `live_from(s)` tells which of the slots from s
/// on are taken, s in the lowest bit.
template <class LiveFrom>
BATT_HD inline uint32_t first_vacant(uint64_t hash, uint32_t mask, LiveFrom live_from) {
    uint64_t perturb = hash;
    uint32_t slot = static_cast<uint32_t>(hash) & mask;
    for (;;) {
        // Ten slots, but one where ten would reach past the end.
        uint32_t past = (mask - 9 - slot) >> 31;
        uint64_t run = 0x3FF >> (9 * past);
        uint64_t vacant = ~live_from(slot) & run;
        if (vacant != 0) return slot + lowest_bit64(vacant);
        perturb >>= 5;
        slot = (slot * 5 + 1 + static_cast<uint32_t>(perturb)) & mask;
    }
}

/// The bits of a bitmap with this last word from one on, that one lowest; any behind the end.
BATT_HD inline uint64_t live_from(const uint64_t* words, uint32_t last, uint32_t from) {
    uint32_t word = from >> 6;
    // No run reaches past the end, so what is read there makes no difference.
    uint64_t after = words[word + (word < last ? 1 : 0)];
    return words[word] >> (from & 63) | after << 1 << (63 - (from & 63));
}

/// The first empty slot of a table with this bitmap.
BATT_HD inline uint32_t vacant_in(const uint64_t* words, uint32_t mask, uint64_t hash) {
    const uint32_t last = mask >> 6;
    return first_vacant(hash, mask,
                        [words, last](uint32_t from) { return live_from(words, last, from); });
}

/// What a slot of a table of numbers holds that nobody has taken.
inline constexpr uint32_t kNobody = 0xFFFFFFFF;

/// CLEAN_INSERT of keys number `first` to `first + n - 1`, in this order; `slots` hold numbers of
/// keys. Those that are there have lower numbers. A crew inserts many at once: a key whose slot has
/// one of a lower number goes on, one of a higher number is sent on. So each comes to the first
/// slot of its probe that no key before it takes, as if they had come one after the other.
template <class HashOf>
BATT_HD inline void place_numbers(const Lane& lane, uint32_t* slots, uint32_t mask, uint32_t first,
                                  uint32_t n, HashOf hash_of) {
    // One loop, a try each time around, whichever key it is for: a worker whose key has a long way
    // does not hold up those who could go on with another.
    auto place_some = [=](uint32_t number, uint32_t workers) {
        for (uint32_t k = number; k < n;) {
            uint32_t key = first + k;
            Probe probe(hash_of(key), mask);
            for (;;) {
                uint32_t slot = probe.slot();
                uint32_t other = take_least(slots + slot, key);
                if (other == kNobody) {
                    k += workers;
                    if (k >= n) return;
                    key = first + k;
                    probe = Probe(hash_of(key), mask);
                    continue;
                }
                if (other > key) {
                    key = other;
                    probe = Probe(hash_of(key), mask);
                    while (probe.slot() != slot) probe.next();
                }
                probe.next();
            }
        }
    };
    if (Crew* crew = crew_for(lane, n)) {
        crew->run(place_some);
    } else {
        place_some(0, 1);
    }
}

/// The bitmap of the slots that are taken in a table of numbers.
BATT_HD inline void note_taken(const Lane& lane, const uint32_t* slots, uint32_t mask,
                               uint64_t* live) {
    const uint32_t in_word = mask < 63 ? mask + 1 : 64;
    each(lane, bitmap_words(mask + 1), [=](uint32_t word) {
        const uint32_t* numbers = slots + uint64_t{word} * 64;
        uint64_t bits = 0;
        for (uint32_t k = 0; k < in_word; k += 4) { // four at a time are fetched in one go
            uint32_t four =
                (numbers[k] != kNobody ? 1U : 0U) | (numbers[k + 1] != kNobody ? 2U : 0U) |
                (numbers[k + 2] != kNobody ? 4U : 0U) | (numbers[k + 3] != kNobody ? 8U : 0U);
            bits |= uint64_t{four} << k;
        }
        live[word] = bits;
    });
}

} // namespace batt
