// SPDX-License-Identifier: MIT-0
// Parts of grids: by colour, uniform lines, occurrences of a pattern; and the periods of patterns.
#pragma once

#include "dsl/grid.hpp"
#include "dsl/patch.hpp"

namespace batt::dsl {

/// The grid consists of bytes, and its places fit packed pairs.
BATT_HD inline bool is_packed_grid(Value grid) {
    return grid.kind() == Kind::Grid && fits16(grid.rows()) && fits16(grid.cols());
}

/// FSET of objects, one for each of `colors`: FSET of the cells of that colour, row by row.
class ByColor {
public:
    BATT_HD static Value split(Lane& lane, Value grid, Value colors) {
        if (is_packed_grid(grid) && grid.rows() * grid.cols() <= SlotTable::kMost) {
            return split_bytes(lane, grid, colors);
        }
        return split_values(lane, grid, colors);
    }

private:
    /// An element of a row, and where it is.
    struct Place {
        Value v;
        uint32_t i;
        uint32_t j;
    };

    /// `grid` may be any iterable of iterables.
    BATT_NOINLINE BATT_HD static Value split_values(Lane& lane, Value grid, Value colors) {
        const uint32_t n = length(colors);
        if (n == 0) return Value::empty_set();
        MutableSet numbers(lane, n); // of colours
        for (uint32_t c = 0; c < n; ++c) numbers.add(item(lane, colors, c));
        uint32_t* ends = lane.scratch<uint32_t>(n);
        if (ends == nullptr) return Value::none();
        for (uint32_t c = 0; c < n; ++c) ends[c] = 0;
        uint64_t total = 0;
        for (uint32_t i = 0; i < length(grid); ++i) {
            Value row = item(lane, grid, i);
            if (!iterable(lane, row) || !lane.step(length(row))) return Value::none();
            total += length(row);
        }
        uint32_t* color_of = lane.scratch<uint32_t>(total);
        Place* places = lane.scratch<Place>(total);
        if (color_of == nullptr || places == nullptr) return Value::none();
        uint64_t at = 0;
        each_element(lane, grid, [&](Value v, uint32_t, uint32_t) {
            uint32_t color = numbers.find_id(v);
            color_of[at++] = color;
            if (color != kAbsent) ++ends[color];
        });
        if (lane.failed()) return Value::none();
        uint32_t begin = 0;
        for (uint32_t c = 0; c < n; ++c) {
            uint32_t size = ends[c];
            ends[c] = begin;
            begin += size;
        }
        at = 0;
        each_element(lane, grid, [&](Value v, uint32_t i, uint32_t j) {
            uint32_t color = color_of[at++];
            if (color != kAbsent) places[ends[color]++] = {v, i, j};
        });
        MutableSet out(lane, n);
        begin = 0;
        for (uint32_t c = 0; c < n; ++c) {
            Value object = set_of(lane, places + begin, ends[c] - begin);
            if (lane.failed()) return Value::none();
            out.add(object);
            begin = ends[c];
        }
        return out.finish();
    }

    template <class Visit>
    BATT_HD static void each_element(const Lane& lane, Value grid, Visit visit) {
        for (uint32_t i = 0; i < length(grid); ++i) {
            Value row = item(lane, grid, i);
            for (uint32_t j = 0; j < length(row); ++j) visit(item(lane, row, j), i, j);
        }
    }

    BATT_HD static Value set_of(Lane& lane, const Place* places, uint32_t n) {
        Scratch scope(lane);
        MutableSet out(lane);
        for (uint32_t k = 0; k < n; ++k) {
            Value place = make_pair(lane, Value::integer(places[k].i), Value::integer(places[k].j));
            out.add(make_pair(lane, places[k].v, place));
        }
        return out.finish();
    }

