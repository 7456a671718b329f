// SPDX-License-Identifier: MIT-0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace batt {

/// Some of a battery's programs.
class ProgramSet {
public:
    /// Those whose number is marked; none beyond.
    explicit ProgramSet(std::vector<bool> marked) : marked_(std::move(marked)) {}

    bool contains(uint32_t program) const { return program < marked_.size() && marked_[program]; }

private:
    std::vector<bool> marked_;
};

} // namespace batt
