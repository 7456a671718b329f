// SPDX-License-Identifier: MIT-0
// Whoever is done last with a sample, a thread with its heavy programs or anyone with the others,
// has all of it.
#include "coordinate/head_start.hpp"

#include "battery/card.hpp"
#include "io/task_file.hpp"
#include "support/programs.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

class HeadStartTest : public ::testing::Test {
protected:
    HeadStartTest()
        : programs_(programs_of("def solve_a(I):\n    O = hmirror(I)\n    return O\n"
                                "def solve_b(I):\n    O = vmirror(I)\n    return O\n"
                                "def solve_c(I):\n    O = rot90(I)\n    return O\n")),
          tasks_(parse_tasks(R"({"train": [{"input": [[1, 2]], "output": [[2, 1]]},
                                           {"input": [[3, 3]], "output": [[3, 3]]}],
                                 "test": []})",
                             "t.json")
                     .tasks),
          battery_(fuse()), plan_(battery_, Policy::Strict),
          workload_(Workload::cross(programs_, tasks_)), jobs_(workload_, plan_, 0),
          sheets_(workload_, jobs_, false), worker_(plan_, Limits{}), start_(sheets_, turns_) {}

    Battery fuse() const {
        Card card;
        for (const Program& program : programs_) card.add(program);
        return card.finish();
    }

    void run(Sheet& sheet) {
        std::vector<uint32_t> ran;
        sheets_.fill(sheet, worker_, writer_, ran);
    }
    /// What another has done of a sample while threads have the heavy program.
    Sheet others(size_t sample) {
        Sheet sheet = sheets_.blank(sample);
        Sheets::leave_out(sheet, kHeavy);
        run(sheet);
        return sheet;
    }
    static std::vector<bool> right(const Sheet& sheet) {
        std::vector<bool> made;
        for (const Verdict& verdict : sheet.made) made.push_back(verdict.done && verdict.right);
        return made;
    }

    static inline const ProgramSet kHeavy{{false, true, false}};
    static inline const std::vector<bool> kFirst = {false, true,
                                                    false}; ///< who is right on the samples
    static inline const std::vector<bool> kSecond = {true, true, false};

    std::vector<Program> programs_;
    std::vector<Task> tasks_;
    Battery battery_;
    Plan plan_;
    Workload workload_;
    SampleJobs jobs_;
    Sheets sheets_;
    Worker worker_;
    ValueWriter writer_;
    std::vector<uint32_t> turns_ = {0, 1};
    HeadStart start_;
};

TEST_F(HeadStartTest, GivesEverySampleOnce) {
    EXPECT_EQ(start_.left(), 2U);
    std::optional<Sheet> first = start_.take(kHeavy);
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->part);
    EXPECT_EQ(first->programs, std::vector<uint32_t>{1});
    EXPECT_TRUE(start_.close(0));
    EXPECT_FALSE(start_.close(1));
    EXPECT_EQ(start_.left(), 0U);
    EXPECT_FALSE(start_.take(kHeavy));
}

TEST_F(HeadStartTest, KeepsToTheTurns) {
    std::vector<uint32_t> turns = {1, 0};
    HeadStart start(sheets_, turns);
    EXPECT_EQ(start.take(kHeavy)->sample, 1U);
    EXPECT_EQ(start.take(kHeavy)->sample, 0U);
}

TEST_F(HeadStartTest, GivesTheHeavyPartToWhoeverComesWithTheRest) {
    Sheet part = *start_.take(kHeavy);
    run(part);
    EXPECT_FALSE(start_.put(std::move(part)));
    Sheet rest = others(0);
    EXPECT_NE(right(rest), kFirst);
    EXPECT_TRUE(start_.complete(rest));
    EXPECT_EQ(right(rest), kFirst);
}

TEST_F(HeadStartTest, KeepsTheRestForTheThreadThatHasTheHeavyPart) {
    Sheet part = *start_.take(kHeavy);
    Sheet rest = others(0);
    EXPECT_FALSE(start_.complete(rest));
    run(part);
    std::optional<Sheet> whole = start_.put(std::move(part));
    ASSERT_TRUE(whole);
    EXPECT_EQ(right(*whole), kFirst);
    EXPECT_TRUE(whole->missing.empty());
}

TEST_F(HeadStartTest, DividesWhatIsMissing) {
    Sheet sheet = sheets_.blank(1);
    sheet.claimed = true;
    std::vector<Sheet> parts = start_.divide(std::move(sheet), 2);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].programs, (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(parts[1].programs, std::vector<uint32_t>{2});
    EXPECT_TRUE(parts[0].part && parts[0].claimed);
    EXPECT_TRUE(start_.is_busy());
    for (Sheet& part : parts) run(part);
    EXPECT_FALSE(start_.put(std::move(parts[1])));
    std::optional<Sheet> whole = start_.put(std::move(parts[0]));
    ASSERT_TRUE(whole);
    EXPECT_EQ(right(*whole), kSecond);
    EXPECT_TRUE(whole->missing.empty());
    EXPECT_FALSE(start_.is_busy());
}

TEST_F(HeadStartTest, LeavesASampleThatNoThreadHasBegunWithAsItIs) {
    start_.close(0);
    start_.close(1);
    Sheet sheet = sheets_.blank(1);
    run(sheet);
    EXPECT_TRUE(start_.complete(sheet));
    EXPECT_EQ(right(sheet), kSecond);
}

TEST_F(HeadStartTest, FillsInWhatADeviceWasNotGiven) {
    Sheet part = *start_.take(kHeavy);
    run(part);
    start_.put(std::move(part));
    std::vector<batch::Answer> answers(2); // of the two others; the second is not known
    answers[1].flags = batch::Answer::kUnresolved;
    Sheet sheet = sheets_.answered(0, answers, &kHeavy);
    EXPECT_EQ(sheet.missing, (std::vector<uint32_t>{1, 2}));
    EXPECT_TRUE(start_.complete(sheet));
    EXPECT_EQ(sheet.missing, std::vector<uint32_t>{2});
    EXPECT_EQ(right(sheet), kFirst);
}

} // namespace
} // namespace batt::testing
