// SPDX-License-Identifier: MIT-0
#include "program/mutate.hpp"

#include "dsl/registry.hpp"

#include <string>
#include <vector>

namespace batt {

namespace {

/// What can stand in the place of each word of the language, the word itself included.
struct Alternatives {
    std::vector<std::vector<uint32_t>> constants;  ///< by Kind
    std::vector<std::vector<uint32_t>> primitives; ///< by arity

    Alternatives() {
        auto put = [](auto& lists, size_t key, uint32_t index) {
            if (lists.size() <= key) lists.resize(key + 1);
            lists[key].push_back(index);
        };
        for (uint32_t k = 0; k < batt::constants().size(); ++k) {
            put(constants, static_cast<size_t>(batt::constants()[k].value.kind()), k);
        }
        for (uint32_t k = 0; k < batt::primitives().size(); ++k) {
            put(primitives, batt::primitives()[k].parameters.size(), k);
        }
    }

    const std::vector<uint32_t>& of(Operand word) const {
        if (word.kind == Operand::Kind::Constant) {
            return constants[static_cast<size_t>(batt::constants()[word.index].value.kind())];
        }
        return primitives[batt::primitives()[word.index].parameters.size()];
    }
};

const Alternatives& alternatives() {
    static const Alternatives lists;
    return lists;
}

bool is_variable(Operand operand) {
    return operand.kind == Operand::Kind::Parameter || operand.kind == Operand::Kind::Step;
}

/// How many operands could stand in the place of this one, itself included: for a variable of line
/// `line` the input and the lines before it. S and C become other variables, but none becomes them.
uint32_t choices(Operand operand, uint32_t line) {
    if (is_variable(operand)) return line + 1;
    return static_cast<uint32_t>(alternatives().of(operand).size());
}

bool can_change(Operand operand, uint32_t line) {
    bool is_among_them =
        operand.kind != Operand::Kind::Parameter || operand.index == Program::Input;
    return choices(operand, line) > (is_among_them ? 1U : 0U);
}

/// Another operand of the same sort.
Operand changed(Operand operand, uint32_t line, Random& random) {
    for (;;) {
        auto drawn = static_cast<uint32_t>(random.below(choices(operand, line)));
        Operand other{operand.kind, 0};
        if (!is_variable(operand)) {
            other.index = alternatives().of(operand)[drawn];
        } else if (drawn == line) {
            other = {Operand::Kind::Parameter, Program::Input};
        } else {
            other = {Operand::Kind::Step, drawn};
        }
        if (other != operand) return other;
    }
}

/// The places of a line where it names something, the callee first.
uint32_t place_count(const Step& step) {
    return static_cast<uint32_t>(step.arguments.size()) + 1;
}

Operand& operand_at(Step& step, uint32_t place) {
    return place == 0 ? step.callee : step.arguments[place - 1];
}

/// Changes one operand of a line; false if none can be.
bool mutate_line(Program& program, uint32_t line, Random& random) {
    Step& step = program.steps[line];
    uint32_t possible = 0;
    for (uint32_t k = 0; k < place_count(step); ++k) {
        possible += can_change(operand_at(step, k), line) ? 1 : 0;
    }
    if (possible == 0) return false;
    auto skip = static_cast<uint32_t>(random.below(possible));
    for (uint32_t k = 0; k < place_count(step); ++k) {
        Operand& operand = operand_at(step, k);
        if (!can_change(operand, line) || skip-- > 0) continue;
        operand = changed(operand, line, random);
        break;
    }
    return true;
}

} // namespace

void mutate(Program& program, Random& random) {
    auto lines = static_cast<uint32_t>(program.steps.size());
    if (lines == 0) return;
    uint64_t wanted = 1 + random.below(2);
    // From a random line on, so that one that cannot change passes the turn to the next.
    auto line = static_cast<uint32_t>(random.below(lines));
    for (uint32_t k = 0; k < lines && !mutate_line(program, line, random); ++k) {
        line = (line + 1) % lines;
    }
    if (wanted == 1 || lines == 1) return;
    auto other = static_cast<uint32_t>(random.below(lines - 1));
    mutate_line(program, other + (other >= line ? 1 : 0), random);
}

const Program& Mutants::make(uint64_t k) {
    // The state is itself drawn, so that neighbours do not walk through the same numbers.
    Random random(Random(seed_ ^ k * 0x9E3779B97F4A7C15ULL).next());
    mutant_ = parents_[k % parents_.size()];
    mutate(mutant_, random);
    mutant_.name += "_m" + std::to_string(k);
    return mutant_;
}

} // namespace batt
