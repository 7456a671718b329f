// SPDX-License-Identifier: MIT-0
#include "program/mutate.hpp"

#include "dsl/registry.hpp"
#include "io/file.hpp"
#include "program/parser.hpp"
#include "program/print.hpp"
#include "support/programs.hpp"

#include <gtest/gtest.h>

#include <set>

namespace batt::testing {
namespace {

std::vector<Program> example_solvers() {
    return programs_of(*read_file(BATT_SOURCE_DIR "/examples/solvers.py"));
}

/// Calls `visit(parent, mutant)` for some mutants of each example solver.
template <typename Visit>
void each_mutant(const Visit& visit) {
    std::vector<Program> parents = example_solvers();
    Mutants mutants(parents, 7);
    for (uint64_t k = 0; k < 40 * parents.size(); ++k) {
        visit(parents[k % parents.size()], mutants.make(k));
    }
}

/// Calls `visit(before, after)` for every operand that differs.
template <typename Visit>
void each_change(const Program& parent, const Program& mutant, const Visit& visit) {
    for (size_t k = 0; k < parent.steps.size(); ++k) {
        const Step& before = parent.steps[k];
        const Step& after = mutant.steps[k];
        if (before.callee != after.callee) visit(before.callee, after.callee);
        ASSERT_EQ(before.arguments.size(), after.arguments.size());
        for (size_t n = 0; n < before.arguments.size(); ++n) {
            if (before.arguments[n] != after.arguments[n]) {
                visit(before.arguments[n], after.arguments[n]);
            }
        }
    }
}

TEST(Mutate, LeavesAProgramThatCanBeWrittenAndReadAgain) {
    each_mutant([](const Program&, const Program& mutant) {
        std::string text = print_program(mutant);
        std::vector<Program> read = programs_of(text);
        ASSERT_EQ(read.size(), 1U) << text;
        EXPECT_EQ(print_program(read[0]), text);
    });
}

TEST(Mutate, ChangesOneOrTwoOperandsOnLinesOfTheirOwn) {
    std::set<int> seen;
    each_mutant([&](const Program& parent, const Program& mutant) {
        ASSERT_EQ(parent.steps.size(), mutant.steps.size());
        EXPECT_EQ(parent.result, mutant.result);
        int changes = 0;
        each_change(parent, mutant, [&](Operand, Operand) { ++changes; });
        EXPECT_GE(changes, 1) << print_program(mutant);
        EXPECT_LE(changes, 2) << print_program(mutant);
        seen.insert(changes);
    });
    EXPECT_EQ(seen, (std::set<int>{1, 2}));
}

TEST(Mutate, KeepsTheTypeOfAConstantAndTheArityOfAPrimitive) {
    each_mutant([](const Program& parent, const Program& mutant) {
        each_change(parent, mutant, [](Operand before, Operand after) {
            if (before.kind == Operand::Kind::Constant) {
                ASSERT_EQ(after.kind, before.kind);
                EXPECT_EQ(constants()[before.index].value.kind(),
                          constants()[after.index].value.kind());
            } else if (before.kind == Operand::Kind::Primitive) {
                ASSERT_EQ(after.kind, before.kind);
                EXPECT_EQ(primitives()[before.index].arity(), primitives()[after.index].arity());
            } else {
                EXPECT_TRUE(after.kind == Operand::Kind::Step ||
                            after == (Operand{Operand::Kind::Parameter, Program::Input}));
            }
        });
    });
}

TEST(Mutate, GivesTheSameMutantsForASeedInAnyOrder) {
    std::vector<Program> parents = example_solvers();
    Mutants one(parents, 5);
    Mutants two(parents, 5);
    std::string late = print_program(one.make(1000));
    for (uint64_t k = 0; k < 1000; ++k) two.make(k);
    EXPECT_EQ(print_program(two.make(1000)), late);
    EXPECT_EQ(print_program(one.make(3)), print_program(two.make(3)));
}

TEST(Mutate, GivesTheSameMutantsEverywhere) {
    std::vector<Program> parents =
        programs_of("def solve_a(I):\n    x1 = objects(I, T, F, T)\n    x2 = rbind(add, ONE)\n"
                    "    x3 = shift(x1, DOWN)\n    O = fill(I, TWO, x3)\n    return O\n");
    Mutants mutants(parents, 1);
    std::string text;
    for (uint64_t k = 0; k < 3; ++k) text += print_program(mutants.make(k));
    EXPECT_EQ(text, "def solve_a_m0(I):\n    x1 = objects(I, T, F, T)\n    x2 = rbind(add, ONE)\n"
                    "    x3 = shift(I, DOWN)\n    O = fill(I, TWO, x3)\n    return O\n"
                    "def solve_a_m1(I):\n    x1 = objects(I, T, F, T)\n    x2 = rbind(add, SIX)\n"
                    "    x3 = shift(x2, DOWN)\n    O = fill(I, TWO, x3)\n    return O\n"
                    "def solve_a_m2(I):\n    x1 = objects(I, T, T, T)\n    x2 = rbind(add, ONE)\n"
                    "    x3 = shift(x1, DOWN)\n    O = fill(I, TWO, x3)\n    return O\n");
}

TEST(Mutate, GivesOtherMutantsForOtherSeedsAndNumbers) {
    std::vector<Program> parents = example_solvers();
    std::set<std::string> texts;
    for (uint64_t seed = 0; seed < 10; ++seed) {
        Mutants mutants(parents, seed);
        for (uint64_t k = 0; k < 10; ++k) texts.insert(print_program(mutants.make(k * 121)));
    }
    EXPECT_GT(texts.size(), 50U);
}

TEST(Mutate, LeavesAloneWhatHasNothingToChange) {
    Random random(1);
    Program empty = programs_of("def f(I):\n    return I\n")[0];
    mutate(empty, random);
    EXPECT_EQ(print_program(empty), "def f(I):\n    return I\n");
    // No other variable is known.
    Program variable = programs_of("def f(I):\n    O = I(I)\n    return O\n")[0];
    mutate(variable, random);
    EXPECT_EQ(print_program(variable), "def f(I):\n    O = I(I)\n    return O\n");
}

} // namespace
} // namespace batt::testing
