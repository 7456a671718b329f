// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/sheet.hpp"

#include <deque>
#include <list>
#include <optional>
#include <vector>

namespace batt {

/// Heavy programs of samples of which devices have done the others. Threads take them from one end;
/// a device that has nothing else to do borrows from the other. What a thread takes of a loan it
/// keeps: it is done no later, and a device may never be. Not for several threads at once.
class HeavyParts {
public:
    /// Lent parts, less those that threads have taken.
    using Loan = std::list<std::vector<std::optional<Sheet>>>::iterator;

    void add(Sheet part) { left_.push_back(std::move(part)); }
    /// Parts that are neither taken nor lent.
    size_t left() const { return left_.size(); }

    /// For a thread: one that is left.
    std::optional<Sheet> take();
    /// For a thread without anything else to do: one that is lent.
    std::optional<Sheet> take_lent();

    Loan lend(size_t count);
    /// Ends a loan; gives what threads have not taken of it, by number.
    std::vector<std::optional<Sheet>> settle(Loan loan);

private:
    std::deque<Sheet> left_;
    std::list<std::vector<std::optional<Sheet>>> loans_;
};

} // namespace batt
