// SPDX-License-Identifier: MIT-0
#include "exec/run.hpp"

#include "dsl/call.hpp"
#include "dsl/foresight.hpp"
#include "dsl/registry.hpp"
#include "exec/place.hpp"
#include "io/digest.hpp"

#include <algorithm>

namespace batt {

namespace {

/// A run that left more than this behind gives its memory back to the system.
constexpr uint32_t kKeptBytes = 64u << 20;

} // namespace

Evaluator::Evaluator(const Limits& limits)
    : limits_(limits), arena_(limits.bytes),
      lane_(arena_.data(), limits.bytes, limits.steps, host_language()) {}

void Evaluator::start() {
    if (lane_.bytes_used() > kKeptBytes || lane_.fault() == Fault::Limit) arena_.discard();
    lane_.reset(limits_.steps);
}

Value Evaluator::call(const Code& code, const Code::Call& line) {
    const uint32_t* slots = code.arguments.data() + line.first;
    for (uint32_t k = 0; k < line.count; ++k) arguments_[k] = slots_[slots[k]];
    if (line.primitive != Code::kNoPrimitive) {
        return invoke(lane_, line.primitive, arguments_.data());
    }
    return batt::call(lane_, slots_[line.callee], arguments_.data(), static_cast<int>(line.count));
}

/// Whether a dead line can be left out; if so, what stands for its value. That a promised value
/// has been computed meanwhile is not made use of: a line is left out, or not, for what it is, and
/// a battery, which runs lines in another order, decides alike.
bool Evaluator::leave_out(const Code& code, const Code::Call& line, Policy policy, Value& promise) {
    if (!line.dead) return false;
    if (policy == Policy::Safe) return true;
    const uint32_t* slots = code.arguments.data() + line.first;
    for (uint32_t k = 0; k < line.count; ++k) arguments_[k] = known_[slots[k]];
    return cannot_fail(line, known_[line.callee], promise);
}

/// Whether a dead line can be left out after all, now that what it names has been computed.
bool Evaluator::leave_out_now(const Code& code, const Code::Call& line, Value& promise) {
    const uint32_t* slots = code.arguments.data() + line.first;
    bool kept = dsl::Foresight::is_promised(known_[line.callee]);
    for (uint32_t k = 0; k < line.count; ++k) {
        kept = kept || dsl::Foresight::is_promised(known_[slots[k]]);
        arguments_[k] = slots_[slots[k]];
    }
    if (!kept || lane_.failed()) return false; // all of it was computed before, too
    return cannot_fail(line, slots_[line.callee], promise);
}

/// Whether a call with the arguments that are loaded cannot fail.
bool Evaluator::cannot_fail(const Code::Call& line, Value callee, Value& promise) {
    const Value* args = arguments_.data();
    auto count = static_cast<int>(line.count);
    return line.primitive != Code::kNoPrimitive
               ? dsl::cannot_fail(lane_, line.primitive, args, count, promise)
               : dsl::cannot_fail(lane_, callee, args, count, promise);
}

/// Computes what the line names and was only promised so far.
void Evaluator::keep_promises(const Code& code, const Code::Call& line) {
    auto keep = [&](uint32_t slot) {
        if ((slots_[slot].flags() & Value::kPromised) == 0) return;
        const Code::Call& earlier = code.calls[slot - code.first_line_slot()];
        keep_promises(code, earlier);
        if (!lane_.failed()) slots_[slot] = call(code, earlier);
    };
    keep(line.callee);
    for (uint32_t k = 0; k < line.count; ++k) keep(code.arguments[line.first + k]);
}

Outcome Evaluator::run(const Code& code, const Sample& sample, Policy policy,
                       std::vector<Mark>* lines) {
    start();
    if (lines != nullptr) lines->assign(code.calls.size(), Mark{});
    uint32_t first = code.first_line_slot();
    slots_.resize(first + code.calls.size());
    arguments_.resize(std::max<size_t>(code.most_arguments, 1));
    known_.resize(slots_.size());
    std::copy(code.fixed.begin(), code.fixed.end(), slots_.begin() + Code::kParameters);
    std::copy(code.fixed.begin(), code.fixed.end(), known_.begin() + Code::kParameters);
    set(Program::Input, place_grid(lane_, sample.example().input));
    set(Program::Samples, code.names_samples ? place_samples(lane_, *sample.task) : Value::none());
    set(Program::Candidate, Value::none());
    set(Program::Expected,
        code.names_expected ? place_expected(lane_, sample.example()) : Value::none());
    if (lane_.failed()) return {Value::none(), lane_.fault()};

    for (size_t k = 0; k < code.calls.size(); ++k) {
        const Code::Call& line = code.calls[k];
        if (line.idle && lines == nullptr) continue;
        auto slot = static_cast<uint32_t>(first + k);
        Value promise;
        bool out = lines == nullptr && leave_out(code, line, policy, promise);
        if (!out && line.dead) {
            keep_promises(code, line);
            out = lines == nullptr && leave_out_now(code, line, promise);
        }
        if (out) {
            set(slot, promise);
            continue;
        }
        uint32_t start_of_line = lane_.mark();
        Value value = lane_.failed() ? Value::none() : call(code, line);
        Fault fault = lane_.fault();
        if (lines != nullptr) {
            (*lines)[k] = fault == Fault::None ? mark_of(lane_, value, writer_) : Mark::of(fault);
        }
        if (fault != Fault::None) {
            bool spent = fault == Fault::Limit && lane_.steps_left() == 0;
            if (policy == Policy::Strict || spent) return {Value::none(), fault};
            lane_.clear_fault();
            lane_.release(start_of_line);
            value = line.fallback;
        }
        set(slot, value);
    }
    return {slots_[code.result], Fault::None};
}

Mark Evaluator::mark(const Outcome& outcome) {
    return outcome.failed() ? Mark::of(outcome.fault) : mark_of(lane_, outcome.value, writer_);
}

bool Evaluator::matches(const Outcome& outcome, const GridData& grid) const {
    return !outcome.failed() && equals_grid(lane_, outcome.value, grid);
}

} // namespace batt
