// SPDX-License-Identifier: MIT-0
// Calls that are known not to fail. Under the strict policy a line whose value nothing needs can
// still end its solver by failing; where the arguments rule that out, it need not be run.
#pragma once

#include "dsl/all.hpp"

namespace batt::dsl {

/// What is known of a value that was not computed: that it exists, and its kind. A promised
/// Indices, Object or Set may be empty.
BATT_HD constexpr Value promised(Kind kind) {
    return {kind, Value::kPromised, 0, 0, 0};
}

template <class P, class... Q>
constexpr uint32_t position_in(PrimList<Q...>) {
    uint32_t k = 0;
    bool found = false;
    ((found = found || std::is_same_v<P, Q>, k += found ? 0 : 1), ...);
    return k;
}
/// The id of a primitive.
template <class P>
inline constexpr uint32_t id_of = position_in<P>(AllPrims{});

/// The function gives a value for every place (Kind::Pair) or cell (Kind::Cell) it is called with.
BATT_HD inline bool is_total_on(const Lane& lane, Value function, Kind element) {
    if (function.kind == Kind::Function) {
        switch (function.ref) {
        case id_of<Identity>:
        case id_of<First>:
        case id_of<Last>:
        case id_of<Size>:
        case id_of<Flip>:
        case id_of<Toivec>:
        case id_of<Tojvec>:
        case id_of<Initset>:
            return true;
        case id_of<Invert>:
        case id_of<Double>:
        case id_of<Halve>:
        case id_of<Increment>:
        case id_of<Decrement>:
        case id_of<Crement>:
        case id_of<Sign>:
            return element == Kind::Pair;
        default:
            return false;
        }
    }
    bool bound = function.kind == Kind::Closure && function.arity() == 1 &&
                 (function.op() == ClosureOp::Rbind || function.op() == ClosureOp::Lbind);
    if (!bound) return false;
    const Value* captured = lane.at<Value>(function.ref);
    if (captured[0].kind != Kind::Function) return false;
    switch (captured[0].ref) {
    case id_of<Astuple>:
    case id_of<Equality>:
    case id_of<Both>:
    case id_of<Either>:
        return true;
    case id_of<Add>:
    case id_of<Subtract>:
        // Sums of 32-bit numbers fit; what they are no longer a pair of 32 bits does not matter.
        return element == Kind::Pair &&
               (captured[1].kind == Kind::Pair ||
                (captured[1].kind == Kind::Int && fits32(captured[1].num)));
    default:
        return false;
    }
}

/// Whether a call of primitive `id` cannot fail, whatever the promised arguments are; `promise` is
/// then what is known of its value. Never says so of a call whose cost is out of proportion to its
/// arguments: a budget that such a call would exceed is exceeded.
BATT_HD_CALL inline bool cannot_fail(const Lane& lane, uint32_t id, const Value* args,
                                     Value& promise) {
    auto is_patch = [](Value v) { return v.kind == Kind::Indices || v.kind == Kind::Object; };
    auto known = [](Value v) { return (v.flags & Value::kPromised) == 0; };
    auto grid = [&](Value v) { return v.kind == Kind::Grid && v.cols() != 0; };
    auto plain = [](Value v) { return !v.has_function(); };
    switch (id) {
    case id_of<Asindices>:
        promise = promised(Kind::Indices);
        return args[0].kind == Kind::Grid;
    case id_of<Asobject>:
        promise = promised(Kind::Object);
        return args[0].kind == Kind::Grid;
    case id_of<Objects>:
    case id_of<Partition>:
    case id_of<Fgpartition>:
    case id_of<Frontiers>:
        promise = promised(Kind::Set);
        return grid(args[0]);
    case id_of<Combine>:
        promise = promised(args[0].kind == args[1].kind && is_patch(args[0]) ? args[0].kind
                           : args[0].is_set()                                ? Kind::Set
                                                                             : Kind::Tuple);
        return args[0].is_container() && args[1].is_container() && plain(args[0]) && plain(args[1]);
    case id_of<Difference>:
    case id_of<Intersection>:
        promise = promised(is_patch(args[0]) ? args[0].kind : Kind::Set);
        return args[0].is_set() && args[1].is_set() && plain(args[0]) && plain(args[1]);
    case id_of<Toindices>:
        promise = promised(Kind::Indices);
        return is_patch(args[0]);
    case id_of<Recolor>:
        promise = promised(Kind::Object);
        return args[0].kind == Kind::Int && fits32(args[0].num) && is_patch(args[1]);
    case id_of<Shift>:
        promise = promised(Kind::Set);
        return is_patch(args[0]) && args[1].kind == Kind::Pair && known(args[1]);
    case id_of<Normalize>:
        promise = promised(Kind::Set);
        return is_patch(args[0]);
    case id_of<Apply>:
        promise = promised(Kind::Set);
        if (!known(args[0])) return false;
        if (args[1].kind == Kind::Indices) return is_total_on(lane, args[0], Kind::Pair);
        if (args[1].kind == Kind::Object) return is_total_on(lane, args[0], Kind::Cell);
        return false;
    default:
        return false;
    }
}

} // namespace batt::dsl
