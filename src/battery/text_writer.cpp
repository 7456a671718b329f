// SPDX-License-Identifier: MIT-0
#include "battery/text.hpp"
#include "dsl/registry.hpp"

#include <charconv>

namespace batt {

namespace {

/// What is gathered before it is handed on.
constexpr size_t kBlock = size_t{1} << 16;

void append_number(std::string& out, uint64_t number) {
    char digits[20];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append_step_name(std::string& out, uint32_t step) {
    out += 't';
    append_number(out, uint64_t{step} + 1);
}

void append_operand(std::string& out, Operand operand) {
    switch (operand.kind) {
    case Operand::Kind::Parameter:
        out += "SICE"[operand.index];
        break;
    case Operand::Kind::Step:
        append_step_name(out, operand.index);
        break;
    case Operand::Kind::Constant:
        out += constants()[operand.index].name;
        break;
    case Operand::Kind::Primitive:
        out += primitives()[operand.index].name;
        break;
    }
}

void append_step(std::string& out, const Battery& battery, uint32_t step) {
    const Battery::Node& node = battery.nodes()[step];
    append_step_name(out, step);
    out += " = ";
    append_operand(out, node.callee);
    out += '(';
    std::string_view comma;
    for (Operand argument : battery.arguments(node)) {
        out += comma;
        append_operand(out, argument);
        comma = ", ";
    }
    out += ')';
}

/// "  # once a task", "  # components of t7": what the passes found out about a step.
void append_note(std::string& out, const Battery::Node& node) {
    if (node.level == Level::Fixed) out += node.resolved ? "  # once, resolved" : "  # once";
    if (node.level == Level::Task) out += "  # once a task";
    if (node.sibling == Battery::kNoStep) return;
    out += "  # components of ";
    append_step_name(out, node.sibling);
}

/// "solve_a = run(t1, t2)"; what is returned is named unless it is the last line.
void append_solver(std::string& out, const Battery& battery, const Battery::Solver& solver) {
    out += solver.name;
    out += " = run(";
    std::string_view comma;
    std::span<const uint32_t> lines = battery.lines(solver);
    for (uint32_t step : lines) {
        out += comma;
        append_step_name(out, step);
        comma = ", ";
    }
    if (lines.empty() || solver.result != Operand{Operand::Kind::Step, lines.back()}) {
        out += comma;
        out += "returns=";
        append_operand(out, solver.result);
    }
    out += ')';
}

} // namespace

void write_battery(const Battery& battery, const TextSink& sink, StepNotes notes) {
    std::string block = "# batt battery, version 1\ndef batt(S, I, C):\n";
    block.reserve(kBlock + kBlock / 4);
    auto end_line = [&] {
        block += '\n';
        if (block.size() < kBlock) return;
        sink(block);
        block.clear();
    };
    for (uint32_t step = 0; step < battery.nodes().size(); ++step) {
        block += "    ";
        append_step(block, battery, step);
        if (notes == StepNotes::Passes) append_note(block, battery.nodes()[step]);
        end_line();
    }
    for (const Battery::Solver& solver : battery.solvers()) {
        block += "    ";
        append_solver(block, battery, solver);
        end_line();
    }
    block += "    return\n";
    sink(block);
}

std::string print_battery(const Battery& battery) {
    std::string text;
    write_battery(battery, [&](std::string_view block) { text += block; });
    return text;
}

std::string operand_name(Operand operand) {
    std::string name;
    append_operand(name, operand);
    return name;
}

std::string step_text(const Battery& battery, uint32_t step) {
    std::string text;
    append_step(text, battery, step);
    return text;
}

} // namespace batt
