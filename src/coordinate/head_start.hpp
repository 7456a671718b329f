// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/heavies.hpp"
#include "coordinate/sheet.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace batt {

/// What threads do of samples before anyone is done with the rest: the heavy programs. Whoever is
/// done last with a sample has both parts. For any thread.
class HeadStart {
public:
    /// All samples in the order in which they are taken.
    HeadStart(const Sheets& sheets, std::span<const uint32_t> turns)
        : sheets_(sheets), turns_(turns), begun_(turns.size()), left_(turns.size()) {}

    /// Samples with which nobody has begun.
    size_t left() const { return left_; }
    /// The heavy programs of such a sample for a thread to run; none if there is none.
    std::optional<Sheet> take(const std::vector<bool>& heavies);
    /// Nobody is to begin with a sample any more; whether someone has.
    bool close(size_t sample);

    /// Keeps a part that was run; gives the rest, with it, if that is there already.
    std::optional<Sheet> put(Sheet part);
    /// Adds to the rest what threads have done of the sample. False if one is still at it: the
    /// sheet stays here until then.
    bool complete(Sheet& rest);

private:
    /// A sample that a thread has begun with.
    struct Meeting {
        bool run = false;           ///< its heavy programs are
        std::optional<Sheet> sheet; ///< of whoever came first
    };

    const Sheets& sheets_;
    std::span<const uint32_t> turns_;
    std::mutex mutex_;
    std::vector<bool> begun_; ///< or closed, by sample
    std::atomic<size_t> left_;
    size_t next_ = 0;                              ///< turn
    std::unordered_map<size_t, Meeting> meetings_; ///< by sample
};

} // namespace batt
