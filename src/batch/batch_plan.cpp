// SPDX-License-Identifier: MIT-0
#include "batch/batch_plan.hpp"

#include "dsl/registry.hpp"
#include "exec/worker.hpp"

#include <algorithm>
#include <array>

namespace batt::batch {

namespace {

constexpr uint32_t kNone = 0xFFFFFFFF;

/// Fills a batch plan, step by step.
class Builder {
public:
    Builder(const Plan& plan, const Limits& limits, Sharing sharing)
        : plan_(plan), battery_(plan.battery()), worker_(plan, limits), sharing_(sharing),
          row_of_(battery_.nodes().size(), kNone), private_of_(battery_.nodes().size(), kNone),
          owner_(battery_.nodes().size(), kNone) {
        made_.strict = plan.policy() == Policy::Strict;
        made_.names_samples = plan.names_samples();
        made_.names_expected = plan.names_expected();
        made_.limits = limits;
    }

    BatchPlan build() {
        add_names();
        made_.first_call = static_cast<uint32_t>(made_.rows.size());
        add_shared();
        made_.first_private = static_cast<uint32_t>(made_.rows.size());
        add_solvers();
        take_fixed();
        return std::move(made_);
    }

private:
    void add_row(Row::Width width, Value value = Value::none()) {
        made_.rows.push_back({width, value, {0, 0, 0, Fault::None, Cell::State::Done, 0}});
    }

    void add_names() {
        for (uint32_t k = 0; k < Plan::kParameters; ++k) {
            bool sample = k == Program::Input || k == Program::Expected;
            add_row(sample                  ? Row::Width::Sample
                    : k == Program::Samples ? Row::Width::Task
                                            : Row::Width::One);
        }
        for (Value value : plan_.names()) add_row(Row::Width::One, value);
        for (const Primitive& primitive : primitives()) {
            made_.fallbacks.push_back(safe_default(primitive.returns));
        }
    }

    bool is_shared(uint32_t step) const {
        const Plan::Call& call = plan_.calls()[step];
        if (call.level == Level::Fixed) return worker_.fixed_step(step).computed;
        // What no result needs is left to the solvers that may fail by it: most can leave it out.
        if (!call.live) return false;
        if (call.level != Level::Sample || sharing_ == Sharing::All) return true;
        return sharing_ == Sharing::Common && call.shared;
    }

    /// Rows for shared steps, in the battery's order, in which each names only earlier ones.
    void add_shared() {
        std::vector<bool> needed(battery_.nodes().size());
        for (uint32_t s = 0; s < battery_.solvers().size(); ++s) {
            if (plan_.same_as(s) != s) continue;
            for (Plan::Line line : plan_.lines(s)) needed[line.step] = true;
        }
        std::vector<uint32_t> wave_of(battery_.nodes().size(), 0); // 0: not in a wave of its level
        // By wave, of calls that do not name each other, and by primitive: numbers of calls.
        std::vector<std::array<uint32_t, 3>> task;
        std::vector<std::array<uint32_t, 3>> sample;
        for (uint32_t step = 0; step < battery_.nodes().size(); ++step) {
            if (!needed[step] || !is_shared(step)) continue;
            const Plan::Call& call = plan_.calls()[step];
            auto number = static_cast<uint32_t>(made_.calls.size());
            row_of_[step] = static_cast<uint32_t>(made_.rows.size());
            add_row(call.level == Level::Fixed  ? Row::Width::One
                    : call.level == Level::Task ? Row::Width::Task
                                                : Row::Width::Sample);
            made_.calls.push_back(code_of(step, false, row_of_[step]));
            if (call.level == Level::Fixed) continue;
            uint32_t wave = 0;
            auto after = [&](Operand operand) {
                if (operand.kind != Operand::Kind::Step) return;
                if (plan_.calls()[operand.index].level != call.level) return;
                wave = std::max(wave, wave_of[operand.index]);
            };
            after(battery_.nodes()[step].callee);
            for (Operand operand : battery_.arguments(battery_.nodes()[step])) after(operand);
            wave_of[step] = wave + 1;
            auto& list = call.level == Level::Task ? task : sample;
            list.push_back({wave, call.primitive, number});
        }
        // Calls of one primitive side by side: what runs at the same time is alike.
        for (auto* list : {&task, &sample}) std::ranges::sort(*list);
        for (const auto& [wave, primitive, number] : task) made_.task_calls.push_back(number);
        for (const auto& [wave, primitive, number] : sample) made_.sample_calls.push_back(number);
    }

