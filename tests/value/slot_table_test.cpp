// SPDX-License-Identifier: MIT-0
#include "value/slot_table.hpp"

#include "support/arena.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace batt::testing {
namespace {

std::vector<uint16_t> listed(const SlotTable& table, uint32_t n) {
    std::vector<uint16_t> ids(n);
    EXPECT_EQ(table.list(ids.data()), n);
    return ids;
}

TEST(SlotTable, PlacesOnlyAbsentKeys) {
    TestArena arena;
    std::mt19937_64 random(5);
    for (uint32_t n : {1U, 3U, 12U, 40U, 200U, 1000U}) {
        Lane& lane = arena.fresh();
        // Few different hashes, so that many keys probe the same slots.
        std::vector<uint64_t> hashes(n);
        for (uint64_t& hash : hashes) hash = random() % (n + 7) * 0x10001;
        std::vector<uint16_t> come; // each key one to three times
        for (uint32_t id = 0; id < n; ++id) {
            come.insert(come.end(), 1 + random() % 3, static_cast<uint16_t>(id));
        }
        std::ranges::shuffle(come, random);
        std::vector<uint16_t> once;
        for (uint16_t id : come) {
            if (std::ranges::find(once, id) == once.end()) once.push_back(id);
        }

        uint32_t slots = slots_for(2 * uint64_t{n});
        SlotTable expected(lane, n);
        expected.clear(slots);
        expected.place_all(once.data(), n, hashes.data());
        SlotTable made(lane, n);
        made.clear(slots);
        uint32_t absent = made.place_absent(static_cast<uint32_t>(come.size()), [&](uint32_t k) {
            return SlotTable::Candidate{come[k], hashes[come[k]], true};
        });
        EXPECT_EQ(absent, n);
        EXPECT_EQ(listed(made, n), listed(expected, n));
        EXPECT_TRUE(std::equal(made.live_words(), made.live_words() + bitmap_words(slots),
                               expected.live_words()));
    }
}

TEST(SlotTable, BuildsConsecutiveKeysLikeAnyOthers) {
    TestArena arena;
    std::mt19937_64 random(6);
    for (uint32_t n : {1U, 4U, 5U, 18U, 19U, 76U, 77U, 900U}) {
        Lane& lane = arena.fresh();
        std::vector<uint64_t> hashes(n);
        for (uint64_t& hash : hashes) hash = random();
        std::vector<uint16_t> ids(n);
        for (uint32_t k = 0; k < n; ++k) ids[k] = static_cast<uint16_t>(k);
        SlotTable expected(lane, n);
        expected.build(ids.data(), n, hashes.data());
        SlotTable made(lane, n);
        made.build_all(n, hashes.data(), ids.data());
        EXPECT_EQ(made.slots(), expected.slots());
        EXPECT_EQ(listed(made, n), listed(expected, n));
    }
}

} // namespace
} // namespace batt::testing
