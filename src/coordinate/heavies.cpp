// SPDX-License-Identifier: MIT-0
#include "coordinate/heavies.hpp"

namespace batt {

void Heavies::observe(std::span<const uint32_t> programs, std::span<const double> seconds) {
    if (!wanted()) return;
    for (size_t k = 0; k < programs.size(); ++k) {
        if (programs[k] >= sums_.size()) sums_.resize(programs[k] + 1);
        sums_[programs[k]] += seconds[k];
    }
    if (++samples_ == wanted_) decide();
}

void Heavies::decide() {
    auto samples = static_cast<double>(wanted_);
    std::vector<bool> heavy(sums_.size());
    for (size_t k = 0; k < sums_.size(); ++k) {
        heavy[k] = sums_[k] > most_ * samples;
        if (heavy[k]) seconds_ += sums_[k] / samples;
    }
    if (seconds_ > 0) set_ = std::make_shared<const ProgramSet>(std::move(heavy));
}

} // namespace batt
