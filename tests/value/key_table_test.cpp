// SPDX-License-Identifier: MIT-0
#include "value/key_table.hpp"

#include "support/arena.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace batt::testing {
namespace {

void add(MutableSet& set, PackedPair key) {
    set.add_pair(key.i(), key.j());
}
void add(MutableSet& set, PackedCell key) {
    set.add_cell(key.color(), key.i(), key.j());
}

/// The keys of a set and the slots they are in.
template <class Key>
std::vector<uint64_t> layout(const Lane& lane, Value set) {
    SetView view(lane, set);
    std::vector<uint64_t> out(view.live, view.live + bitmap_words(view.slots()));
    const Key* keys = reinterpret_cast<const Key*>(view.entries);
    for (uint32_t k = 0; k < view.length; ++k) out.push_back(keys[k].bits);
    return out;
}

template <class Key>
Value add_all(Lane& lane, const std::vector<Key>& keys, Layout how) {
    Scratch scope(lane);
    MutableSet set(lane, keys.size());
    for (Key key : keys) add(set, key);
    return how == Layout::Build ? set.finish() : set.freeze();
}

/// Expects the table of a set to which the keys were added one by one; returns its order.
template <class Key>
std::vector<Key> expect_built(Lane& lane, std::vector<Key> keys, Layout how) {
    Value expected = add_all(lane, keys, how);
    for (auto [workers, pays] : {std::pair(31U, Crew::kPays), std::pair(5U, 1U)}) {
        Crew crew;
        crew.enlist(workers, 0, pays);
        lane.get_help(&crew);
        std::vector<Key> given = keys;
        Value made = make_distinct(lane, given.data(), static_cast<uint32_t>(given.size()), how);
        EXPECT_EQ(layout<Key>(lane, made), layout<Key>(lane, expected)) << keys.size();
        EXPECT_EQ(layout<Key>(lane, add_all(lane, keys, how)), layout<Key>(lane, expected));
        lane.get_help(nullptr);
    }
    Value made = make_distinct(lane, keys.data(), static_cast<uint32_t>(keys.size()), how);
    EXPECT_FALSE(lane.failed());
    EXPECT_EQ(layout<Key>(lane, made), layout<Key>(lane, expected)) << keys.size();
    const Key* entries = reinterpret_cast<const Key*>(SetView(lane, made).entries);
    return {entries, entries + keys.size()};
}

/// The same in the order of the rows, in any order, and in the order of a set made of them.
template <class Key>
void expect_built_in_all_orders(TestArena& arena, std::vector<Key> keys, uint32_t seed) {
    for (Layout how : {Layout::Build, Layout::Freeze}) {
        Lane& lane = arena.fresh();
        std::vector<Key> order = expect_built(lane, keys, how);
        expect_built(lane, order, Layout::Build);
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(order.size() / 3));
        expect_built(lane, order, how);
        std::shuffle(keys.begin(), keys.end(), std::mt19937(seed));
        expect_built(lane, keys, how);
    }
}

TEST(KeyTable, HasTheSlotsOfKeysAddedOneByOne) {
    TestArena arena;
    uint32_t seed = 0;
    for (int side : {2, 5, 8, 9, 18, 28, 32, 33, 60, 91, 142, 270}) {
        for (int start : {0, -1, -40, 1000, -32768}) {
            std::vector<PackedPair> places;
            std::vector<PackedCell> cells;
            for (int i = 0; i < side; ++i) {
                for (int j = 0; j < side; ++j) {
                    places.push_back(PackedPair::of(start + i, start + 2 * j));
                    int color = start == 1000 ? 1020 + i % 9 : (i + j) % 4 - 2;
                    cells.push_back(PackedCell::of(color, start + i, j));
                }
            }
            expect_built_in_all_orders(arena, places, ++seed);
            expect_built_in_all_orders(arena, cells, ++seed);
        }
    }
}

TEST(LineHashes, AreTheHashesOfPlacesAndCells) {
    const PlaceHashes hashes{host_language().place_hashes};
    const auto known = static_cast<int32_t>(LineHashes::kInts) - 1;
    for (int32_t i : {0, 1, 29, 30, 31, 32, 500, known, known + 1, 32767, -1, -2, -32768}) {
        for (int32_t j : {0, 2, 30, 31, 700, known, known + 1, 32767, -1, -2, -32768}) {
            PackedPair place = PackedPair::of(i, j);
            uint64_t expected = hash_pair(int64_t{i}, int64_t{j});
            EXPECT_EQ(place.hash(), expected) << i << ' ' << j;
            EXPECT_EQ(place.hash(hashes), expected) << i << ' ' << j;
            EXPECT_EQ(place.hash(hashes.lines()), expected) << i << ' ' << j;
            for (int32_t c : {0, 9, known, known + 1, 2147483647, -1, -2, -3}) {
                PackedCell cell = PackedCell::of(c, i, j);
                expected = hash_cell(int64_t{c}, int64_t{i}, int64_t{j});
                EXPECT_EQ(cell.hash(), expected) << c << ' ' << i << ' ' << j;
                EXPECT_EQ(cell.hash(hashes), expected) << c << ' ' << i << ' ' << j;
                EXPECT_EQ(cell.hash(hashes.lines()), expected) << c << ' ' << i << ' ' << j;
            }
        }
    }
}

} // namespace
} // namespace batt::testing
