// SPDX-License-Identifier: MIT-0
// Forecasts for primitives on patches and grids.
#pragma once

#include "dsl/forecast.hpp"

namespace batt::dsl {

/// Coordinates within which an area, or an outline, is in proportion to any grid.
inline constexpr uint32_t kAreaWidth = 9;
inline constexpr uint32_t kOutlineWidth = 14;
/// Coordinates whose products and sums over a patch stay far from 64 bits.
inline constexpr uint32_t kPlaceWidth = 24;

BATT_HD_CALL inline bool forecast_extent(uint32_t id, Knowledge known, Promise& out) {
    const Promise& a = known[0];
    bool patch = a.is_patch() && a.width <= kPlaceWidth && a.size <= kMostProduct;
    bool nonempty = patch && a.is_nonempty();
    bool piece = patch || a.is_grid();
    // A place, or the empty tuple of an empty patch.
    Promise corner =
        a.is_nonempty() ? Promise::place(a.width) : Promise::tuple(0, Promise::number(a.width), 1);
    uint32_t extent = (a.is_grid() ? a.size : a.width) + 2U;
    switch (id) {
    case id_of<Toindices>:
        out = Promise::set(a.nonempty(), Promise::place(a.width), a.size);
        return patch;
    case id_of<Uppermost>:
    case id_of<Lowermost>:
    case id_of<Leftmost>:
    case id_of<Rightmost>:
        out = Promise::number(a.width);
        return nonempty;
    case id_of<Height>:
    case id_of<Width>:
        out = Promise::number(extent);
        return piece;
    case id_of<Shape>:
        out = Promise::place(extent);
        return piece;
    case id_of<Portrait>:
    case id_of<Square>:
    case id_of<Vline>:
    case id_of<Hline>:
        out = Promise::number(0);
        return piece;
    case id_of<Ulcorner>:
    case id_of<Lrcorner>:
    case id_of<Urcorner>:
    case id_of<Llcorner>:
        out = corner;
        return patch;
    case id_of<Centerofmass>:
        out = corner.wider(a.size);
        return patch;
    case id_of<Corners>:
        out = Promise::set(Promise::kNonEmpty, corner, 2);
        return patch;
    case id_of<Center>:
        out = Promise::place(a.width + 2U);
        return nonempty;
    case id_of<Recolor>: {
        const Promise& b = known[1];
        Promise cell = pair_of(a, Promise::place(b.width));
        out = Promise::set(b.nonempty(), cell, b.size);
        return a.is_plain() && b.is_patch() && b.width <= kPlaceWidth;
    }
    default:
        return false;
    }
}

BATT_HD_CALL inline bool forecast_patch(uint32_t id, Knowledge known, Promise& out) {
    const Promise& a = known[0];
    const Promise& b = known[1];
    bool patch = a.is_patch() && a.width <= kPlaceWidth;
    auto places = [&](uint8_t flags, uint32_t width, uint32_t size) {
        out = Promise::set(flags, Promise::place(width), size);
        return true;
    };
    auto moved = [&](uint32_t by) {
        out = a.wider(by);
        return true;
    };
    switch (id) {
    case id_of<Asindices>: {
        bool rows = a.tag() == Promise::Tuple && 2U * a.size <= kMostProduct &&
                    (a.element().is_container() || a.element().tag() == Promise::Nothing);
        return (a.is_grid() || rows) &&
               places(a.is_grid() ? Promise::kNonEmpty : uint8_t{0}, a.size, 2U * a.size);
    }
    case id_of<Asobject>: {
        Promise place = Promise::place(a.size);
        if (a.is_grid()) {
            out = Promise::set(Promise::kNonEmpty, pair_of(Promise::number(a.width), place),
                               2U * a.size);
            return true;
        }
        Promise row = a.element();
        if (a.is_cell() || !a.is_container() || !row.is_container() || row.is_cell()) return false;
        bool none = row.element().tag() == Promise::Nothing;
        out =
            Promise::set(0, none ? Promise::nothing() : pair_of(row.element(), place), 2U * a.size);
        return a.is_plain();
    }
    case id_of<Toobject>:
        out = Promise::set(0, Promise::cell(a.width > b.width ? a.width : b.width), a.size);
        return patch && b.is_grid();
    case id_of<Shift>:
        return patch && b.is_place() && b.width <= kPlaceWidth &&
               moved((b.width > a.width ? b.width - a.width : 0U) + 1U);
    case id_of<Normalize>:
        return patch && moved(1);
    case id_of<Dneighbors>:
    case id_of<Ineighbors>:
    case id_of<Neighbors>:
        return a.is_place() && a.width <= kPlaceWidth &&
               places(Promise::kNonEmpty, a.width + 1U, 3);
    case id_of<Backdrop>:
        return patch && a.width <= kAreaWidth && places(a.nonempty(), a.width, 2U * a.width + 4);
    case id_of<Delta>:
        return patch && a.width <= kAreaWidth && places(0, a.width, 2U * a.width + 4);
    case id_of<Box>:
        return patch && a.width <= kOutlineWidth && places(a.nonempty(), a.width, a.width + 4U);
    case id_of<Inbox>:
    case id_of<Outbox>:
        return patch && a.is_nonempty() && a.width <= kOutlineWidth &&
               places(Promise::kNonEmpty, a.width + 1U, a.width + 5U);
    case id_of<Connect>:
        return a.is_place() && b.is_place() && join(a, b).width <= kOutlineWidth &&
               places(0, join(a, b).width, join(a, b).width + 2U);
    case id_of<Shoot>:
        return a.is_place() && b.is_place() && join(a, b).width <= kAreaWidth &&
               places(0, join(a, b).width + 7U, join(a, b).width + 9U);
    case id_of<Vfrontier>:
    case id_of<Hfrontier>:
        return a.is_place() && places(Promise::kNonEmpty, a.width > 5 ? a.width : 5U, 5);
    default:
        return false;
    }
}

BATT_HD_CALL inline bool forecast_relation(uint32_t id, Knowledge known, Promise& out) {
    const Promise& a = known[0];
    const Promise& b = known[1];
    bool patches = a.is_patch() && b.is_patch() && join(a, b).width <= kPlaceWidth;
    bool nonempty = patches && a.is_nonempty() && b.is_nonempty();
    uint32_t pairs = uint32_t{a.size} + b.size;
    out = Promise::number(0);
    switch (id) {
    case id_of<Hmatching>:
    case id_of<Vmatching>:
        return patches;
    case id_of<Manhattan>:
        out = Promise::number(kPlaceWidth + 3);
        return nonempty && pairs <= kMostProduct;
    case id_of<Adjacent>:
        return nonempty && pairs <= kMostProduct;
    case id_of<Bordering>:
        return a.is_patch() && a.width <= kPlaceWidth && a.is_nonempty() && b.is_grid();
    case id_of<Position>:
        out = Promise::place(0);
        return nonempty;
    case id_of<Gravitate>:
        out = Promise::place(6);
        return nonempty && pairs + 6 <= kMostProduct;
    default:
        return false;
    }
}

/// The first argument is a computed grid of more than one colour.
BATT_HD inline bool has_foreground(const Lane& lane, Knowledge known) {
    Value grid = known.args[0];
    if (!known.is_computed(0) || grid.kind() != Kind::Grid) return false;
    const int8_t* cells = lane.at<int8_t>(grid.ref());
    uint64_t n = uint64_t{grid.rows()} * grid.cols();
    for (uint64_t k = 1; k < n; ++k) {
        if (cells[k] != cells[0]) return true;
    }
    return false;
}

/// Searches of grids and objects.
BATT_HD_CALL inline bool forecast_search(const Lane& lane, uint32_t id, Knowledge known,
                                         Promise& out) {
    const Promise& a = known[0];
    uint32_t width = a.width > a.size ? a.width : a.size;
    Promise object = Promise::set(Promise::kNonEmpty, Promise::cell(width), 2U * a.size);
    switch (id) {
    case id_of<Objects>: {
        bool all = known.is_computed(3) && !truth(known.args[3]);
        bool some = all || has_foreground(lane, known);
        out = Promise::set(some ? Promise::kNonEmpty : uint8_t{0}, object, 2U * a.size);
        return a.is_grid();
    }
    case id_of<Fgpartition>: {
        bool some = has_foreground(lane, known);
        out = Promise::set(some ? Promise::kNonEmpty : uint8_t{0}, object, 2U * a.size);
        return a.is_grid();
    }
    case id_of<Frontiers>:
        out = Promise::set(0, object, 2U * a.size);
        return a.is_grid();
    case id_of<Partition>:
        out = Promise::set(Promise::kNonEmpty, object, 2U * a.size);
        return a.is_grid();
    case id_of<Compress>:
        out = Promise::tuple(0, Promise::tuple(0, Promise::number(a.width), a.size), a.size);
        return a.is_grid();
    case id_of<Occurrences>: {
        const Promise& b = known[1];
        out = Promise::set(0, Promise::place(a.size + 1U), 2U * a.size + 2);
        return a.is_grid() && b.is_object() && b.width <= kPlaceWidth &&
               2U * a.size + b.size <= kMostProduct;
    }
    case id_of<Hperiod>:
    case id_of<Vperiod>:
        out = Promise::number(a.width + 2U);
        return a.is_object() && a.width <= kAreaWidth && a.width + a.size <= int{kMostProduct};
    default:
        return false;
    }
}

BATT_HD_CALL inline bool forecast_grid(uint32_t id, Knowledge known, Promise& out) {
    const Promise& a = known[0];
    const Promise& b = known[1];
    bool patch = a.is_patch() && a.width <= kPlaceWidth && a.is_nonempty();
    // Rows that may be none, or empty.
    auto rows = [](Promise g) {
        return Promise::tuple(0, Promise::tuple(0, Promise::number(g.width), g.size), g.size);
    };
    bool target = a.is_grid() && b.is_object() && b.width <= kPlaceWidth;
    switch (id) {
    case id_of<Canvas>: {
        if (!b.is_place() || b.width > kAreaWidth || !a.is_plain()) return false;
        Value sides = known.args[1];
        bool some =
            known.is_computed(1) && sides.kind() == Kind::Pair && sides.i() > 0 && sides.j() > 0;
        out = some && a.is_number() ? Promise::grid(a.width, b.width)
                                    : Promise::tuple(0, Promise::tuple(0, a, b.width), b.width);
        return true;
    }
    case id_of<Rot90>:
    case id_of<Rot180>:
    case id_of<Rot270>:
        out = a;
        return a.is_grid();
    case id_of<Hmirror>:
    case id_of<Vmirror>:
    case id_of<Dmirror>:
    case id_of<Cmirror>:
        out = a.is_grid() ? a : a.wider(6);
        return a.is_grid() || patch;
    case id_of<Crop>:
        out = rows(a);
        return a.is_grid() && b.is_place() && known[2].is_place() &&
               join(b, known[2]).width <= kPlaceWidth;
    case id_of<Subgrid>:
        out = rows(b);
        return patch && b.is_grid();
    case id_of<Trim>:
    case id_of<Tophalf>:
    case id_of<Bottomhalf>:
    case id_of<Lefthalf>:
    case id_of<Righthalf>:
        out = rows(a);
        return a.is_grid();
    case id_of<Hsplit>:
    case id_of<Vsplit>:
        out = Promise::tuple(0, rows(a), 6);
        return a.is_grid() && known.is_factor(1, 64);
    case id_of<Hconcat>:
        out = Promise::grid(join(a, b).width, join(a, b).size + 1U);
        return a.is_grid() && b.is_grid();
    case id_of<Vconcat>:
        if (known.is_computed(0) && known.is_computed(1) && a.is_grid() && b.is_grid() &&
            known.args[0].kind() == Kind::Grid && known.args[1].kind() == Kind::Grid &&
            known.args[0].cols() == known.args[1].cols()) {
            out = Promise::grid(join(a, b).width, join(a, b).size + 1U);
            return true;
        }
        out = Promise::tuple(Promise::kNonEmpty, join(a, b).element(), join(a, b).size + 1U);
        return a.is_grid() && b.is_grid();
    case id_of<Index>:
        out = {Promise::Plain, a.width, 0};
        return a.is_grid() && b.is_place();
    case id_of<Fill>:
        if (a.tag() == Promise::Tuple && a.is_nonempty() &&
            (a.element().is_cell() || (a.element().is_tuple() && a.element().has(Promise::kTwo)))) {
            // Rows of two, of whatever.
            Promise row = Promise::tuple(Promise::kNonEmpty | Promise::kTwo,
                                         {Promise::Plain, join(a, b).width, join(a, b).size}, 1);
            out = Promise::tuple(Promise::kNonEmpty, row, a.size);
            return a.is_plain() && b.is_plain() && known[2].is_patch() &&
                   known[2].width <= kPlaceWidth;
        }
        [[fallthrough]];
    case id_of<Underfill>:
        out = Promise::grid(join(a, b).width, a.size);
        return a.is_grid() && b.is_number() && known[2].is_patch() && known[2].width <= kPlaceWidth;
    case id_of<Paint>:
    case id_of<Underpaint>:
        out = Promise::grid(join(a, b).width, a.size);
        return target;
    case id_of<Cover>:
        out = a;
        return a.is_grid() && b.is_patch() && b.width <= kPlaceWidth;
    case id_of<Move>:
        out = Promise::grid(join(a, b).width, a.size);
        return target && known[2].is_place() && known[2].width <= kPlaceWidth;
    case id_of<Hupscale>:
    case id_of<Vupscale>:
    case id_of<Upscale>:
        if (id == id_of<Upscale> && a.is_object()) {
            out = Promise::set(a.nonempty(), Promise::cell(a.width + 6U), a.size + 8U);
            return known.is_factor(1, 16) && known.args[1].num > 0 && a.size <= 12 &&
                   a.width <= kPlaceWidth;
        }
        out = Promise::grid(a.width, a.size + 4U);
        return a.is_grid() && known.is_factor(1, 16) && known.args[1].num > 0 && a.size <= 10;
    case id_of<Downscale>:
        out = a;
        return a.is_grid() && known.is_factor(1, INT64_MAX);
    default:
        return false;
    }
}

} // namespace batt::dsl
