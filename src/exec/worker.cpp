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
      stamps_(plan.slot_count()), step_of_(plan.slot_count()), arguments_(plan.most_arguments()) {
    std::copy(plan.names().begin(), plan.names().end(), slots_.begin() + Plan::kParameters);
    begin_fixed();
}

void Worker::begin_fixed() {
    lane_.reset(limits_.steps);
    layer_ = Level::Fixed;
    ++epochs_[0];
    run_level(Level::Fixed);
    fixed_end_ = lane_.used();
    task_ = nullptr;
}

void Worker::begin_task(const Task& task) {
    lane_.release(fixed_end_);
    task_ = &task;
    layer_ = Level::Task;
    ++epochs_[1];
    slots_[Program::Samples] = Value::none();
    if (plan_.names_samples()) slots_[Program::Samples] = place_samples(lane_, task);
    samples_bytes_ = lane_.used() - fixed_end_;
    run_level(Level::Task);
    task_end_ = lane_.used();
}

void Worker::begin_sample(const Sample& sample) {
    if (peak_ > kKeptBytes) {
        arena_.discard();
        begin_fixed();
    }
    if (task_ != sample.task) begin_task(*sample.task);
    sample_ = &sample;
    spent_steps_ = 0;
    peak_ = 0;
    forget();
}

/// Drops what depends on the sample, all but the sample itself.
void Worker::forget() {
    lane_.release(task_end_);
    ++epochs_[2];
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
    for (uint32_t step : plan_.steps_at(level)) {
        const Plan::Call& call = plan_.calls()[step];
        if (!call.live && leave_out(call)) {
            stamps_[call.slot] = epochs_[static_cast<size_t>(level)];
            step_of_[call.slot] = step;
            continue;
        }
        Fault inherited = Fault::None;
        auto look = [&](uint32_t slot) {
            if (inherited == Fault::None) inherited = faults_[slot];
        };
        look(call.callee);
        for (uint32_t slot : plan_.arguments(call)) look(slot);
        if (inherited != Fault::None && plan_.policy() == Policy::Strict) {
            // Whoever needs this step needs the failed one before it.
            faults_[call.slot] = inherited;
            costs_[call.slot] = {};
            stamps_[call.slot] = epochs_[static_cast<size_t>(level)];
        } else {
            keep_promises(call);
            compute(call);
        }
    }
}

void Worker::load_arguments(const Plan::Call& call) {
    uint32_t k = 0;
    for (uint32_t slot : plan_.arguments(call)) arguments_[k++] = slots_[slot];
}

/// Whether a step whose value nothing needs can be left out; its slot then holds a promise.
bool Worker::leave_out(const Plan::Call& call) {
    load_arguments(call);
    uint32_t start = lane_.used();
    Value promise;
    bool fine =
        call.primitive != Plan::kNoPrimitive
            ? dsl::cannot_fail(lane_, call.primitive, arguments_.data(), call.count, promise)
            : dsl::cannot_fail(lane_, slots_[call.callee], arguments_.data(), call.count, promise);
    if (!fine) return false;
    slots_[call.slot] = promise;
    faults_[call.slot] = Fault::None;
    uint32_t kept = lane_.used() - start;
    costs_[call.slot] = {0, kept, kept, false};
    return true;
}

/// Computes what a dead line names and was only promised so far.
void Worker::keep_promises(const Plan::Call& call) {
    auto keep = [&](uint32_t slot) {
        if ((slots_[slot].flags & Value::kPromised) == 0) return;
        const Plan::Call& earlier = plan_.calls()[step_of_[slot]];
        uint32_t kept = costs_[slot].kept;
        keep_promises(earlier);
        compute(earlier);
        costs_[slot].kept += kept;
    };
    keep(call.callee);
    for (uint32_t slot : plan_.arguments(call)) keep(slot);
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
    spent_steps_ += steps;
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
        bool there = is_done(call);
        if (there && is_promised(call)) there = line.dead != 0;
        if (there) {
            ++stats_.reused;
        } else if (line.dead != 0 && leave_out(call)) {
            stamps_[call.slot] = epochs_[static_cast<size_t>(call.level)];
            step_of_[call.slot] = line.step;
        } else {
            if (line.dead != 0) keep_promises(call);
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
        if (!call.shared) {
            if (line.dead != 0 && leave_out(call)) {
                step_of_[call.slot] = line.step;
                continue;
            }
            if (line.dead != 0) keep_promises(call);
            compute(call);
        }
        if (strict && faults_[call.slot] != Fault::None) {
            return {Value::none(), faults_[call.slot]};
        }
    }
    return {slots_[plan_.result(solver)], Fault::None};
}

/// Whether the outcome is surely that of the solver alone: an upper bound of what it would have
/// used is within the budgets, or the step that ends it is beyond any.
bool Worker::is_certain(std::span<const Plan::Line> lines) const {
    bool strict = plan_.policy() == Policy::Strict;
    uint64_t steps = 0;
    uint64_t kept = sample_end_ - task_end_ + samples_bytes_ + fixed_end_ + Lane::kPreamble;
    for (Plan::Line line : lines) {
        uint32_t slot = plan_.calls()[line.step].slot;
        const Cost& cost = costs_[slot];
        if (faults_[slot] == Fault::Limit) return strict && cost.hopeless;
        steps += cost.steps;
        if (kept + cost.peak > limits_.bytes || steps > limits_.steps) return false;
        kept += cost.kept;
        if (strict && faults_[slot] != Fault::None) return true; // nothing after it was run
    }
    return true;
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
        run_shared(lines);
        uint32_t shared_end = lane_.used();
        private_layer_ = true;
        Outcome outcome = run_private(solver, lines);
        private_layer_ = false;
        bool questionable = outcome.fault == Fault::Limit || spent_steps_ >= limits_.steps ||
                            peak_ >= limits_.bytes;
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
