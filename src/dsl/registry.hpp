// SPDX-License-Identifier: MIT-0
// What the host asks about the language: names, signatures, docs. Built from the primitive lists.
#pragma once

#include "dsl/type.hpp"
#include "value/lane.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace batt {

struct Parameter {
    std::string_view name;
    std::string_view type;
};

struct Primitive {
    std::string_view name;
    std::vector<Parameter> parameters;
    Type returns;
    std::string_view doc;     ///< one line
    std::string_view example; ///< "call => value"

    int arity() const { return static_cast<int>(parameters.size()); }
};

struct Constant {
    std::string_view name;
    Value value; ///< always held inline: no constant needs an arena
};

/// All primitives; a Function value's `ref` is an index into this list.
std::span<const Primitive> primitives();
std::span<const Constant> constants();

std::optional<uint32_t> find_primitive(std::string_view name);
std::optional<uint32_t> find_constant(std::string_view name);

/// The function value that stands for primitive `id`.
Value primitive_value(uint32_t id);

/// What a lane on this machine runs; made at the first call.
Language host_language();

} // namespace batt
