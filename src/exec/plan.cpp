// SPDX-License-Identifier: MIT-0
#include "exec/plan.hpp"

#include "base/mix_hash.hpp"
#include "base/parts.hpp"
#include "dsl/registry.hpp"
#include "program/outlook.hpp"

#include <algorithm>
#include <bit>

namespace batt {

namespace {

constexpr uint32_t kNoSolver = 0xFFFFFFFF;
constexpr uint32_t kNoSlot = 0xFFFFFFFF;
/// Solvers for which it pays to start a thread.
constexpr uint64_t kLeastSolvers = 2000;

/// Finds the lines that solvers need, for one solver after the other.
///
/// A solver needs the lines its result names, directly or not; if failing lines end it, those too
/// that may fail, and what they name. A step it names that is none of its lines (it looks at
/// another solver's result) is taken for a line just before the one that names it.
class LineFinder {
public:
    /// `sure`: the steps that cannot fail where what they name did not.
    LineFinder(const Battery& battery, Policy policy, const std::vector<bool>& sure)
        : battery_(battery), policy_(policy), sure_(sure), needs_(battery.nodes().size()) {}

    /// Appends what a solver needs to `lines`; gives a hash of that and of its result.
    uint64_t find(uint32_t solver, std::vector<Plan::Line>& lines) {
        solver_ = solver;
        list_steps();
        find_needed();
        uint64_t hash = battery_.solvers()[solver].result.index;
        for (uint32_t step : steps_) {
            bool dead = needs_[step].live != solver;
            if (dead && needs_[step].kept != solver) continue;
            lines.push_back({step & 0x3FFFFFFF, dead ? 1U : 0U, 0});
            hash = mix_hash(hash, step);
        }
        return hash;
    }

private:
    /// The latest solver that has a step among its lines, and whose result or failures need it.
    struct Needs {
        uint32_t seen = kNoSolver;
        uint32_t live = kNoSolver;
        uint32_t kept = kNoSolver;
    };

    /// The solver's steps in the order of its lines, each behind those it names.
    void list_steps() {
        const Battery::Solver& solver = battery_.solvers()[solver_];
        steps_.clear();
        for (uint32_t step : battery_.lines(solver)) list(step);
        if (solver.result.kind != Operand::Kind::Step) return;
        list(solver.result.index);
        needs_[solver.result.index].live = solver_;
    }

    /// Lists a step behind those it names, unless it is there.
    void list(uint32_t wanted) {
        waiting_.assign(1, wanted);
        while (!waiting_.empty()) {
            uint32_t step = waiting_.back();
            size_t before = waiting_.size();
            if (needs_[step].seen != solver_) {
                battery_.each_named_step(battery_.nodes()[step], [&](uint32_t named) {
                    if (needs_[named].seen != solver_) waiting_.push_back(named);
                });
            }
            if (waiting_.size() > before) continue;
            waiting_.pop_back();
            if (needs_[step].seen == solver_) continue;
            needs_[step].seen = solver_;
            steps_.push_back(step);
        }
    }

    /// Backwards from the result, and from every line whose failure would end the solver.
    void find_needed() {
        for (size_t k = steps_.size(); k-- > 0;) {
            uint32_t step = steps_[k];
            Needs& need = needs_[step];
            bool live = need.live == solver_;
            bool may_end = policy_ == Policy::Strict && !sure_[step];
            if (!live && need.kept != solver_ && !may_end) continue;
            need.kept = solver_;
            battery_.each_named_step(battery_.nodes()[step], [&](uint32_t named) {
                (live ? needs_[named].live : needs_[named].kept) = solver_;
            });
        }
    }

