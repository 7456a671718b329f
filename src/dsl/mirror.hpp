// SPDX-License-Identifier: MIT-0
// Turning grids, and mirroring grids and patches.
#pragma once

#include "dsl/extent.hpp"
#include "value/arithmetic.hpp"
#include "value/key_table.hpp"

namespace batt::dsl {

/// How the cells of a new grid are found in the bytes of another.
struct CellWalk {
    uint64_t rows;
    uint64_t cols;
    int64_t start;    ///< where the first cell is
    int64_t row_step; ///< from a row's first cell to that of the next
    int64_t col_step; ///< from a cell to the one on its right
};

/// The grid made of cells of a byte grid.
BATT_HD inline Value walk_cells(Lane& lane, Value grid, const CellWalk& walk) {
    NewGrid made = make_grid(lane, walk.rows, walk.cols);
    if (made.cells == nullptr) return made.value;
    const int8_t* cells = lane.at<int8_t>(grid.ref());
    each_place(lane, walk.rows, walk.cols, [=, out = made.cells](uint64_t r, uint64_t c) {
        out[r * walk.cols + c] = cells[walk.start + static_cast<int64_t>(r) * walk.row_step +
                                       static_cast<int64_t>(c) * walk.col_step];
    });
    return made.value;
}

/// REVERSED.
BATT_HD inline Value reversed(Lane& lane, Value tuple) {
    if (!tuple.is_tuple()) return lane.fail(Fault::TypeError);
    uint32_t n = length(tuple);
    if (tuple.kind() == Kind::Row) {
        uint32_t ref = 0;
        int8_t* out = lane.make<int8_t>(n, ref);
        if (out == nullptr) return Value::none();
        const int8_t* cells = lane.at<int8_t>(tuple.ref());
        for (uint32_t k = 0; k < n; ++k) out[k] = cells[n - 1 - k];
        return row_value(lane, ref, n);
    }
    if (tuple.kind() == Kind::Grid) {
        int64_t w = tuple.cols();
        return walk_cells(lane, tuple, {n, tuple.cols(), (int64_t{n} - 1) * w, -w, 1});
    }
    uint32_t ref = 0;
    Value* items = lane.make<Value>(n, ref);
    if (items == nullptr) return Value::none();
    for (uint32_t k = 0; k < n; ++k) items[k] = item(lane, tuple, n - 1 - k);
    return adopt_tuple(lane, ref, n);
}

/// The tuple of the REVERSED rows of a tuple.
BATT_HD inline Value reversed_rows(Lane& lane, Value rows) {
    uint32_t n = length(rows);
    TupleBuilder out(lane, n);
    for (uint32_t k = 0; k < n; ++k) {
        Value row = reversed(lane, item(lane, rows, k));
        if (lane.failed()) return Value::none();
        out.add(row);
    }
    return out.finish();
}

/// What ZIP is applied to, and how its tuples are taken.
enum class Zip : uint8_t {
    Transposed,    ///< the rows: dmirror
    Clockwise,     ///< the rows from last to first: rot90
    Anticlockwise, ///< the same, each tuple and their sequence reversed: rot270
    Crossed,       ///< the reversed rows from last to first: cmirror
};

/// ZIP of the rows of any tuple.
BATT_NOINLINE BATT_HD inline Value zip(Lane& lane, Value rows, Zip way) {
    uint32_t n = length(rows);
    uint32_t shortest = 0;
    for (uint32_t k = 0; k < n; ++k) {
        Value row = item(lane, rows, k);
        if (way == Zip::Crossed ? !row.is_tuple() : !row.is_container()) {
            return lane.fail(Fault::TypeError);
        }
        if (k == 0 || length(row) < shortest) shortest = length(row);
    }
    if (!lane.step(uint64_t{n} * shortest)) return Value::none();
    bool upwards = way == Zip::Clockwise || way == Zip::Crossed;
    TupleBuilder out(lane, shortest);
    for (uint32_t r = 0; r < shortest; ++r) {
        uint32_t ref = 0;
        Value* items = lane.make<Value>(n, ref);
        if (items == nullptr) return Value::none();
        for (uint32_t k = 0; k < n; ++k) {
            Value row = item(lane, rows, upwards ? n - 1 - k : k);
            uint32_t column = r;
            if (way == Zip::Anticlockwise) column = shortest - 1 - r;
            if (way == Zip::Crossed) column = length(row) - 1 - r;
            items[k] = item(lane, row, column);
        }
        out.add(adopt_tuple(lane, ref, n));
    }
    return out.finish();
}

struct Rot90 {
    static constexpr Doc doc{"rot90", "grid: Grid", Type::Grid, "a quarter turn clockwise",
                             "rot90(((1, 2), (3, 4), (5, 6))) => ((5, 3, 1), (6, 4, 2))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        if (!grid.is_tuple()) return lane.fail(Fault::TypeError);
        if (grid.kind() != Kind::Grid) return zip(lane, grid, Zip::Clockwise);
        int64_t h = grid.rows();
        int64_t w = grid.cols();
        return walk_cells(lane, grid, {grid.cols(), grid.rows(), (h - 1) * w, 1, -w});
    }
};

struct Rot180 {
    static constexpr Doc doc{"rot180", "grid: Grid", Type::Grid, "a half turn",
                             "rot180(((1, 2), (3,))) => ((3,), (2, 1))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        if (!grid.is_tuple()) return lane.fail(Fault::TypeError);
        if (grid.kind() == Kind::Grid) {
            int64_t w = grid.cols();
            return walk_cells(lane, grid, {grid.rows(), grid.cols(), grid.rows() * w - 1, -w, -1});
        }
        return reversed(lane, reversed_rows(lane, grid));
    }
};

struct Rot270 {
    static constexpr Doc doc{"rot270", "grid: Grid", Type::Grid, "a quarter turn anticlockwise",
                             "rot270(((1, 2), (3, 4), (5, 6))) => ((2, 4, 6), (1, 3, 5))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        if (!grid.is_tuple()) return lane.fail(Fault::TypeError);
        if (grid.kind() != Kind::Grid) return zip(lane, grid, Zip::Anticlockwise);
        int64_t w = grid.cols();
        return walk_cells(lane, grid, {grid.cols(), grid.rows(), w - 1, -1, w});
    }
};

/// FSET of the elements of a patch that is no tuple, at other places: `move(i, j)` gives the new
/// place of each, and may fail.
template <class Move>
BATT_HD inline Value move_places(Lane& lane, Value patch, Move move) {
    bool object = object_like(lane, patch);
    if (lane.failed()) return Value::none();
    uint32_t n = length(patch);
    MutableSet out(lane, n);
    for (uint32_t k = 0; k < n; ++k) {
        Value e = item(lane, patch, k);
        Two cell;
        if (object) cell = two(lane, e);
        if (lane.failed()) return Value::none();
        Two place = two(lane, object ? cell.second : e);
        if (lane.failed()) return Value::none();
        Two moved = move(place.first, place.second);
        if (lane.failed()) return Value::none();
        Value key = make_pair(lane, moved.first, moved.second);
        out.add(object ? make_pair(lane, cell.first, key) : key);
        if (lane.failed()) return Value::none();
    }
    return out.finish();
}

/// FSET of the elements of an Indices or Object set at other places, which are all different and
/// have 16 bits: `move(i, j)` gives them as a PackedPair.
template <class Move>
BATT_HD inline Value move_packed(Lane& lane, Value patch, Move move) {
    uint32_t n = length(patch);
    Scratch scope(lane);
    if (patch.kind() == Kind::Indices) {
        const PackedPair* pairs = packed<PackedPair>(lane, patch);
        PackedPair* keys = lane.scratch<PackedPair>(n);
        if (keys == nullptr) return Value::none();
        each(lane, n, [=](uint32_t k) { keys[k] = move(pairs[k].i(), pairs[k].j()); });
        return make_distinct(lane, keys, n, Layout::Build);
    }
    const PackedCell* cells = packed<PackedCell>(lane, patch);
    PackedCell* keys = lane.scratch<PackedCell>(n);
    if (keys == nullptr) return Value::none();
    each(lane, n, [=](uint32_t k) {
        PackedPair place = move(cells[k].i(), cells[k].j());
        keys[k] = PackedCell::of(cells[k].color(), place.i(), place.j());
    });
    return make_distinct(lane, keys, n, Layout::Build);
}

/// The patch with one coordinate of its places reflected.
template <Axis Along>
BATT_HD inline Value reflect(Lane& lane, Value patch) {
    if (is_compact_patch(patch)) {
        Span span = span_of<Along>(lane, patch);
        int32_t sum = span.lo + span.hi;
        return move_packed(lane, patch, [sum](int32_t i, int32_t j) {
            return Along == Axis::Row ? PackedPair::of(sum - i, j) : PackedPair::of(i, sum - j);
        });
    }
    constexpr int64_t part = Along == Axis::Row ? 0 : 1;
    Value upper = Ulcorner::apply(lane, patch);
    if (lane.failed()) return Value::none();
    Value lowest = at(lane, upper, part);
    if (lane.failed()) return Value::none();
    Value lower = Lrcorner::apply(lane, patch);
    if (lane.failed()) return Value::none();
    Value highest = at(lane, lower, part);
    if (lane.failed()) return Value::none();
    Value sum = plus(lane, lowest, highest);
    if (lane.failed()) return Value::none();
    return move_places(lane, patch, [&lane, sum](Value i, Value j) {
        return Along == Axis::Row ? Two{minus(lane, sum, i), j} : Two{i, minus(lane, sum, j)};
    });
}

struct Hmirror {
    static constexpr Doc doc{"hmirror", "piece: Piece", Type::Piece, "turned upside down",
                             "hmirror(((1, 2), (3, 4))) => ((3, 4), (1, 2))"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        if (piece.is_tuple()) return reversed(lane, piece);
        return reflect<Axis::Row>(lane, piece);
    }
};

struct Vmirror {
    static constexpr Doc doc{"vmirror", "piece: Piece", Type::Piece, "left and right exchanged",
                             "vmirror(((1, 2), (3, 4))) => ((2, 1), (4, 3))"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        if (!piece.is_tuple()) return reflect<Axis::Column>(lane, piece);
        if (piece.kind() == Kind::Grid) {
            int64_t w = piece.cols();
            return walk_cells(lane, piece, {piece.rows(), piece.cols(), w - 1, w, -1});
        }
        return reversed_rows(lane, piece);
    }
};

struct Dmirror {
    static constexpr Doc doc{"dmirror", "piece: Piece", Type::Piece,
                             "mirrored along the main diagonal",
                             "dmirror(((1, 2), (3, 4), (5, 6))) => ((1, 3, 5), (2, 4, 6))"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        if (piece.kind() == Kind::Grid) {
            return walk_cells(lane, piece,
                              {piece.cols(), piece.rows(), 0, 1, int64_t{piece.cols()}});
        }
        if (piece.is_tuple()) return zip(lane, piece, Zip::Transposed);
        if (is_compact_patch(piece)) {
            Extent e = extent_of(lane, piece);
            int32_t down = e.rows.lo - e.cols.lo;
            if (fits16(e.cols.hi + down) && fits16(e.rows.hi - down)) {
                return move_packed(lane, piece, [down](int32_t i, int32_t j) {
                    return PackedPair::of(j + down, i - down);
                });
            }
        }
        Value corner = Ulcorner::apply(lane, piece);
        if (lane.failed()) return Value::none();
        Two ul = two(lane, corner);
        if (lane.failed()) return Value::none();
        return move_places(lane, piece, [&lane, ul](Value i, Value j) {
            Two moved{crossed(lane, j, ul.second, ul.first), Value::none()};
            if (!lane.failed()) moved.second = crossed(lane, i, ul.first, ul.second);
            return moved;
        });
    }

private:
    /// x - from + to.
    BATT_HD static Value crossed(Lane& lane, Value x, Value from, Value to) {
        Value distance = minus(lane, x, from);
        return lane.failed() ? Value::none() : plus(lane, distance, to);
    }
};

struct Cmirror {
    static constexpr Doc doc{"cmirror", "piece: Piece", Type::Piece,
                             "mirrored along the counter-diagonal",
                             "cmirror(((1, 2), (3, 4))) => ((4, 2), (3, 1))"};
    BATT_HD static Value apply(Lane& lane, Value piece) {
        if (piece.kind() == Kind::Grid) {
            int64_t w = piece.cols();
            return walk_cells(lane, piece,
                              {piece.cols(), piece.rows(), piece.rows() * w - 1, -1, -w});
        }
        if (piece.is_tuple()) return zip(lane, piece, Zip::Crossed);
        Value turned = Vmirror::apply(lane, piece);
        if (lane.failed()) return Value::none();
        turned = Dmirror::apply(lane, turned);
        if (lane.failed()) return Value::none();
        return Vmirror::apply(lane, turned);
    }
};

using MirrorPrims = PrimList<Rot90, Rot180, Rot270, Hmirror, Vmirror, Dmirror, Cmirror>;

} // namespace batt::dsl
