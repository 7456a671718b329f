// SPDX-License-Identifier: MIT-0
// The sample pattern: `apply(first, S)`, `apply(second, S)` and what is made of them are the same
// for all samples of a task.
#include "battery/pass.hpp"

#include <algorithm>

namespace batt {

namespace {

/// What steps depend on, whatever their level is.
std::vector<Level> dependence(const Battery& battery) {
    std::vector<Level> depends(battery.nodes().size(), Level::Fixed);
    auto of = [&](Operand operand) {
        if (operand.kind == Operand::Kind::Step) return depends[operand.index];
        if (operand.kind != Operand::Kind::Parameter) return Level::Fixed;
        return operand.index == Program::Samples ? Level::Task : Level::Sample;
    };
    for (size_t step = 0; step < depends.size(); ++step) {
        const Battery::Node& node = battery.nodes()[step];
        depends[step] = of(node.callee);
        for (Operand argument : battery.arguments(node)) {
            depends[step] = std::max(depends[step], of(argument));
        }
    }
    return depends;
}

} // namespace

uint64_t lower_to_task(Battery& battery) {
    std::vector<Level> depends = dependence(battery);
    uint64_t touched = 0;
    auto lower = [&](uint32_t step) {
        Battery::Node& node = battery.node(step);
        if (node.level != Level::Sample) return;
        node.level = Level::Task;
        ++touched;
    };
    // Backwards, because a step at the level of the task needs all it names there too: without
    // folding, these are still at that of the sample.
    for (auto step = static_cast<uint32_t>(depends.size()); step-- > 0;) {
        if (depends[step] == Level::Task) lower(step);
        const Battery::Node& node = battery.nodes()[step];
        if (node.level == Level::Task) battery.each_named_step(node, lower);
    }
    return touched;
}

} // namespace batt
