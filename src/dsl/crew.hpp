// SPDX-License-Identifier: MIT-0
// A function of many elements, computed by several lanes at once.
#pragma once

#include "dsl/prepared.hpp"
#include "value/container.hpp"

namespace batt::dsl {

/// Helpers of a lane. They call a function for elements side by side, each in a part of the room
/// that the lane has left. On a GPU they are the other lanes of its warp, on the host they take
/// turns.
class Crew {
public:
    static constexpr uint32_t kMost = 31;

    /// Makes it a crew of so many helpers. On a GPU their lanes follow that of whom they help;
    /// `lanes` has a bit for each of them all.
    BATT_HD void enlist(uint32_t helpers, uint32_t lanes) {
        helpers_ = helpers;
        lanes_ = lanes;
    }
    BATT_HD uint32_t helpers() const { return helpers_; }

    /// How far a helper came with its elements; they are dealt out in turn.
    struct Part {
        uint64_t steps = 0;         ///< spent
        uint32_t done = 0;          ///< elements
        uint32_t kept = 0;          ///< bytes its results need
        uint32_t peak = 0;          ///< bytes
        Fault fault = Fault::None;  ///< of the first that is not done
        bool short_of_room = false; ///< that is why it is not
    };

    struct Job {
        Value function;
        Value container;
        uint32_t first = 0; ///< element
        uint32_t count = 0;
        uint32_t room = 0;        ///< bytes of each helper
        bool only_truth = false;  ///< of the results
        Value* results = nullptr; ///< by element of the job
        Part* parts = nullptr;    ///< by helper
    };

    /// Has a job done for a lane, in the room above its values.
    BATT_HD void run(const Lane& lane, const Job& job) {
        lane_ = lane;
        job_ = job;
        at_work_ = true;
        meet(lanes_);
        if constexpr (!kIsDevice) {
            for (uint32_t k = 0; k < helpers_; ++k) work(k);
        }
        meet(lanes_);
    }
    /// Sends the helpers away.
    BATT_HD void dismiss() {
        at_work_ = false;
        meet(lanes_);
    }
    /// What a helper does until it is sent away; for lanes of a device.
    BATT_HD void help(uint32_t number) {
        for (;;) {
            meet(lanes_);
            if (!at_work_) return;
            work(number);
            meet(lanes_);
        }
    }

private:
    BATT_HD_CALL void work(uint32_t number) {
        uint32_t lo = lane_.used() + number * job_.room;
        Lane lane(lane_, lo, lo + job_.room);
        Part part;
        Prepared call(lane, job_.function, job_.count);
        const Items items(lane, job_.container);
        for (uint32_t k = number; k < job_.count; k += helpers_) {
            uint32_t mark = lane.mark();
            Value v = call(items[job_.first + k]);
            if (lane.failed()) break;
            if (job_.only_truth) v = Value::boolean(truth(v));
            lane.release(mark, v);
            job_.results[k] = v;
            ++part.done;
        }
        part.steps = lane_.steps_left() - lane.steps_left();
        part.kept = lane.used() - lo;
        part.peak = lane.peak() - lo;
        part.fault = lane.fault();
        part.short_of_room = part.fault == Fault::Limit && lane.steps_left() != 0;
        job_.parts[number] = part;
    }

    Lane lane_{nullptr, 0, 0, 0, {}}; ///< whose helpers they are, as it was when it asked
    Job job_;
    uint32_t helpers_ = kMost;
    uint32_t lanes_ = 0xFFFFFFFF;
    bool at_work_ = false;
};

/// The results of a function for the elements of a container, in their order. A lane with a crew
/// has many of them computed at once, ahead of their turn; a lane alone computes each in its turn.
/// Both give the same: a failure counts when it is its element's turn. What a crew cannot do in
/// the room it has, the lane does itself.
class Calls {
public:
    BATT_HD Calls(Lane& lane, Value function, Value container, bool only_truth = false)
        : lane_(lane), function_(function), container_(container), n_(length(container)),
          helpers_(lane.crew() == nullptr ? 0 : lane.crew()->helpers()), only_truth_(only_truth),
          call_(lane, function, n_) {}

