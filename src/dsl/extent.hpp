// SPDX-License-Identifier: MIT-0
// Where patches lie: their indices, extremes, corners and centres.
#pragma once

#include "base/checked.hpp"
#include "dsl/bounds.hpp"

namespace batt::dsl {

struct Toindices {
    static constexpr Doc doc{"toindices", "patch: Patch", Type::Indices, "the places of a patch",
                             "toindices(fs((1, (0, 0)), (2, (0, 0)), (3, (5, 6)))) => "
                             "fs((5, 6), (0, 0))"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        if (patch.kind() == Kind::Indices) return patch;
        if (patch.kind() == Kind::Object && has_distinct_places(lane, patch)) {
            return distinct(lane, patch);
        }
        return general(lane, patch);
    }

private:
    BATT_NOINLINE BATT_HD static Value distinct(Lane& lane, Value object) {
        const PackedCell* cells = packed<PackedCell>(lane, object);
        uint32_t n = static_cast<uint32_t>(object.num);
        PackedPair* places = lane.scratch<PackedPair>(n);
        if (places == nullptr) return Value::none();
        each(lane, n, [=](uint32_t k) { places[k] = PackedPair::of(cells[k].i(), cells[k].j()); });
        return make_distinct(lane, places, n, Layout::Build);
    }

    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value patch) {
        uint32_t n = len(lane, patch);
        if (lane.failed()) return Value::none();
        if (n == 0) return Value::empty_set();
        bool object = object_like(lane, patch);
        if (lane.failed()) return Value::none();
        if (!object) return patch;
        MutableSet out(lane, n);
        for (uint32_t k = 0; k < n; ++k) {
            Two parts = two(lane, item(lane, patch, k));
            if (lane.failed()) return Value::none();
            out.add(parts.second);
        }
        return out.finish();
    }
};

/// MINOF or MAXOF: `at(k)` gives the k-th of `n` values, and may fail.
template <bool Max, class At>
BATT_HD inline Value extreme_of(Lane& lane, uint32_t n, At at) {
    if (n == 0) return lane.fail(Fault::ValueError);
    Value best = at(0U);
    for (uint32_t k = 1; k < n && !lane.failed(); ++k) {
        Value v = at(k);
        if (lane.failed()) break;
        if (Max ? less(lane, best, v) : less(lane, v, best)) best = v;
    }
    return lane.failed() ? Value::none() : best;
}

/// MINOF or MAXOF of ROWPARTS or COLPARTS, given toindices of the patch.
template <Axis Along, bool Max>
BATT_NOINLINE BATT_HD inline Value extreme_part(Lane& lane, Value indices) {
    if (!iterable(lane, indices)) return Value::none();
    return extreme_of<Max>(lane, length(indices), [&](uint32_t k) {
        Two parts = two(lane, item(lane, indices, k));
        return Along == Axis::Row ? parts.first : parts.second;
    });
}

/// uppermost, lowermost, leftmost and rightmost of any value.
template <Axis Along, bool Max>
BATT_HD inline Value edge(Lane& lane, Value patch) {
    if (is_compact_patch(patch)) {
        return with_places(lane, patch, [](const auto* places, uint32_t n) {
            int32_t best = coordinate<Along>(places[0]);
            for (uint32_t k = 1; k < n; ++k) {
                int32_t x = coordinate<Along>(places[k]);
                best = (Max ? x > best : x < best) ? x : best;
            }
            return Value::integer(best);
        });
    }
    Value indices = Toindices::apply(lane, patch);
    if (lane.failed()) return Value::none();
    return extreme_part<Along, Max>(lane, indices);
}

struct Uppermost {
    static constexpr Doc doc{"uppermost", "patch: Patch", Type::Integer, "the topmost row",
                             "uppermost(fs((3, 1), (2, 9))) => 2"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        return edge<Axis::Row, false>(lane, patch);
    }
};

struct Lowermost {
    static constexpr Doc doc{"lowermost", "patch: Patch", Type::Integer, "the bottom row",
                             "lowermost(fs((5, (3, 1)), (6, (2, 9)))) => 3"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        return edge<Axis::Row, true>(lane, patch);
    }
};

