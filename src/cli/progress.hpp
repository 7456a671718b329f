// SPDX-License-Identifier: MIT-0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace batt {

/// Tells on stderr how far a run has come: one line that changes on a terminal, a line now and then
/// elsewhere. Short runs say nothing.
class ProgressLine {
public:
    explicit ProgressLine(std::string unit);

    void show(size_t done, size_t all);
    /// Takes the line back.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::string unit_;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point start_;
    Clock::time_point last_;
};

} // namespace batt
