// SPDX-License-Identifier: MIT-0
#pragma once

#include <chrono>
#include <ctime>

namespace batt {

/// Seconds since it was made or last read.
class Stopwatch {
public:
    double lap() {
        auto now = std::chrono::steady_clock::now();
        double seconds = std::chrono::duration<double>(now - start_).count();
        start_ = now;
        return seconds;
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Seconds of processor time the calling thread has had: others may be at work meanwhile.
inline double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace batt