    BATT_HD static Value split_bytes(Lane& lane, Value grid, Value colors) {
        const uint32_t count = grid.rows() * grid.cols();
        const uint32_t n = length(colors);
        PackedCell* keys = lane.scratch<PackedCell>(count);
        uint64_t* hashes = lane.scratch<uint64_t>(count);
        Value* objects = lane.scratch<Value>(n);
        uint64_t* object_hashes = lane.scratch<uint64_t>(n);
        DistinctSets sets(lane, count);
        if (lane.failed()) return Value::none();
        uint32_t ends[kColors + 1];
        sort_cells(lane, grid, colors, keys, ends);
        uint32_t begin = 0;
        for (uint32_t c = 0; c < n; ++c) {
            uint64_t mixed = 0;
            for (uint32_t k = begin; k < ends[c]; ++k) {
                hashes[k] = keys[k].hash();
                mixed ^= set_hash_mix(hashes[k]);
            }
            uint32_t size = ends[c] - begin;
            object_hashes[c] = set_hash_end(mixed, size);
            objects[c] =
                sets.make(keys + begin, hashes + begin, size, Layout::Build, object_hashes[c]);
            if (lane.failed()) return Value::none();
            begin = ends[c];
        }
        return sets.make(objects, object_hashes, n, Layout::Build);
    }

    static constexpr uint32_t kColors = 256;

    /// Writes the cells of a byte grid colour by colour, those of no colour asked for at the end;
    /// those of colors[c] end at ends[c].
    BATT_HD static void sort_cells(const Lane& lane, Value grid, Value colors, PackedCell* keys,
                                   uint32_t* ends) {
        const uint32_t n = length(colors);
        uint16_t rank[kColors];
        for (uint16_t& r : rank) r = static_cast<uint16_t>(n);
        for (uint32_t c = 0; c < n; ++c) {
            rank[static_cast<uint8_t>(item(lane, colors, c).num)] = static_cast<uint16_t>(c);
            ends[c] = 0;
        }
        ends[n] = 0;
        const int8_t* cells = lane.at<int8_t>(grid.ref());
        const int8_t* stop = cells + uint64_t{grid.rows()} * grid.cols();
        for (const int8_t* cell = cells; cell != stop; ++cell) {
            ++ends[rank[static_cast<uint8_t>(*cell)]];
        }
        uint32_t total = 0;
        for (uint32_t c = 0; c <= n; ++c) {
            uint32_t size = ends[c];
            ends[c] = total;
            total += size;
        }
        for (int32_t i = 0; i < static_cast<int32_t>(grid.rows()); ++i) {
            for (int32_t j = 0; j < static_cast<int32_t>(grid.cols()); ++j, ++cells) {
                uint32_t& end = ends[rank[static_cast<uint8_t>(*cells)]];
                keys[end++] = PackedCell::of(*cells, i, j);
            }
        }
    }
};

struct Partition {
    static constexpr Doc doc{"partition", "grid: Grid", Type::Objects,
                             "the cells of each colour as an object",
                             "partition(((1, 2), (1, 3))) => fs(fs((2, (0, 1))), fs((3, (1, 1))), "
                             "fs((1, (0, 0)), (1, (1, 0))))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        Value colors = Palette::apply(lane, grid);
        if (lane.failed()) return Value::none();
        return ByColor::split(lane, grid, colors);
    }
};

struct Fgpartition {
    static constexpr Doc doc{"fgpartition", "grid: Grid", Type::Objects,
                             "the cells of each colour but the most frequent as an object",
                             "fgpartition(((1, 2), (1, 3))) => fs(fs((2, (0, 1))), "
                             "fs((3, (1, 1))))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        Value colors = Palette::apply(lane, grid);
        if (lane.failed()) return Value::none();
        Value background = Mostcolor::apply(lane, grid);
        if (lane.failed()) return Value::none();
        MutableSet one(lane);
        one.add(background);
        Value others = set_difference(lane, colors, one.finish());
        if (lane.failed()) return Value::none();
        return ByColor::split(lane, grid, others);
    }
};

/// Which rows or columns of a grid have exactly one distinct value.
class Uniform {
public:
    /// `flags`: one for each line.
    bool* flags = nullptr;
    uint32_t count = 0;

