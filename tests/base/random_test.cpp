// SPDX-License-Identifier: MIT-0
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace batt::testing {
namespace {

TEST(Random, GivesTheNumbersOfSplitMix64) {
    Random random(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317u);
    EXPECT_EQ(random.next(), 3203168211198807973u);
    EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(Random, IsAsLikelyToGiveOneNumberAsAnother) {
    Random random(1);
    std::array<int, 7> counts{};
    for (int k = 0; k < 70'000; ++k) ++counts[random.below(7)];
    for (int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(Random, DrawsEachNumberAtMostOnce) {
    Random random(5);
    std::vector<uint32_t> drawn = draw_without_replacement(100, 40, random);
    EXPECT_EQ(drawn.size(), 40u);
    std::ranges::sort(drawn);
    EXPECT_EQ(std::ranges::adjacent_find(drawn), drawn.end());
    EXPECT_LT(drawn.back(), 100u);
    EXPECT_EQ(draw_without_replacement(3, 9, random).size(), 3u);
    EXPECT_TRUE(draw_without_replacement(0, 0, random).empty());
}

TEST(Random, DrawsTheSameForTheSameSeed) {
    Random random(7);
    EXPECT_EQ(draw_without_replacement(10, 4, random), (std::vector<uint32_t>{7, 0, 4, 6}));
}

} // namespace
} // namespace batt::testing
