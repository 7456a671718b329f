// SPDX-License-Identifier: MIT-0
// Calls that are known not to fail. Under the strict policy a line whose value nothing needs can
// still end its solver by failing; where the arguments rule that out, it need not be run.
#pragma once

#include "dsl/forecast_places.hpp"

namespace batt::dsl {

/// Looks ahead at one call without making it: follows closures, and what functions give for the
/// elements of containers.
class Foresight {
public:
    BATT_HD explicit Foresight(const Lane& lane) : lane_(lane) {}

    /// Whether calling `function` cannot fail, whatever the promised arguments are; `out` is then
    /// what is known of its value.
    BATT_HD_CALL bool call(Value function, const Value* args, int count, Promise& out) {
        if (!function.is_function() || function.arity() != count) return false;
        if (function.kind() == Kind::Function) return invoke(function.ref(), args, count, out);
        if (nesting_ == kMostNesting || ++calls_ > kMostCalls) return false;
        ++nesting_;
        bool fine = call_closure(function, args, count, out);
        --nesting_;
        return fine;
    }

    /// The same for a primitive, given as many arguments as it has parameters.
    BATT_HD_CALL bool invoke(uint32_t id, const Value* args, int count, Promise& out) {
        if (++calls_ > kMostCalls) return false;
        Promise promises[kMaxArity];
        for (int k = 0; k < count; ++k) promises[k] = promise_of(lane_, args[k]);
        if (id == id_of<Identity>) {
            out = promises[0];
            return true;
        }
        Knowledge known{args, promises};
        if (id < kScalarEnd) return forecast_scalar(id, known, out);
        if (id == id_of<Other>) return forecast_other(lane_, known, out);
        if (id < kSelectEnd) {
            return forecast_container(id, known, out) || call_over(id, known, out);
        }
        if (id < kHigherOrderEnd) {
            return id == id_of<Merge> ? forecast_merge(promises[0], out)
                                      : call_over(id, known, out);
        }
        return forecast_color(id, known, out) || forecast_extent(id, known, out) ||
               forecast_patch(id, known, out) || forecast_relation(id, known, out) ||
               forecast_grid(id, known, out) || forecast_search(lane_, id, known, out);
    }

    /// What a call gives if it does not fail, which it may. False if nothing is known of that.
    BATT_HD_CALL bool assume(uint32_t id, const Value* args, int count, Promise& out) {
        Promise a = promise_of(lane_, args[0]);
        switch (id) {
        case id_of<Argmax>:
        case id_of<Argmin>:
        case id_of<Extract>:
        case id_of<Other>:
        case id_of<Mostcommon>:
        case id_of<Leastcommon>:
            out = a.element();
            return a.is_container();
        case id_of<Order>:
            out = Promise::tuple(a.nonempty(), a.element(), a.size);
            return a.is_container();
        case id_of<Sfilter>:
            out = some_of(a);
            return a.is_container();
        case id_of<First>:
        case id_of<Last>:
        case id_of<Uppermost>:
        case id_of<Lowermost>:
        case id_of<Leftmost>:
        case id_of<Rightmost>:
        case id_of<Center>:
        case id_of<Color>:
        case id_of<Mostcolor>:
        case id_of<Leastcolor>:
        case id_of<Inbox>:
        case id_of<Outbox>:
        case id_of<Hmirror>:
        case id_of<Vmirror>:
        case id_of<Dmirror>:
        case id_of<Cmirror>:
        case id_of<Subgrid>:
        case id_of<Bordering>:
        case id_of<Position>:
        case id_of<Manhattan>:
        case id_of<Adjacent>:
        case id_of<Gravitate>:
            return assume_nonempty(id, args, count, out);
        default:
            return false;
        }
    }

    BATT_HD static bool is_promised(Value v) { return (v.flags() & Value::kPromised) != 0; }
    static constexpr uint32_t kScalarEnd = ScalarPrims::count;

private:
    static constexpr uint32_t kSelectEnd = kScalarEnd + ContainerPrims::count + SelectPrims::count;
    static constexpr uint32_t kHigherOrderEnd = kSelectEnd + HigherOrderPrims::count;
    static constexpr int kMostNesting = 16;
    static constexpr int kMostCalls = 200;
    static constexpr uint32_t kMostFunctions = 32;

    /// The same for a primitive that fails if a container it is given is empty.
    BATT_HD bool assume_nonempty(uint32_t id, const Value* args, int count, Promise& out) {
        Value full[kMaxArity];
        for (int k = 0; k < count; ++k) {
            Promise promise = promise_of(lane_, args[k]);
            if (promise.is_set() || promise.tag() == Promise::Tuple) {
                promise.levels |= Promise::kNonEmpty;
                full[k] = promised(promise);
            } else {
                full[k] = args[k];
            }
        }
        return invoke(id, full, count, out);
    }

    BATT_HD bool call(Value function, Promise x, Promise& out) {
        Value arg = promised(x);
        return call(function, &arg, 1, out);
    }
    BATT_HD bool call(Value function, Promise x, Promise y, Promise& out) {
        const Value args[2] = {promised(x), promised(y)};
        return call(function, args, 2, out);
    }

