// SPDX-License-Identifier: MIT-0
// What one lane does: a step, or a leg of a solver's walk, on one sample. The same code on the host
// and on a GPU.
#pragma once

#include "base/xxh64.hpp"
#include "batch/code.hpp"
#include "dsl/call.hpp"
#include "dsl/foresight.hpp"
#include "value/text.hpp"

namespace batt::batch {

/// How a walk ended.
enum class Ending : uint8_t {
    Known,
    Starved,    ///< it ran out of what this lane has; with more it may go on
    Unresolved, ///< a value it needs is unresolved, or a budget is in question
};

/// Takes the text of a value and keeps only its digest.
struct DigestSink {
    static constexpr uint64_t kPiece = 1;
    static constexpr int kMaxNesting = 40;
    static constexpr uint64_t kMaxBytes = 4 << 20;

    Xxh64 hash;

    BATT_HD char* room(uint32_t) { return hash.room(); }
    BATT_HD bool advance(const char* end) {
        hash.advance(end);
        return hash.size() <= kMaxBytes;
    }
};

/// A walk through lines of a battery on one sample, in one lane. A solver's goes in legs, each up
/// to and including one line of its own, so that lanes that make the same call can go side by side;
/// the last goes to the end.
class Walk {
public:
    /// For a shared call.
    BATT_HD Walk(const View& view, Lane& lane, uint64_t steps, uint32_t column, uint32_t task)
        : view_(view), lane_(lane), left_(steps), column_(column), task_(task) {}
    /// For a leg of a solver.
    BATT_HD Walk(const View& view, Lane& lane, uint64_t steps, uint32_t column,
                 const SolverCode& code, const Pair& pair)
        : view_(view), lane_(lane), left_(steps), column_(column), task_(view.task_of[column]),
          code_(code), at_(pair.line), leg_(pair.leg), paid_(pair.paid), kept_(pair.kept) {}

    /// What a pair starts with.
    BATT_HD static Pair start(const View& view, const SolverCode& code, uint32_t place) {
        uint64_t kept = view.base_bytes + uint64_t{code.count} * dsl::kPromisedClosureBytes;
        return {place, 0, 0, 1, 0, kept};
    }

    /// Computes a shared call and fills its cell.
    BATT_HD Ending run_shared(const CallCode& call, uint64_t cell) {
        Value& value = view_.values[cell];
        Cell& made = view_.cells[cell];
        Fault inherited = Fault::None;
        inspect(call.callee, inherited);
        for (uint32_t k = 0; k < call.count; ++k) inspect(operand(call, k), inherited);
        if (ending_ != Ending::Known) return ending_;
        if (inherited != Fault::None && view_.strict) {
            // Whoever needs this call needs the failed one before it.
            made = {0, 0, 0, inherited, Cell::State::Done, 0};
            return Ending::Known;
        }
        uint32_t start = lane_.used();
        Value result;
        Fault fault = compute(call, result, 0);
        if (ending_ != Ending::Known) return ending_;
        value = result;
        made = {static_cast<uint32_t>(spent_),
                lane_.used() - start,
                peak_,
                fault,
                Cell::State::Done,
                0};
        return Ending::Known;
    }

    /// How many legs a solver has.
    BATT_HD static uint32_t legs(const SolverCode& code) {
        return code.privates > 0 ? code.privates : 1;
    }

    /// Goes on to the end of the next line of the solver's own; is_over() if there are no more. Its
    /// outcome is that of the solver alone, or it is not known. A leg that starved can be tried
    /// again.
    BATT_HD Ending run_leg(Fault& fault) {
        while (at_ < code_.count) {
            const CallCode& call = view_.lines[code_.first + at_++];
            fault = call.shared ? look_at(call) : run_private(call);
            if (ending_ != Ending::Known) return ending_;
            if (fault != Fault::None && view_.strict) return Ending::Known;
            if (fault == Fault::Limit) return Ending::Unresolved;
            fault = Fault::None;
            if (!call.shared && leg_ + 1 < legs(code_)) return Ending::Known;
        }
        fault = Fault::None;
        over_ = true;
        return Ending::Known;
    }
    BATT_HD bool is_over() const { return over_; }
    BATT_HD Value result() const { return load(code_.result); }
    /// To be called when a leg will be tried again: what came true in it lies where nothing is
    /// kept.
    BATT_HD void forget() {
        while (came_true_ > 0) {
            uint32_t operand = true_[--came_true_];
            kept(operand) = load(operand);
        }
    }
    /// Takes all promises of a solver for mere promises again.
    BATT_HD void forget_all() {
        for (uint32_t k = 0; k < code_.dead; ++k) {
            if (dsl::Foresight::is_promised(slot(k))) slot(code_.privates + k) = slot(k);
        }
    }
    /// Where the next leg starts.
    BATT_HD void save(Pair& pair) const {
        pair.line = at_;
        pair.leg = leg_ + 1;
        pair.paid = paid_;
        pair.kept = kept_;
    }

private:
    static constexpr uint32_t kMaxPromises = 32; ///< that come true in one leg
    static constexpr uint64_t kSpareSteps = 1000;

