// SPDX-License-Identifier: MIT-0
// Tuples and frozensets as containers: parts, joins and differences.
#pragma once

#include "dsl/product.hpp"
#include "value/arithmetic.hpp"
#include "value/calm_set.hpp"
#include "value/key_table.hpp"
#include "value/place_bits.hpp"
#include "value/set_insert.hpp"

namespace batt::dsl {

/// The tuple of the elements of `from` at these positions; all of them when `positions` is null.
BATT_HD_CALL inline Value gather(Lane& lane, Value from, const uint32_t* positions,
                                 uint64_t count) {
    auto position = [positions](uint64_t k) {
        return positions != nullptr ? positions[k] : static_cast<uint32_t>(k);
    };
    if (count == 0) return Value::empty_tuple();
    uint32_t ref = 0;
    if (from.kind() == Kind::Row) {
        const int8_t* cells = lane.at<int8_t>(from.ref());
        int8_t* out = lane.make<int8_t>(count, ref);
        if (out == nullptr) return Value::none();
        for (uint64_t k = 0; k < count; ++k) out[k] = cells[position(k)];
        return row_value(lane, ref, static_cast<uint32_t>(count));
    }
    if (from.kind() == Kind::Grid) {
        const int8_t* cells = lane.at<int8_t>(from.ref());
        uint64_t cols = from.cols();
        NewGrid made = make_grid(lane, count, cols);
        if (made.cells == nullptr) return made.value;
        for (uint64_t k = 0; k < count; ++k) {
            copy_bytes(made.cells + k * cols, cells + position(k) * cols, cols);
        }
        return made.value;
    }
    if (from.kind() == Kind::Indices) {
        const PackedPair* pairs = SetView(lane, from).pairs();
        uint64_t k = 0;
        while (k < count && fits8(pairs[position(k)].i()) && fits8(pairs[position(k)].j())) ++k;
        if (k == count) {
            NewGrid made = make_grid(lane, count, 2);
            if (made.cells == nullptr) return made.value;
            for (k = 0; k < count; ++k) {
                made.cells[2 * k] = static_cast<int8_t>(pairs[position(k)].i());
                made.cells[2 * k + 1] = static_cast<int8_t>(pairs[position(k)].j());
            }
            return made.value;
        }
    }
    Value* items = lane.make<Value>(count, ref);
    if (items == nullptr) return Value::none();
    for (uint64_t k = 0; k < count; ++k) items[k] = item(lane, from, position(k));
    return adopt_tuple(lane, ref, count);
}

/// Collects some elements of a container, in its order, in a container of the same kind.
class Sieve {
public:
    BATT_HD Sieve(Lane& lane, Value from)
        : lane_(lane), from_(from), kept_(lane.scratch<uint32_t>(length(from))) {}

    /// Keeps the element at position `k`.
    BATT_HD void keep(uint32_t k) {
        if (kept_ != nullptr) kept_[count_++] = k;
    }
    /// Keeps all elements from position `begin` to before `end`.
    BATT_HD void keep(uint32_t begin, uint32_t end) {
        for (uint32_t k = begin; k < end; ++k) keep(k);
    }
    /// Keeps the elements at those positions below `n` of which `wanted` is true; nothing was kept
    /// before. A crew asks for many at once.
    template <class Wanted>
    BATT_HD void keep_where(uint32_t n, Wanted wanted) {
        uint32_t* kept = kept_;
        if (kept == nullptr) return;
        if (crew_for(lane_, n) != nullptr) return keep_by_crew(n, wanted);
        uint32_t count = 0;
        for (uint32_t k = 0; k < n; ++k) {
            if (wanted(k)) kept[count++] = k;
        }
        count_ = count;
    }
    BATT_HD_CALL Value finish() {
        if (lane_.failed()) return Value::none();
        switch (from_.kind()) {
        case Kind::Indices:
            return rebuilt<PackedPair>();
        case Kind::Object:
            return rebuilt<PackedCell>();
        case Kind::Set: {
            SetView view(lane_, from_);
            MutableSet out(lane_, count_);
            for (uint32_t k = 0; k < count_; ++k) {
                out.add(view.values()[kept_[k]], view.hashes()[kept_[k]]);
            }
            return out.finish();
        }
        default:
            if (count_ == length(from_)) return from_;
            return gather(lane_, from_, kept_, count_);
        }
    }

private:
    template <class Wanted>
    BATT_HD_CALL void keep_by_crew(uint32_t n, Wanted wanted) {
        uint32_t* kept = kept_;
        Scratch scope(lane_);
        const uint32_t pieces = (n + 15) / 16;
        uint16_t* bits = lane_.scratch<uint16_t>(pieces);
        uint32_t* before = lane_.scratch<uint32_t>(pieces); // how many are kept
        if (bits == nullptr || before == nullptr) return;
        each(lane_, pieces, [=](uint32_t piece) {
            uint32_t mine = 0;
            uint32_t most = n - 16 * piece < 16 ? n - 16 * piece : 16;
            for (uint32_t k = 0; k < most; ++k) {
                mine |= static_cast<uint32_t>(wanted(16 * piece + k)) << k;
            }
            bits[piece] = static_cast<uint16_t>(mine);
            before[piece] = popcount64(mine);
        });
        count_ = add_up(lane_, before, pieces);
        each(lane_, pieces, [=](uint32_t piece) {
            uint32_t* next = kept + before[piece];
            for (uint32_t rest = bits[piece]; rest != 0; rest &= rest - 1) {
                *next++ = 16 * piece + lowest_bit64(rest);
            }
        });
    }