    BATT_HD_CALL bool call_closure(Value f, const Value* args, int count, Promise& out) {
        const Value* captured = lane_.at<Value>(f.ref());
        switch (f.op()) {
        case ClosureOp::Compose:
            return call(captured[1], args, count, out) && call(captured[0], out, out);
        case ClosureOp::Chain:
            return call(captured[2], args, count, out) && call(captured[1], out, out) &&
                   call(captured[0], out, out);
        case ClosureOp::Matcher:
            if (!call(captured[0], args, count, out) || !out.is_plain()) return false;
            out = Promise::number(0);
            return promise_of(lane_, captured[1]).is_plain();
        case ClosureOp::Rbind:
        case ClosureOp::Lbind: {
            if (count >= kMaxArity) return false;
            Value all[kMaxArity];
            int shift = f.op() == ClosureOp::Lbind ? 1 : 0;
            for (int k = 0; k < count; ++k) all[k + shift] = args[k];
            all[shift == 1 ? 0 : count] = captured[1];
            return call(captured[0], all, count + 1, out);
        }
        case ClosureOp::Fork: {
            Promise a;
            Promise b;
            return call(captured[1], args, 1, a) && call(captured[2], args, 1, b) &&
                   call(captured[0], a, b, out);
        }
        case ClosureOp::SafeDefault:
            return false;
        }
        return false;
    }

    /// What a function of one argument gives for the elements of a container.
    BATT_HD_CALL bool call_each(Value function, Promise container, Promise& out) {
        if (!container.is_container()) return false;
        out = container.element();
        if (out.tag() == Promise::Vector) {
            Promise number;
            Promise place;
            if (!call(function, Promise::number(container.width), number) ||
                !call(function, Promise::place(container.width), place)) {
                return false;
            }
            out = join(number, place);
            return true;
        }
        return out.tag() == Promise::Nothing || call(function, out, out);
    }
    /// The same where None stands for the element itself.
    BATT_HD bool key_each(Value function, Promise container, Promise& out) {
        bool itself = function.kind() == Kind::None && !is_promised(function);
        if (!itself) return call_each(function, container, out);
        out = container.element();
        return container.is_container() && !container.is_cell();
    }
    /// What a function of two arguments gives for elements of two containers.
    BATT_HD bool call_both(Value function, Promise a, Promise b, Promise& out) {
        if (!a.is_container() || !b.is_container()) return false;
        Promise x = a.element();
        Promise y = b.element();
        out = Promise::nothing();
        if (x.tag() == Promise::Nothing || y.tag() == Promise::Nothing) return true;
        return call(function, x, y, out);
    }

    /// `c` with other elements.
    BATT_HD static Promise like(Promise c, Promise element) {
        if (c.is_set()) return Promise::set(c.nonempty(), element, c.size);
        uint8_t two = c.is_cell() || c.has(Promise::kTwo) ? Promise::kTwo : uint8_t{0};
        return Promise::tuple(static_cast<uint8_t>(c.nonempty() | two), element, c.size);
    }
    /// `c` with some of its elements.
    BATT_HD static Promise some_of(Promise c) {
        return Promise::container(c.is_set() ? Promise::Set : Promise::Tuple, 0, c.element(),
                                  c.size);
    }

    /// Primitives that call functions.
    BATT_HD_CALL bool call_over(uint32_t id, Knowledge known, Promise& out) {
        const Promise& a = known[0];
        const Promise& b = known[1];
        const Promise& c = known[2];
        const Value* args = known.args;
        Promise given;
        switch (id) {
        case id_of<Apply>:
        case id_of<Mapply>:
            if (!call_each(args[0], b, given)) return false;
            out = like(b, given);
            if (b.is_set() && !given.is_plain()) return false;
            return id == id_of<Apply> || forecast_merge(out, out);
        case id_of<Rapply>:
            return call_all(args[0], args[1], out);
        case id_of<Papply>:
        case id_of<Mpapply>: {
            if (!call_both(args[0], b, c, given)) return false;
            bool nonempty = b.is_nonempty() && c.is_nonempty();
            out = Promise::tuple(nonempty ? Promise::kNonEmpty : uint8_t{0}, given, b.size);
            return id == id_of<Papply> || forecast_merge(out, out);
        }
        case id_of<Prapply>: {
            uint32_t size = uint32_t{b.size} + c.size;
            if (size > kMostProduct || !call_both(args[0], b, c, given)) return false;
            bool nonempty = b.is_nonempty() && c.is_nonempty();
            out = Promise::set(nonempty ? Promise::kNonEmpty : uint8_t{0}, given, size);
            return given.is_plain();
        }
        case id_of<Order>:
            out = Promise::tuple(a.nonempty(), a.element(), a.size);
            return key_each(args[1], a, given) && are_comparable(given, given);
        case id_of<Valmax>:
        case id_of<Valmin>: {
            if (!call_each(args[1], a, out) || !are_comparable(out, out)) return false;
            if (a.is_nonempty()) return true;
            // Of no elements: the function of 0.
            Value zero = Value::integer(0);
            if (!call(args[1], &zero, 1, given)) return false;
            out = join(out, given);
            return true;
        }
        case id_of<Argmax>:
        case id_of<Argmin>:
            out = a.element();
            return a.is_nonempty() && key_each(args[1], a, given) && are_comparable(given, given);
        case id_of<Sfilter>:
            out = some_of(a);
            return call_each(args[1], a, given);
        case id_of<Mfilter>:
            out = some_of(a);
            return call_each(args[1], a, given) && forecast_merge(out, out);
        default:
            return false;
        }
    }

