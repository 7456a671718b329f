// SPDX-License-Identifier: MIT-0
#include "coordinate/heavies.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

TEST(Heavies, AreThoseThatTakeLongOnAverage) {
    Heavies heavies(1.0, 2);
    std::vector<uint32_t> programs = {0, 3, 4};
    heavies.observe(programs, std::vector<double>{0.5, 3.0, 0.0});
    EXPECT_TRUE(heavies.wanted());
    EXPECT_EQ(heavies.set(), nullptr);
    heavies.observe(programs, std::vector<double>{0.5, 0.0, 1.5});
    EXPECT_FALSE(heavies.wanted());
    ASSERT_NE(heavies.set(), nullptr);
    for (uint32_t k = 0; k < 7; ++k) EXPECT_EQ(heavies.set()->contains(k), k == 3) << k;
    EXPECT_DOUBLE_EQ(heavies.seconds(), 1.5);
}

TEST(Heavies, AreDecidedOnce) {
    Heavies heavies(1.0, 1);
    std::vector<uint32_t> programs = {0, 1};
    heavies.observe(programs, std::vector<double>{0.5, 0.5});
    EXPECT_EQ(heavies.set(), nullptr);
    heavies.observe(programs, std::vector<double>{9, 9});
    EXPECT_EQ(heavies.set(), nullptr);
    EXPECT_FALSE(Heavies(1.0, 0).wanted());
}

} // namespace
} // namespace batt::testing
