// SPDX-License-Identifier: MIT-0
// Colours: which occur, how often and where, and exchanging them.
#pragma once

#include "dsl/census.hpp"
#include "value/key_table.hpp"

namespace batt::dsl {

struct Mostcolor {
    static constexpr Doc doc{"mostcolor", "element: Element", Type::Integer,
                             "the most frequent colour", "mostcolor(((8, 0), (0, 8))) => 8"};
    BATT_HD static Value apply(Lane& lane, Value element) {
        return Frequent<true>::of(lane, element);
    }
};

struct Leastcolor {
    static constexpr Doc doc{"leastcolor", "element: Element", Type::Integer,
                             "the least frequent colour", "leastcolor(((1, 2), (2, 3))) => 1"};
    BATT_HD static Value apply(Lane& lane, Value element) {
        return Frequent<false>::of(lane, element);
    }
};

struct Palette {
    static constexpr Doc doc{"palette", "element: Element", Type::IntegerSet,
                             "the set of all colours",
                             "palette(((9, 8), (1, 0))) => fs(8, 9, 1, 0)"};
    BATT_HD static Value apply(Lane& lane, Value element) {
        Distinct distinct;
        collect_distinct(lane, element, distinct);
        if (distinct.own_slots && distinct.count != 0) return own_slot_set(lane, distinct.mask);
        return general(lane, element, distinct);
    }

private:
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value element, const Distinct& known) {
        MutableSet out(lane, 16);
        if (known.known) {
            for (uint32_t k = 0; k < known.count; ++k) out.add(Value::integer(known.values[k]));
        } else {
            each_value(lane, element, [&out](Value v) { out.add(v); });
        }
        return out.freeze();
    }
};

struct Numcolors {
    static constexpr Doc doc{"numcolors", "element: Element", Type::IntegerSet,
                             "how many colours there are", "numcolors(((1, True), (0, 1))) => 2"};
    BATT_HD static Value apply(Lane& lane, Value element) {
        Distinct distinct;
        collect_distinct(lane, element, distinct);
        if (distinct.known) return Value::integer(distinct.count);
        return general(lane, element);
    }

private:
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value element) {
        MutableSet out(lane, 16);
        each_value(lane, element, [&out](Value v) { out.add(v); });
        if (lane.failed()) return Value::none();
        return Value::integer(out.size());
    }
};

struct Color : Brief {
    static constexpr Doc doc{"color", "obj: Object", Type::Integer, "the colour of the first cell",
                             "color(((4, 5), (6, 7))) => 4"};
    BATT_HD static Value apply(Lane& lane, Value obj) {
        if (obj.kind() == Kind::Object) {
            return Value::integer(packed<PackedCell>(lane, obj)[0].color());
        }
        Value e = first(lane, obj);
        if (lane.failed()) return Value::none();
        return at(lane, e, int64_t{0});
    }
};

/// How many of `n` bytes are `byte`.
BATT_HD inline uint64_t count_bytes(const int8_t* cells, uint64_t n, int8_t byte) {
    uint64_t count = 0;
    while (n != 0) {
        // Short stretches, so that narrow counters do.
        uint32_t stretch = n < 0xFFFF ? static_cast<uint32_t>(n) : 0xFFFF;
        uint16_t part = 0;
        for (uint32_t k = 0; k < stretch; ++k) {
            part = static_cast<uint16_t>(part + (cells[k] == byte ? 1 : 0));
        }
        count += part;
        cells += stretch;
        n -= stretch;
    }
    return count;
}

/// The value equals some byte cell; a byte cell equals nothing but an int-like of 8 bits.
BATT_HD inline bool is_byte_like(Value v) {
    return v.is_int() && fits8(v.num);
}
/// The value can be stored in a byte cell (a bool cannot).
BATT_HD inline bool is_byte(Value v) {
    return v.kind() == Kind::Int && fits8(v.num);
}

