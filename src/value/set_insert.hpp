// SPDX-License-Identifier: MIT-0
// UNION of a frozenset and a set of one, where the table stays as it is: it is copied with a gap.
#pragma once

#include "value/slot_table.hpp"

namespace batt {

/// Whether UNION(set, {v}) has the table of `set` and at most one slot more of it taken.
BATT_HD inline bool keeps_its_table(const Lane& lane, Value set, Value v) {
    if (set.num == 0 || set.has_function() || v.has_function()) return false;
    // A plain tuple may equal a packed key; comparing them is paid for.
    if (set.kind() != Kind::Set && v.kind() == Kind::Tuple) return false;
    SetView view(lane, set);
    return view.dummies == nullptr && view.slots() == copied_slots(view.length) &&
           5 * (uint64_t{view.length} + 1) < 3 * uint64_t{view.mask};
}

/// Makes UNION(set, {v}), given that the set keeps its table.
class OneMore {
public:
    BATT_HD OneMore(Lane& lane, Value set, Value v)
        : lane_(lane), set_(set), from_(lane, set), v_(v), hash_(hash(lane, v)) {}

    BATT_HD_CALL Value make() {
        if (lane_.failed()) return Value::none();
        switch (set_.kind()) {
        case Kind::Indices:
            if (is_packed_pair(v_)) return packed(PackedPair::of(v_.i(), v_.j()));
            return widened<PackedPair>();
        case Kind::Object:
            if (is_packed_cell(v_)) return packed(PackedCell::of(v_.color(), v_.i(), v_.j()));
            return widened<PackedCell>();
        default:
            return values();
        }
    }

private:
    template <class Key>
    BATT_HD Value packed(Key key) {
        bool found = find_packed(from_, key, hash_) != kAbsent;
        Key* out = reinterpret_cast<Key*>(lay_out(found, sizeof(Key)));
        if (out == nullptr) return Value::none();
        copy(reinterpret_cast<const Key*>(from_.entries), key, out);
        return {set_.kind(), 0, set_.depth(), ref_, length_};
    }

    /// Packed keys and a value that is none of their kind, and so is new.
    template <class Key>
    BATT_HD Value widened() {
        Value* out = reinterpret_cast<Value*>(lay_out(false, kEntry));
        if (out == nullptr) return Value::none();
        const Key* keys = reinterpret_cast<const Key*>(from_.entries);
        PlaceHashes places{lane_.place_hashes()};
        uint64_t* hashes = reinterpret_cast<uint64_t*>(out + length_);
        for (uint32_t k = 0; k < from_.length; ++k) {
            uint32_t at = k + (k < gap_ ? 0 : 1);
            out[at] = keys[k].value();
            hashes[at] = keys[k].hash(places);
        }
        out[gap_] = v_;
        hashes[gap_] = hash_;
        return set_of_values();
    }

    BATT_HD Value values() {
        bool found = find(lane_, from_, v_, hash_) != kAbsent;
        if (lane_.failed()) return Value::none();
        Value* out = reinterpret_cast<Value*>(lay_out(found, kEntry));
        if (out == nullptr) return Value::none();
        copy(from_.values(), v_, out);
        copy(from_.hashes(), hash_, reinterpret_cast<uint64_t*>(out + length_));
        return set_of_values();
    }

    BATT_HD Value set_of_values() {
        auto depth = static_cast<uint16_t>(v_.depth() + 1);
        if (set_.depth() > depth) depth = set_.depth();
        if (depth > kMaxDepth) return lane_.fail(Fault::Limit);
        return {Kind::Set, set_.flags(), depth, ref_, length_};
    }

    /// Makes the payload up to its entries, of which it returns the place, and finds the gap.
    BATT_HD char* lay_out(bool found, uint32_t entry_bytes) {
        uint32_t slot = found ? 0 : vacant_in(from_.live, from_.mask, hash_);
        gap_ = found ? from_.length : from_.position(slot);
        length_ = from_.length + (found ? 0 : 1);
        char* out = lay_out_set(lane_, from_.slots(), from_.live, nullptr,
                                uint64_t{length_} * entry_bytes, ref_);
        if (out == nullptr || found) return out;
        uint32_t words = bitmap_words(from_.slots());
        uint64_t* live = lane_.at<uint64_t>(ref_ + sizeof(SetHead));
        live[slot >> 6] |= 1ULL << (slot & 63);
        uint32_t* rank = reinterpret_cast<uint32_t*>(live + words);
        for (uint32_t word = (slot >> 6) + 1; word < words; ++word) ++rank[word];
        return out;
    }

    template <class T>
    BATT_HD void copy(const T* from, T one, T* out) const {
        for (uint32_t k = 0; k < gap_; ++k) out[k] = from[k];
        if (gap_ == length_) return;
        out[gap_] = one;
        for (uint32_t k = gap_; k < from_.length; ++k) out[k + 1] = from[k];
    }

    static constexpr uint32_t kEntry = sizeof(Value) + sizeof(uint64_t);

    Lane& lane_;
    Value set_;
    SetView from_;
    Value v_;
    uint64_t hash_;
    uint32_t gap_ = 0;
    uint32_t length_ = 0;
    uint32_t ref_ = 0;
};

} // namespace batt
