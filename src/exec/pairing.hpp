// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/pairs_file.hpp"
#include "io/task.hpp"
#include "program/program.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace batt {

/// One evaluation: positions in the list of solvers and in the list of samples.
struct Job {
    uint32_t solver = 0;
    uint32_t sample = 0;

    friend bool operator==(const Job&, const Job&) = default;
    /// The order of results.
    friend bool operator<(const Job& a, const Job& b) {
        return a.solver != b.solver ? a.solver < b.solver : a.sample < b.sample;
    }
};

/// Which solvers run on which samples, in the order of results: by solver as in the files, then by
/// task id, train before test, index.
class Workload {
public:
    /// Every `solve_<id>` and `verify_<id>` on the samples of task `<id>`.
    static Workload own(const std::vector<Program>& solvers, const std::vector<Task>& tasks);
    /// Every solver on every sample.
    static Workload cross(const std::vector<Program>& solvers, const std::vector<Task>& tasks) {
        return cross(solvers.size(), tasks);
    }
    /// The same for solvers that are known by number alone.
    static Workload cross(size_t solvers, const std::vector<Task>& tasks);
    /// The listed pairs, each once; a line that names nothing is left out and put in `problems`.
    static Workload listed(const std::vector<Program>& solvers, const std::vector<Task>& tasks,
                           const std::vector<PairLine>& pairs, const std::string& file,
                           std::vector<std::string>& problems);

    uint64_t size() const { return crossed_ ? solvers_ * samples_.size() : jobs_.size(); }
    Job job(uint64_t k) const;
    /// Every solver runs on every sample: job k is solver k / samples on sample k % samples.
    bool crossed() const { return crossed_; }
    const std::vector<Sample>& samples() const { return samples_; }

private:
    Workload(size_t solvers, const std::vector<Task>& tasks)
        : samples_(samples_of(tasks)), solvers_(solvers) {}

    std::vector<Sample> samples_;
    std::vector<Job> jobs_; ///< unless crossed: a cross product is too large to write down
    uint64_t solvers_;
    bool crossed_ = false;
};

/// The task a solver is named for, "" if it has no `solve_` or `verify_` in front.
std::string_view own_task_id(std::string_view solver);

} // namespace batt
