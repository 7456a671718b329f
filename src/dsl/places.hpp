// SPDX-License-Identifier: MIT-0
// Sets of places laid out as the reference makes them: rectangles, lines, rings, neighbours.
#pragma once

#include "dsl/extent.hpp"
#include "dsl/place_tables.hpp"
#include "dsl/scalar.hpp"

namespace batt::dsl {

/// How many ints there are from `first` to `last`, both included.
BATT_HD inline uint64_t count_between(int64_t first, int64_t last) {
    if (last < first) return 0;
    uint64_t span = static_cast<uint64_t>(last) - static_cast<uint64_t>(first);
    return span == ~0ULL ? span : span + 1;
}

/// Adds (i, j) for i = si..ei, inner loop j = sj..ej. Spends a step for each.
BATT_HD inline void add_rectangle(Lane& lane, MutableSet& out, int64_t si, int64_t sj, int64_t ei,
                                  int64_t ej) {
    uint64_t h = count_between(si, ei);
    uint64_t w = count_between(sj, ej);
    if (h == 0 || w == 0) return;
    if (!lane.step(h > ~0ULL / w ? ~0ULL : h * w)) return;
    bool packs = fits16(si) && fits16(sj) && fits16(ei) && fits16(ej);
    PackedPair* staged = nullptr;
    if (packs && out.size() == 0) staged = out.stage_pairs(static_cast<uint32_t>(h * w));
    if (staged != nullptr) {
        each_place(lane, h, w, [=](uint64_t i, uint64_t j) {
            staged[i * w + j] = PackedPair::of(static_cast<int32_t>(si + static_cast<int64_t>(i)),
                                               static_cast<int32_t>(sj + static_cast<int64_t>(j)));
        });
        out.commit_distinct(static_cast<uint32_t>(h * w));
        return;
    }
    for (uint64_t a = 0; a < h && !lane.failed(); ++a) {
        int64_t i = si + static_cast<int64_t>(a);
        for (uint64_t b = 0; b < w; ++b) out.add_pair(i, sj + static_cast<int64_t>(b));
    }
}

/// All places of an h x w grid, row by row. Its layout depends on h and w alone.
BATT_HD_CALL inline Value grid_indices(Lane& lane, uint32_t h, uint32_t w) {
    if (h == 0 || w == 0) return Value::empty_set();
    Frame frame(h, w);
    const PlaceTables* tables = lane.places();
    if (tables != nullptr && frame.small()) {
        uint32_t n = h * w;
        uint32_t slots = 8;
        while (5 * n >= 3 * (slots - 1)) slots *= 4;
        uint32_t ref = 0;
        char* room = lay_out_set(lane, slots, tables->live[h - 1][w - 1], nullptr,
                                 uint64_t{n} * sizeof(PackedPair), ref);
        if (room == nullptr) return Value::none();
        PackedPair* out = reinterpret_cast<PackedPair*>(room);
        const uint16_t* places = tables->orders + PlaceTables::order_start(frame);
        each(lane, n, [=](uint32_t k) {
            out[k] = PackedPair::of(static_cast<int32_t>(frame.row(places[k])),
                                    static_cast<int32_t>(frame.col(places[k])));
        });
        return {Kind::Indices, 0, 2, ref, n};
    }
    if (h > 0x7FFF || w > 0x7FFF) {
        MutableSet out(lane, uint64_t{h} * w);
        add_rectangle(lane, out, 0, 0, int64_t{h} - 1, int64_t{w} - 1);
        return out.finish();
    }
    if (!lane.step(uint64_t{h} * w)) return Value::none();
    Scratch scope(lane);
    PackedPair* places = lane.scratch<PackedPair>(uint64_t{h} * w);
    if (places == nullptr) return Value::none();
    each_place(lane, h, w, [=](uint64_t i, uint64_t j) {
        places[i * w + j] = PackedPair::of(static_cast<int32_t>(i), static_cast<int32_t>(j));
    });
    return make_distinct(lane, places, h * w, Layout::Build);
}

/// Adds (fixed, k), or (k, fixed) when the column is fixed, for k = first..last. `fixed` may be
/// anything.
template <Axis Fixed>
BATT_HD inline void add_line(Lane& lane, MutableSet& out, Value fixed, int64_t first,
                             int64_t last) {
    uint64_t n = count_between(first, last);
    if (!lane.step(n)) return;
    for (uint64_t a = 0; a < n && !lane.failed(); ++a) {
        int64_t k = first + static_cast<int64_t>(a);
        if (fixed.kind() == Kind::Int) {
            bool in_row = Fixed == Axis::Row;
            out.add_pair(in_row ? fixed.num : k, in_row ? k : fixed.num);
        } else {
            Value moving = Value::integer(k);
            out.add(Fixed == Axis::Row ? make_pair(lane, fixed, moving)
                                       : make_pair(lane, moving, fixed));
        }
    }
}

/// The set of a line, in the arena.
template <Axis Fixed>
BATT_HD inline Value make_line(Lane& lane, Value fixed, int64_t first, int64_t last) {
    Scratch scope(lane);
    MutableSet out(lane, count_between(first, last));
    add_line<Fixed>(lane, out, fixed, first, last);
    return out.finish();
}

/// RING: the sides of a rectangle as the reference unites them. Each of its sets counts: the
/// layout of the result is that of two unions, their union and a copy.
BATT_HD inline Value ring(Lane& lane, Value ai, Value aj, Value bi, Value bj) {
    if (!ai.is_int() || !aj.is_int() || !bi.is_int() || !bj.is_int()) {
        return lane.fail(Fault::TypeError);
    }
    Value si = bi.num < ai.num ? bi : ai;
    Value ei = bi.num > ai.num ? bi : ai;
    Value sj = bj.num < aj.num ? bj : aj;
    Value ej = bj.num > aj.num ? bj : aj;
    uint32_t mark = lane.mark();
    uint64_t h = count_between(si.num, ei.num);
    uint64_t w = count_between(sj.num, ej.num);

    Value across;
    {
        Scratch scope(lane);
        MutableSet sides(lane, 2 * w);
        add_line<Axis::Row>(lane, sides, si, sj.num, ej.num);
        sides.copy();
        Value lower = make_line<Axis::Row>(lane, ei, sj.num, ej.num);
        if (lane.failed()) return Value::none();
        sides.merge(lower);
        across = sides.finish();
    }
    MutableSet all(lane, 2 * (h + w));
    add_line<Axis::Column>(lane, all, sj, si.num, ei.num);
    all.copy();
    Value right = make_line<Axis::Column>(lane, ej, si.num, ei.num);
    if (lane.failed()) return Value::none();
    all.merge(right);
    all.copy();
    all.merge(across);
    all.copy();
    // Packed pairs need nothing of what was made on the way.
    bool packed_pairs = ai.kind() == Kind::Int && aj.kind() == Kind::Int &&
                        bi.kind() == Kind::Int && bj.kind() == Kind::Int && fits16(si.num) &&
                        fits16(ei.num) && fits16(sj.num) && fits16(ej.num);
    if (packed_pairs) lane.release(mark);
    return all.finish();
}

/// The table of a few distinct pairs, too few to grow it. Kept on the stack, because the sets of
/// neighbours are made often.
template <uint32_t Slots>
struct SmallTable {
    static_assert(Slots <= 64);
    uint64_t live = 0;
    PackedPair keys[Slots];
    uint64_t hashes[Slots];

