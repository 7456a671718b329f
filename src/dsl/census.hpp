// SPDX-License-Identifier: MIT-0
// The colours of grids and objects: walking over them, telling them apart, counting them.
#pragma once

#include "dsl/higher_order.hpp"
#include "value/slot_table.hpp"

namespace batt::dsl {

/// The elements of an Indices (PackedPair) or Object (PackedCell) set, in iteration order.
template <class Key>
BATT_HD inline const Key* packed(const Lane& lane, Value set) {
    return reinterpret_cast<const Key*>(lane.at<char>(set.ref()) +
                                        lane.at<SetHead>(set.ref())->entries);
}

/// Calls `use(n, at)` where at(0) .. at(n - 1) are the VALUES of a compact element, and returns
/// what that gives; `otherwise` for all other forms.
template <class Result, class Use>
BATT_HD inline Result with_values(const Lane& lane, Value element, Result otherwise, Use use) {
    switch (element.kind()) {
    case Kind::Grid: {
        const int8_t* cells = lane.at<int8_t>(element.ref());
        return use(uint64_t{element.rows()} * element.cols(),
                   [cells](uint64_t k) -> int32_t { return cells[k]; });
    }
    case Kind::Object: {
        const PackedCell* cells = packed<PackedCell>(lane, element);
        return use(static_cast<uint64_t>(element.num),
                   [cells](uint64_t k) -> int32_t { return cells[k].color(); });
    }
    case Kind::Indices: {
        const PackedPair* pairs = packed<PackedPair>(lane, element);
        return use(static_cast<uint64_t>(element.num),
                   [pairs](uint64_t k) -> int32_t { return pairs[k].i(); });
    }
    default:
        return otherwise;
    }
}

/// VALUES: calls `visit(Value)` for the colours of an element of any form; false when it fails.
template <class Visit>
BATT_HD inline bool each_value(Lane& lane, Value element, Visit visit) {
    if (!iterable(lane, element)) return false;
    uint32_t n = length(element);
    if (!element.is_tuple()) {
        for (uint32_t k = 0; k < n; ++k) {
            Two parts = two(lane, item(lane, element, k));
            if (lane.failed()) return false;
            visit(parts.first);
        }
        return !lane.failed();
    }
    for (uint32_t k = 0; k < n; ++k) {
        Value row = item(lane, element, k);
        if (!iterable(lane, row)) return false;
        uint32_t m = length(row);
        if (!lane.step(m)) return false;
        for (uint32_t c = 0; c < m; ++c) visit(item(lane, row, c));
    }
    return !lane.failed();
}

/// The different values of a compact element, in an order that gives the same set as the order in
/// which they first occur.
struct Distinct {
    bool known = false;     ///< false when a value is not of 8 bits: nothing else is valid then
    bool own_slots = false; ///< each sits in the slot of its number, built or frozen
    uint32_t count = 0;
    uint64_t mask = 0; ///< the values as bits, when all are of 0..63
    int8_t values[256];

    template <class At>
    BATT_HD void collect(uint64_t n, At at) {
        // Four masks, as each waits for the one before it.
        uint64_t masks[4] = {0, 0, 0, 0};
        int32_t outside = 0;
        uint64_t next = 0;
        for (; next + 4 <= n; next += 4) {
            for (uint32_t k = 0; k < 4; ++k) {
                int32_t v = at(next + k);
                outside |= v;
                masks[k] |= 1ULL << (v & 63);
            }
        }
        for (; next < n; ++next) {
            outside |= at(next);
            masks[0] |= 1ULL << (at(next) & 63);
        }
        mask = masks[0] | masks[1] | masks[2] | masks[3];
        if ((outside & ~63) != 0) {
            collect_bytes(n, at);
            return;
        }
        known = true;
        uint32_t many = popcount64(mask);
        uint64_t left = mask;
        uint32_t slots = many < 16 || many > 18 ? frozen_slots(many) : 32; // built: 32 up to 18
        own_slots = many <= 31 && mask >> (slots - 1) >> 1 == 0;
        if (own_slots) {
            for (; left != 0; left &= left - 1) {
                values[count++] = static_cast<int8_t>(lowest_bit64(left));
            }
        }
        for (uint64_t k = 0; left != 0; ++k) {
            int32_t v = at(k);
            if ((left >> v & 1) == 0) continue;
            left &= ~(1ULL << v);
            values[count++] = static_cast<int8_t>(v);
        }
    }

