// SPDX-License-Identifier: MIT-0
// What can be known of a value that was not computed.
#pragma once

#include "value/container.hpp"
#include "value/set_layout.hpp"

namespace batt::dsl {

/// A description of values: what they are made of, whether they are empty, how large they can be.
/// It leaves open how they are stored.
///
/// Levels lie one byte each, the outermost lowest. A level says of what kind the value is; below a
/// Tuple or Set is the level of its elements, all of them alike.
struct Promise {
    enum Tag : uint8_t {
        Unknown, ///< nothing is known; may be a function or hold one
        Nothing, ///< no value: the elements of an empty container
        Number,  ///< an int or bool
        Cell,    ///< (number, (number, number))
        Grid,    ///< rows of one length of numbers, at least one row and one column
        Tuple,
        Set,
        Plain,  ///< any value without functions
        Vector, ///< a number or a place
        Items,  ///< any container without functions
    };
    static constexpr uint8_t kNonEmpty = 0x10;
    /// A tuple of exactly two, a set of at least two; with kNonEmpty.
    static constexpr uint8_t kTwo = 0x20;
    static constexpr uint64_t kLevelBits = 48;
    static constexpr uint32_t kMostSize = 63;

    uint64_t levels = Unknown;
    uint8_t width = 0; ///< no number in the value is beyond 2^width in magnitude
    uint8_t size = 0;  ///< no container in it has more than 2^size elements

    BATT_HD Tag tag() const { return static_cast<Tag>(levels & 15); }
    BATT_HD bool has(uint8_t flags) const { return (levels & flags) == flags; }

    BATT_HD static Promise unknown() { return {}; }
    BATT_HD static Promise nothing() { return {Nothing, 0, 0}; }
    BATT_HD static Promise number(uint32_t width) {
        return {Number, static_cast<uint8_t>(width), 0};
    }
    /// A tuple of two numbers.
    BATT_HD static Promise place(uint32_t width) {
        return {uint64_t{Number} << 8 | Tuple | kNonEmpty | kTwo, static_cast<uint8_t>(width), 1};
    }
    BATT_HD static Promise cell(uint32_t width) { return {Cell, static_cast<uint8_t>(width), 1}; }
    BATT_HD static Promise grid(uint32_t width, uint32_t size) {
        return {Grid, static_cast<uint8_t>(width), static_cast<uint8_t>(size)};
    }
    /// A tuple or set (`tag`) of such elements.
    BATT_HD static Promise container(Tag tag, uint8_t flags, Promise element, uint32_t size) {
        if (element.levels >> (kLevelBits - 8) != 0) {
            element.levels = element.is_plain() ? Plain : Unknown;
        }
        element.levels = element.levels << 8 | tag | flags;
        if (size > kMostSize) size = kMostSize;
        if (size > element.size) element.size = static_cast<uint8_t>(size);
        return element;
    }
    BATT_HD static Promise set(uint8_t flags, Promise element, uint32_t size) {
        return container(Set, flags, element, size);
    }
    BATT_HD static Promise tuple(uint8_t flags, Promise element, uint32_t size) {
        return container(Tuple, flags, element, size);
    }

    BATT_HD bool is_number() const { return tag() == Number; }
    BATT_HD bool is_place() const {
        return (levels & 0xFFFF) == (uint64_t{Number} << 8 | Tuple | kNonEmpty | kTwo);
    }
    BATT_HD bool is_vector() const { return is_number() || is_place() || tag() == Vector; }
    BATT_HD bool is_cell() const { return tag() == Cell; }
    BATT_HD bool is_grid() const { return tag() == Grid; }
    BATT_HD bool is_set() const { return tag() == Set; }
    BATT_HD bool is_tuple() const { return tag() == Tuple || tag() == Grid || tag() == Cell; }
    /// Known to be a tuple, or known to be a set.
    BATT_HD bool is_container() const { return is_set() || is_tuple(); }
    BATT_HD bool has_items() const { return is_container() || tag() == Items; }
    BATT_HD bool is_nonempty() const { return has(kNonEmpty) || tag() == Grid || tag() == Cell; }
    /// Holds no function; equality and hash are as cheap as its size.
    BATT_HD bool is_plain() const {
        uint64_t rest = levels;
        while ((rest & 15) == Tuple || (rest & 15) == Set) rest >>= 8;
        return (rest & 15) != Unknown;
    }

    /// What a container's elements are.
    BATT_HD Promise element() const {
        if (tag() == Cell) return {Vector, width, size};
        if (tag() == Items) return {Plain, width, size};
        if (tag() == Grid) return tuple(kNonEmpty, number(width), size);
        return {levels >> 8, width, size};
    }
    /// kNonEmpty where it holds.
    BATT_HD uint8_t nonempty() const { return is_nonempty() ? kNonEmpty : uint8_t{0}; }

