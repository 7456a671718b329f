// SPDX-License-Identifier: MIT-0
#include "battery/pass.hpp"

#include "battery/card.hpp"
#include "battery/text.hpp"
#include "program/parser.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

Battery fused(const std::string& text) {
    ParsedFile parsed = parse_solvers(text, "t.py");
    EXPECT_TRUE(parsed.diagnostics.empty()) << parsed.diagnostics[0].text();
    Card card;
    for (const Program& program : parsed.programs) card.add(program);
    return card.finish();
}

std::vector<Level> levels_of(const Battery& battery) {
    std::vector<Level> levels;
    for (const Battery::Node& node : battery.nodes()) levels.push_back(node.level);
    return levels;
}

const std::string kLevels = "def a(S, I, C):\n    x1 = rbind(add, ONE)\n"
                            "    x2 = apply(first, S)\n    x3 = apply(x1, x2)\n"
                            "    x4 = compose(x1, x1)\n    O = pair(x3, I)\n    return O\n";

TEST(Passes, HaveNamesOfTheirOwn) {
    std::vector<std::string_view> names;
    for (const Pass& pass : passes()) {
        EXPECT_EQ(std::count(names.begin(), names.end(), pass.name), 0);
        EXPECT_FALSE(pass.does.empty());
        names.push_back(pass.name);
    }
}

TEST(Passes, SayWhatTheyTouchedAndWhichWereLeftOut) {
    Battery battery = fused(kLevels);
    std::vector<PassReport> reports = apply_passes(battery, {"per-task"});
    ASSERT_EQ(reports.size(), passes().size());
    EXPECT_EQ(reports[0].pass->name, "fold");
    EXPECT_TRUE(reports[0].applied);
    EXPECT_EQ(reports[0].steps, 2U);
    EXPECT_FALSE(reports[1].applied);
    EXPECT_EQ(reports[1].steps, 0U);
}

TEST(Passes, LowerNothingUnlessApplied) {
    Battery battery = fused(kLevels);
    EXPECT_EQ(levels_of(battery), std::vector<Level>(5, Level::Sample));
}

TEST(Passes, FoldWhatDependsOnNothing) {
    Battery battery = fused(kLevels);
    EXPECT_EQ(fold_constants(battery), 2U);
    EXPECT_EQ(levels_of(battery), (std::vector<Level>{Level::Fixed, Level::Sample, Level::Sample,
                                                      Level::Fixed, Level::Sample}));
}

TEST(Passes, ComputeTheSamplePatternOnceATask) {
    Battery battery = fused(kLevels);
    fold_constants(battery);
    EXPECT_EQ(lower_to_task(battery), 2U);
    EXPECT_EQ(levels_of(battery), (std::vector<Level>{Level::Fixed, Level::Task, Level::Task,
                                                      Level::Fixed, Level::Sample}));
}

TEST(Passes, LowerToTheTaskWhatItsStepsNameIfNothingIsFolded) {
    Battery battery = fused(kLevels);
    EXPECT_EQ(lower_to_task(battery), 3U);
    EXPECT_EQ(levels_of(battery), (std::vector<Level>{Level::Task, Level::Task, Level::Task,
                                                      Level::Sample, Level::Sample}));
}

TEST(Passes, PairObjectsThatDifferInTheColoursOfAComponentAlone) {
    Battery battery = fused("def a(S, I, C):\n    x1 = objects(I, T, F, T)\n"
                            "    x2 = objects(I, F, F, T)\n    x3 = objects(I, T, T, T)\n"
                            "    x4 = objects(I, T, F, F)\n    x5 = objects(I, F, F, F)\n"
                            "    x6 = objects(I, ONE, ZERO, ONE)\n    O = pair(x3, I)\n"
                            "    return O\n");
    EXPECT_EQ(share_objects(battery), 2U);
    EXPECT_EQ(battery.nodes()[0].sibling, 1U);
    EXPECT_EQ(battery.nodes()[1].sibling, Battery::kNoStep);
    EXPECT_EQ(battery.nodes()[2].sibling, Battery::kNoStep);
    EXPECT_EQ(battery.nodes()[3].sibling, Battery::kNoStep);
    EXPECT_EQ(battery.nodes()[5].sibling, 1U);
}

TEST(Passes, ResolveClosuresThatAreFolded) {
    Battery battery = fused(kLevels);
    EXPECT_EQ(resolve_closures(battery), 0U);
    fold_constants(battery);
    EXPECT_EQ(resolve_closures(battery), 2U);
}

TEST(Passes, ShowInTheTextAsComments) {
    Battery battery = fused(kLevels + "def b(I):\n    x1 = objects(I, T, F, T)\n"
                                      "    O = objects(I, F, F, T)\n    return O\n");
    apply_passes(battery);
    std::string text;
    write_battery(
        battery, [&](std::string_view block) { text += block; }, StepNotes::Passes);
    EXPECT_NE(text.find("t1 = rbind(add, ONE)  # once, resolved\n"), std::string::npos) << text;
    EXPECT_NE(text.find("t3 = apply(t1, t2)  # once a task\n"), std::string::npos) << text;
    EXPECT_NE(text.find("t6 = objects(I, T, F, T)  # components of t7\n"), std::string::npos);
    EXPECT_NE(text.find("t5 = pair(t3, I)\n"), std::string::npos) << text;
    ParsedBattery read = parse_battery(text, "t.batt");
    ASSERT_FALSE(read.problem) << read.problem->text();
    EXPECT_EQ(print_battery(read.battery), print_battery(battery));
}

} // namespace
} // namespace batt::testing
