// SPDX-License-Identifier: MIT-0
#include "cli/interrupt.hpp"

#include <csignal>

namespace batt {

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void on_interrupt(int) {
    interrupted = true;
    // The next one is taken as meant.
    std::signal(SIGINT, SIG_DFL);
}

} // namespace

Interrupt::Interrupt() {
    interrupted = false;
    std::signal(SIGINT, on_interrupt);
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, SIG_DFL);
}

const std::atomic<bool>* Interrupt::flag() const {
    return &interrupted;
}

} // namespace batt
