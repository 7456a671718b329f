// SPDX-License-Identifier: MIT-0
// Functions of functions: making closures, and calling them over containers.
#pragma once

#include "dsl/calls.hpp"
#include "dsl/ignored.hpp"
#include "dsl/motion.hpp"
#include "dsl/primitive.hpp"
#include "value/set.hpp"
#include "value/tuple.hpp"

namespace batt::dsl {

/// A new closure object that captures `n` values.
BATT_HD inline Value make_closure(Lane& lane, ClosureOp op, int arity, const Value* captured,
                                  int n) {
    uint32_t ref = 0;
    Value* room = lane.make<Value>(static_cast<uint64_t>(n), ref);
    if (room == nullptr) return Value::none();
    uint16_t depth = 0;
    for (int k = 0; k < n; ++k) {
        room[k] = captured[k];
        if (captured[k].depth() > depth) depth = captured[k].depth();
    }
    if (depth >= kMaxClosureDepth) return lane.fail(Fault::Limit);
    return Value::closure(op, arity, ref, static_cast<uint16_t>(depth + 1));
}

/// The arity of a function with one argument fixed; n is that of the function.
BATT_HD inline int bound_arity(int n) {
    return n == 2 ? 1 : (n == 3 ? 2 : 3);
}

BATT_HD inline Value bind(Lane& lane, ClosureOp op, Value function, Value fixed) {
    if (!function.is_function()) return lane.fail(Fault::AttributeError);
    const Value captured[2] = {function, fixed};
    return make_closure(lane, op, bound_arity(function.arity()), captured, 2);
}

/// Gathers values in a container of the kind of `like`: LIKE of the specification.
class Collector {
public:
    BATT_HD Collector(Lane& lane, Value like, uint64_t hint)
        : as_set_(like.is_set()), set_(lane, like.is_set() ? hint : 0),
          tuple_(lane, like.is_set() ? 0 : hint) {}

