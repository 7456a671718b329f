// SPDX-License-Identifier: MIT-0
#include "exec/pairing.hpp"

#include <algorithm>
#include <unordered_map>

namespace batt {

namespace {

/// Where each task's samples start in the list of all.
struct TaskPlace {
    const Task* task;
    uint32_t first;
};

std::unordered_map<std::string_view, TaskPlace> places_of(const std::vector<Task>& tasks) {
    std::unordered_map<std::string_view, TaskPlace> places;
    uint32_t first = 0;
    for (const Task& task : tasks) {
        places.emplace(task.id, TaskPlace{&task, first});
        first += static_cast<uint32_t>(task.train.size() + task.test.size());
    }
    return places;
}

} // namespace

std::string_view own_task_id(std::string_view solver) {
    for (std::string_view prefix : {"solve_", "verify_"}) {
        if (solver.starts_with(prefix)) return solver.substr(prefix.size());
    }
    return {};
}

Workload Workload::own(const std::vector<Program>& solvers, const std::vector<Task>& tasks) {
    Workload load(solvers.size(), tasks);
    auto places = places_of(tasks);
    for (uint32_t k = 0; k < solvers.size(); ++k) {
        auto place = places.find(own_task_id(solvers[k].name));
        if (place == places.end()) continue;
        const Task& task = *place->second.task;
        uint32_t count = static_cast<uint32_t>(task.train.size() + task.test.size());
        for (uint32_t n = 0; n < count; ++n) load.jobs_.push_back({k, place->second.first + n});
    }
    return load;
}

Workload Workload::cross(size_t solvers, const std::vector<Task>& tasks) {
    Workload load(solvers, tasks);
    load.crossed_ = true;
    return load;
}

Workload Workload::listed(const std::vector<Program>& solvers, const std::vector<Task>& tasks,
                          const std::vector<PairLine>& pairs, const std::string& file,
                          std::vector<std::string>& problems) {
    Workload load(solvers.size(), tasks);
    auto places = places_of(tasks);
    std::unordered_map<std::string_view, uint32_t> numbers;
    for (uint32_t k = 0; k < solvers.size(); ++k) numbers.emplace(solvers[k].name, k);
    for (const PairLine& pair : pairs) {
        std::string where = file + ":" + std::to_string(pair.line) + ": ";
        auto solver = numbers.find(pair.solver);
        auto place = places.find(pair.task);
        if (solver == numbers.end()) {
            problems.push_back(where + "no solver '" + pair.solver + "' was read");
            continue;
        }
        if (place == places.end()) {
            problems.push_back(where + "no task '" + pair.task + "' was read");
            continue;
        }
        const Task& task = *place->second.task;
        bool test = pair.split == Split::Test;
        size_t count = test ? task.test.size() : task.train.size();
        if (pair.index >= count) {
            problems.push_back(where + "task " + pair.task + " has " + std::to_string(count) + " " +
                               split_name(pair.split) + " samples, no index " +
                               std::to_string(pair.index));
            continue;
        }
        uint32_t before = test ? static_cast<uint32_t>(task.train.size()) : 0;
        load.jobs_.push_back({solver->second, place->second.first + before + pair.index});
    }
    std::sort(load.jobs_.begin(), load.jobs_.end());
    load.jobs_.erase(std::unique(load.jobs_.begin(), load.jobs_.end()), load.jobs_.end());
    return load;
}

Job Workload::job(uint64_t k) const {
    if (!crossed_) return jobs_[k];
    return {static_cast<uint32_t>(k / samples_.size()), static_cast<uint32_t>(k % samples_.size())};
}

} // namespace batt
