// SPDX-License-Identifier: MIT-0
// Sets of packed keys that are known to be different.
#pragma once

#include "value/slot_table.hpp"

namespace batt {

/// The slots of a CPython set, in scratch, holding the packed keys themselves: a large set is
/// written slot by slot, but only its bitmap is looked at out of order. A crew, where there are
/// enough keys for one, puts the numbers of keys in slots instead, by which keys that come at the
/// same time agree on them.
template <class Key>
class KeyTable {
public:
    /// A table for the BUILD of `n` keys, and for its COPY if that is wanted.
    BATT_HD KeyTable(Lane& lane, uint32_t n, Layout layout)
        : lane_(lane), hashes_{lane.place_hashes()},
          many_(n > PlaceHashes::kPlaces && hashes_.table != nullptr) {
        uint32_t slots = built_slots(n);
        if (layout == Layout::Freeze && copied_slots(n) > slots) slots = copied_slots(n);
        live_ = lane.scratch<uint64_t>(bitmap_words(slots) + 1);
        keys_ = lane.scratch<Key>(slots);
        if (crew_for(lane, n) == nullptr) return;
        numbers_ = lane.scratch<uint32_t>(slots);
        ranks_ = lane.scratch<uint32_t>(bitmap_words(slots));
    }
    /// False when memory was spent; the lane has failed then.
    BATT_HD bool usable() const { return !lane_.failed(); }

    /// BUILD: adds the keys in this order to an empty set. Reorders them on the way.
    BATT_HD void build(Key* keys, uint32_t n) {
        clear(8);
        for (uint32_t full = keys_to_grow(8); n >= full; full = keys_to_grow(slots())) {
            // All that is left of a table that was outgrown is the order it gave to its keys.
            place(keys, full);
            list(keys);
            clear(grown_slots(full));
        }
        place(keys, n);
    }

    /// Lays the `n` keys out as a COPY would have them; `room` is for all of them.
    BATT_HD void copy(Key* room, uint32_t n) {
        if (copied_slots(n) == slots()) return;
        list(room);
        clear(copied_slots(n));
        place(room, n);
    }

    /// Writes the keys in slot order.
    BATT_HD void list(Key* out) const {
        if (numbered_ != nullptr) {
            list_by_crew(out);
            return;
        }
        const uint64_t* end = live_ + bitmap_words(slots());
        const Key* keys = keys_;
        for (const uint64_t* word = live_; word != end; ++word, keys += 64) {
            for (uint64_t bits = *word; bits != 0; bits &= bits - 1) {
                *out++ = keys[lowest_bit64(bits)];
            }
        }
    }

    /// The key that is iterated first.
    BATT_HD Key first() const {
        const uint64_t* word = live_;
        while (*word == 0) ++word;
        uint64_t slot = static_cast<uint64_t>(word - live_) * 64 + lowest_bit64(*word);
        return numbered_ != nullptr ? numbered_[numbers_[slot]] : keys_[slot];
    }

    /// The frozenset of this layout.
    BATT_HD Value finish(uint32_t n) const {
        uint32_t ref = 0;
        char* out = lay_out_set(lane_, slots(), live_, nullptr, uint64_t{n} * sizeof(Key), ref);
        if (out == nullptr) return Value::none();
        list(reinterpret_cast<Key*>(out));
        return SlotTable::packed_set(keys_, ref, n);
    }

private:
    BATT_HD uint32_t slots() const { return mask_ + 1; }

    BATT_HD void clear(uint32_t slots) {
        mask_ = slots - 1;
        // One word more than needed, so that runs can be read across words without a test.
        uint32_t words = bitmap_words(slots);
        uint64_t* live = live_;
        each(lane_, words + 1, [live](uint32_t word) { live[word] = 0; });
    }

    /// CLEAN_INSERT of one key after the other.
    BATT_HD_CALL void place(const Key* from, uint32_t n) {
        numbered_ = nullptr;
        if (numbers_ != nullptr && crew_for(lane_, n) != nullptr) {
            place_by_crew(from, n);
            return;
        }
        constexpr uint32_t piece = kIsDevice ? 256 : 0xFFFFFFFF; // between looks at the clock
        for (; n > piece && lane_.in_time(); n -= piece, from += piece) place_piece(from, piece);
        place_piece(from, n < piece ? n : piece);
    }