struct Leftmost {
    static constexpr Doc doc{"leftmost", "patch: Patch", Type::Integer, "the leftmost column",
                             "leftmost(fs((3, 1), (2, -9))) => -9"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        return edge<Axis::Column, false>(lane, patch);
    }
};

struct Rightmost {
    static constexpr Doc doc{"rightmost", "patch: Patch", Type::Integer, "the rightmost column",
                             "rightmost(fs((3, 1), (2, 9))) => 9"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        return edge<Axis::Column, true>(lane, patch);
    }
};

/// height or width of a frozenset of any form.
template <Axis Along>
BATT_NOINLINE BATT_HD inline int64_t measure_set(Lane& lane, Value piece) {
    Value indices = Toindices::apply(lane, piece);
    if (lane.failed()) return 0;
    Value hi = extreme_part<Along, true>(lane, indices);
    if (lane.failed()) return 0;
    Value lo = extreme_part<Along, false>(lane, indices);
    if (lane.failed()) return 0;
    if (!hi.is_int() || !lo.is_int()) {
        // Frozensets can be subtracted, but then 1 cannot be added.
        lane.fail(Fault::TypeError);
        return 0;
    }
    int64_t size = 0;
    if (!checked_sub(hi.num, lo.num, size) || !checked_add(size, 1, size)) lane.fail(Fault::Limit);
    return size;
}

/// height (rows) or width (columns) of any value, as a number; 0 when it fails.
template <Axis Along>
BATT_HD inline int64_t measure(Lane& lane, Value piece) {
    if (is_compact_patch(piece)) return span_of<Along>(lane, piece).size();
    if (piece.kind() == Kind::Grid) return Along == Axis::Row ? piece.rows() : piece.cols();
    uint32_t n = len(lane, piece);
    if (n == 0) return 0;
    if (piece.is_tuple()) return Along == Axis::Row ? n : len(lane, item(lane, piece, 0));
    return measure_set<Along>(lane, piece);
}

struct Height {
    static constexpr Doc doc{"height", "piece: Piece", Type::Integer, "the number of rows spanned",
                             "height(fs((3, 1), (7, 9))) => 5"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        return Value::integer(measure<Axis::Row>(lane, piece));
    }
};

struct Width {
    static constexpr Doc doc{"width", "piece: Piece", Type::Integer,
                             "the number of columns spanned", "width(fs((3, 1), (7, 9))) => 9"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        return Value::integer(measure<Axis::Column>(lane, piece));
    }
};

/// Height and width, in this order.
struct Measures {
    int64_t height;
    int64_t width;
};
BATT_HD inline Measures measures_of(Lane& lane, Value piece) {
    if (is_compact_patch(piece)) {
        Extent e = extent_of(lane, piece);
        return {e.rows.size(), e.cols.size()};
    }
    int64_t height = measure<Axis::Row>(lane, piece);
    if (lane.failed()) return {0, 0};
    return {height, measure<Axis::Column>(lane, piece)};
}

struct Shape {
    static constexpr Doc doc{"shape", "piece: Piece", Type::IntegerTuple, "height and width",
                             "shape(((1, 2, 3), (4, 5, 6))) => (2, 3)"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        Measures m = measures_of(lane, piece);
        if (lane.failed()) return Value::none();
        return make_pair(lane, Value::integer(m.height), Value::integer(m.width));
    }
};

struct Portrait {
    static constexpr Doc doc{"portrait", "piece: Piece", Type::Boolean,
                             "whether it is higher than wide", "portrait(((1,), (1,))) => True"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        Measures m = measures_of(lane, piece);
        return Value::boolean(m.height > m.width);
    }
};

struct Square {
    static constexpr Doc doc{"square", "piece: Piece", Type::Boolean,
                             "whether it is a square without gaps",
                             "square(fs((0, 0), (0, 1), (1, 0), (1, 1))) => True"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        if (piece.kind() == Kind::Grid) return Value::boolean(piece.rows() == piece.cols());
        if (piece.is_tuple()) {
            Value row = at(lane, piece, int64_t{0});
            if (lane.failed()) return Value::none();
            return Value::boolean(len(lane, row) == length(piece));
        }
        Measures m = measures_of(lane, piece);
        if (lane.failed()) return Value::none();
        int64_t area = 0;
        // A product out of range is no length.
        return Value::boolean(m.height == m.width && checked_mul(m.height, m.width, area) &&
                              area == length(piece));
    }
};

