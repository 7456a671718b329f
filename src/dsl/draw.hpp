// SPDX-License-Identifier: MIT-0
// Drawing patches and objects on grids.
#pragma once

#include "dsl/patch.hpp"

namespace batt::dsl {

/// A copy of a grid to draw on: bytes for as long as they can hold what is drawn, else values.
class Sheet {
public:
    /// Copies the rows; records TypeError when one cannot be iterated.
    BATT_HD Sheet(Lane& lane, Value grid, GridShape shape) : lane_(lane), shape_(shape) {
        if (grid.kind() == Kind::Grid) {
            copy_cells(grid);
        } else {
            copy_values(grid);
        }
    }

    /// The cells while they are bytes, row by row; null once they are values.
    BATT_HD int8_t* bytes() const { return bytes_; }

    /// What is at a place inside the shape; IndexError beyond the end of a short row.
    BATT_HD Value get(uint32_t i, uint32_t j) {
        if (bytes_ != nullptr) return Value::integer(bytes_[uint64_t{i} * shape_.w + j]);
        if (!reaches(i, j)) return Value::none();
        return values_[starts_[i] + j];
    }
    /// Sets a place inside the shape; IndexError beyond the end of a short row.
    BATT_HD void put(uint32_t i, uint32_t j, Value v) {
        if (bytes_ != nullptr) {
            if (is_byte(v)) {
                bytes_[uint64_t{i} * shape_.w + j] = static_cast<int8_t>(v.num);
                return;
            }
            if (!widen()) return;
        }
        if (reaches(i, j)) values_[starts_[i] + j] = v;
    }

    BATT_HD Value finish() {
        if (lane_.failed()) return Value::none();
        if (bytes_ != nullptr) return grid_;
        TupleBuilder rows(lane_, shape_.h);
        for (uint32_t i = 0; i < shape_.h && !lane_.failed(); ++i) {
            rows.add(make_tuple(lane_, values_ + starts_[i], starts_[i + 1] - starts_[i]));
        }
        return rows.finish();
    }

private:
    BATT_HD bool reaches(uint32_t i, uint32_t j) {
        if (j < starts_[i + 1] - starts_[i]) return true;
        lane_.fail(Fault::IndexError);
        return false;
    }

    BATT_HD void copy_cells(Value grid) {
        NewGrid made = make_grid(lane_, shape_.h, shape_.w);
        if (lane_.failed()) return;
        grid_ = made.value;
        bytes_ = made.cells;
        each(lane_, shape_.h * shape_.w,
             [to = made.cells, from = lane_.at<int8_t>(grid.ref())](uint32_t k) {
                 to[k] = from[k];
             });
    }

    BATT_HD bool make_room(uint64_t cells) {
        starts_ = lane_.scratch<uint64_t>(uint64_t{shape_.h} + 1);
        values_ = lane_.scratch<Value>(cells);
        return starts_ != nullptr && values_ != nullptr;
    }

    BATT_HD void copy_values(Value grid) {
        uint64_t cells = 0;
        for (uint32_t i = 0; i < shape_.h; ++i) {
            Value row = item(lane_, grid, i);
            if (!iterable(lane_, row)) return;
            cells += length(row);
        }
        if (!make_room(cells)) return;
        uint64_t next = 0;
        for (uint32_t i = 0; i < shape_.h; ++i) {
            Value row = item(lane_, grid, i);
            uint32_t n = length(row);
            starts_[i] = next;
            for (uint32_t j = 0; j < n; ++j) values_[next++] = item(lane_, row, j);
        }
        starts_[shape_.h] = next;
    }

    /// Something is drawn that no byte holds.
    BATT_HD bool widen() {
        uint64_t n = uint64_t{shape_.h} * shape_.w;
        if (!make_room(n)) return false;
        for (uint64_t k = 0; k < n; ++k) values_[k] = Value::integer(bytes_[k]);
        for (uint64_t i = 0; i <= shape_.h; ++i) starts_[i] = i * shape_.w;
        bytes_ = nullptr;
        return true;
    }

