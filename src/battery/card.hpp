// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/battery.hpp"

namespace batt {

/// Fuses solvers into a battery, one after the other. Everything is pure, so equal calls are one
/// step; but two equal lines of one solver stay two, because functions and sets made by two calls
/// are two objects, which `equality` and `intersection` can tell apart.
class Card {
public:
    /// Adds a solver; lines already known cost nothing new.
    void add(const Program& program);
    /// Adds a program that looks at another's result: its parameter I stands for `input`.
    void add(const Program& program, Operand input);
    /// Adds a program that judges a candidate: its I is the candidate, its C the sample's known
    /// output. Solvers never see that: their C is None.
    void add_differ(const Program& program, Operand candidate);
    /// Adds the solvers of another card, as if each had been added here. Only its distinct steps
    /// are looked up.
    void add(Card card);

    /// Adds one step as it stands, merged with none before it (a battery read from a file).
    uint32_t append(Operand callee, std::span<const Operand> arguments);
    /// Adds a solver whose lines are known steps.
    void append_solver(std::string name, std::span<const uint32_t> lines, Operand result);

    /// What has been added so far.
    const Battery& battery() const { return battery_; }
    size_t step_count() const { return battery_.nodes_.size(); }
    Battery finish() { return std::move(battery_); }

private:
    void add(const Program& program, Operand input, Operand candidate);
    uint32_t step_of(Operand callee, std::span<const Operand> arguments);
    uint32_t copy_of(Operand callee, std::span<const Operand> arguments, uint16_t copy);
    bool same_call(uint32_t step, Operand callee, std::span<const Operand> arguments,
                   uint16_t copy) const;
    uint32_t push(Operand callee, std::span<const Operand> arguments, uint16_t copy);
    size_t find(uint64_t hash, Operand callee, std::span<const Operand> arguments,
                uint16_t copy) const;
    void index_appended();
    void grow();

    Battery battery_;
    std::vector<uint32_t> table_;   ///< open addressing, step + 1
    std::vector<uint64_t> hashes_;  ///< of each step's call; those appended last are not there yet
    std::vector<uint32_t> last_in_; ///< the latest solver each step is a line of, + 1
    std::vector<Operand> arguments_;
    std::vector<uint32_t> renamed_; ///< steps of the program being added
};

} // namespace batt
