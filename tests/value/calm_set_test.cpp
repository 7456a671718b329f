// SPDX-License-Identifier: MIT-0
#include "value/calm_set.hpp"

#include "support/arena.hpp"
#include "value/set.hpp"

#include <gtest/gtest.h>

#include <random>

namespace batt::testing {
namespace {

struct Seen {
    int calm = 0;
    int uneasy = 0;
    int found = 0;
};

/// Compares the first key of a set less one with that of the set built so.
template <class Key>
void expect_first_of_rest(Lane& lane, Value set, const Key* keys, Seen& seen) {
    CalmSet calm(lane, set);
    bool is_calm = calm.is_calm(keys);
    ASSERT_EQ(calm.is_calm(keys), is_calm);
    ++(is_calm ? seen.calm : seen.uneasy);
    uint32_t n = length(set);
    for (uint32_t left_out = 0; is_calm && left_out <= n; ++left_out) {
        Scratch scope(lane);
        MutableSet rest(lane, n);
        for (uint32_t k = 0; k < n; ++k) {
            if (k != left_out) rest.add(keys[k].value());
        }
        if (rest.size() == 0 || rest.slots() != calm.view().slots()) continue;
        uint32_t first = calm.first_without(keys, left_out < n ? left_out : kAbsent);
        if (first == kAbsent) continue;
        ++seen.found;
        rest.each([&](uint32_t id) {
            EXPECT_TRUE(equal(lane, keys[first].value(), rest.key_value(id))) << n;
            return false;
        });
    }
}

TEST(CalmSet, KnowsTheFirstKeyOfItsParts) {
    TestArena arena;
    std::mt19937 random(11);
    Seen seen;
    for (int round = 0; round < 1500; ++round) {
        Lane& lane = arena.fresh();
        int side = 2 + round % 23;
        int start = round % 5 == 0 ? -3 : 0;
        bool cells = round % 2 == 0;
        const auto percent = 30 + random() % 71;
        MutableSet set(lane);
        for (int i = start; i < start + side; ++i) {
            for (int j = start; j < start + side; ++j) {
                if (random() % 100 >= percent) continue;
                if (cells) {
                    set.add_cell(static_cast<int>(random() % 3), i, j);
                } else {
                    set.add_pair(i, j);
                }
            }
        }
        if (set.size() < 2) continue;
        Value made = round % 7 == 0 ? set.freeze() : set.finish();
        SetView view(lane, made);
        if (cells) {
            expect_first_of_rest(lane, made, view.cells(), seen);
        } else {
            expect_first_of_rest(lane, made, view.pairs(), seen);
        }
    }
    EXPECT_GT(seen.calm, 100);
    EXPECT_GT(seen.uneasy, 100);
    EXPECT_GT(seen.found, 5000);
    RecordProperty("calm", seen.calm);
}

} // namespace
} // namespace batt::testing
