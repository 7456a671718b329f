// SPDX-License-Identifier: MIT-0
#include "battery/text.hpp"

#include "battery/card.hpp"
#include "program/parser.hpp"
#include "support/files.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

constexpr const char* kPlain = "# batt battery, version 1\n"
                               "def batt(S, I, C):\n"
                               "    t1 = objects(I, T, F, T)\n"
                               "    t2 = rbind(sizefilter, ONE)\n"
                               "    t3 = t2(t1)\n"
                               "    t4 = identity()\n"
                               "    solve_a = run(t1, t2, t3)\n"
                               "    solve_b = run(t2, t1, t3, returns=t1)\n"
                               "    solve_c = run(t4, returns=C)\n"
                               "    solve_d = run(returns=ORIGIN)\n"
                               "    t1 = run(returns=vmirror)\n"
                               "    return\n";

/// What reading a text and printing it gives, or the problem.
std::string printed(std::string_view text, const BatteryBounds& bounds = {}) {
    ParsedBattery parsed = parse_battery(text, "test.batt", bounds);
    return parsed.problem ? parsed.problem->text() : print_battery(parsed.battery);
}

void expect_same(const Battery& a, const Battery& b) {
    ASSERT_EQ(a.nodes().size(), b.nodes().size());
    for (size_t k = 0; k < a.nodes().size(); ++k) {
        EXPECT_EQ(a.nodes()[k].callee, b.nodes()[k].callee);
        EXPECT_EQ(a.nodes()[k].level, b.nodes()[k].level);
        EXPECT_TRUE(std::ranges::equal(a.arguments(a.nodes()[k]), b.arguments(b.nodes()[k])));
    }
    ASSERT_EQ(a.solvers().size(), b.solvers().size());
    for (size_t k = 0; k < a.solvers().size(); ++k) {
        EXPECT_EQ(a.solvers()[k].name, b.solvers()[k].name);
        EXPECT_EQ(a.solvers()[k].result, b.solvers()[k].result);
        EXPECT_TRUE(std::ranges::equal(a.lines(a.solvers()[k]), b.lines(b.solvers()[k])));
    }
}

TEST(BatteryText, ReadsThePlainFormAndPrintsItBack) {
    EXPECT_EQ(printed(kPlain), kPlain);
}

TEST(BatteryText, ReadsABatteryOfNothing) {
    std::string_view nothing = "# batt battery, version 1\ndef batt(S, I, C):\n    return\n";
    EXPECT_EQ(printed(nothing), nothing);
    EXPECT_EQ(print_battery(Battery{}), nothing);
}

TEST(BatteryText, ReadsOtherWhiteSpaceCommentsAndOrders) {
    EXPECT_EQ(printed("\xEF\xBB\xBF# batt battery, version 1\r\n"
                      "def batt ( S,I,C ) :  # here\r\n"
                      "\tt1=objects(I,T,F,T)\r\n"
                      "\r\n"
                      "\tt2 = rbind(sizefilter,\r\n"
                      "  ONE,)\r\n"
                      "\tt3 = t2(t1)\r\n"
                      "\tsolve_a = run(t1, t2, t3, returns=t3)\r\n"
                      "\tsolve_b = run(t2, t1, t3, returns=t1,)\r\n"
                      "\tt4 = identity()\r\n"
                      "\tsolve_c = run(t4, returns=C)\r\n"
                      "\tsolve_d = run(returns=ORIGIN)\r\n"
                      "\tt1 = run(returns=vmirror)\r\n"
                      "\treturn"),
              kPlain);
}

TEST(BatteryText, KeepsEqualStepsApart) {
    std::string_view text = "# batt battery, version 1\n"
                            "def batt(S, I, C):\n"
                            "    t1 = rbind(add, ONE)\n"
                            "    t2 = rbind(add, ONE)\n"
                            "    t3 = equality(t1, t2)\n"
                            "    a = run(t1, t2, t3)\n"
                            "    return\n";
    EXPECT_EQ(printed(text), text);
}

