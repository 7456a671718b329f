// SPDX-License-Identifier: MIT-0
#include "battery/card.hpp"

#include "base/mix_hash.hpp"

#include <algorithm>

namespace batt {

namespace {

/// Equal lines of one solver beyond this many are merged with nobody's.
constexpr uint16_t kUnmerged = 64;

uint64_t word_of(Operand operand) {
    return static_cast<uint64_t>(operand.kind) << 32 | operand.index;
}

uint64_t hash_call(Operand callee, std::span<const Operand> arguments, uint16_t copy) {
    uint64_t hash = mix_hash(copy, word_of(callee));
    for (Operand argument : arguments) hash = mix_hash(hash, word_of(argument));
    return hash;
}

} // namespace

bool Card::same_call(uint32_t step, Operand callee, std::span<const Operand> arguments,
                     uint16_t copy) const {
    const Battery::Node& node = battery_.nodes_[step];
    return node.callee == callee && node.copy == copy &&
           std::ranges::equal(battery_.arguments(node), arguments);
}

uint32_t Card::push(Operand callee, std::span<const Operand> arguments, uint16_t copy) {
    auto step = static_cast<uint32_t>(battery_.nodes_.size());
    Battery::Node& node = battery_.nodes_.emplace_back();
    node.callee = callee;
    node.first = static_cast<uint32_t>(battery_.operands_.size());
    node.count = static_cast<uint16_t>(arguments.size());
    node.copy = copy;
    battery_.operands_.insert(battery_.operands_.end(), arguments.begin(), arguments.end());
    last_in_.push_back(0);
    return step;
}

void Card::grow() {
    size_t size = std::max<size_t>(1024, table_.size() * 2);
    table_.assign(size, 0);
    for (uint32_t step = 0; step < hashes_.size(); ++step) {
        if (battery_.nodes_[step].copy == kUnmerged) continue;
        size_t at = hashes_[step] & (size - 1);
        while (table_[at] != 0) at = (at + 1) & (size - 1);
        table_[at] = step + 1;
    }
}

/// Where a call is in the table, or where it would be.
size_t Card::find(uint64_t hash, Operand callee, std::span<const Operand> arguments,
                  uint16_t copy) const {
    size_t at = hash & (table_.size() - 1);
    for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1)) {
        uint32_t step = table_[at] - 1;
        if (hashes_[step] == hash && same_call(step, callee, arguments, copy)) break;
    }
    return at;
}

/// Lets later solvers share steps that were appended. Equal ones become copies, as if one solver
/// had them all: none of its lines is merged with another.
void Card::index_appended() {
    while (hashes_.size() < battery_.nodes_.size()) {
        if (hashes_.size() * 2 >= table_.size()) grow();
        auto step = static_cast<uint32_t>(hashes_.size());
        Battery::Node& node = battery_.nodes_[step];
        std::span<const Operand> arguments = battery_.arguments(node);
        uint64_t hash = 0;
        for (node.copy = 0; node.copy < kUnmerged; ++node.copy) {
            hash = hash_call(node.callee, arguments, node.copy);
            size_t at = find(hash, node.callee, arguments, node.copy);
            if (table_[at] != 0) continue;
            table_[at] = step + 1;
            break;
        }
        hashes_.push_back(hash);
    }
}

/// The step that is the so manieth of these calls in whatever solver has it.
uint32_t Card::copy_of(Operand callee, std::span<const Operand> arguments, uint16_t copy) {
    if (hashes_.size() * 2 >= table_.size()) grow();
    bool merges = copy < kUnmerged;
    uint64_t hash = merges ? hash_call(callee, arguments, copy) : 0;
    size_t at = merges ? find(hash, callee, arguments, copy) : 0;
    if (merges && table_[at] != 0) return table_[at] - 1;
    uint32_t step = push(callee, arguments, copy);
    hashes_.push_back(hash);
    if (merges) table_[at] = step + 1;
    return step;
}

uint32_t Card::step_of(Operand callee, std::span<const Operand> arguments) {
    index_appended();
    auto solver = static_cast<uint32_t>(battery_.solvers_.size()) + 1;
    for (uint16_t copy = 0;; ++copy) {
        uint32_t step = copy_of(callee, arguments, copy);
        // If this solver has that step as an earlier line, this one is its second object.
        if (last_in_[step] == solver) continue;
        last_in_[step] = solver;
        return step;
    }
}

void Card::add(const Program& program) {
    add(program, {Operand::Kind::Parameter, Program::Input});
}

void Card::add(const Program& program, Operand input) {
    add(program, input, {Operand::Kind::Parameter, Program::Candidate});
}

void Card::add_differ(const Program& program, Operand candidate) {
    add(program, candidate, {Operand::Kind::Parameter, Program::Expected});
}

void Card::add(const Program& program, Operand input, Operand candidate) {
    auto renamed = [&](Operand operand) {
        if (operand.kind == Operand::Kind::Step) {
            return Operand{Operand::Kind::Step, renamed_[operand.index]};
        }
        if (operand == Operand{Operand::Kind::Parameter, Program::Input}) return input;
        bool is_candidate = operand == Operand{Operand::Kind::Parameter, Program::Candidate};
        return is_candidate ? candidate : operand;
    };
    renamed_.clear();
    Battery::Solver solver{
        program.name, battery_.lines_.size(), static_cast<uint32_t>(program.steps.size()), {}};
    for (const Step& step : program.steps) {
        arguments_.clear();
        for (Operand argument : step.arguments) arguments_.push_back(renamed(argument));
        renamed_.push_back(step_of(renamed(step.callee), arguments_));
        battery_.lines_.push_back(renamed_.back());
    }
    solver.result = renamed(program.result);
    battery_.solvers_.push_back(std::move(solver));
}

void Card::add(Card card) {
    index_appended();
    card.index_appended(); // copies are known by number then
    Battery other = card.finish();
    renamed_.clear();
    auto renamed = [&](Operand operand) {
        if (operand.kind == Operand::Kind::Step) operand.index = renamed_[operand.index];
        return operand;
    };
    for (const Battery::Node& node : other.nodes_) {
        arguments_.clear();
        for (Operand argument : other.arguments(node)) arguments_.push_back(renamed(argument));
        renamed_.push_back(copy_of(renamed(node.callee), arguments_, node.copy));
    }
    uint64_t first = battery_.lines_.size();
    for (uint32_t step : other.lines_) battery_.lines_.push_back(renamed_[step]);
    for (Battery::Solver& solver : other.solvers_) {
        solver.first += first;
        solver.result = renamed(solver.result);
        battery_.solvers_.push_back(std::move(solver));
    }
}

uint32_t Card::append(Operand callee, std::span<const Operand> arguments) {
    return push(callee, arguments, 0);
}

void Card::append_solver(std::string name, std::span<const uint32_t> lines, Operand result) {
    battery_.solvers_.push_back(
        {std::move(name), battery_.lines_.size(), static_cast<uint32_t>(lines.size()), result});
    battery_.lines_.insert(battery_.lines_.end(), lines.begin(), lines.end());
}

} // namespace batt
