// SPDX-License-Identifier: MIT-0
// Recorded iteration orders and table sizes of CPython 3.11.
#include "support/arena.hpp"
#include "support/notation.hpp"
#include "value/set_algebra.hpp"
#include "value/tuple.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

class Sets : public ::testing::Test {
protected:
    /// A set built by adding the listed values in order.
    Value build(const std::string& items) { return evaluate(lane, "fs(" + items + ")"); }
    /// A COPY of a built set.
    Value frozen(const std::string& items) {
        Value list = evaluate(lane, "(" + items + ",)");
        MutableSet set(lane);
        for (uint32_t k = 0; k < length(list); ++k) set.add(item(lane, list, k));
        return set.freeze();
    }
    void expect(Value set, const std::string& order, uint32_t slots) {
        EXPECT_EQ(render(lane, set), squeezed("fs(" + order + ")"));
        EXPECT_EQ(SetView(lane, set).slots(), slots) << order;
    }

    TestArena arena{8 << 20};
    Lane& lane = arena.lane;
};

TEST_F(Sets, BuiltFromSmallIntsFollowTheirHashes) {
    expect(build("0, 8"), "0, 8", 8);
    expect(build("8, 0"), "8, 0", 8);
    expect(build("8, 9, 1, 0"), "8, 9, 1, 0", 8);
    expect(build("9, 1, 8, 0"), "8, 9, 1, 0", 8);
    expect(build("7, 15, 23"), "15, 23, 7", 8);
    expect(build("-1, -2, 6"), "6, -1, -2", 8);
    expect(build("-2, -1, 6"), "6, -2, -1", 8);
    expect(build("9, 8, 7, 6, 5"), "5, 6, 7, 8, 9", 32);
    expect(build("0, 32, 64, 96, 1"), "0, 1, 32, 64, 96", 32);
    expect(frozen("0, 32, 64, 96, 1"), "0, 1, 32, 64, 96", 16);
    expect(build("1, True, 0, False"), "0, 1", 8);
    expect(build("True, 1, False, 0"), "False, True", 8);
    expect(build("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 64, 32"),
           "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 32, 64", 128);
    expect(build("128, 64, 32, 16, 8, 0"), "128, 32, 64, 0, 8, 16", 32);
    expect(frozen("128, 64, 32, 16, 8, 0"), "128, 32, 64, 0, 16, 8", 16);
}

TEST_F(Sets, BuiltFromPairsAndCellsFollowTheirHashes) {
    expect(build("(0,0), (0,1), (1,0), (1,1)"), "(0, 1), (1, 0), (1, 1), (0, 0)", 8);
    expect(build("(1,1), (1,0), (0,1), (0,0)"), "(1, 0), (1, 1), (0, 0), (0, 1)", 8);
    std::string nine = "(0,0), (0,1), (0,2), (1,0), (1,1), (1,2), (2,0), (2,1), (2,2)";
    std::string back = "(2,2), (2,1), (2,0), (1,2), (1,1), (1,0), (0,2), (0,1), (0,0)";
    std::string order = "(0,1), (1,2), (2,1), (0,0), (1,1), (2,0), (0,2), (2,2), (1,0)";
    expect(build(nine), order, 32);
    expect(frozen(nine), order, 32);
    expect(build(back), order, 32);
    expect(build("(-1,0), (-2,0), (0,-1), (0,-2)"), "(-1,0), (-2,0), (0,-1), (0,-2)", 8);
    expect(build("(-2,0), (-1,0), (0,-2), (0,-1)"), "(-2,0), (-1,0), (0,-2), (0,-1)", 8);
    expect(build("(3,(0,0)), (3,(0,1)), (4,(1,1)), (0,(5,5))"),
           "(3, (0, 1)), (3, (0, 0)), (0, (5, 5)), (4, (1, 1))", 8);
}

