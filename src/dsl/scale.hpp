// SPDX-License-Identifier: MIT-0
// Enlarging and shrinking grids and objects.
#pragma once

#include "dsl/draw.hpp"
#include "value/key_table.hpp"

namespace batt::dsl {

/// How often RANGE(factor) runs: 0 for a negative factor; TypeError when it is no int.
BATT_HD inline uint64_t repeats(Lane& lane, Value factor) {
    if (!factor.is_int()) {
        lane.fail(Fault::TypeError);
        return 0;
    }
    return factor.num < 0 ? 0 : static_cast<uint64_t>(factor.num);
}

/// count * factor; Limit when that is more than any tuple can have.
BATT_HD inline uint64_t scaled(Lane& lane, uint64_t count, uint64_t factor) {
    constexpr uint64_t most = 0xFFFFFFFF;
    if (count != 0 && factor > most / count) {
        lane.fail(Fault::Limit);
        return 0;
    }
    return count * factor;
}

/// A Grid with each cell made `across` cells wide and `down` cells high.
BATT_HD inline Value scale_bytes(Lane& lane, Value grid, uint64_t down, uint64_t across) {
    uint64_t h = scaled(lane, grid.rows(), down);
    uint64_t w = scaled(lane, grid.cols(), across);
    if (lane.failed() || !lane.step(h)) return Value::none();
    NewGrid made = make_grid(lane, h, w);
    if (lane.failed() || h == 0) return made.value;
    const int8_t* from = lane.at<int8_t>(grid.ref());
    int8_t* to = made.cells;
    if (crew_for(lane, h * w) != nullptr) {
        each_place(lane, h, w, [=, cols = grid.cols()](uint64_t i, uint64_t j) {
            to[i * w + j] = from[static_cast<uint32_t>(i) / static_cast<uint32_t>(down) * cols +
                                 static_cast<uint32_t>(j) / static_cast<uint32_t>(across)];
        });
        return made.value;
    }
    for (uint32_t i = 0; i < grid.rows(); ++i) {
        const int8_t* first = to;
        for (uint64_t a = 0; a < across; ++a) {
            for (uint64_t j = 0; j < grid.cols(); ++j) to[j * across + a] = from[j];
        }
        from += grid.cols();
        to += w;
        for (uint64_t a = 1; a < down; ++a, to += w) copy_bytes(to, first, w);
    }
    return made.value;
}

/// A row of any kind with each element repeated.
BATT_HD inline Value widen_row(Lane& lane, Value row, Value factor) {
    if (!iterable(lane, row)) return Value::none();
    Scratch scope(lane);
    uint32_t n = length(row);
    TupleBuilder out(lane, n);
    for (uint32_t j = 0; j < n; ++j) {
        Value v = item(lane, row, j);
        uint64_t times = repeats(lane, factor);
        if (lane.failed() || !lane.step(times)) return Value::none();
        for (uint64_t a = 0; a < times && !lane.failed(); ++a) out.add(v);
    }
    return out.finish();
}

struct Hupscale {
    static constexpr Doc doc{"hupscale", "grid: Grid, factor: Integer", Type::Grid,
                             "each cell repeated horizontally",
                             "hupscale(((1, 2), (3,)), 2) => ((1, 1, 2, 2), (3, 3))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value factor) {
        if (grid.kind() == Kind::Grid) {
            // Without cells nobody looks at the factor.
            uint64_t times = grid.cols() == 0 ? 0 : repeats(lane, factor);
            if (lane.failed()) return Value::none();
            return scale_bytes(lane, grid, 1, times);
        }
        if (!iterable(lane, grid)) return Value::none();
        uint32_t n = length(grid);
        TupleBuilder out(lane, n);
        for (uint32_t i = 0; i < n; ++i) {
            out.add(widen_row(lane, item(lane, grid, i), factor));
            if (lane.failed()) return Value::none();
        }
        return out.finish();
    }
};

struct Vupscale {
    static constexpr Doc doc{"vupscale", "grid: Grid, factor: Integer", Type::Grid,
                             "each row repeated vertically",
                             "vupscale(((1, 2), (3, 4)), 2) => ((1, 2), (1, 2), (3, 4), (3, 4))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value factor) {
        if (!iterable(lane, grid)) return Value::none();
        uint32_t n = length(grid);
        if (n == 0) return Value::empty_tuple();
        uint64_t times = repeats(lane, factor);
        if (lane.failed()) return Value::none();
        if (grid.kind() == Kind::Grid) return scale_bytes(lane, grid, times, 1);
        uint64_t total = scaled(lane, n, times);
        if (lane.failed() || !lane.step(total)) return Value::none();
        TupleBuilder out(lane, total);
        for (uint32_t i = 0; i < n; ++i) {
            Value row = item(lane, grid, i);
            for (uint64_t a = 0; a < times && !lane.failed(); ++a) out.add(row);
        }
        return out.finish();
    }
};

struct Upscale {
    static constexpr Doc doc{"upscale", "element: Element, factor: Integer", Type::Element,
                             "each cell made a square of cells",
                             "upscale(((1, 2),), 2) => ((1, 1, 2, 2), (1, 1, 2, 2))"};
    BATT_HD static Value apply(Lane& lane, Value element, Value factor) {
        if (element.is_tuple()) return of_tuple(lane, element, factor);
        if (len(lane, element) == 0) return lane.failed() ? Value::none() : Value::empty_set();
        if (element.kind() == Kind::Object && factor.is_int()) {
            Extent box = extent_of(lane, element);
            int64_t count = factor.num < 0 ? 0 : factor.num;
            // Every place on the way has to fit the packed form.
            if (count <= 0x8000 && fits16(box.rows.size() * count) &&
                fits16(box.cols.size() * count) && fits16(box.rows.lo + box.rows.size() * count) &&
                fits16(box.cols.lo + box.cols.size() * count)) {
                return of_cells(lane, element, box.rows.lo, box.cols.lo,
                                static_cast<int32_t>(count));
            }
        }
        return of_object(lane, element, factor);
    }

private:
    BATT_HD static Value of_tuple(Lane& lane, Value grid, Value factor) {
        if (length(grid) == 0) return Value::empty_tuple();
        if (grid.kind() == Kind::Grid) {
            uint64_t times = repeats(lane, factor);
            if (lane.failed()) return Value::none();
            return scale_bytes(lane, grid, times, times);
        }
        uint32_t n = length(grid);
        TupleBuilder out(lane, n);
        for (uint32_t i = 0; i < n; ++i) {
            Value row = widen_row(lane, item(lane, grid, i), factor);
            if (lane.failed()) return Value::none();
            uint64_t times = repeats(lane, factor);
            if (lane.failed() || !lane.step(times)) return Value::none();
            for (uint64_t a = 0; a < times && !lane.failed(); ++a) out.add(row);
        }
        return out.finish();
    }

