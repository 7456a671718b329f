// SPDX-License-Identifier: MIT-0
// Making patches from grids, places and other patches, and moving them.
#pragma once

#include "dsl/places.hpp"

namespace batt::dsl {

/// The keys of an Indices or Object set, moved and built anew; None where they are too far away to
/// be packed.
template <class Key, class Move>
BATT_HD inline Value shift_keys(Lane& lane, Value patch, Move move) {
    uint32_t n = length(patch);
    Scratch scope(lane);
    const Key* from = packed<Key>(lane, patch);
    Key* keys = lane.scratch<Key>(n);
    if (keys == nullptr) return Value::none();
    bool near = all_of(lane, n, [=](uint32_t k) { return move(from[k], keys[k]); });
    return near ? make_distinct(lane, keys, n, Layout::Build) : Value::none();
}

/// The re-built set of an Indices or Object set, moved; the sums must not overflow.
BATT_HD inline Value shift_packed(Lane& lane, Value patch, int64_t di, int64_t dj) {
    uint32_t n = length(patch);
    auto place = [=](int64_t i, int64_t j, PackedPair& to) {
        to = PackedPair::of(static_cast<int32_t>(i + di), static_cast<int32_t>(j + dj));
        return fits16(i + di) && fits16(j + dj);
    };
    Value moved = Value::none();
    if (patch.kind() == Kind::Indices) {
        moved = shift_keys<PackedPair>(lane, patch, [=](PackedPair from, PackedPair& to) {
            return place(from.i(), from.j(), to);
        });
    } else {
        moved = shift_keys<PackedCell>(lane, patch, [=](PackedCell from, PackedCell& to) {
            PackedPair at;
            bool near = place(from.i(), from.j(), at);
            to = PackedCell::of(from.color(), at.i(), at.j());
            return near;
        });
    }
    if (moved.is_set() || lane.failed()) return moved;
    MutableSet out(lane, n);
    if (patch.kind() == Kind::Indices) {
        const PackedPair* pairs = packed<PackedPair>(lane, patch);
        for (uint32_t k = 0; k < n; ++k) out.add_pair(pairs[k].i() + di, pairs[k].j() + dj);
    } else {
        const PackedCell* cells = packed<PackedCell>(lane, patch);
        for (uint32_t k = 0; k < n; ++k) {
            out.add_cell(cells[k].color(), cells[k].i() + di, cells[k].j() + dj);
        }
    }
    return out.finish();
}

struct Asindices {
    static constexpr Doc doc{"asindices", "grid: Grid", Type::Indices, "all places of a grid",
                             "asindices(((1, 2), (3,))) => fs((0, 1), (1, 0), (1, 1), (0, 0))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        uint32_t h = len(lane, grid);
        if (lane.failed()) return Value::none();
        if (h == 0) return Value::empty_set();
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        return grid_indices(lane, shape.h, shape.w);
    }
};

struct Asobject {
    static constexpr Doc doc{
        "asobject", "grid: Grid", Type::Object, "all cells of a grid",
        "asobject(((1, 2), (3,))) => fs((3, (1, 0)), (1, (0, 0)), (2, (0, 1)))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        if (!iterable(lane, grid)) return Value::none();
        uint32_t h = length(grid);
        if (grid.kind() == Kind::Grid) {
            uint32_t w = grid.cols();
            const int8_t* cells = lane.at<int8_t>(grid.ref());
            if (h > 0x7FFF || w > 0x7FFF) {
                MutableSet out(lane, uint64_t{h} * w);
                for (uint32_t i = 0; i < h; ++i) {
                    for (uint32_t j = 0; j < w; ++j) out.add_cell(*cells++, i, j);
                }
                return out.finish();
            }
            PackedCell* keys = lane.scratch<PackedCell>(uint64_t{h} * w);
            if (keys == nullptr) return Value::none();
            each_place(lane, h, w, [=](uint64_t i, uint64_t j) {
                keys[i * w + j] = PackedCell::of(cells[i * w + j], static_cast<int32_t>(i),
                                                 static_cast<int32_t>(j));
            });
            return make_distinct(lane, keys, h * w, Layout::Build);
        }
        MutableSet out(lane, h);
        for (uint32_t i = 0; i < h; ++i) {
            Value row = item(lane, grid, i);
            if (!iterable(lane, row)) return Value::none();
            uint32_t w = length(row);
            if (!lane.step(w)) return Value::none();
            for (uint32_t j = 0; j < w; ++j) {
                Value place = make_pair(lane, Value::integer(i), Value::integer(j));
                out.add(make_pair(lane, item(lane, row, j), place));
            }
        }
        return out.finish();
    }
};

struct Toobject {
    static constexpr Doc doc{"toobject", "patch: Patch, grid: Grid", Type::Object,
                             "the cells of a grid at the places of a patch",
                             "toobject(fs((0, 1), (5, 5)), ((1, 2), (3, 4))) => fs((2, (0, 1)))"};
    BATT_HD static Value apply(Lane& lane, Value patch, Value grid) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        uint32_t mark = lane.mark();
        Value places = Toindices::apply(lane, patch);
        if (lane.failed()) return Value::none();
        uint32_t n = length(places);
        if (grid.kind() == Kind::Grid && places.kind() == Kind::Indices) {
            PackedCell* keys = lane.scratch<PackedCell>(n);
            if (keys == nullptr) return Value::none();
            uint32_t count = 0;
            const PackedPair* pairs = packed<PackedPair>(lane, places);
            const int8_t* cells = lane.at<int8_t>(grid.ref());
            for (uint32_t k = 0; k < n; ++k) {
                uint32_t i = static_cast<uint32_t>(pairs[k].i());
                uint32_t j = static_cast<uint32_t>(pairs[k].j());
                if (i >= shape.h || j >= shape.w) continue;
                keys[count++] =
                    PackedCell::of(cells[uint64_t{i} * shape.w + j], pairs[k].i(), pairs[k].j());
            }
            lane.release(mark);
            return make_distinct(lane, keys, count, Layout::Build);
        }
        MutableSet out(lane, n);
        for (uint32_t k = 0; k < n; ++k) {
            Two place = two(lane, item(lane, places, k));
            if (lane.failed()) return Value::none();
            if (inside(lane, place.first, place.second, shape)) {
                Value row = at(lane, grid, place.first);
                if (lane.failed()) return Value::none();
                Value cell = at(lane, row, place.second);
                if (lane.failed()) return Value::none();
                out.add(make_pair(lane, cell, make_pair(lane, place.first, place.second)));
            }
            if (lane.failed()) return Value::none();
        }
        return out.finish();
    }
};