TEST_F(Sets, OfSetsFollowTheHashesOfTheirElements) {
    std::string order = "fs(), fs((1,(0,0))), fs((2,(3,4)), (2,(3,3))), fs((1,(0,1)))";
    expect(build("fs((1,(0,0))), fs((1,(0,1))), fs((2,(3,3)), (2,(3,4))), fs()"), order, 8);
    expect(build("fs(), fs((2,(3,3)), (2,(3,4))), fs((1,(0,1))), fs((1,(0,0)))"), order, 8);
}

TEST_F(Sets, IntersectByScanningTheSmallerOrTheRightOne) {
    Value a = build("0, 8, 16, 24");
    Value b = build("24, 16, 8, 0");
    expect(set_intersection(lane, a, b), "24, 16, 8, 0", 8);
    expect(set_intersection(lane, b, a), "0, 8, 16, 24", 8);
    expect(set_intersection(lane, a, a), "0, 8, 16, 24", 8);
    Value c = build("0, 32, 64, 96, 128, 160");
    Value d = build("160, 128, 96, 64, 32, 0");
    expect(c, "0, 32, 64, 96, 128, 160", 32);
    expect(d, "160, 32, 64, 96, 128, 0", 32);
    expect(set_intersection(lane, c, d), "160, 32, 64, 96, 128, 0", 32);
    expect(set_intersection(lane, d, c), "0, 32, 64, 96, 128, 160", 32);
}

TEST_F(Sets, IntersectWithTheSameObjectByCopying) {
    Value c = build("0, 32, 64, 96, 128, 160");
    expect(set_intersection(lane, c, c), "0, 32, 64, 96, 128, 160", 16);
    std::string items = "(1, 1), (3, 0), (5, 0), (2, 3), (1, 3), (2, 5), (3, 2)";
    Value y = build(items);
    expect(y, "(1, 1), (3, 0), (2, 3), (5, 0), (3, 2), (2, 5), (1, 3)", 32);
    expect(set_intersection(lane, y, y), "(2, 3), (5, 0), (1, 1), (2, 5), (1, 3), (3, 2), (3, 0)",
           16);
    expect(set_intersection(lane, y, build(items)),
           "(1, 1), (3, 0), (2, 3), (5, 0), (3, 2), (2, 5), (1, 3)", 32);
}

TEST_F(Sets, UniteByCopyingTheFirstAndMergingTheSecond) {
    Value a = build("0, 8, 16, 24");
    Value b = build("24, 16, 8, 0");
    expect(set_union(lane, a, b), "0, 8, 16, 24", 32);
    expect(set_union(lane, b, a), "0, 8, 16, 24", 32);
    expect(set_union(lane, build("0, 32, 64, 96, 128, 160"), build("1")),
           "0, 32, 64, 96, 128, 160, 1", 16);
    Value d = build("(0,1), (2,1), (1,0), (1,2)");
    Value i = build("(0,0), (0,2), (2,0), (2,2)");
    expect(d, "(0, 1), (1, 0), (1, 2), (2, 1)", 8);
    expect(i, "(2, 2), (0, 2), (2, 0), (0, 0)", 8);
    expect(set_union(lane, d, i), "(0, 1), (1, 2), (2, 1), (0, 0), (2, 0), (0, 2), (2, 2), (1, 0)",
           32);
    Value u = build("(0, 4), (2, 5), (3, 0), (1, 5), (0, 0), (4, 5)");
    Value v = build("(1, 3), (5, 3), (2, 1), (4, 3)");
    expect(u, "(0, 4), (0, 0), (1, 5), (3, 0), (4, 5), (2, 5)", 32);
    expect(v, "(5, 3), (1, 3), (2, 1), (4, 3)", 8);
    expect(set_union(lane, u, v),
           "(0,4), (2,1), (0,0), (1,5), (4,3), (3,0), (4,5), (5,3), (2,5), (1,3)", 32);
    expect(evaluate(lane, "combine(fs((0, 4), (2, 5), (3, 0), (1, 5), (0, 0), (4, 5)), "
                          "fs((1, 3), (5, 3), (2, 1), (4, 3)))"),
           "(0,4), (2,1), (1,5), (0,0), (4,3), (3,0), (4,5), (5,3), (2,5), (1,3)", 32);
}