struct Vline {
    static constexpr Doc doc{"vline", "patch: Patch", Type::Boolean,
                             "whether it is a vertical line", "vline(fs((0, 3), (1, 3))) => True"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        int64_t height = measure<Axis::Row>(lane, patch);
        if (lane.failed()) return Value::none();
        return Value::boolean(height == length(patch) && measure<Axis::Column>(lane, patch) == 1);
    }
};

struct Hline {
    static constexpr Doc doc{"hline", "patch: Patch", Type::Boolean,
                             "whether it is a horizontal line",
                             "hline(fs((0, 3), (0, 4))) => True"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        int64_t width = measure<Axis::Column>(lane, patch);
        if (lane.failed()) return Value::none();
        return Value::boolean(width == length(patch) && measure<Axis::Row>(lane, patch) == 1);
    }
};

/// The tuple of `column(c)` for each of COLUMNS, given toindices of the patch: `column` gets the
/// number of a column and of elements, and a function for the k-th value.
template <class Column>
BATT_HD inline Value each_column(Lane& lane, Value indices, Column column) {
    if (!iterable(lane, indices)) return Value::none();
    uint32_t n = length(indices);
    uint32_t columns = 0;
    for (uint32_t k = 0; k < n; ++k) {
        Value e = item(lane, indices, k);
        if (!iterable(lane, e)) return Value::none();
        if (k == 0 || length(e) < columns) columns = length(e);
    }
    TupleBuilder out(lane, columns);
    for (uint32_t c = 0; c < columns; ++c) {
        if (!lane.step(n)) return Value::none();
        Value v =
            column(c, n, [&, c](uint32_t k) { return item(lane, item(lane, indices, k), c); });
        if (lane.failed()) return Value::none();
        out.add(v);
    }
    return out.finish();
}

/// A corner of any value: MAXOF or MINOF of the columns. Corners that mix them know two columns.
BATT_NOINLINE BATT_HD inline Value general_corner(Lane& lane, Value patch, bool max_row,
                                                  bool max_column) {
    Value indices = Toindices::apply(lane, patch);
    if (lane.failed()) return Value::none();
    return each_column(lane, indices, [&](uint32_t c, uint32_t n, auto at) {
        if (max_row != max_column && c > 1) return lane.fail(Fault::KeyError);
        return (c == 0 ? max_row : max_column) ? extreme_of<true>(lane, n, at)
                                               : extreme_of<false>(lane, n, at);
    });
}

/// The bottom row or the top one, the right column or the left one.
template <bool MaxRow, bool MaxColumn>
BATT_HD inline Value corner(Lane& lane, Value patch) {
    if (!is_compact_patch(patch)) return general_corner(lane, patch, MaxRow, MaxColumn);
    Extent e = extent_of(lane, patch);
    return Value::pair(MaxRow ? e.rows.hi : e.rows.lo, MaxColumn ? e.cols.hi : e.cols.lo);
}

struct Ulcorner {
    static constexpr Doc doc{"ulcorner", "patch: Patch", Type::IntegerTuple,
                             "the upper left corner", "ulcorner(fs((3, 1), (2, 9))) => (2, 1)"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        return corner<false, false>(lane, patch);
    }
};

struct Urcorner {
    static constexpr Doc doc{"urcorner", "patch: Patch", Type::IntegerTuple,
                             "the upper right corner", "urcorner(fs((3, 1), (2, 9))) => (2, 9)"};
    BATT_HD static Value apply(Lane& lane, Value patch) { return corner<false, true>(lane, patch); }
};

struct Llcorner {
    static constexpr Doc doc{"llcorner", "patch: Patch", Type::IntegerTuple,
                             "the lower left corner", "llcorner(fs((3, 1), (2, 9))) => (3, 1)"};
    BATT_HD static Value apply(Lane& lane, Value patch) { return corner<true, false>(lane, patch); }
};

struct Lrcorner {
    static constexpr Doc doc{"lrcorner", "patch: Patch", Type::IntegerTuple,
                             "the lower right corner", "lrcorner(fs((3, 1), (2, 9))) => (3, 9)"};
    BATT_HD static Value apply(Lane& lane, Value patch) { return corner<true, true>(lane, patch); }
};