    BATT_HD static Uniform rows(Lane& lane, Value grid) {
        if (grid.kind() == Kind::Grid) {
            return of_bytes(lane, grid, {grid.rows(), grid.cols(), 0, grid.cols(), 1});
        }
        return of_lines(lane, grid);
    }
    BATT_HD static Uniform cols(Lane& lane, Value grid) {
        if (grid.kind() == Kind::Grid) {
            return of_bytes(lane, grid, {grid.cols(), grid.rows(), 0, 1, grid.cols()});
        }
        Value turned = Dmirror::apply(lane, grid);
        if (lane.failed()) return {};
        return of_lines(lane, turned);
    }
    BATT_HD bool at(uint32_t k) const { return k < count && flags[k]; }
    /// How many lines are not uniform.
    BATT_HD uint32_t mixed() const {
        uint32_t n = 0;
        for (uint32_t k = 0; k < count; ++k) n += flags[k] ? 0 : 1;
        return n;
    }

private:
    BATT_HD static Uniform of_lines(Lane& lane, Value lines) {
        if (!iterable(lane, lines)) return {};
        uint32_t n = length(lines);
        Uniform u{lane.scratch<bool>(n), n};
        for (uint32_t k = 0; k < n && u.flags != nullptr; ++k) {
            Value line = item(lane, lines, k);
            if (!iterable(lane, line) || !lane.step(length(line))) return {};
            uint32_t same = 0;
            while (same < length(line) &&
                   equal(lane, item(lane, line, same), item(lane, line, 0))) {
                ++same;
            }
            u.flags[k] = same != 0 && same == length(line);
        }
        return u;
    }

    BATT_HD static Uniform of_bytes(Lane& lane, Value grid, const CellWalk& walk) {
        Uniform u{lane.scratch<bool>(walk.rows), static_cast<uint32_t>(walk.rows)};
        const int8_t* line = lane.at<int8_t>(grid.ref());
        for (uint32_t k = 0; k < u.count && u.flags != nullptr; ++k, line += walk.row_step) {
            bool same = walk.cols != 0;
            for (uint64_t c = 1; c < walk.cols && same; ++c) {
                same = line[static_cast<int64_t>(c) * walk.col_step] == line[0];
            }
            u.flags[k] = same;
        }
        return u;
    }
};

struct Frontiers {
    static constexpr Doc doc{"frontiers", "grid: Grid", Type::Objects,
                             "the rows and columns of one colour as objects",
                             "frontiers(((1, 1), (2, 3))) => fs(fs((1, (0, 1)), (1, (0, 0))))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        Uniform rows = Uniform::rows(lane, grid);
        if (lane.failed()) return Value::none();
        Uniform cols = Uniform::cols(lane, grid);
        if (lane.failed()) return Value::none();
        Value across = lines<Axis::Row>(lane, grid, rows, shape.w);
        if (lane.failed()) return Value::none();
        Value down = lines<Axis::Column>(lane, grid, cols, shape.h);
        if (lane.failed()) return Value::none();
        return set_union(lane, across, down);
    }

private:
    /// FREEZE(SETOF) of the uniform lines, each the FREEZE(SETOF) of its first `n` cells.
    template <Axis Along>
    BATT_HD static Value lines(Lane& lane, Value grid, const Uniform& uniform, uint32_t n) {
        Value* objects = lane.scratch<Value>(uniform.count);
        if (objects == nullptr) return Value::none();
        uint32_t found = 0;
        for (uint32_t k = 0; k < uniform.count; ++k) {
            if (!uniform.at(k)) continue;
            Scratch scope(lane);
            objects[found++] = is_packed_grid(grid) ? packed_line<Along>(lane, grid, k, n)
                                                    : general_line<Along>(lane, grid, k, n);
            if (lane.failed()) return Value::none();
        }
        MutableSet out(lane, found);
        for (uint32_t k = 0; k < found; ++k) out.add(objects[k]);
        return out.freeze();
    }

    template <Axis Along>
    BATT_HD static Value packed_line(Lane& lane, Value grid, uint32_t line, uint32_t n) {
        const int8_t* cells = lane.at<int8_t>(grid.ref());
        PackedCell* keys = lane.scratch<PackedCell>(n);
        if (keys == nullptr) return Value::none();
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t i = Along == Axis::Row ? line : k;
            uint32_t j = Along == Axis::Row ? k : line;
            keys[k] = PackedCell::of(cells[uint64_t{i} * grid.cols() + j], static_cast<int32_t>(i),
                                     static_cast<int32_t>(j));
        }
        return make_distinct(lane, keys, n, Layout::Freeze);
    }

