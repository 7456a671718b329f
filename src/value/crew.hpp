// SPDX-License-Identifier: MIT-0
// A lane and those who work for it.
#pragma once

#include "value/lane.hpp"

#include <type_traits>

namespace batt {

/// Workers who do a lane's work side by side while it waits: it came to this from elsewhere in the
/// code, and would hold them up. On a GPU they are lanes of its warp, on the host they take turns.
///
/// Work is a function object that is copied to where all of them see it. It must not refer to
/// anything on the stack of the lane that leads: others have stacks of their own.
class Crew {
public:
    static constexpr uint32_t kMost = 31;
    /// For fewer pieces it takes longer to call the workers than to do without.
    static constexpr uint32_t kPays = 64;

    /// On a GPU the workers' lanes follow that of the one who leads; `lanes` has a bit for each of
    /// them all.
    BATT_HD void enlist(uint32_t workers, uint32_t lanes, uint32_t pays = kPays) {
        workers_ = workers;
        lanes_ = lanes;
        pays_ = pays;
    }
    BATT_HD uint32_t workers() const { return workers_; }
    BATT_HD bool pays_for(uint32_t pieces) const { return pieces >= pays_; }

    /// Has each worker do work(number, workers).
    template <class Work>
    BATT_HD void run(const Work& work) {
        static_assert(sizeof(Work) <= kRoom && std::is_trivially_copyable_v<Work>);
        __builtin_memcpy(room_, &work, sizeof(Work));
        enter_ = &enter<Work>;
        meet(lanes_);
        if constexpr (!kIsDevice) {
            for (uint32_t k = 0; k < workers_; ++k) enter<Work>(room_, k, workers_);
        }
        meet(lanes_);
    }
    /// Sends the others away.
    BATT_HD void dismiss() {
        enter_ = nullptr;
        meet(lanes_);
    }
    /// What one of them does until it is sent away; for lanes of a device.
    BATT_HD void help(uint32_t number) {
        for (;;) {
            meet(lanes_);
            if (enter_ == nullptr) return;
            enter_(room_, number, workers_);
            meet(lanes_);
        }
    }

    /// Room for a number of each worker.
    BATT_HD uint64_t* notes() { return notes_; }

private:
    static constexpr size_t kRoom = 256;

    template <class Work>
    BATT_HD_CALL static void enter(const void* work, uint32_t number, uint32_t workers) {
        (*static_cast<const Work*>(work))(number, workers);
    }

