// SPDX-License-Identifier: MIT-0
#include "program/outlook.hpp"

#include "dsl/foresight.hpp"
#include "dsl/registry.hpp"

#include <algorithm>

namespace batt {

namespace {

/// Input grids have up to 30 rows and columns of single bytes.
constexpr uint32_t kInputWidth = 7;
constexpr uint32_t kInputSize = 5;

/// `power` makes a closure a time; of more than these nothing is said.
constexpr int64_t kMostPower = 16;
/// Memory for what one call makes.
constexpr uint64_t kBytesEach = 2 * kMostPower * sizeof(Value);
constexpr uint64_t kSteps = 1000;

/// Whether a call of computed values is as quickly made as looked ahead at.
bool is_quick(uint32_t id, const Value* args) {
    using dsl::id_of;
    switch (id) {
    case id_of<dsl::Compose>:
    case id_of<dsl::Chain>:
    case id_of<dsl::Matcher>:
    case id_of<dsl::Rbind>:
    case id_of<dsl::Lbind>:
    case id_of<dsl::Fork>:
        return true;
    case id_of<dsl::Power>:
        return args[1].is_int() && args[1].num <= kMostPower;
    case id_of<dsl::Interval>:
    case id_of<dsl::Repeat>:
        return false;
    default:
        return id < dsl::Foresight::kScalarEnd;
    }
}

uint64_t lane_bytes(size_t calls) {
    return std::min<uint64_t>(Limits::kMaxBytes, (calls + 1) * kBytesEach);
}

Value nothing_known() {
    return dsl::promised(dsl::Promise::unknown());
}

} // namespace

Outlook::Outlook(size_t calls)
    : memory_(std::make_unique_for_overwrite<char[]>(lane_bytes(calls))),
      lane_(memory_.get(), lane_bytes(calls), kSteps, host_language()) {
    calls_.reserve(calls);
}

Value Outlook::known(Operand operand) const {
    switch (operand.kind) {
    case Operand::Kind::Constant:
        return constants()[operand.index].value;
    case Operand::Kind::Primitive:
        return primitive_value(operand.index);
    case Operand::Kind::Step:
        return calls_[operand.index];
    case Operand::Kind::Parameter:
        break;
    }
    if (operand.index != Program::Input) return nothing_known();
    return dsl::promised(dsl::Promise::grid(kInputWidth, kInputSize));
}

/// Makes a quick call of values that are known.
bool Outlook::evaluate(uint32_t id, const Value* args, Value& value) {
    lane_.refill(kSteps);
    uint32_t mark = lane_.mark();
    value = invoke(lane_, id, args);
    if (!lane_.failed()) return true;
    lane_.clear_fault();
    lane_.release(mark);
    return false;
}

bool Outlook::add(Operand callee, std::span<const Operand> arguments) {
    Value& made = calls_.emplace_back(nothing_known());
    Value args[kMaxArity];
    if (arguments.size() > kMaxArity) return false;
    bool computed = true;
    for (size_t k = 0; k < arguments.size(); ++k) {
        args[k] = known(arguments[k]);
        computed = computed && !dsl::Foresight::is_promised(args[k]);
    }
    auto count = static_cast<int>(arguments.size());
    Value function = known(callee);
    Value value;
    bool sure = false;
    if (function.kind() != Kind::Function) {
        sure = dsl::cannot_fail(lane_, function, args, count, value);
    } else if (function.arity() == count) {
        uint32_t id = function.ref();
        const Value* same = dsl::handed_back(id, args);
        if (same != nullptr) {
            value = *same;
            sure = true;
        } else if (computed && is_quick(id, args)) {
            sure = evaluate(id, args, value);
        } else {
            sure = dsl::cannot_fail(lane_, id, args, count, value);
        }
        dsl::Promise assumed;
        if (!sure && dsl::Foresight(lane_).assume(id, args, count, assumed)) {
            made = dsl::promised(assumed);
        }
    }
    if (sure) made = value;
    return sure;
}

} // namespace batt
