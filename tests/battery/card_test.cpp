// SPDX-License-Identifier: MIT-0
#include "battery/card.hpp"

#include "battery/cut.hpp"
#include "battery/text.hpp"
#include "program/parser.hpp"
#include "program/print.hpp"
#include "support/files.hpp"
#include "support/programs.hpp"

#include <gtest/gtest.h>

#include <set>

namespace batt::testing {
namespace {

Battery fused(const std::vector<Program>& programs) {
    Card card;
    for (const Program& program : programs) card.add(program);
    return card.finish();
}

/// The lines of a battery's text between its head and its end.
std::string fused_text(std::string_view text) {
    std::string printed = print_battery(fused(programs_of(text)));
    size_t from = printed.find(":\n") + 2;
    return printed.substr(from, printed.rfind("    return\n") - from);
}

TEST(Card, SharesEqualCallsOfTwoSolvers) {
    EXPECT_EQ(fused_text("def a(I):\n    x1 = vmirror(I)\n    O = hmirror(x1)\n    return O\n"
                         "def b(I):\n    y = vmirror(I)\n    O = dmirror(y)\n    return O\n"),
              "    t1 = vmirror(I)\n"
              "    t2 = hmirror(t1)\n"
              "    t3 = dmirror(t1)\n"
              "    a = run(t1, t2)\n"
              "    b = run(t1, t3)\n");
}

TEST(Card, SharesClosuresAndTheirCalls) {
    EXPECT_EQ(fused_text("def a(I):\n    f = rbind(add, ONE)\n    O = f(TWO)\n    return O\n"
                         "def b(I):\n    g = rbind(add, ONE)\n    O = g(TWO)\n    return O\n"),
              "    t1 = rbind(add, ONE)\n"
              "    t2 = t1(TWO)\n"
              "    a = run(t1, t2)\n"
              "    b = run(t1, t2)\n");
}

TEST(Card, KeepsTwoEqualLinesOfOneSolverApart) {
    std::string_view twice = "    f = rbind(add, ONE)\n    g = rbind(add, ONE)\n"
                             "    O = equality(f, g)\n    return O\n";
    EXPECT_EQ(fused_text("def a(I):\n" + std::string(twice) + "def b(I):\n" + std::string(twice)),
              "    t1 = rbind(add, ONE)\n"
              "    t2 = rbind(add, ONE)\n"
              "    t3 = equality(t1, t2)\n"
              "    a = run(t1, t2, t3)\n"
              "    b = run(t1, t2, t3)\n");
}

TEST(Card, KeepsEqualLinesApartWhenOnlyALaterSolverRepeatsThem) {
    EXPECT_EQ(fused_text("def a(I):\n    O = palette(I)\n    return O\n"
                         "def b(I):\n    x = palette(I)\n    y = palette(I)\n"
                         "    O = intersection(x, y)\n    return O\n"
                         "def c(I):\n    x = palette(I)\n    O = intersection(x, x)\n"
                         "    return O\n"),
              "    t1 = palette(I)\n"
              "    t2 = palette(I)\n"
              "    t3 = intersection(t1, t2)\n"
              "    t4 = intersection(t1, t1)\n"
              "    a = run(t1)\n"
              "    b = run(t1, t2, t3)\n"
              "    c = run(t1, t4)\n");
}

// The original took the number of the latest line for that of a line already known.
TEST(Card, GivesASharedLineItsOwnNumberInLaterLinesAndTheResult) {
    EXPECT_EQ(fused_text("def a(I):\n    x1 = vmirror(I)\n    x2 = hmirror(I)\n"
                         "    O = hconcat(x1, x2)\n    return O\n"
                         "def b(I):\n    x1 = vmirror(I)\n    O = dmirror(x1)\n    return O\n"
                         "def c(I):\n    x1 = dmirror(I)\n    O = vmirror(I)\n    return O\n"),
              "    t1 = vmirror(I)\n"
              "    t2 = hmirror(I)\n"
              "    t3 = hconcat(t1, t2)\n"
              "    t4 = dmirror(t1)\n"
              "    t5 = dmirror(I)\n"
              "    a = run(t1, t2, t3)\n"
              "    b = run(t1, t4)\n"
              "    c = run(t5, t1)\n");
}

TEST(Card, TakesKeywordAndPositionalFormsForOne) {
    EXPECT_EQ(fused_text("def a(I):\n    O = fill(I, ONE, I)\n    return O\n"
                         "def b(I):\n    O = fill(patch=I, grid=I, value=ONE)\n    return O\n"),
              "    t1 = fill(I, ONE, I)\n"
              "    a = run(t1)\n"
              "    b = run(t1)\n");
}

TEST(Card, TellsArgumentsOfDifferentKindsApart) {
    EXPECT_EQ(fused_text("def a(S, I, C):\n    x = identity(I)\n    y = identity(S)\n"
                         "    z = identity(C)\n    O = identity(F)\n    return O\n"
                         "def b(I):\n    O = identity(identity)\n    return O\n"),
              "    t1 = identity(I)\n"
              "    t2 = identity(S)\n"
              "    t3 = identity(C)\n"
              "    t4 = identity(F)\n"
              "    t5 = identity(identity)\n"
              "    a = run(t1, t2, t3, t4)\n"
              "    b = run(t5)\n");
}

/// A card that holds the steps and solvers of a battery as they stand, as if read from a file.
Card appended(const Battery& battery) {
    Card card;
    for (const Battery::Node& node : battery.nodes()) {
        card.append(node.callee, battery.arguments(node));
    }
    for (const Battery::Solver& solver : battery.solvers()) {
        card.append_solver(solver.name, battery.lines(solver), solver.result);
    }
    return card;
}

TEST(Card, SharesAppendedSteps) {
    std::string twice = "    f = rbind(add, ONE)\n    g = rbind(add, ONE)\n"
                        "    O = equality(f, g)\n    return O\n";
    std::vector<Program> programs =
        programs_of("def a(I):\n    x1 = vmirror(I)\n    O = hmirror(x1)\n    return O\n"
                    "def b(I):\n" +
                    twice + "def c(I):\n    y = vmirror(I)\n    O = dmirror(y)\n    return O\n" +
                    "def d(I):\n" + twice + "def e(I):\n    x1 = dmirror(I)\n    return x1\n");
    // However many are appended, the rest is fused with them.
    std::string expected = print_battery(fused(programs));
    for (size_t count = 0; count <= programs.size(); ++count) {
        std::vector<Program> first(programs.begin(),
                                   programs.begin() + static_cast<ptrdiff_t>(count));
        Card card = appended(fused(first));
        for (size_t k = count; k < programs.size(); ++k) card.add(programs[k]);
        EXPECT_EQ(print_battery(card.finish()), expected) << count;
    }
}

TEST(Card, SharesManyAppendedStepsAndThoseBetweenThem) {
    std::vector<Program> programs =
        parse_solvers(file_text(BATT_SOURCE_DIR "/examples/solvers.py"), "solvers.py").programs;
    std::string expected = print_battery(fused(programs));
    Card card;
    for (size_t k = 0; k < programs.size(); ++k) {
        if (k % 40 == 20) card = appended(card.finish());
        card.add(programs[k]);
    }
    EXPECT_EQ(print_battery(card.finish()), expected);
}

TEST(Card, KeepsAnyNumberOfEqualLinesApart) {
    std::string text = "def a(I):\n";
    for (int k = 0; k < 5000; ++k) text += "    x" + std::to_string(k) + " = vmirror(I)\n";
    Program program = programs_of(text + "    return x1\n").front();
    Card card;
    for (int k = 0; k < 70'000; ++k) {
        card.append(program.steps[0].callee, program.steps[0].arguments);
    }
    card.add(program);
    card.add(program);
    Battery battery = card.finish();
    for (const Battery::Solver& solver : battery.solvers()) {
        std::span<const uint32_t> lines = battery.lines(solver);
        EXPECT_EQ(std::set<uint32_t>(lines.begin(), lines.end()).size(), lines.size());
        EXPECT_EQ(lines[0], 0U);
    }
    EXPECT_LT(battery.nodes().size(), 80'000U);
}

TEST(Card, LetsAProgramLookAtTheResultOfAnother) {
    std::vector<Program> programs =
        programs_of("def a(I):\n    O = vmirror(I)\n    return O\n"
                    "def look(S, I, C):\n    O = equality(I, C)\n    return O\n");
    Card card;
    card.add(programs[0]);
    card.add(programs[1], card.battery().solvers()[0].result);
    EXPECT_EQ(print_battery(card.finish()), "# batt battery, version 1\n"
                                            "def batt(S, I, C):\n"
                                            "    t1 = vmirror(I)\n"
                                            "    t2 = equality(t1, C)\n"
                                            "    a = run(t1)\n"
                                            "    look = run(t2)\n"
                                            "    return\n");
}

TEST(Cut, GivesEverySolverBackAsItWas) {
    std::string folder = BATT_SOURCE_DIR "/tests/golden/portable/programs/programs.py";
    std::vector<Program> programs = programs_of(file_text(folder));
    ASSERT_EQ(programs.size(), 800u);
    Battery battery = fused(programs);
    EXPECT_LT(battery.nodes().size(), battery.line_count());
    for (size_t k = 0; k < programs.size(); ++k) {
        Program cut = cut_solver(battery, battery.solvers()[k]);
        ASSERT_EQ(cut.steps.size(), programs[k].steps.size());
        for (size_t n = 0; n < cut.steps.size(); ++n) cut.steps[n].name = programs[k].steps[n].name;
        EXPECT_EQ(print_program(cut), print_program(programs[k]));
    }
}

TEST(Cut, PutsWhatAProgramLooksAtFirst) {
    ParsedBattery parsed = parse_battery("# batt battery, version 1\n"
                                         "def batt(S, I, C):\n"
                                         "    t1 = vmirror(I)\n"
                                         "    t2 = hmirror(t1)\n"
                                         "    t3 = palette(C)\n"
                                         "    t4 = pair(t2, t3)\n"
                                         "    look = run(t3, t4)\n"
                                         "    return\n",
                                         "test.batt");
    ASSERT_FALSE(parsed.problem);
    EXPECT_EQ(print_program(cut_solver(parsed.battery, parsed.battery.solvers()[0])),
              "def look(S, I, C):\n"
              "    t3 = palette(C)\n"
              "    t1 = vmirror(I)\n"
              "    t2 = hmirror(t1)\n"
              "    t4 = pair(t2, t3)\n"
              "    return t4\n");
}

} // namespace
} // namespace batt::testing
