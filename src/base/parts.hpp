// SPDX-License-Identifier: MIT-0
// A long list done in parts, side by side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <future>
#include <utility>
#include <vector>

namespace batt {

/// Divides the numbers below `count` into stretches of `least` or more, one for each thread at
/// most, and has work(first, end) done for each by a thread of its own; the caller does the first,
/// and what the system allows no thread for.
/// Gives what came of them, in their order; what one throws is thrown here.
template <class Work>
auto in_parts(uint64_t count, uint64_t least, unsigned threads, const Work& work) {
    uint64_t parts = std::clamp<uint64_t>(count / least, 1, std::max(threads, 1U));
    auto stretch = [&work, count, parts](uint64_t part) {
        return work(count * part / parts, count * (part + 1) / parts);
    };
    std::vector<std::future<decltype(stretch(0))>> others;
    for (uint64_t part = 1; part < parts; ++part) {
        others.push_back(std::async(std::launch::async | std::launch::deferred, stretch, part));
    }
    std::vector<decltype(stretch(0))> made;
    made.reserve(parts);
    made.push_back(stretch(0));
    for (auto& other : others) made.push_back(other.get());
    return made;
}

} // namespace batt
