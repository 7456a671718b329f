// SPDX-License-Identifier: MIT-0
// Included by each family's source file alone: compiles the bodies of its primitives for the host.
#pragma once

#include "dsl/primitive.hpp"

namespace batt::dsl {

template <class... P>
const Body* body_table(PrimList<P...>) {
    static constexpr Body table[] = {&body<P>...};
    return table;
}

template <class List>
const Body* family_bodies() {
    return body_table(List{});
}

} // namespace batt::dsl
