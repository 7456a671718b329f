// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/arena.hpp"
#include "exec/code.hpp"
#include "exec/mark.hpp"
#include "exec/policy.hpp"
#include "io/task.hpp"
#include "io/value_text.hpp"
#include "value/lane.hpp"

#include <vector>

namespace batt {

/// Runs programs, one at a time, in memory of its own. Cheap to use, not cheap to make: one a
/// thread.
class Evaluator {
public:
    explicit Evaluator(const Limits& limits);

    /// Runs a program on a sample under fresh budgets. Lines the result does not need are left out
    /// when they cannot fail, or when that would not matter (safe). With `lines`, every line is run
    /// and gives its mark. A spent byte budget is a failure of the line that wanted more; a spent
    /// step budget ends the solver with Limit under either policy, since nothing after it could
    /// run.
    Outcome run(const Code& code, const Sample& sample, Policy policy,
                std::vector<Mark>* lines = nullptr);

    /// What result files show of an outcome. A value whose text is too long shows as Limit.
    Mark mark(const Outcome& outcome);
    /// EQ of an outcome with a task's grid.
    bool matches(const Outcome& outcome, const GridData& grid) const;

    Lane& lane() { return lane_; }

private:
    void start();
    Value call(const Code& code, const Code::Call& line);
    bool leave_out(const Code& code, const Code::Call& line, Policy policy, Value& promise);
    bool leave_out_now(const Code& code, const Code::Call& line, Value& promise);
    bool cannot_fail(const Code::Call& line, Value callee, Value& promise);
    void set(uint32_t slot, Value value) { slots_[slot] = known_[slot] = value; }
    void keep_promises(const Code& code, const Code::Call& line);

    Limits limits_;
    Arena arena_;
    Lane lane_;
    std::vector<Value> slots_;
    std::vector<Value> known_; ///< by slot: the value, or the promise that was enough at first
    std::vector<Value> arguments_;
    ValueWriter writer_;
};

} // namespace batt
