// SPDX-License-Identifier: MIT-0
// Laying out sets whose keys are known to be different: there only the hashes matter.
#pragma once

#include "value/set.hpp"

namespace batt {

/// The table size RESIZE takes.
BATT_HD inline uint32_t slots_for(uint64_t want) {
    uint64_t slots = 8;
    while (slots <= want) slots *= 2;
    return static_cast<uint32_t>(slots);
}

/// The number of keys at which a table grows.
BATT_HD inline uint32_t keys_to_grow(uint32_t slots) {
    return (3 * (slots - 1) + 4) / 5;
}
/// The size to which a table of so many keys grows.
BATT_HD inline uint32_t grown_slots(uint32_t keys) {
    return slots_for((keys <= 50000 ? 4 : 2) * uint64_t{keys});
}
/// The size of the table of a BUILD.
BATT_HD inline uint32_t built_slots(uint32_t keys) {
    uint32_t slots = 8;
    while (keys >= keys_to_grow(slots)) slots = grown_slots(keys_to_grow(slots));
    return slots;
}
/// The size of the table of a COPY.
BATT_HD inline uint32_t copied_slots(uint32_t keys) {
    return keys < 5 ? 8 : slots_for(2 * uint64_t{keys});
}

/// The bits of a bitmap from one on, that one lowest; reads the word behind it, too.
BATT_HD inline uint64_t bits_from(const uint64_t* words, uint32_t from) {
    const uint64_t* word = words + (from >> 6);
    return word[0] >> (from & 63) | word[1] << 1 << (63 - (from & 63));
}

/// The slots of a CPython set, in scratch, holding numbers (ids) of keys. The caller sees to it
/// that no key is put in twice, and gives the hashes by id.
class SlotTable {
public:
    /// Ids have 16 bits.
    static constexpr uint32_t kMost = 0xFFFF;

    /// A table that BUILD and COPY of up to `most` keys fit in, and MERGE of eight more.
    BATT_HD SlotTable(Lane& lane, uint32_t most) {
        uint32_t slots = slots_for(4 * uint64_t{most} + 16);
        live_ = lane.scratch<uint64_t>(bitmap_words(slots) + 1);
        ids_ = lane.scratch<uint16_t>(slots);
    }
    /// False when memory was spent; the lane has failed then.
    BATT_HD bool usable() const { return live_ != nullptr && ids_ != nullptr; }

    BATT_HD uint32_t slots() const { return mask_ + 1; }
    /// Which slots are taken, in a table of at most 64.
    BATT_HD uint64_t live() const { return live_[0]; }

    /// The bitmap of taken slots.
    BATT_HD const uint64_t* live_words() const { return live_; }

    /// Starts anew with this many empty slots.
    BATT_HD void clear(uint32_t slots) {
        mask_ = slots - 1;
        // One word more than needed, so that runs can be read across words without a test.
        uint32_t words = bitmap_words(slots);
        for (uint32_t word = 0; word <= words; ++word) live_[word] = 0;
    }

    /// What may be placed.
    struct Candidate {
        uint32_t id;
        uint64_t hash;
        bool wanted; ///< false: nothing is done. No branch is spent on it.
    };

    /// CLEAN_INSERT of one key after the other: next(0) .. next(n - 1). Also ADD of absent keys to
    /// a table that need not grow.
    template <class Next>
    BATT_HD void place(uint32_t n, Next next) {
        const uint32_t mask = mask_;
        uint16_t* ids = ids_;
        uint64_t* words = live_;
        if (mask >= 64) {
            for (uint32_t k = 0; k < n; ++k) {
                const Candidate key = next(k);
                uint32_t slot = static_cast<uint32_t>(key.hash) & mask;
                if ((words[slot >> 6] >> (slot & 63) & 1) != 0) {
                    slot = first_vacant(key.hash, mask,
                                        [words](uint32_t from) { return bits_from(words, from); });
                }
                words[slot >> 6] |= static_cast<uint64_t>(key.wanted) << (slot & 63);
                ids[slot] = static_cast<uint16_t>(key.id);
            }
            return;
        }
        uint64_t live = words[0];
        for (uint32_t k = 0; k < n; ++k) {
            const Candidate key = next(k);
            uint32_t slot =
                first_vacant(key.hash, mask, [live](uint32_t from) { return live >> from; });
            live |= static_cast<uint64_t>(key.wanted) << slot;
            ids[slot] = static_cast<uint16_t>(key.id);
        }
        words[0] = live;
    }

