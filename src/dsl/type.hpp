// SPDX-License-Identifier: MIT-0
#pragma once

#include "value/value.hpp"

namespace batt {

/// The type names arc-dsl declares. Nothing checks them; the safe policy's defaults follow them.
enum class Type : uint8_t {
    Any,
    Boolean,
    Callable,
    Cell,
    Container,
    ContainerContainer,
    Element,
    FrozenSet,
    Grid,
    Indices,
    IndicesSet,
    Integer,
    IntegerSet,
    IntegerTuple,
    Numerical,
    Object,
    Objects,
    Patch,
    Piece,
    Tuple,
    TupleTuple,
};

constexpr const char* type_name(Type type) {
    constexpr const char* names[] = {
        "Any",        "Boolean",      "Callable",  "Cell",    "Container",  "ContainerContainer",
        "Element",    "FrozenSet",    "Grid",      "Indices", "IndicesSet", "Integer",
        "IntegerSet", "IntegerTuple", "Numerical", "Object",  "Objects",    "Patch",
        "Piece",      "Tuple",        "TupleTuple"};
    return names[static_cast<int>(type)];
}

/// What the safe policy puts in the place of a failed call's value.
BATT_HD constexpr Value safe_default(Type returns) {
    switch (returns) {
    case Type::Boolean:
        return Value::boolean(false);
    case Type::Integer:
    case Type::Numerical:
        return Value::integer(0);
    case Type::Callable:
        return Value::closure(ClosureOp::SafeDefault, kAnyArity, 0, 0);
    case Type::Element:
    case Type::FrozenSet:
    case Type::Indices:
    case Type::IndicesSet:
    case Type::IntegerSet:
    case Type::Object:
    case Type::Objects:
    case Type::Patch:
    case Type::Piece:
        return Value::empty_set();
    case Type::Any:
    case Type::Cell:
    case Type::Container:
    case Type::ContainerContainer:
    case Type::Grid:
    case Type::IntegerTuple:
    case Type::Tuple:
    case Type::TupleTuple:
        return Value::empty_tuple();
    }
    return Value::empty_tuple();
}

} // namespace batt
