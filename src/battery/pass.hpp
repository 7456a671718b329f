// SPDX-License-Identifier: MIT-0
// Rewrites of a battery. Each is a file of its own and can be left out; none changes an outcome,
// failures and budgets included.
#pragma once

#include "battery/battery.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batt {

struct Pass {
    std::string_view name;
    std::string_view does; ///< one line
    /// Rewrites the battery; how many steps it touched.
    uint64_t (*apply)(Battery& battery);
};

/// All passes, in the order in which they are applied: later ones build on earlier ones.
std::span<const Pass> passes();

/// What a pass did to a battery.
struct PassReport {
    const Pass* pass;
    bool applied;
    uint64_t steps; ///< touched
};

/// Applies all passes but those named. A battery is rewritten once.
std::vector<PassReport> apply_passes(Battery& battery,
                                     const std::vector<std::string>& without = {});

// ---- the passes ----

/// Input-independent steps are computed once, not once a sample.
uint64_t fold_constants(Battery& battery);
/// Steps over the training pairs are computed once a task, not once a sample.
uint64_t lower_to_task(Battery& battery);
/// `objects` calls that find the same components learn of each other.
uint64_t share_objects(Battery& battery);
/// Closures made of primitives and constants are resolved before anything is run.
uint64_t resolve_closures(Battery& battery);

} // namespace batt
