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

/// The slots of a CPython set, in scratch, holding numbers (ids) of keys. The caller sees to it
/// that no key is put in twice, and gives the hashes by id.
class SlotTable {
  public:
    /// Ids have 16 bits.
    static constexpr uint32_t kMost = 0xFFFF;

    /// A table that BUILD and COPY of up to `most` keys fit in, and MERGE of eight more.
    BATT_HD SlotTable(Lane& lane, uint32_t most) {
        uint32_t slots = slots_for(4 * uint64_t{most} + 16);
        live_ = lane.scratch<uint64_t>(bitmap_words(slots));
        ids_ = lane.scratch<uint16_t>(slots);
    }
    /// False when memory was spent; the lane has failed then.
    BATT_HD bool usable() const { return live_ != nullptr && ids_ != nullptr; }

    BATT_HD uint32_t slots() const { return mask_ + 1; }

    /// Starts anew with this many empty slots.
    BATT_HD void clear(uint32_t slots) {
        mask_ = slots - 1;
        uint32_t words = bitmap_words(slots);
        for (uint32_t word = 0; word < words; ++word) live_[word] = 0;
    }

    /// CLEAN_INSERT; also ADD of an absent key to a table that need not grow.
    BATT_HD void place(uint32_t id, uint64_t hash) {
        uint32_t slot = static_cast<uint32_t>(hash) & mask_;
        if (is_live(slot)) slot = next_vacant(slot, hash);
        occupy(slot, id);
    }

    /// CLEAN_INSERT of one key after the other.
    BATT_HD void place_all(const uint16_t* ids, uint32_t n, const uint64_t* hashes) {
        for (uint32_t k = 0; k < n; ++k) place(ids[k], hashes[ids[k]]);
    }

    /// Puts a key in a slot that is known to be its own.
    BATT_HD void occupy(uint32_t slot, uint32_t id) {
        live_[slot >> 6] |= 1ULL << (slot & 63);
        ids_[slot] = static_cast<uint16_t>(id);
    }

    /// Calls `visit(id)` in slot order.
    template <class Visit>
    BATT_HD void each(Visit visit) const {
        uint32_t words = bitmap_words(slots());
        for (uint32_t word = 0; word < words; ++word) {
            const uint16_t* ids = ids_ + uint64_t{word} * 64;
            for (uint64_t bits = live_[word]; bits != 0; bits &= bits - 1) {
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
            uint32_t full = (3 * mask_ + 4) / 5; // number of keys at which the table grows
            if (n < full) break;
            // All that is left of a table that was outgrown is the order it gave to its keys.
            place_all(ids, full, hashes);
            list(ids);
            clear(slots_for((full <= 50000 ? 4 : 2) * uint64_t{full}));
        }
        place_all(ids, n, hashes);
    }

    /// Lays this table's `n` keys out as its COPY would have them; `room` is for `n` ids.
    BATT_HD void copy(uint32_t n, const uint64_t* hashes, uint16_t* room) {
        uint32_t slots = n < 5 ? 8 : slots_for(2 * uint64_t{n});
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

    /// The frozenset of this layout, whose keys are values of this depth; all by id.
    BATT_HD Value finish(Lane& lane, uint32_t n, const Value* values, const uint64_t* hashes,
                         uint32_t depth) const {
        uint32_t ref = 0;
        char* room = lay_out(lane, uint64_t{n} * (sizeof(Value) + sizeof(uint64_t)), ref);
        if (room == nullptr) return Value::none();
        Value* out = reinterpret_cast<Value*>(room);
        uint64_t* out_hashes = reinterpret_cast<uint64_t*>(out + n);
        each([&](uint32_t id) {
            *out++ = values[id];
            *out_hashes++ = hashes[id];
        });
        return {Kind::Set, 0, static_cast<uint16_t>(depth + 1), ref, n};
    }

  private:
    BATT_HD static Value packed_set(const PackedPair*, uint32_t ref, uint32_t n) {
        return {Kind::Indices, 0, 2, ref, n};
    }
    BATT_HD static Value packed_set(const PackedCell*, uint32_t ref, uint32_t n) {
        return {Kind::Object, 0, 3, ref, n};
    }

    BATT_HD bool is_live(uint32_t slot) const {
        return (live_[slot >> 6] >> (slot & 63) & 1) != 0;
    }

    /// The first empty slot of the probe sequence whose first slot is taken.
    BATT_HD uint32_t next_vacant(uint32_t slot, uint64_t perturb) const {
        for (;;) {
            if (slot + 9 <= mask_) {
                uint32_t bit = slot & 63;
                uint64_t run = live_[slot >> 6] >> bit;
                if (bit > 54) run |= live_[(slot >> 6) + 1] << (64 - bit);
                uint64_t vacant = ~run & 0x3FF;
                if (vacant != 0) return slot + lowest_bit64(vacant);
            } else if (!is_live(slot)) {
                return slot;
            }
            perturb >>= 5;
            slot = (slot * 5 + 1 + static_cast<uint32_t>(perturb)) & mask_;
        }
    }

    /// Makes a frozenset's payload up to its entries; returns where they go.
    BATT_HD char* lay_out(Lane& lane, uint64_t entry_bytes, uint32_t& ref) const {
        uint32_t words = bitmap_words(slots());
        uint64_t rank_bytes = words > 1 ? uint64_t{words} * 4 : 0;
        uint64_t entries = (sizeof(SetHead) + uint64_t{words} * 8 + rank_bytes + 15) & ~15ULL;
        char* at = lane.make<char>(entries + entry_bytes, ref);
        if (at == nullptr) return nullptr;
        uint8_t log_slots = static_cast<uint8_t>(lowest_bit64(slots()));
        *reinterpret_cast<SetHead*>(at) =
            SetHead{0, static_cast<uint32_t>(entries), log_slots, 0, 0};
        uint64_t* live = reinterpret_cast<uint64_t*>(at + sizeof(SetHead));
        live[0] = live_[0];
        if (words > 1) {
            uint32_t* rank = reinterpret_cast<uint32_t*>(live + words);
            uint32_t before = 0;
            for (uint32_t word = 0; word < words; ++word) {
                live[word] = live_[word];
                rank[word] = before;
                before += popcount64(live_[word]);
            }
        }
        return at + entries;
    }

    uint64_t* live_;
    uint16_t* ids_;
    uint32_t mask_ = 7;
};

/// How a set comes out of a sequence: FSET is a BUILD, FREEZE(SETOF) a COPY of one.
enum class Layout : uint8_t { Build, Freeze };

/// The frozenset of these packed keys, all different, added in this order.
template <class Key>
BATT_HD inline Value make_distinct(Lane& lane, const Key* keys, uint32_t n, Layout layout) {
    if (n == 0) return Value::empty_set();
    Scratch scope(lane);
    if (n > SlotTable::kMost) {
        MutableSet out(lane, n);
        for (uint32_t k = 0; k < n; ++k) out.add(keys[k].value());
        return layout == Layout::Build ? out.finish() : out.freeze();
    }
    uint64_t* hashes = lane.scratch<uint64_t>(n);
    uint16_t* ids = lane.scratch<uint16_t>(n);
    SlotTable table(lane, n);
    if (hashes == nullptr || ids == nullptr || !table.usable()) return Value::none();
    for (uint32_t k = 0; k < n; ++k) {
        hashes[k] = keys[k].hash();
        ids[k] = static_cast<uint16_t>(k);
    }
    table.build(ids, n, hashes);
    if (layout == Layout::Freeze) table.copy(n, hashes, ids);
    return table.finish(lane, n, keys);
}

} // namespace batt