    template <class Key>
    BATT_HD_CALL Value rebuilt() {
        const Key* from = reinterpret_cast<const Key*>(SetView(lane_, from_).entries);
        Key* keys = lane_.scratch<Key>(count_);
        if (keys == nullptr) return Value::none();
        each(lane_, count_, [keys, from, kept = kept_](uint32_t k) { keys[k] = from[kept[k]]; });
        return make_distinct(lane_, keys, count_, Layout::Build);
    }

    Lane& lane_;
    Value from_;
    uint32_t* kept_;
    uint32_t count_ = 0;
};

/// Adds all elements of a container to a set under construction.
BATT_HD_CALL inline void add_all(const Lane& lane, MutableSet& set, Value container) {
    uint32_t n = length(container);
    if (container.kind() == Kind::Set) {
        SetView view(lane, container);
        for (uint32_t k = 0; k < n; ++k) set.add(view.values()[k], view.hashes()[k]);
        return;
    }
    PackedPair* pairs = container.kind() == Kind::Indices ? set.stage_pairs(n) : nullptr;
    PackedCell* cells = container.kind() == Kind::Object ? set.stage_cells(n) : nullptr;
    if (pairs != nullptr) {
        const PackedPair* from = SetView(lane, container).pairs();
        each(lane, n, [=](uint32_t k) { pairs[k] = from[k]; });
    } else if (cells != nullptr) {
        const PackedCell* from = SetView(lane, container).cells();
        each(lane, n, [=](uint32_t k) { cells[k] = from[k]; });
    } else {
        const Items items(lane, container);
        for (uint32_t k = 0; k < n; ++k) set.add(items[k]);
        return;
    }
    if (set.size() == 0) {
        set.commit_distinct(n);
    } else {
        set.commit(n);
    }
}

/// Which bytes have been met.
class ByteSet {
public:
    /// True if the byte is new.
    BATT_HD bool add(int8_t byte) {
        uint64_t bit = 1ULL << (byte & 63);
        uint64_t& word = words_[static_cast<uint8_t>(byte) >> 6];
        if ((word & bit) != 0) return false;
        word |= bit;
        return true;
    }

private:
    uint64_t words_[4] = {0, 0, 0, 0};
};

struct Size : Brief {
    static constexpr Doc doc{"size", "container: Container", Type::Integer, "number of elements",
                             "size(((1, 2), (3, 4))) => 2"};
    BATT_HD static Value apply(Lane& lane, Value container) {
        uint32_t n = len(lane, container);
        return lane.failed() ? Value::none() : Value::integer(n);
    }
};

struct Contained {
    static constexpr Doc doc{"contained", "value: Any, container: Container", Type::Boolean,
                             "whether the value is an element",
                             "contained((0, 0), fs((0, 0))) => True"};
    BATT_HD static Value apply(Lane& lane, Value value, Value container) {
        bool found = contains(lane, container, value);
        return lane.failed() ? Value::none() : Value::boolean(found);
    }
};

struct Combine {
    static constexpr Doc doc{"combine", "a: Container, b: Container", Type::Container,
                             "the elements of both, in a container of the kind of the first",
                             "combine((1, 2), fs(3)) => (1, 2, 3)"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        if (!iterable(lane, a) || !iterable(lane, b)) return Value::none();
        if (a.is_tuple()) return concat(lane, a, b);
        if (a.kind() == b.kind() && a.kind() == Kind::Indices) {
            return united(lane, a, b, SetView(lane, a).pairs(), SetView(lane, b).pairs());
        }
        if (a.kind() == b.kind() && a.kind() == Kind::Object) {
            return united(lane, a, b, SetView(lane, a).cells(), SetView(lane, b).cells());
        }
        MutableSet out(lane, uint64_t{length(a)} + length(b));
        add_all(lane, out, a);
        add_all(lane, out, b);
        return out.finish();
    }

private:
    /// FSET of the keys of two sets: those of the second that are in the first add nothing.
    template <class Key>
    BATT_HD static Value united(Lane& lane, Value a, Value b, const Key* left, const Key* right) {
        Key* keys = lane.scratch<Key>(uint64_t{length(a)} + length(b));
        if (keys == nullptr) return Value::none();
        uint32_t n = length(a);
        each(lane, n, [=](uint32_t k) { keys[k] = left[k]; });
        if (a.ref() != b.ref()) {
            SetView view(lane, a);
            PlaceHashes hashes{lane.place_hashes()};
            for (uint32_t k = 0; k < length(b); ++k) {
                keys[n] = right[k];
                n += find_packed(view, right[k], right[k].hash(hashes)) == kAbsent ? 1 : 0;
            }
        }
        return make_distinct(lane, keys, n, Layout::Build);
    }
};

struct Intersection {
    static constexpr Doc doc{"intersection", "a: FrozenSet, b: FrozenSet", Type::FrozenSet,
                             "the elements in both sets; the common bits of two numbers",
                             "intersection(fs(1, 2, 3), fs(9, 3, 2)) => fs(2, 3)"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) { return bitand_of(lane, a, b); }
};

struct Difference {
    static constexpr Doc doc{"difference", "a: FrozenSet, b: FrozenSet", Type::FrozenSet,
                             "the elements of a that are not in b",
                             "difference((1, 2, 1, 3), (1,)) => (2, 3)"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        if (!iterable(lane, a)) return Value::none();
        uint32_t n = length(a);
        if (n == 0) return a;
        if (!iterable(lane, b)) return Value::none();
        Sieve out(lane, a);
        if (length(b) == 0) {
            out.keep_where(n, [](uint32_t) { return true; });
        } else if (a.kind() == b.kind() && a.kind() == Kind::Indices) {
            if (!keep_outside(lane, SetView(lane, a).pairs(), n, SetView(lane, b), out)) {
                keep_absent(lane, SetView(lane, a).pairs(), n, SetView(lane, b), out);
            }
        } else if (a.kind() == b.kind() && a.kind() == Kind::Object) {
            keep_absent(lane, SetView(lane, a).cells(), n, SetView(lane, b), out);
        } else if (is_short(lane, b) && (a.kind() == Kind::Indices || a.kind() == Kind::Object)) {
            keep_but(lane, SetView(lane, a), b, out);
        } else if (b.is_set()) {
            SetView minus(lane, b);
            const Items items(lane, a);
            for (uint32_t k = 0; k < n; ++k) {
                if (!set_contains(lane, minus, items[k])) out.keep(k);
            }
        } else {
            // The reference searches the tuple each time; a hash lookup finds the same.
            MutableSet minus(lane, length(b));
            add_all(lane, minus, b);
            if (lane.failed()) return Value::none();
            const Items items(lane, a);
            for (uint32_t k = 0; k < n; ++k) {
                if (minus.find_id(items[k]) == kAbsent) out.keep(k);
            }
        }
        return out.finish();
    }

private:
    template <class Key>
    BATT_HD static void keep_absent(const Lane& lane, const Key* keys, uint32_t n,
                                    const SetView& minus, Sieve& out) {
        PlaceHashes hashes{lane.place_hashes()};
        out.keep_where(n, [=](uint32_t k) {
            return find_packed(minus, keys[k], keys[k].hash(hashes)) == kAbsent;
        });
    }

