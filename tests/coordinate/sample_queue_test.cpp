// SPDX-License-Identifier: MIT-0
#include "coordinate/sample_queue.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace batt {
namespace {

TEST(SampleQueue, GivesEverySampleOnce) {
    SampleQueue queue(10);
    EXPECT_EQ(queue.take(4).size(), 4U);
    auto loan = queue.lend(4, 1);
    ASSERT_TRUE(loan);
    EXPECT_EQ((*loan)->piece.first, 4U);
    EXPECT_EQ(queue.left(), 2U);
    EXPECT_EQ(queue.take(4).size(), 2U);
    EXPECT_TRUE(queue.take(4).empty());
    EXPECT_FALSE(queue.lend(4, 1));
}

TEST(SampleQueue, LetsTheFirstResultsOfASampleCount) {
    SampleQueue queue(2);
    EXPECT_FALSE(queue.is_claimed(1));
    EXPECT_TRUE(queue.claim(1));
    EXPECT_FALSE(queue.claim(1));
    EXPECT_TRUE(queue.is_claimed(1));
    EXPECT_TRUE(queue.claim(0));
}

TEST(SampleQueue, HandsOutLentSamplesAgainIfTheyAreNotExpectedSoon) {
    SampleQueue queue(6);
    auto loan = queue.lend(4, 1000);
    auto soon = queue.lend(2, 0.001);
    ASSERT_TRUE(loan && soon);
    EXPECT_FALSE(queue.take_again(2000));
    EXPECT_TRUE(queue.claim(2));
    std::set<size_t> again;
    while (auto sample = queue.take_again(5)) again.insert(*sample);
    EXPECT_EQ(again, (std::set<size_t>{0, 1, 3}));
    queue.settle(*loan);
    EXPECT_FALSE(queue.take_again(5));
    queue.settle(*soon);
}

TEST(SampleQueue, DoesNotWaitForeverForAnOverdueLoan) {
    SampleQueue queue(1);
    auto loan = queue.lend(1, 0);
    ASSERT_TRUE(loan);
    EXPECT_FALSE(queue.take_again(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(40));
    EXPECT_TRUE(queue.take_again(0.005));
}

} // namespace
} // namespace batt