struct Shift {
    static constexpr Doc doc{"shift", "patch: Patch, directions: IntegerTuple", Type::Patch,
                             "the patch moved",
                             "shift(fs((0, 0), (5, 1)), (-1, 2)) => fs((-1, 2), (4, 3))"};
    BATT_HD static Value apply(Lane& lane, Value patch, Value directions) {
        uint32_t n = len(lane, patch);
        if (lane.failed()) return Value::none();
        if (n == 0) return patch;
        if (is_compact_patch(patch) && directions.kind() == Kind::Pair) {
            return shift_packed(lane, patch, directions.i(), directions.j());
        }
        Two by = two(lane, directions);
        if (lane.failed()) return Value::none();
        bool cells = object_like(lane, patch);
        if (lane.failed()) return Value::none();
        MutableSet out(lane, n);
        for (uint32_t k = 0; k < n; ++k) {
            Two member = two(lane, item(lane, patch, k));
            if (lane.failed()) return Value::none();
            Two place = cells ? two(lane, member.second) : member;
            if (lane.failed()) return Value::none();
            Value i = plus(lane, place.first, by.first);
            if (lane.failed()) return Value::none();
            Value j = plus(lane, place.second, by.second);
            if (lane.failed()) return Value::none();
            Value moved = make_pair(lane, i, j);
            out.add(cells ? make_pair(lane, member.first, moved) : moved);
            if (lane.failed()) return Value::none();
        }
        return out.finish();
    }
};

struct Normalize {
    static constexpr Doc doc{"normalize", "patch: Patch", Type::Patch,
                             "the patch moved to the upper left corner",
                             "normalize(fs((4, 5), (6, 5))) => fs((2, 0), (0, 0))"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        uint32_t n = len(lane, patch);
        if (lane.failed()) return Value::none();
        if (n == 0) return patch;
        if (is_compact_patch(patch)) {
            Extent box = extent_of(lane, patch);
            return shift_packed(lane, patch, -int64_t{box.rows.lo}, -int64_t{box.cols.lo});
        }
        Value top = Uppermost::apply(lane, patch);
        if (lane.failed()) return Value::none();
        Value di = negated(lane, top);
        if (lane.failed()) return Value::none();
        Value left = Leftmost::apply(lane, patch);
        if (lane.failed()) return Value::none();
        Value dj = negated(lane, left);
        if (lane.failed()) return Value::none();
        return Shift::apply(lane, patch, make_pair(lane, di, dj));
    }
};