    BATT_HD void put(PackedPair key, uint64_t h) {
        Probe probe(h, Slots - 1);
        while ((live >> probe.slot() & 1) != 0) probe.next();
        live |= 1ULL << probe.slot();
        keys[probe.slot()] = key;
        hashes[probe.slot()] = h;
    }
    BATT_HD void put(int32_t i, int32_t j) {
        PackedPair key = PackedPair::of(i, j);
        put(key, key.hash());
    }

    /// The frozenset with this layout.
    BATT_HD Value finish(Lane& lane) const {
        constexpr uint32_t entries = 32;
        uint32_t n = popcount64(live);
        uint32_t ref = 0;
        char* room = lane.make<char>(entries + n * sizeof(PackedPair), ref);
        if (room == nullptr) return Value::none();
        uint8_t log_slots = 3;
        while ((1U << log_slots) < Slots) ++log_slots;
        *reinterpret_cast<SetHead*>(room) = SetHead{0, entries, log_slots, 0, 0};
        *reinterpret_cast<uint64_t*>(room + sizeof(SetHead)) = live;
        PackedPair* out = reinterpret_cast<PackedPair*>(room + entries);
        for (uint64_t bits = live; bits != 0; bits &= bits - 1) *out++ = keys[lowest_bit64(bits)];
        return {Kind::Indices, 0, 2, ref, n};
    }
};

/// A location all of whose neighbours fit packed pairs.
BATT_HD inline bool is_packed_location(Value loc) {
    return loc.kind() == Kind::Pair && fits16(int64_t{loc.i()} - 1) &&
           fits16(int64_t{loc.i()} + 1) && fits16(int64_t{loc.j()} - 1) &&
           fits16(int64_t{loc.j()} + 1);
}

BATT_HD inline void put_direct(SmallTable<8>& table, Value loc) {
    table.put(loc.i() - 1, loc.j());
    table.put(loc.i() + 1, loc.j());
    table.put(loc.i(), loc.j() - 1);
    table.put(loc.i(), loc.j() + 1);
}

BATT_HD inline void put_diagonal(SmallTable<8>& table, Value loc) {
    table.put(loc.i() - 1, loc.j() - 1);
    table.put(loc.i() - 1, loc.j() + 1);
    table.put(loc.i() + 1, loc.j() - 1);
    table.put(loc.i() + 1, loc.j() + 1);
}

/// A location's components, one less and one more; evaluated in the order of the reference.
struct Around {
    Value i, j, up, down, left, right;

