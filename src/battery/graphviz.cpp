// SPDX-License-Identifier: MIT-0
#include "battery/graphviz.hpp"

#include "battery/text.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace batt {

namespace {

/// Solvers a box names; more are counted.
constexpr size_t kMostNamed = 5;

std::string box_label(const std::vector<const Battery::Solver*>& solvers) {
    std::string label;
    for (size_t k = 0; k < solvers.size() && k < kMostNamed; ++k) {
        label += (k > 0 ? "\\n" : "") + solvers[k]->name;
    }
    if (solvers.size() > kMostNamed) {
        label += "\\nand " + std::to_string(solvers.size() - kMostNamed) + " more";
    }
    return label;
}

/// Words of the language and solver names need no escape: letters, digits and '_'.
std::string draw(const Battery& battery, const std::vector<uint32_t>& steps,
                 const std::vector<const Battery::Solver*>& solvers) {
    std::vector<bool> drawn(battery.nodes().size(), false);
    for (uint32_t step : steps) drawn[step] = true;
    std::string text = "digraph batt {\n    node [shape=plain, fontname=monospace];\n";
    for (uint32_t step : steps) {
        text += "    " + operand_name({Operand::Kind::Step, step}) + " [label=\"" +
                step_text(battery, step) + "\"];\n";
    }
    for (uint32_t step : steps) {
        std::vector<uint32_t> named; // each once
        battery.each_named_step(battery.nodes()[step], [&](uint32_t from) {
            bool fresh = std::ranges::find(named, from) == named.end();
            if (drawn[from] && fresh) named.push_back(from);
        });
        for (uint32_t from : named) {
            text += "    " + operand_name({Operand::Kind::Step, from}) + " -> " +
                    operand_name({Operand::Kind::Step, step}) + ";\n";
        }
    }
    // One box for all solvers that return the same.
    std::map<std::pair<Operand::Kind, uint32_t>, std::vector<const Battery::Solver*>> boxes;
    for (const Battery::Solver* solver : solvers) {
        Operand result = solver->result;
        if (result.kind == Operand::Kind::Step && !drawn[result.index]) continue;
        boxes[{result.kind, result.index}].push_back(solver);
    }
    for (const auto& [result, returning] : boxes) {
        std::string name = operand_name({result.first, result.second});
        bool is_step = result.first == Operand::Kind::Step;
        std::string label = box_label(returning);
        if (!is_step) label.append("\\nreturns ").append(name);
        text.append("    returns_").append(name).append(" [shape=box, label=\"");
        text.append(label).append("\"];\n");
        if (is_step) text.append("    ").append(name).append(" -> returns_").append(name + ";\n");
    }
    return text + "}\n";
}

} // namespace

std::vector<uint32_t> all_steps(const Battery& battery) {
    std::vector<uint32_t> steps(battery.nodes().size());
    std::iota(steps.begin(), steps.end(), 0);
    return steps;
}

std::vector<uint32_t> steps_of(const Battery& battery, const Battery::Solver& solver) {
    std::vector<uint32_t> steps;
    std::vector<bool> seen(battery.nodes().size(), false);
    auto add = [&](uint32_t step) {
        if (!seen[step]) steps.push_back(step);
        seen[step] = true;
    };
    for (uint32_t line : battery.lines(solver)) add(line);
    if (solver.result.kind == Operand::Kind::Step) add(solver.result.index);
    for (size_t k = 0; k < steps.size(); ++k) {
        battery.each_named_step(battery.nodes()[steps[k]], add);
    }
    std::ranges::sort(steps);
    return steps;
}

std::string graphviz(const Battery& battery, const std::vector<uint32_t>& steps) {
    std::vector<const Battery::Solver*> solvers;
    for (const Battery::Solver& solver : battery.solvers()) solvers.push_back(&solver);
    return draw(battery, steps, solvers);
}

std::string graphviz(const Battery& battery, const Battery::Solver& solver) {
    return draw(battery, steps_of(battery, solver), {&solver});
}

} // namespace batt
