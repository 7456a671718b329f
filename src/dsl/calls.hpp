// SPDX-License-Identifier: MIT-0
// A function called for many elements, by a lane alone or by its crew.
#pragma once

#include "dsl/prepared.hpp"
#include "value/container.hpp"

namespace batt::dsl {

/// A function of one argument and the elements it is called for.
struct OnElements {
    Value function;
    Value container;

    BATT_HD uint32_t count() const { return length(container); }

    class Caller {
    public:
        BATT_HD Caller(Lane& lane, const OnElements& on)
            : call_(lane, on.function, on.count()), items_(lane, on.container) {}
        BATT_HD Value operator()(Value element) { return call_(element); }
        BATT_HD Value at(uint32_t k) { return call_(items_[k]); }

    private:
        Prepared call_;
        Items items_;
    };
};

/// A function of two arguments and the pairs it is called for.
struct OnPairs {
    Value function;
    Value firsts;
    Value seconds;
    uint32_t pairs;  ///< no more than 2^32 - 1
    uint32_t across; ///< firsts for each second; 0: elements at the same position are a pair

    BATT_HD uint32_t count() const { return pairs; }

    class Caller {
    public:
        BATT_HD Caller(Lane& lane, const OnPairs& on)
            : call_(lane, on.function), firsts_(lane, on.firsts), seconds_(lane, on.seconds),
              across_(on.across) {}
        BATT_HD Value operator()(Value first, Value second) { return call_(first, second); }
        BATT_HD Value at(uint32_t k) {
            uint32_t row = across_ == 0 ? k : k / across_;
            uint32_t column = across_ == 0 ? k : k - row * across_;
            return call_(firsts_[column], seconds_[row]);
        }

    private:
        PreparedPair call_;
        Items firsts_;
        Items seconds_;
        uint32_t across_;
    };
};

/// The results of a function for many elements, in their order. A lane with a crew has many of
/// them computed at once, ahead of their turn; a lane alone computes each in its turn. Both give
/// the same: a failure counts when it is its element's turn. What a crew cannot do in the room it
/// has, the lane does itself.
template <class On>
class Calls {
public:
    BATT_HD Calls(Lane& lane, const On& on, bool only_truth = false)
        : lane_(lane), on_(on), n_(on.count()),
          workers_(lane.crew() == nullptr ? 0 : lane.crew()->workers()), only_truth_(only_truth),
          call_(lane, on) {}

    /// What to release the lane to when the k-th result is not needed any more.
    BATT_HD uint32_t mark(uint32_t k) {
        if (workers_ != 0 && k == end_ && !alone_) look_ahead();
        return lane_.mark();
    }
    /// The result for the k-th element, or pair of them, after mark(k).
    template <class... Element>
    BATT_HD Value operator()(uint32_t k, Element... element) {
        return k < end_ ? known(k - first_, element...) : call_(element...);
    }

private:
    static constexpr uint32_t kMostEach = 32; ///< elements of a worker at once
    static constexpr uint32_t kCrewPays = 8;  ///< elements left, or more
    static constexpr uint32_t kLeastRoom = 512;
    static constexpr uint32_t kFirstRoom = 16 << 10;

    /// How far a worker came with its elements; they are dealt out in turn.
    struct Part {
        uint64_t steps = 0;         ///< spent
        uint32_t done = 0;          ///< elements
        uint32_t kept = 0;          ///< bytes its results need
        uint32_t peak = 0;          ///< bytes
        Fault fault = Fault::None;  ///< of the first that is not done
        bool short_of_room = false; ///< that is why it is not
    };

    /// Some of the elements, each worker calling in a part of the room above the lane's values.
    struct Job {
        Lane lane; ///< as it was when it asked
        On on;
        uint32_t first; ///< element
        uint32_t count;
        uint32_t room; ///< bytes of each worker
        bool only_truth;
        Value* results; ///< by element of the job
        Part* parts;    ///< by worker

