// SPDX-License-Identifier: MIT-0
#include "coordinate/batch_cost.hpp"

#include <gtest/gtest.h>

namespace batt {
namespace {

TEST(BatchCost, LearnsBothPartsFromBatchesOfDifferentSizes) {
    BatchCost cost(1, 1);
    cost.observe(10, 0.5 + 10 * 0.01);
    cost.observe(40, 0.5 + 40 * 0.01);
    EXPECT_NEAR(cost.start(), 0.5, 1e-9);
    EXPECT_NEAR(cost.each(), 0.01, 1e-9);
    EXPECT_NEAR(cost.seconds(100), 1.5, 1e-9);
    EXPECT_NEAR(cost.pace(), 40 / 0.9, 1e-9);
}

TEST(BatchCost, ScalesTheGuessWhileAllBatchesHaveOneSize) {
    BatchCost cost(1, 0.1);
    cost.observe(10, 4);
    EXPECT_NEAR(cost.start(), 2, 1e-9);
    EXPECT_NEAR(cost.each(), 0.2, 1e-9);
    cost = {};
    cost.observe(10, 4);
    EXPECT_NEAR(cost.seconds(20), 8, 1e-9);
}

TEST(BatchCost, HasNoNegativeParts) {
    BatchCost cost;
    cost.observe(10, 4);
    cost.observe(100, 1); // as if larger batches were faster
    EXPECT_EQ(cost.each(), 0);
    EXPECT_GT(cost.start(), 0);
    BatchCost other;
    other.observe(10, 0.1);
    other.observe(20, 4);
    EXPECT_GE(other.start(), 0);
    EXPECT_GT(other.each(), 0);
}

TEST(BatchCost, FollowsADeviceThatBecomesSlower) {
    BatchCost cost;
    for (size_t n : {10, 20, 30}) cost.observe(n, 0.01 * static_cast<double>(n));
    for (size_t n : {10, 20, 30, 10, 20, 30, 10, 20}) {
        cost.observe(n, 0.1 * static_cast<double>(n));
    }
    EXPECT_NEAR(cost.each(), 0.1, 0.02);
}

TEST(BatchCost, TakesNoMoreThanEndsBeforeTheOthers) {
    BatchCost cost(1, 0.1);
    for (double pace : {0.1, 1.0, 10.0, 100.0}) {
        size_t count = cost.next_batch(1000, pace);
        if (count == 0) continue;
        double others = (1000 - static_cast<double>(count)) / pace;
        EXPECT_LE(cost.seconds(static_cast<double>(count)), others) << pace;
    }
    EXPECT_GT(cost.next_batch(1000, 1), 0U);
    EXPECT_EQ(cost.next_batch(0, 1), 0U);
}

TEST(BatchCost, TakesNothingThatOthersEndSooner) {
    BatchCost slow(1, 0.1);
    EXPECT_EQ(slow.next_batch(100, 100), 0U); // they are done in the second a batch takes to begin
    EXPECT_GT(slow.next_batch(1000, 100), 0U);
}

TEST(BatchCost, TriesALargerBatchBeforeItGivesUp) {
    BatchCost cost(0, 0.1);
    cost.observe(10, 10); // a second a sample, if samples were all that counts
    EXPECT_EQ(cost.next_batch(1000, 20), 40U);
    cost.observe(40, 10); // but a batch takes ten seconds
    EXPECT_EQ(cost.next_batch(1000, 20), 400U);
    BatchCost slow(0, 0.1);
    slow.observe(10, 10);
    slow.observe(40, 40);
    EXPECT_LT(slow.next_batch(1000, 20), 40U);
}

} // namespace
} // namespace batt
