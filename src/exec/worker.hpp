// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/arena.hpp"
#include "exec/call_times.hpp"
#include "exec/plan.hpp"
#include "exec/recipe_book.hpp"
#include "exec/run.hpp"
#include "io/task.hpp"

#include <functional>
#include <memory>
#include <unordered_set>
#include <vector>

namespace batt {

/// What a worker has done so far.
struct WorkerStats {
    uint64_t steps = 0;     ///< steps computed
    uint64_t reused = 0;    ///< lines answered by a step that was there already
    uint64_t alone = 0;     ///< solvers run on their own because a budget was in question
    uint64_t forgotten = 0; ///< times the shared values were dropped to make room
};

/// What a step took, all its evaluations together.
struct StepTime {
    uint64_t count = 0;
    uint64_t failed = 0; ///< of these
    double seconds = 0;
    /// Of calls that had been made before on the sample with the same argument values, if asked.
    uint64_t repeated = 0;
    double repeated_seconds = 0;
};

/// Runs a battery sample by sample in memory of its own: one a thread.
///
/// Its lane is a stack of what changes less and less often: values that depend on nothing, on the
/// task, on the sample, on one solver. Each layer is cut off when its owner is done with. A
/// solver's outcome is that of the solver run alone, budgets included: where the fused run cannot
/// rule out that a budget would have been exceeded, the solver is run alone.
class Worker {
public:
    /// Sees a solver's outcome while its value lives, in this lane.
    using Visit = std::function<void(uint32_t solver, const Outcome& outcome, const Lane& lane)>;

    Worker(const Plan& plan, const Limits& limits);

    /// Runs solvers on a sample. Samples of one task that follow each other share what depends on
    /// the task alone.
    void run(const Sample& sample, std::span<const uint32_t> solvers, const Visit& visit);

    const WorkerStats& stats() const { return stats_; }
    /// The same evaluations by what they called; timed in part.
    const CallTimes& call_times() const { return call_times_; }

    /// What became of a step that depends on nothing, in the lane as it is before any sample. What
    /// a set finds out about itself only when asked, it knows.
    struct FixedStep {
        bool computed; ///< it was not left out
        Value value;
        Fault fault;
        uint32_t steps;
        uint32_t kept;
        uint32_t peak;
    };
    FixedStep fixed_step(uint32_t step) const;
    /// The bytes all of them lie in, from the start of the lane.
    std::span<const char> fixed_memory() const { return {lane_.base(), fixed_end_}; }

    /// Times every step from now on; `times` has room for each of the battery and outlives the
    /// worker. With `values`, calls that repeat another's argument values are counted too.
    void time_steps(std::vector<StepTime>& times, bool values) {
        times_ = &times;
        count_values_ = values;
    }

private:
    /// What a step cost, for the budgets of the solvers that need it.
    struct Cost {
        uint32_t steps = 0; ///< at most 2^32 - 1: a dearer step is looked at again
        uint32_t kept = 0;
        uint32_t peak = 0;
        bool hopeless = false; ///< no solver could pay for it
    };

    /// Where the value of a step goes, and what is known of it.
    struct Slot {
        Value value;
        Value promise;          ///< of what was left out
        uint64_t left_out = 0;  ///< the turn in which it was
        uint64_t judged = 0;    ///< for which values the promise, or that there is none, is right
        uint64_t judgement = 0; ///< by the so manieth judgement of all
        uint32_t promised = 0;  ///< what the call names that was only promised then, a bit each
        uint32_t stamp = 0;     ///< the epoch of its level it was computed in
        uint32_t step = 0;      ///< that was left out
        Fault fault = Fault::None;
        bool kept_first = false; ///< judged again once that was computed: there was no promise
        uint64_t kept_in = 0;    ///< the turn in which its promise was kept
        Cost cost;
    };

    /// What steps cost together; no solver alone uses more.
    struct Spent {
        uint64_t steps = 0;
        uint64_t bytes = 0; ///< peaks added up
    };

    void begin_fixed();
    void resolve_closures();
    void begin_task(const Task& task);
    void begin_sample(const Sample& sample);
    void forget();
    void run_level(Level level);

    void run_shared(std::span<const Plan::Line> lines);
    Outcome run_private(uint32_t solver, std::span<const Plan::Line> lines);
    uint64_t bytes_besides_steps(std::span<const Plan::Line> lines) const;
    bool is_questionable(const Outcome& outcome, std::span<const Plan::Line> lines) const;
    bool is_certain(const Outcome& outcome, std::span<const Plan::Line> lines) const;
    void run_alone(uint32_t solver, const Visit& visit);

    bool is_done(const Plan::Call& call) const {
        return slots_[call.slot].stamp == epochs_[static_cast<size_t>(call.level)];
    }
    /// The current solver has left out the line of this slot.
    bool is_left_out(uint32_t slot) const { return slots_[slot].left_out == turn_; }
    /// What the current solver, run alone, would know of a slot when it decides on leaving out.
    Value known(uint32_t slot) const {
        return is_left_out(slot) ? slots_[slot].promise : slots_[slot].value;
    }
    bool leave_out(uint32_t step);
    void judge(const Plan::Call& call, Value callee);
    bool take_promise(uint32_t step);
    bool leave_out_now(uint32_t step);
    void load_arguments(const Plan::Call& call);
    Fault keep_promises(const Plan::Call& call);
    Fault keep(uint32_t slot);
    void compute(const Plan::Call& call);
    double evaluate_timed(const Plan::Call& call);
    bool is_repeated(const Plan::Call& call);
    void evaluate(const Plan::Call& call);
    Value call_fast(const Plan::Call& call);
    Value call_plainly(const Plan::Call& call);
    void give_steps(uint64_t more);
    bool knows_sibling(const Plan::Call& call) const;

    const Plan& plan_;
    Limits limits_;
    Arena arena_;
    Lane lane_;
    RecipeBook book_; ///< of closures in the layer of what depends on nothing
    const dsl::Recipes* recipes_ = nullptr;
    std::unique_ptr<Evaluator> evaluator_; ///< made when a solver has to be run alone
    std::vector<Slot> slots_;
    std::vector<uint32_t> borrowed_; ///< shared slots computed in a solver's private layer
    uint64_t turn_ = 0;              ///< one a solver and sample
    uint32_t ended_by_ = 0;          ///< the slot whose failure ended the latest solver that failed
    uint64_t values_ = 0;            ///< grows when computed values are dropped
    uint64_t judgements_ = 0;
    std::vector<Value> arguments_;
    std::vector<uint32_t> forced_;   ///< slots of lower levels computed in the sample's layer
    uint32_t epochs_[3] = {0, 0, 0}; ///< by level
    uint32_t fixed_end_ = 0;         ///< where the layers of the lane end
    uint32_t samples_bytes_ = 0;     ///< what the training pairs take up
    uint32_t task_end_ = 0;
    uint32_t sample_end_ = 0;
    Level layer_ = Level::Fixed; ///< which one values are made in
    bool private_layer_ = false;
    const Task* task_ = nullptr;
    const Sample* sample_ = nullptr;
    uint64_t given_steps_ = 0;       ///< to the latest step
    Spent spent_;                    ///< on this sample
    Spent fixed_spent_, task_spent_; ///< before it
    uint32_t peak_ = 0;
    WorkerStats stats_;
    CallTimes call_times_;
    std::vector<StepTime>* times_ = nullptr; ///< by step; null: not asked for
    bool count_values_ = false;
    std::unordered_set<uint64_t> made_calls_; ///< on this sample, by argument values
};

} // namespace batt