    /// A frozenset of places, or an empty one.
    BATT_HD bool is_indices() const {
        return is_set() && (element().is_place() || element().tag() == Nothing);
    }
    /// A frozenset of cells, or an empty one.
    BATT_HD bool is_object() const {
        return is_set() && (element().is_cell() || element().tag() == Nothing);
    }
    BATT_HD bool is_patch() const { return is_indices() || is_object(); }

    BATT_HD Promise wider(uint32_t by) const {
        return {levels, static_cast<uint8_t>(width + by), size};
    }
};

/// What holds of both.
BATT_HD_CALL inline Promise join(Promise a, Promise b) {
    Promise both = a;
    if (b.width > both.width) both.width = b.width;
    if (b.size > both.size) both.size = b.size;
    if (a.levels == b.levels || b.tag() == Promise::Nothing) return both;
    both.levels = b.levels;
    if (a.tag() == Promise::Nothing) return both;
    if (a.is_vector() && b.is_vector()) {
        both.levels = Promise::Vector;
        return both;
    }
    auto as_tuple = [](Promise p) {
        if (p.is_cell()) {
            return Promise::tuple(Promise::kNonEmpty | Promise::kTwo, p.element(), p.size);
        }
        return p.is_grid() ? Promise::tuple(Promise::kNonEmpty, p.element(), p.size) : p;
    };
    a = as_tuple(a);
    b = as_tuple(b);
    bool alike = a.tag() == b.tag() && a.is_container();
    if (!alike) {
        bool plain = a.is_plain() && b.is_plain();
        both.levels = plain ? Promise::Plain : Promise::Unknown;
        if (plain && a.has_items() && b.has_items()) {
            both.levels = Promise::Items | (a.nonempty() & b.nonempty());
        }
        return both;
    }
    uint8_t flags = static_cast<uint8_t>(a.levels & b.levels & 0xF0);
    return Promise::container(a.tag(), flags, join(a.element(), b.element()), both.size);
}

/// No value that fits one is EQ to one that fits the other.
BATT_HD_CALL inline bool differ(Promise a, Promise b) {
    if (a.tag() == Promise::Nothing || b.tag() == Promise::Nothing) return true;
    auto number_or_place = [](Promise p, Promise other) {
        return differ(Promise::number(p.width), other) && differ(Promise::place(p.width), other);
    };
    if (a.tag() == Promise::Vector) return number_or_place(a, b);
    if (b.tag() == Promise::Vector) return number_or_place(b, a);
    auto known = [](Promise p) { return p.is_number() || p.has_items(); };
    if (!known(a) || !known(b)) return false;
    if (a.is_number() || b.is_number()) return !a.is_number() || !b.is_number();
    if (!a.is_container() || !b.is_container()) return false;
    if (a.is_set() || b.is_set()) return !a.is_set() || !b.is_set();
    if (a.is_cell() && b.is_cell()) return false;
    // A tuple that is a cell starts with a number and ends with a place.
    auto is_no_cell = [](Promise p) {
        return differ(p.element(), Promise::number(0)) || differ(p.element(), Promise::place(0));
    };
    if (a.is_cell()) return is_no_cell(b);
    if (b.is_cell()) return is_no_cell(a);
    return (a.is_nonempty() || b.is_nonempty()) && differ(a.element(), b.element());
}

/// LESS never fails between values that fit these.
BATT_HD_CALL inline bool are_comparable(Promise a, Promise b) {
    if (a.tag() == Promise::Nothing || b.tag() == Promise::Nothing) return true;
    if (a.is_number() && b.is_number()) return true;
    if (!a.is_plain() || !b.is_plain()) return false;
    if (a.is_set() && b.is_set()) return true;
    if (!a.is_tuple() || !b.is_tuple()) return false;
    if (a.is_cell() || b.is_cell()) return a.is_cell() && b.is_cell();
    return are_comparable(a.element(), b.element());
}

/// The least k with n <= 2^k.
BATT_HD inline uint32_t bits_for(uint64_t n) {
    return n <= 1 ? 0 : highest_bit64(n - 1) + 1;
}

/// Describes values there are.
class Describer {
public:
    BATT_HD explicit Describer(const Lane& lane) : lane_(lane) {}

    BATT_HD_CALL Promise describe(Value v, int nesting = 0) {
        switch (v.kind()) {
        case Kind::None:
            return {Promise::Plain, 0, 0};
        case Kind::Bool:
        case Kind::Int:
            return Promise::number(width_of(v.num));
        case Kind::Function:
        case Kind::Closure:
            return Promise::unknown();
        case Kind::Pair:
            return Promise::place(width_of(v.i(), v.j()));
        case Kind::Cell: {
            uint32_t color = width_of(v.color());
            uint32_t place = width_of(v.i(), v.j());
            return Promise::cell(color > place ? color : place);
        }
        case Kind::Row:
            return Promise::tuple(Promise::kNonEmpty, Promise::number(7),
                                  bits_for(static_cast<uint64_t>(v.num)));
        case Kind::Grid: {
            uint32_t size = bits_for(v.rows() > v.cols() ? v.rows() : v.cols());
            if (v.cols() != 0) return Promise::grid(7, size);
            return Promise::tuple(Promise::kNonEmpty, Promise::tuple(0, Promise::nothing(), 0),
                                  size);
        }
        case Kind::Indices:
            return Promise::set(set_flags(v),
                                Promise::place(width_of(v, SetView(lane_, v).pairs())),
                                bits_for(static_cast<uint64_t>(v.num)));
        case Kind::Object:
            return Promise::set(set_flags(v), Promise::cell(width_of(v, SetView(lane_, v).cells())),
                                bits_for(static_cast<uint64_t>(v.num)));
        case Kind::Tuple:
        case Kind::Set:
            return describe_items(v, nesting);
        }
        return Promise::unknown();
    }

private:
    /// Values looked at before giving up, and the deepest nesting.
    static constexpr uint32_t kMost = 20000;
    static constexpr int kMostNesting = 6;