    /// True if the value was kept (a set drops what it has).
    BATT_HD bool add(Value v) {
        if (as_set_) return set_.add(v);
        tuple_.add(v);
        return true;
    }
    /// All elements of a container.
    BATT_HD void add_all(const Lane& lane, Value container) {
        if (as_set_ && (container.kind() == Kind::Indices || container.kind() == Kind::Object)) {
            dsl::add_all(lane, set_, container);
            return;
        }
        const Items items(lane, container);
        uint32_t n = length(container);
        for (uint32_t k = 0; k < n; ++k) add(items[k]);
    }
    BATT_HD Value finish() { return as_set_ ? set_.finish() : tuple_.finish(); }

private:
    bool as_set_;
    MutableSet set_;
    TupleBuilder tuple_;
};

struct Compose : Brief {
    static constexpr Doc doc{"compose", "outer: Callable, inner: Callable", Type::Callable,
                             "the function x -> outer(inner(x))",
                             "compose(first, last)(((1, 2), (3, 4))) => 3"};
    BATT_HD static Value apply(Lane& lane, Value outer, Value inner) {
        const Value captured[2] = {outer, inner};
        return make_closure(lane, ClosureOp::Compose, 1, captured, 2);
    }
};

struct Chain : Brief {
    static constexpr Doc doc{"chain", "h: Callable, g: Callable, f: Callable", Type::Callable,
                             "the function x -> h(g(f(x)))",
                             "chain(size, first, last)(((1,), ((5, 5, 5), 0))) => 3"};
    BATT_HD static Value apply(Lane& lane, Value h, Value g, Value f) {
        const Value captured[3] = {h, g, f};
        return make_closure(lane, ClosureOp::Chain, 1, captured, 3);
    }
};

struct Matcher : Brief {
    static constexpr Doc doc{"matcher", "function: Callable, target: Any", Type::Callable,
                             "the function x -> function(x) == target",
                             "matcher(first, 1)((True, 2)) => True"};
    BATT_HD static Value apply(Lane& lane, Value function, Value target) {
        const Value captured[2] = {function, target};
        return make_closure(lane, ClosureOp::Matcher, 1, captured, 2);
    }
};

struct Rbind : Brief {
    static constexpr Doc doc{"rbind", "function: Callable, fixed: Any", Type::Callable,
                             "the function with its rightmost argument fixed",
                             "rbind(subtract, 1)(5) => 4"};
    BATT_HD static Value apply(Lane& lane, Value function, Value fixed) {
        return bind(lane, ClosureOp::Rbind, function, fixed);
    }
};

struct Lbind : Brief {
    static constexpr Doc doc{"lbind", "function: Callable, fixed: Any", Type::Callable,
                             "the function with its leftmost argument fixed",
                             "lbind(subtract, 1)(5) => -4"};
    BATT_HD static Value apply(Lane& lane, Value function, Value fixed) {
        return bind(lane, ClosureOp::Lbind, function, fixed);
    }
};

struct Power : Brief {
    static constexpr Doc doc{"power", "function: Callable, n: Integer", Type::Callable,
                             "the function applied n times", "power(increment, 3)(0) => 3"};
    BATT_HD static Value apply(Lane& lane, Value function, Value n) {
        if (!n.is_int()) return lane.fail(Fault::TypeError);
        if (n.num < 1 || n.num >= kRecursionLimit) return lane.fail(Fault::RecursionError);
        Value result = function;
        for (int64_t k = 1; k < n.num && !lane.failed(); ++k) {
            result = Compose::apply(lane, function, result);
        }
        return result;
    }
    /// Python's default; the reference makes a frame for each application.
    static constexpr int64_t kRecursionLimit = 1000;
};

struct Fork : Brief {
    static constexpr Doc doc{"fork", "outer: Callable, a: Callable, b: Callable", Type::Callable,
                             "the function x -> outer(a(x), b(x))",
                             "fork(subtract, last, first)((1, 5)) => 4"};
    BATT_HD static Value apply(Lane& lane, Value outer, Value a, Value b) {
        const Value captured[3] = {outer, a, b};
        return make_closure(lane, ClosureOp::Fork, 1, captured, 3);
    }
};

/// MERGE of containers: one level flattened, in a container of the kind of the outer one.
struct Merge {
    static constexpr Doc doc{"merge", "containers: ContainerContainer", Type::Container,
                             "the elements of all inner containers",
                             "merge(((1, 2), (3,))) => (1, 2, 3)"};
    BATT_HD static Value apply(Lane& lane, Value containers) {
        if (!iterable(lane, containers)) return Value::none();
        uint32_t n = length(containers);
        uint64_t total = 0;
        for (uint32_t k = 0; k < n; ++k) {
            Value inner = item(lane, containers, k);
            if (inner.is_container()) total += length(inner);
        }
        Collector out(lane, containers, total);
        for (uint32_t k = 0; k < n; ++k) {
            Value inner = item(lane, containers, k);
            if (!iterable(lane, inner)) return Value::none();
            uint32_t m = length(inner);
            if (!lane.step(m)) return Value::none();
            out.add_all(lane, inner);
        }
        return out.finish();
    }
};

struct Apply {
    static constexpr Doc doc{"apply", "function: Callable, container: Container", Type::Container,
                             "function of each element, in a container of the same kind",
                             "apply(size, ((1, 2), ())) => (2, 0)"};
    BATT_HD static Value apply(Lane& lane, Value function, Value container) {
        if (!iterable(lane, container)) return Value::none();
        uint32_t n = length(container);
        if (container.kind() == Kind::Indices && Prepared::pays_for(n)) {
            Motion motion = Motion::of(lane, function);
            Value moved = motion.is_one() ? move_places(lane, container, motion) : Value::none();
            // A call for each element was saved, but not its price.
            if (moved.is_set() && !lane.step(n)) return Value::none();
            if (moved.is_set() || lane.failed()) return moved;
        }
        Collector out(lane, container, n);
        Calls<OnElements> call(lane, {function, container});
        const Items items(lane, container);
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t mark = call.mark(k);
            Value v = call(k, items[k]);
            if (lane.failed()) break;
            if (out.add(v)) {
                lane.release(mark, v);
            } else {
                lane.release(mark);
            }
        }
        lane.leave_generator();
        return out.finish();
    }
};

struct Rapply {
    static constexpr Doc doc{"rapply", "functions: Container, value: Any", Type::Container,
                             "each function of one value",
                             "rapply((first, last, size), (4, 5)) => (4, 5, 2)"};
    BATT_HD static Value apply(Lane& lane, Value functions, Value value) {
        if (!iterable(lane, functions)) return Value::none();
        uint32_t n = length(functions);
        Collector out(lane, functions, n);
        for (uint32_t k = 0; k < n; ++k) {
            Value v = call_lazily(lane, item(lane, functions, k), value);
            if (lane.failed()) return Value::none();
            out.add(v);
        }
        return out.finish();
    }
};

struct Mapply {
    static constexpr Doc doc{"mapply", "function: Callable, container: ContainerContainer",
                             Type::FrozenSet, "function of each element, merged",
                             "mapply(first, (((1, 2), 0), ((1,), 0))) => (1, 2, 1)"};
    BATT_HD static Value apply(Lane& lane, Value function, Value container) {
        Value applied = Apply::apply(lane, function, container);
        if (lane.failed()) return Value::none();
        return Merge::apply(lane, applied);
    }
};

