// SPDX-License-Identifier: MIT-0
#include "cli/interrupt.hpp"

#include <csignal>
#include <cstdint>
#include <ctime>

namespace batt {

namespace {

/// What comes sooner after the first is the same request: timeout(1) signals a program and its
/// group.
constexpr int64_t kSameMilliseconds = 500;

std::atomic<bool> interrupted = false;
std::atomic<int64_t> first_at = 0; ///< in milliseconds; 0: not yet
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int64_t>::is_always_lock_free,
              "a signal handler sets them");

void on_interrupt(int signal) {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t now = int64_t{1000} * time.tv_sec + time.tv_nsec / 1'000'000 + 1;
    int64_t first = 0;
    if (first_at.compare_exchange_strong(first, now)) {
        interrupted = true;
    } else if (now - first >= kSameMilliseconds) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

} // namespace

Interrupt::Interrupt() {
    interrupted = false;
    first_at = 0;
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>* Interrupt::flag() const {
    return &interrupted;
}

} // namespace batt
