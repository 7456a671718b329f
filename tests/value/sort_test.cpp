// SPDX-License-Identifier: MIT-0
#include "value/sort.hpp"

#include "support/arena.hpp"
#include "support/notation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace batt::testing {
namespace {

/// Sorts handles 0..n-1, given just the room the sort says it needs.
template <class Before>
std::vector<uint32_t> list_sorted(uint32_t n, Before before) {
    std::vector<uint32_t> handles(n);
    std::iota(handles.begin(), handles.end(), 0U);
    std::vector<uint32_t> room(n / 2);
    std::vector<SortRun> runs(ListSort<Before>::kMaxRuns);
    ListSort<Before>(handles.data(), n, room.data(), runs.data(), before).sort();
    return handles;
}

class Sort : public ::testing::Test {
protected:
    /// The elements of a tuple, written in our notation, in sorted order; or "!Class".
    std::string sorted(const std::string& tuple) {
        Lane& lane = arena.fresh();
        Value keys = evaluate(lane, tuple);
        std::vector<Value> items;
        for (uint32_t k = 0; k < length(keys); ++k) items.push_back(item(lane, keys, k));
        const uint32_t* order =
            sorted_positions(lane, items.data(), static_cast<uint32_t>(items.size()));
        if (order == nullptr) return std::string("!") + fault_name(lane.fault());
        std::string text;
        for (size_t k = 0; k < items.size(); ++k) {
            text += (k == 0 ? "" : " ") + render(lane, items[order[k]]);
        }
        return text;
    }

    std::vector<uint32_t> positions(const std::vector<Value>& keys) {
        uint32_t n = static_cast<uint32_t>(keys.size());
        const uint32_t* order = sorted_positions(arena.lane, keys.data(), n);
        EXPECT_NE(order, nullptr);
        return {order, order + n};
    }

