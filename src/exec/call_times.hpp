// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/plan.hpp"

#include <string>
#include <vector>

namespace batt {

/// What the calls of one primitive came to.
struct CallTime {
    uint64_t evaluations = 0;
    uint64_t failed = 0; ///< of these
    uint64_t timed = 0;  ///< of these
    uint64_t due = 0;    ///< the evaluation to be timed next
    uint64_t effort = 0; ///< steps and bytes, as a guess of how long it takes
    uint64_t timed_effort = 0;
    double timed_seconds = 0;

    /// Of all, going by the timed ones. A few evaluations take most of the time: what they spent of
    /// the budgets tells how much of it was among the timed ones.
    double seconds() const {
        return timed > 0
                   ? timed_seconds * static_cast<double>(effort) / static_cast<double>(timed_effort)
                   : 0;
    }
    void add(const CallTime& other);
};

/// Counts evaluations by what they call: every primitive in the order of the registry, then
/// whatever is called by a variable. All are counted; some are timed: at first nearly all, then one
/// in 64 or so, so that the clock costs next to nothing.
class CallTimes {
public:
    CallTimes();

    /// Whether the next evaluation of this call is to be timed.
    bool is_due(const Plan::Call& call) const {
        const CallTime& time = rows_[row_at(call)];
        return time.evaluations >= time.due;
    }
    /// Counts an evaluation.
    void count(const Plan::Call& call, uint64_t effort, bool failed) {
        CallTime& time = rows_[row_at(call)];
        latest_ = effort;
        time.effort += effort;
        ++time.evaluations;
        time.failed += failed ? 1 : 0;
    }
    /// Notes what the one just counted took.
    void note(const Plan::Call& call, double seconds);

    const std::vector<CallTime>& rows() const { return rows_; }
    void add(const CallTimes& other);

    /// What a row counts: a primitive, or "(a variable)".
    static std::string name(size_t row);
    /// The row of a step of a battery.
    static size_t row_of(const Battery::Node& node);

private:
    size_t row_at(const Plan::Call& call) const {
        uint32_t primitive = call.callee - first_slot_; // a large number for a slot before it
        return primitive < variables_ ? primitive : variables_;
    }

    uint32_t first_slot_; ///< of the primitives
    uint32_t variables_;  ///< the last row
    std::vector<CallTime> rows_;
    uint64_t latest_ = 0; ///< effort
    uint64_t random_ = 1;
};

} // namespace batt