struct Colorcount {
    static constexpr Doc doc{"colorcount", "element: Element, value: Integer", Type::Integer,
                             "how many cells have this colour",
                             "colorcount(((1, True), (0,)), 1) => 2"};
    BATT_HD static Value apply(Lane& lane, Value element, Value value) {
        switch (element.kind()) {
        case Kind::Grid: {
            if (!is_byte_like(value)) return Value::integer(0);
            uint64_t n = uint64_t{element.rows()} * element.cols();
            uint64_t count =
                count_bytes(lane.at<int8_t>(element.ref()), n, static_cast<int8_t>(value.num));
            return Value::integer(static_cast<int64_t>(count));
        }
        case Kind::Object:
        case Kind::Indices: {
            if (!value.is_int()) return Value::integer(0);
            int64_t count = with_values(lane, element, int64_t{0}, [value](uint64_t n, auto at) {
                int64_t matches = 0;
                for (uint64_t k = 0; k < n; ++k) matches += at(k) == value.num ? 1 : 0;
                return matches;
            });
            return Value::integer(count);
        }
        default:
            return general(lane, element, value);
        }
    }

private:
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value element, Value value) {
        int64_t count = 0;
        if (!element.is_tuple()) {
            each_value(lane, element, [&](Value v) { count += equal(lane, v, value) ? 1 : 0; });
            return lane.failed() ? Value::none() : Value::integer(count);
        }
        uint32_t n = length(element);
        for (uint32_t k = 0; k < n; ++k) {
            Value row = item(lane, element, k);
            if (!row.is_tuple()) return lane.fail(Fault::AttributeError);
            uint32_t m = length(row);
            if (!lane.step(m)) return Value::none();
            for (uint32_t c = 0; c < m; ++c) {
                count += equal(lane, item(lane, row, c), value) ? 1 : 0;
            }
        }
        return Value::integer(count);
    }
};

struct Colorfilter {
    static constexpr Doc doc{"colorfilter", "objs: Objects, value: Integer", Type::Objects,
                             "the objects of this colour",
                             "colorfilter((fs((1, (0, 0))), fs((2, (0, 0)))), 1) => "
                             "fs(fs((1, (0, 0))))"};
    BATT_HD static Value apply(Lane& lane, Value objs, Value value) {
        if (!iterable(lane, objs)) return Value::none();
        uint32_t n = length(objs);
        MutableSet out(lane, n);
        for (uint32_t k = 0; k < n; ++k) {
            Value obj = item(lane, objs, k);
            Value color = Color::apply(lane, obj);
            if (lane.failed()) {
                lane.leave_generator();
                return Value::none();
            }
            if (equal(lane, color, value)) out.add(obj);
        }
        return out.finish();
    }
};

struct Sizefilter {
    static constexpr Doc doc{"sizefilter", "container: Container, n: Integer", Type::FrozenSet,
                             "the members of this size",
                             "sizefilter(((1,), (2,), (1,), ()), 1) => fs((1,), (2,))"};
    BATT_HD static Value apply(Lane& lane, Value container, Value n) {
        if (!iterable(lane, container)) return Value::none();
        uint32_t count = length(container);
        // Places and cells are pairs.
        bool pairs = container.kind() == Kind::Indices || container.kind() == Kind::Object;
        if (pairs && !(n.is_int() && n.num == 2)) return Value::empty_set();
        const Value* members =
            container.kind() == Kind::Set ? SetView(lane, container).values() : nullptr;
        MutableSet out(lane, count);
        for (uint32_t k = 0; k < count; ++k) {
            Value member = members != nullptr ? members[k] : item(lane, container, k);
            uint32_t size = len(lane, member);
            if (lane.failed()) return Value::none();
            if (n.is_int() && n.num == size) out.add(member);
        }
        return out.finish();
    }
};

struct Ofcolor {
    static constexpr Doc doc{"ofcolor", "grid: Grid, value: Integer", Type::Indices,
                             "the places of this colour",
                             "ofcolor(((1, 0), (0, 1, 1)), 1) => fs((1, 1), (1, 2), (0, 0))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value value) {
        if (grid.kind() == Kind::Grid && fits16(grid.rows()) && fits16(grid.cols())) {
            if (!is_byte_like(value)) return Value::empty_set();
            return bytes(lane, grid, static_cast<int8_t>(value.num));
        }
        return general(lane, grid, value);
    }

private:
    BATT_HD static Value bytes(Lane& lane, Value grid, int8_t byte) {
        const int8_t* cells = lane.at<int8_t>(grid.ref());
        int32_t h = static_cast<int32_t>(grid.rows());
        int32_t w = static_cast<int32_t>(grid.cols());
        uint64_t count = count_bytes(cells, uint64_t{grid.rows()} * grid.cols(), byte);
        if (count == 0) return Value::empty_set();
        // One more than needed, as every place is written and only the right ones are kept.
        PackedPair* places = lane.scratch<PackedPair>(count + 1);
        if (places == nullptr) return Value::none();
        uint32_t n = 0;
        for (int32_t i = 0; i < h; ++i, cells += w) {
            for (int32_t j = 0; j < w; ++j) {
                places[n] = PackedPair::of(i, j);
                n += cells[j] == byte ? 1 : 0;
            }
        }
        return make_distinct(lane, places, n, Layout::Build);
    }

    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value grid, Value value) {
        if (!iterable(lane, grid)) return Value::none();
        uint32_t h = length(grid);
        MutableSet out(lane, 16);
        for (uint32_t i = 0; i < h; ++i) {
            Value row = item(lane, grid, i);
            if (!iterable(lane, row)) return Value::none();
            uint32_t w = length(row);
            if (!lane.step(w)) return Value::none();
            for (uint32_t j = 0; j < w; ++j) {
                if (equal(lane, item(lane, row, j), value)) out.add_pair(i, j);
            }
        }
        return out.finish();
    }
};

