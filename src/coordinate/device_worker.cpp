// SPDX-License-Identifier: MIT-0
#include "coordinate/device_worker.hpp"

#include <algorithm>
#include <chrono>

namespace batt {

namespace {

/// Answers of one batch take up this much at most, on either side.
constexpr uint64_t kMostAnswerBytes = 1ULL << 30;
constexpr size_t kMostSamples = 4096;

} // namespace

DeviceWorker::DeviceWorker(batch::Device& device, const Plan& plan, const Limits& limits,
                           DeviceMode mode, uint64_t memory, bool digests)
    : device_(device), plan_(plan), limits_(limits), mode_(mode) {
    settings_.memory = memory;
    settings_.digests = digests;
    settings_.step_by_step = mode == DeviceMode::PerOperation;
    stats.name = device.name();
}

batch::Runner& DeviceWorker::runner(bool crossed) {
    if (!runner_) {
        batch::Sharing sharing = mode_ == DeviceMode::PerOperation ? batch::Sharing::All
                                 : crossed                         ? batch::Sharing::Common
                                                                   : batch::Sharing::None;
        batch_plan_.emplace(make_batch_plan(plan_, limits_, sharing));
        runner_ = std::make_unique<batch::Runner>(*batch_plan_, device_, settings_);
    }
    return *runner_;
}

size_t DeviceWorker::most_samples(size_t programs) const {
    uint64_t most = kMostAnswerBytes / sizeof(batch::Answer) / std::max<size_t>(programs, 1);
    return std::clamp<size_t>(most, 1, kMostSamples);
}

std::vector<std::vector<batch::Answer>>
DeviceWorker::run(const Workload& workload, const SampleJobs& jobs, size_t first, size_t last) {
    auto start = std::chrono::steady_clock::now();
    std::span<const Sample> samples(workload.samples().data() + first, last - first);
    std::vector<std::vector<batch::Answer>> made(samples.size());
    bool same = workload.crossed();
    for (size_t k = first; k < last; ++k) same = same && jobs.differs(k) == jobs.differs(first);
    std::vector<uint32_t> programs;
    if (same) {
        jobs.list_programs(first, programs);
        std::vector<batch::Answer> answers = runner(workload.crossed()).cross(samples, programs);
        for (size_t s = 0; s < samples.size(); ++s) {
            for (size_t p = 0; p < programs.size(); ++p) {
                made[s].push_back(answers[p * samples.size() + s]);
            }
        }
    } else {
        std::vector<Job> list;
        for (size_t s = 0; s < samples.size(); ++s) {
            jobs.list_programs(first + s, programs);
            for (uint32_t program : programs) list.push_back({program, static_cast<uint32_t>(s)});
        }
        std::vector<batch::Answer> answers = runner(workload.crossed()).jobs(samples, list);
        for (size_t k = 0; k < list.size(); ++k) made[list[k].sample].push_back(answers[k]);
    }
    ++stats.batches;
    stats.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return made;
}

} // namespace batt
