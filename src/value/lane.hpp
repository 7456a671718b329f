// SPDX-License-Identifier: MIT-0
#pragma once

#include "value/fault.hpp"
#include "value/value.hpp"

namespace batt {

class Crew;

namespace dsl {
struct PlaceTables;
struct Recipes;
} // namespace dsl

/// Budgets of one evaluation. Counted, never timed, so that they fail alike on every machine.
struct Limits {
    uint64_t steps = 200'000'000;
    uint64_t bytes = 512ULL << 20; ///< arena and scratch together; at most kMaxBytes
    static constexpr uint64_t kMaxBytes = 0xFFFFFFF0ULL;
};

/// Deepest nesting of tuples and sets: bounds the recursion of equality, hash and order.
inline constexpr int kMaxDepth = 200;
/// Deepest nesting of closures inside closures (power makes up to 999).
inline constexpr int kMaxClosureDepth = 4000;
/// Deepest nesting of calls that cannot run as a loop.
inline constexpr int kMaxNesting = 128;
/// What of it a device's stack has room for; deeper calls are left to others.
inline constexpr int kDeviceNesting = 32;

/// What a frozenset's payload starts with; set_layout.hpp says what follows.
struct alignas(16) SetHead {
    uint64_t hash;    ///< valid when kHashed
    uint32_t entries; ///< byte offset of the packed entries from this head
    uint8_t log_slots;
    uint8_t flags;
    uint16_t width; ///< of the numbers in packed entries, + 1; 0: not known yet (dsl/promise.hpp)

    static constexpr uint8_t kHashed = 1;
    static constexpr uint8_t kDummies = 2; ///< a bitmap of deleted slots follows that of live ones
    static constexpr uint8_t kOrdered = 4; ///< holds functions: insertion order, no table
    static constexpr uint8_t kCalm = 8;    ///< see calm_set.hpp
    static constexpr uint8_t kUneasy = 16; ///< known not to be calm
};
static_assert(sizeof(SetHead) == 16);

class Lane;

/// The body of a primitive, taking as many arguments as it has parameters.
using Body = Value (*)(Lane&, const Value*);

/// The name of a primitive, ended by a zero.
struct PrimitiveName {
    char text[16];
};

/// What a lane runs, in the memory of the side it runs on: the primitives' bodies by id, and tables
/// about places of grids of usual size.
struct Language {
    const Body* bodies = nullptr;
    const dsl::PlaceTables* places = nullptr;
    const uint64_t* place_hashes = nullptr; ///< see PlaceHashes; null to compute them
    const PrimitiveName* names = nullptr;   ///< of the primitives by id
    const dsl::Recipes* recipes = nullptr; ///< of closures known beforehand; null if there are none
};

/// One grid's trip through a program: its memory, its budgets, and its first failure.
///
/// Values grow from the bottom of the memory and live until the lane is reset; scratch grows from
/// the top and is given back when its Scratch scope ends. Not thread-safe: one lane, one thread.
class Lane {
public:
    BATT_HD Lane(void* memory, uint64_t bytes, uint64_t steps, Language language)
        : base_(static_cast<char*>(memory)), language_(language),
          size_(static_cast<uint32_t>(bytes & ~15ULL)) {
        reset(steps);
    }

    /// A lane that makes its values in bytes `lo` to `hi` of a memory that holds those of others
    /// too. Offsets are those of the whole memory, which starts with a lane's preamble.
    BATT_HD Lane(void* memory, uint32_t lo, uint32_t hi, uint64_t steps, Language language)
        : base_(static_cast<char*>(memory)), language_(language), size_(hi & ~15U),
          lo_((lo + 15) & ~15U), hi_(size_), least_(hi_ - lo_), steps_(steps) {}

    /// A lane that goes on in the place of another, in bytes `lo` to `hi` of its memory.
    BATT_HD Lane(const Lane& other, uint32_t lo, uint32_t hi) : Lane(other) {
        size_ = hi & ~15U;
        lo_ = (lo + 15) & ~15U;
        hi_ = size_;
        least_ = hi_ - lo_;
        crew_ = nullptr;
    }