    /// The same for many places less a few; false if that does not pay.
    BATT_HD static bool keep_outside(Lane& lane, const PackedPair* places, uint32_t n,
                                     const SetView& minus, Sieve& out) {
        if (n < 128 || n / 2 < minus.length) return false;
        Scratch scope(lane);
        PlaceBits bits(lane, minus.pairs(), minus.length);
        if (!bits.usable()) return false;
        out.keep_where(n, [=](uint32_t k) { return !bits.contains(places[k]); });
        return true;
    }

    static constexpr uint32_t kShort = 8;

    /// A tuple so short that its elements are looked for, and not the others in it. Looking for
    /// plain tuples is paid for, so there must be none.
    BATT_HD static bool is_short(const Lane& lane, Value b) {
        if (!b.is_tuple() || length(b) > kShort) return false;
        for (uint32_t k = 0; k < length(b); ++k) {
            if (item(lane, b, k).kind() == Kind::Tuple) return false;
        }
        return true;
    }

    /// Keeps the keys of a compact set that are not in a short tuple.
    BATT_HD static void keep_but(const Lane& lane, const SetView& from, Value b, Sieve& out) {
        uint32_t left_out[kShort + 1];
        uint32_t count = 0;
        for (uint32_t k = 0; k < length(b); ++k) {
            Value e = item(lane, b, k);
            uint32_t position = e.is_tuple() ? find(lane, from, e, hash(lane, e)) : kAbsent;
            if (position == kAbsent) continue;
            uint32_t at = count++;
            for (; at > 0 && left_out[at - 1] > position; --at) left_out[at] = left_out[at - 1];
            left_out[at] = position;
        }
        left_out[count] = from.length;
        uint32_t next = 0;
        for (uint32_t k = 0; k <= count; ++k) {
            out.keep(next, left_out[k]);
            next = left_out[k] + 1;
        }
    }
};

struct Dedupe {
    static constexpr Doc doc{"dedupe", "tup: Tuple", Type::Tuple,
                             "the tuple without elements that came before",
                             "dedupe((1, True, 2, 1)) => (1, 2)"};
    BATT_HD static Value apply(Lane& lane, Value tup) {
        if (!iterable(lane, tup)) return Value::none();
        uint32_t n = length(tup);
        if (n == 0) return Value::empty_tuple();
        if (tup.is_set()) return lane.fail(Fault::AttributeError);
        Sieve out(lane, tup);
        if (tup.kind() == Kind::Row) {
            const int8_t* cells = lane.at<int8_t>(tup.ref());
            ByteSet met;
            for (uint32_t k = 0; k < n; ++k) {
                if (met.add(cells[k])) out.keep(k);
            }
        } else {
            MutableSet met(lane, n);
            for (uint32_t k = 0; k < n && !lane.failed(); ++k) {
                if (met.add(item(lane, tup, k))) out.keep(k);
            }
        }
        return out.finish();
    }
};

struct Initset {
    static constexpr Doc doc{"initset", "value: Any", Type::FrozenSet, "the set of one element",
                             "initset((1, 2)) => fs((1, 2))"};
    BATT_HD static Value apply(Lane& lane, Value value) {
        MutableSet set(lane, 1);
        set.add(value);
        return set.freeze();
    }
};

struct Insert {
    static constexpr Doc doc{"insert", "value: Any, container: FrozenSet", Type::FrozenSet,
                             "the set with one more element", "insert(1, fs(True)) => fs(True)"};
    BATT_HD static Value apply(Lane& lane, Value value, Value container) {
        if (!container.is_set()) return lane.fail(Fault::AttributeError);
        if (keeps_its_table(lane, container, value)) {
            return OneMore(lane, container, value).make();
        }
        Value one = Initset::apply(lane, value);
        if (lane.failed()) return Value::none();
        return set_union(lane, container, one);
    }
};

struct Remove {
    static constexpr Doc doc{"remove", "value: Any, container: Container", Type::Container,
                             "the container without an element", "remove(1, (1, 2, True)) => (2,)"};
    BATT_HD static Value apply(Lane& lane, Value value, Value container) {
        if (!iterable(lane, container)) return Value::none();
        Sieve out(lane, container);
        sift(lane, value, container, out);
        return out.finish();
    }