    BATT_HD uint32_t operand(const CallCode& call, uint32_t k) const {
        return view_.operands[call.first + k];
    }
    BATT_HD uint64_t cell_of(uint32_t operand) const {
        return view_.cell(view_.rows[operand], column_, task_);
    }
    BATT_HD bool is_private(uint32_t operand) const { return operand >= view_.first_private; }

    BATT_HD Value& slot(uint64_t number) const {
        return view_.privates[(code_.slots + number) * view_.all_columns() + column_];
    }
    BATT_HD Value load(uint32_t operand) const {
        if (is_private(operand)) return slot(operand - view_.first_private);
        return view_.values[cell_of(operand)];
    }

    /// Notes the failure of a row, or that it is not known, or not yet.
    BATT_HD void inspect(uint32_t operand, Fault& inherited) {
        const Cell& cell = view_.cells[cell_of(operand)];
        if (cell.state == Cell::State::Unresolved) ending_ = Ending::Unresolved;
        if (cell.state == Cell::State::Empty && ending_ == Ending::Known) {
            ending_ = Ending::Starved;
        }
        if (inherited == Fault::None) inherited = cell.fault;
    }

    /// A line whose value is in a row.
    BATT_HD Fault look_at(const CallCode& call) {
        const Cell& cell = view_.cells[cell_of(call.target)];
        if (cell.state != Cell::State::Done) {
            ending_ = Ending::Unresolved;
            return Fault::None;
        }
        if (cell.fault != Fault::Limit) pay(cell.steps, cell.kept, cell.peak);
        return cell.fault;
    }

    /// Whether the solver alone could surely have afforded this: twice what was used so far, and a
    /// little more, is within its budgets. Alone it may have used more: here a set's hash may be
    /// known already from another solver's use of it.
    BATT_HD void pay(uint64_t steps, uint64_t kept, uint64_t peak) {
        paid_ += steps;
        if (2 * (kept_ + peak) > view_.limit_bytes || 2 * paid_ + kSpareSteps > view_.limit_steps) {
            ending_ = Ending::Unresolved;
        }
        kept_ += kept;
    }

    BATT_HD Fault run_private(const CallCode& call) {
        Value& value = slot(call.target - view_.first_private);
        if (call.dead && leave_out(call, value)) return Fault::None;
        spent_ = 0;
        peak_ = 0;
        borrowed_ = 0;
        uint32_t start = lane_.used();
        Fault fault = compute(call, value, 0);
        if (ending_ == Ending::Known && fault != Fault::Limit) {
            pay(spent_, lane_.used() - start + borrowed_, peak_);
        }
        return fault;
    }

    /// Whether a call whose value nothing needs can be left out; a promise stands for its value.
    /// That a promised value has been computed meanwhile is not made use of: the solver alone
    /// decides alike.
    BATT_HD bool leave_out(const CallCode& call, Value& promise) {
        Value args[kMaxArity];
        if (call.count > kMaxArity) return false;
        for (uint32_t k = 0; k < call.count; ++k) args[k] = load(operand(call, k));
        auto count = static_cast<int>(call.count);
        bool fine = call.primitive != kNoPrimitive
                        ? dsl::cannot_fail(lane_, call.primitive, args, count, promise)
                        : dsl::cannot_fail(lane_, load(call.callee), args, count, promise);
        if (fine) kept(call.target) = promise;
        return fine;
    }

    /// Whether it can be left out after all, now that what it names has been computed.
    BATT_HD_CALL bool leave_out_now(const CallCode& call, const Value* args, Value callee,
                                    Value& promise) {
        if (call.count > kMaxArity) return false;
        auto was_promised = [&](uint32_t operand) {
            return is_private(operand) && dsl::Foresight::is_promised(load(operand));
        };
        bool fulfilled = was_promised(call.callee);
        for (uint32_t k = 0; k < call.count; ++k) {
            fulfilled = fulfilled || was_promised(operand(call, k));
        }
        if (!fulfilled) return false; // all of it was computed before, too
        auto count = static_cast<int>(call.count);
        bool fine = call.primitive != kNoPrimitive
                        ? dsl::cannot_fail(lane_, call.primitive, args, count, promise)
                        : dsl::cannot_fail(lane_, callee, args, count, promise);
        if (fine) kept(call.target) = promise;
        return fine;
    }