    /// Three sets, one built in the order of the other: at the origin, enlarged, put back. No two
    /// of their cells are the same.
    BATT_HD static Value of_cells(Lane& lane, Value obj, int32_t ui, int32_t uj, int32_t times) {
        uint32_t n = length(obj);
        uint64_t total = static_cast<uint64_t>(times) * static_cast<uint64_t>(times) * n;
        if (!lane.step(total)) return Value::none();
        if (total == 0) return Value::empty_set();
        const PackedCell* cells = packed<PackedCell>(lane, obj);
        PackedCell* large = lane.scratch<PackedCell>(total);
        if (large == nullptr) return Value::none();
        {
            Scratch scope(lane);
            PackedCell* origin = lane.scratch<PackedCell>(n);
            KeyTable<PackedCell> table(lane, n, Layout::Build);
            if (origin == nullptr || !table.usable()) return Value::none();
            each(lane, n, [=](uint32_t k) { origin[k] = moved(cells[k], -ui, -uj); });
            table.build(origin, n);
            table.list(origin);
            each(lane, n, [=](uint32_t k) {
                PackedCell* next = large + uint64_t{k} * static_cast<uint32_t>(times * times);
                int32_t i = origin[k].i() * times;
                int32_t j = origin[k].j() * times;
                for (int32_t a = 0; a < times; ++a) {
                    for (int32_t b = 0; b < times; ++b) {
                        *next++ = PackedCell::of(origin[k].color(), i + a, j + b);
                    }
                }
            });
        }
        uint32_t count = static_cast<uint32_t>(total);
        KeyTable<PackedCell> table(lane, count, Layout::Freeze);
        if (!table.usable()) return Value::none();
        table.build(large, count);
        table.copy(large, count);
        table.list(large);
        each(lane, count, [=](uint32_t k) { large[k] = moved(large[k], ui, uj); });
        table.build(large, count);
        return table.finish(count);
    }

