// SPDX-License-Identifier: MIT-0
// CPython's set table written down a second time, slot by slot and with no care for speed, to
// compare MutableSet and the packed frozensets with.
#pragma once

#include "value/compare.hpp"

#include <vector>

namespace batt::testing {

class SetModel {
public:
    explicit SetModel(const Lane& lane) : lane_(&lane), slots_(8) {}

    std::vector<Value> order() const {
        std::vector<Value> keys;
        for (const Slot& slot : slots_) {
            if (slot.state == State::Live) keys.push_back(slot.key);
        }
        return keys;
    }
    size_t size() const { return slots_.size(); }
    uint64_t live() const { return live_; }

    bool has(Value key) const {
        const Slot& slot = slots_[find(key, hash(*lane_, key))];
        return slot.state == State::Live;
    }

    void add(Value key) {
        uint64_t h = hash(*lane_, key);
        std::vector<size_t> dummies;
        for (Walk walk(h, slots_.size());; walk.next()) {
            Slot& slot = slots_[walk.at()];
            if (slot.state == State::Dummy) dummies.push_back(walk.at());
            if (slot.state == State::Live && slot.hash == h && equal(*lane_, slot.key, key)) return;
            if (slot.state != State::Empty) continue;
            ++live_;
            if (!dummies.empty()) {
                slots_[dummies.back()] = {State::Live, h, key};
                return;
            }
            slot = {State::Live, h, key};
            ++filled_;
            if (5 * filled_ >= 3 * (slots_.size() - 1))
                resize(live_ <= 50000 ? 4 * live_ : 2 * live_);
            return;
        }
    }

    void discard(Value key) {
        Slot& slot = slots_[find(key, hash(*lane_, key))];
        if (slot.state != State::Live) return;
        slot.state = State::Dummy;
        --live_;
    }

    void merge(const SetModel& src) {
        if (src.live_ == 0) return;
        if (5 * (filled_ + src.live_) >= 3 * (slots_.size() - 1)) resize(2 * (live_ + src.live_));
        if (filled_ != 0) {
            for (Value key : src.order()) add(key);
            return;
        }
        if (slots_.size() == src.slots_.size() && src.live_ == src.filled_) {
            slots_ = src.slots_;
        } else {
            for (const Slot& slot : src.slots_) {
                if (slot.state == State::Live) clean_insert(slot);
            }
        }
        live_ = filled_ = src.live_;
    }

    SetModel copy() const {
        SetModel made(*lane_);
        made.merge(*this);
        return made;
    }

    static SetModel unite(const SetModel& a, const SetModel& b, bool same) {
        SetModel made = a.copy();
        if (!same) made.merge(b);
        return made;
    }

    static SetModel intersect(const SetModel& a, const SetModel& b, bool same) {
        if (same) return a.copy();
        const SetModel& scan = b.live_ > a.live_ ? a : b;
        const SetModel& probe = b.live_ > a.live_ ? b : a;
        SetModel made(*a.lane_);
        for (Value key : scan.order()) {
            if (probe.has(key)) made.add(key);
        }
        return made;
    }

    static SetModel subtract(const SetModel& a, const SetModel& b) {
        if (a.live_ / 4 > b.live_) {
            SetModel made = a.copy();
            for (Value key : b.order()) made.discard(key);
            if (made.filled_ - made.live_ > (made.slots_.size() - 1) / 4) {
                made.resize(made.live_ <= 50000 ? 4 * made.live_ : 2 * made.live_);
            }
            return made;
        }
        SetModel made(*a.lane_);
        for (Value key : a.order()) {
            if (!b.has(key)) made.add(key);
        }
        return made;
    }

private:
    enum class State { Empty, Live, Dummy };
    struct Slot {
        State state = State::Empty;
        uint64_t hash = 0;
        Value key;
    };

    /// The probe sequence as the specification states it.
    class Walk {
    public:
        Walk(uint64_t h, size_t size) : u_(h), size_(size), i_(h % size) {}
        size_t at() const { return i_ + run_; }
        void next() {
            if (i_ + 9 <= size_ - 1 && run_ < 9) {
                ++run_;
                return;
            }
            run_ = 0;
            u_ >>= 5;
            i_ = (5 * i_ + 1 + u_) % size_;
        }

    private:
        uint64_t u_;
        size_t size_;
        size_t i_;
        size_t run_ = 0;
    };

    size_t find(Value key, uint64_t h) const {
        for (Walk walk(h, slots_.size());; walk.next()) {
            const Slot& slot = slots_[walk.at()];
            if (slot.state == State::Empty) return walk.at();
            if (slot.state == State::Live && slot.hash == h && equal(*lane_, slot.key, key)) {
                return walk.at();
            }
        }
    }

    void clean_insert(const Slot& entry) {
        Walk walk(entry.hash, slots_.size());
        while (slots_[walk.at()].state != State::Empty) walk.next();
        slots_[walk.at()] = entry;
    }

    void resize(uint64_t want) {
        size_t size = 8;
        while (size <= want) size *= 2;
        if (size == 8 && slots_.size() == 8 && filled_ == live_) return;
        std::vector<Slot> old(size);
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.state == State::Live) clean_insert(slot);
        }
        filled_ = live_;
    }

    const Lane* lane_;
    std::vector<Slot> slots_;
    uint64_t live_ = 0;
    uint64_t filled_ = 0;
};

} // namespace batt::testing
