// SPDX-License-Identifier: MIT-0
// UNION, INTERSECT and DIFF of frozensets. Each leaves the table CPython's would.
#pragma once

#include "value/slot_table.hpp"

namespace batt {

/// Whether UNION(a, b) has the elements and the table of `a`. Only looked into for packed keys.
BATT_HD_CALL inline bool adds_nothing(const Lane& lane, Value a, Value b) {
    if (a.kind() != b.kind() || (a.kind() != Kind::Indices && a.kind() != Kind::Object))
        return false;
    const SetView to(lane, a);
    const SetView from(lane, b);
    // COPY lays the keys out as they are, and MERGE does not make the table grow.
    if (to.dummies != nullptr || to.length == 0 || to.slots() != copied_slots(to.length) ||
        5 * (uint64_t{to.length} + from.length) >= 3 * uint64_t{to.mask}) {
        return false;
    }
    const PlaceHashes hashes{lane.place_hashes()};
    auto all_in = [&](const auto* keys) {
        for (uint32_t k = 0; k < from.length; ++k) {
            if (find_packed(to, keys[k], keys[k].hash(hashes)) == kAbsent) return false;
        }
        return true;
    };
    return a.kind() == Kind::Indices ? all_in(from.pairs()) : all_in(from.cells());
}

/// The same set again, as an object of its own: `intersection` can tell them apart.
BATT_HD_CALL inline Value copied_set(Lane& lane, Value set) {
    const SetView view(lane, set);
    uint32_t entry = set.kind() == Kind::Indices ? sizeof(PackedPair) : sizeof(PackedCell);
    uint64_t words = (view.head->entries + uint64_t{view.length} * entry + 7) / 8;
    uint32_t ref = 0;
    uint64_t* to = lane.make<uint64_t>(words, ref);
    if (to == nullptr) return Value::none();
    const uint64_t* from = lane.at<uint64_t>(set.ref());
    for (uint64_t k = 0; k < words; ++k) to[k] = from[k];
    return set.with_ref(ref);
}

/// UNION.
BATT_HD_CALL inline Value set_union(Lane& lane, Value a, Value b) {
    if (adds_nothing(lane, a, b)) return copied_set(lane, a);
    MutableSet r(lane, uint64_t{length(a)} + length(b));
    r.merge(a);
    if (!(a.ref() == b.ref() && a.kind() == b.kind())) r.merge(b);
    return r.finish();
}

/// INTERSECT: one object given twice is copied, equal ones are scanned.
BATT_HD_CALL inline Value set_intersection(Lane& lane, Value a, Value b) {
    bool same = a.ref() == b.ref() && a.kind() == b.kind();
    MutableSet r(lane, length(a) < length(b) ? length(a) : length(b));
    if (same) {
        r.merge(a);
        return r.finish();
    }
    SetView scan(lane, length(b) > length(a) ? a : b);
    SetView probe(lane, length(b) > length(a) ? b : a);
    for (uint32_t k = 0; k < scan.length; ++k) {
        Value e = scan.item(k);
        uint64_t h = scan.hash(k);
        if (find(lane, probe, e, h) != kAbsent) r.add(e, h);
    }
    return r.finish();
}

/// DIFF: copies and discards when little is taken away, rebuilds otherwise.
BATT_HD_CALL inline Value set_difference(Lane& lane, Value a, Value b) {
    MutableSet r(lane, length(a));
    if (length(a) / 4 > length(b)) {
        r.merge(a);
        r.remove_all(b);
        return r.finish();
    }
    SetView from(lane, a);
    SetView minus(lane, b);
    for (uint32_t k = 0; k < from.length; ++k) {
        Value e = from.item(k);
        uint64_t h = from.hash(k);
        if (find(lane, minus, e, h) == kAbsent) r.add(e, h);
    }
    return r.finish();
}

} // namespace batt
