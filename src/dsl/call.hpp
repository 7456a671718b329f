// SPDX-License-Identifier: MIT-0
// CALL of the specification: what happens when a value is called.
#pragma once

#include "value/compare.hpp"
#include "value/lane.hpp"

namespace batt {

/// Most arguments a call can have and still succeed (the arity of `objects`).
inline constexpr int kMaxArity = 4;

/// Runs primitive `id` on as many arguments as it has parameters.
BATT_HD_CALL inline Value invoke(Lane& lane, uint32_t id, const Value* args) {
    Scratch scope(lane);
    if (!lane.step()) return Value::none();
    return lane.body(id)(lane, args);
}

/// CALL: `function` may be any value; a failure is recorded in the lane.
BATT_HD_CALL inline Value call(Lane& lane, Value function, const Value* args, int count);

BATT_HD inline Value call(Lane& lane, Value function, Value x) {
    return call(lane, function, &x, 1);
}

BATT_HD inline Value call(Lane& lane, Value function, Value x, Value y) {
    const Value args[2] = {x, y};
    return call(lane, function, args, 2);
}

/// CALL from inside a generator: a StopIteration that escapes is a RuntimeError.
BATT_HD inline Value call_lazily(Lane& lane, Value function, const Value* args, int count) {
    Value v = call(lane, function, args, count);
    lane.leave_generator();
    return v;
}

BATT_HD inline Value call_lazily(Lane& lane, Value function, Value x) {
    return call_lazily(lane, function, &x, 1);
}

BATT_HD inline Value call_lazily(Lane& lane, Value function, Value x, Value y) {
    const Value args[2] = {x, y};
    return call_lazily(lane, function, args, 2);
}

namespace detail {

/// What is still to be done with the value a closure's inner call gives.
struct Pending {
    Value then;     ///< the function to call with it, or the value to compare it with
    uint64_t match; ///< compare
    uint64_t unused = 0;
};

/// Runs a call until its value is known. Compositions of any depth are a loop over a stack of
/// pending functions in scratch; only fork's two inner calls and primitives nest.
BATT_HD_CALL inline Value run_call(Lane& lane, Value f, const Value* given, int count) {
    Value args[kMaxArity];
    if (count > kMaxArity) {
        bool takes_any = f.kind() == Kind::Closure && f.op() == ClosureOp::SafeDefault;
        return takes_any ? Value::empty_tuple() : lane.fail(Fault::TypeError);
    }
    for (int k = 0; k < count; ++k) args[k] = given[k];

    uint32_t pending = 0;
    auto push = [&](Value then, bool match) {
        Pending* room = lane.scratch<Pending>(1);
        if (room == nullptr) return false;
        *room = {then, match ? 1ULL : 0ULL};
        ++pending;
        return true;
    };

    for (;;) {
        if (!f.is_function()) return lane.fail(Fault::TypeError);
        if (f.arity() != count && f.arity() != kAnyArity) return lane.fail(Fault::TypeError);
        Value result;
        if (f.kind() == Kind::Function) {
            result = invoke(lane, f.ref(), args);
        } else {
            if (!lane.step()) return Value::none();
            const Value* captured = lane.at<Value>(f.ref());
            switch (f.op()) {
            case ClosureOp::Compose:
                if (!push(captured[0], false)) return Value::none();
                f = captured[1];
                continue;
            case ClosureOp::Chain:
                if (!push(captured[0], false) || !push(captured[1], false)) return Value::none();
                f = captured[2];
                continue;
            case ClosureOp::Matcher:
                if (!push(captured[1], true)) return Value::none();
                f = captured[0];
                continue;
            case ClosureOp::Rbind:
                if (count == kMaxArity) return lane.fail(Fault::TypeError);
                args[count++] = captured[1];
                f = captured[0];
                continue;
            case ClosureOp::Lbind:
                if (count == kMaxArity) return lane.fail(Fault::TypeError);
                for (int k = count; k > 0; --k) args[k] = args[k - 1];
                args[0] = captured[1];
                ++count;
                f = captured[0];
                continue;
            case ClosureOp::Fork: {
                Value a = call(lane, captured[1], args, 1);
                if (lane.failed()) return Value::none();
                Value b = call(lane, captured[2], args, 1);
                if (lane.failed()) return Value::none();
                f = captured[0];
                args[0] = a;
                args[1] = b;
                count = 2;
                continue;
            }
            case ClosureOp::SafeDefault:
                result = Value::empty_tuple();
                break;
            }
        }
        for (;;) {
            if (lane.failed() || pending == 0) return result;
            const Pending* top = lane.at<Pending>(lane.scratch_mark());
            Pending next = *top;
            lane.scratch_release(lane.scratch_mark() + static_cast<uint32_t>(sizeof(Pending)));
            --pending;
            if (next.match == 0) {
                f = next.then;
                args[0] = result;
                count = 1;
                break;
            }
            result = Value::boolean(equal(lane, result, next.then));
        }
    }
}
static_assert(sizeof(Pending) % 16 == 0);

} // namespace detail

BATT_HD_CALL inline Value call(Lane& lane, Value function, const Value* args, int count) {
    if (function.kind() == Kind::Function) {
        if (function.arity() != count) return lane.fail(Fault::TypeError);
        return invoke(lane, function.ref(), args);
    }
    if (!lane.enter()) return Value::none();
    Scratch scope(lane);
    Value v = detail::run_call(lane, function, args, count);
    lane.leave();
    return v;
}

} // namespace batt
