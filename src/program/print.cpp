// SPDX-License-Identifier: MIT-0
#include "program/print.hpp"

#include "dsl/registry.hpp"

namespace batt {

namespace {

bool names_more_than_input(const Operand& operand) {
    return operand.kind == Operand::Kind::Parameter && operand.index != Program::Input;
}

/// Whether a program has to be written with all three parameters.
bool needs_all_parameters(const Program& program) {
    if (names_more_than_input(program.result)) return true;
    for (const Step& step : program.steps) {
        if (names_more_than_input(step.callee)) return true;
        for (const Operand& argument : step.arguments) {
            if (names_more_than_input(argument)) return true;
        }
    }
    return false;
}

} // namespace

std::string operand_name(const Program& program, Operand operand) {
    switch (operand.kind) {
    case Operand::Kind::Parameter:
        return std::string(1, "SICE"[operand.index]);
    case Operand::Kind::Step:
        return program.steps[operand.index].name;
    case Operand::Kind::Constant:
        return std::string(constants()[operand.index].name);
    case Operand::Kind::Primitive:
        return std::string(primitives()[operand.index].name);
    }
    return {};
}

std::string step_text(const Program& program, const Step& step) {
    std::string text = step.name + " = " + operand_name(program, step.callee) + "(";
    for (size_t k = 0; k < step.arguments.size(); ++k) {
        if (k > 0) text += ", ";
        text += operand_name(program, step.arguments[k]);
    }
    return text + ")";
}

std::string print_program(const Program& program) {
    std::string text = "def " + program.name;
    text += needs_all_parameters(program) ? "(S, I, C):\n" : "(I):\n";
    for (const Step& step : program.steps) text += "    " + step_text(program, step) + "\n";
    return text + "    return " + operand_name(program, program.result) + "\n";
}

} // namespace batt
