// SPDX-License-Identifier: MIT-0
// Numbers, vectors of two numbers, and logic.
#pragma once

#include "dsl/primitive.hpp"
#include "value/arithmetic.hpp"

namespace batt::dsl {

/// AT(v, k) for k 0 or 1.
BATT_HD inline Value component(Lane& lane, Value v, int64_t k) {
    if (v.kind() == Kind::Pair) return Value::integer(k == 0 ? v.i() : v.j());
    return at(lane, v, k);
}

using UnaryOp = Value (*)(Lane&, Value);
using BinaryOp = Value (*)(Lane&, Value, Value);

/// VEC1: a number's op, or the pair of the ops of a tuple's first two elements.
template <UnaryOp Op>
BATT_HD inline Value vec1(Lane& lane, Value n) {
    if (n.is_int()) return Op(lane, n);
    Value parts[2];
    for (int64_t k = 0; k < 2; ++k) {
        Value x = component(lane, n, k);
        if (lane.failed()) return Value::none();
        parts[k] = Op(lane, x);
        if (lane.failed()) return Value::none();
    }
    return make_pair(lane, parts[0], parts[1]);
}

/// VEC2: op of two numbers, or component by component, a number standing for both components.
template <BinaryOp Op>
BATT_HD inline Value vec2(Lane& lane, Value a, Value b) {
    if (a.is_int() && b.is_int()) return Op(lane, a, b);
    if ((a.kind() == Kind::Pair || a.kind() == Kind::Int) &&
        (b.kind() == Kind::Pair || b.kind() == Kind::Int)) {
        bool both = a.kind() == Kind::Pair;
        Value i = Op(lane, Value::integer(both ? a.i() : a.num),
                     Value::integer(b.kind() == Kind::Pair ? b.i() : b.num));
        if (lane.failed()) return Value::none();
        Value j = Op(lane, Value::integer(both ? a.j() : a.num),
                     Value::integer(b.kind() == Kind::Pair ? b.j() : b.num));
        if (lane.failed()) return Value::none();
        return make_pair(lane, i, j);
    }
    bool split_b = b.is_tuple() && (a.is_tuple() || a.is_int());
    bool split_a = !(split_b && a.is_int());
    Value x = split_a ? component(lane, a, 0) : a;
    if (lane.failed()) return Value::none();
    Value y = split_b ? component(lane, b, 0) : b;
    if (lane.failed()) return Value::none();
    // Two numbers fail only by leaving 64 bits, which Python's do not: what else fails comes first.
    // A zero divisor fails in its turn, and no result with 0 is too large.
    const bool late = x.is_int() && y.is_int() && y.num != 0;
    Value first = late ? Value::none() : Op(lane, x, y);
    if (lane.failed()) return Value::none();
    Value next_x = split_a ? component(lane, a, 1) : a;
    if (lane.failed()) return Value::none();
    Value next_y = split_b ? component(lane, b, 1) : b;
    if (lane.failed()) return Value::none();
    Value second = Op(lane, next_x, next_y);
    if (lane.failed()) return Value::none();
    if (late) first = Op(lane, x, y);
    if (lane.failed()) return Value::none();
    return make_pair(lane, first, second);
}

BATT_HD inline Value doubled(Lane& lane, Value v) {
    return times(lane, v, Value::integer(2));
}
BATT_HD inline Value halved(Lane& lane, Value v) {
    return floordiv(lane, v, Value::integer(2));
}
BATT_HD inline Value one_more(Lane& lane, Value v) {
    // PLUS would concatenate only tuple with tuple: with 1 it is defined on numbers alone.
    return plus(lane, v, Value::integer(1));
}
BATT_HD inline Value one_less(Lane& lane, Value v) {
    return minus(lane, v, Value::integer(1));
}
BATT_HD inline Value away_from_zero(Lane& lane, Value v) {
    if (!v.is_int()) return lane.fail(Fault::TypeError);
    if (v.num == 0) return Value::integer(0);
    return v.num > 0 ? one_more(lane, v) : one_less(lane, v);
}
BATT_HD inline Value sign_of(Lane& lane, Value v) {
    if (!v.is_int()) return lane.fail(Fault::TypeError);
    return Value::integer(v.num == 0 ? 0 : (v.num > 0 ? 1 : -1));
}

struct Identity : Brief {
    static constexpr Doc doc{"identity", "x: Any", Type::Any, "the value itself",
                             "identity((1, fs())) => (1, fs())"};
    BATT_HD static Value apply(Lane&, Value x) { return x; }
};

struct Add : Brief {
    static constexpr Doc doc{"add", "a: Numerical, b: Numerical", Type::Numerical,
                             "sum of numbers or vectors", "add(3, (1, 2)) => (4, 5)"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) { return vec2<plus>(lane, a, b); }
};

struct Subtract : Brief {
    static constexpr Doc doc{"subtract", "a: Numerical, b: Numerical", Type::Numerical,
                             "difference of numbers or vectors", "subtract(5, (2, 7)) => (3, -2)"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) { return vec2<minus>(lane, a, b); }
};

struct Multiply : Brief {
    static constexpr Doc doc{"multiply", "a: Numerical, b: Numerical", Type::Numerical,
                             "product of numbers or vectors, component by component",
                             "multiply((2, 3), (4, 5)) => (8, 15)"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) { return vec2<times>(lane, a, b); }
};

struct Divide : Brief {
    static constexpr Doc doc{"divide", "a: Numerical, b: Numerical", Type::Numerical,
                             "quotient of numbers or vectors, rounded down",
                             "divide((-7, 7), 2) => (-4, 3)"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) { return vec2<floordiv>(lane, a, b); }
};

struct Invert : Brief {
    static constexpr Doc doc{"invert", "n: Numerical", Type::Numerical,
                             "the number or vector negated", "invert((1, -2, 9)) => (-1, 2)"};
    BATT_HD static Value apply(Lane& lane, Value n) { return vec1<negated>(lane, n); }
};

struct Even : Brief {
    static constexpr Doc doc{"even", "n: Integer", Type::Boolean, "whether the number is even",
                             "even(-2) => True"};
    BATT_HD static Value apply(Lane& lane, Value n) {
        if (!n.is_int()) return lane.fail(Fault::TypeError);
        return Value::boolean((n.num & 1) == 0);
    }
};

struct Double : Brief {
    static constexpr Doc doc{"double", "n: Numerical", Type::Numerical,
                             "twice the number or vector", "double((1, 2)) => (2, 4)"};
    BATT_HD static Value apply(Lane& lane, Value n) { return vec1<doubled>(lane, n); }
};

struct Halve : Brief {
    static constexpr Doc doc{"halve", "n: Numerical", Type::Numerical,
                             "half the number or vector, rounded down",
                             "halve((5, -5)) => (2, -3)"};
    BATT_HD static Value apply(Lane& lane, Value n) { return vec1<halved>(lane, n); }
};

struct Increment : Brief {
    static constexpr Doc doc{"increment", "x: Numerical", Type::Numerical,
                             "one more, in each component", "increment((0, -1)) => (1, 0)"};
    BATT_HD static Value apply(Lane& lane, Value x) { return vec1<one_more>(lane, x); }
};

struct Decrement : Brief {
    static constexpr Doc doc{"decrement", "x: Numerical", Type::Numerical,
                             "one less, in each component", "decrement(0) => -1"};
    BATT_HD static Value apply(Lane& lane, Value x) { return vec1<one_less>(lane, x); }
};

struct Crement : Brief {
    static constexpr Doc doc{"crement", "x: Numerical", Type::Numerical,
                             "one further from zero, in each component; zero stays",
                             "crement((-1, 0)) => (-2, 0)"};
    BATT_HD static Value apply(Lane& lane, Value x) { return vec1<away_from_zero>(lane, x); }
};

struct Sign : Brief {
    static constexpr Doc doc{"sign", "x: Numerical", Type::Numerical,
                             "-1, 0 or 1, in each component", "sign((-7, 3)) => (-1, 1)"};
    BATT_HD static Value apply(Lane& lane, Value x) { return vec1<sign_of>(lane, x); }
};

struct Positive : Brief {
    static constexpr Doc doc{"positive", "x: Integer", Type::Boolean,
                             "whether the number is above zero", "positive(0) => False"};
    BATT_HD static Value apply(Lane& lane, Value x) {
        if (!x.is_int()) return lane.fail(Fault::TypeError);
        return Value::boolean(x.num > 0);
    }
};

struct Greater : Brief {
    static constexpr Doc doc{"greater", "a: Integer, b: Integer", Type::Boolean,
                             "whether a comes after b; for sets, holds all of b and more",
                             "greater((1, 2), (1, 1, 9)) => True"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        bool after = less(lane, b, a);
        return lane.failed() ? Value::none() : Value::boolean(after);
    }
};

struct Flip : Brief {
    static constexpr Doc doc{"flip", "b: Boolean", Type::Boolean,
                             "whether the value counts as false", "flip(()) => True"};
    BATT_HD static Value apply(Lane&, Value b) { return Value::boolean(!truth(b)); }
};

struct Equality : Brief {
    static constexpr Doc doc{"equality", "a: Any, b: Any", Type::Boolean,
                             "whether the values are equal", "equality(True, 1) => True"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        return Value::boolean(equal(lane, a, b));
    }
};

struct Both : Brief {
    static constexpr Doc doc{"both", "a: Boolean, b: Boolean", Type::Boolean,
                             "b if a counts as true, else a", "both((), 5) => ()"};
    BATT_HD static Value apply(Lane&, Value a, Value b) { return truth(a) ? b : a; }
};

struct Either : Brief {
    static constexpr Doc doc{"either", "a: Boolean, b: Boolean", Type::Boolean,
                             "a if it counts as true, else b", "either(0, fs()) => fs()"};
    BATT_HD static Value apply(Lane&, Value a, Value b) { return truth(a) ? a : b; }
};

struct Branch : Brief {
    static constexpr Doc doc{"branch", "condition: Boolean, a: Any, b: Any", Type::Any,
                             "a if the condition counts as true, else b",
                             "branch(fs(), 1, 2) => 2"};
    BATT_HD static Value apply(Lane&, Value condition, Value a, Value b) {
        return truth(condition) ? a : b;
    }
};

struct Toivec : Brief {
    static constexpr Doc doc{"toivec", "i: Integer", Type::IntegerTuple, "the vector (i, 0)",
                             "toivec((1, 2)) => ((1, 2), 0)"};
    BATT_HD static Value apply(Lane& lane, Value i) {
        return make_pair(lane, i, Value::integer(0));
    }
};

struct Tojvec : Brief {
    static constexpr Doc doc{"tojvec", "j: Integer", Type::IntegerTuple, "the vector (0, j)",
                             "tojvec(4) => (0, 4)"};
    BATT_HD static Value apply(Lane& lane, Value j) {
        return make_pair(lane, Value::integer(0), j);
    }
};

struct Astuple : Brief {
    static constexpr Doc doc{"astuple", "a: Integer, b: Integer", Type::IntegerTuple,
                             "the pair (a, b)", "astuple((1, 2), fs()) => ((1, 2), fs())"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        // Two rows become a grid, which copies them.
        bool rows = a.kind() == Kind::Row && b.kind() == Kind::Row;
        if (rows && !lane.step(toll(a) + toll(b))) return Value::none();
        return make_pair(lane, a, b);
    }
};

struct Interval {
    static constexpr Doc doc{"interval", "start: Integer, stop: Integer, step: Integer",
                             Type::Tuple, "the numbers from start, in steps, before stop",
                             "interval(5, 0, -2) => (5, 3, 1)"};
    BATT_HD static Value apply(Lane& lane, Value start, Value stop, Value step) {
        if (!start.is_int() || !stop.is_int() || !step.is_int()) {
            return lane.fail(Fault::TypeError);
        }
        if (step.num == 0) return lane.fail(Fault::ValueError);
        bool up = step.num > 0;
        if (up ? start.num >= stop.num : start.num <= stop.num) return Value::empty_tuple();
        // Unsigned, the distance and the stride fit even where signed ones do not.
        uint64_t from = static_cast<uint64_t>(start.num);
        uint64_t by = static_cast<uint64_t>(step.num);
        uint64_t distance =
            up ? static_cast<uint64_t>(stop.num) - from : from - static_cast<uint64_t>(stop.num);
        uint64_t n = (distance - 1) / (up ? by : 0 - by) + 1;
        int64_t last = static_cast<int64_t>(from + (n - 1) * by);
        uint32_t ref = 0;
        if (fits8(start.num) && fits8(last)) {
            int8_t* cells = lane.make<int8_t>(n, ref);
            if (cells == nullptr) return Value::none();
            for (uint64_t k = 0; k < n; ++k) cells[k] = static_cast<int8_t>(from + k * by);
            return row_value(lane, ref, static_cast<uint32_t>(n));
        }
        Value* items = lane.make<Value>(n, ref);
        if (items == nullptr) return Value::none();
        for (uint64_t k = 0; k < n; ++k) {
            items[k] = Value::integer(static_cast<int64_t>(from + k * by));
        }
        return adopt_tuple(lane, ref, n);
    }
};

struct Repeat {
    static constexpr Doc doc{"repeat", "item: Any, num: Integer", Type::Tuple,
                             "the tuple of num times the item",
                             "repeat((1, 2), 2) => ((1, 2), (1, 2))"};
    BATT_HD static Value apply(Lane& lane, Value item, Value num) {
        if (!num.is_int()) return lane.fail(Fault::TypeError);
        if (num.num <= 0) return Value::empty_tuple();
        if (num.num > 0x7FFFFFFF) return lane.fail(Fault::Limit);
        uint64_t n = static_cast<uint64_t>(num.num);
        uint32_t ref = 0;
        if (item.kind() == Kind::Int && fits8(item.num)) {
            int8_t* cells = lane.make<int8_t>(n, ref);
            if (cells == nullptr) return Value::none();
            for (uint64_t k = 0; k < n; ++k) cells[k] = static_cast<int8_t>(item.num);
            return row_value(lane, ref, static_cast<uint32_t>(n));
        }
        if (item.kind() == Kind::Row) {
            uint64_t cols = length(item);
            NewGrid made = make_grid(lane, n, cols);
            if (made.cells == nullptr) return made.value;
            const int8_t* row = lane.at<int8_t>(item.ref());
            for (uint64_t k = 0; k < n; ++k) copy_bytes(made.cells + k * cols, row, cols);
            return made.value;
        }
        Value* items = lane.make<Value>(n, ref);
        if (items == nullptr) return Value::none();
        for (uint64_t k = 0; k < n; ++k) items[k] = item;
        return adopt_tuple(lane, ref, n);
    }
};

using ScalarPrims = PrimList<Identity, Add, Subtract, Multiply, Divide, Invert, Even, Double, Halve,
                             Increment, Decrement, Crement, Sign, Positive, Greater, Flip, Equality,
                             Both, Either, Branch, Toivec, Tojvec, Astuple, Interval, Repeat>;

/// The id of a scalar primitive: theirs is the first family of all.
template <class P>
inline constexpr uint32_t scalar_id_of = position_in<P>(ScalarPrims{});

} // namespace batt::dsl
