// SPDX-License-Identifier: MIT-0
// All pairs of elements of two containers.
#pragma once

#include "dsl/primitive.hpp"
#include "value/slot_table.hpp"
#include "value/tuple.hpp"

namespace batt::dsl {

struct Product {
    static constexpr Doc doc{"product", "a: Container, b: Container", Type::FrozenSet,
                             "all pairs of an element of a and one of b",
                             "product((1, 2), (3,)) => fs((2, 3), (1, 3))"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        if (!iterable(lane, b)) return Value::none();
        uint32_t nb = length(b);
        if (nb == 0) return Value::empty_set();
        if (!iterable(lane, a)) return Value::none();
        uint32_t na = length(a);
        uint64_t total = uint64_t{na} * nb;
        if (!lane.step(total)) return Value::none();
        MutableSet out(lane, total);
        if (!add_numbers(lane, out, a, b)) {
            Value* firsts = lane.scratch<Value>(na);
            uint64_t* states = lane.scratch<uint64_t>(na);
            if (firsts == nullptr || states == nullptr) return Value::none();
            const uint64_t* known = hashes_in(lane, a);
            for (uint32_t k = 0; k < na; ++k) {
                firsts[k] = item(lane, a, k);
                states[k] = tuple_hash_add(kTupleHashStart, hash_of(lane, firsts[k], known, k));
            }
            // Elements of different hashes differ, and so do their pairs.
            bool distinct = na > 1 && nb > 1 && b.is_set() &&
                            all_differ(lane, na, [states](uint32_t k) { return states[k]; });
            if (distinct) {
                SetView view(lane, b);
                distinct = all_differ(lane, nb, [&view](uint32_t k) { return view.hash(k); });
            }
            known = hashes_in(lane, b);
            for (uint32_t y = 0; y < nb && !lane.failed(); ++y) {
                Value second = item(lane, b, y);
                uint64_t h = hash_of(lane, second, known, y);
                for (uint32_t x = 0; x < na; ++x) {
                    uint32_t mark = lane.mark();
                    Value pair = make_pair(lane, firsts[x], second);
                    uint64_t both = tuple_hash_end(tuple_hash_add(states[x], h), 2);
                    if (distinct) {
                        out.add_new(pair, both);
                    } else if (!out.add(pair, both)) {
                        lane.release(mark);
                    }
                }
            }
        }
        return out.finish();
    }

private:
    /// The hashes of the elements, where a set keeps them; null otherwise.
    BATT_HD static const uint64_t* hashes_in(const Lane& lane, Value container) {
        return container.kind() == Kind::Set ? SetView(lane, container).hashes() : nullptr;
    }
    /// The hash of the k-th element, which costs the same if it is known.
    BATT_HD static uint64_t hash_of(const Lane& lane, Value e, const uint64_t* known, uint32_t k) {
        if (known == nullptr) return hash(lane, e);
        pay_for_hash(lane, e);
        return known[k];
    }

    /// Whether no two of `n` hashes are the same. May say no when memory is spent.
    template <class HashAt>
    BATT_HD static bool all_differ(Lane& lane, uint32_t n, HashAt hash_at) {
        constexpr uint64_t none = ~0ULL; // no value has this hash
        uint32_t slots = slots_for(2 * uint64_t{n});
        if (lane.room() / sizeof(uint64_t) < slots) return false;
        Scratch scope(lane);
        uint64_t* seen = lane.scratch<uint64_t>(slots);
        if (seen == nullptr) return false;
        for (uint32_t slot = 0; slot < slots; ++slot) seen[slot] = none;
        for (uint32_t k = 0; k < n; ++k) {
            uint64_t h = hash_at(k);
            if (h == none) return false;
            uint32_t slot = static_cast<uint32_t>(h) & (slots - 1);
            for (; seen[slot] != none; slot = (slot + 1) & (slots - 1)) {
                if (seen[slot] == h) return false;
            }
            seen[slot] = h;
        }
        return true;
    }

    /// The elements, when all are ints of 16 bits.
    struct Numbers {
        int16_t* items = nullptr;
        bool distinct = false; ///< known to differ: from a set, or ascending
    };

    BATT_HD static Numbers numbers(Lane& lane, Value container) {
        uint32_t n = length(container);
        Numbers out;
        out.distinct = true;
        out.items = lane.scratch<int16_t>(n);
        if (out.items == nullptr) return {};
        for (uint32_t k = 0; k < n; ++k) {
            Value e = item(lane, container, k);
            if (e.kind() != Kind::Int || !fits16(e.num)) return {};
            out.items[k] = static_cast<int16_t>(e.num);
            if (k > 0 && out.items[k] <= out.items[k - 1]) out.distinct = container.is_set();
        }
        return out;
    }

    /// The product of containers of small ints; false if they are none.
    BATT_HD static bool add_numbers(Lane& lane, MutableSet& out, Value a, Value b) {
        uint32_t na = length(a);
        uint32_t nb = length(b);
        if (uint64_t{na} * nb > 0xFFFFFFFFULL) return false;
        Numbers first = numbers(lane, a);
        Numbers second = first.items != nullptr ? numbers(lane, b) : Numbers{};
        if (second.items == nullptr) return false;
        PackedPair* keys = out.stage_pairs(na * nb);
        if (keys == nullptr) return false;
        for (uint32_t y = 0; y < nb; ++y) {
            for (uint32_t x = 0; x < na; ++x) {
                *keys++ = PackedPair::of(first.items[x], second.items[y]);
            }
        }
        if (first.distinct && second.distinct) {
            out.commit_distinct(na * nb);
        } else {
            out.commit(na * nb);
        }
        return true;
    }
};

} // namespace batt::dsl