    BATT_HD void place_piece(const Key* from, uint32_t n) {
        if (mask_ < 64) {
            place_few(from, n);
        } else if (hashes_.table != nullptr && come_in_order(from, n)) {
            place_in_order(from, n);
        } else if (many_) {
            place_many(from, n);
        } else {
            place_some(from, n);
        }
    }

    /// To an empty table. The keys stay where they are until they are listed.
    BATT_NOINLINE BATT_HD void place_by_crew(const Key* from, uint32_t n) {
        uint32_t* numbers = numbers_;
        each(lane_, slots(), [numbers](uint32_t slot) { numbers[slot] = kNobody; });
        place_numbers(lane_, numbers, mask_, 0, n,
                      [from, hashes = hashes_](uint32_t k) { return from[k].hash(hashes); });
        note_taken(lane_, numbers, mask_, live_);
        numbered_ = from;
        count_ = n;
    }
    BATT_NOINLINE BATT_HD void list_by_crew(Key* out) const {
        const uint64_t* live = live_;
        const uint32_t* numbers = numbers_;
        const Key* from = numbered_;
        uint32_t* ranks = ranks_;
        // What the numbers stand for is not to be written over before all of it is read.
        Key* to = out == from ? keys_ : out;
        uint32_t words = bitmap_words(slots());
        each(lane_, words, [=](uint32_t word) { ranks[word] = popcount64(live[word]); });
        add_up(lane_, ranks, words);
        each(lane_, slots(), [=](uint32_t slot) {
            uint32_t number = numbers[slot];
            if (number == kNobody) return;
            uint64_t before = live[slot >> 6] & ((1ULL << (slot & 63)) - 1);
            to[ranks[slot >> 6] + popcount64(before)] = from[number];
        });
        if (to != out) each(lane_, count_, [=](uint32_t k) { out[k] = to[k]; });
    }

    /// In a table of one word.
    BATT_HD void place_few(const Key* from, uint32_t n) {
        const uint32_t mask = mask_;
        const PlaceHashes hashes = hashes_;
        Key* keys = keys_;
        uint64_t live = live_[0];
        for (uint32_t k = 0; k < n; ++k) {
            const Key key = from[k];
            uint32_t slot = first_vacant(key.hash(hashes), mask,
                                         [live](uint32_t first) { return live >> first; });
            live |= 1ULL << slot;
            keys[slot] = key;
        }
        live_[0] = live;
    }

    /// In a table of a few words, one of which was written just now.
    BATT_HD void place_some(const Key* from, uint32_t n) {
        const uint32_t mask = mask_;
        const PlaceHashes hashes = hashes_;
        Key* keys = keys_;
        uint64_t* words = live_;
        for (uint32_t k = 0; k < n; ++k) {
            const Key key = from[k];
            const uint64_t hash = key.hash(hashes);
            uint32_t slot = static_cast<uint32_t>(hash) & mask;
            // That a key's first slot is empty is a good guess, and need not wait for what was
            // written last.
            if ((words[slot >> 6] >> (slot & 63) & 1) != 0) {
                slot = vacant_slot(hash);
            }
            words[slot >> 6] |= 1ULL << (slot & 63);
            keys[slot] = key;
        }
    }

    /// In a table where guesses about slots and hashes go wrong too often.
    BATT_HD void place_many(const Key* from, uint32_t n) {
        const uint32_t mask = mask_;
        const LineHashes hashes = hashes_.lines();
        Key* keys = keys_;
        uint64_t* words = live_;
        for (uint32_t k = 0; k < n; ++k) {
            const Key key = from[k];
            const uint64_t hash = key.hash(hashes);
            uint32_t slot = static_cast<uint32_t>(hash) & mask;
            const uint64_t live = words[slot >> 6];
            const uint32_t ahead = steps_to_vacant(~live, slot);
            if (is_in_run(slot, ahead)) {
                slot += ahead;
                words[slot >> 6] = live | 1ULL << (slot & 63);
            } else {
                slot = vacant_slot(hash);
                words[slot >> 6] |= 1ULL << (slot & 63);
            }
            keys[slot] = key;
        }
    }

