// SPDX-License-Identifier: MIT-0
#include "coordinate/coordinator.hpp"

#include "base/stopwatch.hpp"
#include "coordinate/campaign.hpp"

namespace batt {

Coordinator::Coordinator(const Plan& plan, CoordinatorSettings settings)
    : plan_(plan), settings_(std::move(settings)),
      standing_(std::make_unique<Standing>(settings_.heavy, Campaign::probes(settings_))) {}

Coordinator::~Coordinator() = default;

std::vector<Verdict> Coordinator::run(const Workload& workload) {
    Stopwatch watch;
    std::vector<Verdict> results(settings_.keep ? workload.size() : 0);
    Campaign campaign(plan_, settings_, workload, results, *standing_);
    campaign.run();
    stats_ = campaign.stats();
    stats_.seconds = watch.lap();
    return results;
}

} // namespace batt
