// SPDX-License-Identifier: MIT-0
// HASH, EQ, LESS and membership. Nesting is bounded by kMaxDepth when values are made, so the
// recursion here is; the parts of plain tuples, the cells of long rows and grids, and the elements
// of large sets that are compared, are paid for in steps.
#pragma once

#include "value/container.hpp"

namespace batt {

BATT_HD_CALL inline uint64_t hash(const Lane& lane, Value v);
BATT_HD_CALL inline bool equal(const Lane& lane, Value a, Value b);

inline constexpr uint32_t kAbsent = 0xFFFFFFFF;

/// Cells of a row or grid, or elements of a set, that are looked at for a step.
inline constexpr uint32_t kCellsAStep = 16;

BATT_HD inline uint64_t cell_count(Value v) {
    return v.kind() == Kind::Grid ? uint64_t{v.rows()} * v.cols() : static_cast<uint64_t>(v.num);
}

/// Spends what looking at all of a row, grid or set costs; false when it is not left.
BATT_HD inline bool pay_for_cells(const Lane& lane, Value v) {
    uint64_t cells = cell_count(v);
    return cells < kCellsAStep || lane.step(cells / kCellsAStep);
}

/// FIND: position in iteration order of a key with this hash, or kAbsent.
BATT_HD_CALL inline uint32_t find(const Lane& lane, const SetView& set, Value key, uint64_t h) {
    if (set.length == 0) return kAbsent;
    if (set.ordered()) {
        for (uint32_t k = 0; k < set.length; ++k) {
            if (set.hashes()[k] == h && equal(lane, set.values()[k], key)) return k;
        }
        return kAbsent;
    }
    for (Probe probe(h, set.mask);; probe.next()) {
        uint32_t slot = probe.slot();
        if (!set.is_live(slot)) {
            if (set.is_dummy(slot)) continue;
            return kAbsent;
        }
        uint32_t k = set.position(slot);
        if (set.kind == Kind::Set) {
            if (set.hashes()[k] == h && equal(lane, set.values()[k], key)) return k;
        } else if (equal(lane, set.item(k), key)) {
            return k;
        }
    }
}

/// FIND for a compact key in a compact set of the same kind.
template <class Key>
BATT_HD inline uint32_t find_packed(const SetView& set, Key key, uint64_t h) {
    const Key* keys = reinterpret_cast<const Key*>(set.entries);
    for (Probe probe(h, set.mask);; probe.next()) {
        uint32_t slot = probe.slot();
        if (set.is_live(slot)) {
            uint32_t k = set.position(slot);
            if (keys[k].bits == key.bits) return k;
        } else if (!set.is_dummy(slot)) {
            return kAbsent;
        }
    }
}

/// IN for a set.
BATT_HD_CALL inline bool set_contains(const Lane& lane, const SetView& set, Value key) {
    if (set.kind == Kind::Indices && is_packed_pair(key)) {
        PackedPair packed = PackedPair::of(key.i(), key.j());
        return find_packed(set, packed, packed.hash()) != kAbsent;
    }
    if (set.kind == Kind::Object && is_packed_cell(key)) {
        PackedCell packed = PackedCell::of(key.color(), key.i(), key.j());
        return find_packed(set, packed, packed.hash()) != kAbsent;
    }
    return find(lane, set, key, hash(lane, key)) != kAbsent;
}

/// Every element of `a` is in `b`.
BATT_HD_CALL inline bool subset(const Lane& lane, Value a, Value b) {
    SetView va(lane, a);
    SetView vb(lane, b);
    // Sets that are nearly the same have many a key at the same position.
    PlaceHashes hashes{lane.place_hashes()};
    if (va.kind == vb.kind && va.kind == Kind::Indices) {
        return all_of(lane, va.length, [=](uint32_t k) {
            PackedPair key = va.pairs()[k];
            return (k < vb.length && key.bits == vb.pairs()[k].bits) ||
                   find_packed(vb, key, key.hash(hashes)) != kAbsent;
        });
    }
    if (va.kind == vb.kind && va.kind == Kind::Object) {
        return all_of(lane, va.length, [=](uint32_t k) {
            PackedCell key = va.cells()[k];
            return (k < vb.length && key.bits == vb.cells()[k].bits) ||
                   find_packed(vb, key, key.hash(hashes)) != kAbsent;
        });
    }
    for (uint32_t k = 0; k < va.length; ++k) {
        if (find(lane, vb, va.item(k), va.hash(k)) == kAbsent) return false;
    }
    return true;
}

BATT_HD_CALL inline bool equal_sets(const Lane& lane, Value a, Value b) {
    if (a.num != b.num) return false;
    if (a.ref() == b.ref()) return true;
    // Before the hashes, which are known or not by what others did.
    if (!pay_for_cells(lane, a)) return false;
    const SetHead* ha = lane.at<SetHead>(a.ref());
    const SetHead* hb = lane.at<SetHead>(b.ref());
    if ((ha->flags & hb->flags & SetHead::kHashed) != 0 && ha->hash != hb->hash) return false;
    return subset(lane, a, b);
}

/// Eight bytes, wherever they lie.
BATT_HD inline uint64_t word_at(const int8_t* bytes) {
    uint64_t word = 0;
    __builtin_memcpy(&word, bytes, sizeof(word));
    return word;
}

BATT_HD_CALL inline bool equal_bytes(const int8_t* a, const int8_t* b, uint64_t n) {
    uint64_t k = 0;
    for (; k + 8 <= n; k += 8) {
        if (word_at(a + k) != word_at(b + k)) return false;
    }
    for (; k < n; ++k) {
        if (a[k] != b[k]) return false;
    }
    return true;
}

/// EQ of two rows, or two grids, of the same shape.
BATT_HD inline bool equal_cells(const Lane& lane, Value a, Value b) {
    if (a.ref() == b.ref()) return true;
    return pay_for_cells(lane, a) &&
           equal_bytes(lane.at<int8_t>(a.ref()), lane.at<int8_t>(b.ref()), cell_count(a));
}

/// EQ. Never fails, unless steps run out.
BATT_HD_CALL inline bool equal(const Lane& lane, Value a, Value b) {
    if (a.kind() == b.kind()) {
        switch (a.kind()) {
        case Kind::None:
            return true;
        case Kind::Bool:
        case Kind::Int:
        case Kind::Pair:
            return a.num == b.num;
        case Kind::Function:
        case Kind::Closure:
            return a.ref() == b.ref();
        case Kind::Cell:
            return a.num == b.num && a.ref() == b.ref();
        case Kind::Row:
        case Kind::Grid:
            return a.num == b.num && equal_cells(lane, a, b);
        case Kind::Tuple:
            break;
        case Kind::Set:
        case Kind::Indices:
        case Kind::Object:
            return equal_sets(lane, a, b);
        }
    } else {
        if (a.is_int() && b.is_int()) return a.num == b.num;
        if (a.is_set() && b.is_set()) return equal_sets(lane, a, b);
        // Compact tuples are canonical; only a plain Tuple (with a bool inside) can equal one.
        bool tuples =
            (a.kind() == Kind::Tuple && b.is_tuple()) || (b.kind() == Kind::Tuple && a.is_tuple());
        if (!tuples) return false;
    }
    uint32_t n = length(a);
    if (n != length(b)) return false;
    if (a.kind() == Kind::Tuple && b.kind() == Kind::Tuple && a.ref() == b.ref()) return true;
    if (!lane.step(n)) return false;
    if (a.kind() == b.kind()) {
        const Value* left = lane.at<Value>(a.ref());
        const Value* right = lane.at<Value>(b.ref());
        for (uint32_t k = 0; k < n; ++k) {
            // Whatever the kind: if the numbers differ so do the values, and one object is one.
            if (left[k].kind() == right[k].kind()) {
                if (left[k].num != right[k].num) return false;
                if (left[k].ref() == right[k].ref()) continue;
            }
            if (!equal(lane, left[k], right[k])) return false;
        }
        return true;
    }
    for (uint32_t k = 0; k < n; ++k) {
        if (!equal(lane, item(lane, a, k), item(lane, b, k))) return false;
    }
    return true;
}

BATT_HD_CALL inline uint64_t hash_set(const Lane& lane, Value v) {
    SetView set(lane, v);
    if ((set.head->flags & SetHead::kHashed) != 0) return set.head->hash;
    const PlaceHashes hashes{lane.place_hashes()};
    uint64_t acc = 0;
    switch (set.kind) {
    case Kind::Indices:
        acc = xor_of(lane, set.length,
                     [=](uint32_t k) { return set_hash_mix(set.pairs()[k].hash(hashes)); });
        break;
    case Kind::Object:
        acc = xor_of(lane, set.length,
                     [=](uint32_t k) { return set_hash_mix(set.cells()[k].hash(hashes)); });
        break;
    default:
        acc = xor_of(lane, set.length,
                     [hashes = set.hashes()](uint32_t k) { return set_hash_mix(hashes[k]); });
        break;
    }
    // Remembering the hash changes no value, but other lanes may be reading the set.
    SetHead hashed = *set.head;
    hashed.hash = set_hash_end(acc, set.length);
    hashed.flags = static_cast<uint8_t>(hashed.flags | SetHead::kHashed);
    store16(set.head, &hashed);
    return hashed.hash;
}

/// The hash of a tuple of small ints.
BATT_HD_CALL inline uint64_t hash_bytes(const int8_t* cells, uint32_t n) {
    uint64_t acc = kTupleHashStart;
    // As 64 bits: negative ones are rare, and a branch on them waits for nothing.
    for (uint32_t k = 0; k < n; ++k) acc = tuple_hash_add(acc, hash_int(int64_t{cells[k]}));
    return tuple_hash_end(acc, n);
}

/// HASH. Never fails, unless steps run out. Functions hash by identity, which no order depends on.
BATT_HD_CALL inline uint64_t hash(const Lane& lane, Value v) {
    switch (v.kind()) {
    case Kind::None:
        return kHashNone;
    case Kind::Bool:
    case Kind::Int:
        return hash_int(v.num);
    case Kind::Function:
    case Kind::Closure:
        return tuple_hash_add(kTupleHashStart, v.ref());
    case Kind::Pair:
        return hash_pair(v.i(), v.j());
    case Kind::Cell:
        return hash_cell(v.color(), v.i(), v.j());
    case Kind::Set:
    case Kind::Indices:
    case Kind::Object:
        return hash_set(lane, v);
    case Kind::Row:
        if (!pay_for_cells(lane, v)) return 0;
        return hash_bytes(lane.at<int8_t>(v.ref()), static_cast<uint32_t>(v.num));
    case Kind::Grid: {
        if (!pay_for_cells(lane, v)) return 0;
        const int8_t* row = lane.at<int8_t>(v.ref());
        uint64_t acc = kTupleHashStart;
        for (uint32_t k = 0; k < v.rows(); ++k, row += v.cols()) {
            acc = tuple_hash_add(acc, hash_bytes(row, v.cols()));
        }
        return tuple_hash_end(acc, v.rows());
    }
    case Kind::Tuple:
        break;
    }
    const Value* items = lane.at<Value>(v.ref());
    auto n = static_cast<uint32_t>(v.num);
    if (!lane.step(n)) return 0;
    uint64_t acc = kTupleHashStart;
    for (uint32_t k = 0; k < n; ++k) acc = tuple_hash_add(acc, hash(lane, items[k]));
    return tuple_hash_end(acc, n);
}

/// Spends what hash() spends on a value, for those who know the hash.
BATT_HD_CALL inline void pay_for_hash(const Lane& lane, Value v) {
    if (v.kind() == Kind::Row || v.kind() == Kind::Grid) pay_for_cells(lane, v);
    if (v.kind() != Kind::Tuple) return;
    const Value* items = lane.at<Value>(v.ref());
    auto n = static_cast<uint32_t>(v.num);
    if (!lane.step(n)) return;
    for (uint32_t k = 0; k < n; ++k) pay_for_hash(lane, items[k]);
}

/// LESS: records TypeError where Python cannot order the two.
BATT_HD_CALL inline bool less(Lane& lane, Value a, Value b) {
    if (a.is_int() && b.is_int()) return a.num < b.num;
    if (a.kind() == Kind::Pair && b.kind() == Kind::Pair) {
        return a.i() != b.i() ? a.i() < b.i() : a.j() < b.j();
    }
    if (a.is_tuple() && b.is_tuple()) {
        uint32_t na = length(a);
        uint32_t nb = length(b);
        if (!lane.step(na < nb ? na : nb)) return false;
        for (uint32_t k = 0; k < na && k < nb; ++k) {
            Value x = item(lane, a, k);
            Value y = item(lane, b, k);
            if (!equal(lane, x, y)) return less(lane, x, y);
        }
        return na < nb;
    }
    if (a.is_set() && b.is_set()) {
        return a.num < b.num && pay_for_cells(lane, a) && subset(lane, a, b);
    }
    lane.fail(Fault::TypeError);
    return false;
}

/// IN: TypeError when `container` is none.
BATT_HD_CALL inline bool contains(Lane& lane, Value container, Value x) {
    if (!iterable(lane, container)) return false;
    if (container.is_set()) return set_contains(lane, SetView(lane, container), x);
    uint32_t n = length(container);
    const Items items(lane, container);
    for (uint32_t k = 0; k < n; ++k) {
        if (equal(lane, items[k], x)) return true;
    }
    return false;
}

} // namespace batt