    BATT_HD static uint32_t width_of(int64_t n) {
        if (n == INT64_MIN) return 63;
        return bits_for(static_cast<uint64_t>(n < 0 ? -n : n));
    }
    BATT_HD static uint32_t width_of(int64_t i, int64_t j) {
        return width_of(i) > width_of(j) ? width_of(i) : width_of(j);
    }

    BATT_HD static uint8_t set_flags(Value set) {
        if (set.num == 0) return 0;
        return set.num == 1 ? Promise::kNonEmpty : Promise::kNonEmpty | Promise::kTwo;
    }

    /// Bits that tell how large the numbers of a packed entry are.
    BATT_HD static uint32_t magnitude(PackedPair pair) {
        return static_cast<uint32_t>(pair.i() ^ pair.i() >> 31) |
               static_cast<uint32_t>(pair.j() ^ pair.j() >> 31);
    }
    BATT_HD static uint32_t magnitude(PackedCell cell) {
        return static_cast<uint32_t>(cell.i() ^ cell.i() >> 31) |
               static_cast<uint32_t>(cell.j() ^ cell.j() >> 31) |
               static_cast<uint32_t>(cell.color() ^ cell.color() >> 31);
    }
    /// Found out once a set, which remembers it.
    template <class Key>
    BATT_HD uint32_t width_of(Value set, const Key* keys) const {
        SetHead* head = lane_.at<SetHead>(set.ref());
        if (head->width != 0) return head->width - 1U;
        uint32_t met = 0;
        for (int64_t k = 0; k < set.num; ++k) met |= magnitude(keys[k]);
        uint32_t width = bits_for(uint64_t{met} + 1);
        head->width = static_cast<uint16_t>(width + 1);
        return width;
    }

    BATT_HD Promise describe_items(Value v, int nesting) {
        auto n = static_cast<uint32_t>(v.num);
        Promise::Tag tag = v.kind() == Kind::Set ? Promise::Set : Promise::Tuple;
        uint8_t flags = set_flags(v);
        if (n > 2 && tag == Promise::Tuple) flags = Promise::kNonEmpty;
        if (n == 2 && tag == Promise::Tuple && !v.has_function()) {
            Promise first = describe(lane_.at<Value>(v.ref())[0], nesting + 1);
            Promise second = describe(lane_.at<Value>(v.ref())[1], nesting + 1);
            if (first.is_number() && second.is_place()) {
                return Promise::cell(join(first, second).width);
            }
        }
        Promise all = Promise::nothing();
        met_ += n;
        if (met_ > kMost || nesting == kMostNesting || v.has_function()) all = Promise::unknown();
        const Value* items =
            v.kind() == Kind::Set ? SetView(lane_, v).values() : lane_.at<Value>(v.ref());
        for (uint32_t k = 0; k < n && all.tag() != Promise::Unknown; ++k) {
            all = join(all, describe(items[k], nesting + 1));
        }
        return Promise::container(tag, flags, all, bits_for(n));
    }

    const Lane& lane_;
    uint32_t met_ = 0;
};

/// The stand-in for a value that was not computed. A closure over such stand-ins is marked as
/// promised, too, but can be followed.
BATT_HD inline Value promised(Promise promise) {
    uint64_t packed = promise.levels | uint64_t{promise.width} << Promise::kLevelBits |
                      uint64_t{promise.size} << (Promise::kLevelBits + 8);
    return {Kind::None, Value::kPromised, 0, 0, static_cast<int64_t>(packed)};
}

/// What is known of a value that was computed or promised.
BATT_HD inline Promise promise_of(const Lane& lane, Value v) {
    if ((v.flags() & Value::kPromised) == 0) return Describer(lane).describe(v);
    if (v.kind() == Kind::Closure) return Promise::unknown();
    uint64_t packed = static_cast<uint64_t>(v.num);
    return {packed & ((1ULL << Promise::kLevelBits) - 1),
            static_cast<uint8_t>(packed >> Promise::kLevelBits),
            static_cast<uint8_t>(packed >> (Promise::kLevelBits + 8))};
}

} // namespace batt::dsl