struct Corners {
    static constexpr Doc doc{"corners", "patch: Patch", Type::Indices, "the four corners",
                             "corners(fs((0, 0), (2, 3))) => fs((2, 3), (0, 3), (2, 0), (0, 0))"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        if (!is_compact_patch(patch)) return general(lane, patch);
        const Extent e = extent_of(lane, patch);
        const int32_t right = e.cols.hi;
        PackedPair corners[4];
        uint32_t n = 0;
        // Corners that coincide come once.
        corners[n++] = PackedPair::of(e.rows.lo, e.cols.lo);
        if (right != e.cols.lo) corners[n++] = PackedPair::of(e.rows.lo, right);
        if (e.rows.hi != e.rows.lo) {
            corners[n++] = PackedPair::of(e.rows.hi, e.cols.lo);
            if (right != e.cols.lo) corners[n++] = PackedPair::of(e.rows.hi, right);
        }
        return make_distinct(lane, corners, n, Layout::Freeze);
    }

private:
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value patch) {
        // The first failure is kept; corners after it see a failed lane and do nothing.
        const Value corners[4] = {Ulcorner::apply(lane, patch), Urcorner::apply(lane, patch),
                                  Llcorner::apply(lane, patch), Lrcorner::apply(lane, patch)};
        if (lane.failed()) return Value::none();
        MutableSet out(lane, 4);
        for (Value corner : corners) out.add(corner);
        return out.freeze();
    }
};

/// The middle along one axis of any value: extreme + floor(size / 2); 0 when it fails.
template <Axis Along>
BATT_HD inline int64_t middle_of(Lane& lane, Value patch) {
    Value lo = edge<Along, false>(lane, patch);
    if (lane.failed()) return 0;
    int64_t size = measure<Along>(lane, patch);
    if (lane.failed()) return 0;
    int64_t middle = 0;
    if (!lo.is_int()) {
        lane.fail(Fault::TypeError);
    } else if (!checked_add(lo.num, size / 2, middle)) {
        lane.fail(Fault::Limit);
    }
    return middle;
}

/// The place center gives; both 0 when it fails.
struct Middle {
    int64_t i;
    int64_t j;
};
BATT_HD inline Middle center_of(Lane& lane, Value patch) {
    if (is_compact_patch(patch)) {
        Extent e = extent_of(lane, patch);
        return {e.rows.middle(), e.cols.middle()};
    }
    int64_t i = middle_of<Axis::Row>(lane, patch);
    if (lane.failed()) return {0, 0};
    return {i, middle_of<Axis::Column>(lane, patch)};
}

struct Center {
    static constexpr Doc doc{"center", "patch: Patch", Type::IntegerTuple,
                             "the middle of the bounding box",
                             "center(fs((0, 0), (3, 4))) => (2, 2)"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        Middle m = center_of(lane, patch);
        if (lane.failed()) return Value::none();
        return make_pair(lane, Value::integer(m.i), Value::integer(m.j));
    }
};

struct Centerofmass {
    static constexpr Doc doc{"centerofmass", "patch: Patch", Type::IntegerTuple,
                             "the mean place, by the number of cells",
                             "centerofmass(fs((0, 0), (1, 1), (1, 4))) => (0, 1)"};
    BATT_HD static Value apply(Lane& lane, Value patch) {
        if (patch.kind() == Kind::Indices ||
            (patch.kind() == Kind::Object && has_distinct_places(lane, patch))) {
            return compact(lane, patch);
        }
        return general(lane, patch);
    }

private:
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value patch) {
        Value indices = Toindices::apply(lane, patch);
        if (lane.failed()) return Value::none();
        int64_t cells = length(patch);
        return each_column(lane, indices, [&](uint32_t, uint32_t n, auto at) {
            int64_t sum = 0;
            for (uint32_t k = 0; k < n; ++k) {
                Value v = at(k);
                if (!v.is_int()) return lane.fail(Fault::TypeError);
                if (!checked_add(sum, v.num, sum)) return lane.fail(Fault::Limit);
            }
            return Value::integer(floor_mean(sum, cells));
        });
    }

    BATT_HD static Value compact(const Lane& lane, Value patch) {
        return with_places(lane, patch, [](const auto* places, uint32_t n) {
            int64_t i = 0;
            int64_t j = 0;
            for (uint32_t k = 0; k < n; ++k) {
                i += places[k].i();
                j += places[k].j();
            }
            return Value::pair(static_cast<int32_t>(floor_mean(i, n)),
                               static_cast<int32_t>(floor_mean(j, n)));
        });
    }

    BATT_HD static int64_t floor_mean(int64_t sum, int64_t n) {
        int64_t q = sum / n;
        return sum % n < 0 ? q - 1 : q;
    }
};

