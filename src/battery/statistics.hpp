// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/battery.hpp"

#include <array>
#include <string_view>

namespace batt {

/// What fusing made of the solvers.
struct BatteryStatistics {
    /// How often something is called.
    struct Callee {
        std::string_view name; ///< a primitive, kClosureCall or kNoFunction
        uint64_t steps = 0;
    };
    /// A step and how many solvers have it as a line.
    struct SharedStep {
        uint32_t step = 0;
        uint32_t solvers = 0;
    };
    /// A solver with the same lines and result as an earlier one.
    struct Duplicate {
        uint32_t solver = 0;
        uint32_t first = 0; ///< the first solver like it
    };

    /// Steps that call an earlier step's value.
    static constexpr std::string_view kClosureCall = "closure call";
    /// Steps that call a parameter or a constant, and so always fail.
    static constexpr std::string_view kNoFunction = "no function";

    uint64_t solvers = 0;
    uint64_t lines = 0; ///< of all solvers
    uint64_t steps = 0;
    /// Steps computed once, once a task, once a sample; by Level.
    std::array<uint64_t, 3> steps_at{};
    /// Steps by depth: a step is one deeper than the deepest it names, the first level names none.
    std::vector<uint64_t> width;
    std::vector<Callee> callees;         ///< most called first, then by name
    std::vector<SharedStep> most_shared; ///< most solvers first, then by number
    std::vector<Duplicate> duplicates;   ///< in the order of the solvers

    /// Lines that cost no step.
    uint64_t saved() const { return lines > steps ? lines - steps : 0; }
    uint64_t depth() const { return width.size(); }
};

/// Counts a battery; `top` bounds the list of most shared steps.
BatteryStatistics battery_statistics(const Battery& battery, size_t top);

/// The steps that the most solvers have as a line, at most `top`; no step of fewer than two.
std::vector<BatteryStatistics::SharedStep> most_shared_steps(const Battery& battery, size_t top);

} // namespace batt