    /// Slots of a frozen set of 1 to 31 elements.
    BATT_HD static uint32_t frozen_slots(uint32_t n) {
        if (n < 8) return n < 5 ? 8 : 16;
        return n < 16 ? 32 : 64;
    }

private:
    template <class At>
    BATT_HD void collect_bytes(uint64_t n, At at) {
        uint64_t seen[4] = {0, 0, 0, 0};
        for (uint64_t k = 0; k < n; ++k) {
            int32_t v = at(k);
            if (!fits8(v)) return;
            uint32_t bit = static_cast<uint8_t>(v);
            if ((seen[bit >> 6] >> (bit & 63) & 1) != 0) continue;
            seen[bit >> 6] |= 1ULL << (bit & 63);
            values[count++] = static_cast<int8_t>(v);
        }
        known = true;
    }
};

BATT_HD inline void collect_distinct(const Lane& lane, Value element, Distinct& out) {
    with_values(lane, element, false, [&out](uint64_t n, auto at) {
        out.collect(n, at);
        return true;
    });
}

/// The frozen set of the ints whose bits are set, each in the slot of its number.
BATT_HD inline Value own_slot_set(Lane& lane, uint64_t mask) {
    uint32_t n = popcount64(mask);
    uint32_t ref = 0;
    char* room = lay_out_set(lane, Distinct::frozen_slots(n), &mask, nullptr,
                             uint64_t{n} * (sizeof(Value) + sizeof(uint64_t)), ref);
    if (room == nullptr) return Value::none();
    Value* values = reinterpret_cast<Value*>(room);
    uint64_t* hashes = reinterpret_cast<uint64_t*>(values + n);
    for (; mask != 0; mask &= mask - 1) {
        uint32_t v = lowest_bit64(mask);
        *values++ = Value::integer(v);
        *hashes++ = v;
    }
    return {Kind::Set, 0, 1, ref, n};
}

/// Picks the most (or least) frequent value, ties by the slot order of the set of all values.
template <bool Most>
struct Frequent {
    BATT_HD static bool better(uint64_t a, uint64_t b) { return Most ? a > b : a < b; }

    BATT_HD static Value of(Lane& lane, Value element) {
        int32_t quick = with_values(lane, element, kUnknown,
                                    [](uint64_t n, auto at) { return of_small(n, at); });
        if (quick >= 0) return Value::integer(quick);
        if (quick == kNothing) return lane.fail(Fault::ValueError);
        return of_any(lane, element);
    }

private:
    static constexpr int32_t kNothing = -1;
    static constexpr int32_t kUnknown = -2;
    static constexpr int32_t kSmall = 32;
    static constexpr uint32_t kTables = 4;

