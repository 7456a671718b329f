// SPDX-License-Identifier: MIT-0
// Functions that move places: different places go to different places, so a moved set needs no
// comparing, and no value is made for an element.
#pragma once

#include "dsl/scalar.hpp"
#include "value/key_table.hpp"

namespace batt::dsl {

/// (i, j) -> (scale * i + di, scale * j + dj)
struct Motion {
    int64_t scale = 0; ///< 0: it is none
    int64_t di = 0;
    int64_t dj = 0;

    /// The motion that a function of one argument is.
    BATT_HD static Motion of(const Lane& lane, Value function) {
        if (function.kind() == Kind::Function) {
            switch (function.ref()) {
            case scalar_id_of<Identity>:
                return {1, 0, 0};
            case scalar_id_of<Invert>:
                return {-1, 0, 0};
            case scalar_id_of<Double>:
                return {2, 0, 0};
            case scalar_id_of<Increment>:
                return {1, 1, 1};
            case scalar_id_of<Decrement>:
                return {1, -1, -1};
            default:
                return {};
            }
        }
        bool bound = function.kind() == Kind::Closure && function.arity() == 1 &&
                     (function.op() == ClosureOp::Rbind || function.op() == ClosureOp::Lbind);
        if (!bound) return {};
        const Value* captured = lane.at<Value>(function.ref());
        Value by = captured[1];
        if (captured[0].kind() != Kind::Function) return {};
        if (by.kind() == Kind::Int && fits32(by.num)) {
            by = Value::pair(static_cast<int32_t>(by.num), static_cast<int32_t>(by.num));
        }
        if (by.kind() != Kind::Pair) return {};
        if (captured[0].ref() == scalar_id_of<Add>) return {1, by.i(), by.j()};
        if (captured[0].ref() != scalar_id_of<Subtract>) return {};
        if (function.op() == ClosureOp::Lbind) return {-1, by.i(), by.j()};
        return {1, -int64_t{by.i()}, -int64_t{by.j()}};
    }

    BATT_HD bool is_one() const { return scale != 0; }
};

/// FSET of the places of an Indices set, moved; None when one goes too far to be packed, or memory
/// is spent.
BATT_HD_CALL inline Value move_places(Lane& lane, Value places, Motion motion) {
    uint32_t n = length(places);
    Scratch scope(lane);
    const PackedPair* from = SetView(lane, places).pairs();
    PackedPair* to = lane.scratch<PackedPair>(n);
    if (to == nullptr) return Value::none();
    bool near = all_of(lane, n, [=](uint32_t k) {
        int64_t i = motion.scale * from[k].i() + motion.di;
        int64_t j = motion.scale * from[k].j() + motion.dj;
        to[k] = PackedPair::of(static_cast<int32_t>(i), static_cast<int32_t>(j));
        return fits16(i) && fits16(j);
    });
    return near ? make_distinct(lane, to, n, Layout::Build) : Value::none();
}

} // namespace batt::dsl