    void add_solvers() {
        for (uint32_t s = 0; s < battery_.solvers().size(); ++s) {
            if (plan_.same_as(s) != s) {
                made_.solvers.push_back(made_.solvers[plan_.same_as(s)]);
                continue;
            }
            solver_ = s;
            uint64_t first = made_.lines.size();
            // Values that may be promised come first, so that few need a second slot.
            uint32_t dead = 0;
            for (Plan::Line line : plan_.lines(s)) dead += line.dead != 0 ? 1 : 0;
            uint32_t next_dead = made_.first_private;
            uint32_t next = made_.first_private + dead;
            for (Plan::Line line : plan_.lines(s)) {
                uint32_t row = row_of_[line.step];
                if (line.dead == 0 && row != kNone) {
                    CallCode code{kNoPrimitive, 0, 0, row, kNoPrimitive, kNoRow, 0, true, false};
                    made_.lines.push_back(code);
                    continue;
                }
                uint32_t target = line.dead != 0 ? next_dead++ : next++;
                CallCode code = code_of(line.step, line.dead != 0, target);
                code.row = row;
                private_of_[line.step] = target;
                owner_[line.step] = s;
                made_.lines.push_back(code);
            }
            uint32_t privates = next - made_.first_private;
            made_.solvers.push_back({first, made_.slots,
                                     static_cast<uint32_t>(made_.lines.size() - first),
                                     operand_of(battery_.solvers()[s].result), privates, dead});
            made_.slots += privates + dead;
        }
    }

    uint32_t operand_of(Operand operand) const {
        switch (operand.kind) {
        case Operand::Kind::Parameter:
            return operand.index;
        case Operand::Kind::Constant:
            return Plan::kParameters + operand.index;
        case Operand::Kind::Primitive:
            return Plan::kParameters + static_cast<uint32_t>(constants().size()) + operand.index;
        case Operand::Kind::Step:
            break;
        }
        bool own = owner_[operand.index] == solver_ && solver_ != kNone;
        return own ? private_of_[operand.index] : row_of_[operand.index];
    }

    CallCode code_of(uint32_t step, bool dead, uint32_t target) {
        const Battery::Node& node = battery_.nodes()[step];
        CallCode code{plan_.calls()[step].primitive,
                      operand_of(node.callee),
                      static_cast<uint32_t>(made_.operands.size()),
                      target,
                      node.callee.kind == Operand::Kind::Primitive ? node.callee.index
                                                                   : kNoPrimitive,
                      kNoRow,
                      node.count,
                      false,
                      dead};
        for (Operand operand : battery_.arguments(node)) {
            made_.operands.push_back(operand_of(operand));
        }
        return code;
    }

    void take_fixed() {
        for (uint32_t step = 0; step < battery_.nodes().size(); ++step) {
            if (row_of_[step] == kNone || plan_.calls()[step].level != Level::Fixed) continue;
            Worker::FixedStep fixed = worker_.fixed_step(step);
            BatchPlan::RowPlan& row = made_.rows[row_of_[step]];
            row.value = fixed.value;
            // A spent budget is for the solver alone to look into.
            auto state = fixed.fault == Fault::Limit ? Cell::State::Unresolved : Cell::State::Done;
            row.cell = {fixed.steps, fixed.kept, fixed.peak, fixed.fault, state, 0};
        }
        std::span<const char> memory = worker_.fixed_memory();
        made_.fixed_memory.assign(memory.begin(), memory.end());
    }

    const Plan& plan_;
    const Battery& battery_;
    Worker worker_; ///< computes what depends on nothing
    Sharing sharing_;
    std::vector<uint32_t> row_of_;
    std::vector<uint32_t> private_of_; ///< of steps that are lines of their owner
    std::vector<uint32_t> owner_;      ///< by step: the latest solver that has it to itself
    uint32_t solver_ = kNone;          ///< being added
    BatchPlan made_;
};

} // namespace

BatchPlan make_batch_plan(const Plan& plan, const Limits& limits, Sharing sharing) {
    return Builder(plan, limits, sharing).build();
}

} // namespace batt::batch