    /// ADD of one key after the other to a table that need not grow; returns how many were absent.
    template <class Next>
    BATT_HD uint32_t place_absent(uint32_t n, Next next) {
        const uint32_t mask = mask_;
        uint16_t* ids = ids_;
        uint64_t* words = live_;
        uint32_t at = 0;
        uint64_t live = words[0]; // the word of the bitmap that is at hand
        auto turn_to = [&](uint32_t word) {
            if (word == at) return;
            words[at] = live;
            at = word;
            live = words[word];
        };
        uint32_t absent = 0;
        for (uint32_t k = 0; k < n; ++k) {
            const Candidate key = next(k);
            Probe probe(key.hash, mask);
            uint32_t slot = probe.slot();
            turn_to(slot >> 6);
            while ((live >> (slot & 63) & 1) != 0 && ids[slot] != key.id) {
                probe.next();
                slot = probe.slot();
                turn_to(slot >> 6);
            }
            if ((live >> (slot & 63) & 1) != 0) continue;
            live |= 1ULL << (slot & 63);
            ids[slot] = static_cast<uint16_t>(key.id);
            ++absent;
        }
        words[at] = live;
        return absent;
    }

    /// CLEAN_INSERT of a list of keys.
    BATT_HD void place_all(const uint16_t* ids, uint32_t n, const uint64_t* hashes) {
        place(n, [=](uint32_t k) { return Candidate{ids[k], hashes[ids[k]], true}; });
    }

    /// Puts a key in a slot that is known to be its own.
    BATT_HD void occupy(uint32_t slot, uint32_t id) {
        live_[slot >> 6] |= 1ULL << (slot & 63);
        ids_[slot] = static_cast<uint16_t>(id);
    }

    /// Calls `visit(id)` in slot order.
    template <class Visit>
    BATT_HD void each(Visit visit) const {
        const uint64_t* word = live_;
        const uint64_t* end = word + bitmap_words(slots());
        for (const uint16_t* ids = ids_; word != end; ++word, ids += 64) {
            for (uint64_t bits = *word; bits != 0; bits &= bits - 1) {
                visit(uint32_t{ids[lowest_bit64(bits)]});
            }
        }
    }

    /// Writes the ids in slot order; returns their number.
    BATT_HD uint32_t list(uint16_t* ids) const {
        uint32_t n = 0;
        each([&](uint32_t id) { ids[n++] = static_cast<uint16_t>(id); });
        return n;
    }

    /// BUILD: adds the keys in this order to an empty set. Reorders `ids` on the way.
    BATT_HD void build(uint16_t* ids, uint32_t n, const uint64_t* hashes) {
        clear(8);
        for (;;) {
            uint32_t full = keys_to_grow(slots());
            if (n < full) break;
            // All that is left of a table that was outgrown is the order it gave to its keys.
            place_all(ids, full, hashes);
            list(ids);
            clear(grown_slots(full));
        }
        place_all(ids, n, hashes);
    }

    /// The same for keys 0 .. n - 1; `room` is for their ids.
    BATT_HD void build_all(uint32_t n, const uint64_t* hashes, uint16_t* room) {
        clear(8);
        uint32_t listed = 0; // the first so many keys are in `room`, in another order
        auto next = [&](uint32_t k) {
            uint32_t id = k < listed ? room[k] : k;
            return Candidate{id, hashes[id], true};
        };
        for (uint32_t full = keys_to_grow(8); n >= full; full = keys_to_grow(slots())) {
            place(full, next);
            listed = list(room);
            clear(grown_slots(full));
        }
        place(n, next);
    }

    /// Lays this table's `n` keys out as its COPY would have them; `room` is for `n` ids.
    BATT_HD void copy(uint32_t n, const uint64_t* hashes, uint16_t* room) {
        uint32_t slots = copied_slots(n);
        if (slots != mask_ + 1) resize(slots, hashes, room);
    }

    /// Lays all keys out anew in this many slots; `room` is for their ids.
    BATT_HD void resize(uint32_t slots, const uint64_t* hashes, uint16_t* room) {
        uint32_t n = list(room);
        clear(slots);
        place_all(room, n, hashes);
    }

    /// The frozenset of this layout; keys by id.
    template <class Key>
    BATT_HD Value finish(Lane& lane, uint32_t n, const Key* keys) const {
        uint32_t ref = 0;
        Key* out = reinterpret_cast<Key*>(lay_out(lane, uint64_t{n} * sizeof(Key), ref));
        if (out == nullptr) return Value::none();
        each([&](uint32_t id) { *out++ = keys[id]; });
        return packed_set(keys, ref, n);
    }

    /// The frozenset of this layout; keys, which are sets of one kind, and their hashes by id.
    BATT_HD Value finish(Lane& lane, uint32_t n, const Value* sets, const uint64_t* hashes) const {
        uint32_t ref = 0;
        char* room = lay_out(lane, uint64_t{n} * (sizeof(Value) + sizeof(uint64_t)), ref);
        if (room == nullptr) return Value::none();
        Value* out = reinterpret_cast<Value*>(room);
        uint64_t* out_hashes = reinterpret_cast<uint64_t*>(out + n);
        each([&](uint32_t id) {
            *out++ = sets[id];
            *out_hashes++ = hashes[id];
        });
        return {Kind::Set, 0, static_cast<uint16_t>(sets[0].depth() + 1), ref, n};
    }

