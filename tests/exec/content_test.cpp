// SPDX-License-Identifier: MIT-0
#include "exec/content.hpp"

#include "support/arena.hpp"
#include "value/set.hpp"
#include "value/tuple.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

Value set_of(Lane& lane, std::initializer_list<int> numbers) {
    MutableSet set(lane);
    for (int n : numbers) set.add(Value::integer(n));
    return set.finish();
}

TEST(Content, IsTheSameForEqualObjects) {
    TestArena arena;
    Lane& lane = arena.fresh();
    EXPECT_EQ(content_hash(lane, set_of(lane, {1, 2})), content_hash(lane, set_of(lane, {1, 2})));
    Value items[2] = {set_of(lane, {3}), Value::none()};
    Value first = make_tuple(lane, items, 2);
    items[0] = set_of(lane, {3});
    EXPECT_EQ(content_hash(lane, first), content_hash(lane, make_tuple(lane, items, 2)));
}

TEST(Content, TellsKindsAndLayoutsApart) {
    TestArena arena;
    Lane& lane = arena.fresh();
    EXPECT_NE(content_hash(lane, Value::integer(1)), content_hash(lane, Value::boolean(true)));
    // 0 and 8 want the same slot of a table of eight.
    EXPECT_NE(content_hash(lane, set_of(lane, {0, 8})), content_hash(lane, set_of(lane, {8, 0})));
    EXPECT_NE(content_hash(lane, Value::function(1, 1)), content_hash(lane, Value::function(2, 1)));
}

TEST(Content, IsNotLookedAtWithoutEnd) {
    TestArena arena;
    Lane& lane = arena.fresh();
    Value value = Value::none();
    for (int k = 0; k < 100; ++k) {
        const Value items[2] = {value, value};
        value = make_tuple(lane, items, 2);
    }
    EXPECT_FALSE(content_hash(lane, value));
}

} // namespace
} // namespace batt::testing
