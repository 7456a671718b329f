// SPDX-License-Identifier: MIT-0
#include "battery/statistics.hpp"

#include "base/mix_hash.hpp"
#include "dsl/registry.hpp"

#include <algorithm>
#include <unordered_map>

namespace batt {

namespace {

using SharedStep = BatteryStatistics::SharedStep;

/// Steps by depth.
std::vector<uint64_t> width_by_depth(const Battery& battery) {
    std::vector<uint64_t> width;
    std::vector<uint32_t> depth(battery.nodes().size(), 0);
    for (size_t step = 0; step < depth.size(); ++step) {
        uint32_t above = 0;
        battery.each_named_step(battery.nodes()[step],
                                [&](uint32_t named) { above = std::max(above, depth[named] + 1); });
        depth[step] = above;
        if (above >= width.size()) width.resize(above + 1, 0);
        ++width[above];
    }
    return width;
}

std::vector<BatteryStatistics::Callee> count_callees(const Battery& battery) {
    std::vector<BatteryStatistics::Callee> callees;
    for (const Primitive& primitive : primitives()) callees.push_back({primitive.name});
    size_t closure_call = callees.size();
    callees.push_back({BatteryStatistics::kClosureCall});
    callees.push_back({BatteryStatistics::kNoFunction});
    for (const Battery::Node& node : battery.nodes()) {
        bool primitive = node.callee.kind == Operand::Kind::Primitive;
        bool closure = node.callee.kind == Operand::Kind::Step;
        ++callees[primitive ? node.callee.index : closure ? closure_call : closure_call + 1].steps;
    }
    std::erase_if(callees, [](const auto& callee) { return callee.steps == 0; });
    std::ranges::sort(callees, [](const auto& a, const auto& b) {
        return a.steps != b.steps ? a.steps > b.steps : a.name < b.name;
    });
    return callees;
}

uint64_t hash_solver(std::span<const uint32_t> lines, Operand result) {
    uint64_t hash = static_cast<uint64_t>(result.kind) << 32 | result.index;
    for (uint32_t line : lines) hash = mix_hash(hash, line);
    return hash;
}

std::vector<BatteryStatistics::Duplicate> find_duplicates(const Battery& battery) {
    const std::vector<Battery::Solver>& solvers = battery.solvers();
    std::vector<BatteryStatistics::Duplicate> duplicates;
    std::unordered_multimap<uint64_t, uint32_t> firsts; // of each kind, by hash
    firsts.reserve(solvers.size());
    for (uint32_t k = 0; k < solvers.size(); ++k) {
        std::span<const uint32_t> lines = battery.lines(solvers[k]);
        uint64_t hash = hash_solver(lines, solvers[k].result);
        auto [from, to] = firsts.equal_range(hash);
        auto like = std::find_if(from, to, [&](const auto& first) {
            const Battery::Solver& other = solvers[first.second];
            return other.result == solvers[k].result &&
                   std::ranges::equal(battery.lines(other), lines);
        });
        if (like != to) {
            duplicates.push_back({k, like->second});
        } else {
            firsts.emplace(hash, k);
        }
    }
    return duplicates;
}

} // namespace

std::vector<SharedStep> most_shared_steps(const Battery& battery, size_t top) {
    std::vector<SharedStep> steps(battery.nodes().size());
    for (uint32_t k = 0; k < steps.size(); ++k) steps[k].step = k;
    for (const Battery::Solver& solver : battery.solvers()) {
        for (uint32_t line : battery.lines(solver)) ++steps[line].solvers;
    }
    std::erase_if(steps, [](const SharedStep& step) { return step.solvers < 2; });
    size_t count = std::min(top, steps.size());
    std::ranges::partial_sort(steps, steps.begin() + static_cast<ptrdiff_t>(count),
                              [](const SharedStep& a, const SharedStep& b) {
                                  return a.solvers != b.solvers ? a.solvers > b.solvers
                                                                : a.step < b.step;
                              });
    steps.resize(count);
    return steps;
}

BatteryStatistics battery_statistics(const Battery& battery, size_t top) {
    BatteryStatistics statistics{.solvers = battery.solvers().size(),
                                 .lines = battery.line_count(),
                                 .steps = battery.nodes().size(),
                                 .width = width_by_depth(battery),
                                 .callees = count_callees(battery),
                                 .most_shared = most_shared_steps(battery, top),
                                 .duplicates = find_duplicates(battery)};
    for (const Battery::Node& node : battery.nodes()) {
        ++statistics.steps_at[static_cast<size_t>(node.level)];
    }
    return statistics;
}

} // namespace batt
