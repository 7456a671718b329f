// SPDX-License-Identifier: MIT-0
#pragma once

#include "base/platform.hpp"

#include <type_traits>

namespace batt {

/// The stored form of a value. Python sees fewer kinds: Tuple, Pair, Cell, Row and Grid are all
/// tuples; Set, Indices and Object are all frozensets; Function and Closure are both functions.
///
/// Tuples are canonical: a tuple that fits a compact form always has it (make_tuple sees to that),
/// so two compact tuples of different kinds are never equal.
///   Pair  (i, j)       two ints of 32 bits
///   Cell  (c, (i, j))  an int of 32 bits and a Pair
///   Row   ints of 8 bits, any length but 0 and 2
///   Grid  at least one row; all rows of one length, every cell an int of 8 bits
/// Sets take the compact form their elements allow when they are built:
///   Indices  pairs of 16-bit ints     Object  cells with 16-bit places
/// The empty frozenset is always the Set at offset 0, which every arena starts with.
enum class Kind : uint8_t {
    None,
    Bool,
    Int,
    Function,
    Closure,
    Tuple,
    Pair,
    Cell,
    Row,
    Grid,
    Set,
    Indices,
    Object,
};

/// What made a closure. `SafeDefault` is the stand-in the safe policy gives for a failed Callable.
enum class ClosureOp : uint8_t { Compose, Chain, Matcher, Rbind, Lbind, Fork, SafeDefault };

/// The function takes any number of arguments (the safe policy's stand-in).
inline constexpr int kAnyArity = -1;

/// A value of the DSL: 16 plain bytes, payloads in the lane's arena by offset. All but the number
/// is kept in one word, so that a value is copied, passed on and returned as two.
class alignas(16) Value {
    uint64_t head_ = 0; ///< kind, flags, depth and ref, from the lowest bit on

public:
    int64_t num = 0; ///< number; length; or two 32-bit halves (place, rows and columns)

    constexpr Value() = default;
    BATT_HD constexpr Value(Kind kind, uint8_t flags, uint16_t depth, uint32_t ref, int64_t number)
        : head_(static_cast<uint64_t>(kind) | uint64_t{flags} << 8 | uint64_t{depth} << 16 |
                uint64_t{ref} << 32),
          num(number) {}

    BATT_HD constexpr Kind kind() const { return static_cast<Kind>(head_ & 0xFF); }
    /// kHasFunction, kPromised.
    BATT_HD constexpr uint8_t flags() const { return static_cast<uint8_t>(head_ >> 8); }
    /// Nesting: 0 for scalars, 1 + the deepest element for containers.
    BATT_HD constexpr uint16_t depth() const { return static_cast<uint16_t>(head_ >> 16); }
    /// Arena offset; primitive id of a Function; colour of a Cell.
    BATT_HD constexpr uint32_t ref() const { return static_cast<uint32_t>(head_ >> 32); }

    /// The same with another payload.
    BATT_HD constexpr Value with_ref(uint32_t ref) const {
        return {kind(), flags(), depth(), ref, num};
    }
    /// The same with these flags, too.
    BATT_HD constexpr Value with_flag(uint8_t flag) const {
        return {kind(), static_cast<uint8_t>(flags() | flag), depth(), ref(), num};
    }
    /// Bit for bit the other one.
    BATT_HD constexpr bool is_same(Value other) const {
        return head_ == other.head_ && num == other.num;
    }

    /// The value is a function or contains one at any depth: sets of such keep insertion order.
    static constexpr uint8_t kHasFunction = 1;
    /// The value was not computed; only a description of it is known (dsl/promise.hpp).
    static constexpr uint8_t kPromised = 2;

    BATT_HD static constexpr Value none() { return {}; }
    BATT_HD static constexpr Value boolean(bool b) { return {Kind::Bool, 0, 0, 0, b ? 1 : 0}; }
    BATT_HD static constexpr Value integer(int64_t n) { return {Kind::Int, 0, 0, 0, n}; }
    BATT_HD static constexpr Value function(uint32_t id, int arity) {
        return {Kind::Function, kHasFunction, 0, id, arity};
    }
    BATT_HD static constexpr Value closure(ClosureOp op, int arity, uint32_t ref, uint16_t depth) {
        return {Kind::Closure, kHasFunction, depth, ref,
                static_cast<int64_t>(op) << 32 | static_cast<uint32_t>(arity)};
    }
    /// The tuple (i, j).
    BATT_HD static constexpr Value pair(int32_t i, int32_t j) {
        return {Kind::Pair, 0, 1, 0, halves(i, j)};
    }
    /// The tuple (c, (i, j)).
    BATT_HD static constexpr Value cell(int32_t c, int32_t i, int32_t j) {
        return {Kind::Cell, 0, 2, static_cast<uint32_t>(c), halves(i, j)};
    }
    BATT_HD static constexpr Value empty_tuple() { return {Kind::Tuple, 0, 1, 0, 0}; }
    BATT_HD static constexpr Value empty_set() { return {Kind::Set, 0, 1, 0, 0}; }

    BATT_HD constexpr bool is_int() const { return kind() == Kind::Int || kind() == Kind::Bool; }
    BATT_HD constexpr bool is_tuple() const {
        return kind() >= Kind::Tuple && kind() <= Kind::Grid;
    }
    BATT_HD constexpr bool is_set() const { return kind() >= Kind::Set; }
    BATT_HD constexpr bool is_container() const { return kind() >= Kind::Tuple; }
    BATT_HD constexpr bool is_function() const {
        return kind() == Kind::Function || kind() == Kind::Closure;
    }
    BATT_HD constexpr bool has_function() const { return (flags() & kHasFunction) != 0; }
    /// The payload lies in the arena, at `ref`.
    BATT_HD constexpr bool in_arena() const {
        return kind() == Kind::Closure || kind() == Kind::Tuple || kind() >= Kind::Row;
    }

    /// Pair and Cell: the place. Grid: rows() and cols().
    BATT_HD constexpr int32_t i() const { return static_cast<int32_t>(num); }
    BATT_HD constexpr int32_t j() const { return static_cast<int32_t>(num >> 32); }
    BATT_HD constexpr int32_t color() const { return static_cast<int32_t>(ref()); }
    BATT_HD constexpr uint32_t rows() const { return static_cast<uint32_t>(num); }
    BATT_HD constexpr uint32_t cols() const { return static_cast<uint32_t>(num >> 32); }

    BATT_HD constexpr int arity() const { return static_cast<int32_t>(num); }
    BATT_HD constexpr ClosureOp op() const { return static_cast<ClosureOp>(num >> 32); }

    BATT_HD static constexpr int64_t halves(int32_t low, int32_t high) {
        return static_cast<int64_t>(static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32 |
                                    static_cast<uint32_t>(low));
    }
};

static_assert(sizeof(Value) == 16 && std::is_trivially_copyable_v<Value>);

BATT_HD constexpr bool fits8(int64_t n) {
    return n >= -128 && n <= 127;
}
BATT_HD constexpr bool fits16(int64_t n) {
    return n >= -32768 && n <= 32767;
}
BATT_HD constexpr bool fits32(int64_t n) {
    return n >= -2147483648LL && n <= 2147483647LL;
}

} // namespace batt