    /// Forgets every value and failure and starts a new budget.
    BATT_HD void reset(uint64_t steps) {
        lo_ = kPreamble;
        hi_ = size_;
        least_ = size_;
        steps_ = steps;
        fault_ = Fault::None;
        starved_ = false;
        nesting_ = 0;
        SetHead* empty = at<SetHead>(0);
        *empty = SetHead{kEmptySetHash, kPreamble, 3, SetHead::kHashed, 0};
        *at<uint64_t>(sizeof(SetHead)) = 0;
        *at<uint64_t>(sizeof(SetHead) + 8) = 0;
    }

    template <class T>
    BATT_HD T* at(uint32_t offset) const {
        return reinterpret_cast<T*>(base_ + offset);
    }

    BATT_HD bool failed() const { return fault_ != Fault::None; }
    BATT_HD Fault fault() const { return fault_; }
    /// Records the first failure; returns None so that callers can `return lane.fail(...)`.
    BATT_HD Value fail(Fault fault) {
        if (fault_ == Fault::None) fault_ = fault;
        return Value::none();
    }
    /// Forgets the failure (the safe policy goes on with a default).
    BATT_HD void clear_fault() { fault_ = Fault::None; }
    /// Whether steps or memory have ever run out: with more of them the lane may have gone on.
    BATT_HD bool starved() const { return starved_; }
    /// A StopIteration that leaves a generator is a RuntimeError.
    BATT_HD void leave_generator() {
        if (fault_ == Fault::StopIteration) fault_ = Fault::RuntimeError;
    }

    /// Spends `n` steps; false, with Limit recorded, when they are not left. Looking at values
    /// costs steps too: tuples share their parts, so a value of a few bytes can have more of them
    /// than could ever be visited.
    BATT_HD bool step(uint64_t n = 1) const {
        if (steps_ < n || past_deadline()) {
            steps_ = 0;
            starved_ = true;
            if (fault_ == Fault::None) fault_ = Fault::Limit;
            return false;
        }
        steps_ -= n;
        return true;
    }
    /// On a device, ends the lane some ticks from now as if its steps had run out. When that is
    /// nobody can tell, so whoever bounds a lane's time tries again with more of it.
    BATT_HD void end_in(uint32_t time) { deadline_ = (ticks() + time) | 1; }
    /// Whether it was this lane's time or stack that ran out, which no budget is about.
    BATT_HD bool late() const { return late_; }
    /// False, with Limit recorded, when the time of end_in() is over. For loops that are long and
    /// take no steps.
    BATT_HD bool in_time() const {
        if constexpr (!kIsDevice) return true;
        return step(0);
    }
    BATT_HD uint64_t steps_left() const { return steps_; }
    /// Starts a new count of steps and of the peak of memory; values stay.
    BATT_HD void refill(uint64_t steps) {
        steps_ = steps;
        least_ = hi_ - lo_;
    }
    /// Most bytes in use since the last reset() or refill().
    BATT_HD uint32_t peak() const { return size_ - least_; }

    /// Room for `count` objects of T that stay; null, with Limit recorded, when memory is spent.
    template <class T>
    BATT_HD T* make(uint64_t count, uint32_t& ref) {
        uint64_t bytes = round(count * sizeof(T));
        if (count > size_ || bytes > hi_ - lo_) {
            starved_ = true;
            fail(Fault::Limit);
            return nullptr;
        }
        ref = lo_;
        lo_ += static_cast<uint32_t>(bytes);
        note_room();
        return at<T>(ref);
    }

    /// Room for `count` objects of T until the enclosing Scratch ends; null when memory is spent.
    template <class T>
    BATT_HD T* scratch(uint64_t count) {
        uint64_t bytes = round(count * sizeof(T));
        if (count > size_ || bytes > hi_ - lo_) {
            starved_ = true;
            fail(Fault::Limit);
            return nullptr;
        }
        hi_ -= static_cast<uint32_t>(bytes);
        note_room();
        return at<T>(hi_);
    }

    /// A point to release() to.
    BATT_HD uint32_t mark() const { return lo_; }
    /// Gives back everything made since `mark`, provided `kept` does not live there. Values refer
    /// only to older values, so one that is older than the mark needs nothing newer.
    BATT_HD void release(uint32_t mark, Value kept) {
        if (!kept.in_arena() || kept.ref() < mark) lo_ = mark;
    }
    BATT_HD void release(uint32_t mark) { lo_ = mark; }

