// SPDX-License-Identifier: MIT-0
// Sets of which something is known without building them: the first key of a set is all that is
// asked of many.
#pragma once

#include "value/compare.hpp"

namespace batt {

/// A set of packed keys is calm if no key of it, nor of any part of it, leaves the first run of its
/// probe, in whatever order they are added to a table of this size. Probing is linear then: the
/// slots taken are the same for every order, those of a part among them, and the lowest is the
/// lowest at which a key's probe starts.
class CalmSet {
public:
    BATT_HD CalmSet(const Lane& lane, Value set)
        : set_(lane, set), hashes_{lane.place_hashes()}, last_(set_.mask >> 6) {}

    BATT_HD const SetView& view() const { return set_; }

    /// Found out once for each set.
    template <class Key>
    BATT_HD bool is_calm(const Key* keys) const {
        if (set_.dummies != nullptr) return false;
        if ((set_.head->flags & (SetHead::kCalm | SetHead::kUneasy)) == 0) {
            SetHead known = *set_.head;
            uint8_t flag = find_out(keys) ? SetHead::kCalm : SetHead::kUneasy;
            known.flags = static_cast<uint8_t>(known.flags | flag);
            // This changes no value, but other lanes may be reading the set.
            store16(set_.head, &known);
            return flag == SetHead::kCalm;
        }
        return (set_.head->flags & SetHead::kCalm) != 0;
    }

    /// The position of the key that comes first when all but the one at `left_out` are built into a
    /// table of this size; kAbsent if that depends on the order. The set is calm.
    template <class Key>
    BATT_HD uint32_t first_without(const Key* keys, uint32_t left_out) const {
        uint32_t first = kAbsent;
        uint32_t lowest = 0;
        bool alone = false;
        each_slot([&](uint32_t k, uint32_t slot) {
            if (first != kAbsent && slot > lowest + kReach) return false;
            if (k == left_out) return true;
            uint32_t start = start_of(keys[k]);
            if (first == kAbsent || start < lowest) {
                first = k;
                lowest = start;
                alone = true;
            } else if (start == lowest) {
                alone = false;
            }
            return true;
        });
        return alone ? first : kAbsent;
    }

private:
    /// How far the first run goes, where the table does not end before.
    static constexpr uint32_t kReach = 9;
    static constexpr uint64_t kRun = 0x3FF;

    template <class Key>
    BATT_HD uint32_t start_of(Key key) const {
        return static_cast<uint32_t>(key.hash(hashes_)) & set_.mask;
    }

    /// Calls `visit(position, slot)` until it returns false.
    template <class Visit>
    BATT_HD void each_slot(Visit visit) const {
        uint32_t k = 0;
        for (uint32_t word = 0; word <= last_; ++word) {
            for (uint64_t bits = set_.live[word]; bits != 0; bits &= bits - 1) {
                if (!visit(k++, word * 64 + lowest_bit64(bits))) return;
            }
        }
    }

    /// The slots taken are those of linear probing if each key lies behind taken ones only. Then a
    /// key could leave its run only if all of that were taken.
    template <class Key>
    BATT_HD bool find_out(const Key* keys) const {
        bool calm = true;
        each_slot([&](uint32_t k, uint32_t slot) {
            uint32_t start = start_of(keys[k]);
            if (start + kReach > set_.mask) {
                // A run of one, which nobody may come to who started before.
                calm = slot == start && (slot == 0 || !set_.is_live(slot - 1));
                return calm;
            }
            uint64_t run = live_from(set_.live, last_, start) & kRun;
            uint32_t passed = slot - start;
            uint64_t before = (1ULL << (passed & 63)) - 1;
            calm = passed <= kReach && run != kRun && (run & before) == before;
            return calm;
        });
        return calm;
    }

    SetView set_;
    PlaceHashes hashes_;
    uint32_t last_;
};

} // namespace batt