/// Tuple of tuples: `change(cell)` for each element of each row of any iterable of iterables.
template <class Change>
BATT_NOINLINE BATT_HD inline Value change_cells(Lane& lane, Value grid, Change change) {
    if (!iterable(lane, grid)) return Value::none();
    uint32_t h = length(grid);
    TupleBuilder rows(lane, h);
    for (uint32_t i = 0; i < h; ++i) {
        Value row = item(lane, grid, i);
        if (!iterable(lane, row)) return Value::none();
        uint32_t w = length(row);
        if (!lane.step(w)) return Value::none();
        uint32_t ref = 0;
        Value* cells = lane.make<Value>(w, ref);
        if (cells == nullptr) return Value::none();
        for (uint32_t j = 0; j < w; ++j) cells[j] = change(item(lane, row, j));
        rows.add(adopt_tuple(lane, ref, w));
    }
    return rows.finish();
}

struct Replace {
    static constexpr Doc doc{"replace", "grid: Grid, replacee: Integer, replacer: Integer",
                             Type::Grid, "the grid with one colour exchanged for another",
                             "replace(((1, True), (0, 2)), 1, 9) => ((9, 9), (0, 2))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value replacee, Value replacer) {
        if (grid.kind() == Kind::Grid) {
            // Nobody can tell a tuple from an equal one.
            if (!is_byte_like(replacee)) return grid;
            uint64_t n = uint64_t{grid.rows()} * grid.cols();
            int8_t from = static_cast<int8_t>(replacee.num);
            if (is_byte(replacer))
                return bytes(lane, grid, from, static_cast<int8_t>(replacer.num));
            if (count_bytes(lane.at<int8_t>(grid.ref()), n, from) == 0) return grid;
        }
        return change_cells(lane, grid,
                            [&](Value v) { return equal(lane, v, replacee) ? replacer : v; });
    }

private:
    BATT_HD static Value bytes(Lane& lane, Value grid, int8_t from, int8_t to) {
        NewGrid out = make_grid(lane, grid.rows(), grid.cols());
        if (lane.failed()) return Value::none();
        const int8_t* cells = lane.at<int8_t>(grid.ref());
        uint64_t n = uint64_t{grid.rows()} * grid.cols();
        each(lane, static_cast<uint32_t>(n),
             [=, made = out.cells](uint32_t k) { made[k] = cells[k] == from ? to : cells[k]; });
        return out.value;
    }
};

struct Switch {
    static constexpr Doc doc{"switch", "grid: Grid, a: Integer, b: Integer", Type::Grid,
                             "the grid with two colours swapped",
                             "switch(((1, 2, 3),), 1, 2) => ((2, 1, 3),)"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value a, Value b) {
        if (grid.kind() == Kind::Grid) {
            if (is_byte(a) && is_byte(b)) {
                return bytes(lane, grid, static_cast<int8_t>(a.num), static_cast<int8_t>(b.num));
            }
            if (!occurs(lane, grid, a) && !occurs(lane, grid, b)) return grid;
        }
        return change_cells(lane, grid, [&](Value v) {
            if (equal(lane, v, b)) return a;
            return equal(lane, v, a) ? b : v;
        });
    }

private:
    BATT_HD static bool occurs(const Lane& lane, Value grid, Value v) {
        return is_byte_like(v) &&
               count_bytes(lane.at<int8_t>(grid.ref()), uint64_t{grid.rows()} * grid.cols(),
                           static_cast<int8_t>(v.num)) != 0;
    }

    BATT_HD static Value bytes(Lane& lane, Value grid, int8_t a, int8_t b) {
        NewGrid out = make_grid(lane, grid.rows(), grid.cols());
        if (lane.failed()) return Value::none();
        const int8_t* cells = lane.at<int8_t>(grid.ref());
        uint64_t n = uint64_t{grid.rows()} * grid.cols();
        each(lane, static_cast<uint32_t>(n), [=, made = out.cells](uint32_t k) {
            int8_t v = cells[k] == a ? b : cells[k];
            made[k] = cells[k] == b ? a : v;
        });
        return out.value;
    }
};

using ColorPrims = PrimList<Mostcolor, Leastcolor, Palette, Numcolors, Color, Colorcount,
                            Colorfilter, Sizefilter, Ofcolor, Replace, Switch>;

} // namespace batt::dsl