    /// What to release the lane to when the k-th result is not needed any more.
    BATT_HD uint32_t mark(uint32_t k) {
        if (helpers_ != 0 && k == end_ && !alone_) look_ahead();
        return lane_.mark();
    }
    /// The result for the k-th element, after mark(k).
    BATT_HD Value operator()(uint32_t k, Value element) {
        return k < end_ ? known(k - first_, element) : call_(element);
    }

private:
    static constexpr uint32_t kMostEach = 32;  ///< elements of a helper at once
    static constexpr uint32_t kHelpersPay = 8; ///< elements left, or more
    static constexpr uint32_t kLeastRoom = 512;
    static constexpr uint32_t kFirstRoom = 16 << 10;

    BATT_HD Value known(uint32_t k, Value element) {
        const Crew::Part& part = parts_[k % helpers_];
        if (lane_.failed()) return Value::none();
        if (k / helpers_ < part.done) return results_[k];
        return part.fault == Fault::Limit ? call_(element) : lane_.fail(part.fault);
    }

    /// Has the next results computed: a few first, to see what they take, then more and more.
    BATT_HD_CALL void look_ahead() {
        first_ = end_;
        uint32_t left = n_ - first_;
        alone_ = left < kHelpersPay || !make_room();
        uint32_t most = alone_ ? 0 : lane_.room() / 2 / helpers_ & ~15U;
        while (each_ > 1 && need_ + kept_ * each_ > most) each_ /= 2;
        uint32_t room = (need_ + kept_ * each_ + 15) & ~15U;
        alone_ = alone_ || room > most;
        if (alone_) return;
        uint32_t count = each_ * helpers_ < left ? each_ * helpers_ : left;
        for (;; room *= 4) {
            lane_.crew()->run(
                lane_, {function_, container_, first_, count, room, only_truth_, results_, parts_});
            if (!short_of_room() || room > most / 4) break;
        }
        end_ = first_ + count;
        take_over(room);
        each_ = each_ * 4 < kMostEach ? each_ * 4 : kMostEach;
    }

    BATT_HD bool short_of_room() const {
        bool any = false;
        for (uint32_t k = 0; k < helpers_; ++k) any = any || parts_[k].short_of_room;
        return any;
    }

    BATT_HD bool make_room() {
        if (results_ != nullptr) return true;
        uint32_t most = n_ < kMostEach * helpers_ ? n_ : kMostEach * helpers_;
        if (lane_.room() / 4 < most * sizeof(Value) + helpers_ * sizeof(Crew::Part)) {
            return false;
        }
        results_ = lane_.scratch<Value>(most);
        parts_ = lane_.scratch<Crew::Part>(helpers_);
        need_ = lane_.room() / 4 / helpers_;
        if (need_ > kFirstRoom) need_ = kFirstRoom;
        return true;
    }

    /// Pays for what the helpers did and keeps the room in which results live.
    BATT_HD void take_over(uint32_t room) {
        uint64_t steps = 0;
        uint32_t end = 0; // of what is kept
        uint32_t kept = 0;
        uint32_t peak = 0;
        for (uint32_t k = 0; k < helpers_; ++k) {
            const Crew::Part& part = parts_[k];
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
        lane_.make<char>(uint64_t{room} * helpers_, ref);
        lane_.release(start + ((end + 15) & ~15U));
        lane_.step(steps);
    }

    Lane& lane_;
    Value function_;
    Value container_;
    uint32_t n_;
    uint32_t helpers_;
    uint32_t first_ = 0; ///< element whose result is known
    uint32_t end_ = 0;
    uint32_t each_ = 1; ///< elements of a helper the next time
    uint32_t need_ = 0; ///< bytes of a helper, and for each of its results
    uint32_t kept_ = 0;
    bool only_truth_;
    bool alone_ = false;
    Value* results_ = nullptr;
    Crew::Part* parts_ = nullptr;
    Prepared call_;
};

} // namespace batt::dsl
