// SPDX-License-Identifier: MIT-0
// Budgets hold for everything that can grow, and fail alike every time.
#include "support/arena.hpp"
#include "support/notation.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

TEST(Budgets, EndTheVisitOfValuesThatShareTheirPartsEndlessly) {
    // A tuple of pairs of pairs: few bytes, 2^100 leaves.
    const std::string endless = "power(fork(astuple, identity, identity), 100)(7)";
    TestArena arena(1 << 20, 1'000'000);
    EXPECT_EQ(outcome(arena.fresh(), "size(" + endless + ")"), "2");
    EXPECT_EQ(outcome(arena.fresh(), "initset(" + endless + ")"), "!Limit");
    EXPECT_EQ(outcome(arena.fresh(), "equality(" + endless + ", " + endless + ")"), "!Limit");
    EXPECT_EQ(outcome(arena.fresh(), "greater(" + endless + ", " + endless + ")"), "!Limit");
}

TEST(Budgets, EndTheVisitOfCellsThatAreSharedThousandsOfTimes) {
    const std::string heap = "repeat(canvas(0, (300, 300)), 2000)";
    TestArena arena(1 << 20, 1'000'000);
    EXPECT_EQ(outcome(arena.fresh(), "size(" + heap + ")"), "2000");
    EXPECT_EQ(outcome(arena.fresh(), "initset(" + heap + ")"), "!Limit");
    EXPECT_EQ(outcome(arena.fresh(), "size(initset(canvas(0, (300, 300))))"), "1");
    EXPECT_EQ(outcome(arena.fresh(), "equality(" + heap + ", " + heap + ")"), "!Limit");
}

TEST(Budgets, EndSizesThatExplode) {
    TestArena arena(1 << 20, 1'000'000);
    for (const char* call :
         {"canvas(0, (100000, 100000))", "repeat(1, 1000000000)", "interval(0, 1000000000, 1)",
          "upscale(((1,),), 100000)", "hupscale(((1,),), 1000000000)",
          "power(double, 100)(((1, 2), (3, 4)))",
          "product(interval(0, 2000, 1), interval(0, 2000, 1))",
          "power(rbind(power, 3), 40)(increment)(0)", "connect((0, 0), (0, 100000000))",
          "backdrop(fs((0, 0), (30000, 30000)))", "power(double, 100)(1)"}) {
        EXPECT_EQ(outcome(arena.fresh(), call), "!Limit") << call;
    }
}

TEST(Budgets, EndFunctionsThatLookAtALargeValueForEachElement) {
    TestArena arena(64 << 20, 1'000'000);
    const std::string large = "asindices(canvas(0, (300, 300)))";
    for (const char* function : {"rbind(recolor, ", "rbind(insert, "}) {
        std::string looks = std::string("compose(size, ") + function + large + "))";
        EXPECT_EQ(outcome(arena.fresh(), "apply(" + looks + ", interval(0, 2000, 1))"), "!Limit")
            << function;
    }
    // Those that look at one place, or at none, cost no more than for a small value.
    for (const char* looks :
         {"lbind(index, canvas(0, (300, 300))), asindices(canvas(0, (300, 300)))",
          "rbind(astuple, asindices(canvas(0, (300, 300)))), interval(0, 9000, 1)"}) {
        std::string call = "size(apply(";
        call.append(looks).append("))");
        EXPECT_NE(outcome(arena.fresh(), call), "!Limit") << looks;
    }
}

TEST(Budgets, BoundTheNestingOfValuesAndCalls) {
    TestArena arena(16 << 20, 1'000'000);
    EXPECT_EQ(outcome(arena.fresh(), "size(power(initset, 150)(1))"), "1");
    EXPECT_EQ(outcome(arena.fresh(), "power(initset, 250)(1)"), "!Limit");
    EXPECT_EQ(outcome(arena.fresh(), "power(increment, 999)(0)"), "999");
    EXPECT_EQ(outcome(arena.fresh(), "power(increment, 1000)"), "!RecursionError");
}

TEST(Budgets, FailAtTheSameStepEveryTime) {
    const std::string call = "apply(fork(add, identity, double), interval(0, 100, 1))";
    uint64_t enough = 0;
    for (uint64_t steps = 1; steps < 1000 && enough == 0; ++steps) {
        TestArena arena(1 << 20, steps);
        std::string first = outcome(arena.fresh(), call);
        EXPECT_EQ(outcome(arena.fresh(), call), first);
        if (first != "!Limit") enough = steps;
    }
    EXPECT_GT(enough, 100U);
}

} // namespace
} // namespace batt::testing
