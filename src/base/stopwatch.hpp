// SPDX-License-Identifier: MIT-0
#pragma once

#include <chrono>

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

} // namespace batt
