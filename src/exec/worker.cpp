// SPDX-License-Identifier: MIT-0
#include "exec/worker.hpp"

#include "base/mix_hash.hpp"
#include "base/stopwatch.hpp"
#include "battery/cut.hpp"
#include "dsl/foresight.hpp"
#include "dsl/known_objects.hpp"
#include "dsl/registry.hpp"
#include "exec/content.hpp"
#include "exec/place.hpp"

#include <algorithm>

namespace batt {

namespace {

/// Shared values of one sample take up this much before they are dropped and made anew on demand.
constexpr uint64_t kSharedBytes = 256ULL << 20;
/// A lane that was used beyond this gives its memory back to the system between samples.
constexpr uint32_t kMostKept = 512U << 20;

/// How long evaluations take, in steps: roughly, to compare those of one primitive.
constexpr uint64_t kCallEffort = 16;
constexpr uint64_t kBytesAStep = 16;

uint64_t lane_bytes(const Limits& limits) {
    return std::min(Limits::kMaxBytes, limits.bytes + 2 * kSharedBytes);
}

/// Where the memory of a step ends, so that it has that of a whole solver: no solver could give it
/// more. That end moves seldom, so that temporaries stay where they are warm.
uint64_t memory_end(uint32_t start, const Limits& limits) {
    constexpr uint64_t kGrain = 1 << 20;
    return (start + limits.bytes + kGrain) & ~(kGrain - 1);
}

} // namespace

Worker::Worker(const Plan& plan, const Limits& limits)
    : plan_(plan), limits_(limits), arena_(lane_bytes(limits)),
      lane_(arena_.data(), lane_bytes(limits), limits.steps, host_language()),
      slots_(plan.slot_count()), arguments_(plan.most_arguments()) {
    uint32_t next = Plan::kParameters;
    for (Value value : plan.names()) slots_[next++].value = value;
    begin_fixed();
}

void Worker::begin_fixed() {
    lane_.reset(limits_.steps);
    layer_ = Level::Fixed;
    ++epochs_[0];
    recipes_ = nullptr;
    lane_.use(nullptr);
    spent_ = {};
    run_level(Level::Fixed);
    fixed_spent_ = spent_;
    resolve_closures();
    fixed_end_ = lane_.used();
    task_ = nullptr;
}

void Worker::resolve_closures() {
    book_.clear();
    for (uint32_t step : plan_.steps_at(Level::Fixed)) {
        const Plan::Call& call = plan_.calls()[step];
        if (!call.resolved || !is_done(call) || slots_[call.slot].fault != Fault::None) continue;
        book_.add(lane_, slots_[call.slot].value);
    }
    recipes_ = book_.recipes();
    lane_.use(recipes_);
}

Worker::FixedStep Worker::fixed_step(uint32_t step) const {
    uint32_t slot = plan_.calls()[step].slot;
    if (!is_done(plan_.calls()[step])) return {};
    const Cost& cost = slots_[slot].cost;
    Value value = slots_[slot].value;
    if (value.is_set() && !value.has_function()) {
        hash(lane_, value);
        dsl::promise_of(lane_, value);
    }
    return {true, value, slots_[slot].fault, cost.steps, cost.kept, cost.peak};
}

void Worker::begin_task(const Task& task) {
    lane_.release(fixed_end_);
    task_ = &task;
    layer_ = Level::Task;
    ++epochs_[1];
    slots_[Program::Samples].value = Value::none();
    if (plan_.names_samples()) slots_[Program::Samples].value = place_samples(lane_, task);
    samples_bytes_ = lane_.used() - fixed_end_;
    spent_ = fixed_spent_;
    run_level(Level::Task);
    task_spent_ = spent_;
    task_end_ = lane_.used();
}

void Worker::begin_sample(const Sample& sample) {
    if (peak_ > kMostKept) {
        arena_.discard();
        begin_fixed();
    }
    if (task_ != sample.task) begin_task(*sample.task);
    sample_ = &sample;
    made_calls_.clear();
    spent_ = task_spent_;
    peak_ = 0;
    forget();
}

/// Drops what depends on the sample, all but the sample itself.
void Worker::forget() {
    lane_.release(task_end_);
    ++epochs_[2];
    ++values_;
    for (uint32_t slot : forced_) slots_[slot].stamp = 0;
    forced_.clear();
    layer_ = Level::Sample;
    slots_[Program::Input].value = place_grid(lane_, sample_->example().input);
    slots_[Program::Candidate].value = Value::none();
    slots_[Program::Expected].value =
        plan_.names_expected() ? place_expected(lane_, sample_->example()) : Value::none();
    sample_end_ = lane_.used();
}

void Worker::run_level(Level level) {
    ++turn_;
    ++values_;
    Scratch promised_closures(lane_);
    for (uint32_t step : plan_.steps_at(level)) {
        const Plan::Call& call = plan_.calls()[step];
        // What no result needs is left to the solvers that may fail by it.
        if (!call.live && leave_out(step)) continue;
        Fault inherited = Fault::None;
        auto look = [&](uint32_t slot) {
            if (inherited == Fault::None && !is_left_out(slot)) inherited = slots_[slot].fault;
        };
        look(call.callee);
        for (uint32_t slot : plan_.arguments(call)) look(slot);
        if (inherited != Fault::None && plan_.policy() == Policy::Strict) {
            // Whoever needs this step needs the failed one before it.
            slots_[call.slot].fault = inherited;
            slots_[call.slot].cost = {};
            slots_[call.slot].stamp = epochs_[static_cast<size_t>(level)];
        } else if (keep_promises(call) == Fault::None) {
            compute(call);
        }
    }
}

void Worker::load_arguments(const Plan::Call& call) {
    uint32_t k = 0;
    for (uint32_t slot : plan_.arguments(call)) arguments_[k++] = slots_[slot].value;
}

/// Whether a step whose value nothing needs can be left out; there is then a promise for it. The
/// solver alone decides alike: what others have computed is not made use of.
bool Worker::leave_out(uint32_t step) {
    const Plan::Call& call = plan_.calls()[step];
    Slot& slot = slots_[call.slot];
    uint32_t promised = 0;
    uint64_t latest = 0; // of the judgements by which it was
    uint32_t bit = 1;
    auto look = [&](uint32_t named) {
        if (is_left_out(named)) {
            promised |= bit;
            latest = std::max(latest, slots_[named].judgement);
        }
        bit <<= 1;
    };
    look(call.callee);
    for (uint32_t argument : plan_.arguments(call)) look(argument);
    // Of the same values, and the same promises, every solver thinks the same.
    bool is_judged = call.shared && call.count < 32 && slot.judged == values_ &&
                     slot.promised == promised && latest < slot.judgement;
    if (!is_judged) {
        uint32_t k = 0;
        for (uint32_t argument : plan_.arguments(call)) arguments_[k++] = known(argument);
        judge(call, known(call.callee));
        slot.promised = promised;
        slot.kept_first = false;
    }
    return !slot.kept_first && take_promise(step);
}

/// Finds a promise for a step by its arguments, which are loaded, if it cannot fail.
void Worker::judge(const Plan::Call& call, Value callee) {
    Slot& slot = slots_[call.slot];
    const Value* args = arguments_.data();
    bool fine = call.primitive != Plan::kNoPrimitive
                    ? dsl::cannot_fail(lane_, call.primitive, args, call.count, slot.promise)
                    : dsl::cannot_fail(lane_, callee, args, call.count, slot.promise);
    if (!fine) slot.promise = Value::none();
    // What stands for a closure is gone with the turn.
    slot.judged = slot.promise.kind() == Kind::Closure ? 0 : values_;
    slot.judgement = ++judgements_;
}

/// Leaves a step out if there is a promise for it.
bool Worker::take_promise(uint32_t step) {
    Slot& slot = slots_[plan_.calls()[step].slot];
    if (!dsl::Foresight::is_promised(slot.promise)) return false;
    slot.left_out = turn_;
    slot.step = step;
    return true;
}

/// Whether a dead line can be left out after all, now that what it names has been computed.
bool Worker::leave_out_now(uint32_t step) {
    const Plan::Call& call = plan_.calls()[step];
    Slot& slot = slots_[call.slot];
    if (slot.promised == 0) return false; // all was computed before, too
    if (!slot.kept_first) {
        load_arguments(call);
        judge(call, slots_[call.callee].value);
        slot.kept_first = true;
    }
    return take_promise(step);
}

/// Computes what a dead line names and was only promised so far; says how that failed.
Fault Worker::keep_promises(const Plan::Call& call) {
    Fault fault = keep(call.callee);
    for (uint32_t slot : plan_.arguments(call)) {
        if (fault == Fault::None) fault = keep(slot);
    }
    return fault;
}

Fault Worker::keep(uint32_t slot) {
    if (!is_left_out(slot)) return Fault::None;
    if (slots_[slot].kept_in != turn_) {
        const Plan::Call& earlier = plan_.calls()[slots_[slot].step];
        Fault fault = keep_promises(earlier);
        if (fault != Fault::None) return fault;
        if (!earlier.shared || !is_done(earlier)) compute(earlier);
        slots_[slot].kept_in = turn_;
    }
    if (slots_[slot].fault != Fault::None) ended_by_ = slot;
    return slots_[slot].fault;
}

/// Whether the same callee was called with the same argument values before on this sample.
bool Worker::is_repeated(const Plan::Call& call) {
    std::optional<uint64_t> part = content_hash(lane_, slots_[call.callee].value);
    uint64_t key = call.count;
    for (uint32_t slot : plan_.arguments(call)) {
        if (!part) return false;
        key = mix_hash(key, *part);
        part = content_hash(lane_, slots_[slot].value);
    }
    return part && !made_calls_.insert(mix_hash(key, *part)).second;
}

/// Computes a step whose arguments are there, under budgets of its own.
void Worker::compute(const Plan::Call& call) {
    if (times_ == nullptr) {
        if (call_times_.is_due(call)) {
            call_times_.note(call, evaluate_timed(call));
        } else {
            evaluate(call);
        }
        return;
    }
    bool repeated = count_values_ && is_repeated(call);
    double seconds = evaluate_timed(call);
    StepTime& time = (*times_)[static_cast<size_t>(&call - plan_.calls().data())];
    time.seconds += seconds;
    ++time.count;
    time.repeated += repeated ? 1 : 0;
    time.repeated_seconds += repeated ? seconds : 0;
    time.failed += slots_[call.slot].fault != Fault::None ? 1 : 0;
}

/// The same; gives the seconds it took.
double Worker::evaluate_timed(const Plan::Call& call) {
    Stopwatch watch;
    evaluate(call);
    return watch.lap();
}

bool Worker::knows_sibling(const Plan::Call& call) const {
    if (call.sibling == Plan::kNoStep) return false;
    const Plan::Call& other = plan_.calls()[call.sibling];
    return is_done(other) && slots_[other.slot].fault == Fault::None;
}

/// Gives a step the steps of a whole solver, and some more.
void Worker::give_steps(uint64_t more) {
    given_steps_ = limits_.steps > UINT64_MAX - more ? limits_.steps : limits_.steps + more;
    lane_.refill(given_steps_);
}

Value Worker::call_plainly(const Plan::Call& call) {
    if (call.primitive != Plan::kNoPrimitive) {
        return invoke(lane_, call.primitive, arguments_.data());
    }
    return batt::call(lane_, slots_[call.callee].value, arguments_.data(), call.count);
}

/// The value of a call by what the passes prepared. It costs what the call alone costs, or a little
/// more: a budget that holds is one that would have held, and one that does not hold by far would
/// not have. In between the call is made as it stands.
Value Worker::call_fast(const Plan::Call& call) {
    bool by_sibling = knows_sibling(call);
    give_steps(recipes_ == nullptr ? 0 : RecipeBook::kMostEarlySteps);
    uint32_t start = lane_.used();
    Value value = by_sibling ? dsl::objects_by_known(lane_, arguments_.data(),
                                                     slots_[plan_.calls()[call.sibling].slot].value)
                             : call_plainly(call);
    bool more = book_.counted_more() || by_sibling;
    bool limit = lane_.fault() == Fault::Limit;
    bool within = given_steps_ - lane_.steps_left() <= limits_.steps;
    bool far_beyond = limit && lane_.steps_left() == 0;
    if (far_beyond || (within && !(limit && more))) return value;
    lane_.clear_fault();
    lane_.release(start);
    lane_.use(nullptr);
    give_steps(0);
    value = call_plainly(call);
    lane_.use(recipes_);
    return value;
}

void Worker::evaluate(const Plan::Call& call) {
    load_arguments(call);
    uint32_t start = lane_.used();
    Bound memory(lane_, memory_end(start, limits_));
    bool roomy = lane_.room() >= limits_.bytes;
    Value value = call_fast(call);
    Fault fault = lane_.fault();
    if (fault != Fault::None) {
        lane_.clear_fault();
        lane_.release(start);
        value = call.fallback;
    }
    uint64_t steps = given_steps_ - lane_.steps_left();
    Slot& slot = slots_[call.slot];
    slot.value = value;
    slot.fault = fault;
    // A lane of its own would have had no more room, and no more steps.
    bool hopeless = fault == Fault::Limit && roomy;
    slot.cost = {static_cast<uint32_t>(std::min<uint64_t>(steps, 0xFFFFFFFF)), lane_.used() - start,
                 lane_.peak() - start, hopeless};
    slot.stamp = epochs_[static_cast<size_t>(call.level)];
    spent_.steps += steps;
    spent_.bytes += slot.cost.peak;
    peak_ = std::max(peak_, lane_.peak());
    ++stats_.steps;
    uint64_t effort = kCallEffort + steps + slot.cost.peak / kBytesAStep;
    call_times_.count(call, effort, fault != Fault::None);
    if (private_layer_ && call.shared) {
        borrowed_.push_back(call.slot);
    } else if (call.level < layer_) {
        forced_.push_back(call.slot);
    }
}

/// Computes the shared steps a solver needs and nobody has computed yet, up to its first failure.
void Worker::run_shared(std::span<const Plan::Line> lines) {
    bool strict = plan_.policy() == Policy::Strict;
    for (Plan::Line line : lines) {
        if (line.shared == 0) continue;
        const Plan::Call& call = plan_.calls()[line.step];
        if (line.dead != 0) {
            if (leave_out(line.step)) continue;
            if (keep_promises(call) != Fault::None) return;
            if (leave_out_now(line.step)) continue;
        }
        if (is_done(call)) {
            ++stats_.reused;
        } else {
            compute(call);
        }
        if (strict && slots_[call.slot].fault != Fault::None) return;
    }
}

/// Computes the steps only this solver needs, and looks at all of them in the order of its lines.
Outcome Worker::run_private(uint32_t solver, std::span<const Plan::Line> lines) {
    bool strict = plan_.policy() == Policy::Strict;
    // Calls lie all over the place: each is fetched while those before it run.
    constexpr size_t ahead = 3;
    const Plan::Call* calls = plan_.calls().data();
    for (size_t k = 0; k < lines.size(); ++k) {
        Plan::Line line = lines[k];
        if (k + ahead < lines.size()) __builtin_prefetch(calls + lines[k + ahead].step);
        const Plan::Call& call = calls[line.step];
        if (line.dead != 0) {
            if (call.shared ? is_left_out(call.slot) : leave_out(line.step)) continue;
            Fault fault = keep_promises(call);
            if (fault != Fault::None) return {Value::none(), fault};
            if (!call.shared && leave_out_now(line.step)) continue;
        }
        if (!call.shared) compute(call);
        if (strict && slots_[call.slot].fault != Fault::None) {
            ended_by_ = call.slot;
            return {Value::none(), slots_[call.slot].fault};
        }
    }
    return {slots_[plan_.result(solver)].value, Fault::None};
}

/// What a solver alone needs for the sample and for its promises, or a little more.
uint64_t Worker::bytes_besides_steps(std::span<const Plan::Line> lines) const {
    return sample_end_ - task_end_ + samples_bytes_ + Lane::kPreamble +
           lines.size() * dsl::kPromisedClosureBytes;
}

/// Whether a solver alone might have exceeded a budget: all that was spent on the sample, its task
/// and the battery together is beyond one.
bool Worker::is_questionable(const Outcome& outcome, std::span<const Plan::Line> lines) const {
    return outcome.fault == Fault::Limit || spent_.steps >= limits_.steps ||
           spent_.bytes + bytes_besides_steps(lines) >= limits_.bytes;
}

/// Whether the outcome is surely that of the solver alone: an upper bound of what it would have
/// used is within the budgets, or the step that ends it is beyond any.
bool Worker::is_certain(const Outcome& outcome, std::span<const Plan::Line> lines) const {
    if (outcome.fault == Fault::Limit) return slots_[ended_by_].cost.hopeless;
    bool strict = plan_.policy() == Policy::Strict;
    uint64_t steps = 0;
    uint64_t kept = bytes_besides_steps(lines);
    uint64_t peak = 0;
    for (Plan::Line line : lines) {
        uint32_t slot = plan_.calls()[line.step].slot;
        if (is_left_out(slot) && slots_[slot].kept_in != turn_) continue;
        const Cost& cost = slots_[slot].cost;
        if (slots_[slot].fault == Fault::Limit) {
            if (!strict) return false;
            continue; // a promise that was kept for a line after the end
        }
        steps += cost.steps;
        kept += cost.kept;
        peak = std::max<uint64_t>(peak, cost.peak);
        // Nothing after it was run; a promise is kept only later.
        if (outcome.failed() && slot == ended_by_ && !is_left_out(slot)) break;
    }
    return kept + peak <= limits_.bytes && steps <= limits_.steps;
}

void Worker::run_alone(uint32_t solver, const Visit& visit) {
    ++stats_.alone;
    if (!evaluator_) evaluator_ = std::make_unique<Evaluator>(limits_);
    Code code = make_code(cut_solver(plan_.battery(), plan_.battery().solvers()[solver]));
    visit(solver, evaluator_->run(code, *sample_, plan_.policy()), evaluator_->lane());
}

void Worker::run(const Sample& sample, std::span<const uint32_t> solvers, const Visit& visit) {
    begin_sample(sample);
    for (uint32_t solver : solvers) {
        std::span<const Plan::Line> lines = plan_.lines(solver);
        if (lane_.used() - task_end_ > kSharedBytes) {
            ++stats_.forgotten;
            forget();
        }
        ++turn_;
        Scratch promised_closures(lane_);
        run_shared(lines);
        uint32_t shared_end = lane_.used();
        private_layer_ = true;
        Outcome outcome = run_private(solver, lines);
        private_layer_ = false;
        if (is_questionable(outcome, lines) && !is_certain(outcome, lines)) {
            run_alone(solver, visit);
        } else {
            visit(solver, outcome, lane_);
        }
        for (uint32_t slot : borrowed_) slots_[slot].stamp = 0;
        borrowed_.clear();
        lane_.release(shared_end);
    }
}

} // namespace batt
