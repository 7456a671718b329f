// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/code.hpp"
#include "exec/plan.hpp"

#include <vector>

namespace batt::batch {

/// Which steps are computed once for all solvers that need them, before any solver is run.
enum class Sharing : uint8_t {
    None,   ///< only those that depend on no sample
    Common, ///< those that several solvers need
    All,    ///< every one: solvers then only look at rows
};

/// A plan as the flat arrays of a View, but for where things lie on a device.
struct BatchPlan {
    /// A row before it is known how many samples and tasks there are.
    struct RowPlan {
        Row::Width width = Row::Width::One;
        Value value; ///< of a row of one cell
        Cell cell{};
    };

    std::vector<CallCode> calls;
    std::vector<CallCode> lines;
    std::vector<SolverCode> solvers;
    std::vector<uint32_t> operands;
    std::vector<Value> fallbacks;
    std::vector<RowPlan> rows;
    uint32_t first_call = 0; ///< row; those of the others follow
    uint32_t first_private = 0;
    uint64_t slots = 0; ///< of private values, of all solvers
    bool strict = true;
    bool names_samples = false;
    bool names_expected = false;
    /// Shared calls in the order they are made, each behind those it names.
    std::vector<uint32_t> task_calls;
    std::vector<uint32_t> sample_calls;
    std::vector<char> fixed_memory; ///< what every district starts with
    Limits limits;
};

/// Computes what depends on no sample, on this machine, and lays out the rest.
BatchPlan make_batch_plan(const Plan& plan, const Limits& limits, Sharing sharing);

} // namespace batt::batch
