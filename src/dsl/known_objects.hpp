// SPDX-License-Identifier: MIT-0
// `objects` of one colour each, without the background, where those of any colours are known.
#pragma once

#include "dsl/objects.hpp"
#include "value/set_algebra.hpp"

#include <cstring>

namespace batt::dsl {

/// A component of any colours that has only one is a component of one colour: it is copied, and
/// only what is in the others is searched. What lies around it is background, which neither search
/// takes.
///
/// The order inside a component depends on which places next to it were done before, none in either
/// search, and on how many were done in all: DIFF(next, done) copies when a quarter of `next` is
/// more than `done`, which counts the component's members so far. These have at most 8 neighbours
/// each, so a component with at least its own size done before it never copies; with 4 neighbours
/// none ever does. A component for which that does not hold in both searches is searched again.
class KnownObjects {
public:
    /// The search would spend nothing on finding the background of such a grid.
    BATT_HD static bool suits(const Lane& lane, Value grid) {
        if (!ComponentFinder::suits(grid)) return false;
        const int8_t* cells = lane.at<int8_t>(grid.ref());
        int bits = 0;
        for (uint32_t k = 0; k < grid.rows() * grid.cols(); ++k) bits |= cells[k];
        return (bits & ~31) == 0;
    }

    /// `known`: the components of any colours, without the background. That it has none of those
    /// places is all there is to know about the background: components of another colour never
    /// grow into it.
    BATT_HD KnownObjects(Lane& lane, Value grid, bool diagonal, Value known)
        : lane_(lane), finder_(lane, grid, true, diagonal, ComponentFinder::kNoColor),
          known_(lane, known), owners_(lane.scratch<uint16_t>(finder_.places_.frame().size())),
          states_(lane.scratch<uint8_t>(known_.length)) {}

    BATT_HD Value run() {
        Value* objects = lane_.scratch<Value>(finder_.count_);
        uint64_t* hashes = lane_.scratch<uint64_t>(finder_.count_);
        if (lane_.failed()) return Value::none();
        const uint16_t* starts = finder_.places_.in_set_order(lane_, finder_.table_);
        if (starts == nullptr) return Value::none();
        note_owners();
        uint32_t found = 0;
        uint32_t known_done = 0; // when the other search came to this place
        for (uint32_t k = 0; k < finder_.count_; ++k) {
            uint32_t start = starts[k];
            if (owners_[start] == 0) continue;
            uint32_t owner = owners_[start] - 1U;
            Value object = known_.values()[owner];
            auto size = static_cast<uint32_t>(object.num);
            uint16_t label = finder_.labels_[start];
            if (label < ComponentFinder::kNever) {
                bool plenty = !finder_.diagonal_ || (known_done >= size && finder_.done_ >= size);
                if ((states_[owner] & kMixed) == 0 && (plenty || size == 1)) {
                    objects[found] = copy(object);
                    hashes[found] = known_.hashes()[owner];
                } else {
                    uint32_t n = finder_.grow(start, label);
                    finder_.pack(n);
                    objects[found] = finder_.make_object(0, n, hashes[found]);
                }
                if (lane_.failed()) return Value::none();
                ++found;
            }
            if ((states_[owner] & kSeen) == 0) known_done += size;
            states_[owner] |= kSeen;
        }
        return finder_.sets_.make(objects, hashes, found, Layout::Freeze);
    }

private:
    // What is known of a known object.
    static constexpr uint8_t kMixed = 1; ///< it has several colours
    static constexpr uint8_t kSeen = 2;  ///< the other search has come to it

    BATT_HD uint32_t place_of(PackedCell cell) const {
        return finder_.places_.frame().number(static_cast<uint32_t>(cell.i()),
                                              static_cast<uint32_t>(cell.j()));
    }

    BATT_HD void note_owners() {
        memset(owners_, 0, finder_.places_.frame().size() * sizeof(uint16_t));
        for (uint32_t k = 0; k < known_.length; ++k) {
            const SetView object(lane_, known_.values()[k]);
            const PackedCell* cells = object.cells();
            uint64_t differences = 0;
            for (uint32_t c = 0; c < object.length; ++c) {
                owners_[place_of(cells[c])] = static_cast<uint16_t>(k + 1);
                differences |= cells[c].bits ^ cells[0].bits;
            }
            states_[k] = differences >> 32 != 0 ? kMixed : 0;
        }
    }

    /// An object of its own: two calls make two, and `intersection` can tell them apart.
    BATT_HD Value copy(Value object) {
        Value made = copied_set(lane_, object);
        if (lane_.failed()) return Value::none();
        const SetView view(lane_, object);
        for (uint32_t c = 0; c < view.length; ++c) {
            finder_.labels_[place_of(view.cells()[c])] = ComponentFinder::kTaken;
        }
        finder_.done_ += view.length;
        return made;
    }

    Lane& lane_;
    ComponentFinder finder_;
    SetView known_;
    uint16_t* owners_; ///< by place: which known object has it, + 1; 0: none
    uint8_t* states_;  ///< by known object
};

/// What `objects` gives when called with `args`, whose second and fourth are true; `known` is what
/// it gave when the second was false.
BATT_HD_CALL inline Value objects_by_known(Lane& lane, const Value* args, Value known) {
    Scratch scope(lane);
    if (!lane.step()) return Value::none();
    if (!KnownObjects::suits(lane, args[0])) return body<Objects>(lane, args);
    return with_toll(lane, args, 4,
                     [&] { return KnownObjects(lane, args[0], truth(args[2]), known).run(); });
}

} // namespace batt::dsl
