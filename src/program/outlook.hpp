// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/program.hpp"
#include "value/lane.hpp"

#include <memory>
#include <span>
#include <vector>

namespace batt {

/// What can be said of calls before there is an input: which of them cannot fail, whatever grid it
/// is. Calls are added one after the other; operands of kind Step are the numbers of those before.
class Outlook {
public:
    /// For up to so many calls.
    explicit Outlook(size_t calls);

    /// Whether the call cannot fail where nothing it names has failed.
    bool add(Operand callee, std::span<const Operand> arguments);

private:
    Value known(Operand operand) const;
    bool evaluate(uint32_t id, const Value* args, Value& value);

    std::unique_ptr<char[]> memory_; ///< closures live there
    Lane lane_;
    std::vector<Value> calls_; ///< by number: the value, or what is known of it
};

} // namespace batt
