// SPDX-License-Identifier: MIT-0
#include "coordinate/batch_cost.hpp"

#include <algorithm>
#include <cmath>

namespace batt {

namespace {

/// What a batch counts when the next one is observed.
constexpr double kFade = 0.7;
/// Sizes that differ less than this, relative to their mean, do not tell the two parts apart.
constexpr double kLeastSpread = 0.2;

/// What the samples take of a batch at most, as long as nothing is known of it.
constexpr double kMostForEach = 0.5;

/// The first batch is this part of what fits, later ones that of what then fits.
constexpr double kFirstPart = 0.25;
constexpr double kPart = 0.5;
/// How much longer than to begin a batch its samples should take.
constexpr double kWorth = 4;

} // namespace

size_t BatchCost::next_batch(size_t left, double pace, double delay) const {
    if (left == 0 || pace <= 0) return left;
    auto all = static_cast<double>(left);
    // start + each * n <= delay + (left - n) / pace
    double fit = std::min((all / pace + delay - start_) / (each_ + 1 / pace), all);
    if (!(fit >= 1)) return 0;
    double part = fit * (observed_ == 0 ? kFirstPart : kPart);
    // No smaller batches than are worth their start.
    if (observed_ > 0) part = std::clamp(kWorth * start_ / std::max(each_, 1e-12), part, fit);
    return std::min(static_cast<size_t>(std::ceil(part)), left);
}

void BatchCost::observe(size_t samples, double seconds) {
    ++observed_;
    last_samples_ = samples;
    last_seconds_ = seconds;
    auto n = static_cast<double>(samples);
    count_ = kFade * count_ + 1;
    n_ = kFade * n_ + n;
    nn_ = kFade * nn_ + n * n;
    t_ = kFade * t_ + seconds;
    nt_ = kFade * nt_ + n * seconds;
    double mean_n = n_ / count_;
    double mean_t = t_ / count_;
    double spread = nn_ / count_ - mean_n * mean_n;
    if (spread > kLeastSpread * kLeastSpread * mean_n * mean_n) {
        // The line that fits best; neither part is negative.
        each_ = std::clamp((nt_ / count_ - mean_n * mean_t) / spread, 0.0, mean_t / mean_n);
        start_ = mean_t - each_ * mean_n;
        return;
    }
    // Batches of one size tell only the sum. That half of it or more is the start is a guess that
    // lets a larger one be tried, which will tell.
    double guess = start_ + each_ * mean_n;
    double share = guess > 0 ? each_ * mean_n / guess : 1;
    if (mean_n > 0) each_ = std::min(share, kMostForEach) * mean_t / mean_n;
    start_ = mean_t - each_ * mean_n;
}

} // namespace batt
