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

/// Samples that are done in parts. Threads do the heavy programs of one before anyone is done with
/// the rest, and what devices leave of one is divided among them. Whoever is done last has all of
/// it. For any thread.
class HeadStart {
public:
    /// All samples in the order in which they are taken.
    HeadStart(const Sheets& sheets, std::span<const uint32_t> turns)
        : sheets_(sheets), turns_(turns), begun_(turns.size()), left_(turns.size()) {}

    /// Samples with which nobody has begun.
    size_t left() const { return left_; }
    /// The heavy programs of such a sample for a thread to run; none if there is none.
    std::optional<Sheet> take(const ProgramSet& heavies);
    /// Nobody is to begin with a sample any more; whether someone has.
    bool close(size_t sample);

    /// Divides what is missing of a sheet into parts, at most so many. The sheet stays here.
    std::vector<Sheet> divide(Sheet sheet, size_t parts);

    /// Keeps a part that was run; gives the sample's sheet, with all parts, if it was the last.
    std::optional<Sheet> put(Sheet part);
    /// Adds to the rest what threads have done of the sample. False if one is still at it: the
    /// sheet stays here until then.
    bool complete(Sheet& rest);

    /// Whether threads are at parts of samples, or have done parts of some whose rest is to come.
    bool is_busy() const;

private:
    /// A sample that threads have parts of.
    struct Meeting {
        size_t away = 0;            ///< parts that are being run
        std::optional<Sheet> sheet; ///< the rest, or the only part, if that was there first
    };

    const Sheets& sheets_;
    std::span<const uint32_t> turns_;
    mutable std::mutex mutex_;
    std::vector<bool> begun_; ///< or closed, by sample
    std::atomic<size_t> left_;
    size_t next_ = 0;                              ///< turn
    std::unordered_map<size_t, Meeting> meetings_; ///< by sample
};

} // namespace batt
