// SPDX-License-Identifier: MIT-0
#include "battery/fuse.hpp"

#include "base/parts.hpp"

namespace batt {

namespace {

/// Programs for which it pays to start a thread.
constexpr uint64_t kLeast = 2000;

} // namespace

Card fuse(uint64_t count, const std::function<ProgramSource()>& open, unsigned threads) {
    std::vector<Card> parts =
        in_parts(count, kLeast, threads, [&open](uint64_t first, uint64_t end) {
            ProgramSource source = open();
            Card card;
            for (uint64_t k = first; k < end; ++k) card.add(source(k));
            return card;
        });
    for (size_t k = 1; k < parts.size(); ++k) parts[0].add(std::move(parts[k]));
    return std::move(parts[0]);
}

Card fuse(std::span<const Program> programs, unsigned threads) {
    auto open = [programs] {
        return [programs](uint64_t k) -> const Program& { return programs[k]; };
    };
    return fuse(programs.size(), open, threads);
}

} // namespace batt
