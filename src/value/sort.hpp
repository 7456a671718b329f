// SPDX-License-Identifier: MIT-0
// SORT of the specification: stable, and for keys that are only partially ordered (sets, tuples
// that reach sets) comparison for comparison what CPython 3.11 does.
#pragma once

#include "value/compare.hpp"

namespace batt {

/// A sorted stretch that waits to be merged.
struct SortRun {
    uint32_t start;
    uint32_t length;
    uint32_t power;
};

/// CPython's list sort of 32-bit handles under `before(x, y)`, which need not be an order at all:
/// whatever it answers, the sort ends and the handles are permuted.
template <class Before>
class ListSort {
public:
    /// Powers rise along the stack and are below 34 for 32-bit lengths.
    static constexpr uint32_t kMaxRuns = 40;

    /// `room`: place for n / 2 handles; `runs`: place for kMaxRuns.
    BATT_HD ListSort(uint32_t* a, uint32_t n, uint32_t* room, SortRun* runs, Before before)
        : a_(a), n_(n), room_(room), runs_(runs), before_(before) {}

    BATT_HD void sort() {
        if (n_ < 2) return;
        uint32_t shortest = shortest_run();
        for (uint32_t lo = 0; lo < n_;) {
            uint32_t left = n_ - lo;
            uint32_t found = next_run(lo);
            uint32_t wanted = shortest < left ? shortest : left;
            if (found < wanted) {
                extend_run(lo, found, wanted);
                found = wanted;
            }
            push_run(lo, found);
            lo += found;
        }
        while (count_ >= 2) {
            uint32_t k = count_ - 2;
            if (k > 0 && runs_[k - 1].length < runs_[k + 1].length) --k;
            merge_runs(k);
        }
    }

private:
    BATT_HD uint32_t shortest_run() const {
        uint32_t m = n_;
        uint32_t odd = 0;
        while (m >= 64) {
            odd |= m & 1;
            m /= 2;
        }
        return m + odd;
    }

    /// Length of the run that starts at `lo`; a falling one is turned round.
    BATT_HD_CALL uint32_t next_run(uint32_t lo) {
        if (lo + 1 == n_) return 1;
        uint32_t k = lo + 2;
        if (!before_(a_[lo + 1], a_[lo])) {
            while (k < n_ && !before_(a_[k], a_[k - 1])) ++k;
            return k - lo;
        }
        while (k < n_ && before_(a_[k], a_[k - 1])) ++k;
        for (uint32_t i = lo, j = k - 1; i < j; ++i, --j) {
            uint32_t t = a_[i];
            a_[i] = a_[j];
            a_[j] = t;
        }
        return k - lo;
    }

    /// Binary insertion of the elements after a run of `found` until it has `wanted`.
    BATT_HD_CALL void extend_run(uint32_t lo, uint32_t found, uint32_t wanted) {
        for (uint32_t p = lo + found; p < lo + wanted; ++p) {
            uint32_t x = a_[p];
            uint32_t l = lo;
            uint32_t r = p;
            while (l < r) {
                uint32_t m = l + (r - l) / 2;
                if (before_(x, a_[m])) {
                    r = m;
                } else {
                    l = m + 1;
                }
            }
            for (uint32_t k = p; k > l; --k) a_[k] = a_[k - 1];
            a_[l] = x;
        }
    }

    /// The depth, in a perfectly balanced merge tree, of the boundary between two runs.
    BATT_HD uint32_t power(const SortRun& run, uint32_t next_length) const {
        uint64_t n = n_;
        uint64_t a = 2 * uint64_t{run.start} + run.length;
        uint64_t b = a + run.length + next_length;
        for (uint32_t p = 1;; ++p) {
            if (a >= n) {
                a -= n;
                b -= n;
            } else if (b >= n) {
                return p;
            }
            a *= 2;
            b *= 2;
        }
    }

    BATT_HD_CALL void push_run(uint32_t start, uint32_t length) {
        if (count_ > 0) {
            uint32_t p = power(runs_[count_ - 1], length);
            while (count_ >= 2 && runs_[count_ - 2].power > p) merge_runs(count_ - 2);
            runs_[count_ - 1].power = p;
        }
        runs_[count_++] = SortRun{start, length, 0};
    }

    BATT_HD_CALL void merge_runs(uint32_t k) {
        uint32_t* x = a_ + runs_[k].start;
        uint32_t* y = a_ + runs_[k + 1].start;
        uint32_t p = runs_[k].length;
        uint32_t q = runs_[k + 1].length;
        runs_[k].length = p + q;
        for (uint32_t r = k + 1; r + 1 < count_; ++r) runs_[r] = runs_[r + 1];
        --count_;
        uint32_t skip = gallop<true>(y[0], x, p, 0);
        x += skip;
        p -= skip;
        if (p == 0) return;
        q = gallop<false>(x[p - 1], y, q, q - 1);
        if (q == 0) return;
        if (p <= q) {
            merge_forwards(x, p, y, q);
        } else {
            merge_backwards(x, p, y, q);
        }
    }

