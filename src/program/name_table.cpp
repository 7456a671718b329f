// SPDX-License-Identifier: MIT-0
#include "program/name_table.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <random>

namespace batt {

// The seed differs from process to process so that no file can be written to make names collide;
// nothing but the time a look-up takes depends on it.
NameTable::NameTable() : slots_(128), seed_(std::random_device{}()) {}

size_t NameTable::slot_of(std::string_view name, uint64_t hash) const {
    size_t mask = slots_.size() - 1;
    size_t k = hash & mask;
    while (slots_[k].generation == generation_ &&
           (slots_[k].hash != hash || slots_[k].name != name)) {
        k = (k + 1) & mask;
    }
    return k;
}

const Operand* NameTable::find(std::string_view name) const {
    const Slot& slot = slots_[slot_of(name, XXH3_64bits_withSeed(name.data(), name.size(), seed_))];
    return slot.generation == generation_ ? &slot.meaning : nullptr;
}

void NameTable::set(std::string_view name, Operand meaning) {
    if (2 * used_ >= slots_.size()) grow();
    uint64_t hash = XXH3_64bits_withSeed(name.data(), name.size(), seed_);
    Slot& slot = slots_[slot_of(name, hash)];
    if (slot.generation != generation_) ++used_;
    slot = {hash, name, meaning, generation_};
}

void NameTable::clear() {
    used_ = 0;
    if (++generation_ == 0) {
        slots_.assign(slots_.size(), Slot{});
        generation_ = 1;
    }
}

void NameTable::grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
        if (slot.generation == generation_) slots_[slot_of(slot.name, slot.hash)] = slot;
    }
}

} // namespace batt
