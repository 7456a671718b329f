// SPDX-License-Identifier: MIT-0
// What calls of primitives give, and whether they can fail, where only a description of their
// arguments is at hand: the primitives that call no functions.
//
// A rule says yes only where the specification rules out every failure for all values of that
// description, and never of a call whose cost is out of proportion to its arguments: a budget that
// such a call would exceed is exceeded. Numbers are followed so that none leaves 64 bits.
#pragma once

#include "dsl/all.hpp"
#include "dsl/promise.hpp"

namespace batt::dsl {

/// The id of a primitive.
template <class P>
inline constexpr uint32_t id_of = position_in<P>(AllPrims{});
static_assert(id_of<Add> == scalar_id_of<Add>);
static_assert(id_of<Other> == container_id_of<Other>);

/// Numbers a rule lets through: sums and differences of a few of them stay far from 64 bits.
inline constexpr uint32_t kMostWidth = 56;
/// The widest numbers of an interval foreseen.
inline constexpr uint32_t kMostInterval = 10;
/// The most repetitions foreseen.
inline constexpr int64_t kMostRepeated = 64;
/// The largest output, as a power of two, of a call that multiplies the sizes of its arguments.
inline constexpr uint32_t kMostProduct = 30;

/// Arguments of a call, as they are known.
struct Knowledge {
    const Value* args;
    const Promise* promises;

