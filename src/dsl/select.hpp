// SPDX-License-Identifier: MIT-0
// Choosing elements of a container: largest, most frequent, sorted, by a condition.
#pragma once

#include "dsl/call.hpp"
#include "dsl/container.hpp"
#include "dsl/higher_order.hpp"
#include "value/sort.hpp"

namespace batt::dsl {

/// Whether `a` is to be preferred to `b`: GREATER when Most, LESS otherwise.
template <bool Most>
BATT_HD inline bool better(Lane& lane, Value a, Value b) {
    return Most ? less(lane, b, a) : less(lane, a, b);
}

/// The key by which elements are compared; None as function means the element itself.
class Key {
public:
    BATT_HD Key(Lane& lane, Value function, Value container)
        : lane_(lane), itself_(function.kind() == Kind::None), call_(lane, {function, container}) {}
    /// See Calls.
    BATT_HD uint32_t mark(uint32_t k) { return itself_ ? lane_.mark() : call_.mark(k); }
    BATT_HD Value operator()(uint32_t k, Value element) {
        return itself_ ? element : call_(k, element);
    }

private:
    Lane& lane_;
    bool itself_;
    Calls<OnElements> call_;
};

/// An element and what it was chosen by.
struct Best {
    Value element;
    Value key;
};

/// MAXOF (Most) and MINOF of a container that is not empty.
template <bool Most>
BATT_HD_CALL inline Best best_by(Lane& lane, Value container, Value function) {
    Best best;
    uint32_t n = length(container);
    Key key_of(lane, function, container);
    const Items items(lane, container);
    for (uint32_t k = 0; k < n; ++k) {
        Value e = items[k];
        uint32_t mark = key_of.mark(k);
        Value key = key_of(k, e);
        if (lane.failed()) return {};
        if (k == 0 || better<Most>(lane, key, best.key)) {
            best = {e, key};
            lane.release(mark, key);
        } else {
            if (lane.failed()) return {};
            lane.release(mark);
        }
    }
    return best;
}

/// maximum (Most) and minimum.
template <bool Most>
BATT_HD inline Value extreme(Lane& lane, Value container) {
    if (!iterable(lane, container)) return Value::none();
    if (length(container) == 0) return Value::integer(0);
    if (container.kind() == Kind::Row) {
        const int8_t* cells = lane.at<int8_t>(container.ref());
        int8_t best = cells[0];
        uint32_t n = length(container);
        for (uint32_t k = 1; k < n; ++k) {
            if (Most ? cells[k] > best : cells[k] < best) best = cells[k];
        }
        return Value::integer(best);
    }
    if (container.kind() == Kind::Pair) {
        int32_t i = container.i();
        int32_t j = container.j();
        return Value::integer((Most ? j > i : j < i) ? j : i);
    }
    return best_by<Most>(lane, container, Value::none()).element;
}

/// valmax (Most) and valmin.
template <bool Most>
BATT_HD inline Value extreme_key(Lane& lane, Value container, Value function) {
    if (!iterable(lane, container)) return Value::none();
    if (length(container) == 0) return call(lane, function, Value::integer(0));
    Best best = best_by<Most>(lane, container, function);
    if (lane.failed()) return Value::none();
    if (function.kind() == Kind::None) return lane.fail(Fault::TypeError);
    // The reference calls the function on the best element once more, for the same value.
    return best.key;
}

/// argmax (Most) and argmin.
template <bool Most>
BATT_HD inline Value extreme_by(Lane& lane, Value container, Value function) {
    if (!iterable(lane, container)) return Value::none();
    if (length(container) == 0) return lane.fail(Fault::ValueError);
    return best_by<Most>(lane, container, function).element;
}

/// The most (or least) frequent of some bytes; of equals, the first in a set built from them.
template <bool Most>
BATT_HD_CALL inline Value common_byte(Lane& lane, const int8_t* cells, uint64_t n) {
    int low = int{cells[0]};
    int high = int{cells[0]};
    for (uint64_t k = 1; k < n; ++k) {
        low = cells[k] < low ? cells[k] : low;
        high = cells[k] > high ? cells[k] : high;
    }
    int range = high - low + 1;
    uint64_t* counts = lane.scratch<uint64_t>(static_cast<uint64_t>(range));
    if (counts == nullptr) return Value::none();
    for (int v = 0; v < range; ++v) counts[v] = 0;
    for (uint64_t k = 0; k < n; ++k) ++counts[cells[k] - low];
    uint32_t distinct = 0;
    for (int v = 0; v < range; ++v) distinct += counts[v] != 0 ? 1 : 0;

    int best = 0;
    uint64_t best_count = 0;
    auto offer = [&](int v) {
        uint64_t count = counts[v - low];
        if (best_count == 0 || (Most ? count > best_count : count < best_count)) {
            best = v;
            best_count = count;
        }
        return true;
    };
    int slots = distinct < 5 ? 8 : (distinct < 19 ? 32 : 128);
    if (low >= 0 && high < slots) {
        // Each value has a slot of its own in the set: slot order is ascending.
        for (int v = low; v <= high; ++v) {
            if (counts[v - low] != 0) offer(v);
        }
        return Value::integer(best);
    }
    MutableSet set(lane, distinct);
    ByteSet met;
    for (uint64_t k = 0; set.size() < distinct && !lane.failed(); ++k) {
        if (met.add(cells[k])) set.add(Value::integer(cells[k]));
    }
    if (lane.failed()) return Value::none();
    set.each([&](uint32_t id) { return offer(static_cast<int>(set.key_value(id).num)); });
    return Value::integer(best);
}

/// mostcommon (Most) and leastcommon.
template <bool Most>
BATT_HD_CALL inline Value common(Lane& lane, Value container) {
    if (!iterable(lane, container)) return Value::none();
    if (container.is_set()) return lane.fail(Fault::AttributeError);
    uint32_t n = length(container);
    if (n == 0) return lane.fail(Fault::ValueError);
    if (container.kind() == Kind::Row) {
        return common_byte<Most>(lane, lane.at<int8_t>(container.ref()), n);
    }
    uint32_t* counts = lane.scratch<uint32_t>(n);
    if (counts == nullptr) return Value::none();
    MutableSet set(lane, n);
    const Items items(lane, container);
    for (uint32_t k = 0; k < n && !lane.failed(); ++k) {
        Value e = items[k];
        uint32_t id = set.find_id(e);
        if (id != kAbsent) {
            ++counts[id];
        } else if (set.add(e)) {
            counts[set.id_count() - 1] = 1;
        }
    }
    if (lane.failed()) return Value::none();
    uint32_t best = kAbsent;
    auto offer = [&](uint32_t id) {
        if (best == kAbsent || (Most ? counts[id] > counts[best] : counts[id] < counts[best])) {
            best = id;
        }
        return true;
    };
    if (container.has_function()) {
        // Sets that hold functions keep the order of arrival.
        for (uint32_t id = 0; id < set.id_count(); ++id) offer(id);
    } else {
        set.each(offer);
    }
    return set.key_value(best);
}

struct Order {
    static constexpr Doc doc{"order", "container: Container, compfunc: Callable", Type::Tuple,
                             "the elements sorted by compfunc; ties keep their order",
                             "order((3, -1, 2), invert) => (3, 2, -1)"};
    BATT_HD static Value apply(Lane& lane, Value container, Value compfunc) {
        if (!iterable(lane, container)) return Value::none();
        uint32_t n = length(container);
        Value* keys = lane.scratch<Value>(n);
        if (keys == nullptr) return Value::none();
        Key key_of(lane, compfunc, container);
        const Items items(lane, container);
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t mark = key_of.mark(k);
            keys[k] = key_of(k, items[k]);
            if (lane.failed()) return Value::none();
            lane.release(mark, keys[k]);
        }
        const uint32_t* positions = sorted_positions(lane, keys, n);
        if (positions == nullptr) return Value::none();
        return gather(lane, container, positions, n);
    }
};

