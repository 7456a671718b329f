// SPDX-License-Identifier: MIT-0
#include "value/set_algebra.hpp"

#include "io/value_text.hpp"
#include "support/arena.hpp"

#include <gtest/gtest.h>

#include <random>

namespace batt::testing {
namespace {

Value merged(Lane& lane, Value a, Value b) {
    MutableSet r(lane);
    r.merge(a);
    r.merge(b);
    return r.finish();
}

TEST(SetUnion, HasTheTableOfTwoMerges) {
    TestArena arena;
    std::mt19937 random(7);
    size_t copies = 0;
    for (int round = 0; round < 4000; ++round) {
        Lane& lane = arena.fresh();
        bool cells = round % 2 == 0;
        int side = 2 + round % 29;
        auto some = [&](uint32_t percent) {
            MutableSet set(lane);
            for (int i = 0; i < side; ++i) {
                for (int j = 0; j < side; ++j) {
                    if (random() % 100 >= percent) continue;
                    if (cells) {
                        set.add_cell((i + j) % 3, i, j);
                    } else {
                        set.add_pair(i, j);
                    }
                }
            }
            return round % 3 == 0 ? set.finish() : set.freeze();
        };
        Value a = some(100);
        Value b = some(static_cast<uint32_t>(random() % 60));
        if (round % 5 == 0) std::swap(a, b);
        copies += adds_nothing(lane, a, b) ? 1 : 0;
        Value made = set_union(lane, a, b);
        Value expected = merged(lane, a, b);
        ASSERT_EQ(value_text(lane, made), value_text(lane, expected));
        ASSERT_EQ(SetView(lane, made).mask, SetView(lane, expected).mask);
        ASSERT_NE(made.ref(), a.ref());
    }
    EXPECT_GT(copies, 500U);
    EXPECT_LT(copies, 3500U);
}

} // namespace
} // namespace batt::testing
