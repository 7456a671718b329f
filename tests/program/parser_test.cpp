// SPDX-License-Identifier: MIT-0
#include "program/parser.hpp"

#include "program/print.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

/// The one program of a text without problems, printed in the plain form.
std::string printed(std::string_view text) {
    ParsedFile file = parse_solvers(text, "test.py");
    if (!file.diagnostics.empty()) return file.diagnostics[0].text();
    if (file.programs.size() != 1) return std::to_string(file.programs.size()) + " programs";
    return print_program(file.programs[0]);
}

std::string first_problem(std::string_view text, const ParseBounds& bounds = {}) {
    ParsedFile file = parse_solvers(text, "test.py", bounds);
    return file.diagnostics.empty() ? "" : file.diagnostics[0].text();
}

constexpr const char* kPlain = "def solve_a(I):\n"
                               "    x1 = vmirror(I)\n"
                               "    O = fill(x1, ONE, I)\n"
                               "    return O\n";

TEST(Parser, ReadsThePlainFormAndPrintsItBack) {
    EXPECT_EQ(printed(kPlain), kPlain);
}

TEST(Parser, ReadsAnnotationsCommentsDocstringsImportsAndBlankLines) {
    EXPECT_EQ(printed("\xEF\xBB\xBF# a comment\n"
                      "'''The module's docstring,\n"
                      "def not_a_solver(I): in it.'''\n"
                      "from dsl import *\n"
                      "from constants import (ONE,\n"
                      "    TWO)\n"
                      "import this, that.other as another\n"
                      "\n"
                      "def solve_a(I: 'Grid') -> Tuple[Tuple[int, ...], None]:  # here too\n"
                      "    \"\"\"What it does.\n"
                      "\n"
                      "def more():\n"
                      "    \"\"\"\n"
                      "\n"
                      "  # oddly indented comment\n"
                      "    x1: Grid = vmirror(I)  # mirrored\n"
                      "\n"
                      "    O = fill(\n"
                      "        x1,  # the grid\n"
                      "\n"
                      "        ONE,\n"
                      "  I,\n"
                      "    )\n"
                      "    return O\n"),
              kPlain);
}

TEST(Parser, ReadsWindowsAndOldMacLineEnds) {
    std::string windows;
    std::string mac;
    for (char c : std::string_view(kPlain)) {
        windows += c == '\n' ? "\r\n" : std::string(1, c);
        mac += c == '\n' ? '\r' : c;
    }
    EXPECT_EQ(printed(windows), kPlain);
    EXPECT_EQ(printed(mac), kPlain);
}

TEST(Parser, ReadsTabsContinuedLinesAndAMissingLastLineEnd) {
    EXPECT_EQ(printed("def\tsolve_a ( I ) :\n"
                      "\tx1=vmirror \\\n"
                      "  (I)\n"
                      "\n"
                      "\tO =\\\r\n"
                      "fill(x1,ONE,I)\n"
                      "\treturn O"),
              kPlain);
}

TEST(Parser, PutsKeywordArgumentsInTheirPlaces) {
    EXPECT_EQ(printed("def solve_a(I):\n"
                      "    x1 = vmirror(piece=I)\n"
                      "    O = fill(x1, patch=I, value=ONE)\n"
                      "    return O\n"),
              kPlain);
}

TEST(Parser, LeavesMissingKeywordArgumentsToTheRun) {
    ParsedFile file =
        parse_solvers("def f(I):\n    x = fill(patch=I, grid=I)\n    return x\n", "test.py");
    ASSERT_EQ(file.programs.size(), 1u);
    EXPECT_EQ(file.programs[0].steps[0].arguments.size(), 2u);
}

TEST(Parser, TakesWrongCountsAndCallsOfAnythingAsPythonDoes) {
    const char* text = "def solve_a(S, I, C):\n"
                       "    x1 = vmirror()\n"
                       "    x2 = vmirror(I, S, C, T)\n"
                       "    x3 = I(x1)\n"
                       "    x4 = ORIGIN(x2, x3)\n"
                       "    return vmirror\n";
    EXPECT_EQ(printed(text), text);
}

TEST(Parser, LetsLaterLinesSeeTheLatestOfEqualNames) {
    ParsedFile file = parse_solvers("def f(I):\n"
                                    "    x = vmirror(I)\n"
                                    "    x = hmirror(x)\n"
                                    "    y = rot90(x)\n"
                                    "    return x\n",
                                    "test.py");
    ASSERT_EQ(file.programs.size(), 1u);
    const std::vector<Step>& steps = file.programs[0].steps;
    EXPECT_EQ(steps[1].arguments[0], (Operand{Operand::Kind::Step, 0}));
    EXPECT_EQ(steps[2].arguments[0], (Operand{Operand::Kind::Step, 1}));
    EXPECT_EQ(file.programs[0].result, (Operand{Operand::Kind::Step, 1}));
}