struct Maximum {
    static constexpr Doc doc{"maximum", "container: IntegerSet", Type::Integer,
                             "the largest element; 0 when there is none",
                             "maximum(((1, 2), (1, 3))) => (1, 3)"};
    BATT_HD static Value apply(Lane& lane, Value container) {
        return extreme<true>(lane, container);
    }
};

struct Minimum {
    static constexpr Doc doc{"minimum", "container: IntegerSet", Type::Integer,
                             "the smallest element; 0 when there is none",
                             "minimum((fs(1, 2), fs(3), fs(1))) => fs(1)"};
    BATT_HD static Value apply(Lane& lane, Value container) {
        return extreme<false>(lane, container);
    }
};

struct Valmax {
    static constexpr Doc doc{"valmax", "container: Container, compfunc: Callable", Type::Integer,
                             "the largest value of compfunc; compfunc(0) when there is no element",
                             "valmax(((1, 2), (3,)), size) => 2"};
    BATT_HD static Value apply(Lane& lane, Value container, Value compfunc) {
        return extreme_key<true>(lane, container, compfunc);
    }
};

struct Valmin {
    static constexpr Doc doc{"valmin", "container: Container, compfunc: Callable", Type::Integer,
                             "the smallest value of compfunc; compfunc(0) when there is no element",
                             "valmin(((1, 2), (3,)), size) => 1"};
    BATT_HD static Value apply(Lane& lane, Value container, Value compfunc) {
        return extreme_key<false>(lane, container, compfunc);
    }
};