    BATT_HD uint32_t scratch_mark() const { return hi_; }
    BATT_HD void scratch_release(uint32_t mark) { hi_ = mark; }
    /// Bytes left between values and scratch.
    BATT_HD uint32_t room() const { return hi_ - lo_; }
    BATT_HD uint32_t bytes_used() const { return lo_ + (size_ - hi_); }

    /// Enters a nested call; false, with Limit recorded, when too deep. Pair with leave().
    BATT_HD bool enter() {
        if (nesting_ >= (kIsDevice ? kDeviceNesting : kMaxNesting)) {
            if (kIsDevice) starved_ = late_ = true; // elsewhere it may go on
            fail(Fault::Limit);
            return false;
        }
        ++nesting_;
        return true;
    }
    BATT_HD void leave() { --nesting_; }

    BATT_HD Body body(uint32_t id) const { return language_.bodies[id]; }
    BATT_HD const uint64_t* place_hashes() const { return language_.place_hashes; }
    BATT_HD const dsl::PlaceTables* places() const { return language_.places; }
    BATT_HD const char* name(uint32_t id) const { return language_.names[id].text; }
    BATT_HD const dsl::Recipes* recipes() const { return language_.recipes; }
    /// The recipes are those of closures that live in this lane.
    BATT_HD void use(const dsl::Recipes* recipes) { language_.recipes = recipes; }
    /// Who helps this lane; null if it is alone.
    BATT_HD Crew* crew() const { return crew_; }
    BATT_HD void get_help(Crew* crew) { crew_ = crew; }
    BATT_HD char* base() const { return base_; }
    BATT_HD uint32_t used() const { return lo_; }
    /// Takes over values that were put at the bottom of the memory by another lane.
    BATT_HD void adopt(uint32_t used) { lo_ = used; }

    /// Every arena starts with the empty frozenset.
    static constexpr uint32_t kPreamble = 32;

private:
    friend class Bound;

    static constexpr uint64_t kEmptySetHash = 133146708735736ULL;
    BATT_HD bool past_deadline() const {
        if constexpr (!kIsDevice) return false;
        late_ = late_ || (deadline_ != 0 && static_cast<int32_t>(ticks() - deadline_) > 0);
        return late_;
    }
    BATT_HD void note_room() { least_ = hi_ - lo_ < least_ ? hi_ - lo_ : least_; }
    BATT_HD static uint64_t round(uint64_t bytes) { return (bytes + 15) & ~15ULL; }

    char* base_;
    Crew* crew_ = nullptr;
    Language language_;
    uint32_t size_;
    uint32_t lo_ = 0;
    uint32_t hi_ = 0;
    uint32_t least_ = 0; ///< room left at the narrowest
    uint16_t nesting_ = 0;
    mutable Fault fault_ = Fault::None;
    mutable bool starved_ = false;
    mutable bool late_ = false;
    uint32_t deadline_ = 0; ///< a tick; 0 if there is none
    mutable uint64_t steps_ = 0;
};

/// Ends the memory of a lane at `end`, if it does not end before, and gives the rest back at its
/// own end. Scratch in use stays where it is, beyond that end, and counts for no peak.
class Bound {
public:
    BATT_HD Bound(Lane& lane, uint64_t end) : lane_(lane), size_(lane.size_), hi_(lane.hi_) {
        if (end < lane.hi_) lane.hi_ = static_cast<uint32_t>(end & ~15ULL);
        lane.size_ = lane.hi_;
    }
    BATT_HD ~Bound() {
        lane_.size_ = size_;
        lane_.hi_ = hi_;
    }
    Bound(const Bound&) = delete;
    Bound& operator=(const Bound&) = delete;

private:
    Lane& lane_;
    uint32_t size_;
    uint32_t hi_;
};

/// Gives back, at its end, all scratch taken since its start.
class Scratch {
public:
    BATT_HD explicit Scratch(Lane& lane) : lane_(lane), mark_(lane.scratch_mark()) {}
    BATT_HD ~Scratch() { lane_.scratch_release(mark_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

private:
    Lane& lane_;
    uint32_t mark_;
};

} // namespace batt
