// SPDX-License-Identifier: MIT-0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace batt {

/// Samples that are taken together, by their numbers.
using Lot = std::span<const uint32_t>;

/// The samples of a run: who takes which, and whose results count. Threads take lots for good;
/// a device borrows them, and threads may do a borrowed sample again rather than wait for it. A
/// sample's results are those of whoever claims it first: all would give the same. For any thread.
class SampleQueue {
public:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    /// A lot lent to a device.
    struct Loan {
        Lot lot;
        Clock::time_point start;
        double expected = 0; ///< seconds it was thought to take
        size_t again = 0;    ///< where threads go on that do its samples again, backwards
    };
    using LoanId = std::list<Loan>::iterator;

    /// All samples in the order in which they are taken.
    explicit SampleQueue(std::span<const uint32_t> turns) : turns_(turns), claimed_(turns.size()) {}

    size_t all() const { return turns_.size(); }
    /// Samples nobody has taken.
    size_t left() const;
    /// The first of so many that are left.
    uint32_t first_of(size_t left) const { return turns_[all() - left]; }

    Lot take(size_t count);
    /// The same for a device that thinks it needs so many seconds; nothing if there are no more.
    std::optional<LoanId> lend(size_t count, double seconds);
    /// The device has done with it, or has failed.
    void settle(LoanId loan);
    /// A lent sample that is not expected back within so many seconds, each once a loan.
    std::optional<uint32_t> take_again(double seconds);

    /// True for the first who asks: its results of the sample are those that count.
    bool claim(size_t sample) { return !claimed_[sample].exchange(true); }
    bool is_claimed(size_t sample) const { return claimed_[sample]; }

private:
    Lot next_lot(size_t count);

    std::span<const uint32_t> turns_;
    mutable std::mutex mutex_;
    size_t next_ = 0;
    std::list<Loan> loans_;
    std::vector<std::atomic<bool>> claimed_;
};

} // namespace batt
