// SPDX-License-Identifier: MIT-0
// The rectangle around a patch.
#pragma once

#include "dsl/color.hpp"

namespace batt::dsl {

/// Indices or Object: places are 16-bit ints in an array of their own.
BATT_HD inline bool is_compact_patch(Value v) {
    return v.kind() >= Kind::Indices;
}

/// Calls `use(places, n)` with the packed elements of a compact patch.
template <class Use>
BATT_HD inline auto with_places(const Lane& lane, Value patch, Use use) {
    uint32_t n = static_cast<uint32_t>(patch.num);
    if (patch.kind() == Kind::Indices) return use(packed<PackedPair>(lane, patch), n);
    return use(packed<PackedCell>(lane, patch), n);
}

/// First and last row or column of a patch.
struct Span {
    int32_t lo;
    int32_t hi;

    BATT_HD int32_t size() const { return hi - lo + 1; }
    BATT_HD int32_t middle() const { return lo + size() / 2; }
    BATT_HD void take(int32_t x) {
        lo = x < lo ? x : lo;
        hi = x > hi ? x : hi;
    }
};

/// The bounding box of a patch.
struct Extent {
    Span rows;
    Span cols;
};

/// The extremes of every `step`th of some places.
template <class Key>
BATT_HD inline Extent extent_of_some(const Key* places, uint32_t n, uint32_t first, uint32_t step) {
    Extent e{{places[first].i(), places[first].i()}, {places[first].j(), places[first].j()}};
    for (uint32_t k = first + step; k < n; k += step) {
        e.rows.take(places[k].i());
        e.cols.take(places[k].j());
    }
    return e;
}

namespace by_crew {

/// Each worker notes its four coordinates, which have 16 bits.
template <class Key>
BATT_HD_CALL Extent extent_of(Crew* crew, const Key* places, uint32_t n) {
    PackedPair* notes = reinterpret_cast<PackedPair*>(crew->notes());
    crew->run([=](uint32_t number, uint32_t workers) {
        Extent e = extent_of_some(places, n, number, workers);
        notes[static_cast<size_t>(2 * number)] = PackedPair::of(e.rows.lo, e.cols.lo);
        notes[2 * number + 1] = PackedPair::of(e.rows.hi, e.cols.hi);
    });
    Extent e{{notes[0].i(), notes[1].i()}, {notes[0].j(), notes[1].j()}};
    for (uint32_t w = 0; w < 2 * crew->workers(); ++w) {
        e.rows.take(notes[w].i());
        e.cols.take(notes[w].j());
    }
    return e;
}

} // namespace by_crew

/// The four extremes of a compact patch.
BATT_HD inline Extent extent_of(const Lane& lane, Value patch) {
    return with_places(lane, patch, [&lane](const auto* places, uint32_t n) {
        Crew* crew = crew_for(lane, n);
        if (crew == nullptr || crew->workers() > n) return extent_of_some(places, n, 0, 1);
        return by_crew::extent_of(crew, places, n);
    });
}

/// A part of an index.
enum class Axis : uint8_t { Row, Column };

template <Axis Along, class Key>
BATT_HD inline int32_t coordinate(Key place) {
    return Along == Axis::Row ? place.i() : place.j();
}

/// Both extremes of a compact patch along one axis.
template <Axis Along>
BATT_HD inline Span span_of(const Lane& lane, Value patch) {
    return with_places(lane, patch, [](const auto* places, uint32_t n) {
        int32_t start = coordinate<Along>(places[0]);
        Span span{start, start};
        for (uint32_t k = 1; k < n; ++k) span.take(coordinate<Along>(places[k]));
        return span;
    });
}

/// An Object that has no two cells on one place. May say no where finding out is dear.
BATT_HD_CALL inline bool has_distinct_places(Lane& lane, Value object) {
    Extent box = extent_of(lane, object);
    uint32_t w = static_cast<uint32_t>(box.cols.size());
    uint64_t bits = static_cast<uint64_t>(box.rows.size()) * w;
    if (bits / 64 > 16 + static_cast<uint64_t>(object.num)) return false;
    Scratch scope(lane);
    uint64_t* seen = lane.scratch<uint64_t>(bits / 64 + 1);
    if (seen == nullptr) return false;
    each(lane, static_cast<uint32_t>(bits / 64 + 1), [seen](uint32_t word) { seen[word] = 0; });
    const PackedCell* cells = packed<PackedCell>(lane, object);
    return all_of(lane, static_cast<uint32_t>(object.num), [=](uint32_t k) {
        uint32_t bit = static_cast<uint32_t>(cells[k].i() - box.rows.lo) * w +
                       static_cast<uint32_t>(cells[k].j() - box.cols.lo);
        return (fetch_or(seen + (bit >> 6), 1ULL << (bit & 63)) >> (bit & 63) & 1) == 0;
    });
}

} // namespace batt::dsl
