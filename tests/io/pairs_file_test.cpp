// SPDX-License-Identifier: MIT-0
#include "io/pairs_file.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

TEST(PairsFile, HoldsOnePairALine) {
    PairsFile file = parse_pairs("# comment\nsolve_a\t00\ttrain\t3\r\n\nb\tc d\ttest\t0", "p.tsv");
    ASSERT_EQ(file.lines.size(), 2u);
    EXPECT_TRUE(file.problems.empty());
    EXPECT_EQ(file.lines[0].solver, "solve_a");
    EXPECT_EQ(file.lines[0].task, "00");
    EXPECT_EQ(file.lines[0].split, Split::Train);
    EXPECT_EQ(file.lines[0].index, 3u);
    EXPECT_EQ(file.lines[1].task, "c d");
    EXPECT_EQ(file.lines[1].split, Split::Test);
    EXPECT_EQ(file.lines[1].line, 4);
}

TEST(PairsFile, MayBeginWithAByteOrderMark) {
    PairsFile file = parse_pairs("\xEF\xBB\xBFsolve_a\t00\ttrain\t3\n", "p.tsv");
    ASSERT_EQ(file.lines.size(), 1u);
    EXPECT_EQ(file.lines[0].solver, "solve_a");
}

TEST(PairsFile, NamesBadLinesAndGoesOn) {
    PairsFile file = parse_pairs("a b train 1\n"
                                 "a\tb\teval\t1\n"
                                 "a\tb\ttest\t-1\n"
                                 "a\tb\ttest\t99999999999\n"
                                 "a\tb\ttest\t\n"
                                 "a\tb\ttest\t1\t2\n"
                                 "a\tb\ttest\t1\n",
                                 "p.tsv");
    EXPECT_EQ(file.lines.size(), 1u);
    ASSERT_EQ(file.problems.size(), 6u);
    EXPECT_EQ(file.problems[0], "p.tsv:1: expected solver<TAB>task<TAB>split<TAB>index");
    EXPECT_EQ(file.problems[1], "p.tsv:2: expected 'train' or 'test' in the third column");
    EXPECT_EQ(file.problems[2], "p.tsv:3: expected a position from 0 in the fourth column");
}

} // namespace
} // namespace batt::testing
