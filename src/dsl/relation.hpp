// SPDX-License-Identifier: MIT-0
// How two patches lie to each other: common rows, distance, direction.
#pragma once

#include "dsl/extent.hpp"
#include "dsl/patch.hpp"

namespace batt::dsl {

BATT_HD inline bool are_compact(Value a, Value b) {
    return is_compact_patch(a) && is_compact_patch(b);
}

/// hmatching (rows) and vmatching (columns): some value occurs in both.
template <Axis Along>
struct Matching {
    BATT_HD static bool of(Lane& lane, Value a, Value b) {
        return are_compact(a, b) ? compact(lane, a, b) : general(lane, a, b);
    }

private:
    BATT_HD static bool compact(Lane& lane, Value a, Value b) {
        int32_t outside = 0;
        auto mask = [&outside](const auto* places, uint32_t n) {
            uint64_t bits = 0;
            for (uint32_t k = 0; k < n; ++k) {
                int32_t x = coordinate<Along>(places[k]);
                outside |= x;
                bits |= 1ULL << (x & 63);
            }
            return bits;
        };
        uint64_t common = with_places(lane, a, mask) & with_places(lane, b, mask);
        if (common == 0) return false; // nor can there be a match beyond 0..63
        if ((outside & ~63) == 0) return true;
        return wide(lane, a, b);
    }

    /// By a bitmap of what the two could have in common.
    BATT_NOINLINE BATT_HD static bool wide(Lane& lane, Value a, Value b) {
        Span sa = span_of<Along>(lane, a);
        Span sb = span_of<Along>(lane, b);
        int32_t lo = sa.lo > sb.lo ? sa.lo : sb.lo;
        int32_t hi = sa.hi < sb.hi ? sa.hi : sb.hi;
        if (lo > hi) return false;
        uint32_t size = static_cast<uint32_t>(hi - lo + 1);
        uint64_t* seen = lane.scratch<uint64_t>(size / 64 + 1);
        if (seen == nullptr) return false;
        for (uint32_t word = 0; word <= size / 64; ++word) seen[word] = 0;
        with_places(lane, a, [=](const auto* places, uint32_t n) {
            for (uint32_t k = 0; k < n; ++k) {
                uint32_t x = static_cast<uint32_t>(coordinate<Along>(places[k]) - lo);
                if (x < size) seen[x >> 6] |= 1ULL << (x & 63);
            }
            return true;
        });
        return with_places(lane, b, [=](const auto* places, uint32_t n) {
            for (uint32_t k = 0; k < n; ++k) {
                uint32_t x = static_cast<uint32_t>(coordinate<Along>(places[k]) - lo);
                if (x < size && (seen[x >> 6] >> (x & 63) & 1) != 0) return true;
            }
            return false;
        });
    }

    BATT_NOINLINE BATT_HD static bool general(Lane& lane, Value a, Value b) {
        MutableSet seen(lane, 16);
        if (!each_part(lane, a, [&seen](Value v) { seen.add(v); })) return false;
        bool found = false;
        // All of b is unpacked, whether or not a match was found before.
        each_part(lane, b, [&](Value v) { found = found || seen.find_id(v) != kAbsent; });
        return found;
    }

