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
    for (size_t k = 0; k < solvers.size(); ++k) {
        auto task = tasks.find(own_task_id(solvers[k].name));
        if (task == tasks.end()) continue;
        own_[k].task = task->second;
        own_[k].known = known_outputs(*task->second);
    }
}

void Tally::add(const Row& row) {
    const Task* task = samples_[row.job.sample].task;
    // Rows of one solver and one task come one after the other.
    bool same =
        evaluations_ > 0 && group_.solver == row.job.solver && samples_[group_.sample].task == task;
    if (!same) group_right_ = 0;
    group_ = row.job;

    ++evaluations_;
    ++ends_[static_cast<size_t>(row.fault)];
    if (!row.known) return;
    ++known_;
    right_ += row.right ? 1 : 0;
    group_right_ += row.right ? 1 : 0;
    if (row.right && group_right_ == known_outputs(*task)) ++solved_pairs_;

    OwnScore& own = own_[row.job.solver];
    if (own.task != task) return;
    ++own.ran;
    if (row.right) {
        ++own.right;
    } else if (own.right + 1 == own.ran) {
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
