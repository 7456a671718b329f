// SPDX-License-Identifier: MIT-0
// Making tuples in their canonical form.
#pragma once

#include "value/container.hpp"

namespace batt {

/// A grid whose cells the caller fills in.
struct NewGrid {
    Value value;
    int8_t* cells; ///< null when memory is spent, or when there are no cells
};

/// Room for `rows` x `cols` byte cells; 0 rows give the empty tuple.
BATT_HD_CALL inline NewGrid make_grid(Lane& lane, uint64_t rows, uint64_t cols) {
    if (rows == 0) return {Value::empty_tuple(), nullptr};
    if (rows > 0x7FFFFFFF || cols > 0x7FFFFFFF || (cols != 0 && rows > 0xFFFFFFFFULL / cols)) {
        return {lane.fail(Fault::Limit), nullptr};
    }
    uint32_t ref = 0;
    int8_t* cells = lane.make<int8_t>(rows * cols, ref);
    if (cells == nullptr) return {};
    return {{Kind::Grid, 0, 2, ref,
             Value::halves(static_cast<int32_t>(rows), static_cast<int32_t>(cols))},
            cells};
}

/// The tuple (a, b).
BATT_HD_CALL inline Value make_pair(Lane& lane, Value a, Value b);

/// Puts bytes where the values they come from lie, at the end of the arena, and gives back the rest
/// of the room. Eight at a time: a word is written behind all that is still to be read.
template <class At>
BATT_HD inline void pack_bytes(Lane& lane, uint32_t ref, uint64_t count, At at) {
    uint64_t* words = lane.at<uint64_t>(ref);
    for (uint64_t k = 0; k < count; k += 8) {
        uint64_t word = 0;
        for (uint64_t b = 0; b < 8 && k + b < count; ++b) {
            word |= static_cast<uint64_t>(static_cast<uint8_t>(at(k + b))) << (8 * b);
        }
        words[k / 8] = word;
    }
    lane.release(ref + static_cast<uint32_t>((count + 15) & ~15ULL));
}

/// The tuple of `n` values that already lie in the arena at `ref`; compacts it where possible.
/// Nothing may have been made since: a compacted tuple gives the room back.
BATT_HD_CALL inline Value adopt_tuple(Lane& lane, uint32_t ref, uint64_t n) {
    if (n == 0) {
        lane.release(ref);
        return Value::empty_tuple();
    }
    const Value* items = lane.at<Value>(ref);
    if (n == 2 && items[0].kind() == Kind::Int && fits32(items[0].num)) {
        Value a = items[0];
        Value b = items[1];
        if (b.kind() == Kind::Int && fits32(b.num)) {
            lane.release(ref);
            return Value::pair(static_cast<int32_t>(a.num), static_cast<int32_t>(b.num));
        }
        if (b.kind() == Kind::Pair) {
            lane.release(ref);
            return Value::cell(static_cast<int32_t>(a.num), b.i(), b.j());
        }
    }
    uint64_t k = 0;
    if (items[0].kind() == Kind::Int) {
        while (k < n && items[k].kind() == Kind::Int && fits8(items[k].num)) ++k;
        if (k == n) {
            pack_bytes(lane, ref, n, [items](uint64_t at) { return items[at].num; });
            return {Kind::Row, 0, 1, ref, static_cast<int64_t>(n)};
        }
    } else if (items[0].kind() == Kind::Row || items[0].kind() == Kind::Pair ||
               (items[0].kind() == Kind::Tuple && items[0].num == 0)) {
        uint32_t cols = length(items[0]);
        Kind kind = items[0].kind();
        while (k < n && items[k].kind() == kind && length(items[k]) == cols &&
               (kind != Kind::Pair || (fits8(items[k].i()) && fits8(items[k].j())))) {
            ++k;
        }
        if (k == n && n <= 0x7FFFFFFF) {
            Value grid{Kind::Grid, 0, 2, ref,
                       Value::halves(static_cast<int32_t>(n), static_cast<int32_t>(cols))};
            if (kind != Kind::Row) {
                pack_bytes(lane, ref, n * cols, [items](uint64_t at) {
                    const Value& row = items[at / 2];
                    return at % 2 == 0 ? row.i() : row.j();
                });
                return grid;
            }
            NewGrid made = make_grid(lane, n, cols);
            if (made.cells == nullptr) return made.value;
            for (k = 0; k < n; ++k) {
                const int8_t* row = lane.at<int8_t>(items[k].ref());
                for (uint32_t c = 0; c < cols; ++c) made.cells[k * cols + c] = row[c];
            }
            return made.value;
        }
    }
    uint32_t flags = 0;
    uint32_t depth = 0;
    for (k = 0; k < n; ++k) {
        flags |= items[k].flags();
        if (items[k].kind() != Kind::Closure && items[k].depth() > depth) depth = items[k].depth();
    }
    if (++depth > kMaxDepth) return lane.fail(Fault::Limit);
    return {Kind::Tuple, static_cast<uint8_t>(flags), static_cast<uint16_t>(depth), ref,
            static_cast<int64_t>(n)};
}

/// The tuple of these values.
BATT_HD_CALL inline Value make_tuple(Lane& lane, const Value* items, uint64_t n) {
    uint32_t ref = 0;
    Value* copy = lane.make<Value>(n, ref);
    if (copy == nullptr) return Value::none();
    for (uint64_t k = 0; k < n; ++k) copy[k] = items[k];
    return adopt_tuple(lane, ref, n);
}

BATT_HD_CALL inline Value make_pair(Lane& lane, Value a, Value b) {
    if (a.kind() == Kind::Int && fits32(a.num)) {
        if (b.kind() == Kind::Int && fits32(b.num)) {
            return Value::pair(static_cast<int32_t>(a.num), static_cast<int32_t>(b.num));
        }
        if (b.kind() == Kind::Pair) return Value::cell(static_cast<int32_t>(a.num), b.i(), b.j());
    }
    uint32_t ref = 0;
    Value* items = lane.make<Value>(2, ref);
    if (items == nullptr) return Value::none();
    items[0] = a;
    items[1] = b;
    // Two values of one kind may be a row or rows of a grid; of different kinds they never are.
    if (a.kind() == b.kind() || a.kind() == Kind::Closure || b.kind() == Kind::Closure) {
        return adopt_tuple(lane, ref, 2);
    }
    uint16_t depth = a.depth() > b.depth() ? a.depth() : b.depth();
    if (depth >= kMaxDepth) return lane.fail(Fault::Limit);
    return {Kind::Tuple, static_cast<uint8_t>(a.flags() | b.flags()),
            static_cast<uint16_t>(depth + 1), ref, 2};
}

/// Collects values one by one, in scratch, and makes them a tuple.
class TupleBuilder {
public:
    BATT_HD explicit TupleBuilder(Lane& lane, uint64_t hint = 16)
        : lane_(lane), capacity_(hint < 4 ? 4 : (hint > kMost ? kMost : hint)),
          items_(lane.scratch<Value>(capacity_)) {}

    BATT_HD_CALL void add(Value v) {
        if (!lane_.in_time() || items_ == nullptr || (count_ == capacity_ && !grow())) return;
        items_[count_++] = v;
    }
    BATT_HD uint64_t count() const { return count_; }
    BATT_HD const Value* items() const { return items_; }
    BATT_HD Value finish() {
        if (lane_.failed() || items_ == nullptr) return Value::none();
        return make_tuple(lane_, items_, count_);
    }

private:
    static constexpr uint64_t kMost = 1 << 16;

    BATT_HD_CALL bool grow() {
        Value* wider = lane_.scratch<Value>(capacity_ * 2);
        if (wider == nullptr) return false;
        for (uint64_t k = 0; k < count_; ++k) wider[k] = items_[k];
        items_ = wider;
        capacity_ *= 2;
        return true;
    }

    Lane& lane_;
    uint64_t capacity_;
    uint64_t count_ = 0;
    Value* items_;
};

} // namespace batt
