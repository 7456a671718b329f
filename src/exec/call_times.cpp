// SPDX-License-Identifier: MIT-0
#include "exec/call_times.hpp"

#include "dsl/registry.hpp"

#include <algorithm>

namespace batt {

void CallTime::add(const CallTime& other) {
    evaluations += other.evaluations;
    failed += other.failed;
    timed += other.timed;
    effort += other.effort;
    timed_effort += other.timed_effort;
    timed_seconds += other.timed_seconds;
}

CallTimes::CallTimes()
    : first_slot_(Plan::kParameters + static_cast<uint32_t>(constants().size())),
      variables_(static_cast<uint32_t>(primitives().size())), rows_(primitives().size() + 1) {}

void CallTimes::note(const Plan::Call& call, double seconds) {
    CallTime& time = rows_[row_at(call)];
    // Solvers are alike and their lines come in rhythms: a fixed distance would keep meeting the
    // same ones.
    random_ = random_ * 6364136223846793005ULL + 1442695040888963407ULL;
    uint64_t distance = std::min(1 + time.evaluations / 16, 33 + (random_ >> 58));
    time.due = time.evaluations - 1 + distance;
    time.timed_effort += latest_;
    time.timed_seconds += seconds;
    ++time.timed;
}

void CallTimes::add(const CallTimes& other) {
    for (size_t k = 0; k < rows_.size(); ++k) rows_[k].add(other.rows_[k]);
}

std::string CallTimes::name(size_t row) {
    return row < primitives().size() ? std::string(primitives()[row].name) : "(a variable)";
}

size_t CallTimes::row_of(const Battery::Node& node) {
    bool named = node.callee.kind == Operand::Kind::Primitive;
    return named ? node.callee.index : primitives().size();
}

} // namespace batt