    template <class Visit>
    BATT_HD static bool each_part(Lane& lane, Value patch, Visit visit) {
        Value indices = Toindices::apply(lane, patch);
        if (lane.failed()) return false;
        uint32_t n = length(indices);
        for (uint32_t k = 0; k < n; ++k) {
            Two parts = two(lane, item(lane, indices, k));
            if (lane.failed()) return false;
            visit(Along == Axis::Row ? parts.first : parts.second);
        }
        return !lane.failed();
    }
};

struct Hmatching {
    static constexpr Doc doc{"hmatching", "a: Patch, b: Patch", Type::Boolean,
                             "whether the two share a row",
                             "hmatching(fs((1, 1)), fs((1, 9))) => True"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        return Value::boolean(Matching<Axis::Row>::of(lane, a, b));
    }
};

struct Vmatching {
    static constexpr Doc doc{"vmatching", "a: Patch, b: Patch", Type::Boolean,
                             "whether the two share a column",
                             "vmatching(fs((1, 1)), fs((1, 9))) => False"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        return Value::boolean(Matching<Axis::Column>::of(lane, a, b));
    }
};

BATT_HD inline int32_t distance(int32_t ai, int32_t aj, int32_t bi, int32_t bj) {
    int32_t di = ai - bi;
    int32_t dj = aj - bj;
    return (di < 0 ? -di : di) + (dj < 0 ? -dj : dj);
}

/// By how much two spans miss each other; 0 when they overlap.
BATT_HD inline int32_t gap(Span a, Span b) {
    if (a.lo > b.hi) return a.lo - b.hi;
    return b.lo > a.hi ? b.lo - a.hi : 0;
}

/// Boxes that are this far apart; no two places are nearer.
BATT_HD inline int32_t gap(const Extent& a, const Extent& b) {
    return gap(a.rows, b.rows) + gap(a.cols, b.cols);
}

BATT_HD inline Span moved(Span span, int32_t by) {
    return {span.lo + by, span.hi + by};
}
BATT_HD inline Span wider(Span span, int32_t by) {
    return {span.lo - by, span.hi + by};
}
BATT_HD inline Span common(Span a, Span b) {
    return {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}
BATT_HD inline Span joint(Span a, Span b) {
    return {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
BATT_HD inline bool lies_in(Span span, int32_t x) {
    return x >= span.lo && x <= span.hi;
}
BATT_HD inline uint64_t area(const Extent& e) {
    if (e.rows.lo > e.rows.hi || e.cols.lo > e.cols.hi) return 0;
    return static_cast<uint64_t>(e.rows.size()) * static_cast<uint64_t>(e.cols.size());
}

/// What is smaller, `best` or the smallest distance between the places of a, moved by (di, dj), and
/// those of b, whose box is `eb`. Looks at all pairs that could be nearer.
BATT_NOINLINE BATT_HD inline int32_t nearest(const Lane& lane, Value a, int32_t di, int32_t dj,
                                             Value b, const Extent& eb, int32_t best) {
    return with_places(lane, a, [&](const auto* from, uint32_t n) {
        return with_places(lane, b, [=, &lane](const auto* to, uint32_t m) {
            int32_t found = best;
            for (uint32_t x = 0; x < n; ++x) {
                int32_t i = from[x].i() + di;
                int32_t j = from[x].j() + dj;
                if (gap(Span{i, i}, eb.rows) + gap(Span{j, j}, eb.cols) >= found) continue;
                if (!lane.in_time()) break;
                for (uint32_t y = 0; y < m; ++y) {
                    int32_t d = distance(i, j, to[y].i(), to[y].j());
                    found = d < found ? d : found;
                }
            }
            return found;
        });
    });
}

/// The smallest distance by a field that holds, for each place of a box, how far b is.
BATT_NOINLINE BATT_HD inline int32_t nearest_by_field(Lane& lane, Value a, Value b,
                                                      const Extent& box) {
    uint32_t h = static_cast<uint32_t>(box.rows.size());
    uint32_t w = static_cast<uint32_t>(box.cols.size());
    uint64_t n = uint64_t{h} * w;
    Scratch scope(lane);
    if (!lane.step(n)) return 0;
    int32_t* field = lane.scratch<int32_t>(n);
    if (field == nullptr) return 0;
    const int32_t far = static_cast<int32_t>(h + w);
    for (uint64_t k = 0; k < n; ++k) field[k] = far;
    auto place = [=](auto p) {
        return static_cast<uint64_t>(p.i() - box.rows.lo) * w +
               static_cast<uint64_t>(p.j() - box.cols.lo);
    };
    with_places(lane, b, [=](const auto* places, uint32_t count) {
        for (uint32_t k = 0; k < count; ++k) field[place(places[k])] = 0;
        return true;
    });
    // Down and to the right, then up and to the left.
    for (uint32_t i = 0; i < h; ++i) {
        int32_t* row = field + uint64_t{i} * w;
        int32_t left = far;
        for (uint32_t j = 0; j < w; ++j) {
            int32_t d = i != 0 && row[int64_t{j} - w] < left ? row[int64_t{j} - w] : left;
            left = d + 1 < row[j] ? d + 1 : row[j];
            row[j] = left;
        }
    }
    for (uint32_t i = h; i-- > 0;) {
        int32_t* row = field + uint64_t{i} * w;
        int32_t right = far;
        for (uint32_t j = w; j-- > 0;) {
            int32_t d = i + 1 != h && row[uint64_t{j} + w] < right ? row[uint64_t{j} + w] : right;
            right = d + 1 < row[j] ? d + 1 : row[j];
            row[j] = right;
        }
    }
    return with_places(lane, a, [=](const auto* places, uint32_t count) {
        int32_t best = INT32_MAX;
        for (uint32_t k = 0; k < count; ++k) {
            int32_t d = field[place(places[k])];
            best = d < best ? d : best;
        }
        return best;
    });
}

/// With this many pairs it can pay to mark places instead of looking at pairs.
inline constexpr uint64_t kManyPairs = 1024;

/// manhattan of compact patches.
BATT_HD inline int32_t compact_distance(Lane& lane, Value a, Value b) {
    Extent eb = extent_of(lane, b);
    uint64_t pairs = static_cast<uint64_t>(a.num) * static_cast<uint64_t>(b.num);
    if (pairs > kManyPairs) {
        Extent ea = extent_of(lane, a);
        Extent box{joint(ea.rows, eb.rows), joint(ea.cols, eb.cols)};
        if (pairs > 4 * area(box)) return nearest_by_field(lane, a, b, box);
        if (!lane.step(pairs)) return 0;
    }
    return nearest(lane, a, 0, 0, b, eb, INT32_MAX);
}

/// Which places of a window hold a patch, and which are next to one that does.
class NearMap {
public:
    static constexpr uint8_t kNear = 1;
    static constexpr uint8_t kTaken = 2;

    /// Covers `window`, which must not be empty.
    BATT_HD NearMap(Lane& lane, Value patch, const Extent& window)
        : window_(window), stride_(static_cast<uint64_t>(wider(window.cols, kMargin).size())) {
        // The margin lets the marks of a place next to the window go without checks.
        uint64_t n = static_cast<uint64_t>(wider(window.rows, kMargin).size()) * stride_;
        if (!lane.step(n / 16)) return;
        map_ = lane.scratch<uint8_t>(n);
        if (map_ == nullptr) return;
        for (uint64_t k = 0; k < n; ++k) map_[k] = 0;
        with_places(lane, patch, [this](const auto* places, uint32_t count) {
            Span rows = wider(window_.rows, 1);
            Span cols = wider(window_.cols, 1);
            for (uint32_t k = 0; k < count; ++k) {
                int32_t i = places[k].i();
                int32_t j = places[k].j();
                if (!lies_in(rows, i) || !lies_in(cols, j)) continue;
                uint8_t* here = at(i, j);
                here[0] |= kTaken;
                here[1] |= kNear;
                *(here - 1) |= kNear;
                here[stride_] |= kNear;
                *(here - stride_) |= kNear;
            }
            return true;
        });
    }

    BATT_HD bool made() const { return map_ != nullptr; }

    /// manhattan of `patch`, moved by (di, dj), and the mapped patch is 1. All places outside the
    /// window must be known to be further away.
    BATT_HD bool touches(const Lane& lane, Value patch, int32_t di, int32_t dj) const {
        return with_places(lane, patch, [=, this](const auto* places, uint32_t n) {
            uint8_t met = 0;
            for (uint32_t k = 0; k < n && (met & kTaken) == 0; ++k) {
                int32_t i = places[k].i() + di;
                int32_t j = places[k].j() + dj;
                if (lies_in(window_.rows, i) && lies_in(window_.cols, j)) met |= *at(i, j);
            }
            return met == kNear;
        });
    }

private:
    static constexpr int32_t kMargin = 2;

    BATT_HD uint8_t* at(int32_t i, int32_t j) const {
        return map_ + static_cast<uint64_t>(i - window_.rows.lo + kMargin) * stride_ +
               static_cast<uint64_t>(j - window_.cols.lo + kMargin);
    }

    Extent window_;
    uint64_t stride_;
    uint8_t* map_ = nullptr;
};

struct Manhattan {
    static constexpr Doc doc{"manhattan", "a: Patch, b: Patch", Type::Integer,
                             "the smallest distance of rows plus columns",
                             "manhattan(fs((0, 0), (5, 5)), fs((2, 3))) => 5"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        if (are_compact(a, b)) return Value::integer(compact_distance(lane, a, b));
        return general(lane, a, b);
    }

private:
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value a, Value b) {
        Value from = Toindices::apply(lane, a);
        if (lane.failed()) return Value::none();
        uint32_t n = length(from);
        if (n == 0) return lane.fail(Fault::ValueError);
        Value to;
        int64_t best = -1;
        for (uint32_t x = 0; x < n; ++x) {
            Two p = two(lane, item(lane, from, x));
            if (lane.failed()) return Value::none();
            // The other patch is looked at only once a place is there to compare with.
            if (x == 0) to = Toindices::apply(lane, b);
            if (lane.failed()) return Value::none();
            uint32_t m = length(to);
            if (!lane.step(m)) return Value::none();
            for (uint32_t y = 0; y < m; ++y) {
                Two q = two(lane, item(lane, to, y));
                if (lane.failed()) return Value::none();
                int64_t di = apart(lane, p.first, q.first);
                int64_t dj = apart(lane, p.second, q.second);
                int64_t d = 0;
                if (!checked_add(di, dj, d)) return lane.fail(Fault::Limit);
                if (lane.failed()) return Value::none();
                if (best < 0 || d < best) best = d;
            }
        }
        return best < 0 ? lane.fail(Fault::ValueError) : Value::integer(best);
    }

    /// |a - b|. Frozensets can be subtracted, but the difference has no absolute value.
    BATT_HD static int64_t apart(Lane& lane, Value a, Value b) {
        if (!a.is_int() || !b.is_int()) {
            lane.fail(Fault::TypeError);
            return 0;
        }
        int64_t d = 0;
        if (!checked_sub(a.num, b.num, d) || d == INT64_MIN) lane.fail(Fault::Limit);
        return d < 0 ? -(d + (d == INT64_MIN ? 1 : 0)) : d;
    }
};

struct Adjacent {
    static constexpr Doc doc{"adjacent", "a: Patch, b: Patch", Type::Boolean,
                             "whether the two touch without overlapping",
                             "adjacent(fs((0, 0)), fs((0, 1), (5, 5))) => True"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        if (are_compact(a, b)) return Value::boolean(compact(lane, a, b));
        Value d = Manhattan::apply(lane, a, b);
        return Value::boolean(d.num == 1);
    }

private:
    BATT_HD static bool compact(Lane& lane, Value a, Value b) {
        Extent eb = extent_of(lane, b);
        uint64_t pairs = static_cast<uint64_t>(a.num) * static_cast<uint64_t>(b.num);
        if (pairs > kManyPairs) {
            Extent ea = extent_of(lane, a);
            if (gap(ea, eb) > 1) return false;
            Extent window{common(ea.rows, wider(eb.rows, 1)), common(ea.cols, wider(eb.cols, 1))};
            if (area(window) <= pairs) {
                NearMap map(lane, b, window);
                return map.made() && map.touches(lane, a, 0, 0);
            }
            if (!lane.step(pairs)) return false;
        }
        return nearest(lane, a, 0, 0, b, eb, 2) == 1;
    }
};

struct Bordering {
    static constexpr Doc doc{"bordering", "patch: Patch, grid: Grid", Type::Boolean,
                             "whether the patch reaches the edge of the grid",
                             "bordering(fs((1, 1)), ((1, 2), (3, 4))) => True"};
    BATT_HD static Value apply(Lane& lane, Value patch, Value grid) {
        if (is_compact_patch(patch)) {
            Extent e = extent_of(lane, patch);
            if (e.rows.lo == 0 || e.cols.lo == 0) return Value::boolean(true);
            int64_t h = len(lane, grid);
            if (lane.failed()) return Value::none();
            if (e.rows.hi == h - 1) return Value::boolean(true);
            return Value::boolean(e.cols.hi == first_width(lane, grid) - 1);
        }
        return general(lane, patch, grid);
    }

private:
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value patch, Value grid) {
        Value indices = Toindices::apply(lane, patch);
        if (lane.failed()) return Value::none();
        bool reached = is(extreme_part<Axis::Row, false>(lane, indices), 0);
        if (lane.failed() || reached) return Value::boolean(reached);
        reached = is(extreme_part<Axis::Column, false>(lane, indices), 0);
        if (lane.failed() || reached) return Value::boolean(reached);
        Value bottom = extreme_part<Axis::Row, true>(lane, indices);
        if (lane.failed()) return Value::none();
        reached = is(bottom, int64_t{len(lane, grid)} - 1);
        if (lane.failed() || reached) return Value::boolean(reached);
        Value right = extreme_part<Axis::Column, true>(lane, indices);
        if (lane.failed()) return Value::none();
        return Value::boolean(is(right, first_width(lane, grid) - 1));
    }

    BATT_HD static bool is(Value v, int64_t n) { return v.is_int() && v.num == n; }
    BATT_HD static int64_t first_width(Lane& lane, Value grid) {
        Value row = at(lane, grid, int64_t{0});
        return lane.failed() ? 0 : len(lane, row);
    }
};

struct Position {
    static constexpr Doc doc{"position", "a: Patch, b: Patch", Type::IntegerTuple,
                             "the direction from the first to the second",
                             "position(fs((3, 3)), fs((0, 5))) => (-1, 1)"};
    BATT_HD static Value apply(Lane& lane, Value a, Value b) {
        Middle ma = middle(lane, a);
        if (lane.failed()) return Value::none();
        Middle mb = middle(lane, b);
        if (lane.failed()) return Value::none();
        int32_t i = ma.i < mb.i ? 1 : -1;
        int32_t j = ma.j < mb.j ? 1 : -1;
        if (ma.i == mb.i) return Value::pair(0, j);
        return Value::pair(i, ma.j == mb.j ? 0 : j);
    }

private:
    BATT_HD static Middle middle(Lane& lane, Value patch) {
        if (!is_compact_patch(patch)) patch = Toindices::apply(lane, patch);
        if (lane.failed()) return {0, 0};
        return center_of(lane, patch);
    }
};

struct Gravitate {
    static constexpr Doc doc{"gravitate", "source: Patch, destination: Patch", Type::IntegerTuple,
                             "how far the source can move until it touches the destination",
                             "gravitate(fs((0, 0)), fs((5, 0))) => (4, 0)"};
    BATT_HD static Value apply(Lane& lane, Value source, Value destination) {
        Middle from = center_of(lane, source);
        if (lane.failed()) return Value::none();
        Middle to = center_of(lane, destination);
        if (lane.failed()) return Value::none();
        bool vertical = Matching<Axis::Column>::of(lane, source, destination);
        if (lane.failed()) return Value::none();
        int32_t di = vertical ? (from.i < to.i ? 1 : -1) : 0;
        int32_t dj = vertical ? 0 : (from.j < to.j ? 1 : -1);
        int32_t moves = are_compact(source, destination)
                            ? compact(lane, source, destination, di, dj)
                            : general(lane, source, destination, Value::pair(di, dj));
        if (lane.failed()) return Value::none();
        return Value::pair(moves * di, moves * dj);
    }

private:
    static constexpr int32_t kMostMoves = 42;
    static constexpr uint64_t kFewPairs = 64;

    BATT_NOINLINE BATT_HD static int32_t general(Lane& lane, Value source, Value destination,
                                                 Value step) {
        for (int32_t moves = 0; moves < kMostMoves; ++moves) {
            Scratch scope(lane);
            Value touching = Adjacent::apply(lane, source, destination);
            if (lane.failed() || touching.num != 0) return moves;
            source = Shift::apply(lane, source, step);
            if (lane.failed()) return moves;
        }
        return kMostMoves;
    }

    /// Moves the places instead of making moved patches.
    BATT_HD static int32_t compact(Lane& lane, Value source, Value destination, int32_t di,
                                   int32_t dj) {
        Extent es = extent_of(lane, source);
        Extent ed = extent_of(lane, destination);
        Extent window{wider(ed.rows, 1), wider(ed.cols, 1)};
        // Places never leave the rows or the columns they are in.
        if (di == 0) {
            window.rows = common(window.rows, es.rows);
        } else {
            window.cols = common(window.cols, es.cols);
        }
        if (area(window) == 0) return kMostMoves;
        uint64_t pairs = static_cast<uint64_t>(source.num) * static_cast<uint64_t>(destination.num);
        if (pairs <= kFewPairs || area(window) > pairs * kMostMoves) {
            return by_pairs(lane, source, destination, di, dj);
        }
        NearMap map(lane, destination, window);
        if (!map.made()) return 0;
        for (int32_t moves = 0; moves < kMostMoves; ++moves) {
            Extent now{moved(es.rows, moves * di), moved(es.cols, moves * dj)};
            if (gap(now, ed) > 1) continue;
            if (!lane.step(static_cast<uint64_t>(source.num) / 8)) return moves;
            if (map.touches(lane, source, moves * di, moves * dj)) return moves;
        }
        return kMostMoves;
    }

    BATT_HD static int32_t by_pairs(Lane& lane, Value source, Value destination, int32_t di,
                                    int32_t dj) {
        Extent ed = extent_of(lane, destination);
        uint64_t pairs = static_cast<uint64_t>(source.num) * static_cast<uint64_t>(destination.num);
        for (int32_t moves = 0; moves < kMostMoves; ++moves) {
            if (pairs > kManyPairs && !lane.step(pairs)) return moves;
            if (nearest(lane, source, moves * di, moves * dj, destination, ed, 2) == 1) {
                return moves;
            }
        }
        return kMostMoves;
    }
};

using RelationPrims =
    PrimList<Hmatching, Vmatching, Manhattan, Adjacent, Bordering, Position, Gravitate>;

} // namespace batt::dsl