struct Papply {
    static constexpr Doc doc{"papply", "function: Callable, a: Tuple, b: Tuple", Type::Tuple,
                             "function of the paired elements",
                             "papply(add, (1, 2, 3), (10, 20)) => (11, 22)"};
    BATT_HD static Value apply(Lane& lane, Value function, Value a, Value b) {
        if (!iterable(lane, a) || !iterable(lane, b)) return Value::none();
        uint32_t n = length(a) < length(b) ? length(a) : length(b);
        TupleBuilder out(lane, n);
        Calls<OnPairs> call(lane, {function, a, b, n, 0});
        const Items firsts(lane, a);
        const Items seconds(lane, b);
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t mark = call.mark(k);
            Value v = call(k, firsts[k], seconds[k]);
            if (lane.failed()) break;
            lane.release(mark, v);
            out.add(v);
        }
        lane.leave_generator();
        return out.finish();
    }
};

struct Mpapply {
    static constexpr Doc doc{"mpapply", "function: Callable, a: Tuple, b: Tuple", Type::Tuple,
                             "function of the paired elements, merged",
                             "mpapply(repeat, (7, 8), (1, 2)) => (7, 8, 8)"};
    BATT_HD static Value apply(Lane& lane, Value function, Value a, Value b) {
        Value applied = Papply::apply(lane, function, a, b);
        if (lane.failed()) return Value::none();
        return Merge::apply(lane, applied);
    }
};

struct Prapply {
    static constexpr Doc doc{"prapply", "function: Callable, a: Container, b: Container",
                             Type::FrozenSet, "function of every pair of elements",
                             "prapply(add, (1, 2), (10, 20)) => fs(11, 12, 21, 22)"};
    BATT_HD static Value apply(Lane& lane, Value function, Value a, Value b) {
        if (!iterable(lane, b)) return Value::none();
        uint32_t nb = length(b);
        if (nb != 0 && !iterable(lane, a)) return Value::none();
        uint32_t na = nb == 0 ? 0 : length(a);
        // Where an argument makes no difference, a second call or row of them adds nothing any
        // more, and those after it cost what it did.
        Ignored ignored = na > 2 || nb > 2 ? ignored_argument(lane, function, a, b) : Ignored{};
        uint32_t calls = ignored == Ignored::First && na > 2 ? 2 : na;
        uint32_t rows = ignored == Ignored::Second && nb > 2 ? 2 : nb;
        MutableSet out(lane, 64);
        uint64_t pairs = uint64_t{na} * nb;
        bool all = ignored == Ignored::Neither && pairs <= 0xFFFFFFFF;
        Calls<OnPairs> call(lane, {function, a, b, all ? static_cast<uint32_t>(pairs) : 0, na});
        uint32_t k = 0; // the number of a pair
        const Items firsts(lane, a);
        const Items seconds(lane, b);
        uint64_t before_row = 0;
        for (uint32_t y = 0; y < rows && !lane.failed(); ++y) {
            Value second = seconds[y];
            before_row = lane.steps_left();
            uint64_t before_call = before_row;
            for (uint32_t x = 0; x < calls; ++x, ++k) {
                uint32_t mark = call.mark(k);
                before_call = lane.steps_left();
                Value v = call(k, firsts[x], second);
                if (lane.failed()) break;
                if (out.add(v)) {
                    lane.release(mark, v);
                } else {
                    lane.release(mark);
                }
            }
            spend_again(lane, before_call, na - calls);
        }
        if (rows < nb && !lane.failed()) {
            // Each row as the last, but for the toll of its second argument.
            bool pays = function.kind() == Kind::Function;
            uint64_t tolls = pays ? na * toll(seconds[rows - 1]) : 0;
            uint64_t rest = before_row - lane.steps_left() - tolls;
            for (uint32_t y = rows; y < nb; ++y) {
                if (!lane.step(rest + (pays ? na * toll(seconds[y]) : 0))) break;
            }
        }
        lane.leave_generator();
        return out.finish();
    }

private:
    /// Spends what was spent since there were this many steps, some times more.
    BATT_HD static void spend_again(const Lane& lane, uint64_t before, uint32_t times) {
        if (times != 0 && !lane.failed()) lane.step(times * (before - lane.steps_left()));
    }
};

using HigherOrderPrims = PrimList<Compose, Chain, Matcher, Rbind, Lbind, Power, Fork, Merge, Apply,
                                  Rapply, Mapply, Papply, Mpapply, Prapply>;

} // namespace batt::dsl
