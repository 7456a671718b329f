// SPDX-License-Identifier: MIT-0
// In which order solvers go through their legs (batch/walk.hpp).
#pragma once

#include "batch/batch_plan.hpp"

#include <span>
#include <vector>

namespace batt::batch {

/// Solvers that are run together, each once.
struct Company {
    std::vector<uint32_t> solvers; ///< by number in the batch
    std::vector<uint32_t> numbers; ///< by request
};

/// Equal solvers are one.
Company gather_company(const BatchPlan& plan, std::span<const uint32_t> solvers);

/// The shared calls whose values they need, by number.
std::vector<bool> find_needed(const BatchPlan& plan, const Company& company);

/// The legs of all solvers, each behind those before it of the same solver. Legs that make the same
/// call are side by side, in runs as long as can be.
std::vector<LegCode> order_legs(const BatchPlan& plan, const Company& company);

} // namespace batt::batch
