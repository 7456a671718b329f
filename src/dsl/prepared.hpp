// SPDX-License-Identifier: MIT-0
// A function of one argument made ready to be called for many elements.
#pragma once

#include "dsl/call.hpp"
#include "dsl/memo.hpp"
#include "dsl/scalar.hpp"

namespace batt::dsl {

/// One call of a body, or whatever else a closure comes to, on registers.
struct Stage {
    enum class Op : uint8_t { Body, Binary, Match, Call, CallBoth };

    Value held; ///< what was bound, matched or is called
    Body body;
    Op op;
    uint8_t where; ///< Body: which argument the input is
    uint8_t in;
    uint8_t second;
    uint8_t out;
    bool quick; ///< it calls for no more than a little arithmetic
};

/// What a closure was resolved into. call() would count more for it; these are upper bounds.
struct Recipe {
    uint32_t first = 0;  ///< of its stages, in Recipes
    uint16_t count = 0;  ///< of them
    uint16_t layers = 0; ///< closures inside one another: a step each
    uint16_t depth = 0;  ///< of nested calls
    uint16_t cuts = 0;   ///< stages, a bit each, on whose value alone those after it depend

    /// What call() puts aside on the way.
    BATT_HD uint32_t pending_bytes() const {
        return 2 * layers * static_cast<uint32_t>(sizeof(detail::Pending));
    }
};

/// Recipes of closures that are known before any container is: found by where the closure lives.
struct Recipes {
    const uint32_t* table; ///< position in `all`, + 1, by hash of the closure's place; 0: none
    const uint32_t* places;
    const Recipe* all;
    const Stage* stages;
    bool* counted; ///< set when more was counted than call() would at the same point
    uint32_t mask; ///< of the table

    BATT_HD static uint32_t hash(uint32_t place) { return (place >> 4) * 0x9E3779B1U >> 7; }

    BATT_HD const Recipe* find(Value function) const {
        if (function.kind() != Kind::Closure) return nullptr;
        for (uint32_t at = hash(function.ref()) & mask; table[at] != 0; at = (at + 1) & mask) {
            if (places[table[at] - 1] == function.ref()) return &all[table[at] - 1];
        }
        return nullptr;
    }
};

/// Resolves a closure once into a short list of direct calls of bodies: compositions, forks,
/// matchers and bound arguments disappear. What does not fit (long chains, functions made at run
/// time, wrong arities) is a stage that goes through call(). Gives what call() gives.
class Prepared {
public:
    static constexpr uint32_t kStages = 12;

    /// `calls`: how many are expected; for a few, resolving does not pay.
    BATT_HD_CALL Prepared(Lane& lane, Value function, uint32_t calls)
        : lane_(lane), memo_(lane.mark()) {
        if (lane.recipes() != nullptr && calls > 0 && take_known(function, calls)) return;
        if (!pays_for(calls) || !resolve(function)) {
            recipe_.count = 0;
            recipe_.cuts = 0;
            push(Op::Call, 0, 0, 1, nullptr, function);
        }
        memo_.ask_after(recipe_.cuts);
    }

    BATT_HD static bool pays_for(uint32_t calls) { return calls >= 3; }

    /// Resolves a closure whatever the number of calls; copies the stages and says how many there
    /// are, or 0 if they are too many. `stages` has room for kStages.
    BATT_HD static Recipe resolve(Lane& lane, Value function, Stage* stages) {
        Prepared made(lane);
        if (!made.resolve(function)) return {};
        for (uint32_t k = 0; k < made.recipe_.count; ++k) stages[k] = made.stages_[k];
        return made.recipe_;
    }

    BATT_HD ~Prepared() {
        for (uint32_t k = 0; k < entered_; ++k) lane_.leave();
    }
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;

    BATT_HD Value operator()(Value x) {
        if (layers_ != 0 && !lane_.step(layers_)) return Value::none();
        if (recipe_.count == 1) return run(stages_[0], &x);
        return run_all(x);
    }

private:
    using Op = Stage::Op;

    static constexpr uint8_t kRegisters = 8;
    static constexpr int kMostNesting = 12;

    BATT_HD explicit Prepared(Lane& lane) : lane_(lane), memo_(lane.mark()) {}

    BATT_HD bool resolve(Value function) {
        if (!add(function, 0, 1, 2, 0)) return false;
        find_cuts();
        return true;
    }

    /// Cuts before the last stages that are quick are none worth asking at.
    BATT_HD void find_cuts() {
        uint32_t needed = 1U << 1; // registers
        bool dear = false;
        for (uint32_t k = recipe_.count; k-- > 1;) {
            const Stage& stage = stages_[k];
            dear = dear || !stage.quick;
            needed = (needed & ~(1U << stage.out)) | 1U << stage.in;
            if (stage.op == Op::Binary || stage.op == Op::CallBoth) needed |= 1U << stage.second;
            if (dear && needed == 1U << stages_[k - 1].out) {
                recipe_.cuts |= static_cast<uint16_t>(1U << (k - 1));
            }
        }
    }

    BATT_HD bool take_known(Value function, uint32_t calls) {
        const Recipe* known = lane_.recipes()->find(function);
        if (known == nullptr) return false;
        recipe_ = *known;
        stages_ = lane_.recipes()->stages + known->first;
        if (pays_for(calls)) {
            memo_.ask_after(recipe_.cuts);
        } else {
            count_as_call();
        }
        return true;
    }