    /// What all functions of a container give for one value.
    BATT_HD bool call_all(Value functions, Value x, Promise& out) {
        if (is_promised(functions) || !functions.is_container()) return false;
        uint32_t n = length(functions);
        if (n > kMostFunctions) return false;
        Promise all = Promise::nothing();
        for (uint32_t k = 0; k < n; ++k) {
            Promise given;
            if (!call(item(lane_, functions, k), &x, 1, given)) return false;
            all = join(all, given);
        }
        uint8_t flags = n == 0 ? uint8_t{0} : Promise::kNonEmpty;
        if (n == 2 && functions.is_tuple()) flags |= Promise::kTwo;
        out = Promise::container(functions.is_set() ? Promise::Set : Promise::Tuple, flags, all,
                                 bits_for(n));
        return functions.is_tuple() || all.is_plain();
    }

    const Lane& lane_;
    int nesting_ = 0;
    int calls_ = 0;
};

/// The closure that a primitive would make of these arguments, some of them promised; it lives in
/// scratch and can only be looked ahead at. None if the primitive makes no closure, or may fail.
BATT_HD inline Value bind_promised(Lane& lane, uint32_t id, const Value* args, int count) {
    ClosureOp op = ClosureOp::Compose;
    int arity = 1;
    switch (id) {
    case id_of<Compose>:
        break;
    case id_of<Chain>:
        op = ClosureOp::Chain;
        break;
    case id_of<Matcher>:
        op = ClosureOp::Matcher;
        break;
    case id_of<Fork>:
        op = ClosureOp::Fork;
        break;
    case id_of<Rbind>:
    case id_of<Lbind>:
        if (!args[0].is_function()) return Value::none();
        op = id == id_of<Rbind> ? ClosureOp::Rbind : ClosureOp::Lbind;
        arity = bound_arity(args[0].arity());
        break;
    default:
        return Value::none();
    }
    Value* captured = lane.scratch<Value>(static_cast<uint64_t>(count));
    if (captured == nullptr) {
        lane.clear_fault();
        return Value::none();
    }
    for (int k = 0; k < count; ++k) captured[k] = args[k];
    return Value::closure(op, arity, lane.scratch_mark(), 1).with_flag(Value::kPromised);
}
/// The most scratch a promised closure takes.
inline constexpr uint32_t kPromisedClosureBytes = 3 * sizeof(Value);

/// The argument that the primitive hands back, where the others tell which; null otherwise.
BATT_HD inline const Value* handed_back(uint32_t id, const Value* args) {
    if (id == id_of<Identity>) return args;
    if (id == id_of<Power>) {
        bool once = !Foresight::is_promised(args[1]) && args[1].is_int() && args[1].num == 1;
        return once ? args : nullptr;
    }
    if (Foresight::is_promised(args[0])) return nullptr;
    switch (id) {
    case id_of<Branch>:
        return truth(args[0]) ? args + 1 : args + 2;
    case id_of<Both>:
        return truth(args[0]) ? args + 1 : args;
    case id_of<Either>:
        return truth(args[0]) ? args : args + 1;
    default:
        return nullptr;
    }
}

/// Whether a line that calls a primitive (`id`) cannot fail, whatever the promised arguments are;
/// `promise` is then what stands for its value, as long as scratch is not released. Not so of what
/// is as quickly run.
BATT_HD_CALL inline bool cannot_fail(Lane& lane, uint32_t id, const Value* args, int count,
                                     Value& promise) {
    bool promises = false;
    for (int k = 0; k < count; ++k) promises = promises || Foresight::is_promised(args[k]);
    bool quick =
        id < Foresight::kScalarEnd || id == id_of<Size> || id == id_of<First> || id == id_of<Last>;
    if (quick && !promises) return false;
    const Value* same = handed_back(id, args);
    if (same != nullptr) {
        promise = *same;
        return Foresight::is_promised(promise);
    }
    if (promises) {
        promise = bind_promised(lane, id, args, count);
        if (promise.is_function()) return true;
    }
    Promise out;
    if (!Foresight(lane).invoke(id, args, count, out)) return false;
    promise = promised(out);
    return true;
}

/// The same for a line that calls a value.
BATT_HD_CALL inline bool cannot_fail(const Lane& lane, Value function, const Value* args, int count,
                                     Value& promise) {
    Promise out;
    if (count > kMaxArity || !Foresight(lane).call(function, args, count, out)) return false;
    promise = promised(out);
    return true;
}

} // namespace batt::dsl