    template <Axis Along>
    BATT_HD static Value general_line(Lane& lane, Value grid, uint32_t line, uint32_t n) {
        if (!lane.step(n)) return Value::none();
        MutableSet out(lane, n);
        for (uint32_t k = 0; k < n; ++k) {
            int64_t i = Along == Axis::Row ? line : k;
            int64_t j = Along == Axis::Row ? k : line;
            Value row = at(lane, grid, i);
            if (lane.failed()) return Value::none();
            Value v = at(lane, row, j);
            if (lane.failed()) return Value::none();
            Value place = make_pair(lane, Value::integer(i), Value::integer(j));
            out.add(make_pair(lane, v, place));
        }
        return out.freeze();
    }
};

struct Compress {
    static constexpr Doc doc{"compress", "grid: Grid", Type::Grid,
                             "the grid without its rows and columns of one colour",
                             "compress(((1, 1), (2, 3), (2, 4))) => ((2, 3), (2, 4))"};
    BATT_HD static Value apply(Lane& lane, Value grid) {
        Uniform rows = Uniform::rows(lane, grid);
        if (lane.failed()) return Value::none();
        Uniform cols = Uniform::cols(lane, grid);
        if (lane.failed()) return Value::none();
        if (grid.kind() == Kind::Grid) return bytes(lane, grid, rows, cols);
        TupleBuilder out(lane, rows.count);
        for (uint32_t i = 0; i < rows.count; ++i) {
            if (rows.at(i)) continue;
            Value row = keep(lane, item(lane, grid, i), cols);
            if (lane.failed()) return Value::none();
            out.add(row);
        }
        return out.finish();
    }

private:
    BATT_HD static Value bytes(Lane& lane, Value grid, const Uniform& rows, const Uniform& cols) {
        NewGrid made = make_grid(lane, rows.mixed(), cols.mixed());
        if (made.cells == nullptr) return made.value;
        const int8_t* row = lane.at<int8_t>(grid.ref());
        int8_t* out = made.cells;
        for (uint32_t i = 0; i < rows.count; ++i, row += cols.count) {
            for (uint32_t j = 0; j < cols.count && !rows.at(i); ++j) {
                if (!cols.at(j)) *out++ = row[j];
            }
        }
        return made.value;
    }

    /// The elements of a row that are in no uniform column.
    BATT_HD static Value keep(Lane& lane, Value row, const Uniform& cols) {
        Scratch scope(lane);
        uint32_t n = length(row);
        TupleBuilder out(lane, n);
        for (uint32_t j = 0; j < n; ++j) {
            if (!cols.at(j)) out.add(item(lane, row, j));
        }
        return out.finish();
    }
};

struct Occurrences {
    static constexpr Doc doc{"occurrences", "grid: Grid, obj: Object", Type::Indices,
                             "the places at which an object occurs in a grid",
                             "occurrences(((1, 2, 1), (2, 1, 2)), fs((1, (5, 5)), (2, (5, 6)))) => "
                             "fs((1, 1), (0, 0))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value obj) {
        if (is_packed_grid(grid) && obj.kind() == Kind::Object) return in_bytes(lane, grid, obj);
        return general(lane, grid, obj);
    }

    /// The steps of the specification, on any value.
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value grid, Value obj) {
        Value normed = Normalize::apply(lane, obj);
        if (lane.failed()) return Value::none();
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        Measures size = measures_of(lane, obj);
        if (lane.failed()) return Value::none();
        MutableSet out(lane);
        for (int64_t i = 0; i <= shape.h - size.height; ++i) {
            for (int64_t j = 0; j <= shape.w - size.width; ++j) {
                if (!lane.step(uint64_t{1} + length(normed))) return Value::none();
                bool found = occurs(lane, grid, shape, normed, i, j);
                if (lane.failed()) return Value::none();
                if (found) out.add_pair(i, j);
            }
        }
        return out.freeze();
    }

