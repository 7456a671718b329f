// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/coordinator.hpp"

#include <array>
#include <string>
#include <vector>

namespace batt {

/// What a solver gave for a sample.
struct OutcomeRecord {
    uint32_t solver = 0;
    uint32_t sample = 0; ///< of the workload's list, which knows its task
    Mark value;          ///< its digest, if digests were asked for, or its failure
    bool right = false;
};

/// How close a candidate came, in the eyes of one differ.
struct ScoreRecord {
    static constexpr uint32_t kInput = 0xFFFFFFFF;
    uint32_t solver = 0; ///< whose result is the candidate; kInput: the input itself is
    uint32_t sample = 0;
    uint32_t differ = 0;
    uint16_t score = 0;
};

/// Appends a sample's verdicts as records, in the order of its solvers.
void append_records(const SampleVerdicts& verdicts, std::vector<OutcomeRecord>& outcomes,
                    std::vector<ScoreRecord>& scores);

/// How often a solver was right on one side of a task.
struct SplitScore {
    uint32_t known = 0;                         ///< samples run whose output is known
    uint32_t right = 0;                         ///< of these
    uint32_t wrong = 0;                         ///< of these: another value
    uint32_t unknown = 0;                       ///< values for samples whose output is not known
    std::array<uint32_t, kFaultCount> failed{}; ///< by class

    uint32_t failures() const;
};

/// How a solver did on a task.
struct TaskScore {
    uint32_t solver = 0;
    uint32_t task = 0; ///< see Scores::task
    SplitScore train;
    SplitScore test;

    const SplitScore& of(Split split) const { return split == Split::Train ? train : test; }
};

/// A differ's closeness, added up over the samples whose output is known.
struct Closeness {
    uint64_t sum = 0;
    int64_t gain = 0; ///< sum less what the input itself would have had
};

/// Counts what solvers did, sample by sample, and keeps nothing else. The order of samples does not
/// matter. Refers to the workload, which must outlive it.
class Scores {
public:
    Scores(const Workload& workload, size_t solvers, std::vector<std::string> differs = {});

    /// Takes what the coordinator's sink is given; one call at a time.
    void add(const SampleVerdicts& verdicts);

    const std::vector<std::string>& differs() const { return differs_; }
    uint32_t task_count() const { return static_cast<uint32_t>(tasks_.size()); }
    const Task& task(uint32_t number) const { return *tasks_[number].task; }

    /// Every pair of the workload, by solver, then by task.
    const std::vector<TaskScore>& pairs() const { return pairs_; }
    const Closeness& closeness(size_t pair, Split split, size_t differ) const {
        return closeness_[(pair * 2 + static_cast<size_t>(split)) * differs_.size() + differ];
    }
    /// Samples of a task that differs judged, and the sum the input itself has over them.
    uint32_t judged(uint32_t task, Split split) const {
        return tasks_[task].judged[static_cast<size_t>(split)];
    }
    uint64_t input_sum(uint32_t task, Split split, size_t differ) const {
        return input_sums_[(size_t{task} * 2 + static_cast<size_t>(split)) * differs_.size() +
                           differ];
    }

    /// Every training pair of its task was run and right.
    bool solves(const TaskScore& pair) const;
    /// The solvers that solve each task, in their order.
    std::vector<std::vector<uint32_t>> solvers_of_tasks() const;
    /// Tasks that some solver solves.
    uint32_t solved_tasks() const;

private:
    struct TaskPlace {
        const Task* task = nullptr;
        uint32_t train_known = 0;
        uint32_t judged[2] = {0, 0};
    };

    size_t pair_of(uint32_t solver, uint32_t task) const;

    const Workload& workload_;
    std::vector<std::string> differs_;
    std::vector<TaskPlace> tasks_;
    std::vector<uint32_t> task_of_; ///< by sample
    std::vector<TaskScore> pairs_;
    std::vector<Closeness> closeness_;
    std::vector<uint64_t> input_sums_;
};

/// What solvers that solve a task give for one of its tests.
struct Prediction {
    uint32_t task = 0;
    uint32_t test = 0;
    std::string text; ///< of the value, in canonical form; empty if they fail
    Fault fault = Fault::None;
    bool known = false;            ///< the test's output is known
    bool right = false;            ///< and this is it
    std::vector<uint32_t> solvers; ///< that give it
};

/// Runs the solvers that solve a task on its tests once more, to see what they give: by task, test,
/// then the first solver that gives it.
std::vector<Prediction> predict(const Scores& scores, const Plan& plan, const Limits& limits);

} // namespace batt
