// SPDX-License-Identifier: MIT-0
#include "coordinate/device_worker.hpp"

#include "base/stopwatch.hpp"

#include <algorithm>

namespace batt {

namespace {

/// Answers of one batch take up this much at most, on either side.
constexpr uint64_t kMostAnswerBytes = 1ULL << 30;
constexpr size_t kMostSamples = 4096;

} // namespace

size_t DeviceWorker::most_samples(size_t programs) {
    uint64_t most = kMostAnswerBytes / sizeof(batch::Answer) / std::max<size_t>(programs, 1);
    return std::clamp<size_t>(most, 1, kMostSamples);
}

std::vector<std::span<const batch::Answer>> DeviceWorker::run(const batch::BatchPlan& plan,
                                                              const Workload& workload,
                                                              const SampleJobs& jobs, Lot lot,
                                                              const ProgramSet* leave_out) {
    if (!runner_) runner_ = std::make_unique<batch::Runner>(plan, device_, settings_);
    Stopwatch watch;
    std::vector<Sample> samples;
    for (uint32_t sample : lot) samples.push_back(workload.samples()[sample]);
    std::vector<std::span<const batch::Answer>> made;
    bool same = workload.crossed();
    for (uint32_t sample : lot) {
        same = same && jobs.differs(sample) == jobs.differs(lot.front());
    }
    std::vector<uint32_t> programs;
    auto list = [&](size_t sample) {
        jobs.list_programs(sample, programs);
        if (leave_out == nullptr) return;
        std::erase_if(programs, [&](uint32_t k) { return leave_out->contains(k); });
    };
    if (same) {
        list(lot.front());
        made = runner_->cross(samples, programs);
    } else {
        std::vector<Job> all;
        std::vector<size_t> ends;
        for (size_t s = 0; s < samples.size(); ++s) {
            list(lot[s]);
            for (uint32_t program : programs) all.push_back({program, static_cast<uint32_t>(s)});
            ends.push_back(all.size());
        }
        answers_ = runner_->jobs(samples, all);
        size_t first = 0;
        for (size_t end : ends) {
            made.emplace_back(answers_.data() + first, end - first);
            first = end;
        }
    }
    seconds_ = watch.lap();
    return made;
}

} // namespace batt
