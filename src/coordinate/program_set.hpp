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

/// Which of a sample's programs someone is given.
class Share {
public:
    static Share all() { return {nullptr, false}; }
    static Share only(const ProgramSet& some) { return {&some, true}; }
    /// All, if there are none to leave out.
    static Share all_but(const ProgramSet* some) { return {some, false}; }

    bool has(uint32_t program) const {
        return programs_ == nullptr || programs_->contains(program) == these_;
    }

private:
    Share(const ProgramSet* programs, bool these) : programs_(programs), these_(these) {}

    const ProgramSet* programs_;
    bool these_;
};

} // namespace batt
