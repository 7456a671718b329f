// SPDX-License-Identifier: MIT-0
// Cutting, joining and making grids.
#pragma once

#include "dsl/mirror.hpp"

namespace batt::dsl {

/// The bounds of a SLICE.
struct Range {
    int64_t lo;
    int64_t hi; ///< excluded

    /// The positions it takes of `n` elements.
    BATT_HD Range within(int64_t n) const {
        int64_t from = lo < 0 ? lo + n : lo;
        int64_t to = hi < 0 ? hi + n : hi;
        from = from < 0 ? 0 : from;
        to = to > n ? n : to;
        return from < to ? Range{from, to} : Range{0, 0};
    }
    BATT_HD uint32_t size() const { return static_cast<uint32_t>(hi - lo); }
};

/// SLICE. Byte cells are shared, not copied.
BATT_HD inline Value slice(Lane& lane, Value tuple, Range bounds) {
    if (!tuple.is_tuple()) return lane.fail(Fault::TypeError);
    const Range range = bounds.within(length(tuple));
    const uint32_t from = static_cast<uint32_t>(range.lo);
    const uint32_t n = range.size();
    if (n == 0) return Value::empty_tuple();
    if (n == length(tuple)) return tuple;
    switch (tuple.kind()) {
    case Kind::Row:
        return row_value(lane, tuple.ref() + from, n);
    case Kind::Grid: {
        Value part = tuple.with_ref(tuple.ref() + from * tuple.cols());
        part.num = Value::halves(static_cast<int32_t>(n), static_cast<int32_t>(tuple.cols()));
        return part;
    }
    case Kind::Tuple:
        return make_tuple(lane, lane.at<Value>(tuple.ref()) + from, n);
    default: { // one of the two elements of a Pair or Cell
        Value only = item(lane, tuple, from);
        return make_tuple(lane, &only, 1);
    }
    }
}

/// The SLICE `cols` of each row of the SLICE `rows`.
BATT_HD inline Value cut(Lane& lane, Value grid, Range rows, Range cols) {
    Value band = slice(lane, grid, rows);
    if (lane.failed()) return Value::none();
    const uint32_t h = length(band);
    if (band.kind() == Kind::Grid) {
        const Range range = cols.within(band.cols());
        if (range.size() == band.cols()) return band;
        return walk_cells(lane, band, {h, range.size(), range.lo, band.cols(), 1});
    }
    TupleBuilder out(lane, h);
    for (uint32_t k = 0; k < h; ++k) {
        Value row = slice(lane, item(lane, band, k), cols);
        if (lane.failed()) return Value::none();
        out.add(row);
    }
    return out.finish();
}

struct Crop {
    static constexpr Doc doc{"crop", "grid: Grid, start: IntegerTuple, dims: IntegerTuple",
                             Type::Grid, "the part of a grid from a corner on",
                             "crop(((1, 2, 3), (4, 5, 6)), (0, 1), (2, 2)) => ((2, 3), (5, 6))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value start, Value dims) {
        Range rows = bounds(lane, start, dims, 0);
        if (lane.failed()) return Value::none();
        // The columns are looked at only when there is a row to cut.
        Value band = slice(lane, grid, rows);
        if (lane.failed() || length(band) == 0) return band;
        Range cols = bounds(lane, start, dims, 1);
        if (lane.failed()) return Value::none();
        return cut(lane, band, {0, length(band)}, cols);
    }

private:
    BATT_HD static Range bounds(Lane& lane, Value start, Value dims, int64_t part) {
        Value lo = at(lane, start, part);
        if (lane.failed()) return {};
        Value count = at(lane, dims, part);
        if (lane.failed()) return {};
        Range range{lo.num, 0};
        bool ints = lo.is_int() && count.is_int();
        if (!ints) lane.fail(Fault::TypeError);
        if (ints && !checked_add(lo.num, count.num, range.hi)) lane.fail(Fault::Limit);
        return range;
    }
};

struct Subgrid {
    static constexpr Doc doc{"subgrid", "patch: Patch, grid: Grid", Type::Grid,
                             "the part of a grid under a patch's bounding box",
                             "subgrid(fs((0, 1), (1, 2)), ((1, 2, 3), (4, 5, 6))) => "
                             "((2, 3), (5, 6))"};
    BATT_HD static Value apply(Lane& lane, Value patch, Value grid) {
        if (is_compact_patch(patch) && grid.kind() == Kind::Grid) {
            Extent e = extent_of(lane, patch);
            return cut(lane, grid, {e.rows.lo, e.rows.hi + 1}, {e.cols.lo, e.cols.hi + 1});
        }
        Value corner = Ulcorner::apply(lane, patch);
        if (lane.failed()) return Value::none();
        Value dims = Shape::apply(lane, patch);
        if (lane.failed()) return Value::none();
        return Crop::apply(lane, grid, corner, dims);
    }
};

struct Trim {
    static constexpr Doc doc{"trim", "grid: Grid", Type::Grid, "the grid without its border",
                             "trim(((1, 2, 3), (4, 5, 6), (7, 8, 9))) => ((5,),)"};
    BATT_HD static Value apply(Lane& lane, Value grid) { return cut(lane, grid, {1, -1}, {1, -1}); }
};

struct Tophalf {
    static constexpr Doc doc{"tophalf", "grid: Grid", Type::Grid, "the upper half",
                             "tophalf((1, 2, 3)) => (1,)"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        int64_t n = len(lane, grid);
        if (lane.failed()) return Value::none();
        return slice(lane, grid, {0, n / 2});
    }
};

struct Bottomhalf {
    static constexpr Doc doc{"bottomhalf", "grid: Grid", Type::Grid,
                             "the lower half, without the middle row of an odd grid",
                             "bottomhalf((1, 2, 3)) => (3,)"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        int64_t n = len(lane, grid);
        if (lane.failed()) return Value::none();
        return slice(lane, grid, {n / 2 + n % 2, n});
    }
};

/// Some columns of a grid; without rows when there are none of them.
BATT_HD inline Value some_columns(Lane& lane, Value grid, Range cols) {
    if (cols.lo >= cols.hi) return Value::empty_tuple();
    return cut(lane, grid, {0, grid.rows()}, cols);
}

struct Lefthalf {
    static constexpr Doc doc{"lefthalf", "grid: Grid", Type::Grid, "the left half",
                             "lefthalf(((1, 2, 3), (4, 5, 6))) => ((1,), (4,))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        if (grid.kind() == Kind::Grid) return some_columns(lane, grid, {0, grid.cols() / 2});
        Value turned = Rot90::apply(lane, grid);
        if (lane.failed()) return Value::none();
        return Rot270::apply(lane, Tophalf::apply(lane, turned));
    }
};

struct Righthalf {
    static constexpr Doc doc{"righthalf", "grid: Grid", Type::Grid,
                             "the right half, without the middle column of an odd grid",
                             "righthalf(((1, 2, 3), (4, 5, 6))) => ((3,), (6,))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        if (grid.kind() == Kind::Grid) {
            int64_t w = grid.cols();
            return some_columns(lane, grid, {w / 2 + w % 2, w});
        }
        Value turned = Rot90::apply(lane, grid);
        if (lane.failed()) return Value::none();
        return Rot270::apply(lane, Bottomhalf::apply(lane, turned));
    }
};

