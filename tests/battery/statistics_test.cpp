// SPDX-License-Identifier: MIT-0
#include "battery/statistics.hpp"

#include "battery/pass.hpp"
#include "battery/text.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

constexpr const char* kText = "# batt battery, version 1\n"
                              "def batt(S, I, C):\n"
                              "    t1 = objects(I, T, F, T)\n"
                              "    t2 = rbind(sizefilter, ONE)\n"
                              "    t3 = t2(t1)\n"
                              "    t4 = apply(t2, S)\n"
                              "    t5 = I(t3)\n"
                              "    solve_a = run(t1, t2, t3)\n"
                              "    solve_b = run(t2, t1, t3)\n"
                              "    solve_c = run(t1, t2, t3, returns=t1)\n"
                              "    solve_d = run(t2, t4)\n"
                              "    solve_e = run(t1, t2, t3)\n"
                              "    solve_f = run(returns=I)\n"
                              "    solve_g = run(returns=I)\n"
                              "    solve_h = run(t1, t2, t3, t5)\n"
                              "    return\n";

BatteryStatistics statistics_of(std::string_view text, size_t top = 10) {
    ParsedBattery parsed = parse_battery(text, "test.batt");
    EXPECT_FALSE(parsed.problem);
    apply_passes(parsed.battery);
    return battery_statistics(parsed.battery, top);
}

TEST(BatteryStatistics, CountLinesStepsAndWhatIsSaved) {
    BatteryStatistics statistics = statistics_of(kText);
    EXPECT_EQ(statistics.solvers, 8u);
    EXPECT_EQ(statistics.lines, 18u);
    EXPECT_EQ(statistics.steps, 5u);
    EXPECT_EQ(statistics.saved(), 13u);
}

TEST(BatteryStatistics, CountStepsByDepthAndByHowOftenTheyRun) {
    BatteryStatistics statistics = statistics_of(kText);
    EXPECT_EQ(statistics.width, (std::vector<uint64_t>{2, 2, 1}));
    EXPECT_EQ(statistics.depth(), 3u);
    EXPECT_EQ(statistics.steps_at, (std::array<uint64_t, 3>{1, 1, 3}));
}

TEST(BatteryStatistics, CountStepsByWhatTheyCall) {
    std::string callees;
    for (const auto& callee : statistics_of(kText).callees) {
        callees += std::string(callee.name) + " " + std::to_string(callee.steps) + "\n";
    }
    EXPECT_EQ(callees, "apply 1\nclosure call 1\nno function 1\nobjects 1\nrbind 1\n");
}

TEST(BatteryStatistics, NameTheStepsOfMostSolvers) {
    BatteryStatistics statistics = statistics_of(kText, 2);
    ASSERT_EQ(statistics.most_shared.size(), 2u);
    EXPECT_EQ(statistics.most_shared[0].step, 1u);
    EXPECT_EQ(statistics.most_shared[0].solvers, 6u);
    EXPECT_EQ(statistics.most_shared[1].step, 0u);
    EXPECT_EQ(statistics.most_shared[1].solvers, 5u);
    EXPECT_EQ(statistics_of(kText).most_shared.size(), 3u) << "t4 and t5 have one solver each";
}

TEST(BatteryStatistics, NameSolversLikeEarlierOnes) {
    BatteryStatistics statistics = statistics_of(kText);
    ASSERT_EQ(statistics.duplicates.size(), 2u);
    EXPECT_EQ(statistics.duplicates[0].solver, 4u);
    EXPECT_EQ(statistics.duplicates[0].first, 0u);
    EXPECT_EQ(statistics.duplicates[1].solver, 6u);
    EXPECT_EQ(statistics.duplicates[1].first, 5u);
}

TEST(BatteryStatistics, OfNothingAreZero) {
    BatteryStatistics statistics = battery_statistics(Battery{}, 10);
    EXPECT_EQ(statistics.saved(), 0u);
    EXPECT_EQ(statistics.depth(), 0u);
    EXPECT_TRUE(statistics.callees.empty());
}

} // namespace
} // namespace batt::testing