    /// For values of 0..31, which sit in slots of their own unless the table has 8 slots.
    template <class At>
    BATT_HD static int32_t of_small(uint64_t n, At at) {
        if (n == 0) return kNothing;
        int32_t start = at(0);
        uint64_t k = 1;
        while (k < n && at(k) == start) ++k;
        if ((start & ~(kSmall - 1)) != 0) return kUnknown;
        if (k == n) return start;
        // Several tables, so that equal neighbours do not wait for each other's increment.
        uint32_t counts[kTables][kSmall];
        for (auto& table : counts) {
            for (uint32_t& count : table) count = 0;
        }
        counts[0][start] = static_cast<uint32_t>(k);
        int32_t outside = 0;
        uint64_t mask = 1ULL << start;
        for (; k + kTables <= n; k += kTables) {
            for (uint32_t t = 0; t < kTables; ++t) {
                int32_t v = at(k + t);
                outside |= v;
                mask |= 1ULL << (v & 63);
                ++counts[t][v & (kSmall - 1)];
            }
        }
        for (; k < n; ++k) {
            int32_t v = at(k);
            outside |= v;
            mask |= 1ULL << (v & 63);
            ++counts[0][v & (kSmall - 1)];
        }
        if ((outside & ~(kSmall - 1)) != 0) return kUnknown;

        uint32_t best = 0;
        uint32_t pick = 0;
        uint32_t ties = 0;
        for (uint64_t left = mask; left != 0; left &= left - 1) {
            uint32_t v = lowest_bit64(left);
            for (uint32_t t = 1; t < kTables; ++t) counts[0][v] += counts[t][v];
            uint32_t count = counts[0][v];
            if (left == mask || better(count, best)) {
                best = count;
                pick = v;
                ties = 1;
            } else if (count == best) {
                ++ties;
            }
        }
        uint32_t distinct = popcount64(mask);
        if (ties == 1 || distinct > 4 || mask < 256) return static_cast<int32_t>(pick);

        uint32_t slots[8] = {0, 0, 0, 0, 0, 0, 0, 0}; // value + 1
        uint32_t placed = 0;
        for (k = 0; placed < distinct && k < n; ++k) {
            uint32_t v = static_cast<uint32_t>(at(k));
            uint32_t slot = v & 7;
            while (slots[slot] != 0 && slots[slot] != v + 1) slot = (slot * 5 + 1) & 7;
            if (slots[slot] == 0) {
                slots[slot] = v + 1;
                ++placed;
            }
        }
        for (uint32_t slot = 0; slot < 8; ++slot) {
            if (slots[slot] != 0 && counts[0][slots[slot] - 1] == best) {
                return static_cast<int32_t>(slots[slot] - 1);
            }
        }
        return static_cast<int32_t>(pick);
    }

    BATT_NOINLINE BATT_HD static Value of_any(Lane& lane, Value element) {
        MutableSet set(lane, 16);
        bool functions = false;
        uint64_t* counts = nullptr;
        Distinct distinct;
        collect_distinct(lane, element, distinct);
        if (distinct.known) {
            for (uint32_t k = 0; k < distinct.count; ++k) {
                set.add(Value::integer(distinct.values[k]));
            }
            counts = zeros(lane, distinct.count);
            uint32_t* ids = lane.scratch<uint32_t>(256);
            if (lane.failed()) return Value::none();
            // Ids are positions in order of arrival, which is that of `distinct`.
            for (uint32_t k = 0; k < distinct.count; ++k) {
                ids[static_cast<uint8_t>(distinct.values[k])] = k;
            }
            with_values(lane, element, false, [counts, ids](uint64_t n, auto at) {
                for (uint64_t k = 0; k < n; ++k) ++counts[ids[static_cast<uint8_t>(at(k))]];
                return true;
            });
        } else {
            bool ok = each_value(lane, element, [&](Value v) {
                functions = functions || v.has_function();
                set.add(v);
            });
            if (!ok) return Value::none();
            counts = zeros(lane, set.size());
            if (counts == nullptr) return Value::none();
            each_value(lane, element, [&](Value v) {
                uint32_t id = set.find_id(v); // absent only when steps ran out
                if (id != kAbsent) ++counts[id];
            });
        }
        if (lane.failed()) return Value::none();
        if (set.size() == 0) return lane.fail(Fault::ValueError);
        uint32_t pick = kAbsent;
        auto visit = [&](uint32_t id) {
            if (pick == kAbsent || better(counts[id], counts[pick])) pick = id;
            return true;
        };
        if (functions) { // such sets keep insertion order
            for (uint32_t id = 0; id < set.id_count(); ++id) visit(id);
        } else {
            set.each(visit);
        }
        return set.key_value(pick);
    }

    BATT_HD static uint64_t* zeros(Lane& lane, uint32_t n) {
        uint64_t* counts = lane.scratch<uint64_t>(n);
        for (uint32_t k = 0; counts != nullptr && k < n; ++k) counts[k] = 0;
        return counts;
    }
};

} // namespace batt::dsl