    /// Where `x` belongs in z[0..n), searched in widening steps from `hint`: after its equals when
    /// Right, before them otherwise.
    template <bool Right>
    BATT_HD_CALL uint32_t gallop(uint32_t x, const uint32_t* z, uint32_t n, uint32_t hint) {
        auto passes = [&](int64_t k) { return Right ? !before_(x, z[k]) : before_(z[k], x); };
        int64_t h = hint;
        int64_t last = 0;
        int64_t ofs = 1;
        int64_t lo = 0;
        int64_t hi = 0;
        if (passes(h)) {
            int64_t limit = int64_t{n} - h;
            while (ofs < limit && passes(h + ofs)) {
                last = ofs;
                ofs = 2 * ofs + 1;
            }
            lo = h + last;
            hi = h + (ofs < limit ? ofs : limit);
        } else {
            int64_t limit = h + 1;
            while (ofs < limit && !passes(h - ofs)) {
                last = ofs;
                ofs = 2 * ofs + 1;
            }
            lo = h - (ofs < limit ? ofs : limit);
            hi = h - last;
        }
        ++lo;
        while (lo < hi) {
            int64_t m = lo + (hi - lo) / 2;
            if (passes(m)) {
                lo = m + 1;
            } else {
                hi = m;
            }
        }
        return static_cast<uint32_t>(hi);
    }

    /// Merges x[0..p) and y[0..q), which follow each other, with x set aside.
    BATT_HD_CALL void merge_forwards(uint32_t* x_place, uint32_t p, const uint32_t* y, uint32_t q) {
        for (uint32_t k = 0; k < p; ++k) room_[k] = x_place[k];
        const uint32_t* x = room_;
        uint32_t* out = x_place;
        auto from_x = [&](uint32_t k) {
            p -= k;
            for (; k > 0; --k) *out++ = *x++;
        };
        auto from_y = [&](uint32_t k) {
            q -= k;
            for (; k > 0; --k) *out++ = *y++;
        };
        // Both endings: y is used up, or x has one element left, which is known to come last.
        auto ends = [&] { return q == 0 || p <= 1; };
        auto finish = [&] {
            if (q > 0) from_y(q);
            from_x(p);
        };
        from_y(1);
        if (ends()) return finish();
        for (;;) {
            uint32_t cx = 0;
            uint32_t cy = 0;
            while (cx < gallop_from_ && cy < gallop_from_) {
                if (before_(y[0], x[0])) {
                    from_y(1);
                    ++cy;
                    cx = 0;
                } else {
                    from_x(1);
                    ++cx;
                    cy = 0;
                }
                if (ends()) return finish();
            }
            ++gallop_from_;
            do {
                if (gallop_from_ > 1) --gallop_from_;
                cx = gallop<true>(y[0], x, p, 0);
                from_x(cx);
                if (ends()) return finish();
                from_y(1);
                if (ends()) return finish();
                cy = gallop<false>(x[0], y, q, 0);
                from_y(cy);
                if (ends()) return finish();
                from_x(1);
                if (ends()) return finish();
            } while (cx >= kGallop || cy >= kGallop);
            ++gallop_from_;
        }
    }

    /// Merges x[0..p) and y[0..q), which follow each other, from the right, with y set aside.
    BATT_HD_CALL void merge_backwards(const uint32_t* x, uint32_t p, uint32_t* y_place,
                                      uint32_t q) {
        for (uint32_t k = 0; k < q; ++k) room_[k] = y_place[k];
        const uint32_t* y = room_;
        uint32_t* end = y_place + q;
        auto from_x = [&](uint32_t k) {
            for (; k > 0; --k) *--end = x[--p];
        };
        auto from_y = [&](uint32_t k) {
            for (; k > 0; --k) *--end = y[--q];
        };
        // Both endings: x is used up, or y has one element left, which is known to come first.
        auto ends = [&] { return p == 0 || q <= 1; };
        auto finish = [&] {
            if (p > 0) from_x(p);
            from_y(q);
        };
        from_x(1);
        if (ends()) return finish();
        for (;;) {
            uint32_t cx = 0;
            uint32_t cy = 0;
            while (cx < gallop_from_ && cy < gallop_from_) {
                if (before_(y[q - 1], x[p - 1])) {
                    from_x(1);
                    ++cx;
                    cy = 0;
                } else {
                    from_y(1);
                    ++cy;
                    cx = 0;
                }
                if (ends()) return finish();
            }
            ++gallop_from_;
            do {
                if (gallop_from_ > 1) --gallop_from_;
                cx = p - gallop<true>(y[q - 1], x, p, p - 1);
                from_x(cx);
                if (ends()) return finish();
                from_y(1);
                if (ends()) return finish();
                cy = q - gallop<false>(x[p - 1], y, q, q - 1);
                from_y(cy);
                if (ends()) return finish();
                from_x(1);
                if (ends()) return finish();
            } while (cx >= kGallop || cy >= kGallop);
            ++gallop_from_;
        }
    }

