// SPDX-License-Identifier: MIT-0
// Components taken from another call must be those a search finds, down to the layout of every set.
#include "dsl/known_objects.hpp"

#include "base/random.hpp"
#include "support/arena.hpp"
#include "value/tuple.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

/// A grid with long components, small ones, or anything between.
Value draw_grid(Lane& lane, Random& random) {
    auto rows = static_cast<uint32_t>(1 + random.below(random.below(4) == 0 ? 30 : 12));
    auto cols = static_cast<uint32_t>(1 + random.below(random.below(4) == 0 ? 30 : 12));
    uint64_t colors = 1 + random.below(4);
    uint64_t background = random.below(8);
    uint64_t scale = random.below(8) == 0 ? 40 : 1; // colours beyond those of tasks
    NewGrid grid = make_grid(lane, rows, cols);
    for (uint32_t k = 0; k < rows * cols; ++k) {
        bool empty = random.below(8) < background;
        grid.cells[k] = static_cast<int8_t>(empty ? 0 : random.below(colors) * scale);
    }
    return grid.value;
}

/// The same table: slots, holes and all.
void expect_same_table(const SetView& a, const SetView& b) {
    ASSERT_EQ(a.kind, b.kind);
    ASSERT_EQ(a.length, b.length);
    ASSERT_EQ(a.head->log_slots, b.head->log_slots);
    ASSERT_EQ(a.head->flags, b.head->flags);
    ASSERT_EQ(a.head->hash, b.head->hash);
    for (uint32_t word = 0; word < bitmap_words(a.slots()); ++word) {
        ASSERT_EQ(a.live[word], b.live[word]);
    }
    for (uint32_t k = 0; k < a.length; ++k) ASSERT_EQ(a.hash(k), b.hash(k));
}

/// Equal values of equal layout, of which no part is the same object.
void expect_alike(const Lane& lane, Value a, Value b) {
    ASSERT_EQ(a.kind(), b.kind());
    ASSERT_EQ(a.num, b.num);
    if (a.num == 0) return;
    SetView left(lane, a);
    SetView right(lane, b);
    ASSERT_NO_FATAL_FAILURE(expect_same_table(left, right));
    for (uint32_t k = 0; k < left.length; ++k) {
        Value one = left.values()[k];
        Value other = right.values()[k];
        ASSERT_EQ(one.num, other.num);
        ASSERT_EQ(one.depth(), other.depth());
        ASSERT_NE(one.ref(), other.ref());
        SetView cells(lane, one);
        SetView others(lane, other);
        ASSERT_NO_FATAL_FAILURE(expect_same_table(cells, others));
        for (uint32_t c = 0; c < cells.length; ++c) {
            ASSERT_EQ(cells.cells()[c].bits, others.cells()[c].bits);
        }
    }
}

TEST(KnownObjects, AreThoseOfASearch) {
    TestArena arena;
    Random random(7);
    uint32_t objects = *find_primitive("objects");
    for (int turn = 0; turn < 20'000; ++turn) {
        Lane& lane = arena.fresh();
        Value grid = draw_grid(lane, random);
        bool diagonal = random.below(2) == 0;
        auto search = [&](bool one_color) {
            const Value args[4] = {grid, Value::boolean(one_color), Value::boolean(diagonal),
                                   Value::boolean(true)};
            return invoke(lane, objects, args);
        };
        Value known = search(false);
        uint32_t start = lane.used();
        uint64_t steps = lane.steps_left();
        Value searched = search(true);
        uint32_t bytes = lane.used() - start;
        uint64_t spent = steps - lane.steps_left();
        start = lane.used();
        steps = lane.steps_left();
        const Value args[4] = {grid, Value::boolean(true), Value::boolean(diagonal),
                               Value::boolean(true)};
        Value taken = dsl::objects_by_known(lane, args, known);
        ASSERT_FALSE(lane.failed());
        EXPECT_EQ(lane.used() - start, bytes);
        EXPECT_EQ(steps - lane.steps_left(), spent);
        ASSERT_NO_FATAL_FAILURE(expect_alike(lane, searched, taken)) << "turn " << turn;
    }
}

TEST(KnownObjects, NeedAtLeastTheMemoryOfASearch) {
    Random random(11);
    TestArena arena;
    uint32_t objects = *find_primitive("objects");
    for (int turn = 0; turn < 500; ++turn) {
        Lane& lane = arena.fresh();
        Value grid = draw_grid(lane, random);
        Value args[4] = {grid, Value::boolean(false), Value::boolean(turn % 2 == 0),
                         Value::boolean(true)};
        Value known = invoke(lane, objects, args);
        args[1] = Value::boolean(true);
        uint32_t start = lane.used();
        lane.refill(1'000'000);
        invoke(lane, objects, args);
        uint32_t alone = lane.peak();
        lane.release(start);
        lane.refill(1'000'000);
        dsl::objects_by_known(lane, args, known);
        EXPECT_GE(lane.peak(), alone);
    }
}

} // namespace
} // namespace batt::testing
