// SPDX-License-Identifier: MIT-0
// Length, truth, iteration and access: LEN, TRUTH, ITER, AT, FIRST, PAIR of the specification.
#pragma once

#include "value/set_layout.hpp"

namespace batt {

/// Number of elements of a container.
BATT_HD inline uint32_t length(Value v) {
    switch (v.kind()) {
    case Kind::Pair:
    case Kind::Cell:
        return 2;
    case Kind::Grid:
        return v.rows();
    default:
        return static_cast<uint32_t>(v.num);
    }
}

BATT_HD inline bool truth(Value v) {
    if (v.is_int()) return v.num != 0;
    if (v.is_container()) return length(v) != 0;
    return v.kind() != Kind::None;
}

/// A stretch of byte cells as the tuple it is.
BATT_HD inline Value row_value(const Lane& lane, uint32_t ref, uint32_t length) {
    if (length == 0) return Value::empty_tuple();
    if (length == 2) {
        const int8_t* cells = lane.at<int8_t>(ref);
        return Value::pair(cells[0], cells[1]);
    }
    return {Kind::Row, 0, 1, ref, length};
}

/// Element `k` of a container in iteration order; `k` must be below its length.
BATT_HD_CALL inline Value item(const Lane& lane, Value v, uint32_t k) {
    switch (v.kind()) {
    case Kind::Tuple:
        return lane.at<Value>(v.ref())[k];
    case Kind::Pair:
        return Value::integer(k == 0 ? v.i() : v.j());
    case Kind::Cell:
        return k == 0 ? Value::integer(v.color()) : Value::pair(v.i(), v.j());
    case Kind::Row:
        return Value::integer(lane.at<int8_t>(v.ref())[k]);
    case Kind::Grid:
        return row_value(lane, v.ref() + k * v.cols(), v.cols());
    case Kind::Indices:
    case Kind::Object:
    case Kind::Set: {
        const char* entries = lane.at<char>(v.ref()) + lane.at<SetHead>(v.ref())->entries;
        if (v.kind() == Kind::Indices)
            return reinterpret_cast<const PackedPair*>(entries)[k].value();
        if (v.kind() == Kind::Object)
            return reinterpret_cast<const PackedCell*>(entries)[k].value();
        return reinterpret_cast<const Value*>(entries)[k];
    }
    default:
        return Value::none();
    }
}

/// The elements of a container that is gone through: what item() looks up each time, this did once.
class Items {
public:
    BATT_HD Items(const Lane& lane, Value container)
        : lane_(lane), container_(container), at_(lane.at<char>(container.ref())) {
        if (container.is_set()) at_ += lane.at<SetHead>(container.ref())->entries;
    }
    BATT_HD Value operator[](uint32_t k) const {
        switch (container_.kind()) {
        case Kind::Tuple:
        case Kind::Set:
            return reinterpret_cast<const Value*>(at_)[k];
        case Kind::Indices:
            return reinterpret_cast<const PackedPair*>(at_)[k].value();
        case Kind::Object:
            return reinterpret_cast<const PackedCell*>(at_)[k].value();
        default:
            return item(lane_, container_, k);
        }
    }

private:
    const Lane& lane_;
    Value container_;
    const char* at_;
};

/// LEN: TypeError (and 0) for what is no container.
BATT_HD inline uint32_t len(Lane& lane, Value v) {
    if (v.is_container()) return length(v);
    lane.fail(Fault::TypeError);
    return 0;
}

/// Checks that `v` can be iterated; records TypeError otherwise.
BATT_HD inline bool iterable(Lane& lane, Value v) {
    if (v.is_container()) return true;
    lane.fail(Fault::TypeError);
    return false;
}

/// AT with an index that is known to be an int.
BATT_HD_CALL inline Value at(Lane& lane, Value v, int64_t k) {
    if (!v.is_tuple()) return lane.fail(Fault::TypeError);
    int64_t n = length(v);
    if (k < 0) k += n;
    if (k < 0 || k >= n) return lane.fail(Fault::IndexError);
    return item(lane, v, static_cast<uint32_t>(k));
}

/// AT.
BATT_HD inline Value at(Lane& lane, Value v, Value k) {
    if (!v.is_tuple() || !k.is_int()) return lane.fail(Fault::TypeError);
    return at(lane, v, k.num);
}

/// FIRST.
BATT_HD inline Value first(Lane& lane, Value v) {
    if (!iterable(lane, v)) return Value::none();
    if (length(v) == 0) return lane.fail(Fault::StopIteration);
    return item(lane, v, 0);
}

/// PAIR: the two elements of a container of two.
struct Two {
    Value first;
    Value second;
};
BATT_HD_CALL inline Two two(Lane& lane, Value v) {
    if (!iterable(lane, v)) return {};
    if (length(v) != 2) {
        lane.fail(Fault::ValueError);
        return {};
    }
    return {item(lane, v, 0), item(lane, v, 1)};
}

/// HW: rows of a grid-like tuple, and the length of the first.
struct GridShape {
    uint32_t h = 0;
    uint32_t w = 0;
};
BATT_HD_CALL inline GridShape shape_of(Lane& lane, Value grid) {
    if (grid.kind() == Kind::Grid) return {grid.rows(), grid.cols()};
    uint32_t h = len(lane, grid);
    if (lane.failed()) return {};
    Value row = at(lane, grid, int64_t{0});
    if (lane.failed()) return {};
    return {h, len(lane, row)};
}

/// INSIDE: tests 0 <= i, i < h, 0 <= j, j < w in this order.
BATT_HD inline bool inside(Lane& lane, Value i, Value j, GridShape shape) {
    if (!i.is_int()) {
        lane.fail(Fault::TypeError);
        return false;
    }
    if (i.num < 0 || i.num >= shape.h) return false;
    if (!j.is_int()) {
        lane.fail(Fault::TypeError);
        return false;
    }
    return j.num >= 0 && j.num < shape.w;
}

/// The object-like test: does the second part of the first element hold a place?
BATT_HD_CALL inline bool object_like(Lane& lane, Value patch) {
    if (patch.kind() == Kind::Object) return true;
    if (patch.kind() == Kind::Indices) return false;
    Value e = first(lane, patch);
    if (lane.failed()) return false;
    Value second = at(lane, e, int64_t{1});
    return !lane.failed() && second.is_tuple();
}

} // namespace batt