/// How a length is split in equal parts, with gaps of one between them if it cannot be without.
struct Parts {
    int64_t size;
    int64_t pitch;

    BATT_HD Parts(Lane& lane, uint32_t whole, Value n) {
        Value quotient = floordiv(lane, Value::integer(whole), n);
        size = quotient.num;
        pitch = lane.failed() ? 0 : size + (whole % n.num != 0 ? 1 : 0);
    }
    BATT_HD Range part(uint64_t k) const {
        int64_t lo = static_cast<int64_t>(k) * pitch;
        return {lo, lo + size};
    }
};

/// The tuple of part(0) .. part(n - 1). The first is cut before there is room for all: rows that
/// cannot be cut fail however many parts are asked for.
template <class Part>
BATT_HD inline Value split(Lane& lane, int64_t n, Part part) {
    if (n <= 0) return Value::empty_tuple();
    Value first = Value::none();
    {
        Scratch scope(lane);
        first = part(0);
    }
    if (lane.failed()) return Value::none();
    const uint64_t count = static_cast<uint64_t>(n);
    if (!lane.step(count)) return Value::none();
    Value* parts = lane.scratch<Value>(count);
    if (parts == nullptr) return Value::none();
    parts[0] = first;
    for (uint64_t k = 1; k < count; ++k) {
        Scratch scope(lane);
        parts[k] = part(k);
        if (lane.failed()) return Value::none();
    }
    return make_tuple(lane, parts, count);
}