    BATT_HD Around(Lane& lane, Value loc) {
        i = component(lane, loc, 0);
        if (lane.failed()) return;
        up = one_less(lane, i);
        if (lane.failed()) return;
        j = component(lane, loc, 1);
        if (lane.failed()) return;
        down = one_more(lane, i);
        if (lane.failed()) return;
        left = one_less(lane, j);
        if (lane.failed()) return;
        right = one_more(lane, j);
    }
};

/// The set of the places of a connection; all four numbers must be ints.
BATT_HD inline Value connect_places(Lane& lane, Two a, Two b) {
    if (!a.first.is_int() || !a.second.is_int() || !b.first.is_int() || !b.second.is_int()) {
        return lane.fail(Fault::TypeError);
    }
    int64_t ai = a.first.num;
    int64_t aj = a.second.num;
    int64_t bi = b.first.num;
    int64_t bj = b.second.num;
    int64_t si = ai < bi ? ai : bi;
    int64_t ei = ai < bi ? bi : ai;
    int64_t sj = aj < bj ? aj : bj;
    int64_t ej = aj < bj ? bj : aj;
    if (ai == bi) return make_line<Axis::Row>(lane, a.first, sj, ej);
    if (aj == bj) return make_line<Axis::Column>(lane, a.second, si, ei);
    int64_t down = 0;
    int64_t right = 0;
    if (!checked_sub(bi, ai, down) || !checked_sub(bj, aj, right) || right == INT64_MIN) {
        return lane.fail(Fault::Limit);
    }
    if (down != right && down != -right) return Value::empty_set();
    uint64_t n = count_between(si, ei);
    if (!lane.step(n)) return Value::none();
    MutableSet out(lane, n);
    int64_t j = down == right ? sj : ej;
    int64_t dj = down == right ? 1 : -1;
    for (uint64_t k = 0; k < n && !lane.failed(); ++k) {
        int64_t offset = static_cast<int64_t>(k);
        out.add_pair(si + offset, j + dj * offset);
    }
    return out.finish();
}

} // namespace batt::dsl