    TestArena arena{16 << 20};
};

TEST_F(Sort, PutsNumbersAndPairsInAscendingOrder) {
    EXPECT_EQ(sorted("()"), "");
    EXPECT_EQ(sorted("(7,)"), "7");
    EXPECT_EQ(sorted("(3, -1, 2)"), "-1 2 3");
    EXPECT_EQ(sorted("(9000000000, -9000000000, 0)"), "-9000000000 0 9000000000");
    EXPECT_EQ(sorted("((1, -1), (0, 5), (1, -2), (-1, 9), (0, -5))"),
              "(-1,9) (0,-5) (0,5) (1,-2) (1,-1)");
}

TEST_F(Sort, KeepsEqualKeysInTheOrderTheyCame) {
    EXPECT_EQ(sorted("(1, 0, True, False, 1)"), "0 False 1 True 1");
    EXPECT_EQ(sorted("(False, 0, -1)"), "-1 False 0");
    EXPECT_EQ(sorted("((2, 5, 5), (1, 5, 5), (True, 5, 5))"), "(1,5,5) (True,5,5) (2,5,5)");
}

TEST_F(Sort, OrdersTuplesByTheirFirstDifference) {
    EXPECT_EQ(sorted("((1, 2, 3), (1, 2), (), (1, 1, 9), (0,))"), "() (0,) (1,1,9) (1,2) (1,2,3)");
    EXPECT_EQ(sorted("((2, (1, 1)), (1, (7, 7)), (2, (0, 5)))"), "(1,(7,7)) (2,(0,5)) (2,(1,1))");
}

TEST_F(Sort, IsStableForAnyNumberOfKeys) {
    std::mt19937 random(7);
    for (uint32_t n : {2U, 15U, 16U, 17U, 63U, 64U, 65U, 200U, 1000U, 5000U}) {
        arena.fresh();
        std::vector<int64_t> numbers(n);
        std::vector<Value> ints(n);
        std::vector<Value> pairs(n);
        for (uint32_t k = 0; k < n; ++k) {
            // Stretches that rise, fall and jump about, with many ties.
            uint32_t r = static_cast<uint32_t>(random());
            uint32_t stretch = k / 100 % 3;
            numbers[k] = stretch == 0 ? k % 100 / 4 : (stretch == 1 ? 50 - k % 100 / 2 : r % 40);
            ints[k] = Value::integer(numbers[k]);
            pairs[k] = Value::pair(-1, static_cast<int32_t>(numbers[k]));
        }
        std::vector<uint32_t> expected(n);
        std::iota(expected.begin(), expected.end(), 0U);
        std::stable_sort(expected.begin(), expected.end(),
                         [&](uint32_t x, uint32_t y) { return numbers[x] < numbers[y]; });
        EXPECT_EQ(positions(ints), expected) << n;
        EXPECT_EQ(positions(pairs), expected) << n;
        EXPECT_EQ(list_sorted(n, [&](uint32_t x, uint32_t y) { return numbers[x] < numbers[y]; }),
                  expected)
            << n;
    }
}

TEST_F(Sort, TakesSetsThatNoNeighbourTellsApartAsSorted) {
    // fs(1) is a subset of fs(1, 2), but the two are never compared.
    EXPECT_EQ(sorted("(fs(1, 2), fs(3), fs(1))"), "fs(1,2) fs(3) fs(1)");
    EXPECT_EQ(sorted("(fs(1, 2), fs(3), fs(4), fs(1))"), "fs(1,2) fs(3) fs(4) fs(1)");
}

TEST_F(Sort, TurnsAFallingRunOfSetsRoundAndInsertsTheRest) {
    EXPECT_EQ(sorted("(fs(1, 2), fs(1), fs(3))"), "fs(1) fs(1,2) fs(3)");
    EXPECT_EQ(sorted("(fs(1, 2, 3), fs(1, 2), fs(1), fs())"), "fs() fs(1) fs(1,2) fs(1,2,3)");
    // The last is put in by halving: not before fs(5), but before fs(3, 4).
    EXPECT_EQ(sorted("(fs(1, 2), fs(5), fs(3, 4), fs(3))"), "fs(1,2) fs(5) fs(3) fs(3,4)");
    EXPECT_EQ(sorted("(fs(1), fs(2), fs(1, 2), fs())"), "fs() fs(1) fs(2) fs(1,2)");
}

TEST_F(Sort, OrdersSetsInsideTuplesByInclusion) {
    EXPECT_EQ(sorted("((1, fs(1, 2)), (0, fs(3)), (1, fs(1)))"), "(0,fs(3)) (1,fs(1)) (1,fs(1,2))");
}

TEST_F(Sort, GivesPartialOrdersTheOrderOfCPython) {
    // Checksums of the positions that CPython 3.11's sorted() gives for the same sets.
    struct Recorded {
        uint32_t n;
        uint64_t seed;
        uint64_t checksum;
    };
    for (Recorded recorded : {
             Recorded{40, 1, 12233990379522235380ULL},
             Recorded{100, 2, 1666225469793502874ULL},
             Recorded{300, 3, 2653931038377212752ULL},
             Recorded{1000, 4, 2787890947852076616ULL},
             Recorded{4000, 5, 8212511908024102788ULL},
         }) {
        std::vector<uint64_t> sets(recorded.n);
        uint64_t x = recorded.seed;
        for (uint32_t k = 0; k < recorded.n; ++k) {
            x = x * 6364136223846793005ULL + 1442695040888963407ULL;
            sets[k] = k / 64 % 2 == 1 ? (2ULL << (k % 64 / 8)) - 1 : (x >> 40 & 0xFF);
        }
        auto inside = [&](uint32_t a, uint32_t b) {
            return sets[a] != sets[b] && (sets[a] & ~sets[b]) == 0;
        };
        uint64_t checksum = 0;
        for (uint32_t p : list_sorted(recorded.n, inside)) checksum = checksum * 31 + p;
        EXPECT_EQ(checksum, recorded.checksum) << recorded.n;
    }
}

TEST_F(Sort, FailsWhereTwoKeysCannotBeCompared) {
    EXPECT_EQ(sorted("(1, (1,))"), "!TypeError");
    EXPECT_EQ(sorted("(None, None)"), "!TypeError");
    EXPECT_EQ(sorted("((1, 2), (1, (2,)))"), "!TypeError");
    EXPECT_EQ(sorted("(fs(1), 1)"), "!TypeError");
    EXPECT_EQ(sorted("((1, 2), (2, (2,)))"), "(1,2) (2,(2,))");
}

TEST_F(Sort, ComparesNothingWhenThereIsOneKey) {
    EXPECT_EQ(sorted("(None,)"), "None");
    EXPECT_EQ(sorted("(size,)"), "size");
}

TEST_F(Sort, FindsAKeyThatFitsNoOtherWhereverItIs) {
    for (size_t odd = 0; odd < 150; odd += 7) {
        arena.fresh();
        std::vector<Value> keys(150, Value::pair(1, 2));
        keys[odd] = Value::none();
        EXPECT_EQ(sorted_positions(arena.lane, keys.data(), 150), nullptr) << odd;
        EXPECT_EQ(arena.lane.fault(), Fault::TypeError) << odd;
    }
}

TEST_F(Sort, EndsWithAPermutationWhateverTheComparisonAnswers) {
    std::mt19937 random(11);
    for (uint32_t n : {3U, 64U, 100U, 333U, 2000U}) {
        for (uint32_t odds : {1U, 2U, 5U, 30U}) {
            std::vector<uint32_t> handles =
                list_sorted(n, [&](uint32_t, uint32_t) { return random() % odds == 0; });
            std::sort(handles.begin(), handles.end());
            for (uint32_t k = 0; k < n; ++k) ASSERT_EQ(handles[k], k) << n << " " << odds;
        }
    }
}

TEST_F(Sort, SaysLimitWhenMemoryIsSpent) {
    TestArena small(256);
    std::vector<Value> keys(100, Value::integer(1));
    EXPECT_EQ(sorted_positions(small.lane, keys.data(), 100), nullptr);
    EXPECT_EQ(small.lane.fault(), Fault::Limit);
}

} // namespace
} // namespace batt::testing