    /// Keys most of which go to the word of the one before, which is at hand.
    BATT_HD void place_in_order(const Key* from, uint32_t n) {
        const uint32_t mask = mask_;
        const LineHashes hashes = hashes_.lines();
        Key* keys = keys_;
        uint64_t* words = live_;
        uint32_t at = 0;
        uint64_t vacant = ~words[0];
        auto turn_to = [&](uint32_t word) {
            at = word;
            vacant = ~words[word];
        };
        for (uint32_t k = 0; k < n; ++k) {
            const Key key = from[k];
            const uint64_t hash = key.hash(hashes);
            uint32_t slot = static_cast<uint32_t>(hash) & mask;
            if (slot >> 6 != at) {
                words[at] = ~vacant;
                turn_to(slot >> 6);
            }
            const uint32_t ahead = steps_to_vacant(vacant, slot);
            if (is_in_run(slot, ahead)) {
                slot += ahead;
            } else {
                words[at] = ~vacant;
                slot = vacant_slot(hash);
                turn_to(slot >> 6);
            }
            vacant &= ~(1ULL << (slot & 63));
            keys[slot] = key;
        }
        words[at] = ~vacant;
    }

    /// Whether keys seem to come in the order of their slots, as those of another set do.
    BATT_HD bool come_in_order(const Key* from, uint32_t n) const {
        constexpr uint32_t few = 8;
        if (n < 8 * few) return false;
        const Key* some = from + n / 2;
        const LineHashes hashes = hashes_.lines();
        uint32_t last = static_cast<uint32_t>(some[0].hash(hashes)) & mask_;
        uint32_t near = 0;
        for (uint32_t k = 1; k < few; ++k) {
            uint32_t slot = static_cast<uint32_t>(some[k].hash(hashes)) & mask_;
            near += slot - last + 16 < 64 ? 1 : 0;
            last = slot;
        }
        return near > few / 2;
    }

    /// How far it is from a slot to a vacant one of the same word; at least to the word's end if
    /// there is none.
    BATT_HD static uint32_t steps_to_vacant(uint64_t vacant, uint32_t slot) {
        return lowest_bit64(vacant >> (slot & 63) | 1ULL << 63);
    }
    /// Whether so many steps stay within the first run of a probe.
    BATT_HD bool is_in_run(uint32_t slot, uint32_t steps) const {
        return steps < 10 && slot + 9 <= mask_;
    }
    BATT_HD uint32_t vacant_slot(uint64_t hash) const {
        const uint64_t* words = live_;
        return first_vacant(hash, mask_,
                            [words](uint32_t first) { return bits_from(words, first); });
    }

    Lane& lane_;
    PlaceHashes hashes_;
    bool many_; ///< too many for all of their places to be known
    uint64_t* live_;
    Key* keys_;
    uint32_t* numbers_ = nullptr;   ///< by slot; for a crew
    uint32_t* ranks_ = nullptr;     ///< of the keys of a word's slots; for a crew
    const Key* numbered_ = nullptr; ///< the keys that the numbers mean; null: keys are in slots
    uint32_t count_ = 0;            ///< of them
    uint32_t mask_ = 7;
};

/// The frozenset of packed keys that come in this order and are all different. Reorders them.
template <class Key>
BATT_HD_CALL inline Value make_distinct(Lane& lane, Key* keys, uint32_t n, Layout layout) {
    if (n == 0) return Value::empty_set();
    if (n <= kFewKeys) {
        return small_set(lane, keys, n, [keys](uint32_t k) { return keys[k].hash(); });
    }
    Scratch scope(lane);
    KeyTable<Key> table(lane, n, layout);
    if (!table.usable()) return Value::none();
    table.build(keys, n);
    if (layout == Layout::Freeze) table.copy(keys, n);
    return table.finish(n);
}

} // namespace batt
