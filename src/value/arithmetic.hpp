// SPDX-License-Identifier: MIT-0
// PLUS, MINUS, TIMES, FLOORDIV, MOD, NEG and BITAND of the specification. Results outside 64 bits
// are a Limit.
#pragma once

#include "base/checked.hpp"
#include "value/set_algebra.hpp"
#include "value/tuple.hpp"

namespace batt {

/// Writes `count` bytes of cells, one after the other.
BATT_HD inline void copy_bytes(int8_t* to, const int8_t* from, uint64_t count) {
    uint64_t k = 0;
    if constexpr (kIsDevice) {
        // What starts where values do is copied in pieces; on the host the compiler sees to that.
        if (((reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from)) & 15) == 0) {
            for (; k + 16 <= count; k += 16) store16(to + k, from + k);
        }
    }
    for (; k < count; ++k) to[k] = from[k];
}

/// The tuple of the elements of tuple `a` followed by those of `b`, a container of any kind.
BATT_HD_CALL inline Value concat(Lane& lane, Value a, Value b) {
    uint64_t na = length(a);
    uint64_t nb = length(b);
    if (nb == 0) return a;
    if (na == 0 && b.is_tuple()) return b;
    uint32_t ref = 0;
    if (a.kind() == Kind::Row && b.kind() == Kind::Row) {
        int8_t* cells = lane.make<int8_t>(na + nb, ref);
        if (cells == nullptr) return Value::none();
        copy_bytes(cells, lane.at<int8_t>(a.ref()), na);
        copy_bytes(cells + na, lane.at<int8_t>(b.ref()), nb);
        return row_value(lane, ref, static_cast<uint32_t>(na + nb));
    }
    if (a.kind() == Kind::Grid && b.kind() == Kind::Grid && a.cols() == b.cols()) {
        NewGrid made = make_grid(lane, na + nb, a.cols());
        if (made.cells == nullptr) return made.value;
        copy_bytes(made.cells, lane.at<int8_t>(a.ref()), na * a.cols());
        copy_bytes(made.cells + na * a.cols(), lane.at<int8_t>(b.ref()), nb * a.cols());
        return made.value;
    }
    Value* items = lane.make<Value>(na + nb, ref);
    if (items == nullptr) return Value::none();
    for (uint32_t k = 0; k < na; ++k) items[k] = item(lane, a, k);
    for (uint32_t k = 0; k < nb; ++k) items[na + k] = item(lane, b, k);
    return adopt_tuple(lane, ref, na + nb);
}

/// The elements of tuple `a`, `times` times over.
BATT_HD_CALL inline Value repeated(Lane& lane, Value a, int64_t times) {
    uint64_t n = length(a);
    if (n == 0 || times <= 0) return Value::empty_tuple();
    if (times == 1) return a;
    if (times > 0xFFFFFFFFLL) return lane.fail(Fault::Limit);
    uint64_t total = n * static_cast<uint64_t>(times);
    uint32_t ref = 0;
    if (a.kind() == Kind::Row) {
        int8_t* cells = lane.make<int8_t>(total, ref);
        if (cells == nullptr) return Value::none();
        const int8_t* from = lane.at<int8_t>(a.ref());
        for (uint64_t k = 0; k < total; k += n) copy_bytes(cells + k, from, n);
        return row_value(lane, ref, static_cast<uint32_t>(total));
    }
    if (a.kind() == Kind::Grid) {
        NewGrid made = make_grid(lane, total, a.cols());
        if (made.cells == nullptr) return made.value;
        const int8_t* from = lane.at<int8_t>(a.ref());
        uint64_t step = n * a.cols();
        uint64_t cells = total * a.cols();
        for (uint64_t k = 0; k < cells; k += step) copy_bytes(made.cells + k, from, step);
        return made.value;
    }
    Value* items = lane.make<Value>(total, ref);
    if (items == nullptr) return Value::none();
    for (uint32_t k = 0; k < n; ++k) items[k] = item(lane, a, k);
    for (uint64_t k = n; k < total; ++k) items[k] = items[k - n];
    return adopt_tuple(lane, ref, total);
}

/// PLUS: adds ints, concatenates tuples.
BATT_HD inline Value plus(Lane& lane, Value a, Value b) {
    if (a.is_int() && b.is_int()) {
        int64_t r = 0;
        return checked_add(a.num, b.num, r) ? Value::integer(r) : lane.fail(Fault::Limit);
    }
    if (a.is_tuple() && b.is_tuple()) return concat(lane, a, b);
    return lane.fail(Fault::TypeError);
}

/// MINUS: subtracts ints; DIFF of sets.
BATT_HD inline Value minus(Lane& lane, Value a, Value b) {
    if (a.is_int() && b.is_int()) {
        int64_t r = 0;
        return checked_sub(a.num, b.num, r) ? Value::integer(r) : lane.fail(Fault::Limit);
    }
    if (a.is_set() && b.is_set()) return set_difference(lane, a, b);
    return lane.fail(Fault::TypeError);
}

/// TIMES: multiplies ints, repeats tuples.
BATT_HD inline Value times(Lane& lane, Value a, Value b) {
    if (a.is_int() && b.is_int()) {
        int64_t r = 0;
        return checked_mul(a.num, b.num, r) ? Value::integer(r) : lane.fail(Fault::Limit);
    }
    if (a.is_tuple() && b.is_int()) return repeated(lane, a, b.num);
    if (a.is_int() && b.is_tuple()) return repeated(lane, b, a.num);
    return lane.fail(Fault::TypeError);
}

/// FLOORDIV.
BATT_HD inline Value floordiv(Lane& lane, Value a, Value b) {
    if (!a.is_int() || !b.is_int()) return lane.fail(Fault::TypeError);
    if (b.num == 0) return lane.fail(Fault::ZeroDivisionError);
    if (a.num == INT64_MIN && b.num == -1) return lane.fail(Fault::Limit);
    int64_t q = a.num / b.num;
    bool down = a.num % b.num != 0 && (a.num < 0) != (b.num < 0);
    return Value::integer(down ? q - 1 : q);
}

/// MOD: the result has the sign of `b`.
BATT_HD inline Value mod(Lane& lane, Value a, Value b) {
    if (!a.is_int() || !b.is_int()) return lane.fail(Fault::TypeError);
    if (b.num == 0) return lane.fail(Fault::ZeroDivisionError);
    if (b.num == -1) return Value::integer(0);
    int64_t r = a.num % b.num;
    bool shift = r != 0 && (r < 0) != (b.num < 0);
    return Value::integer(shift ? r + b.num : r);
}

/// NEG.
BATT_HD inline Value negated(Lane& lane, Value a) {
    if (!a.is_int()) return lane.fail(Fault::TypeError);
    return minus(lane, Value::integer(0), a);
}

/// BITAND: of ints, and INTERSECT of sets.
BATT_HD inline Value bitand_of(Lane& lane, Value a, Value b) {
    if (a.kind() == Kind::Bool && b.kind() == Kind::Bool)
        return Value::boolean((a.num & b.num) != 0);
    if (a.is_int() && b.is_int()) return Value::integer(a.num & b.num);
    if (a.is_set() && b.is_set()) return set_intersection(lane, a, b);
    return lane.fail(Fault::TypeError);
}

} // namespace batt