struct Dneighbors {
    static constexpr Doc doc{"dneighbors", "loc: IntegerTuple", Type::Indices,
                             "the four places next to a location",
                             "dneighbors((0, 0)) => fs((-1, 0), (1, 0), (0, -1), (0, 1))"};
    BATT_HD static Value apply(Lane& lane, Value loc) {
        if (is_packed_location(loc)) {
            SmallTable<8> table;
            put_direct(table, loc);
            return table.finish(lane);
        }
        Around at(lane, loc);
        if (lane.failed()) return Value::none();
        MutableSet out(lane);
        out.add(make_pair(lane, at.up, at.j));
        out.add(make_pair(lane, at.down, at.j));
        out.add(make_pair(lane, at.i, at.left));
        out.add(make_pair(lane, at.i, at.right));
        return out.freeze();
    }
};

struct Ineighbors {
    static constexpr Doc doc{"ineighbors", "loc: IntegerTuple", Type::Indices,
                             "the four places diagonal to a location",
                             "ineighbors((1, 1)) => fs((2, 2), (0, 2), (2, 0), (0, 0))"};
    BATT_HD static Value apply(Lane& lane, Value loc) {
        if (is_packed_location(loc)) {
            SmallTable<8> table;
            put_diagonal(table, loc);
            return table.finish(lane);
        }
        Around at(lane, loc);
        if (lane.failed()) return Value::none();
        MutableSet out(lane);
        out.add(make_pair(lane, at.up, at.left));
        out.add(make_pair(lane, at.up, at.right));
        out.add(make_pair(lane, at.down, at.left));
        out.add(make_pair(lane, at.down, at.right));
        return out.freeze();
    }
};

struct Neighbors {
    static constexpr Doc doc{"neighbors", "loc: IntegerTuple", Type::Indices,
                             "the eight places around a location", "size(neighbors((1, 1))) => 8"};
    BATT_HD static Value apply(Lane& lane, Value loc) {
        if (is_packed_location(loc)) {
            // The union of two sets of four: its table has 32 slots before the second comes in.
            SmallTable<8> direct;
            SmallTable<8> diagonal;
            SmallTable<32> all;
            put_direct(direct, loc);
            put_diagonal(diagonal, loc);
            for (uint32_t slot = 0; slot < 8; ++slot) {
                if ((direct.live >> slot & 1) != 0) all.put(direct.keys[slot], direct.hashes[slot]);
            }
            for (uint32_t slot = 0; slot < 8; ++slot) {
                if ((diagonal.live >> slot & 1) != 0) {
                    all.put(diagonal.keys[slot], diagonal.hashes[slot]);
                }
            }
            return all.finish(lane);
        }
        Value direct = Dneighbors::apply(lane, loc);
        if (lane.failed()) return Value::none();
        Value diagonal = Ineighbors::apply(lane, loc);
        if (lane.failed()) return Value::none();
        return set_union(lane, direct, diagonal);
    }
};

struct Backdrop {
    static constexpr Doc doc{
        "backdrop", "patch: Patch", Type::Indices, "all places of a patch's bounding box",
        "backdrop(fs((0, 0), (1, 2))) => fs((0, 1), (1, 2), (0, 0), (1, 1), (0, 2), (1, 0))"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        if (len(lane, patch) == 0) return lane.failed() ? Value::none() : Value::empty_set();
        if (is_compact_patch(patch)) {
            Extent box = extent_of(lane, patch);
            return rectangle(lane, box.rows.lo, box.cols.lo, box.rows.hi, box.cols.hi);
        }
        Value places = Toindices::apply(lane, patch);
        if (lane.failed()) return Value::none();
        Two start = two(lane, Ulcorner::apply(lane, places));
        if (lane.failed()) return Value::none();
        Two end = two(lane, Lrcorner::apply(lane, patch));
        if (lane.failed()) return Value::none();
        if (!start.first.is_int() || !end.first.is_int()) return lane.fail(Fault::TypeError);
        // Nobody looks at the columns when there is no row.
        if (end.first.num < start.first.num) return Value::empty_set();
        if (!start.second.is_int() || !end.second.is_int()) return lane.fail(Fault::TypeError);
        return rectangle(lane, start.first.num, start.second.num, end.first.num, end.second.num);
    }

private:
    BATT_HD static Value rectangle(Lane& lane, int64_t si, int64_t sj, int64_t ei, int64_t ej) {
        if (si == 0 && sj == 0 && ei >= 0 && ej >= 0 && fits16(ei) && fits16(ej)) {
            return grid_indices(lane, static_cast<uint32_t>(ei) + 1, static_cast<uint32_t>(ej) + 1);
        }
        uint64_t h = count_between(si, ei);
        uint64_t w = count_between(sj, ej);
        MutableSet out(lane, h * w);
        add_rectangle(lane, out, si, sj, ei, ej);
        return out.finish();
    }
};