struct Hsplit {
    static constexpr Doc doc{"hsplit", "grid: Grid, n: Integer", Type::Tuple,
                             "equal parts from left to right",
                             "hsplit(((1, 2, 3, 4, 5),), 2) => (((1, 2),), ((4, 5),))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value n) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        Parts parts(lane, shape.w, n);
        if (lane.failed()) return Value::none();
        return split(lane, n.num, [&](uint64_t k) {
            return cut(lane, grid, {0, shape.h}, parts.part(k));
        });
    }
};

struct Vsplit {
    static constexpr Doc doc{"vsplit", "grid: Grid, n: Integer", Type::Tuple,
                             "equal parts from top to bottom",
                             "vsplit(((1,), (2,), (3,)), 2) => (((1,),), ((3,),))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value n) {
        uint32_t h = len(lane, grid);
        if (lane.failed()) return Value::none();
        Parts parts(lane, h, n);
        if (lane.failed()) return Value::none();
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        return split(lane, n.num, [&](uint64_t k) {
            return cut(lane, grid, parts.part(k), {0, shape.w});
        });
    }
};

struct Hconcat {
    static constexpr Doc doc{"hconcat", "a: Grid, b: Grid", Type::Grid,
                             "the second grid to the right of the first",
                             "hconcat(((1,), (2,)), ((3,), (4,), (5,))) => ((1, 3), (2, 4))"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        if (!iterable(lane, a) || !iterable(lane, b)) return Value::none();
        uint32_t h = length(a) < length(b) ? length(a) : length(b);
        if (a.kind() == Kind::Grid && b.kind() == Kind::Grid) {
            NewGrid made = make_grid(lane, h, uint64_t{a.cols()} + b.cols());
            if (made.cells == nullptr) return made.value;
            const int8_t* left = lane.at<int8_t>(a.ref());
            const int8_t* right = lane.at<int8_t>(b.ref());
            int8_t* out = made.cells;
            for (uint32_t i = 0; i < h; ++i) {
                copy_bytes(out, left, a.cols());
                copy_bytes(out + a.cols(), right, b.cols());
                left += a.cols();
                right += b.cols();
                out += uint64_t{a.cols()} + b.cols();
            }
            return made.value;
        }
        TupleBuilder out(lane, h);
        for (uint32_t k = 0; k < h; ++k) {
            Value row = plus(lane, item(lane, a, k), item(lane, b, k));
            if (lane.failed()) return Value::none();
            out.add(row);
        }
        return out.finish();
    }
};

struct Vconcat {
    static constexpr Doc doc{"vconcat", "a: Grid, b: Grid", Type::Grid,
                             "the second grid below the first",
                             "vconcat(((1,),), ((2, 3),)) => ((1,), (2, 3))"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) { return plus(lane, a, b); }
};

struct Cellwise {
    static constexpr Doc doc{"cellwise", "a: Grid, b: Grid, fallback: Integer", Type::Grid,
                             "the cells in which two grids agree, another value elsewhere",
                             "cellwise(((1, 2), (3, 4)), ((1, 0), (3, 0)), 7) => ((1, 7), (3, 7))"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b, Value fallback) {
        GridShape shape = shape_of(lane, a);
        if (lane.failed()) return Value::none();
        if (a.kind() == Kind::Grid && b.kind() == Kind::Grid && b.rows() >= shape.h &&
            b.cols() >= shape.w && is_byte(fallback)) {
            return bytes(lane, a, b, static_cast<int8_t>(fallback.num));
        }
        TupleBuilder out(lane, shape.h);
        for (uint32_t i = 0; i < shape.h; ++i) {
            Value row = general_row(lane, a, b, fallback, i, shape.w);
            if (lane.failed()) return Value::none();
            out.add(row);
        }
        return out.finish();
    }

private:
    BATT_HD static Value bytes(Lane& lane, Value a, Value b, int8_t fallback) {
        NewGrid made = make_grid(lane, a.rows(), a.cols());
        if (made.cells == nullptr) return made.value;
        const int8_t* left = lane.at<int8_t>(a.ref());
        const int8_t* right = lane.at<int8_t>(b.ref());
        each_place(lane, a.rows(), a.cols(),
                   [=, out = made.cells, w = a.cols(), other = b.cols()](uint64_t i, uint64_t j) {
                       int8_t cell = left[i * w + j];
                       out[i * w + j] = cell == right[i * other + j] ? cell : fallback;
                   });
        return made.value;
    }

