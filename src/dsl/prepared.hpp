// SPDX-License-Identifier: MIT-0
// A function of one argument made ready to be called for many elements.
#pragma once

#include "dsl/call.hpp"

namespace batt::dsl {

/// Resolves a closure once into a short list of direct calls of bodies: compositions, forks,
/// matchers and bound arguments disappear. What does not fit (long chains, functions made at run
/// time, wrong arities) is a stage that goes through call(). Gives what call() gives.
class Prepared {
  public:
    /// `calls`: how many are expected; for a few, resolving does not pay.
    BATT_HD_CALL Prepared(Lane& lane, Value function, uint32_t calls) : lane_(lane) {
        if (calls < 3 || !add(function, 0, 1, 2, 0)) {
            count_ = 0;
            push({Op::Call, 0, 0, 1, nullptr, function});
        }
    }

    BATT_HD_CALL Value operator()(Value x) {
        if (count_ == 1) {
            const Stage& only = stages_[0];
            if (only.op == Op::Unary) return run_body(only.body, &x);
            if (only.op == Op::Call) return call(lane_, only.held, x);
            Value args[2] = {x, x};
            args[only.op == Op::BoundLeft ? 0 : 1] = only.held;
            return run_body(only.body, args);
        }
        if (!lane_.enter()) return Value::none();
        Value registers[kRegisters];
        registers[0] = x;
        for (uint32_t k = 0; k < count_ && !lane_.failed(); ++k) run(stages_[k], registers);
        lane_.leave();
        return registers[1];
    }

  private:
    enum class Op : uint8_t { Unary, BoundRight, BoundLeft, Binary, Match, Call, CallBoth };

    struct Stage {
        Op op;
        uint8_t in;
        uint8_t second;
        uint8_t out;
        Body body;
        Value held; ///< what was bound, what to match with, or what to call
    };

    static constexpr uint32_t kStages = 12;
    static constexpr uint8_t kRegisters = 8;
    static constexpr int kMostNesting = 12;

    BATT_HD bool push(Stage stage) {
        if (count_ == kStages) return false;
        stages_[count_++] = stage;
        return true;
    }

    /// Adds stages that put f(register in) in register out; registers from `free` on are unused.
    /// False if it takes too many.
    BATT_HD_CALL bool add(Value f, uint8_t in, uint8_t out, uint8_t free, int nesting) {
        if (f.kind == Kind::Function && f.arity() == 1) {
            return push({Op::Unary, in, 0, out, lane_.body(f.ref), {}});
        }
        if (f.kind != Kind::Closure || f.arity() != 1 || nesting == kMostNesting) {
            return push({Op::Call, in, 0, out, nullptr, f});
        }
        const Value* captured = lane_.at<Value>(f.ref);
        switch (f.op()) {
        case ClosureOp::Compose:
            return add(captured[1], in, out, free, nesting + 1) &&
                   add(captured[0], out, out, free, nesting + 1);
        case ClosureOp::Chain:
            return add(captured[2], in, out, free, nesting + 1) &&
                   add(captured[1], out, out, free, nesting + 1) &&
                   add(captured[0], out, out, free, nesting + 1);
        case ClosureOp::Matcher:
            return add(captured[0], in, out, free, nesting + 1) &&
                   push({Op::Match, out, 0, out, nullptr, captured[1]});
        case ClosureOp::Rbind:
        case ClosureOp::Lbind: {
            Value inner = captured[0];
            if (inner.kind != Kind::Function || inner.arity() != 2) break;
            Op op = f.op() == ClosureOp::Rbind ? Op::BoundRight : Op::BoundLeft;
            return push({op, in, 0, out, lane_.body(inner.ref), captured[1]});
        }
        case ClosureOp::Fork: {
            if (free + 2 > kRegisters) return false;
            auto a = free;
            auto b = static_cast<uint8_t>(free + 1);
            auto rest = static_cast<uint8_t>(free + 2);
            if (!add(captured[1], in, a, rest, nesting + 1) ||
                !add(captured[2], in, b, rest, nesting + 1)) {
                return false;
            }
            Value outer = captured[0];
            if (outer.kind == Kind::Function && outer.arity() == 2) {
                return push({Op::Binary, a, b, out, lane_.body(outer.ref), {}});
            }
            return push({Op::CallBoth, a, b, out, nullptr, outer});
        }
        case ClosureOp::SafeDefault: break;
        }
        return push({Op::Call, in, 0, out, nullptr, f});
    }

    BATT_HD Value run_body(Body body, const Value* args) {
        Scratch scope(lane_);
        if (!lane_.step()) return Value::none();
        return body(lane_, args);
    }

    BATT_HD_CALL void run(const Stage& stage, Value* registers) {
        Value args[2] = {registers[stage.in], registers[stage.in]};
        switch (stage.op) {
        case Op::Unary: break;
        case Op::BoundRight: args[1] = stage.held; break;
        case Op::BoundLeft: args[0] = stage.held; break;
        case Op::Binary: args[1] = registers[stage.second]; break;
        case Op::Match:
            registers[stage.out] = Value::boolean(equal(lane_, args[0], stage.held));
            return;
        case Op::Call: registers[stage.out] = call(lane_, stage.held, args, 1); return;
        case Op::CallBoth:
            args[1] = registers[stage.second];
            registers[stage.out] = call(lane_, stage.held, args, 2);
            return;
        }
        registers[stage.out] = run_body(stage.body, args);
    }

    Lane& lane_;
    uint32_t count_ = 0;
    Stage stages_[kStages];
};

/// A function of two arguments made ready likewise: a primitive, or one of three with one bound.
class PreparedPair {
  public:
    BATT_HD PreparedPair(Lane& lane, Value function) : lane_(lane), function_(function) {
        if (function.kind == Kind::Function && function.arity() == 2) {
            body_ = lane.body(function.ref);
        } else if (function.kind == Kind::Closure && function.arity() == 2) {
            const Value* captured = lane.at<Value>(function.ref);
            if (captured[0].kind != Kind::Function || captured[0].arity() != 3) return;
            body_ = lane.body(captured[0].ref);
            bound_ = captured[1];
            where_ = function.op() == ClosureOp::Lbind ? 0 : 2;
        }
    }

    BATT_HD_CALL Value operator()(Value x, Value y) {
        if (body_ == nullptr) return call(lane_, function_, x, y);
        Value args[3] = {x, y, bound_};
        if (where_ == 0) {
            args[0] = bound_;
            args[1] = x;
            args[2] = y;
        }
        Scratch scope(lane_);
        if (!lane_.step()) return Value::none();
        return body_(lane_, args);
    }

  private:
    Lane& lane_;
    Value function_;
    Value bound_;
    Body body_ = nullptr;
    int where_ = 2; ///< the place of the bound argument
};

} // namespace batt::dsl