private:
    BATT_HD static bool occurs(Lane& lane, Value grid, GridShape shape, Value normed, int64_t i,
                               int64_t j) {
        Scratch scope(lane);
        uint32_t mark = lane.mark();
        Value offset = make_pair(lane, Value::integer(i), Value::integer(j));
        Value shifted = Shift::apply(lane, normed, offset);
        bool found = !lane.failed();
        for (uint32_t k = 0; found && k < length(shifted); ++k) {
            found = matches(lane, grid, shape, item(lane, shifted, k)) && !lane.failed();
        }
        lane.release(mark);
        return found;
    }

    /// The cell lies in the grid and the grid has it.
    BATT_HD static bool matches(Lane& lane, Value grid, GridShape shape, Value e) {
        Two cell = two(lane, e);
        if (lane.failed()) return false;
        Two place = two(lane, cell.second);
        if (lane.failed() || !inside(lane, place.first, place.second, shape)) return false;
        Value row = at(lane, grid, place.first);
        if (lane.failed()) return false;
        Value v = at(lane, row, place.second);
        return !lane.failed() && equal(lane, v, cell.first);
    }

    /// A cell of the object, by its distance in bytes from the place that is tried.
    struct Probed {
        uint32_t offset;
        int32_t color;
    };

    BATT_HD static Value in_bytes(Lane& lane, Value grid, Value obj) {
        const Extent e = extent_of(lane, obj);
        const uint32_t w = grid.cols();
        // How many places there are to try, down and across.
        const int64_t tries_i = int64_t{grid.rows()} - e.rows.size() + 1;
        const int64_t tries_j = int64_t{w} - e.cols.size() + 1;
        if (tries_i <= 0 || tries_j <= 0) return Value::empty_set();
        const uint32_t n = length(obj);
        Probed* probed = lane.scratch<Probed>(n);
        PackedPair* places = lane.scratch<PackedPair>(static_cast<uint64_t>(tries_i * tries_j));
        if (probed == nullptr || places == nullptr) return Value::none();
        const PackedCell* cells = packed<PackedCell>(lane, obj);
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t a = static_cast<uint32_t>(cells[k].i() - e.rows.lo);
            uint32_t b = static_cast<uint32_t>(cells[k].j() - e.cols.lo);
            probed[k] = {a * w + b, cells[k].color()};
        }
        uint32_t found = 0;
        const int8_t* row = lane.at<int8_t>(grid.ref());
        for (int32_t i = 0; i < tries_i; ++i, row += w) {
            for (int32_t j = 0; j < tries_j; ++j) {
                const int8_t* corner = row + j;
                uint32_t k = 0;
                while (k < n && corner[probed[k].offset] == probed[k].color) ++k;
                if (!lane.step(uint64_t{1} + k)) return Value::none();
                if (k == n) places[found++] = PackedPair::of(i, j);
            }
        }
        return make_distinct(lane, places, found, Layout::Freeze);
    }
};

/// Membership in an Object, by a map of its bounding box where that is worth it.
class CellMap {
public:
    BATT_HD CellMap(Lane& lane, Value object, const Extent& extent)
        : set_(lane, object), extent_(extent) {
        uint64_t area =
            static_cast<uint64_t>(extent.rows.size()) * static_cast<uint64_t>(extent.cols.size());
        if (area > 16 * uint64_t{set_.length} + 1024) return;
        map_ = lane.scratch<uint64_t>(area);
        if (map_ == nullptr) return;
        for (uint64_t k = 0; k < area; ++k) map_[k] = 0;
        for (uint32_t k = 0; k < set_.length; ++k) {
            uint64_t& entry = map_[index(set_.cells()[k])];
            if (entry != 0) { // two cells in one place
                map_ = nullptr;
                return;
            }
            entry = entry_of(set_.cells()[k]);
        }
    }

    /// Only for cells in the bounding box.
    BATT_HD bool has(PackedCell cell) const {
        if (map_ != nullptr) return map_[index(cell)] == entry_of(cell);
        return find_packed(set_, cell, cell.hash()) != kAbsent;
    }

private:
    BATT_HD uint64_t index(PackedCell cell) const {
        return static_cast<uint64_t>(cell.i() - extent_.rows.lo) *
                   static_cast<uint64_t>(extent_.cols.size()) +
               static_cast<uint64_t>(cell.j() - extent_.cols.lo);
    }
    BATT_HD static uint64_t entry_of(PackedCell cell) {
        return 1ULL << 32 | static_cast<uint32_t>(cell.color());
    }

