// SPDX-License-Identifier: MIT-0
#include "coordinate/heavy_parts.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

HeavyParts parts_of(size_t samples) {
    HeavyParts made;
    for (size_t k = 0; k < samples; ++k) {
        Sheet part;
        part.sample = k;
        made.add(std::move(part));
    }
    return made;
}

size_t take(HeavyParts& parts) {
    std::optional<Sheet> part = parts.take();
    return part ? part->sample : SIZE_MAX;
}

size_t take_lent(HeavyParts& parts) {
    std::optional<Sheet> part = parts.take_lent();
    return part ? part->sample : SIZE_MAX;
}

TEST(HeavyParts, GoToThreadsFromOneEndAndToDevicesFromTheOther) {
    HeavyParts parts = parts_of(4);
    EXPECT_EQ(take(parts), 0U);
    HeavyParts::Loan loan = parts.lend(2);
    ASSERT_EQ(loan->size(), 2U);
    EXPECT_EQ((*loan)[0]->sample, 3U);
    EXPECT_EQ((*loan)[1]->sample, 2U);
    EXPECT_EQ(parts.left(), 1U);
    EXPECT_EQ(take(parts), 1U);
    EXPECT_EQ(parts.left(), 0U);
    EXPECT_EQ(parts.settle(loan).size(), 2U);
    EXPECT_EQ(take(parts), SIZE_MAX);
}

TEST(HeavyParts, ThatAreLentGoToThreadsWithNothingElseToDo) {
    HeavyParts parts = parts_of(4);
    HeavyParts::Loan first = parts.lend(2);
    HeavyParts::Loan second = parts.lend(2);
    EXPECT_EQ(take(parts), SIZE_MAX);
    EXPECT_EQ(take_lent(parts), 2U); // the last of the first loan
    EXPECT_EQ(take_lent(parts), 3U);
    EXPECT_EQ(take_lent(parts), 0U);
    std::vector<std::optional<Sheet>> none = parts.settle(first);
    ASSERT_EQ(none.size(), 2U);
    EXPECT_FALSE(none[0] || none[1]);
    std::vector<std::optional<Sheet>> one = parts.settle(second);
    ASSERT_TRUE(one[0]);
    EXPECT_EQ(one[0]->sample, 1U);
    EXPECT_FALSE(one[1]);
    EXPECT_EQ(take_lent(parts), SIZE_MAX);
}

TEST(HeavyParts, AreLentAsFarAsThereAreAny) {
    HeavyParts parts = parts_of(2);
    EXPECT_EQ(parts.lend(5)->size(), 2U);
    EXPECT_EQ(parts.lend(5)->size(), 0U);
}

} // namespace
} // namespace batt::testing
