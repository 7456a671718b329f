// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/jobs.hpp"

#include <array>
#include <unordered_map>
#include <vector>

namespace batt {

/// How a solver did on the task it is named for.
struct OwnScore {
    const Task* task = nullptr; ///< null if it is not there
    uint32_t known = 0;         ///< samples of the task whose output is known
    uint32_t ran = 0;           ///< of the known ones
    uint32_t right = 0;         ///< of these
    uint32_t missed = 0;        ///< the first sample that was not right; valid if right < ran
    Fault fault = Fault::None;  ///< how that one failed, if it did

    /// Every known output was asked for and right.
    bool solved() const { return known > 0 && right == known; }
};

/// Counts over the rows of a run, which may come in any order. Keeps no rows: besides a score a
/// solver, only who was right on tasks that are not done with.
class Tally {
public:
    Tally(const std::vector<Program>& solvers, const Workload& workload);

    void add(const Row& row);

    const std::vector<OwnScore>& own() const { return own_; }
    uint64_t evaluations() const { return evaluations_; }
    uint64_t known() const { return known_; }
    uint64_t right() const { return right_; }
    /// Evaluations that ended with this fault; Fault::None: with a value.
    uint64_t ended_with(Fault fault) const { return ends_[static_cast<size_t>(fault)]; }
    /// Pairs of a solver and a task, its own or not, with every known output right.
    uint64_t solved_pairs() const { return solved_pairs_; }
    /// Solvers that solve the task they are named for.
    uint32_t solved() const;
    /// Solvers whose task is there.
    uint32_t with_task() const;

private:
    /// A task while rows of it come.
    struct OpenTask {
        uint32_t known = 0;                           ///< outputs
        uint64_t left = 0;                            ///< rows
        std::unordered_map<uint32_t, uint32_t> right; ///< by solver, if any
    };

    const std::vector<Sample>& samples_;
    std::vector<uint32_t> task_of_; ///< by sample
    std::vector<OpenTask> tasks_;
    std::vector<OwnScore> own_;
    std::array<uint64_t, kFaultCount> ends_{};
    uint64_t evaluations_ = 0;
    uint64_t known_ = 0;
    uint64_t right_ = 0;
    uint64_t solved_pairs_ = 0;
};

/// Samples of a task whose output is known.
uint32_t known_outputs(const Task& task);

} // namespace batt