TEST(BatteryText, BringsAllGoldenProgramsThroughWriteAndRead) {
    std::string file = BATT_SOURCE_DIR "/tests/golden/portable/programs/programs.py";
    ParsedFile parsed = parse_solvers(file_text(file), file);
    ASSERT_EQ(parsed.programs.size(), 800u);
    Card card;
    for (const Program& program : parsed.programs) card.add(program);
    Battery battery = card.finish();
    std::string text = print_battery(battery);
    ParsedBattery again = parse_battery(text, "programs.batt");
    ASSERT_FALSE(again.problem) << again.problem->text();
    expect_same(battery, again.battery);
    EXPECT_EQ(print_battery(again.battery), text);
}

TEST(BatteryText, IsWrittenInBlocks) {
    Card card;
    for (uint32_t k = 0; k < 20'000; ++k) {
        card.append({Operand::Kind::Constant, 0}, {});
    }
    Battery battery = card.finish();
    size_t blocks = 0;
    std::string text;
    write_battery(battery, [&](std::string_view block) {
        ++blocks;
        EXPECT_LT(block.size(), 100'000u);
        text += block;
    });
    EXPECT_GT(blocks, 3u);
    EXPECT_EQ(text, print_battery(battery));
}

TEST(BatteryText, IsToldFromSolversByItsFirstLine) {
    EXPECT_TRUE(is_battery_text(kPlain));
    EXPECT_TRUE(is_battery_text("# batt battery, version 2\n"));
    EXPECT_TRUE(is_battery_text("\xEF\xBB\xBF# batt battery, version 1\n"));
    EXPECT_FALSE(is_battery_text("def batt(S, I, C):\n    return I\n"));
    EXPECT_FALSE(is_battery_text("# batt battery\n"));
    EXPECT_FALSE(is_battery_text(""));
}

TEST(BatteryText, CutAnywhereIsAProblem) {
    std::string_view text = kPlain;
    // Without its last line end it is whole.
    for (size_t size = 0; size < text.size() - 1; ++size) {
        EXPECT_TRUE(parse_battery(text.substr(0, size), "cut.batt").problem) << size;
    }
}

TEST(BatteryText, HasBounds) {
    EXPECT_EQ(printed(kPlain, {.bytes = 10}),
              "test.batt:1:1: the file has 322 bytes, expected at most 10");
    EXPECT_EQ(printed(kPlain, {.steps = 3}),
              "test.batt:6:5: too many steps at 't4', expected at most 3");
    EXPECT_EQ(printed(kPlain, {.solvers = 2}),
              "test.batt:9:5: too many solvers at 'solve_c', expected at most 2");
    EXPECT_EQ(printed(kPlain, {.lines_per_solver = 2}),
              "test.batt:7:27: the solver is too long at 't3', expected at most 2 lines");
    EXPECT_EQ(printed(kPlain, {.arguments = 3}),
              "test.batt:3:27: too many arguments at 'T', expected at most 3");
    EXPECT_EQ(printed(kPlain, {.name_length = 6}),
              "test.batt:7:5: name 'solve_a' is too long, expected at most 6 characters");
    EXPECT_EQ(printed(kPlain, {.line_length = 30}),
              "test.batt:4:32: the line has 31 bytes, expected at most 30");
}

TEST(BatteryText, NamesOperandsAndSteps) {
    Battery battery = parse_battery(kPlain, "test.batt").battery;
    EXPECT_EQ(step_text(battery, 0), "t1 = objects(I, T, F, T)");
    EXPECT_EQ(step_text(battery, 3), "t4 = identity()");
    EXPECT_EQ(operand_name({Operand::Kind::Step, 41}), "t42");
    EXPECT_EQ(operand_name({Operand::Kind::Parameter, Program::Candidate}), "C");
}

} // namespace
} // namespace batt::testing
