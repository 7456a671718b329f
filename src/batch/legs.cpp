// SPDX-License-Identifier: MIT-0
#include "batch/legs.hpp"

#include <map>
#include <tuple>
#include <utility>

namespace batt::batch {

Company gather_company(const BatchPlan& plan, std::span<const uint32_t> solvers) {
    Company made;
    std::map<std::tuple<uint64_t, uint32_t, uint32_t>, uint32_t> known;
    for (uint32_t solver : solvers) {
        const SolverCode& code = plan.solvers[solver];
        auto number = static_cast<uint32_t>(made.solvers.size());
        auto [at, is_new] = known.try_emplace({code.first, code.count, code.result}, number);
        if (is_new) made.solvers.push_back(solver);
        made.numbers.push_back(at->second);
    }
    return made;
}

std::vector<bool> find_needed(const BatchPlan& plan, const Company& company) {
    std::vector<bool> needed(plan.calls.size());
    auto need = [&](uint32_t operand) {
        bool is_call = operand >= plan.first_call && operand < plan.first_private;
        if (is_call) needed[operand - plan.first_call] = true;
    };
    auto need_operands = [&](const CallCode& call) {
        need(call.callee);
        for (uint32_t k = 0; k < call.count; ++k) need(plan.operands[call.first + k]);
    };
    for (uint32_t solver : company.solvers) {
        const SolverCode& code = plan.solvers[solver];
        need(code.result);
        for (uint64_t k = code.first; k < code.first + code.count; ++k) {
            const CallCode& line = plan.lines[k];
            need(line.shared ? line.target : line.row);
            if (!line.shared) need_operands(line);
        }
    }
    // A call names only those before it.
    for (size_t k = needed.size(); k-- > 0;) {
        if (needed[k]) need_operands(plan.calls[k]);
    }
    return needed;
}

std::vector<LegCode> order_legs(const BatchPlan& plan, const Company& company) {
    std::map<uint64_t, uint32_t> number_of; // by call
    std::vector<std::vector<uint32_t>> calls(company.solvers.size());
    auto add = [&](uint32_t solver, uint64_t call) {
        auto at = number_of.try_emplace(call, static_cast<uint32_t>(number_of.size())).first;
        calls[solver].push_back(at->second);
    };
    for (uint32_t solver = 0; solver < company.solvers.size(); ++solver) {
        const SolverCode& code = plan.solvers[company.solvers[solver]];
        for (uint64_t k = code.first; k < code.first + code.count; ++k) {
            const CallCode& call = plan.lines[k];
            if (!call.shared) add(solver, 2 * uint64_t{call.primitive} + (call.dead ? 1 : 0));
        }
        if (calls[solver].empty()) add(solver, ~uint64_t{0}); // its result is looked at
    }
    std::vector<size_t> to_come(number_of.size()); // legs, by call
    size_t all = 0;
    for (const auto& list : calls) {
        for (uint32_t call : list) ++to_come[call];
        all += list.size();
    }
    std::vector<std::vector<LegCode>> waiting(number_of.size());
    for (uint32_t solver = 0; solver < calls.size(); ++solver) {
        waiting[calls[solver].front()].push_back({solver, 0});
    }
    // A call that many solvers have come to is next, unless more are still to come to it.
    auto urgency = [&](size_t call) {
        if (waiting[call].empty()) return 0.0;
        auto ready = static_cast<double>(waiting[call].size());
        double share = ready / static_cast<double>(to_come[call]);
        return ready * share * share;
    };
    std::vector<LegCode> legs;
    legs.reserve(all);
    while (legs.size() < all) {
        size_t call = 0;
        for (size_t k = 1; k < waiting.size(); ++k) {
            if (urgency(k) > urgency(call)) call = k;
        }
        std::vector<LegCode> run = std::move(waiting[call]);
        waiting[call].clear();
        to_come[call] -= run.size();
        for (LegCode leg : run) {
            legs.push_back(leg);
            if (++leg.leg < calls[leg.solver].size()) {
                waiting[calls[leg.solver][leg.leg]].push_back(leg);
            }
        }
    }
    return legs;
}

} // namespace batt::batch
