// SPDX-License-Identifier: MIT-0
// Functions of two arguments that look at one of them only.
#pragma once

#include "dsl/container.hpp"
#include "dsl/scalar.hpp"

namespace batt::dsl {

/// The id of a primitive about containers: theirs is the second family.
template <class P>
inline constexpr uint32_t container_id_of = ScalarPrims::count + position_in<P>(ContainerPrims{});

enum class Ignored : uint8_t { Neither, First, Second };

/// Which argument of a function makes no difference to what it gives and, but for its toll, to what
/// that costs, when the first is an element of `a` and the second one of `b`.
BATT_HD inline Ignored ignored_argument(const Lane& lane, Value function, Value a, Value b) {
    if (function.kind() == Kind::Closure && function.arity() == 2 &&
        function.op() == ClosureOp::Lbind) {
        const Value* captured = lane.at<Value>(function.ref());
        bool chosen =
            captured[0].kind() == Kind::Function && captured[0].ref() == scalar_id_of<Branch>;
        if (!chosen) return Ignored::Neither;
        return truth(captured[1]) ? Ignored::Second : Ignored::First;
    }
    if (function.kind() != Kind::Function || function.ref() != container_id_of<Other>) {
        return Ignored::Neither;
    }
    // Places and cells are tuples: what is none can be no element of a set of them.
    for (uint32_t k = 0; k < length(a); ++k) {
        Kind kind = item(lane, a, k).kind();
        if (kind != Kind::Indices && kind != Kind::Object) return Ignored::Neither;
    }
    for (uint32_t k = 0; k < length(b); ++k) {
        if (item(lane, b, k).is_tuple()) return Ignored::Neither;
    }
    return Ignored::Second;
}

} // namespace batt::dsl
