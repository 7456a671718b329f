// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/program_set.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace batt {

/// Programs that take a thread so long that a lane of a device would give them up. Not to give them
/// to a device saves its time, and lets threads begin with them at once. Known after some samples
/// were run by threads, as samples are much alike. Whether that is so any thread may ask; for the
/// rest, one at a time.
class Heavies {
public:
    /// For those who are at work while it becomes known.
    using Set = std::shared_ptr<const ProgramSet>;

    /// Those that take longer than so many seconds on average of so many samples; if of none, it is
    /// never known.
    Heavies(double seconds, size_t samples) : most_(seconds), wanted_(samples) {}

    /// What programs took a thread, in seconds, on one more sample.
    void observe(std::span<const uint32_t> programs, std::span<const double> seconds);

    bool wanted() const { return samples_ < wanted_; }
    /// Null if there are none, or it is not known yet.
    const Set& set() const { return set_; }
    /// What all of them together took a thread, a sample.
    double seconds() const { return seconds_; }

private:
    void decide();

    double most_;
    size_t wanted_;
    std::atomic<size_t> samples_ = 0;
    std::vector<double> sums_; ///< of seconds, by program
    Set set_;
    double seconds_ = 0;
};

} // namespace batt