    /// What a promised private value came to when it was needed after all; a promise until then.
    BATT_HD Value& kept(uint32_t operand) {
        return slot(operand - view_.first_private + code_.privates);
    }

    /// An operand's value; one that was only promised is computed.
    BATT_HD Value fulfilled(uint32_t operand, uint32_t nesting) {
        Value value = load(operand);
        if (!is_private(operand) || !dsl::Foresight::is_promised(value)) return value;
        value = kept(operand);
        if (!dsl::Foresight::is_promised(value)) return value;
        if (nesting == kMaxPromises) {
            ending_ = Ending::Unresolved;
            return value;
        }
        Fault fault = compute(*private_call(operand), value, nesting + 1);
        if (fault != Fault::None && ending_ == Ending::Known) ending_ = Ending::Unresolved;
        if (came_true_ < kMaxPromises) {
            true_[came_true_++] = operand;
        } else {
            ending_ = Ending::Unresolved;
        }
        kept(operand) = value;
        return value;
    }

    /// The line of the current solver that makes a private value.
    BATT_HD const CallCode* private_call(uint32_t operand) const {
        const CallCode* call = line_;
        while (call->shared || call->target != operand) --call;
        return call;
    }

    /// Takes what a row holds for a dead line, as if it had been computed here.
    BATT_HD Fault fetch(const CallCode& call, Value& value) {
        uint64_t at = cell_of(call.row);
        const Cell& cell = view_.cells[at];
        if (cell.state != Cell::State::Done || cell.fault == Fault::Limit) {
            ending_ = Ending::Unresolved; // the solver alone may have left the line out
            return Fault::None;
        }
        value = view_.values[at];
        spent_ += cell.steps;
        borrowed_ += cell.kept;
        peak_ = cell.peak > peak_ ? cell.peak : peak_;
        return cell.fault;
    }

    /// Computes a call, its value's promises included.
    BATT_HD_CALL Fault compute(const CallCode& call, Value& value, uint32_t nesting) {
        if (nesting == 0) {
            line_ = &call;
            line_start_ = lane_.used();
        }
        if (call.row != kNoRow) return fetch(call, value);
        constexpr uint32_t kMost = kMaxArity + 1;
        Value args[kMost];
        uint32_t count = call.count < kMost ? call.count : kMost;
        for (uint32_t k = 0; k < count; ++k) args[k] = fulfilled(operand(call, k), nesting);
        Value callee = fulfilled(call.callee, nesting);
        if (ending_ != Ending::Known) return Fault::None;
        if (nesting == 0 && call.dead && leave_out_now(call, args, callee, value)) {
            return Fault::None;
        }

        uint32_t start = lane_.used();
        // With a crew a lane spends more than it would alone.
        bool full = lane_.crew() == nullptr && lane_.room() >= view_.limit_bytes &&
                    left_ >= view_.limit_steps;
        lane_.refill(left_);
        value = call.primitive != kNoPrimitive
                    ? invoke(lane_, call.primitive, args)
                    : batt::call(lane_, callee, args, static_cast<int>(count));
        Fault fault = lane_.fault();
        if (fault != Fault::None) {
            // Only a lane with all that a solver may use tells that it is not enough.
            if (fault == Fault::Limit && lane_.starved() && (!full || lane_.late()))
                ending_ = Ending::Starved;
            lane_.clear_fault();
            lane_.release(start);
            value = call.fallback != kNoPrimitive ? view_.fallbacks[call.fallback]
                                                  : Value::empty_tuple();
        }
        spent_ += left_ - lane_.steps_left();
        left_ = lane_.steps_left();
        uint32_t peak = lane_.peak() - line_start_;
        peak_ = peak > peak_ ? peak : peak_;
        return fault;
    }

    const View& view_;
    Lane& lane_;
    uint64_t left_; ///< steps this lane may still take
    uint32_t column_;
    uint32_t task_;
    SolverCode code_{};
    uint32_t at_ = 0;  ///< the solver's next line
    uint32_t leg_ = 0; ///< this one
    bool over_ = false;
    Ending ending_ = Ending::Known;
    const CallCode* line_ = nullptr; ///< being computed
    uint32_t line_start_ = 0;        ///< of its values
    uint64_t spent_ = 0;             ///< by the current line
    uint32_t peak_ = 0;
    uint64_t borrowed_ = 0; ///< what values it took from rows keep
    uint64_t paid_ = 0;     ///< by the solver so far
    uint64_t kept_ = 0;
    uint32_t came_true_ = 0; ///< promises in this leg
    uint32_t true_[kMaxPromises];
};

} // namespace batt::batch
