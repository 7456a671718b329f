// SPDX-License-Identifier: MIT-0
// Random values and sets against what must hold for all of them.
#include "set_model.hpp"
#include "support/arena.hpp"
#include "support/notation.hpp"
#include "value/set_algebra.hpp"
#include "value/tuple.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace batt::testing {
namespace {

/// A random value: small and colliding ints, bools, pairs, cells, tuples, sets, None.
Value draw_value(Lane& lane, int depth = 2) {
    switch (*rc::gen::inRange(0, depth > 0 ? 9 : 5)) {
    case 0:
        return Value::integer(*rc::gen::inRange(-3, 12));
    case 1:
        return Value::integer(int64_t{*rc::gen::inRange(0, 6)} * 32);
    case 2:
        return Value::boolean(*rc::gen::arbitrary<bool>());
    case 3:
        return Value::pair(*rc::gen::inRange(-3, 6), *rc::gen::inRange(-3, 6));
    case 4:
        return Value::cell(*rc::gen::inRange(0, 4), *rc::gen::inRange(-2, 5),
                           *rc::gen::inRange(0, 5));
    case 5:
        return Value::pair(*rc::gen::inRange(-40000, 40000), *rc::gen::inRange(-3, 6));
    case 6: {
        Value items[3];
        int n = *rc::gen::inRange(0, 4);
        for (int k = 0; k < n; ++k) items[k] = draw_value(lane, depth - 1);
        return make_tuple(lane, items, static_cast<uint64_t>(n));
    }
    case 7: {
        MutableSet set(lane);
        int n = *rc::gen::inRange(0, 4);
        for (int k = 0; k < n; ++k) set.add(draw_value(lane, depth - 1));
        return set.finish();
    }
    default:
        return Value::none();
    }
}

/// Elements of one random set: of one sort or mixed, few or many.
std::vector<Value> draw_elements(Lane& lane) {
    int sort = *rc::gen::inRange(0, 4);
    int n = *rc::gen::weightedOneOf<int>({{5, rc::gen::inRange(0, 12)},
                                          {2, rc::gen::inRange(0, 90)},
                                          {1, rc::gen::inRange(0, 700)}});
    std::vector<Value> items;
    for (int k = 0; k < n; ++k) {
        switch (sort) {
        case 0:
            items.push_back(Value::pair(*rc::gen::inRange(-2, 30), *rc::gen::inRange(-2, 30)));
            break;
        case 1:
            items.push_back(Value::cell(*rc::gen::inRange(0, 3), *rc::gen::inRange(0, 12),
                                        *rc::gen::inRange(0, 12)));
            break;
        case 2:
            items.push_back(Value::integer(*rc::gen::inRange(-4, 400)));
            break;
        default:
            items.push_back(draw_value(lane));
        }
    }
    return items;
}

struct Twin {
    Value set;
    SetModel model;
};

Twin build(Lane& lane, const std::vector<Value>& items) {
    MutableSet set(lane, 1);
    SetModel model(lane);
    for (Value v : items) {
        set.add(v);
        model.add(v);
    }
    return {set.finish(), model};
}

void require_same(const Lane& lane, const Twin& twin) {
    std::vector<Value> order = twin.model.order();
    RC_ASSERT(length(twin.set) == order.size());
    for (uint32_t k = 0; k < order.size(); ++k) {
        RC_ASSERT(render(lane, item(lane, twin.set, k)) == render(lane, order[k]));
    }
    RC_ASSERT(SetView(lane, twin.set).slots() == twin.model.size());
}

TEST(Properties, SetOperationsLeaveTheTablesOfTheModel) {
    TestArena arena(64 << 20);
    bool ok = rc::check([&] {
        Lane& lane = arena.fresh();
        std::vector<Twin> pool;
        pool.push_back(build(lane, draw_elements(lane)));
        int operations = *rc::gen::inRange(3, 12);
        for (int k = 0; k < operations; ++k) {
            Scratch scope(lane);
            auto pick = [&] { return *rc::gen::inRange<size_t>(0, pool.size()); };
            size_t a = pick();
            size_t b = pick();
            bool same = pool[a].set.ref() == pool[b].set.ref();
            switch (*rc::gen::inRange(0, 6)) {
            case 0:
                pool.push_back(build(lane, draw_elements(lane)));
                break;
            case 1:
                pool.push_back({set_union(lane, pool[a].set, pool[b].set),
                                SetModel::unite(pool[a].model, pool[b].model, same)});
                break;
            case 2:
                pool.push_back({set_intersection(lane, pool[a].set, pool[b].set),
                                SetModel::intersect(pool[a].model, pool[b].model, same)});
                break;
            case 3:
                pool.push_back({set_difference(lane, pool[a].set, pool[b].set),
                                SetModel::subtract(pool[a].model, pool[b].model)});
                break;
            case 4: {
                // Few elements taken away: the path that leaves dummies.
                std::vector<Value> some = pool[a].model.order();
                some.resize(some.size() / 6);
                Twin few = build(lane, some);
                pool.push_back({set_difference(lane, pool[a].set, few.set),
                                SetModel::subtract(pool[a].model, few.model)});
                break;
            }
            default: {
                MutableSet copied(lane);
                copied.merge(pool[a].set);
                pool.push_back({copied.finish(), pool[a].model.copy()});
            }
            }
            RC_ASSERT(!lane.failed());
            require_same(lane, pool.back());
        }
    });
    EXPECT_TRUE(ok);
}

TEST(Properties, EqualValuesHashAlikeAndOrderIsConsistent) {
    TestArena arena(8 << 20);
    bool ok = rc::check([&] {
        Lane& lane = arena.fresh();
        Value a = draw_value(lane);
        Value b = draw_value(lane);
        RC_ASSERT(equal(lane, a, a));
        RC_ASSERT(equal(lane, a, b) == equal(lane, b, a));
        if (equal(lane, a, b)) RC_ASSERT(hash(lane, a) == hash(lane, b));
        bool before = less(lane, a, b);
        bool unordered = lane.failed();
        lane.clear_fault();
        bool after = less(lane, b, a);
        RC_ASSERT(unordered == lane.failed());
        lane.clear_fault();
        if (!unordered) RC_ASSERT(!(before && after));
        if (!unordered && equal(lane, a, b)) RC_ASSERT(!before && !after);
    });
    EXPECT_TRUE(ok);
}

TEST(Properties, ATupleKeepsItsElementsWhateverItsForm) {
    TestArena arena(8 << 20);
    bool ok = rc::check([&] {
        Lane& lane = arena.fresh();
        std::vector<Value> items = draw_elements(lane);
        Value tuple = make_tuple(lane, items.data(), items.size());
        RC_ASSERT(length(tuple) == items.size());
        for (uint32_t k = 0; k < items.size(); ++k) {
            RC_ASSERT(render(lane, item(lane, tuple, k)) == render(lane, items[k]));
        }
    });
    EXPECT_TRUE(ok);
}

TEST(Properties, MembershipFindsExactlyTheElements) {
    TestArena arena(16 << 20);
    bool ok = rc::check([&] {
        Lane& lane = arena.fresh();
        Twin twin = build(lane, draw_elements(lane));
        std::vector<Value> others = draw_elements(lane);
        for (Value v : twin.model.order()) RC_ASSERT(contains(lane, twin.set, v));
        for (Value v : others) RC_ASSERT(contains(lane, twin.set, v) == twin.model.has(v));
    });
    EXPECT_TRUE(ok);
}

} // namespace
} // namespace batt::testing