struct Delta {
    static constexpr Doc doc{"delta", "patch: Patch", Type::Indices,
                             "the places of a patch's bounding box that are not its own",
                             "delta(fs((0, 0), (1, 2))) => fs((0, 1), (1, 0), (1, 1), (0, 2))"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        if (len(lane, patch) == 0) return lane.failed() ? Value::none() : Value::empty_set();
        if (is_compact_patch(patch)) {
            return with_places(lane, patch, [&](const auto* places, uint32_t n) {
                return of_places(lane, patch, places, n);
            });
        }
        Value all = Backdrop::apply(lane, patch);
        if (lane.failed()) return Value::none();
        Value places = Toindices::apply(lane, patch);
        if (lane.failed()) return Value::none();
        return minus(lane, all, places);
    }

private:
    /// DIFF of the bounding box and the places of a compact patch.
    template <class Key>
    BATT_HD static Value of_places(Lane& lane, Value patch, const Key* places, uint32_t n) {
        Extent box = extent_of(lane, patch);
        uint64_t w = static_cast<uint64_t>(box.cols.size());
        uint64_t area = static_cast<uint64_t>(box.rows.size()) * w;
        MutableSet all(lane, area);
        add_rectangle(lane, all, box.rows.lo, box.cols.lo, box.rows.hi, box.cols.hi);
        // Every place lies in the box: a bitmap tells them from the others.
        uint64_t words = (area + 63) / 64;
        uint64_t* taken = lane.scratch<uint64_t>(words);
        if (lane.failed()) return Value::none();
        for (uint64_t word = 0; word < words; ++word) taken[word] = 0;
        auto number = [&](int32_t i, int32_t j) {
            return static_cast<uint64_t>(i - box.rows.lo) * w +
                   static_cast<uint64_t>(j - box.cols.lo);
        };
        uint64_t distinct = 0;
        for (uint32_t k = 0; k < n; ++k) {
            uint64_t at = number(places[k].i(), places[k].j());
            distinct += 1 - (taken[at >> 6] >> (at & 63) & 1);
            taken[at >> 6] |= 1ULL << (at & 63);
        }
        if (area / 4 > distinct) {
            uint32_t mark = lane.mark();
            Value indices = Toindices::apply(lane, patch);
            if (lane.failed()) return Value::none();
            all.copy();
            all.remove_all(indices);
            lane.release(mark);
            return all.finish();
        }
        MutableSet out(lane, area - distinct);
        all.each([&](uint32_t id) {
            Value place = all.key_value(id);
            uint64_t at = number(place.i(), place.j());
            if ((taken[at >> 6] >> (at & 63) & 1) == 0) out.add_pair(place.i(), place.j());
            return true;
        });
        return out.finish();
    }
};

/// The outline of the bounding box with each side moved inwards (or, negative, outwards).
BATT_HD inline Value moved_box(Lane& lane, Value patch, int64_t inwards) {
    if (is_compact_patch(patch)) {
        Extent box = extent_of(lane, patch);
        return ring(lane, Value::integer(box.rows.lo + inwards),
                    Value::integer(box.cols.lo + inwards), Value::integer(box.rows.hi - inwards),
                    Value::integer(box.cols.hi - inwards));
    }
    Value by = Value::integer(inwards);
    Value ai = Uppermost::apply(lane, patch);
    if (!lane.failed()) ai = plus(lane, ai, by);
    if (lane.failed()) return Value::none();
    Value aj = Leftmost::apply(lane, patch);
    if (!lane.failed()) aj = plus(lane, aj, by);
    if (lane.failed()) return Value::none();
    Value bi = Lowermost::apply(lane, patch);
    if (!lane.failed()) bi = minus(lane, bi, by);
    if (lane.failed()) return Value::none();
    Value bj = Rightmost::apply(lane, patch);
    if (!lane.failed()) bj = minus(lane, bj, by);
    if (lane.failed()) return Value::none();
    return ring(lane, ai, aj, bi, bj);
}

