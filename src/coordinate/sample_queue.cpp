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
    return all_ - next_;
}

Piece SampleQueue::next_piece(size_t count) {
    Piece piece{next_, std::min(all_, next_ + count)};
    next_ = piece.last;
    return piece;
}

Piece SampleQueue::take(size_t count) {
    std::lock_guard lock(mutex_);
    return next_piece(count);
}

std::optional<SampleQueue::LoanId> SampleQueue::lend(size_t count, double seconds) {
    std::lock_guard lock(mutex_);
    Piece piece = next_piece(count);
    if (piece.empty()) return {};
    return loans_.insert(loans_.end(), {piece, Clock::now(), seconds, piece.last});
}

void SampleQueue::settle(LoanId loan) {
    std::lock_guard lock(mutex_);
    loans_.erase(loan);
}

std::optional<size_t> SampleQueue::take_again(double seconds) {
    std::lock_guard lock(mutex_);
    Clock::time_point now = Clock::now();
    for (Loan& loan : loans_) {
        double had = Seconds(now - loan.start).count();
        if (std::max(loan.expected - had, kOverdue * had) < seconds) continue;
        while (loan.again > loan.piece.first) {
            size_t sample = --loan.again;
            if (!claimed_[sample]) return sample;
        }
    }
    return {};
}

} // namespace batt