    /// The value of a set of these keys at `ref`.
    BATT_HD static Value packed_set(const PackedPair*, uint32_t ref, uint32_t n) {
        return {Kind::Indices, 0, 2, ref, n};
    }
    BATT_HD static Value packed_set(const PackedCell*, uint32_t ref, uint32_t n) {
        return {Kind::Object, 0, 3, ref, n};
    }

private:
    BATT_HD char* lay_out(Lane& lane, uint64_t entry_bytes, uint32_t& ref) const {
        return lay_out_set(lane, slots(), live_, nullptr, entry_bytes, ref);
    }

    uint64_t* live_;
    uint16_t* ids_;
    uint32_t mask_ = 7;
};

/// How a set comes out of a sequence: FSET is a BUILD, FREEZE(SETOF) a COPY of one.
enum class Layout : uint8_t { Build, Freeze };

/// Sets of so few keys have never grown, whatever their layout; most components are that small.
inline constexpr uint32_t kFewKeys = 4;

/// The set of at most kFewKeys keys, which are all different; `hash_of(k)` gives their hashes.
template <class Key, class HashOf>
BATT_HD inline Value small_set(Lane& lane, const Key* keys, uint32_t n, HashOf hash_of) {
    struct Payload {
        SetHead head;
        uint64_t live;
        uint64_t unused;
    };
    uint64_t live = 0;
    uint32_t ids = 0; // by slot, 4 bits each
    for (uint32_t k = 0; k < n; ++k) {
        uint32_t slot = first_vacant(hash_of(k), 7, [live](uint32_t from) { return live >> from; });
        live |= 1ULL << slot;
        ids |= k << 4 * slot;
    }
    uint32_t ref = 0;
    char* room = lane.make<char>(sizeof(Payload) + n * sizeof(Key), ref);
    if (room == nullptr) return Value::none();
    *reinterpret_cast<Payload*>(room) = {{0, sizeof(Payload), 3, 0, 0}, live, 0};
    Key* out = reinterpret_cast<Key*>(room + sizeof(Payload));
    for (; live != 0; live &= live - 1) *out++ = keys[ids >> 4 * lowest_bit64(live) & 15];
    return SlotTable::packed_set(keys, ref, n);
}

/// Makes frozensets one after the other, each of keys that come in this order and are all
/// different.
class DistinctSets {
public:
    /// `most`: the size of the largest set; at most SlotTable::kMost.
    BATT_HD DistinctSets(Lane& lane, uint32_t most)
        : lane_(lane), ids_(lane.scratch<uint16_t>(most)), table_(lane, most) {}
    /// False when memory was spent; the lane has failed then.
    BATT_HD bool usable() const { return ids_ != nullptr && table_.usable(); }

    /// A set of packed keys.
    template <class Key>
    BATT_HD Value make(const Key* keys, const uint64_t* hashes, uint32_t n, Layout layout) {
        if (n == 0) return Value::empty_set();
        if (n <= kFewKeys) {
            return small_set(lane_, keys, n, [hashes](uint32_t k) { return hashes[k]; });
        }
        lay_out(hashes, n, layout);
        return table_.finish(lane_, n, keys);
    }
    /// A set of packed keys that knows its hash.
    template <class Key>
    BATT_HD Value make(const Key* keys, const uint64_t* hashes, uint32_t n, Layout layout,
                       uint64_t hash) {
        Value set = make(keys, hashes, n, layout);
        if (n == 0 || lane_.failed()) return set;
        SetHead* head = lane_.at<SetHead>(set.ref());
        head->hash = hash;
        head->flags = SetHead::kHashed;
        return set;
    }
    /// A set of sets of one kind.
    BATT_HD Value make(const Value* sets, const uint64_t* hashes, uint32_t n, Layout layout) {
        if (n == 0) return Value::empty_set();
        lay_out(hashes, n, layout);
        return table_.finish(lane_, n, sets, hashes);
    }

    /// The table and the list of ids, free to use between two sets.
    BATT_HD SlotTable& table() { return table_; }
    BATT_HD uint16_t* ids() { return ids_; }

private:
    BATT_HD void lay_out(const uint64_t* hashes, uint32_t n, Layout layout) {
        table_.build_all(n, hashes, ids_);
        if (layout == Layout::Freeze) table_.copy(n, hashes, ids_);
    }

    Lane& lane_;
    uint16_t* ids_;
    SlotTable table_;
};

} // namespace batt
