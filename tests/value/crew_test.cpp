// SPDX-License-Identifier: MIT-0
#include "value/crew.hpp"

#include "support/arena.hpp"
#include "value/set_layout.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace batt::testing {
namespace {

/// Does the same with lanes that are alone and with lanes that have crews of several sizes.
void with_crews(const std::function<void(Lane&)>& check) {
    TestArena arena;
    check(arena.fresh());
    for (uint32_t workers : {1U, 2U, 7U, 31U}) {
        for (uint32_t pays : {1U, Crew::kPays}) {
            Crew crew;
            crew.enlist(workers, 0, pays);
            Lane& lane = arena.fresh();
            lane.get_help(&crew);
            check(lane);
            lane.get_help(nullptr);
        }
    }
}

constexpr uint32_t kCounts[] = {0, 1, 30, 31, 63, 64, 65, 495, 496, 10'000};

TEST(Crew, DoesEachPieceOnce) {
    with_crews([](Lane& lane) {
        for (uint32_t n : kCounts) {
            std::vector<uint32_t> times(n);
            each(lane, n, [at = times.data()](uint32_t k) { ++at[k]; });
            EXPECT_EQ(times, std::vector<uint32_t>(n, 1));
        }
    });
}

TEST(Crew, ComesToEachPlaceOnce) {
    with_crews([](Lane& lane) {
        for (auto [rows, cols] : {std::pair(0U, 5U),
                                  {1U, 1U},
                                  {1U, 100U},
                                  {100U, 1U},
                                  {30U, 30U},
                                  {9U, 7U},
                                  {270U, 270U}}) {
            std::vector<uint32_t> times(size_t{rows} * cols);
            each_place(lane, rows, cols,
                       [at = times.data(), n = cols](uint64_t i, uint64_t j) { ++at[i * n + j]; });
            EXPECT_EQ(times, std::vector<uint32_t>(times.size(), 1));
        }
    });
}

TEST(Crew, SaysWhetherAllHold) {
    with_crews([](Lane& lane) {
        for (uint32_t n : kCounts) {
            EXPECT_TRUE(all_of(lane, n, [](uint32_t) { return true; }));
            for (uint32_t bad : {0U, n / 2, n - 1}) {
                EXPECT_EQ(all_of(lane, n, [bad](uint32_t k) { return k != bad; }), n == 0) << n;
            }
        }
    });
}

TEST(Crew, AddsUp) {
    with_crews([](Lane& lane) {
        for (uint32_t n : kCounts) {
            std::vector<uint32_t> numbers(n);
            std::mt19937 random(n);
            for (uint32_t& number : numbers) number = static_cast<uint32_t>(random() % 100);
            std::vector<uint32_t> expected(n);
            std::exclusive_scan(numbers.begin(), numbers.end(), expected.begin(), 0U);
            uint32_t sum = std::accumulate(numbers.begin(), numbers.end(), 0U);
            uint64_t mixed = 0;
            for (uint32_t number : numbers) mixed ^= number;
            EXPECT_EQ(xor_of(lane, n, [at = numbers.data()](uint32_t k) { return at[k]; }), mixed);
            EXPECT_EQ(add_up(lane, numbers.data(), n), sum);
            EXPECT_EQ(numbers, expected);
        }
    });
}

/// Keys that fight for slots end where they would have come one after the other, whatever was there
/// before.
TEST(Crew, PlacesKeysAsIfTheyCameInTurn) {
    for (uint64_t different : {50ULL, 1'000ULL, 1ULL << 40}) {
        std::mt19937_64 random(different);
        std::vector<uint64_t> hashes(6'000);
        for (uint64_t& hash : hashes) hash = random() % different * 0x9E3779B97F4A7C15ULL;
        constexpr uint32_t mask = 16'383;
        std::vector<uint32_t> expected(mask + 1, kNobody);
        for (uint32_t k = 0; k < hashes.size(); ++k) {
            Probe probe(hashes[k], mask);
            while (expected[probe.slot()] != kNobody) probe.next();
            expected[probe.slot()] = k;
        }
        std::vector<uint64_t> bits(bitmap_words(mask + 1));
        for (uint32_t slot = 0; slot <= mask; ++slot) {
            bits[slot / 64] |= (expected[slot] != kNobody ? 1ULL : 0ULL) << (slot % 64);
        }
        with_crews([&](Lane& lane) {
            std::vector<uint32_t> slots(mask + 1, kNobody);
            auto hash_of = [at = hashes.data()](uint32_t k) { return at[k]; };
            place_numbers(lane, slots.data(), mask, 0, 1'000, hash_of);
            place_numbers(lane, slots.data(), mask, 1'000, 5'000, hash_of);
            EXPECT_EQ(slots, expected);
            std::vector<uint64_t> live(bits.size());
            note_taken(lane, slots.data(), mask, live.data());
            EXPECT_EQ(live, bits);
        });
    }
}

} // namespace
} // namespace batt::testing
