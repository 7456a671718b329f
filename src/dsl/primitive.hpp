// SPDX-License-Identifier: MIT-0
// How a primitive is declared. Each is a struct with a `doc` and a body, listed once at the end of
// its family's header; everything else (dispatch, registry, docs, tests) follows from the lists.
#pragma once

#include "dsl/type.hpp"
#include "value/lane.hpp"

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

/// The uniform form of a primitive's body.
template <class P>
BATT_HD Value body(Lane& lane, const Value* args) {
    return unpack<P>(lane, args, std::make_index_sequence<static_cast<size_t>(arity_of<P>)>{});
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
