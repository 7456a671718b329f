// SPDX-License-Identifier: MIT-0
#include "exec/code.hpp"

#include "dsl/registry.hpp"
#include "program/outlook.hpp"

#include <algorithm>

namespace batt {

namespace {

class CodeBuilder {
public:
    explicit CodeBuilder(const Program& program) : program_(program) {}

    Code build() {
        // Lines get their slots behind all fixed values, so those are collected first.
        for (const Step& step : program_.steps) {
            collect(step.callee);
            for (Operand argument : step.arguments) collect(argument);
        }
        collect(program_.result);
        for (Operand operand : named_) code_.fixed.push_back(fixed_value(operand));
        for (const Step& step : program_.steps) add_call(step);
        code_.result = slot_of(program_.result);
        find_dead();
        find_idle();
        return std::move(code_);
    }

private:
    static bool is_fixed(Operand operand) {
        return operand.kind == Operand::Kind::Constant || operand.kind == Operand::Kind::Primitive;
    }

    static Value fixed_value(Operand operand) {
        if (operand.kind == Operand::Kind::Constant) return constants()[operand.index].value;
        return primitive_value(operand.index);
    }

    void collect(Operand operand) {
        if (operand == Operand{Operand::Kind::Parameter, Program::Samples}) {
            code_.names_samples = true;
        }
        if (operand == Operand{Operand::Kind::Parameter, Program::Expected}) {
            code_.names_expected = true;
        }
        if (!is_fixed(operand)) return;
        if (std::find(named_.begin(), named_.end(), operand) == named_.end()) {
            named_.push_back(operand);
        }
    }

    uint32_t slot_of(Operand operand) const {
        if (operand.kind == Operand::Kind::Parameter) return operand.index;
        if (operand.kind == Operand::Kind::Step) return code_.first_line_slot() + operand.index;
        auto at = std::find(named_.begin(), named_.end(), operand);
        return Code::kParameters + static_cast<uint32_t>(at - named_.begin());
    }

    void add_call(const Step& step) {
        Code::Call call{};
        call.primitive = Code::kNoPrimitive;
        call.callee = slot_of(step.callee);
        call.first = static_cast<uint32_t>(code_.arguments.size());
        call.count = static_cast<uint32_t>(step.arguments.size());
        call.fallback = Value::empty_tuple();
        if (step.callee.kind == Operand::Kind::Primitive) {
            const Primitive& primitive = primitives()[step.callee.index];
            call.fallback = safe_default(primitive.returns);
            if (primitive.parameters.size() == call.count) call.primitive = step.callee.index;
        }
        for (Operand argument : step.arguments) code_.arguments.push_back(slot_of(argument));
        code_.most_arguments = std::max(code_.most_arguments, call.count);
        code_.calls.push_back(call);
    }

    /// A line is dead until the result, or a line that is not, names it.
    void find_dead() {
        for (Code::Call& call : code_.calls) call.dead = true;
        auto revive = [&](Operand operand) {
            if (operand.kind == Operand::Kind::Step) code_.calls[operand.index].dead = false;
        };
        revive(program_.result);
        for (size_t k = program_.steps.size(); k-- > 0;) {
            if (code_.calls[k].dead) continue;
            revive(program_.steps[k].callee);
            for (Operand argument : program_.steps[k].arguments) revive(argument);
        }
    }

    /// A dead line is idle until one that is not, or that may fail, names it.
    void find_idle() {
        Outlook outlook(program_.steps.size());
        for (size_t k = 0; k < program_.steps.size(); ++k) {
            const Step& step = program_.steps[k];
            code_.calls[k].idle = outlook.add(step.callee, step.arguments) && code_.calls[k].dead;
        }
        auto wake = [&](Operand operand) {
            if (operand.kind == Operand::Kind::Step) code_.calls[operand.index].idle = false;
        };
        for (size_t k = program_.steps.size(); k-- > 0;) {
            if (code_.calls[k].idle) continue;
            wake(program_.steps[k].callee);
            for (Operand argument : program_.steps[k].arguments) wake(argument);
        }
    }

    const Program& program_;
    std::vector<Operand> named_; ///< constants and primitives, each once
    Code code_;
};

} // namespace

Code make_code(const Program& program) {
    return CodeBuilder(program).build();
}

} // namespace batt
