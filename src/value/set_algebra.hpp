// SPDX-License-Identifier: MIT-0
// UNION, INTERSECT and DIFF of frozensets. Each leaves the table CPython's would.
#pragma once

#include "value/set.hpp"

namespace batt {

/// UNION.
BATT_HD_CALL inline Value set_union(Lane& lane, Value a, Value b) {
    MutableSet r(lane, uint64_t{length(a)} + length(b));
    r.merge(a);
    if (!(a.ref == b.ref && a.kind == b.kind)) r.merge(b);
    return r.finish();
}

/// INTERSECT: one object given twice is copied, equal ones are scanned.
BATT_HD_CALL inline Value set_intersection(Lane& lane, Value a, Value b) {
    bool same = a.ref == b.ref && a.kind == b.kind;
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
