// SPDX-License-Identifier: MIT-0
// Closures that are made of primitives and constants alone are known before any sample is: what
// calling them comes to (dsl/prepared.hpp) is worked out once.
#include "battery/pass.hpp"
#include "dsl/registry.hpp"

namespace batt {

uint64_t resolve_closures(Battery& battery) {
    uint64_t touched = 0;
    for (uint32_t step = 0; step < battery.nodes().size(); ++step) {
        Battery::Node& node = battery.node(step);
        // What is at another level is made anew too often to be worth it.
        if (node.level != Level::Fixed || node.callee.kind != Operand::Kind::Primitive) continue;
        if (primitives()[node.callee.index].returns != Type::Callable) continue;
        node.resolved = true;
        ++touched;
    }
    return touched;
}

} // namespace batt