TEST(Parser, KnowsWhichParametersASolverHas) {
    ParsedFile file = parse_solvers("def f(S, I: Grid, C,) -> Grid:\n"
                                    "    x = pair(S, C)\n"
                                    "    return I\n"
                                    "def g(I):\n"
                                    "    S = vmirror(I)\n"
                                    "    return S\n",
                                    "test.py");
    ASSERT_EQ(file.programs.size(), 2u) << file.diagnostics[0].text();
    EXPECT_EQ(file.programs[0].steps[0].arguments[0],
              (Operand{Operand::Kind::Parameter, Program::Samples}));
    EXPECT_EQ(file.programs[0].steps[0].arguments[1],
              (Operand{Operand::Kind::Parameter, Program::Candidate}));
    EXPECT_EQ(file.programs[0].result, (Operand{Operand::Kind::Parameter, Program::Input}));
    EXPECT_EQ(file.programs[1].result.kind, Operand::Kind::Step);
}

TEST(Parser, RemembersWhereSolversAndLinesAre) {
    ParsedFile file = parse_solvers("\n\ndef f(I):\n\n    x = fill(I,\n  I, I)\n"
                                    "    '''a\nb'''\n    y = vmirror(x)\n    return y\n",
                                    "test.py");
    ASSERT_EQ(file.programs.size(), 1u);
    EXPECT_EQ(file.programs[0].line, 3);
    EXPECT_EQ(file.programs[0].steps[0].line, 5);
    EXPECT_EQ(file.programs[0].steps[1].line, 9);
}

TEST(Parser, FindsNothingInAnEmptyFile) {
    for (const char* text : {"", "\n\n", "# only this\n", "   ", "\xEF\xBB\xBF", "'''doc'''"}) {
        ParsedFile file = parse_solvers(text, "test.py");
        EXPECT_TRUE(file.programs.empty() && file.diagnostics.empty()) << text;
    }
}

TEST(Parser, KeepsTheSolversAroundABrokenOne) {
    ParsedFile file =
        parse_solvers("def a(I):\n    return I\n"
                      "def b(I):\n    x = vmirror((((I\n"
                      "def c(I):\n    \"\"\"never closed\n    return I\n"
                      "def d(I):\n    \"\"\"closes the one above\"\"\"\n    return I\n"
                      "def e(I):\n    return I\n",
                      "test.py");
    std::string names;
    for (const Program& program : file.programs) names += program.name;
    EXPECT_EQ(names, "ade");
    ASSERT_EQ(file.diagnostics.size(), 2u);
    EXPECT_EQ(file.diagnostics[0].line, 4);
    EXPECT_EQ(file.diagnostics[1].line, 9);
}

TEST(Parser, KeepsAGoodSolverWhoseNamesakeWasBroken) {
    ParsedFile file =
        parse_solvers("def a(I):\n    return 3\ndef a(I):\n    return I\n", "test.py");
    EXPECT_EQ(file.programs.size(), 1u);
    EXPECT_EQ(file.diagnostics.size(), 1u);
}

TEST(Parser, RefusesAFileThatIsTooLarge) {
    ParseBounds bounds;
    bounds.bytes = 10;
    EXPECT_EQ(first_problem("def solve_a(I):\n", bounds),
              "test.py:1:1: the file has 16 bytes, expected at most 10");
}

TEST(Parser, RefusesASolverThatIsTooLong) {
    ParseBounds bounds;
    bounds.steps_per_solver = 1;
    EXPECT_EQ(first_problem(kPlain, bounds),
              "test.py:3:5: the solver is too long at 'O', expected at most 1 lines");
}

TEST(Parser, StopsListingProblemsAtItsBound) {
    std::string text;
    for (int k = 0; k < 50; ++k) text += "def f" + std::to_string(k) + "(I):\n    return 3\n";
    text += "def good(I):\n    return I\n";
    ParseBounds bounds;
    bounds.diagnostics = 5;
    ParsedFile file = parse_solvers(text, "test.py", bounds);
    EXPECT_EQ(file.diagnostics.size(), 6u);
    EXPECT_EQ(file.programs.size(), 1u);
}

TEST(Parser, IsNotSlowedDownByOpenBracketsInEverySolver) {
    std::string text;
    for (int k = 0; k < 100'000; ++k) {
        text += "def f" + std::to_string(k) + "(I: [(\n    x = vmirror(I,\n";
    }
    ParsedFile file = parse_solvers(text, "test.py");
    EXPECT_TRUE(file.programs.empty());
}

} // namespace
} // namespace batt::testing