    /// For few calls a program alone goes through call(), and spends what that counts: this spends
    /// the same on each, only earlier, and at least as much room, so that a budget that holds here
    /// holds there.
    BATT_HD void count_as_call() {
        *lane_.recipes()->counted = true;
        layers_ = recipe_.layers;
        lane_.scratch<char>(recipe_.pending_bytes());
        while (entered_ < recipe_.depth && lane_.enter()) ++entered_;
    }

    BATT_HD bool push(Op op, uint8_t in, uint8_t second, uint8_t out, Body body, Value held = {},
                      uint8_t where = 0, bool quick = false) {
        if (recipe_.count == kStages) return false;
        Stage& stage = reinterpret_cast<Stage*>(stage_room_)[recipe_.count++];
        stage.op = op;
        stage.in = in;
        stage.second = second;
        stage.out = out;
        stage.body = body;
        stage.where = where;
        stage.held = held;
        stage.quick = quick;
        return true;
    }

    BATT_HD static bool is_quick(Value primitive) { return primitive.ref() < ScalarPrims::count; }

    /// Adds stages that put f(register in) in register out; registers from `free` on are unused.
    /// False if it takes too many.
    BATT_HD_CALL bool add(Value f, uint8_t in, uint8_t out, uint8_t free, int nesting) {
        if (f.kind() == Kind::Function && f.arity() == 1) {
            return push(Op::Body, in, 0, out, lane_.body(f.ref()), {}, 0, is_quick(f));
        }
        if (f.kind() != Kind::Closure || f.arity() != 1 || nesting == kMostNesting) {
            return push(Op::Call, in, 0, out, nullptr, f);
        }
        const Value* captured = lane_.at<Value>(f.ref());
        ++recipe_.layers;
        if (recipe_.depth <= nesting) recipe_.depth = static_cast<uint16_t>(nesting + 1);
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
            if (inner.kind() != Kind::Function || inner.arity() != 2) break;
            uint8_t where = f.op() == ClosureOp::Rbind ? 0 : 1;
            return push(Op::Body, in, 0, out, lane_.body(inner.ref()), captured[1], where,
                        is_quick(inner));
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
            if (outer.kind() == Kind::Function && outer.arity() == 2) {
                return push(Op::Binary, a, b, out, lane_.body(outer.ref()), {}, 0, is_quick(outer));
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

    /// A stage whose inputs start at `in`.
    BATT_HD Value run(const Stage& stage, const Value* in) {
        if (stage.op == Op::Binary) return run_body(stage.body, in);
        if (stage.op != Op::Body) return run_other(stage, in);
        Value args[2] = {stage.held, stage.held};
        args[stage.where] = *in;
        return run_body(stage.body, args);
    }

    BATT_NOINLINE BATT_HD Value run_other(const Stage& stage, const Value* in) {
        if (stage.op == Op::Match) return Value::boolean(equal(lane_, *in, stage.held));
        return call(lane_, stage.held, in, stage.op == Op::CallBoth ? 2 : 1);
    }

    BATT_HD_CALL Value run_all(Value x) {
        if (!lane_.enter()) return Value::none();
        Value* registers = reinterpret_cast<Value*>(register_room_);
        registers[0] = x;
        uint32_t asked = kStages; // after which stage
        Value key;
        for (uint32_t k = 0; k < recipe_.count && !lane_.failed(); ++k) {
            Value& made = registers[stages_[k].out];
            made = run(stages_[k], registers + stages_[k].in);
            if (!memo_.asks_after(k) || asked != kStages || !memo_.lives_on(made)) continue;
            if (lane_.failed()) break;
            if (const Value* known = memo_.find(k, made)) {
                lane_.leave();
                return *known;
            }
            asked = k;
            key = made;
        }
        lane_.leave();
        if (lane_.failed()) return Value::none();
        if (asked != kStages) memo_.keep(asked, key, registers[1]);
        return registers[1];
    }

    // Plain room, because filling it with Nones for every container would cost more than it holds.
    alignas(16) unsigned char stage_room_[kStages * sizeof(Stage)];
    alignas(16) unsigned char register_room_[kRegisters * sizeof(Value)];
    Lane& lane_;
    Memo memo_;
    Recipe recipe_;
    const Stage* stages_ = reinterpret_cast<const Stage*>(stage_room_);
    uint32_t entered_ = 0; ///< calls around this one, as call() would count them
    uint32_t layers_ = 0;  ///< steps of a call that only call() would count
};

/// A function of two arguments made ready likewise: a primitive, or one of three with one bound.
class PreparedPair {
public:
    BATT_HD PreparedPair(Lane& lane, Value function) : lane_(lane), function_(function) {
        if (function.kind() == Kind::Function && function.arity() == 2) {
            body_ = lane.body(function.ref());
        } else if (function.kind() == Kind::Closure && function.arity() == 2) {
            const Value* captured = lane.at<Value>(function.ref());
            if (captured[0].kind() != Kind::Function || captured[0].arity() != 3) return;
            body_ = lane.body(captured[0].ref());
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
