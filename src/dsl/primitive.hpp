// SPDX-License-Identifier: MIT-0
// How a primitive is declared. Each is a struct with a `doc` and a body, listed once at the end of
// its family's header; everything else (dispatch, registry, docs, tests) follows from the lists.
#pragma once

#include "dsl/type.hpp"
#include "value/compare.hpp"

#include <type_traits>
#include <utility>

namespace batt {

/// What a primitive says about itself.
struct Doc {
    const char* name;
    const char* parameters; ///< "name: Type, name: Type"
    Type returns;
    const char* text;    ///< one line
    const char* example; ///< "call => value", in the notation of docs/semantics.md
};

namespace dsl {

template <class F>
struct BodyTraits;
template <class... Args>
struct BodyTraits<Value (*)(Lane&, Args...)> {
    static constexpr int arity = sizeof...(Args);
};

template <class P>
inline constexpr int arity_of = BodyTraits<decltype(&P::apply)>::arity;

template <class P, size_t... K>
BATT_HD inline Value unpack(Lane& lane, const Value* args, std::index_sequence<K...>) {
    return P::apply(lane, args[K]...);
}

/// What primitives derive from that take no longer for a large argument.
struct Brief {};

/// Elements of a set without a compact form that are looked at for a step.
inline constexpr uint64_t kElementsAStep = 2;

/// What looking at all of a value costs, parts of its parts aside: nothing for a small one.
BATT_HD inline uint64_t toll(Value v) {
    if (!v.in_arena() || v.kind() == Kind::Closure) return 0;
    return cell_count(v) / (v.kind() == Kind::Set ? kElementsAStep : kCellsAStep);
}

/// Spends what a call's arguments cost; false when it is not left.
BATT_HD_CALL inline bool pay_tolls(const Lane& lane, const Value* args, size_t count) {
    uint64_t steps = 0;
    for (size_t k = 0; k < count; ++k) steps += toll(args[k]);
    return steps == 0 || lane.step(steps);
}
/// Spends what its result costs.
BATT_HD_CALL inline void pay_toll(const Lane& lane, Value made) {
    uint64_t steps = toll(made);
    if (steps != 0) lane.step(steps);
}

/// Does what a call is for. Large arguments and results cost steps: a function that is called for
/// many elements may look at all of the same large value each time.
template <class Work>
BATT_HD inline Value with_toll(Lane& lane, const Value* args, size_t count, Work work) {
    if (!pay_tolls(lane, args, count)) return Value::none();
    Value made = work();
    pay_toll(lane, made);
    return made;
}

/// The uniform form of a primitive's body.
template <class P>
BATT_HD Value body(Lane& lane, const Value* args) {
    constexpr auto arity = static_cast<size_t>(arity_of<P>);
    auto work = [&] { return unpack<P>(lane, args, std::make_index_sequence<arity>{}); };
    if constexpr (std::is_base_of_v<Brief, P>) return work();
    return with_toll(lane, args, arity, work);
}

/// A family of primitives, in the order of their ids.
template <class... P>
struct PrimList {
    static constexpr int count = static_cast<int>(sizeof...(P));
};

/// Where a primitive stands in a family.
template <class P, class... Q>
constexpr uint32_t position_in(PrimList<Q...>) {
    uint32_t k = 0;
    bool found = false;
    ((found = found || std::is_same_v<P, Q>, k += found ? 0 : 1), ...);
    return k;
}

template <class List, class... Rest>
struct JoinLists {
    using type = List;
};
template <class... P, class... Q, class... Rest>
struct JoinLists<PrimList<P...>, PrimList<Q...>, Rest...>
    : JoinLists<PrimList<P..., Q...>, Rest...> {};

/// All families of a language.
template <class... Lists>
struct FamilyList {
    using All = typename JoinLists<Lists...>::type;
};

/// The host bodies of one family. Each family's source file instantiates its own (bodies.hpp), so
/// that families compile apart from each other.
template <class List>
const Body* family_bodies();

} // namespace dsl
} // namespace batt