struct Argmax {
    static constexpr Doc doc{"argmax", "container: Container, compfunc: Callable", Type::Any,
                             "the first element with the largest value of compfunc",
                             "argmax(((1, 2), (3, 4), (5,)), size) => (1, 2)"};
    BATT_HD static Value apply(Lane& lane, Value container, Value compfunc) {
        return extreme_by<true>(lane, container, compfunc);
    }
};

struct Argmin {
    static constexpr Doc doc{"argmin", "container: Container, compfunc: Callable", Type::Any,
                             "the first element with the smallest value of compfunc",
                             "argmin((2, 1, 3), None) => 1"};
    BATT_HD static Value apply(Lane& lane, Value container, Value compfunc) {
        return extreme_by<false>(lane, container, compfunc);
    }
};

struct Mostcommon {
    static constexpr Doc doc{"mostcommon", "container: Container", Type::Any,
                             "the most frequent element of a tuple",
                             "mostcommon((3, 2, 3, 2, 1)) => 2"};
    BATT_HD static Value apply(Lane& lane, Value container) {
        return common<true>(lane, container);
    }
};

struct Leastcommon {
    static constexpr Doc doc{"leastcommon", "container: Container", Type::Any,
                             "the least frequent element of a tuple",
                             "leastcommon((3, 2, 3, 2, 1, 0)) => 0"};
    BATT_HD static Value apply(Lane& lane, Value container) {
        return common<false>(lane, container);
    }
};

/// A condition on elements, called lazily; what a call made is given back.
class Condition {
public:
    BATT_HD Condition(Lane& lane, Value function, Value container)
        : lane_(lane), call_(lane, {function, container}, true) {}
    BATT_HD bool operator()(uint32_t k, Value element) {
        uint32_t mark = call_.mark(k);
        bool held = truth(call_(k, element));
        lane_.leave_generator();
        lane_.release(mark);
        return held;
    }

private:
    Lane& lane_;
    Calls<OnElements> call_;
};

struct Sfilter {
    static constexpr Doc doc{"sfilter", "container: Container, condition: Callable",
                             Type::Container, "the elements for which the condition holds",
                             "sfilter((0, 1, 2, 3), even) => (0, 2)"};
    BATT_HD static Value apply(Lane& lane, Value container, Value condition) {
        if (!iterable(lane, container)) return Value::none();
        uint32_t n = length(container);
        Sieve out(lane, container);
        Condition holds(lane, condition, container);
        const Items items(lane, container);
        for (uint32_t k = 0; k < n; ++k) {
            bool held = holds(k, items[k]);
            if (lane.failed()) return Value::none();
            if (held) out.keep(k);
        }
        return out.finish();
    }
};

struct Mfilter {
    static constexpr Doc doc{"mfilter", "container: Container, function: Callable", Type::FrozenSet,
                             "the elements for which the function holds, merged",
                             "mfilter(((1, 2), (), (3,)), identity) => (1, 2, 3)"};
    BATT_HD static Value apply(Lane& lane, Value container, Value function) {
        Value kept = Sfilter::apply(lane, container, function);
        return lane.failed() ? Value::none() : Merge::apply(lane, kept);
    }
};

struct Extract {
    static constexpr Doc doc{"extract", "container: Container, condition: Callable", Type::Any,
                             "the first element for which the condition holds",
                             "extract((1, 2, 4), even) => 2"};
    BATT_HD static Value apply(Lane& lane, Value container, Value condition) {
        if (!iterable(lane, container)) return Value::none();
        uint32_t n = length(container);
        Condition holds(lane, condition, container);
        const Items items(lane, container);
        for (uint32_t k = 0; k < n; ++k) {
            Value e = items[k];
            bool held = holds(k, e);
            if (lane.failed()) return Value::none();
            if (held) return e;
        }
        return lane.fail(Fault::StopIteration);
    }
};

using SelectPrims = PrimList<Order, Maximum, Minimum, Valmax, Valmin, Argmax, Argmin, Mostcommon,
                             Leastcommon, Sfilter, Mfilter, Extract>;

} // namespace batt::dsl
