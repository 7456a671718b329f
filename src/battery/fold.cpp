// SPDX-License-Identifier: MIT-0
// Constant folding: a step that names only constants, functions and such steps has one value for
// all samples.
#include "battery/pass.hpp"

#include <algorithm>

namespace batt {

uint64_t fold_constants(Battery& battery) {
    auto is_fixed = [&](Operand operand) {
        if (operand.kind == Operand::Kind::Parameter) return false;
        return operand.kind != Operand::Kind::Step ||
               battery.node(operand.index).level == Level::Fixed;
    };
    uint64_t touched = 0;
    for (uint32_t step = 0; step < battery.nodes().size(); ++step) {
        Battery::Node& node = battery.node(step);
        if (!is_fixed(node.callee)) continue;
        if (!std::ranges::all_of(battery.arguments(node), is_fixed)) continue;
        node.level = Level::Fixed;
        ++touched;
    }
    return touched;
}

} // namespace batt