TEST_F(Sets, SubtractByRebuildingOrByDiscarding) {
    expect(set_difference(lane, build("0, 32, 64, 96, 128, 160"), build("0")),
           "32, 64, 96, 128, 160", 32);
    Value e = build("0, 32, 64, 96, 128, 160, 192, 224");
    Value less_one = set_difference(lane, e, build("0"));
    expect(less_one, "32, 64, 96, 128, 160, 192, 224", 32);
    EXPECT_NE(SetView(lane, less_one).dummies, nullptr);
    expect(set_union(lane, less_one, Value::empty_set()), "32, 64, 96, 128, 160, 192, 224", 16);
    expect(set_difference(lane, e, build("0, 32")), "64, 96, 128, 160, 192, 224", 32);
    Value z = build("(2,4), (5,4), (5,0), (2,1), (2,2), (1,0), (0,2), (4,5), (4,3)");
    expect(z, "(2,4), (2,1), (4,3), (5,4), (0,2), (4,5), (5,0), (2,2), (1,0)", 32);
    Value gap = set_difference(lane, z, build("(2, 4)"));
    expect(gap, "(2,1), (4,3), (5,4), (0,2), (4,5), (5,0), (2,2), (1,0)", 32);
    expect(set_union(lane, gap, Value::empty_set()),
           "(2,1), (4,3), (5,4), (0,2), (4,5), (5,0), (2,2), (1,0)", 32);
    expect(build("(2,1), (4,3), (5,4), (0,2), (4,5), (5,0), (2,2), (1,0)"),
           "(2,1), (4,3), (5,4), (4,5), (0,2), (5,0), (2,2), (1,0)", 32);
}

TEST_F(Sets, ReuseTheLastDummyPassed) {
    MutableSet set(lane);
    for (int n : {0, 32, 64, 96, 128, 1000}) set.add(Value::integer(n));
    for (int n : {0, 32, 64}) set.discard(Value::integer(n));
    expect(set.finish(), "96, 128, 1000", 32);
    for (int n : {160, 192, 224}) set.add(Value::integer(n));
    expect(set.finish(), "224, 192, 160, 96, 128, 1000", 32);
}

TEST_F(Sets, CopyToAnotherTableSizeInAnotherOrder) {
    std::string six = "(2, 4), (3, 2), (2, 0), (2, 3), (5, 3), (4, 2)";
    expect(build(six), "(2, 4), (2, 0), (4, 2), (2, 3), (5, 3), (3, 2)", 32);
    expect(frozen(six), "(2, 3), (2, 4), (5, 3), (3, 2), (2, 0), (4, 2)", 16);
    std::string grid;
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 5; ++j) {
            grid +=
                (grid.empty() ? "(" : ", (") + std::to_string(i) + "," + std::to_string(j) + ")";
        }
    }
    expect(build(grid),
           "(4,0), (3,4), (4,3), (3,1), (0,2), (2,2), (1,0), (1,3), (4,2), (3,0), (3,3), (0,1), "
           "(2,4), (1,2), (0,4), (2,1), (3,2), (4,1), (4,4), (0,0), (1,1), (0,3), (2,0), (1,4), "
           "(2,3)",
           128);
    expect(frozen(grid),
           "(0,1), (2,4), (4,0), (1,2), (3,4), (0,4), (4,3), (3,1), (2,1), (0,2), (2,2), (1,0), "
           "(3,2), (1,3), (4,1), (4,4), (0,0), (1,1), (0,3), (2,0), (4,2), (3,0), (1,4), (2,3), "
           "(3,3)",
           64);
}

TEST_F(Sets, OfFunctionsKeepInsertionOrder) {
    Value set = build("size, 3, first, 1, size");
    EXPECT_EQ(render(lane, set), "fs(size,3,first,1)");
    EXPECT_EQ(render(lane, set_union(lane, set, build("0, last"))), "fs(size,3,first,1,0,last)");
    EXPECT_EQ(render(lane, set_difference(lane, set, build("3"))), "fs(size,first,1)");
}

} // namespace
} // namespace batt::testing
