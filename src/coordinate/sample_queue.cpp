// SPDX-License-Identifier: MIT-0
#include "coordinate/sample_queue.hpp"

#include <algorithm>

namespace batt {

namespace {

/// A loan that is overdue is thought to need this much longer, relative to what it has had.
constexpr double kOverdue = 0.25;

} // namespace

size_t SampleQueue::left() const {
    std::lock_guard lock(mutex_);
    return all() - next_;
}

Lot SampleQueue::next_lot(size_t count) {
    Lot lot = turns_.subspan(next_, std::min(count, all() - next_));
    next_ += lot.size();
    return lot;
}

Lot SampleQueue::take(size_t count) {
    std::lock_guard lock(mutex_);
    return next_lot(count);
}

std::optional<SampleQueue::LoanId> SampleQueue::lend(size_t count, double seconds) {
    std::lock_guard lock(mutex_);
    Lot lot = next_lot(count);
    if (lot.empty()) return {};
    return loans_.insert(loans_.end(), {lot, Clock::now(), seconds, lot.size()});
}

void SampleQueue::settle(LoanId loan) {
    std::lock_guard lock(mutex_);
    loans_.erase(loan);
}

std::optional<uint32_t> SampleQueue::take_again(double seconds) {
    std::lock_guard lock(mutex_);
    Clock::time_point now = Clock::now();
    for (Loan& loan : loans_) {
        double had = Seconds(now - loan.start).count();
        if (std::max(loan.expected - had, kOverdue * had) < seconds) continue;
        while (loan.again > 0) {
            uint32_t sample = loan.lot[--loan.again];
            if (!claimed_[sample]) return sample;
        }
    }
    return {};
}

} // namespace batt
