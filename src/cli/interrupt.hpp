// SPDX-License-Identifier: MIT-0
#pragma once

#include <atomic>

namespace batt {

/// While it lives, Ctrl-C, or a request to end, sets a flag instead of ending the program; a second
/// one ends it.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    const std::atomic<bool>* flag() const;
};

} // namespace batt