    BATT_HD const Promise& operator[](int k) const { return promises[k]; }
    BATT_HD bool is_computed(int k) const { return (args[k].flags() & Value::kPromised) == 0; }
    /// The argument is a computed int other than 0, not beyond `most`.
    BATT_HD bool is_factor(int k, int64_t most) const {
        Value v = args[k];
        return is_computed(k) && v.is_int() && v.num != 0 && v.num <= most && v.num >= -most;
    }
};

/// The tuple (a, b).
BATT_HD inline Promise pair_of(Promise a, Promise b) {
    Promise both = join(a, b);
    if (a.is_number() && b.is_place()) return Promise::cell(both.width);
    return Promise::tuple(Promise::kNonEmpty | Promise::kTwo, both, 1);
}

BATT_HD_CALL inline bool forecast_scalar(uint32_t id, Knowledge known, Promise& out) {
    const Promise& a = known[0];
    auto gives = [&](Promise p) {
        out = p;
        return p.width <= kMostWidth;
    };
    auto vector = [&](uint32_t width) {
        return a.is_vector() && gives({a.levels, static_cast<uint8_t>(width), a.size});
    };
    auto vectors = [&](Promise b, uint32_t width) {
        if (!a.is_vector() || !b.is_vector()) return false;
        if (a.is_place() || b.is_place()) return gives(Promise::place(width));
        return gives({join(a, b).levels, static_cast<uint8_t>(width), 1});
    };
    switch (id) {
    case id_of<Add>:
    case id_of<Subtract>:
        return vectors(known[1], join(a, known[1]).width + 1U);
    case id_of<Multiply>:
        return vectors(known[1], uint32_t{a.width} + known[1].width);
    case id_of<Divide>:
        return known.is_factor(1, INT64_MAX) && vector(a.width);
    case id_of<Invert>:
    case id_of<Halve>:
        return vector(a.width);
    case id_of<Double>:
    case id_of<Increment>:
    case id_of<Decrement>:
    case id_of<Crement>:
    case id_of<Sign>:
        return vector(a.width + 1U);
    case id_of<Even>:
    case id_of<Positive>:
        return a.is_number() && gives(Promise::number(0));
    case id_of<Greater>:
        return are_comparable(a, known[1]) && gives(Promise::number(0));
    case id_of<Flip>:
        return gives(Promise::number(0));
    case id_of<Equality>:
        return a.is_plain() && known[1].is_plain() && gives(Promise::number(0));
    case id_of<Both>:
    case id_of<Either>:
        if (known.is_computed(0)) {
            return gives(truth(known.args[0]) == (id == id_of<Both>) ? known[1] : a);
        }
        return gives(join(a, known[1]));
    case id_of<Branch>:
        if (known.is_computed(0)) return gives(known[truth(known.args[0]) ? 1 : 2]);
        return gives(join(known[1], known[2]));
    case id_of<Interval>:
        // Of at most as many numbers as are between the two.
        return a.is_number() && known[1].is_number() && known.is_factor(2, INT64_MAX) &&
               join(a, known[1]).width <= kMostInterval &&
               gives(Promise::tuple(0, Promise::number(kMostInterval), kMostInterval + 1));
    case id_of<Repeat>: {
        if (!known.is_computed(1) || !known.args[1].is_int() || known.args[1].num > kMostRepeated) {
            return false;
        }
        int64_t n = known.args[1].num;
        uint8_t flags = n > 0 ? Promise::kNonEmpty : uint8_t{0};
        if (n == 2) flags |= Promise::kTwo;
        if (n == 2 && a.is_number()) return gives(Promise::place(a.width));
        return gives(
            Promise::tuple(flags, n > 0 ? a : Promise::nothing(), bits_for(kMostRepeated)));
    }
    case id_of<Toivec>:
        return a.is_plain() && gives(pair_of(a, Promise::number(0)));
    case id_of<Tojvec>:
        return a.is_plain() && gives(pair_of(Promise::number(0), a));
    case id_of<Astuple>:
        return a.is_plain() && known[1].is_plain() && gives(pair_of(a, known[1]));
    default:
        return false;
    }
}

/// One level flattened.
BATT_HD_CALL inline bool forecast_merge(Promise a, Promise& out) {
    Promise inner = a.element();
    if (!a.is_container() || a.is_cell()) return false;
    Promise::Tag tag = a.is_set() ? Promise::Set : Promise::Tuple;
    if (inner.tag() == Promise::Nothing) {
        out = Promise::container(tag, 0, inner, 0);
        return true;
    }
    uint8_t flags = a.is_nonempty() && inner.is_nonempty() ? Promise::kNonEmpty : uint8_t{0};
    out = Promise::container(tag, flags, inner.element(), 2U * a.size);
    return inner.has_items() && out.size < 2 * kMostProduct;
}

BATT_HD_CALL inline bool forecast_container(uint32_t id, Knowledge known, Promise& out) {
    const Promise& a = known[0];
    // A container like `c` of some of its elements.
    auto some_of = [](Promise c) {
        Promise::Tag tag = c.is_set() ? Promise::Set : Promise::Tuple;
        return Promise::container(tag, 0, c.element(), c.size);
    };
    switch (id) {
    case id_of<Size>:
        out = Promise::number(32);
        return a.has_items();
    case id_of<Contained>:
        out = Promise::number(0);
        return a.is_plain() && known[1].has_items() && known[1].is_plain();
    case id_of<Combine>: {
        const Promise& b = known[1];
        if (!a.is_container() || !b.is_container()) return false;
        Promise element = join(a.element(), b.element());
        uint32_t size = (a.size > b.size ? a.size : b.size) + 1U;
        uint8_t flags = static_cast<uint8_t>(a.nonempty() | b.nonempty());
        out = Promise::container(a.is_set() ? Promise::Set : Promise::Tuple, flags, element, size);
        return size < 2 * kMostProduct;
    }
    case id_of<Difference>:
        out = some_of(a);
        return a.is_container() && known[1].is_container() &&
               (known[1].is_set() || (a.is_plain() && known[1].is_plain()));
    case id_of<Intersection>: {
        // One object given twice.
        bool same = known.is_computed(0) && known.is_computed(1) &&
                    known.args[0].kind() == known.args[1].kind() &&
                    known.args[0].ref() == known.args[1].ref();
        if (same) out = a;
        if (same && a.is_set()) return true;
        out = Promise::set(0, join(a.element(), known[1].element()), 0);
        return a.is_set() && known[1].is_set();
    }
    case id_of<Dedupe>:
        out = a.is_cell() ? a : Promise::tuple(a.nonempty(), a.element(), a.size);
        return a.is_tuple() && a.is_plain();
    case id_of<Initset>:
        out = Promise::set(Promise::kNonEmpty, a, 0);
        return a.is_plain();
    case id_of<Insert>: {
        const Promise& b = known[1];
        uint8_t two = b.has(Promise::kTwo) ? Promise::kTwo : uint8_t{0};
        out = Promise::set(static_cast<uint8_t>(Promise::kNonEmpty | two), join(a, b.element()),
                           b.size + 1U);
        return a.is_plain() && b.is_set() && b.is_plain() && out.size < 2 * kMostProduct;
    }
    case id_of<Remove>:
        out = differ(a, known[1].element()) ? known[1] : some_of(known[1]);
        return a.is_plain() && known[1].is_container() && known[1].is_plain();
    case id_of<Totuple>:
        out = a.is_tuple() ? a : Promise::tuple(a.nonempty(), a.element(), a.size);
        return a.has_items();
    case id_of<First>:
        out = a.is_cell() ? Promise::number(a.width) : a.element();
        return a.has_items() && a.is_nonempty();
    case id_of<Last>:
        out = a.is_cell() ? Promise::place(a.width) : a.element();
        return a.has_items() && a.is_nonempty();
    case id_of<Product>: {
        const Promise& b = known[1];
        uint8_t flags = a.is_nonempty() && b.is_nonempty() ? Promise::kNonEmpty : uint8_t{0};
        uint32_t size = uint32_t{a.size} + b.size;
        if (!a.is_container() || !b.is_container() || size > kMostProduct) return false;
        Promise x = a.element();
        Promise y = b.element();
        bool none = x.tag() == Promise::Nothing || y.tag() == Promise::Nothing;
        out = Promise::set(flags, none ? Promise::nothing() : pair_of(x, y), size);
        return a.is_plain() && b.is_plain();
    }
    case id_of<Pair>: {
        const Promise& b = known[1];
        if (!a.is_container() || !b.is_container()) return false;
        Promise x = a.element();
        Promise y = b.element();
        bool none = x.tag() == Promise::Nothing || y.tag() == Promise::Nothing;
        uint8_t flags = a.is_nonempty() && b.is_nonempty() ? Promise::kNonEmpty : uint8_t{0};
        out = Promise::tuple(flags, none ? Promise::nothing() : pair_of(x, y), a.size);
        return a.is_plain() && b.is_plain();
    }
    case id_of<Maximum>:
    case id_of<Minimum>:
        out = a.is_nonempty() ? a.element() : join(a.element(), Promise::number(0));
        return a.is_container() && !a.is_cell() && are_comparable(a.element(), a.element());
    case id_of<Mostcommon>:
    case id_of<Leastcommon>:
        out = a.element();
        return a.is_tuple() && a.is_nonempty() && a.is_plain();
    default:
        return false;
    }
}

/// A place, row or grid with two elements that differ: whatever the value, one of them is another.
BATT_HD inline bool has_two(const Lane& lane, Value v) {
    if (v.kind() == Kind::Pair) return v.i() != v.j();
    if (v.kind() != Kind::Row && v.kind() != Kind::Grid) return false;
    uint32_t width = v.kind() == Kind::Grid ? v.cols() : 1;
    uint64_t n = v.kind() == Kind::Grid ? uint64_t{v.rows()} * width : static_cast<uint64_t>(v.num);
    const int8_t* cells = lane.at<int8_t>(v.ref());
    for (uint64_t k = width; k < n; ++k) {
        if (cells[k] != cells[k - width]) return true;
    }
    return false;
}

BATT_HD_CALL inline bool forecast_other(const Lane& lane, Knowledge known, Promise& out) {
    const Promise& a = known[0];
    const Promise& b = known[1];
    if (!a.is_container() || !a.is_plain() || !b.is_plain()) return false;
    out = a.element();
    if (a.is_cell()) {
        // No value is both number and place.
        bool number_stays = differ(Promise::number(a.width), b);
        if (number_stays) out = Promise::number(a.width);
        return number_stays || differ(Promise::place(a.width), b);
    }
    if (a.is_set() && a.has(Promise::kTwo)) return true;
    if (a.is_nonempty() && differ(a.element(), b)) return true;
    return known.is_computed(0) && has_two(lane, known.args[0]);
}

/// VALUES of the specification: what they are, and whether there are any.
struct ValuesIn {
    bool fine = false;
    Promise value;
    uint8_t nonempty = 0;

