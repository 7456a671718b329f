// SPDX-License-Identifier: MIT-0
#include "coordinate/batch_cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace batt {
namespace {

TEST(BatchCost, LearnsBothPartsFromBatchesOfDifferentSizes) {
    BatchCost cost(1, 1);
    cost.observe(10, 0.5 + 10 * 0.01);
    cost.observe(40, 0.5 + 40 * 0.01);
    EXPECT_NEAR(cost.start(), 0.5, 1e-9);
    EXPECT_NEAR(cost.each(), 0.01, 1e-9);
    EXPECT_NEAR(cost.seconds(100), 1.5, 1e-9);
    EXPECT_NEAR(cost.pace(), 40 / 0.9, 1e-9);
}

TEST(BatchCost, ThinksOfHalfAsTheStartWhileAllBatchesHaveOneSize) {
    BatchCost cost(0.1, 1);
    cost.observe(10, 4);
    EXPECT_NEAR(cost.start(), 2, 1e-9);
    EXPECT_NEAR(cost.each(), 0.2, 1e-9);
    cost = {3, 0.1}; // or of more, if it was more in the guess
    cost.observe(10, 4);
    EXPECT_NEAR(cost.start(), 3, 1e-9);
    cost = {};
    cost.observe(10, 4);
    EXPECT_NEAR(cost.seconds(20), 6, 1e-9);
}

TEST(BatchCost, HasNoNegativeParts) {
    BatchCost cost;
    cost.observe(10, 4);
    cost.observe(100, 1); // as if larger batches were faster
    EXPECT_EQ(cost.each(), 0);
    EXPECT_GT(cost.start(), 0);
    BatchCost other;
    other.observe(10, 0.1);
    other.observe(20, 4);
    EXPECT_GE(other.start(), 0);
    EXPECT_GT(other.each(), 0);
}

TEST(BatchCost, FollowsADeviceThatBecomesSlower) {
    BatchCost cost;
    for (size_t n : {10UL, 20UL, 30UL}) cost.observe(n, 0.01 * static_cast<double>(n));
    for (size_t n : {10UL, 20UL, 30UL, 10UL, 20UL, 30UL, 10UL, 20UL}) {
        cost.observe(n, 0.1 * static_cast<double>(n));
    }
    EXPECT_NEAR(cost.each(), 0.1, 0.02);
}

TEST(BatchCost, TakesNoMoreThanEndsBeforeTheOthers) {
    BatchCost cost(1, 0.1);
    for (double pace : {0.1, 1.0, 10.0, 100.0}) {
        size_t count = cost.next_batch(1000, pace);
        if (count == 0) continue;
        double others = (1000 - static_cast<double>(count)) / pace;
        EXPECT_LE(cost.seconds(static_cast<double>(count)), others) << pace;
    }
    EXPECT_GT(cost.next_batch(1000, 1), 0U);
    EXPECT_EQ(cost.next_batch(0, 1), 0U);
}

TEST(BatchCost, TakesNothingThatOthersEndSooner) {
    BatchCost slow(1, 0.1);
    EXPECT_EQ(slow.next_batch(100, 100), 0U); // they are done in the second a batch takes to begin
    EXPECT_GT(slow.next_batch(1000, 100), 0U);
}

TEST(BatchCost, TakesMoreAtOnceWhereABatchIsSlowToBegin) {
    BatchCost cost(0, 0.1);
    cost.observe(10, 10);
    EXPECT_EQ(cost.next_batch(1000, 20), 41U); // half of what fits
    cost.observe(40, 10);                      // a batch takes ten seconds whatever its size
    EXPECT_EQ(cost.next_batch(1000, 20), 800U);
}

/// A device of which a batch takes `latency` at least.
struct Simulated {
    double latency;
    double each;
    double seconds(size_t samples) const {
        return std::max(latency, each * static_cast<double>(samples));
    }
};

/// How long a run takes with such a device, if others do `pace` samples a second and do again what
/// the device has when nothing else is left.
double simulate(size_t samples, double pace, Simulated device, BatchCost cost) {
    auto left = static_cast<double>(samples);
    double now = 0;
    while (left >= 1) {
        size_t count = cost.next_batch(static_cast<size_t>(left), pace);
        if (count == 0) break;
        auto taken = static_cast<double>(count);
        double seconds = device.seconds(count);
        if (pace * seconds >= left - taken) {
            return now + std::max((left - taken) / pace, std::min(seconds, left / pace));
        }
        left -= taken + pace * seconds;
        now += seconds;
        cost.observe(count, seconds);
    }
    return now + std::max(left, 0.0) / pace;
}

TEST(BatchCost, MakesNoRunLongerAndMostNearlyAsShortAsCanBe) {
    constexpr size_t kSamples = 1718;
    constexpr double kPace = 183;
    for (Simulated device :
         {Simulated{0.02, 1 / 2193.0}, Simulated{0.3, 1 / 2193.0}, Simulated{0.05, 1 / kPace},
          Simulated{0.05, 3 / kPace}, Simulated{0.05, 30 / kPace}, Simulated{20, 0.02}}) {
        for (double wrong : {0.05, 0.3, 1.0, 5.0, 30.0}) { // the guess, relative to the truth
            BatchCost guess(0.002 * wrong, device.each * wrong);
            double seconds = simulate(kSamples, kPace, device, guess);
            EXPECT_LE(seconds, kSamples / kPace + 0.001) << device.each << ' ' << wrong;
            if (device.latency > 1) continue; // it is best left alone
            double best = kSamples / (kPace + 1 / device.each) + 2 * device.latency;
            EXPECT_LE(seconds, 1.25 * best) << device.each << ' ' << wrong;
        }
    }
}

} // namespace
} // namespace batt
