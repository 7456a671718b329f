// SPDX-License-Identifier: MIT-0
#include "coordinate/sample_jobs.hpp"

#include <algorithm>
#include <numeric>

namespace batt {

SampleJobs::SampleJobs(const Workload& workload, const Plan& plan, uint32_t differs)
    : workload_(workload), differs_(differs) {
    auto programs = static_cast<uint32_t>(plan.battery().solvers().size());
    solver_count_ = (programs - differs) / (1 + differs);
    if (workload.crossed()) {
        // All samples have the same list; equal solvers are run once.
        for (uint32_t s = 0; s < solver_count_; ++s) {
            bool fresh = plan.same_as(s) == s;
            turns_.push_back(fresh ? static_cast<uint32_t>(distinct_.size())
                                   : turns_[plan.same_as(s)]);
            if (fresh) distinct_.push_back(s);
            solvers_.push_back(s);
        }
        return;
    }
    std::vector<uint64_t> order(workload.size());
    std::iota(order.begin(), order.end(), uint64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](uint64_t a, uint64_t b) {
        return workload.job(a).sample < workload.job(b).sample;
    });
    first_.assign(workload.samples().size() + 1, 0);
    for (uint64_t k : order) {
        Job job = workload.job(k);
        solvers_.push_back(job.solver);
        places_.push_back(k);
        ++first_[job.sample + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

void SampleJobs::list_programs(size_t sample, std::vector<uint32_t>& programs) const {
    programs.clear();
    uint32_t count = differs(sample);
    auto add_differs = [&](uint32_t first) {
        for (uint32_t d = 0; d < count; ++d) programs.push_back(first + d);
    };
    add_differs(solver_count_);
    for (uint32_t solver : to_run(sample)) {
        programs.push_back(solver);
        add_differs(solver_count_ + (1 + solver) * count);
    }
}

} // namespace batt
