// SPDX-License-Identifier: MIT-0
#pragma once

#include <cstddef>
#include <cstdint>

namespace batt {

/// What a batch takes a device: so much to begin with, and so much a sample. Begins as a guess and
/// follows what is observed, newer batches more than older ones. Not for several threads at once.
class BatchCost {
public:
    BatchCost() = default;
    /// The guess, in seconds.
    BatchCost(double start, double each) : start_(start), each_(each) {}

    double seconds(double samples) const { return start_ + each_ * samples; }
    double start() const { return start_; }
    double each() const { return each_; }

    /// How many of the samples left to take next, where others do `pace` of them a second when they
    /// get to them in so many seconds: at most as many as are done before the others could have
    /// done the rest, 0 if there are none such. Some are left for later, when more is known.
    size_t next_batch(size_t left, double pace, double delay = 0) const;

    /// A batch of so many samples took so long.
    void observe(size_t samples, double seconds);

    /// Batches observed.
    size_t observed() const { return observed_; }
    /// Samples a second in the latest one.
    double pace() const {
        return last_seconds_ > 0 ? static_cast<double>(last_samples_) / last_seconds_ : 0;
    }

private:
    double start_ = 0;
    double each_ = 0;
    size_t observed_ = 0;
    size_t last_samples_ = 0;
    double last_seconds_ = 0;
    // Sums over batches, older ones faded: their number, n, n * n, t, n * t.
    double count_ = 0;
    double n_ = 0;
    double nn_ = 0;
    double t_ = 0;
    double nt_ = 0;
};

} // namespace batt
