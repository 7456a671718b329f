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
        if (!pays_for(calls) || !add(function, 0, 1, 2, 0)) {
            count_ = 0;
            push(Op::Call, 0, 0, 1, nullptr, function);
        }
    }

    BATT_HD static bool pays_for(uint32_t calls) { return calls >= 3; }

    BATT_HD Value operator()(Value x) {
        if (count_ == 1) return run(stages()[0], x);
        return run_all(x);
    }

private:
    enum class Op : uint8_t { Body, Binary, Match, Call, CallBoth };

    struct Stage {
        Value args[2]; ///< of the body, with what was bound in its place
        Body body;
        Op op;
        uint8_t where; ///< Body: which argument the input is
        uint8_t in;
        uint8_t second;
        uint8_t out;
    };

    static constexpr uint32_t kStages = 12;
    static constexpr uint8_t kRegisters = 8;
    static constexpr int kMostNesting = 12;

    BATT_HD Stage* stages() { return reinterpret_cast<Stage*>(stage_room_); }

    BATT_HD bool push(Op op, uint8_t in, uint8_t second, uint8_t out, Body body, Value held = {},
                      uint8_t where = 0) {
        if (count_ == kStages) return false;
        Stage& stage = stages()[count_++];
        stage.op = op;
        stage.in = in;
        stage.second = second;
        stage.out = out;
        stage.body = body;
        stage.where = where;
        stage.args[1 - where] = held;
        return true;
    }

    /// Adds stages that put f(register in) in register out; registers from `free` on are unused.
    /// False if it takes too many.
    BATT_HD_CALL bool add(Value f, uint8_t in, uint8_t out, uint8_t free, int nesting) {
        if (f.kind == Kind::Function && f.arity() == 1) {
            return push(Op::Body, in, 0, out, lane_.body(f.ref));
        }
        if (f.kind != Kind::Closure || f.arity() != 1 || nesting == kMostNesting) {
            return push(Op::Call, in, 0, out, nullptr, f);
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
                   push(Op::Match, out, 0, out, nullptr, captured[1]);
        case ClosureOp::Rbind:
        case ClosureOp::Lbind: {
            Value inner = captured[0];
            if (inner.kind != Kind::Function || inner.arity() != 2) break;
            uint8_t where = f.op() == ClosureOp::Rbind ? 0 : 1;
            return push(Op::Body, in, 0, out, lane_.body(inner.ref), captured[1], where);
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
                return push(Op::Binary, a, b, out, lane_.body(outer.ref));
            }
            return push(Op::CallBoth, a, b, out, nullptr, outer);
        }
        case ClosureOp::SafeDefault:
            break;
        }
        return push(Op::Call, in, 0, out, nullptr, f);
    }

    BATT_HD Value run_body(Body body, const Value* args) {
        Scratch scope(lane_);
        if (!lane_.step()) return Value::none();
        return body(lane_, args);
    }

    /// A stage with one input.
    BATT_HD Value run(Stage& stage, Value x) {
        if (stage.op == Op::Body) {
            stage.args[stage.where] = x;
            return run_body(stage.body, stage.args);
        }
        if (stage.op == Op::Match) return Value::boolean(equal(lane_, x, stage.args[1]));
        return call(lane_, stage.args[1], x);
    }

    BATT_HD_CALL Value run_all(Value x) {
        if (!lane_.enter()) return Value::none();
        Value* registers = reinterpret_cast<Value*>(register_room_);
        registers[0] = x;
        for (uint32_t k = 0; k < count_ && !lane_.failed(); ++k) {
            Stage& stage = stages()[k];
            if (stage.op == Op::Binary) {
                // Two registers side by side are the arguments of the body.
                registers[stage.out] = run_body(stage.body, registers + stage.in);
            } else if (stage.op == Op::CallBoth) {
                registers[stage.out] = call(lane_, stage.args[1], registers + stage.in, 2);
            } else {
                registers[stage.out] = run(stage, registers[stage.in]);
            }
        }
        lane_.leave();
        return lane_.failed() ? Value::none() : registers[1];
    }

    // Plain room, because filling it with Nones for every container would cost more than it holds.
    alignas(16) unsigned char stage_room_[kStages * sizeof(Stage)];
    alignas(16) unsigned char register_room_[kRegisters * sizeof(Value)];
    Lane& lane_;
    uint32_t count_ = 0;
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
            first_ = function.op() == ClosureOp::Lbind ? 1 : 0;
            args_[first_ == 1 ? 0 : 2] = captured[1];
        }
    }

    BATT_HD Value operator()(Value x, Value y) {
        if (body_ == nullptr) return call(lane_, function_, x, y);
        args_[first_] = x;
        args_[first_ + 1] = y;
        Scratch scope(lane_);
        if (!lane_.step()) return Value::none();
        return body_(lane_, args_);
    }

private:
    Lane& lane_;
    Value function_;
    Value args_[3]; ///< with what was bound in its place
    Body body_ = nullptr;
    int first_ = 0; ///< where the two arguments go
};

} // namespace batt::dsl