    /// Keeps the elements that are not EQ `value`.
    BATT_HD static void sift(Lane& lane, Value value, Value container, Sieve& out) {
        uint32_t n = length(container);
        if (container.is_set()) {
            uint32_t found = find(lane, SetView(lane, container), value, hash(lane, value));
            out.keep(0, found < n ? found : n);
            if (found != kAbsent) out.keep(found + 1, n);
        } else if (container.kind() == Kind::Row && value.is_int()) {
            const int8_t* cells = lane.at<int8_t>(container.ref());
            for (uint32_t k = 0; k < n; ++k) {
                if (cells[k] != value.num) out.keep(k);
            }
        } else {
            const Items items(lane, container);
            for (uint32_t k = 0; k < n; ++k) {
                if (!equal(lane, items[k], value)) out.keep(k);
            }
        }
    }
};

struct Other {
    static constexpr Doc doc{"other", "container: Container, value: Any", Type::Any,
                             "the first element that is not the value", "other((1, 1, 2), 1) => 2"};
    BATT_HD static Value apply(Lane& lane, Value container, Value value) {
        if (!iterable(lane, container)) return Value::none();
        uint32_t n = length(container);
        if (container.is_set()) {
            // The first of the set built anew, which need not be the first here.
            if (n == 2 || container.kind() != Kind::Set) {
                SetView view(lane, container);
                uint32_t found = kAbsent;
                // Places and cells are tuples.
                if (container.kind() == Kind::Set || value.is_tuple()) {
                    found = find(lane, view, value, hash(lane, value));
                }
                if (n == 2 && found != kAbsent) return view.item(1 - found);
                if (container.kind() == Kind::Indices)
                    return first_left(lane, container, view.pairs(), found);
                if (container.kind() == Kind::Object)
                    return first_left(lane, container, view.cells(), found);
            }
            uint32_t mark = lane.mark();
            Value rest = Remove::apply(lane, value, container);
            if (lane.failed()) return Value::none();
            Value e = first(lane, rest);
            lane.release(mark);
            return e;
        }
        for (uint32_t k = 0; k < n; ++k) {
            Value e = item(lane, container, k);
            if (!equal(lane, e, value)) return e;
        }
        return lane.fail(Fault::StopIteration);
    }

private:
    /// The first of the set built of the keys of one, all but that at position `left_out`.
    template <class Key>
    BATT_HD static Value first_left(Lane& lane, Value container, const Key* keys,
                                    uint32_t left_out) {
        Scratch scope(lane);
        uint32_t n = length(container);
        Key* rest = lane.scratch<Key>(n);
        if (rest == nullptr) return Value::none();
        uint32_t count = left_out < n ? n - 1 : n;
        if (count == 0) return lane.fail(Fault::StopIteration);
        if (count == 1) return keys[left_out == 0 ? 1 : 0].value();
        // Most often there is no need to build it; what that takes is asked for in any case.
        KeyTable<Key> table(lane, count, Layout::Build);
        if (!table.usable()) return Value::none();
        CalmSet calm(lane, container);
        if (calm.view().slots() == built_slots(count) && calm.is_calm(keys)) {
            uint32_t first = calm.first_without(keys, left_out);
            if (first != kAbsent) return keys[first].value();
        }
        uint32_t kept = 0;
        for (uint32_t k = 0; k < n; ++k) {
            rest[kept] = keys[k];
            kept += k != left_out ? 1 : 0;
        }
        table.build(rest, count);
        return table.first().value();
    }
};

struct Totuple {
    static constexpr Doc doc{"totuple", "container: FrozenSet", Type::Tuple,
                             "the elements as a tuple", "totuple(fs(8, 0)) => (8, 0)"};
    BATT_HD static Value apply(Lane& lane, Value container) {
        if (!iterable(lane, container) || container.is_tuple()) return container;
        return gather(lane, container, nullptr, length(container));
    }
};

struct First : Brief {
    static constexpr Doc doc{"first", "container: Container", Type::Any, "the first element",
                             "first(((1, 2), (3, 4))) => (1, 2)"};
    BATT_HD static Value apply(Lane& lane, Value container) { return first(lane, container); }
};

struct Last : Brief {
    static constexpr Doc doc{"last", "container: Container", Type::Any, "the last element",
                             "last(fs(8, 0)) => 0"};
    BATT_HD static Value apply(Lane& lane, Value container) {
        if (!iterable(lane, container)) return Value::none();
        uint32_t n = length(container);
        if (n == 0) return lane.fail(Fault::ValueError);
        return item(lane, container, n - 1);
    }
};

struct Pair {
    static constexpr Doc doc{"pair", "a: Tuple, b: Tuple", Type::TupleTuple,
                             "the pairs of elements at the same place",
                             "pair((1, 2, 3), (4, 5)) => ((1, 4), (2, 5))"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        if (!iterable(lane, a) || !iterable(lane, b)) return Value::none();
        uint32_t n = length(a) < length(b) ? length(a) : length(b);
        if (a.kind() == Kind::Row && b.kind() == Kind::Row) {
            NewGrid made = make_grid(lane, n, 2);
            if (made.cells == nullptr) return made.value;
            const int8_t* left = lane.at<int8_t>(a.ref());
            const int8_t* right = lane.at<int8_t>(b.ref());
            for (uint32_t k = 0; k < n; ++k) {
                made.cells[2 * uint64_t{k}] = left[k];
                made.cells[2 * uint64_t{k} + 1] = right[k];
            }
            return made.value;
        }
        TupleBuilder out(lane, n);
        for (uint32_t k = 0; k < n && !lane.failed(); ++k) {
            out.add(make_pair(lane, item(lane, a, k), item(lane, b, k)));
        }
        return out.finish();
    }
};

using ContainerPrims = PrimList<Size, Contained, Combine, Intersection, Difference, Dedupe, Initset,
                                Insert, Remove, Other, Totuple, First, Last, Product, Pair>;

} // namespace batt::dsl