        BATT_HD void operator()(uint32_t number, uint32_t workers) const {
            uint32_t lo = lane.used() + number * room;
            Lane own(lane, lo, lo + room);
            Part part;
            typename On::Caller call(own, on);
            for (uint32_t k = number; k < count; k += workers) {
                uint32_t mark = own.mark();
                Value v = call.at(first + k);
                if (own.failed()) break;
                if (only_truth) v = Value::boolean(truth(v));
                own.release(mark, v);
                results[k] = v;
                ++part.done;
            }
            part.steps = lane.steps_left() - own.steps_left();
            part.kept = own.used() - lo;
            part.peak = own.peak() - lo;
            part.fault = own.fault();
            part.short_of_room = part.fault == Fault::Limit && own.steps_left() != 0;
            parts[number] = part;
        }
    };

    template <class... Element>
    BATT_HD Value known(uint32_t k, Element... element) {
        const Part& part = parts_[k % workers_];
        if (lane_.failed()) return Value::none();
        if (k / workers_ < part.done) return results_[k];
        return part.fault == Fault::Limit ? call_(element...) : lane_.fail(part.fault);
    }

    /// Has the next results computed: a few first, to see what they take, then more and more.
    BATT_HD_CALL void look_ahead() {
        first_ = end_;
        uint32_t left = n_ - first_;
        alone_ = left < kCrewPays || !make_room();
        uint32_t most = alone_ ? 0 : lane_.room() / 2 / workers_ & ~15U;
        while (each_ > 1 && need_ + kept_ * each_ > most) each_ /= 2;
        uint32_t room = (need_ + kept_ * each_ + 15) & ~15U;
        alone_ = alone_ || room > most;
        if (alone_) return;
        uint32_t count = each_ * workers_ < left ? each_ * workers_ : left;
        for (;; room *= 4) {
            lane_.crew()->run(Job{lane_, on_, first_, count, room, only_truth_, results_, parts_});
            if (!short_of_room() || room > most / 4) break;
        }
        end_ = first_ + count;
        take_over(room);
        each_ = each_ * 4 < kMostEach ? each_ * 4 : kMostEach;
    }

    BATT_HD bool short_of_room() const {
        bool any = false;
        for (uint32_t k = 0; k < workers_; ++k) any = any || parts_[k].short_of_room;
        return any;
    }

    BATT_HD bool make_room() {
        if (results_ != nullptr) return true;
        uint32_t most = n_ < kMostEach * workers_ ? n_ : kMostEach * workers_;
        if (lane_.room() / 4 < most * sizeof(Value) + workers_ * sizeof(Part)) return false;
        results_ = lane_.scratch<Value>(most);
        parts_ = lane_.scratch<Part>(workers_);
        need_ = lane_.room() / 4 / workers_;
        if (need_ > kFirstRoom) need_ = kFirstRoom;
        return true;
    }

    /// Pays for what the workers did and keeps the room in which results live.
    BATT_HD void take_over(uint32_t room) {
        uint64_t steps = 0;
        uint32_t end = 0; // of what is kept
        uint32_t kept = 0;
        uint32_t peak = 0;
        for (uint32_t k = 0; k < workers_; ++k) {
            const Part& part = parts_[k];
            steps += part.steps;
            if (part.kept != 0) end = k * room + part.kept;
            uint32_t each = part.done == 0 ? part.kept : part.kept / part.done;
            kept = each > kept ? each : kept;
            peak = part.peak > peak ? part.peak : peak;
        }
        kept_ = 2 * kept;
        need_ = 2 * peak + kLeastRoom;
        uint32_t start = lane_.mark();
        uint32_t ref = 0;
        lane_.make<char>(uint64_t{room} * workers_, ref);
        lane_.release(start + ((end + 15) & ~15U));
        lane_.step(steps);
    }

    Lane& lane_;
    On on_;
    uint32_t n_;
    uint32_t workers_;
    uint32_t first_ = 0; ///< element whose result is known
    uint32_t end_ = 0;
    uint32_t each_ = 1; ///< elements of a worker the next time
    uint32_t need_ = 0; ///< bytes of a worker, and for each of its results
    uint32_t kept_ = 0;
    bool only_truth_;
    bool alone_ = false;
    Value* results_ = nullptr;
    Part* parts_ = nullptr;
    typename On::Caller call_;
};

} // namespace batt::dsl