/// FSET of (value, place) for the places of a patch. Lives here as it needs their order.
struct Recolor {
    static constexpr Doc doc{"recolor", "value: Integer, patch: Patch", Type::Object,
                             "the patch in one colour",
                             "recolor(5, fs((1, (0, 0)), (2, (0, 0)))) => fs((5, (0, 0)))"};
    BATT_HD static Value apply(Lane& lane, Value value, Value patch) {
        if (value.kind() == Kind::Int && fits32(value.num)) {
            if (patch.kind() == Kind::Object && patch.num <= SlotTable::kMost &&
                has_distinct_places(lane, patch)) {
                return of_object(lane, static_cast<int32_t>(value.num), patch);
            }
            Value indices = Toindices::apply(lane, patch);
            if (lane.failed()) return Value::none();
            if (indices.kind() == Kind::Indices) {
                return of_indices(lane, static_cast<int32_t>(value.num), indices);
            }
        }
        return general(lane, value, patch);
    }

private:
    BATT_HD static Value of_indices(Lane& lane, int32_t color, Value indices) {
        uint32_t n = static_cast<uint32_t>(indices.num);
        const PackedPair* places = packed<PackedPair>(lane, indices);
        PackedCell* cells = lane.scratch<PackedCell>(n);
        if (cells == nullptr) return Value::none();
        each(lane, n,
             [=](uint32_t k) { cells[k] = PackedCell::of(color, places[k].i(), places[k].j()); });
        return make_distinct(lane, cells, n, Layout::Build);
    }

    /// Takes the order toindices would give without making that set.
    BATT_HD static Value of_object(Lane& lane, int32_t color, Value object) {
        uint32_t n = static_cast<uint32_t>(object.num);
        const PackedCell* from = packed<PackedCell>(lane, object);
        PackedCell* cells = lane.scratch<PackedCell>(n);
        uint64_t* hashes = lane.scratch<uint64_t>(n);
        DistinctSets sets(lane, n);
        if (cells == nullptr || hashes == nullptr || !sets.usable()) return Value::none();
        PlaceHashes places{lane.place_hashes()};
        for (uint32_t k = 0; k < n; ++k) hashes[k] = places(from[k].i(), from[k].j());
        sets.table().build_all(n, hashes, sets.ids());
        PackedCell* next = cells;
        sets.table().each([&next, from, color](uint32_t id) {
            *next++ = PackedCell::of(color, from[id].i(), from[id].j());
        });
        for (uint32_t k = 0; k < n; ++k) hashes[k] = cells[k].hash(places);
        return sets.make(cells, hashes, n, Layout::Build);
    }

    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value value, Value patch) {
        Value indices = Toindices::apply(lane, patch);
        if (lane.failed()) return Value::none();
        uint32_t n = length(indices);
        MutableSet out(lane, n);
        uint64_t begun = tuple_hash_add(kTupleHashStart, hash(lane, value));
        PlaceHashes places{lane.place_hashes()};
        for (uint32_t k = 0; k < n; ++k) {
            Value place = item(lane, indices, k);
            Value cell = make_pair(lane, value, place);
            if (lane.failed()) return Value::none();
            if (indices.kind() != Kind::Indices) {
                out.add(cell);
                continue;
            }
            // Of different places; the hash costs the same if it is known.
            pay_for_hash(lane, cell);
            uint64_t h = tuple_hash_add(begun, places(place.i(), place.j()));
            out.add_new(cell, tuple_hash_end(h, 2));
        }
        return out.finish();
    }
};

using ExtentPrims = PrimList<Toindices, Uppermost, Lowermost, Leftmost, Rightmost, Height, Width,
                             Shape, Portrait, Square, Vline, Hline, Ulcorner, Lrcorner, Urcorner,
                             Llcorner, Corners, Center, Centerofmass, Recolor>;

} // namespace batt::dsl
