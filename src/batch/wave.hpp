// SPDX-License-Identifier: MIT-0
// Many lanes at once: what a launch does. A wave has items in every district; whoever runs it calls
// the wave with each of them once, from one of the district's workers. A worker may have a crew.
//
// The items that a warp takes at once are a bundle. Bundles are taken in order; a wave in which
// some wait for others has
//   turn(district, first)             whether it is the turn of the bundle with that first item;
//                                     whoever takes it then has to catch_up()
//   progress_of(district, item)       how far an item is when all of its bundle were run
//   end_turn(district, first, least)  to be called then, with the least of that
// Those that a bundle waits for come before it, so someone is at them already: nobody waits
// forever.
#pragma once

#include "batch/walk.hpp"

namespace batt::batch {

/// What the workers of a launch have. A lane that needs more than the first size offers is tried
/// again in the next.
struct Size {
    uint32_t window;  ///< bytes
    uint32_t workers; ///< in each district
    uint32_t abreast; ///< workers that share a warp and so go through the same code together
    uint64_t steps;   ///< a leg, or a shared call
    uint32_t time;    ///< ticks of the device's clock, likewise, or a solver's that goes
                      ///< through; 0: as long as it takes
    bool crewed;      ///< the rest of a warp is divided into crews of its workers
    bool through;     ///< a worker takes a solver to its end, and keeps nothing of it

    BATT_HD void equip(Lane& lane, Crew* crew) const { equip(lane, crew, time); }
    BATT_HD void equip(Lane& lane, Crew* crew, uint32_t time_left) const {
        if (time != 0) lane.end_in(time_left);
        lane.get_help(crew);
    }
};

/// What is to be done with a bundle.
enum class Turn : uint8_t {
    Now,
    Later, ///< others are not done that come before it
    Never, ///< nothing
};

/// How far bundles are: counts that only grow.
struct Progress {
    static constexpr uint32_t kSettled = 0xFFFFFFFF;

    uint32_t* counts = nullptr;
    uint32_t shift = 0; ///< a bundle has 1 << shift items

    BATT_HD uint32_t of(uint64_t first) const { return glance(counts + (first >> shift)); }
    BATT_HD void set(uint64_t first, uint32_t count) const {
        publish(counts + (first >> shift), count);
    }
};

/// Items in rows of 1 << shift, no less than there are columns: so nothing needs to be divided.
struct Table {
    uint64_t count = 0; ///< of rows
    uint32_t shift = 0;

    BATT_HD uint64_t items() const { return count << shift; }
    BATT_HD uint64_t row(uint64_t item) const { return item >> shift; }
    BATT_HD uint32_t offset(uint64_t item) const {
        return static_cast<uint32_t>(item & ((uint64_t{1} << shift) - 1));
    }
};

/// Part of a district that a worker makes values in.
struct Window {
    uint32_t lo;
    uint32_t hi;
};

/// The windows of a size's workers, kept from wave to wave: what is made in them stays.
struct Windows {
    Window* all = nullptr;         ///< by worker, in all districts
    uint64_t* next_free = nullptr; ///< by district: where new ones come from
    uint64_t end = 0;              ///< of them, in a district

    /// Has a worker run something in its window: `run` gives how it ended, and in `tight` whether
    /// it was short of room. If so, and there was more, it is run again in a new window.
    template <class Run>
    BATT_HD Ending use(uint32_t district, uint32_t worker, const Size& size, Run run) const {
        Window& window = all[uint64_t{district} * size.workers + worker];
        bool fresh = false;
        if (window.hi - window.lo < size.window / 2) fresh = renew(district, size, window);
        for (;;) {
            bool tight = false;
            Ending ending = run(window, tight);
            if (!tight || fresh || !renew(district, size, window)) return ending;
            fresh = true;
        }
    }

private:
    /// Gives a worker room nobody used yet; false if there is none.
    BATT_HD bool renew(uint32_t district, const Size& size, Window& window) const {
        uint64_t lo = fetch_add(&next_free[district], size.window);
        if (lo + size.window > end) return false;
        window = {static_cast<uint32_t>(lo), static_cast<uint32_t>(lo + size.window)};
        return true;
    }
};

/// Whether a lane would have gone on with a larger window.
BATT_HD inline bool is_tight(const Lane& lane) {
    return lane.starved() && !lane.late() && lane.steps_left() > 0;
}

} // namespace batt::batch