struct Box {
    static constexpr Doc doc{"box", "patch: Patch", Type::Indices,
                             "the outline of a patch's bounding box",
                             "box(fs((3, 3))) => fs((3, 3))"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        uint32_t n = len(lane, patch);
        if (lane.failed()) return Value::none();
        if (n == 0) return patch;
        if (is_compact_patch(patch)) return moved_box(lane, patch, 0);
        Two a = two(lane, Ulcorner::apply(lane, patch));
        if (lane.failed()) return Value::none();
        Two b = two(lane, Lrcorner::apply(lane, patch));
        if (lane.failed()) return Value::none();
        return ring(lane, a.first, a.second, b.first, b.second);
    }
};

struct Inbox {
    static constexpr Doc doc{"inbox", "patch: Patch", Type::Indices,
                             "the outline one place inside a patch's bounding box",
                             "inbox(fs((0, 0), (2, 2))) => fs((1, 1))"};
    BATT_HD static Value apply(Lane& lane, Value patch) { return moved_box(lane, patch, 1); }
};

struct Outbox {
    static constexpr Doc doc{"outbox", "patch: Patch", Type::Indices,
                             "the outline one place outside a patch's bounding box",
                             "size(outbox(fs((0, 0)))) => 8"};
    BATT_HD static Value apply(Lane& lane, Value patch) { return moved_box(lane, patch, -1); }
};

struct Connect {
    static constexpr Doc doc{"connect", "a: IntegerTuple, b: IntegerTuple", Type::Indices,
                             "the straight or diagonal line between two locations",
                             "connect((2, 0), (0, 2)) => fs((1, 1), (0, 2), (2, 0))"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        Two from = two(lane, a);
        if (lane.failed()) return Value::none();
        Two to = two(lane, b);
        if (lane.failed()) return Value::none();
        return connect_places(lane, from, to);
    }
};

struct Shoot {
    static constexpr Doc doc{"shoot", "start: IntegerTuple, direction: IntegerTuple", Type::Indices,
                             "the line of 42 steps from a location in a direction",
                             "shoot((3, 4), (0, 0)) => fs((3, 4))"};
    BATT_HD static Value apply(Lane& lane, Value start, Value direction) {
        Value end[2];
        for (int64_t k = 0; k < 2; ++k) {
            Value from = component(lane, start, k);
            if (lane.failed()) return Value::none();
            Value to = component(lane, direction, k);
            if (lane.failed()) return Value::none();
            Value way = times(lane, Value::integer(kSteps), to);
            if (lane.failed()) return Value::none();
            end[k] = plus(lane, from, way);
            if (lane.failed()) return Value::none();
        }
        Two from = two(lane, start);
        if (lane.failed()) return Value::none();
        return connect_places(lane, from, {end[0], end[1]});
    }
    static constexpr int64_t kSteps = 42;
};

/// The length of a frontier, whatever the grid.
inline constexpr int64_t kFrontier = 30;

struct Vfrontier {
    static constexpr Doc doc{"vfrontier", "location: IntegerTuple", Type::Indices,
                             "the vertical line of 30 places through a location",
                             "size(vfrontier((5, 7))) => 30"};
    BATT_HD static Value apply(Lane& lane, Value location) {
        Value column = at(lane, location, int64_t{1});
        if (lane.failed()) return Value::none();
        return make_line<Axis::Column>(lane, column, 0, kFrontier - 1);
    }
};

struct Hfrontier {
    static constexpr Doc doc{"hfrontier", "location: IntegerTuple", Type::Indices,
                             "the horizontal line of 30 places through a location",
                             "size(hfrontier((5, 7))) => 30"};
    BATT_HD static Value apply(Lane& lane, Value location) {
        Value row = at(lane, location, int64_t{0});
        if (lane.failed()) return Value::none();
        return make_line<Axis::Row>(lane, row, 0, kFrontier - 1);
    }
};

using PatchPrims =
    PrimList<Asindices, Asobject, Toobject, Shift, Normalize, Dneighbors, Ineighbors, Neighbors,
             Backdrop, Delta, Box, Inbox, Outbox, Connect, Shoot, Vfrontier, Hfrontier>;

} // namespace batt::dsl