    BATT_HD explicit ValuesIn(Promise element) {
        Promise inner = element.element();
        if (element.is_cell() || !element.is_container() || !element.is_plain()) return;
        if (inner.tag() == Promise::Nothing) {
            fine = true;
            value = inner;
            return;
        }
        if (element.is_tuple()) {
            fine = inner.is_container();
            value = inner.element();
            if (element.is_nonempty() && inner.is_nonempty()) nonempty = Promise::kNonEmpty;
            return;
        }
        fine = inner.is_cell() || (inner.is_tuple() && inner.has(Promise::kTwo));
        value = inner.is_cell() ? Promise::number(element.width) : inner.element();
        nonempty = element.nonempty();
    }
};

BATT_HD_CALL inline bool forecast_color(uint32_t id, Knowledge known, Promise& out) {
    const Promise& a = known[0];
    const Promise& b = known[1];
    Promise inner = a.element();
    bool rows = a.is_container() && !a.is_cell() && a.is_plain() &&
                (inner.has_items() || inner.tag() == Promise::Nothing);
    switch (id) {
    case id_of<Mostcolor>:
    case id_of<Leastcolor>: {
        ValuesIn values(a);
        out = values.value;
        return values.fine && values.nonempty != 0;
    }
    case id_of<Palette>: {
        ValuesIn values(a);
        out = Promise::set(values.nonempty, values.value, 2U * a.size);
        return values.fine;
    }
    case id_of<Numcolors>:
        out = Promise::number(32);
        return ValuesIn(a).fine;
    case id_of<Color>:
        out = inner.is_cell() ? Promise::number(a.width) : inner.element();
        return a.is_container() && !a.is_cell() && a.is_nonempty() && inner.is_tuple() &&
               inner.is_nonempty();
    case id_of<Colorcount>:
        out = Promise::number(32);
        return ValuesIn(a).fine && (a.is_set() || inner.is_tuple()) && b.is_plain();
    case id_of<Colorfilter>:
        out = Promise::set(0, inner, a.size);
        return rows &&
               (inner.tag() == Promise::Nothing ||
                (inner.is_nonempty() && !inner.is_cell() && inner.element().is_tuple() &&
                 inner.element().is_nonempty())) &&
               b.is_plain();
    case id_of<Sizefilter>:
        out = Promise::set(0, inner, a.size);
        return rows && b.is_plain();
    case id_of<Ofcolor>:
        out = Promise::set(0, Promise::place(a.size), 2U * a.size);
        return rows && b.is_plain();
    case id_of<Replace>:
        out = Promise::grid(join(a, known[2]).width, a.size);
        return a.is_grid() && b.is_plain() && known[2].is_number();
    case id_of<Switch>:
        out = Promise::grid(join(join(a, b), known[2]).width, a.size);
        return a.is_grid() && b.is_number() && known[2].is_number();
    default:
        return false;
    }
}

} // namespace batt::dsl
