// SPDX-License-Identifier: MIT-0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <vector>

namespace batt {

/// Samples that follow each other, taken together.
struct Piece {
    size_t first = 0;
    size_t last = 0;

    size_t size() const { return last - first; }
    bool empty() const { return first >= last; }
};

/// The samples of a run: who takes which, and whose results count. Threads take pieces for good;
/// a device borrows them, and threads may do a borrowed sample again rather than wait for it. A
/// sample's results are those of whoever claims it first: all would give the same. For any thread.
class SampleQueue {
public:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    /// A piece lent to a device.
    struct Loan {
        Piece piece;
        Clock::time_point start;
        double expected = 0; ///< seconds it was thought to take
        size_t again = 0;    ///< where threads go on that do its samples again, backwards
    };
    using LoanId = std::list<Loan>::iterator;

    explicit SampleQueue(size_t samples) : all_(samples), claimed_(samples) {}

    size_t all() const { return all_; }
    /// Samples nobody has taken.
    size_t left() const;

    Piece take(size_t count);
    /// The same for a device that thinks it needs so many seconds; nothing if there are no more.
    std::optional<LoanId> lend(size_t count, double seconds);
    /// The device has done with it, or has failed.
    void settle(LoanId loan);
    /// A lent sample that is not expected back within so many seconds, each once a loan.
    std::optional<size_t> take_again(double seconds);

    /// True for the first who asks: its results of the sample are those that count.
    bool claim(size_t sample) { return !claimed_[sample].exchange(true); }
    bool is_claimed(size_t sample) const { return claimed_[sample]; }

private:
    Piece next_piece(size_t count);

    size_t all_;
    mutable std::mutex mutex_;
    size_t next_ = 0;
    std::list<Loan> loans_;
    std::vector<std::atomic<bool>> claimed_;
};

} // namespace batt
