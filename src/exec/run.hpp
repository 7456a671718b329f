// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/arena.hpp"
#include "exec/code.hpp"
#include "exec/mark.hpp"
#include "io/task.hpp"
#include "io/value_text.hpp"
#include "value/lane.hpp"

#include <vector>

namespace batt {

/// What a failing line does to its solver.
enum class Policy : uint8_t {
    Strict, ///< ends it
    Safe,   ///< its value becomes the default of its function's return type, and the solver goes on
};

/// The value a solver returned, or how it failed.
struct Outcome {
    Value value; ///< lives in the evaluator's lane until its next run
    Fault fault = Fault::None;

    bool failed() const { return fault != Fault::None; }
};

/// Runs programs, one at a time, in memory of its own. Cheap to use, not cheap to make: one a
/// thread.
class Evaluator {
public:
    explicit Evaluator(const Limits& limits);

    /// Runs a program on a sample under fresh budgets. Lines the result does not need are left out
    /// when they cannot fail, or when that would not matter (safe). With `lines`, every line is run
    /// and gives its mark. A spent byte budget is a failure of the line that wanted more; a spent step budget
    /// ends the solver with Limit under either policy, since nothing after it could run.
    Outcome run(const Code& code, const Sample& sample, Policy policy,
                std::vector<Mark>* lines = nullptr);

    /// What result files show of an outcome. A value whose text is too long shows as Limit.
    Mark mark(const Outcome& outcome);
    /// EQ of an outcome with a task's grid.
    bool matches(const Outcome& outcome, const GridData& grid) const;

    Lane& lane() { return lane_; }

private:
    void start();
    Value place(const GridData& grid);
    Value place_samples(const Task& task);
    Value call(const Code& code, const Code::Call& line);
    bool leave_out(const Code& code, const Code::Call& line, Policy policy, Value& promise);
    void keep_promises(const Code& code, const Code::Call& line);
    Mark mark_value(Value value);

    Limits limits_;
    Arena arena_;
    Lane lane_;
    std::vector<Value> slots_;
    std::vector<Value> arguments_;
    ValueWriter writer_;
};

} // namespace batt