    alignas(16) unsigned char room_[kRoom];
    uint64_t notes_[kMost];
    void (*enter_)(const void*, uint32_t, uint32_t) = nullptr;
    uint32_t workers_ = kMost;
    uint32_t lanes_ = 0xFFFFFFFF;
    uint32_t pays_ = kPays;
};

/// The crew of a lane if it pays to have it do so many pieces; null otherwise.
BATT_HD inline Crew* crew_for(const Lane& lane, uint64_t pieces) {
    Crew* crew = lane.crew();
    return crew != nullptr && pieces <= 0xFFFFFFFF && crew->pays_for(static_cast<uint32_t>(pieces))
               ? crew
               : nullptr;
}

// What calls a crew is kept out of the functions that may have one: most lanes are alone, and an
// instruction cache holds little.
namespace by_crew {

template <class Body>
BATT_HD_CALL void each(Crew* crew, uint32_t n, Body body) {
    // Neighbours, as many as lie together in memory, go to one worker, who waits for them once.
    uint32_t run = n >= 16 * crew->workers() ? 8 : 1;
    crew->run([body, n, run](uint32_t number, uint32_t workers) {
        for (uint32_t first = number * run; first < n; first += workers * run) {
            uint32_t end = first + run < n ? first + run : n;
            for (uint32_t k = first; k < end; ++k) body(k);
        }
    });
}

template <class Body>
BATT_HD_CALL void each_place(Crew* crew, uint64_t rows, uint64_t cols, Body body) {
    crew->run([body, rows, cols](uint32_t number, uint32_t workers) {
        uint64_t i = 0;
        for (uint64_t j = number;; j += workers) {
            for (; j >= cols; j -= cols) {
                if (++i == rows) return;
            }
            body(i, j);
        }
    });
}

template <class Holds>
BATT_HD_CALL bool all_of(Crew* crew, uint32_t n, Holds holds) {
    uint64_t* notes = crew->notes();
    crew->run([holds, n, notes](uint32_t number, uint32_t workers) {
        uint32_t k = number;
        while (k < n && holds(k)) k += workers;
        notes[number] = k < n ? 0 : 1;
    });
    uint64_t all = 1;
    for (uint32_t w = 0; w < crew->workers(); ++w) all &= notes[w];
    return all != 0;
}

template <class Of>
BATT_HD_CALL uint64_t xor_of(Crew* crew, uint32_t n, Of of) {
    uint64_t* notes = crew->notes();
    crew->run([of, n, notes](uint32_t number, uint32_t workers) {
        uint64_t mine = 0;
        for (uint32_t k = number; k < n; k += workers) mine ^= of(k);
        notes[number] = mine;
    });
    uint64_t all = 0;
    for (uint32_t w = 0; w < crew->workers(); ++w) all ^= notes[w];
    return all;
}

} // namespace by_crew

/// body(0) .. body(n - 1), in any order. What `body` captures is captured by value.
template <class Body>
BATT_HD inline void each(const Lane& lane, uint32_t n, Body body) {
    if (Crew* crew = crew_for(lane, n)) return by_crew::each(crew, n, body);
    for (uint32_t k = 0; k < n; ++k) body(k);
}

/// body(i, j) for all places of a rectangle, in any order.
template <class Body>
BATT_HD inline void each_place(const Lane& lane, uint64_t rows, uint64_t cols, Body body) {
    if (Crew* crew = crew_for(lane, rows * cols))
        return by_crew::each_place(crew, rows, cols, body);
    for (uint64_t i = 0; i < rows; ++i) {
        for (uint64_t j = 0; j < cols; ++j) body(i, j);
    }
}

/// Whether holds(0) .. holds(n - 1) are all true.
template <class Holds>
BATT_HD inline bool all_of(const Lane& lane, uint32_t n, Holds holds) {
    if (Crew* crew = crew_for(lane, n)) return by_crew::all_of(crew, n, holds);
    for (uint32_t k = 0; k < n; ++k) {
        if (!holds(k)) return false;
    }
    return true;
}

/// of(0) ^ .. ^ of(n - 1).
template <class Of>
BATT_HD inline uint64_t xor_of(const Lane& lane, uint32_t n, Of of) {
    if (Crew* crew = crew_for(lane, n)) return by_crew::xor_of(crew, n, of);
    uint64_t all = 0;
    for (uint32_t k = 0; k < n; ++k) all ^= of(k);
    return all;
}

/// Puts in the place of each number the sum of those before it; returns the sum of all.
BATT_HD_CALL inline uint32_t add_up(const Lane& lane, uint32_t* numbers, uint32_t n) {
    auto add = [](uint32_t* from, uint32_t count, uint32_t sum) {
        for (uint32_t k = 0; k < count; ++k) {
            uint32_t number = from[k];
            from[k] = sum;
            sum += number;
        }
        return sum;
    };
    Crew* crew = crew_for(lane, n);
    if (crew == nullptr) return add(numbers, n, 0);
    // Each worker has a stretch of them; only where it starts depends on the others.
    uint64_t* notes = crew->notes();
    auto stretch = [n](uint32_t number, uint32_t workers) {
        return static_cast<uint32_t>(uint64_t{n} * number / workers);
    };
    crew->run([=](uint32_t number, uint32_t workers) {
        uint64_t sum = 0;
        uint32_t end = stretch(number + 1, workers);
        for (uint32_t k = stretch(number, workers); k < end; ++k) sum += numbers[k];
        notes[number] = sum;
    });
    uint64_t sum = 0;
    for (uint32_t w = 0; w < crew->workers(); ++w) {
        uint64_t own = notes[w];
        notes[w] = sum;
        sum += own;
    }
    crew->run([=](uint32_t number, uint32_t workers) {
        uint32_t first = stretch(number, workers);
        add(numbers + first, stretch(number + 1, workers) - first,
            static_cast<uint32_t>(notes[number]));
    });
    return static_cast<uint32_t>(sum);
}

} // namespace batt
