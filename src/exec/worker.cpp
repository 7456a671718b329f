// SPDX-License-Identifier: MIT-0
#include "exec/worker.hpp"

#include "battery/cut.hpp"
#include "dsl/foresight.hpp"
#include "dsl/registry.hpp"
#include "exec/place.hpp"

#include <algorithm>
#include <chrono>

namespace batt {

namespace {

/// Shared values of one sample take up this much before they are dropped and made anew on demand.
constexpr uint64_t kSharedBytes = 256ULL << 20;
/// A lane that was used beyond this gives its memory back to the system between samples.
constexpr uint32_t kKeptBytes = 512U << 20;

uint64_t lane_bytes(const Limits& limits) {
    return std::min(Limits::kMaxBytes, limits.bytes + 2 * kSharedBytes);
}

} // namespace

Worker::Worker(const Plan& plan, const Limits& limits)
    : plan_(plan), limits_(limits), arena_(lane_bytes(limits)),
      lane_(arena_.data(), lane_bytes(limits), limits.steps, host_language()),
      slots_(plan.slot_count()), faults_(plan.slot_count()), costs_(plan.slot_count()),
      stamps_(plan.slot_count()), promises_(plan.slot_count()), step_of_(plan.slot_count()),
      left_out_(plan.slot_count()), kept_in_(plan.slot_count()), judged_(plan.slot_count()),
      arguments_(plan.most_arguments()) {
    std::copy(plan.names().begin(), plan.names().end(), slots_.begin() + Plan::kParameters);
    begin_fixed();
}

void Worker::begin_fixed() {
    lane_.reset(limits_.steps);
    layer_ = Level::Fixed;
    ++epochs_[0];
    spent_ = {};
    run_level(Level::Fixed);
    fixed_spent_ = spent_;
    fixed_end_ = lane_.used();
    task_ = nullptr;
}

Worker::FixedStep Worker::fixed_step(uint32_t step) const {
    uint32_t slot = plan_.calls()[step].slot;
    const Cost& cost = costs_[slot];
    return {slots_[slot], faults_[slot], cost.steps, cost.kept, cost.peak};
}

void Worker::begin_task(const Task& task) {
    lane_.release(fixed_end_);
    task_ = &task;
    layer_ = Level::Task;
    ++epochs_[1];
    slots_[Program::Samples] = Value::none();
    if (plan_.names_samples()) slots_[Program::Samples] = place_samples(lane_, task);
    samples_bytes_ = lane_.used() - fixed_end_;
    spent_ = fixed_spent_;
    run_level(Level::Task);
    task_spent_ = spent_;
    task_end_ = lane_.used();
}

void Worker::begin_sample(const Sample& sample) {
    if (peak_ > kKeptBytes) {
        arena_.discard();
        begin_fixed();
    }
    if (task_ != sample.task) begin_task(*sample.task);
    sample_ = &sample;
    spent_ = task_spent_;
    peak_ = 0;
    forget();
}

/// Drops what depends on the sample, all but the sample itself.
void Worker::forget() {
    lane_.release(task_end_);
    ++epochs_[2];
    ++values_;
    for (uint32_t slot : forced_) stamps_[slot] = 0;
    forced_.clear();
    layer_ = Level::Sample;
    slots_[Program::Input] = place_grid(lane_, sample_->example().input);
    slots_[Program::Candidate] = Value::none();
    slots_[Program::Expected] =
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
            if (inherited == Fault::None && !is_left_out(slot)) inherited = faults_[slot];
        };
        look(call.callee);
        for (uint32_t slot : plan_.arguments(call)) look(slot);
        if (inherited != Fault::None && plan_.policy() == Policy::Strict) {
            // Whoever needs this step needs the failed one before it.
            faults_[call.slot] = inherited;
            costs_[call.slot] = {};
            stamps_[call.slot] = epochs_[static_cast<size_t>(level)];
        } else if (keep_promises(call) == Fault::None) {
            compute(call);
        }
    }
}

void Worker::load_arguments(const Plan::Call& call) {
    uint32_t k = 0;
    for (uint32_t slot : plan_.arguments(call)) arguments_[k++] = slots_[slot];
}

/// Whether a step whose value nothing needs can be left out; there is then a promise for it. The
/// solver alone decides alike: what others have computed is not made use of.
bool Worker::leave_out(uint32_t step) {
    const Plan::Call& call = plan_.calls()[step];
    uint32_t k = 0;
    bool computed = !is_left_out(call.callee);
    for (uint32_t slot : plan_.arguments(call)) {
        computed = computed && !is_left_out(slot);
        arguments_[k++] = known(slot);
    }
    Value& promise = promises_[call.slot];
    // Of computed arguments every solver thinks the same.
    if (!call.shared || !computed || judged_[call.slot] != values_) {
        bool fine =
            call.primitive != Plan::kNoPrimitive
                ? dsl::cannot_fail(lane_, call.primitive, arguments_.data(), call.count, promise)
                : dsl::cannot_fail(lane_, known(call.callee), arguments_.data(), call.count,
                                   promise);
        if (!fine) promise = Value::none();
        judged_[call.slot] = computed ? values_ : 0;
    }
    if (!dsl::Foresight::is_promised(promise)) return false;
    left_out_[call.slot] = turn_;
    step_of_[call.slot] = step;
    return true;
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
    if (kept_in_[slot] != turn_) {
        const Plan::Call& earlier = plan_.calls()[step_of_[slot]];
        Fault fault = keep_promises(earlier);
        if (fault != Fault::None) return fault;
        if (!earlier.shared || !is_done(earlier)) compute(earlier);
        kept_in_[slot] = turn_;
    }
    return faults_[slot];
}