    BATT_HD static Value general_row(Lane& lane, Value a, Value b, Value fallback, uint32_t i,
                                     uint32_t w) {
        Scratch scope(lane);
        if (!lane.step(w)) return Value::none();
        TupleBuilder out(lane, w);
        for (uint32_t j = 0; j < w; ++j) {
            Value v = cell(lane, a, i, j);
            if (lane.failed()) return Value::none();
            Value other = cell(lane, b, i, j);
            if (lane.failed()) return Value::none();
            out.add(equal(lane, v, other) ? v : fallback);
        }
        return out.finish();
    }

    BATT_HD static Value cell(Lane& lane, Value grid, uint32_t i, uint32_t j) {
        Value row = at(lane, grid, int64_t{i});
        return lane.failed() ? Value::none() : at(lane, row, int64_t{j});
    }
};

struct Canvas {
    static constexpr Doc doc{"canvas", "value: Integer, dimensions: IntegerTuple", Type::Grid,
                             "a grid filled with one value",
                             "canvas(3, (2, 3)) => ((3, 3, 3), (3, 3, 3))"};
    BATT_HD static Value apply(Lane& lane, Value value, Value dimensions) {
        uint64_t h = extent(lane, dimensions, 0);
        if (lane.failed()) return Value::none();
        if (h == 0) return Value::empty_tuple();
        uint64_t w = extent(lane, dimensions, 1);
        // Rows without cells take no memory, but still time.
        if (lane.failed() || !lane.step(h)) return Value::none();
        if (is_byte(value)) {
            NewGrid made = make_grid(lane, h, w);
            if (made.cells == nullptr) return made.value;
            each(lane, static_cast<uint32_t>(h * w),
                 [cells = made.cells, byte = static_cast<int8_t>(value.num)](uint32_t k) {
                     cells[k] = byte;
                 });
            return made.value;
        }
        Value one = make_tuple(lane, &value, 1);
        if (lane.failed()) return Value::none();
        Value row = repeated(lane, one, static_cast<int64_t>(w));
        if (lane.failed()) return Value::none();
        one = make_tuple(lane, &row, 1);
        if (lane.failed()) return Value::none();
        return repeated(lane, one, static_cast<int64_t>(h));
    }

private:
    /// A component as the length of a RANGE.
    BATT_HD static uint64_t extent(Lane& lane, Value dimensions, int64_t part) {
        Value n = at(lane, dimensions, part);
        if (lane.failed()) return 0;
        if (!n.is_int()) lane.fail(Fault::TypeError);
        return n.num > 0 ? static_cast<uint64_t>(n.num) : 0;
    }
};

struct Index : Brief {
    static constexpr Doc doc{"index", "grid: Grid, loc: IntegerTuple", Type::Integer,
                             "the cell at a place; None outside of the grid",
                             "index(((1, 2), (3, 4)), (1, 0)) => 3"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value loc) {
        Two place = two(lane, loc);
        if (lane.failed()) return Value::none();
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        bool within = inside(lane, place.first, place.second, shape);
        if (lane.failed() || !within) return Value::none();
        if (!loc.is_tuple()) return lane.fail(Fault::TypeError);
        Value row = at(lane, grid, place.first);
        if (lane.failed()) return Value::none();
        return at(lane, row, place.second);
    }
};

using GridPrims =
    JoinLists<MirrorPrims,
              PrimList<Crop, Subgrid, Trim, Tophalf, Bottomhalf, Lefthalf, Righthalf, Hsplit,
                       Vsplit, Hconcat, Vconcat, Cellwise, Canvas, Index>>::type;

} // namespace batt::dsl
