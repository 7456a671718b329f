// SPDX-License-Identifier: MIT-0
// What the last stages of a closure gave for what came before them.
#pragma once

#include "value/lane.hpp"

namespace batt::dsl {

/// Elements differ, but what a closure makes of them first is often one of a few numbers, truths or
/// places, and what follows depends on nothing else. Asked where that is so (a cut of the closure),
/// this knows the end of the story for the latest of them.
///
/// Only what outlives a call is kept: values outside the arena, and those older than the first
/// call.
class Memo {
public:
    /// Values below `mark` live on.
    BATT_HD explicit Memo(uint32_t mark) : mark_(mark) {}

    /// `cuts`: stages, a bit each.
    BATT_HD void ask_after(uint16_t cuts) { cuts_ = cuts; }
    BATT_HD bool asks_after(uint32_t stage) const { return (cuts_ >> stage & 1) != 0; }
    BATT_HD bool lives_on(Value v) const { return !v.in_arena() || v.ref() < mark_; }

    /// What a stage's value led to the last time; null if that is not known. A stage whose values
    /// seldom come again is not asked about any more.
    BATT_HD const Value* find(uint32_t stage, Value made) {
        if (tries_ == kTrial) {
            if (found_ < kTrial / 4) cuts_ &= static_cast<uint16_t>(~(1U << stage));
            tries_ = 0;
            found_ = 0;
        }
        ++tries_;
        uint32_t at = place_of(made);
        if (stages_[at] != stage + 1) return nullptr;
        const Entry& entry = entries()[at];
        if (!entry.made.is_same(made)) return nullptr;
        ++found_;
        return &entry.result;
    }
    BATT_HD void keep(uint32_t stage, Value made, Value result) {
        if (!lives_on(result)) return;
        uint32_t at = place_of(made);
        entries()[at] = {made, result};
        stages_[at] = static_cast<uint8_t>(stage + 1);
    }

private:
    struct Entry {
        Value made;
        Value result;
    };
    static constexpr uint32_t kEntries = 16;
    static constexpr uint8_t kTrial = 64;

    BATT_HD static uint32_t place_of(Value v) {
        uint64_t bits = static_cast<uint64_t>(v.num) + v.ref();
        return static_cast<uint32_t>(bits * 0x9E3779B97F4A7C15ULL >> 60);
    }
    /// The same number, truth or place, or the same object.
    BATT_HD Entry* entries() { return reinterpret_cast<Entry*>(room_); }

    // Plain room, because filling it for every container would cost more than it saves.
    alignas(16) unsigned char room_[kEntries * sizeof(Entry)];
    uint8_t stages_[kEntries] = {}; ///< of the entries, + 1; 0: there is none
    uint32_t mark_;
    uint16_t cuts_ = 0;
    uint8_t tries_ = 0;
    uint8_t found_ = 0;
};

} // namespace batt::dsl
