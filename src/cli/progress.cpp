// SPDX-License-Identifier: MIT-0
#include "cli/progress.hpp"

#include <cstdio>
#include <unistd.h>
#include <utility>

namespace batt {

namespace {

constexpr double kFirstSeconds = 1;
constexpr double kTerminalSeconds = 0.2;
constexpr double kPlainSeconds = 10;

} // namespace

ProgressLine::ProgressLine(std::string unit)
    : unit_(std::move(unit)), terminal_(::isatty(STDERR_FILENO) != 0), start_(Clock::now()),
      last_(start_) {}

void ProgressLine::show(size_t done, size_t all) {
    Clock::time_point now = Clock::now();
    std::chrono::duration<double> since_start = now - start_;
    std::chrono::duration<double> since_last = now - last_;
    double wait = terminal_ ? kTerminalSeconds : kPlainSeconds;
    if (since_start.count() < kFirstSeconds || since_last.count() < wait) return;
    last_ = now;
    shown_ = true;
    double rate = static_cast<double>(done) / since_start.count();
    double left = rate > 0 ? static_cast<double>(all - done) / rate : 0;
    std::fprintf(stderr, "%sbatt: %zu of %zu %s (%.0f%%), %.0f a second, %.0f s left%s",
                 terminal_ ? "\r\033[K" : "", done, all, unit_.c_str(),
                 100.0 * static_cast<double>(done) / static_cast<double>(all), rate, left,
                 terminal_ ? "" : "\n");
    std::fflush(stderr);
}

void ProgressLine::clear() {
    if (shown_ && terminal_) std::fputs("\r\033[K", stderr);
}

} // namespace batt
