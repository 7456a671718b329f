// SPDX-License-Identifier: MIT-0
// Random numbers that are the same with every standard library: one seed in, one result out.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace batt {

/// SplitMix64: 64 bits of state, every seed as good as any other.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next() {
        uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
        return z ^ z >> 31;
    }

    /// A number below `n`, which is not 0, each as likely as any other.
    uint64_t below(uint64_t n) {
        uint64_t unfair = (0 - n) % n; // of the 2^64 numbers, so many are over
        uint64_t number = next();
        while (number < unfair) number = next();
        return number % n;
    }

private:
    uint64_t state_;
};

/// `count` different numbers below `total`, at most `total` of them, in the order drawn.
inline std::vector<uint32_t> draw_without_replacement(uint32_t total, uint32_t count,
                                                      Random& random) {
    std::vector<uint32_t> numbers(total);
    std::iota(numbers.begin(), numbers.end(), 0u);
    for (uint32_t k = 0; k < count && k < total; ++k) {
        std::swap(numbers[k], numbers[k + random.below(total - k)]);
    }
    if (count < total) numbers.resize(count);
    return numbers;
}

} // namespace batt