    static constexpr uint32_t kGallop = 7;

    uint32_t* a_;
    uint32_t n_;
    uint32_t* room_;
    SortRun* runs_;
    Before before_;
    uint32_t count_ = 0;
    uint32_t gallop_from_ = kGallop; ///< lives from one merge to the next
};

/// A number to sort by, and whose it is.
struct NumberKey {
    int64_t key;
    uint64_t position; ///< wide, so that a copy reads nothing that was never written
};

/// Stable sort by number; returns `a` or `room`, whichever holds the result.
BATT_HD_CALL inline NumberKey* sort_numbers(NumberKey* a, uint32_t n, NumberKey* room) {
    constexpr uint32_t block = 16;
    for (uint64_t start = 0; start < n; start += block) {
        uint64_t end = start + block < n ? start + block : n;
        for (uint64_t k = start + 1; k < end; ++k) {
            NumberKey x = a[k];
            uint64_t p = k;
            for (; p > start && x.key < a[p - 1].key; --p) a[p] = a[p - 1];
            a[p] = x;
        }
    }
    for (uint64_t width = block; width < n; width *= 2) {
        for (uint64_t start = 0; start < n; start += 2 * width) {
            uint64_t middle = start + width < n ? start + width : n;
            uint64_t end = start + 2 * width < n ? start + 2 * width : n;
            uint64_t x = start;
            uint64_t y = middle;
            for (uint64_t k = start; k < end; ++k) {
                bool right = x == middle || (y < end && a[y].key < a[x].key);
                room[k] = a[right ? y++ : x++];
            }
        }
        NumberKey* t = a;
        a = room;
        room = t;
    }
    return a;
}

/// A number with the order of the key among keys of its kind (ints; pairs).
BATT_HD inline int64_t number_of(Value key) {
    if (key.kind() != Kind::Pair) return key.num;
    return Value::halves(static_cast<int32_t>(static_cast<uint32_t>(key.j()) ^ 0x80000000U),
                         key.i());
}

/// All keys are ints, or all are pairs of ints: number_of orders them.
BATT_HD inline bool are_numbers(const Value* keys, uint32_t n) {
    bool pairs = keys[0].kind() == Kind::Pair;
    for (uint32_t k = 0; k < n; ++k) {
        if (pairs ? keys[k].kind() != Kind::Pair : !keys[k].is_int()) return false;
    }
    return true;
}

/// SORT: the positions 0..n-1 in the order of their keys, in scratch. Null when keys cannot be
/// compared, or memory is spent.
BATT_HD_CALL inline uint32_t* sorted_positions(Lane& lane, const Value* keys, uint32_t n) {
    uint32_t* positions = lane.scratch<uint32_t>(n);
    if (positions == nullptr) return nullptr;
    if (n != 0 && are_numbers(keys, n)) {
        NumberKey* numbers = lane.scratch<NumberKey>(n);
        NumberKey* room = lane.scratch<NumberKey>(n);
        if (numbers == nullptr || room == nullptr) return nullptr;
        for (uint32_t k = 0; k < n; ++k) numbers[k] = NumberKey{number_of(keys[k]), k};
        const NumberKey* sorted = sort_numbers(numbers, n, room);
        for (uint32_t k = 0; k < n; ++k) positions[k] = static_cast<uint32_t>(sorted[k].position);
        return positions;
    }
    auto before = [&lane, keys](uint32_t x, uint32_t y) {
        return !lane.failed() && less(lane, keys[x], keys[y]);
    };
    using Sort = ListSort<decltype(before)>;
    uint32_t* room = lane.scratch<uint32_t>(n / 2);
    SortRun* runs = lane.scratch<SortRun>(Sort::kMaxRuns);
    if (room == nullptr || runs == nullptr) return nullptr;
    for (uint32_t k = 0; k < n; ++k) positions[k] = k;
    Sort(positions, n, room, runs, before).sort();
    return lane.failed() ? nullptr : positions;
}

} // namespace batt