    SetView set_;
    Extent extent_;
    uint64_t* map_ = nullptr;
};

/// hperiod (columns) and vperiod (rows).
template <Axis Along>
class Period {
public:
    BATT_HD static Value of(Lane& lane, Value obj) {
        if (obj.kind() == Kind::Object) return of_object(lane, obj);
        return general(lane, obj);
    }

    /// The steps of the specification, on any value.
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value obj) {
        Value normed = Normalize::apply(lane, obj);
        if (lane.failed()) return Value::none();
        int64_t size = measure<Along>(lane, normed);
        if (lane.failed()) return Value::none();
        for (int64_t p = 1; p < size; ++p) {
            if (!lane.step(length(normed))) return Value::none();
            bool repeats = repeats_after(lane, normed, p);
            if (lane.failed()) return Value::none();
            if (repeats) return Value::integer(p);
        }
        return Value::integer(size);
    }

private:
    /// All cells moved by -p, but for those that get a negative coordinate, belong to the set.
    BATT_HD static bool repeats_after(Lane& lane, Value normed, int64_t p) {
        const SetView set(lane, normed);
        bool all = true;
        for (uint32_t k = 0; k < set.length && all; ++k) {
            uint32_t mark = lane.mark();
            Two cell = two(lane, set.item(k));
            if (lane.failed()) return false;
            Two place = two(lane, cell.second);
            if (lane.failed()) return false;
            Value& moving = Along == Axis::Row ? place.first : place.second;
            moving = minus(lane, moving, Value::integer(p));
            if (lane.failed()) return false;
            if (moving.num >= 0) {
                Value key = make_pair(lane, place.first, place.second);
                all = set_contains(lane, set, make_pair(lane, cell.first, key));
            }
            lane.release(mark);
        }
        return all;
    }

    BATT_HD static Value of_object(Lane& lane, Value obj) {
        const Extent e = extent_of(lane, obj);
        const uint32_t n = length(obj);
        const int32_t size = Along == Axis::Row ? e.rows.size() : e.cols.size();
        const int32_t lo = Along == Axis::Row ? e.rows.lo : e.cols.lo;
        const PackedCell* cells = packed<PackedCell>(lane, obj);
        const CellMap map(lane, obj, e);
        if (lane.failed()) return Value::none();
        for (int32_t p = 1; p < size; ++p) {
            uint32_t k = 0;
            while (k < n && (coordinate<Along>(cells[k]) - p < lo || map.has(moved(cells[k], p)))) {
                ++k;
            }
            if (k == n) return Value::integer(p);
            if (!lane.step(uint64_t{1} + k)) return Value::none();
        }
        return Value::integer(size);
    }

    BATT_HD static PackedCell moved(PackedCell cell, int32_t p) {
        return Along == Axis::Row ? PackedCell::of(cell.color(), cell.i() - p, cell.j())
                                  : PackedCell::of(cell.color(), cell.i(), cell.j() - p);
    }
};

struct Hperiod {
    static constexpr Doc doc{"hperiod", "obj: Object", Type::Integer,
                             "after how many columns an object repeats",
                             "hperiod(fs((1, (0, 0)), (2, (0, 1)), (1, (0, 2)))) => 2"};
    BATT_HD static Value apply(Lane& lane, Value obj) {
        return Period<Axis::Column>::of(lane, obj);
    }
};

struct Vperiod {
    static constexpr Doc doc{"vperiod", "obj: Object", Type::Integer,
                             "after how many rows an object repeats",
                             "vperiod(fs((1, (0, 0)), (1, (1, 0)), (1, (2, 0)))) => 1"};
    BATT_HD static Value apply(Lane& lane, Value obj) { return Period<Axis::Row>::of(lane, obj); }
};

using ComponentPrims =
    PrimList<Partition, Fgpartition, Frontiers, Compress, Occurrences, Hperiod, Vperiod>;

} // namespace batt::dsl