    Lane& lane_;
    GridShape shape_;
    Value grid_;
    int8_t* bytes_ = nullptr;
    Value* values_ = nullptr;
    uint64_t* starts_ = nullptr; ///< of each row in values_, and the end
};

/// Where in a grid's bytes a place lies; false when it is outside.
BATT_HD inline bool byte_at(int32_t i, int32_t j, GridShape shape, uint64_t& at) {
    if (static_cast<uint32_t>(i) >= shape.h || static_cast<uint32_t>(j) >= shape.w) return false;
    at = uint64_t{static_cast<uint32_t>(i)} * shape.w + static_cast<uint32_t>(j);
    return true;
}

/// Sets the bytes at the places of `n` packed pairs or cells.
template <bool Under, class Key>
BATT_HD inline void fill_bytes(const Lane& lane, int8_t* bytes, GridShape shape, const Key* keys,
                               uint32_t n, int8_t value, int8_t background) {
    each(lane, n, [=](uint32_t k) {
        uint64_t at = 0;
        if (!byte_at(keys[k].i(), keys[k].j(), shape, at)) return;
        if (!Under || bytes[at] == background) bytes[at] = value;
    });
}

/// fill, or underfill of the places that hold `background`.
template <bool Under>
BATT_HD inline Value fill_places(Lane& lane, Value grid, GridShape shape, Value value, Value patch,
                                 Value background) {
    Sheet canvas(lane, grid, shape);
    if (lane.failed()) return Value::none();
    if (is_compact_patch(patch) && canvas.bytes() != nullptr && is_byte(value)) {
        int8_t byte = static_cast<int8_t>(value.num);
        int8_t under = static_cast<int8_t>(background.num);
        // An Object's places in their own order, some more than once: what is set is the same.
        with_places(lane, patch, [&](const auto* places, uint32_t n) {
            fill_bytes<Under>(lane, canvas.bytes(), shape, places, n, byte, under);
        });
        return canvas.finish();
    }
    Value places = Toindices::apply(lane, patch);
    if (lane.failed()) return Value::none();
    uint32_t n = length(places);
    for (uint32_t k = 0; k < n; ++k) {
        Two place = two(lane, item(lane, places, k));
        if (lane.failed()) return Value::none();
        if (inside(lane, place.first, place.second, shape)) {
            uint32_t i = static_cast<uint32_t>(place.first.num);
            uint32_t j = static_cast<uint32_t>(place.second.num);
            if (!Under || equal(lane, canvas.get(i, j), background)) canvas.put(i, j, value);
        }
        if (lane.failed()) return Value::none();
    }
    return canvas.finish();
}

/// paint, or underpaint of the places that hold `background`.
template <bool Under>
BATT_HD inline Value paint_cells(Lane& lane, Value grid, GridShape shape, Value obj,
                                 Value background) {
    Sheet canvas(lane, grid, shape);
    if (lane.failed() || !iterable(lane, obj)) return Value::none();
    uint32_t n = length(obj);
    uint32_t k = 0;
    if (obj.kind() == Kind::Object && canvas.bytes() != nullptr) {
        const PackedCell* cells = packed<PackedCell>(lane, obj);
        int8_t* bytes = canvas.bytes();
        int8_t under = static_cast<int8_t>(background.num);
        if (crew_for(lane, n) != nullptr && has_distinct_places(lane, obj) &&
            all_of(lane, n, [cells](uint32_t c) { return fits8(cells[c].color()); })) {
            each(lane, n, [=](uint32_t c) {
                uint64_t at = 0;
                if (!byte_at(cells[c].i(), cells[c].j(), shape, at)) return;
                if (!Under || bytes[at] == under) bytes[at] = static_cast<int8_t>(cells[c].color());
            });
            k = n;
        }
        for (; k < n; ++k) {
            uint64_t at = 0;
            if (!byte_at(cells[k].i(), cells[k].j(), shape, at)) continue;
            if (Under && bytes[at] != under) continue;
            if (!fits8(cells[k].color())) break;
            bytes[at] = static_cast<int8_t>(cells[k].color());
        }
    }
    for (; k < n; ++k) {
        Two cell = two(lane, item(lane, obj, k));
        if (lane.failed()) return Value::none();
        Two place = two(lane, cell.second);
        if (lane.failed()) return Value::none();
        if (inside(lane, place.first, place.second, shape)) {
            uint32_t i = static_cast<uint32_t>(place.first.num);
            uint32_t j = static_cast<uint32_t>(place.second.num);
            if (!Under || equal(lane, canvas.get(i, j), background)) canvas.put(i, j, cell.first);
        }
        if (lane.failed()) return Value::none();
    }
    return canvas.finish();
}

struct Fill {
    static constexpr Doc doc{"fill", "grid: Grid, value: Integer, patch: Patch", Type::Grid,
                             "the grid with the places of a patch set to one value",
                             "fill(((0, 0), (0, 0)), 5, fs((0, 0), (7, 7))) => ((5, 0), (0, 0))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value value, Value patch) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        return fill_places<false>(lane, grid, shape, value, patch, Value::none());
    }
};

struct Paint {
    static constexpr Doc doc{"paint", "grid: Grid, obj: Object", Type::Grid,
                             "the grid with the cells of an object drawn on it",
                             "paint(((0, 0),), fs((1, (0, 0)), (2, (0, 5)))) => ((1, 0),)"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value obj) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        return paint_cells<false>(lane, grid, shape, obj, Value::none());
    }
};

