// SPDX-License-Identifier: MIT-0
#include "battery/pass.hpp"

#include <algorithm>
#include <array>

namespace batt {

namespace {

constexpr std::array kPasses{
    Pass{"fold", "compute what does not depend on the input once, not once a sample",
         fold_constants},
    Pass{"per-task", "compute what depends on the training pairs alone once a task", lower_to_task},
    Pass{"objects", "take components from an `objects` call on the same grid that found them",
         share_objects},
    Pass{"closures", "resolve closures of primitives and constants once, not for every container",
         resolve_closures},
};

} // namespace

std::span<const Pass> passes() {
    return kPasses;
}

std::vector<PassReport> apply_passes(Battery& battery, const std::vector<std::string>& without) {
    std::vector<PassReport> reports;
    for (const Pass& pass : kPasses) {
        bool applied = std::ranges::find(without, pass.name) == without.end();
        reports.push_back({&pass, applied, applied ? pass.apply(battery) : 0});
    }
    return reports;
}

} // namespace batt
