// SPDX-License-Identifier: MIT-0
#include "exec/tally.hpp"

#include <algorithm>
#include <unordered_map>

namespace batt {

uint32_t known_outputs(const Task& task) {
    auto is_known = [](const Example& example) { return example.output.has_value(); };
    return static_cast<uint32_t>(std::count_if(task.train.begin(), task.train.end(), is_known) +
                                 std::count_if(task.test.begin(), task.test.end(), is_known));
}

Tally::Tally(const std::vector<Program>& solvers, const Workload& workload)
    : samples_(workload.samples()), own_(solvers.size()) {
    std::unordered_map<std::string_view, const Task*> tasks;
    for (const Sample& sample : samples_) tasks.emplace(sample.task->id, sample.task);
    for (const Sample& sample : samples_) {
        bool fresh = task_of_.empty() || samples_[task_of_.size() - 1].task != sample.task;
        if (fresh) tasks_.push_back({known_outputs(*sample.task), 0, {}});
        task_of_.push_back(static_cast<uint32_t>(tasks_.size() - 1));
        if (workload.crossed()) tasks_.back().left += solvers.size();
    }
    for (uint64_t k = 0; k < workload.size() && !workload.crossed(); ++k) {
        ++tasks_[task_of_[workload.job(k).sample]].left;
    }
    for (size_t k = 0; k < solvers.size(); ++k) {
        auto task = tasks.find(own_task_id(solvers[k].name));
        if (task == tasks.end()) continue;
        own_[k].task = task->second;
        own_[k].known = known_outputs(*task->second);
    }
}

void Tally::add(const Row& row) {
    ++evaluations_;
    ++ends_[static_cast<size_t>(row.fault)];
    OpenTask& task = tasks_[task_of_[row.job.sample]];
    if (row.right && ++task.right[row.job.solver] == task.known) ++solved_pairs_;
    if (--task.left == 0) task.right = {};
    if (!row.known) return;
    ++known_;
    right_ += row.right ? 1 : 0;

    OwnScore& own = own_[row.job.solver];
    if (own.task != samples_[row.job.sample].task) return;
    bool first = own.right == own.ran || row.job.sample < own.missed;
    ++own.ran;
    if (row.right) {
        ++own.right;
    } else if (first) {
        own.missed = row.job.sample;
        own.fault = row.fault;
    }
}

uint32_t Tally::solved() const {
    return static_cast<uint32_t>(
        std::count_if(own_.begin(), own_.end(), [](const OwnScore& own) { return own.solved(); }));
}

uint32_t Tally::with_task() const {
    return static_cast<uint32_t>(std::count_if(
        own_.begin(), own_.end(), [](const OwnScore& own) { return own.task != nullptr; }));
}

} // namespace batt