    BATT_HD static PackedCell moved(PackedCell cell, int32_t di, int32_t dj) {
        return PackedCell::of(cell.color(), cell.i() + di, cell.j() + dj);
    }

    /// The same for any frozenset, with places of any size.
    BATT_HD static Value of_object(Lane& lane, Value element, Value factor) {
        Two corner = two(lane, Ulcorner::apply(lane, element));
        if (lane.failed()) return Value::none();
        Value up = negated(lane, corner.first);
        if (lane.failed()) return Value::none();
        Value left = negated(lane, corner.second);
        if (lane.failed()) return Value::none();
        Value origin = Shift::apply(lane, element, make_pair(lane, up, left));
        if (lane.failed()) return Value::none();
        MutableSet large(lane, length(origin));
        for (uint32_t k = 0; k < length(origin); ++k) {
            Two cell = two(lane, item(lane, origin, k));
            if (lane.failed()) return Value::none();
            Two place = two(lane, cell.second);
            if (lane.failed()) return Value::none();
            uint64_t times = repeats(lane, factor);
            if (lane.failed()) return Value::none();
            if (times > 0x7FFFFFFF) return lane.fail(Fault::Limit);
            if (!lane.step(times * times)) return Value::none();
            for (uint64_t n = 0; n < times * times && !lane.failed(); ++n) {
                Value i = large_coordinate(lane, place.first, factor.num, n / times);
                Value j = large_coordinate(lane, place.second, factor.num, n % times);
                if (lane.failed()) return Value::none();
                large.add(make_pair(lane, cell.first, make_pair(lane, i, j)));
            }
        }
        Value frozen = large.freeze();
        if (lane.failed()) return Value::none();
        return Shift::apply(lane, frozen, make_pair(lane, corner.first, corner.second));
    }

    BATT_HD static Value large_coordinate(Lane& lane, Value at, int64_t times, uint64_t offset) {
        int64_t product = 0;
        int64_t sum = 0;
        if (!at.is_int()) return lane.fail(Fault::TypeError);
        if (!checked_mul(at.num, times, product) ||
            !checked_add(product, static_cast<int64_t>(offset), sum)) {
            return lane.fail(Fault::Limit);
        }
        return Value::integer(sum);
    }
};

struct Downscale {
    static constexpr Doc doc{"downscale", "grid: Grid, factor: Integer", Type::Grid,
                             "every factor-th row and column",
                             "downscale(((1, 2, 3), (4, 5, 6), (7, 8, 9)), 2) => ((1, 3), (7, 9))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value factor) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        // There is at least one row, so the factor is looked at in any case; but a row that is no
        // tuple is met only with a column to keep.
        if (!factor.is_int()) return lane.fail(Fault::TypeError);
        if (factor.num == 0) return lane.fail(Fault::ZeroDivisionError);
        uint64_t every = factor.num < 0 ? 0 - static_cast<uint64_t>(factor.num)
                                        : static_cast<uint64_t>(factor.num);
        uint64_t h = (shape.h - 1) / every + 1;
        uint64_t w = shape.w == 0 ? 0 : (shape.w - 1) / every + 1;
        if (grid.kind() == Kind::Grid) {
            NewGrid made = make_grid(lane, h, w);
            if (lane.failed()) return Value::none();
            const int8_t* from = lane.at<int8_t>(grid.ref());
            for (uint64_t i = 0; i < h; ++i) {
                const int8_t* row = from + i * every * shape.w;
                for (uint64_t j = 0; j < w; ++j) made.cells[i * w + j] = row[j * every];
            }
            return made.value;
        }
        TupleBuilder rows(lane, h);
        Value* kept = lane.scratch<Value>(w);
        if (lane.failed()) return Value::none();
        for (uint32_t i = 0; i < shape.h; ++i) {
            Value row = item(lane, grid, i);
            for (uint64_t j = 0; j < w; ++j) {
                kept[j] = at(lane, row, static_cast<int64_t>(j * every));
                if (lane.failed()) return Value::none();
            }
            if (i % every == 0) rows.add(make_tuple(lane, kept, w));
        }
        return rows.finish();
    }
};

using ScalePrims = PrimList<Hupscale, Vupscale, Upscale, Downscale>;

} // namespace batt::dsl