struct Underfill {
    static constexpr Doc doc{"underfill", "grid: Grid, value: Integer, patch: Patch", Type::Grid,
                             "fill, but only where the grid has its most common colour",
                             "underfill(((0, 0, 1),), 5, fs((0, 0), (0, 2))) => ((5, 0, 1),)"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value value, Value patch) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        Value background = Mostcolor::apply(lane, grid);
        if (lane.failed()) return Value::none();
        return fill_places<true>(lane, grid, shape, value, patch, background);
    }
};

struct Underpaint {
    static constexpr Doc doc{
        "underpaint", "grid: Grid, obj: Object", Type::Grid,
        "paint, but only where the grid has its most common colour",
        "underpaint(((0, 0, 1),), ((5, (0, 0)), (7, (0, 2)))) => ((5, 0, 1),)"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value obj) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        Value background = Mostcolor::apply(lane, grid);
        if (lane.failed()) return Value::none();
        return paint_cells<true>(lane, grid, shape, obj, background);
    }
};

struct Cover {
    static constexpr Doc doc{"cover", "grid: Grid, patch: Patch", Type::Grid,
                             "the grid with its most common colour at the places of a patch",
                             "cover(((0, 0, 1),), fs((0, 2))) => ((0, 0, 0),)"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value patch) {
        Value background = Mostcolor::apply(lane, grid);
        if (lane.failed()) return Value::none();
        // Filling takes the indices once more; of an Object's indices they are the same.
        Value places = patch.kind() == Kind::Object ? patch : Toindices::apply(lane, patch);
        if (lane.failed()) return Value::none();
        return Fill::apply(lane, grid, background, places);
    }
};

struct Move {
    static constexpr Doc doc{"move", "grid: Grid, obj: Object, offset: IntegerTuple", Type::Grid,
                             "the grid with an object covered and drawn again elsewhere",
                             "move(((0, 0, 1),), fs((1, (0, 2))), (0, -1)) => ((0, 1, 0),)"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value obj, Value offset) {
        if (grid.kind() == Kind::Grid && obj.kind() == Kind::Object &&
            offset.kind() == Kind::Pair) {
            uint32_t mark = lane.mark();
            Value moved = move_bytes(lane, grid, obj, offset);
            if (lane.failed() || moved.kind() == Kind::Grid) return moved;
            lane.release(mark);
        }
        Value covered = Cover::apply(lane, grid, obj);
        if (lane.failed()) return Value::none();
        Value shifted = Shift::apply(lane, obj, offset);
        if (lane.failed()) return Value::none();
        return Paint::apply(lane, covered, shifted);
    }

private:
    /// Covers and paints in one go; None when the order of the shifted cells matters (two colours
    /// on one place) or a colour is no byte.
    BATT_HD static Value move_bytes(Lane& lane, Value grid, Value obj, Value offset) {
        Value background = Mostcolor::apply(lane, grid);
        if (lane.failed()) return Value::none();
        GridShape shape{grid.rows(), grid.cols()};
        Sheet canvas(lane, grid, shape);
        uint64_t area = uint64_t{shape.h} * shape.w;
        uint64_t words = (area + 63) / 64;
        uint64_t* painted = lane.scratch<uint64_t>(words);
        if (lane.failed()) return Value::none();
        for (uint64_t word = 0; word < words; ++word) painted[word] = 0;

        const PackedCell* cells = packed<PackedCell>(lane, obj);
        uint32_t n = length(obj);
        int8_t* bytes = canvas.bytes();
        int8_t byte = static_cast<int8_t>(background.num);
        fill_bytes<false>(lane, bytes, shape, cells, n, byte, byte);
        int64_t di = offset.i();
        int64_t dj = offset.j();
        for (uint32_t k = 0; k < n; ++k) {
            int64_t i = cells[k].i() + di;
            int64_t j = cells[k].j() + dj;
            if (i < 0 || i >= shape.h || j < 0 || j >= shape.w) continue;
            uint64_t at = static_cast<uint64_t>(i) * shape.w + static_cast<uint64_t>(j);
            uint64_t bit = 1ULL << (at & 63);
            if ((painted[at >> 6] & bit) != 0 || !fits8(cells[k].color())) return Value::none();
            painted[at >> 6] |= bit;
            bytes[at] = static_cast<int8_t>(cells[k].color());
        }
        return canvas.finish();
    }
};

using DrawPrims = PrimList<Fill, Paint, Underfill, Underpaint, Cover, Move>;

} // namespace batt::dsl