/// Computes a step whose arguments are there, under budgets of its own.
void Worker::compute(const Plan::Call& call) {
    if (times_ == nullptr) {
        evaluate(call);
        return;
    }
    auto start = std::chrono::steady_clock::now();
    evaluate(call);
    StepTime& time = (*times_)[static_cast<size_t>(&call - plan_.calls().data())];
    time.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ++time.count;
    time.failed += faults_[call.slot] != Fault::None ? 1 : 0;
}

void Worker::evaluate(const Plan::Call& call) {
    load_arguments(call);
    uint32_t start = lane_.used();
    lane_.refill(limits_.steps);
    Value value = call.primitive != Plan::kNoPrimitive
                      ? invoke(lane_, call.primitive, arguments_.data())
                      : batt::call(lane_, slots_[call.callee], arguments_.data(), call.count);
    Fault fault = lane_.fault();
    if (fault != Fault::None) {
        lane_.clear_fault();
        lane_.release(start);
        value = call.fallback;
    }
    uint64_t steps = limits_.steps - lane_.steps_left();
    slots_[call.slot] = value;
    faults_[call.slot] = fault;
    // A lane of its own would have had no more room, and no more steps.
    bool hopeless = fault == Fault::Limit && start + limits_.bytes <= lane_bytes(limits_);
    costs_[call.slot] = {static_cast<uint32_t>(std::min<uint64_t>(steps, 0xFFFFFFFF)),
                         lane_.used() - start, lane_.peak() - start, hopeless};
    stamps_[call.slot] = epochs_[static_cast<size_t>(call.level)];
    spent_.steps += steps;
    spent_.bytes += costs_[call.slot].peak;
    peak_ = std::max(peak_, lane_.peak());
    ++stats_.steps;
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
        const Plan::Call& call = plan_.calls()[line.step];
        if (!call.shared) continue;
        if (line.dead != 0) {
            if (leave_out(line.step)) continue;
            if (keep_promises(call) != Fault::None) return;
        }
        if (is_done(call)) {
            ++stats_.reused;
        } else {
            compute(call);
        }
        if (strict && faults_[call.slot] != Fault::None) return;
    }
}

/// Computes the steps only this solver needs, and looks at all of them in the order of its lines.
Outcome Worker::run_private(uint32_t solver, std::span<const Plan::Line> lines) {
    bool strict = plan_.policy() == Policy::Strict;
    for (Plan::Line line : lines) {
        const Plan::Call& call = plan_.calls()[line.step];
        if (line.dead != 0) {
            if (call.shared ? is_left_out(call.slot) : leave_out(line.step)) continue;
            Fault fault = keep_promises(call);
            if (fault != Fault::None) return {Value::none(), fault};
        }
        if (!call.shared) compute(call);
        if (strict && faults_[call.slot] != Fault::None) {
            return {Value::none(), faults_[call.slot]};
        }
    }
    return {slots_[plan_.result(solver)], Fault::None};
}

/// What a solver alone needs for the sample and for its promises, or a little more.
uint64_t Worker::bytes_besides_steps(std::span<const Plan::Line> lines) const {
    return sample_end_ - task_end_ + samples_bytes_ + fixed_end_ + Lane::kPreamble +
           lines.size() * dsl::kPromisedClosureBytes;
}

/// Whether the outcome is surely that of the solver alone: an upper bound of what it would have
/// used is within the budgets, or the step that ends it is beyond any.
bool Worker::is_certain(std::span<const Plan::Line> lines) const {
    bool strict = plan_.policy() == Policy::Strict;
    uint64_t steps = 0;
    uint64_t kept = bytes_besides_steps(lines);
    uint64_t peak = 0;
    for (Plan::Line line : lines) {
        uint32_t slot = plan_.calls()[line.step].slot;
        if (is_left_out(slot) && kept_in_[slot] != turn_) continue;
        const Cost& cost = costs_[slot];
        if (faults_[slot] == Fault::Limit) return strict && cost.hopeless;
        steps += cost.steps;
        kept += cost.kept;
        peak = std::max<uint64_t>(peak, cost.peak);
        if (strict && faults_[slot] != Fault::None) break; // nothing after it was run
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
        bool questionable = outcome.fault == Fault::Limit || spent_.steps >= limits_.steps ||
                            spent_.bytes + bytes_besides_steps(lines) >= limits_.bytes;
        if (questionable && !is_certain(lines)) {
            run_alone(solver, visit);
        } else {
            visit(solver, outcome, lane_);
        }
        for (uint32_t slot : borrowed_) stamps_[slot] = 0;
        borrowed_.clear();
        lane_.release(shared_end);
    }
}

} // namespace batt