    const Battery& battery_;
    Policy policy_;
    const std::vector<bool>& sure_;
    uint32_t solver_ = kNoSolver;
    std::vector<Needs> needs_; ///< by step
    std::vector<uint32_t> steps_;
    std::vector<uint32_t> waiting_; ///< to be listed, the last first
};

/// A solver in the table of those seen so far.
struct Seen {
    uint32_t solver = kNoSolver;
    uint32_t tag = 0; ///< of its hash
};

} // namespace

Plan::Plan(const Battery& battery, Policy policy, unsigned threads)
    : battery_(&battery), policy_(policy) {
    for (const Constant& constant : constants()) names_.push_back(constant.value);
    for (uint32_t id = 0; id < primitives().size(); ++id) names_.push_back(primitive_value(id));
    find_lines(threads);
    find_duplicates();
    find_shared();
    assign_slots();
    make_calls();
}

/// The steps that cannot fail where what they name did not, whatever the input.
std::vector<bool> Plan::find_sure() const {
    std::vector<bool> sure;
    if (policy_ != Policy::Strict) return sure;
    Outlook outlook(battery_->nodes().size());
    for (const Battery::Node& node : battery_->nodes()) {
        sure.push_back(outlook.add(node.callee, battery_->arguments(node)));
    }
    return sure;
}

Plan::Stretch Plan::find_lines(uint64_t first, uint64_t end, const std::vector<bool>& sure) const {
    LineFinder finder(*battery_, policy_, sure);
    Stretch made;
    for (auto s = static_cast<uint32_t>(first); s < end; ++s) {
        size_t before = made.lines.size();
        made.hashes.push_back(finder.find(s, made.lines));
        made.counts.push_back(static_cast<uint32_t>(made.lines.size() - before));
    }
    return made;
}

void Plan::find_lines(unsigned threads) {
    uint64_t solvers = battery_->solvers().size();
    std::vector<Stretch> stretches = in_parts(
        solvers, kLeastSolvers, threads, [this, sure = find_sure()](uint64_t first, uint64_t end) {
            return find_lines(first, end, sure);
        });
    uint64_t all = 0;
    for (const Stretch& stretch : stretches) all += stretch.lines.size();
    lines_.reserve(all);
    first_.reserve(solvers + 1);
    hashes_.reserve(solvers);
    first_.push_back(0);
    for (Stretch& stretch : stretches) {
        lines_.insert(lines_.end(), stretch.lines.begin(), stretch.lines.end());
        hashes_.insert(hashes_.end(), stretch.hashes.begin(), stretch.hashes.end());
        for (uint32_t count : stretch.counts) first_.push_back(first_.back() + count);
        stretch = {};
    }
}

void Plan::find_shared() {
    const auto& nodes = battery_->nodes();
    calls_.resize(nodes.size());
    for (size_t k = 0; k < nodes.size(); ++k) {
        calls_[k].level = nodes[k].level;
        calls_[k].shared = nodes[k].level != Level::Sample;
        calls_[k].last_user = kNoSolver;
        calls_[k].live = false;
    }
    auto solvers = static_cast<uint32_t>(battery_->solvers().size());
    for (uint32_t s = 0; s < solvers; ++s) {
        if (same_as_[s] != s) continue;
        for (Line line : lines(s)) {
            Call& call = calls_[line.step];
            if (call.last_user != kNoSolver && call.last_user != s) call.shared = true;
            call.last_user = s;
            call.live = call.live || line.dead == 0;
        }
    }
    for (Line& line : lines_) line.shared = calls_[line.step].shared ? 1 : 0;
}

uint32_t Plan::slot_of(Operand operand) const {
    auto constants_count = static_cast<uint32_t>(constants().size());
    switch (operand.kind) {
    case Operand::Kind::Parameter:
        return operand.index;
    case Operand::Kind::Constant:
        return kParameters + operand.index;
    case Operand::Kind::Primitive:
        return kParameters + constants_count + operand.index;
    case Operand::Kind::Step:
        return calls_[operand.index].slot;
    }
    return 0;
}

/// The slot of an operand that is used; parameters nobody uses need not be there.
uint32_t Plan::name(Operand operand) {
    if (operand.kind == Operand::Kind::Parameter) named_[operand.index] = true;
    return slot_of(operand);
}

void Plan::assign_slots() {
    slot_count_ = kParameters + static_cast<uint32_t>(names_.size());
    for (Call& call : calls_) {
        call.slot = kNoSlot;
        if (call.shared) call.slot = slot_count_++;
    }
    uint32_t shared_end = slot_count_;
    for (uint32_t s = 0; s < battery_->solvers().size(); ++s) {
        if (same_as_[s] != s) continue;
        uint32_t next = shared_end;
        for (Line line : lines(s)) {
            if (!calls_[line.step].shared) calls_[line.step].slot = next++;
        }
        slot_count_ = std::max(slot_count_, next);
    }
}

void Plan::make_calls() {
    for (uint32_t k = 0; k < calls_.size(); ++k) {
        const Battery::Node& node = battery_->nodes()[k];
        Call& call = calls_[k];
        call.primitive = kNoPrimitive;
        call.callee = name(node.callee);
        call.first = static_cast<uint32_t>(slots_.size());
        call.count = node.count;
        call.fallback = Value::empty_tuple();
        call.resolved = node.resolved;
        // Private slots are used anew by every solver: what is in them may not be the sibling's.
        bool shares = node.sibling != kNoStep && calls_[node.sibling].shared;
        call.sibling = shares ? node.sibling : kNoStep;
        if (node.callee.kind == Operand::Kind::Primitive) {
            const Primitive& primitive = primitives()[node.callee.index];
            call.fallback = safe_default(primitive.returns);
            if (primitive.parameters.size() == call.count) call.primitive = node.callee.index;
        }
        for (Operand argument : battery_->arguments(node)) slots_.push_back(name(argument));
        most_arguments_ = std::max<uint32_t>(most_arguments_, call.count);
        if (call.slot == kNoSlot) continue; // no solver needs it
        if (call.level == Level::Fixed) fixed_steps_.push_back(k);
        if (call.level == Level::Task) task_steps_.push_back(k);
    }
    for (const Battery::Solver& solver : battery_->solvers()) {
        results_.push_back(name(solver.result));
    }
}

void Plan::find_duplicates() {
    auto same = [&](uint32_t a, uint32_t b) {
        return battery_->solvers()[a].result == battery_->solvers()[b].result &&
               std::ranges::equal(lines(a), lines(b), [](Line x, Line y) {
                   return x.step == y.step && x.dead == y.dead;
               });
    };
    auto count = static_cast<uint32_t>(battery_->solvers().size());
    size_t mask = std::bit_ceil(size_t{count} * 2 + 1) - 1;
    std::vector<Seen> seen(mask + 1); // open addressing: a million solvers are looked up
    same_as_.reserve(count);
    for (uint32_t s = 0; s < count; ++s) {
        uint64_t hash = hashes_[s];
        auto tag = static_cast<uint32_t>(hash >> 32);
        size_t at = (hash ^ hash >> 32) & mask;
        for (; seen[at].solver != kNoSolver; at = (at + 1) & mask) {
            if (seen[at].tag == tag && same(seen[at].solver, s)) break;
        }
        bool twice = seen[at].solver != kNoSolver;
        if (!twice) seen[at] = {s, tag};
        same_as_.push_back(seen[at].solver);
        distinct_solvers_ += twice ? 0 : 1;
    }
    hashes_ = {};
}

} // namespace batt
