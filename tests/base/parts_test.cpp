// SPDX-License-Identifier: MIT-0
#include "base/parts.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace batt::testing {
namespace {

using Stretches = std::vector<std::pair<uint64_t, uint64_t>>;

Stretches stretches(uint64_t count, uint64_t least, unsigned threads) {
    return in_parts(count, least, threads,
                    [](uint64_t first, uint64_t end) { return std::pair(first, end); });
}

TEST(Parts, FollowEachOtherAndCoverAll) {
    for (uint64_t count : {1U, 7U, 10U, 100U, 101U}) {
        for (unsigned threads : {1U, 2U, 3U, 16U}) {
            Stretches made = stretches(count, 5, threads);
            EXPECT_LE(made.size(), threads);
            EXPECT_EQ(made.front().first, 0U);
            EXPECT_EQ(made.back().second, count);
            for (size_t k = 1; k < made.size(); ++k) {
                EXPECT_EQ(made[k].first, made[k - 1].second);
                EXPECT_GE(made[k].second - made[k].first, 5U);
            }
        }
    }
}

TEST(Parts, AreOneWhereThereIsLittleToDoOrNobodyToDoIt) {
    EXPECT_EQ(stretches(0, 5, 4), (Stretches{{0, 0}}));
    EXPECT_EQ(stretches(9, 5, 4), (Stretches{{0, 9}}));
    EXPECT_EQ(stretches(100, 5, 0), (Stretches{{0, 100}}));
}

TEST(Parts, ThrowWhatOneOfThemThrows) {
    auto work = [](uint64_t first, uint64_t) {
        if (first > 0) throw std::runtime_error("no");
        return first;
    };
    EXPECT_EQ(in_parts(10, 5, 1, work).size(), 1U);
    EXPECT_THROW(in_parts(10, 5, 2, work), std::runtime_error);
}

} // namespace
} // namespace batt::testing
