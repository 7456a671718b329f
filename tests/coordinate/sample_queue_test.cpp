// SPDX-License-Identifier: MIT-0
#include "coordinate/sample_queue.hpp"

#include "coordinate/turns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

namespace batt {
namespace {

TEST(SampleQueue, GivesEverySampleOnce) {
    std::vector<uint32_t> turns = {7, 8, 9, 0, 1, 2, 3, 4, 5, 6};
    SampleQueue queue(turns);
    EXPECT_TRUE(std::ranges::equal(queue.take(4), std::vector{7, 8, 9, 0}));
    auto loan = queue.lend(4, 1);
    ASSERT_TRUE(loan);
    EXPECT_TRUE(std::ranges::equal((*loan)->lot, std::vector{1, 2, 3, 4}));
    EXPECT_EQ(queue.left(), 2U);
    EXPECT_EQ(queue.first_of(2), 5U);
    EXPECT_TRUE(std::ranges::equal(queue.take(4), std::vector{5, 6}));
    EXPECT_TRUE(queue.take(4).empty());
    EXPECT_FALSE(queue.lend(4, 1));
}

TEST(SampleQueue, LetsTheFirstResultsOfASampleCount) {
    std::vector<uint32_t> turns = turns_as_listed(2);
    SampleQueue queue(turns);
    EXPECT_FALSE(queue.is_claimed(1));
    EXPECT_TRUE(queue.claim(1));
    EXPECT_FALSE(queue.claim(1));
    EXPECT_TRUE(queue.is_claimed(1));
    EXPECT_TRUE(queue.claim(0));
}

TEST(SampleQueue, HandsOutLentSamplesAgainIfTheyAreNotExpectedSoon) {
    std::vector<uint32_t> turns = turns_as_listed(6);
    SampleQueue queue(turns);
    auto loan = queue.lend(4, 1000);
    auto soon = queue.lend(2, 0.001);
    ASSERT_TRUE(loan && soon);
    EXPECT_FALSE(queue.take_again(2000));
    EXPECT_TRUE(queue.claim(2));
    std::set<uint32_t> again;
    while (auto sample = queue.take_again(5)) again.insert(*sample);
    EXPECT_EQ(again, (std::set<uint32_t>{0, 1, 3}));
    queue.settle(*loan);
    EXPECT_FALSE(queue.take_again(5));
    queue.settle(*soon);
}

TEST(SampleQueue, DoesNotWaitForeverForAnOverdueLoan) {
    std::vector<uint32_t> turns = turns_as_listed(1);
    SampleQueue queue(turns);
    auto loan = queue.lend(1, 0);
    ASSERT_TRUE(loan);
    EXPECT_FALSE(queue.take_again(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(40));
    EXPECT_TRUE(queue.take_again(0.005));
}

} // namespace
} // namespace batt
