// SPDX-License-Identifier: MIT-0
// Connected components. Each of the reference's intermediate sets leaves its mark on the order of
// the result, so the search goes wave by wave as it does there.
#pragma once

#include "dsl/patch.hpp"
#include "dsl/place_tables.hpp"

namespace batt::dsl {

/// Finds the components of a byte grid.
///
/// `done` is never iterated: labels and a count stand for it. `next` and the wave hold places of
/// the grid: labels tell what is in them, a SlotTable in which order. The keys of `comp` and
/// `result` are all different: they are laid out when they are complete.
class ComponentFinder {
public:
    static constexpr int kNoColor = 1000;

    BATT_HD static bool suits(Value grid) {
        return grid.kind() == Kind::Grid && Frame::suits(grid.rows(), grid.cols());
    }

    /// `background`: the colour to leave out, or kNoColor.
    BATT_HD ComponentFinder(Lane& lane, Value grid, bool univalued, bool diagonal, int background)
        : lane_(lane), count_(grid.rows() * grid.cols()), cols_(grid.cols()),
          cells_(lane.at<int8_t>(grid.ref())), places_(lane, grid.rows(), grid.cols()),
          diagonal_(diagonal), labels_(lane.scratch<uint16_t>(places_.frame().size())),
          members_(lane.scratch<uint16_t>(count_ + 1)), packed_(lane.scratch<PackedCell>(count_)),
          packed_hashes_(lane.scratch<uint64_t>(count_)), sets_(lane, count_),
          table_(sets_.table()), order_(sets_.ids()) {
        if (!lane.failed()) label_places(univalued, background);
    }

    BATT_HD Value run() {
        uint16_t* ends = lane_.scratch<uint16_t>(count_);
        uint16_t* starts = lane_.scratch<uint16_t>(count_);
        if (lane_.failed()) return Value::none();
        const uint16_t* places = places_.in_set_order(lane_, table_);
        if (places == nullptr) return Value::none();
        const uint32_t count = list_starts(places, starts);
        const uint32_t found = search(starts, count, ends);
        Value* objects = lane_.scratch<Value>(found);
        uint64_t* hashes = lane_.scratch<uint64_t>(found);
        if (lane_.failed() || !lane_.in_time()) return Value::none();
        pack(found == 0 ? 0 : ends[found - 1]);
        // On a device those whose tables grow alike together: so do lanes that make them side by
        // side.
        uint32_t made = 0;
        for (uint32_t least = 1, slots = 8; made < found && !lane_.failed();) {
            uint32_t full = kIsDevice ? keys_to_grow(slots) : count_ + 1;
            made += make_objects(ends, found, {least, full}, objects, hashes);
            least = full;
            slots = grown_slots(full);
        }
        if (lane_.failed()) return Value::none();
        return sets_.make(objects, hashes, found, Layout::Freeze);
    }

private:
    friend class KnownObjects;

    // Places of one component have equal labels, below kNever, until it takes them.
    static constexpr uint16_t kNever = 0x100;     ///< background or margin; low bits do not count
    static constexpr uint16_t kTaken = 0x200;     ///< in `done`
    static constexpr uint16_t kFresh = 0x400;     ///< to be accepted from the next wave
    static constexpr uint16_t kGathered = 0x8000; ///< a flag: in `next`; on a processor

    BATT_HD void label_places(bool univalued, int background) {
        const Frame frame = places_.frame();
        const uint32_t cols = frame.cols();
        const uint16_t colors = univalued ? 0xFF : 0;
        const int8_t* cells = cells_;
        auto label = [=](int8_t cell) {
            uint16_t never = cell == background ? kNever : 0;
            return static_cast<uint16_t>((cell & colors) | never);
        };
        uint16_t* row = labels_;
        for (uint32_t j = 0; j < cols + 2; ++j) row[j] = kNever;
        for (uint32_t i = 0; i < frame.rows(); ++i, cells += cols) {
            row += frame.stride();
            if constexpr (kIsDevice) {
                label_by_fours(row, cells, cols, label);
                continue;
            }
            row[0] = row[cols + 1] = kNever;
            for (uint32_t j = 0; j < cols; ++j) row[j + 1] = label(cells[j]);
        }
        row += frame.stride();
        for (uint32_t j = 0; j < cols + 2; ++j) row[j] = kNever;
    }
    /// The labels of a row and of what is beside it, in few stores; rows have room for some more.
    template <class Label>
    BATT_HD static void label_by_fours(uint16_t* row, const int8_t* cells, uint32_t cols,
                                       Label label) {
        auto at = [=](uint32_t j) -> uint64_t {
            return j - 1 < cols ? label(cells[j - 1]) : kNever;
        };
        for (uint32_t j = 0; j < cols + 2; j += 4) {
            uint64_t four = at(j) | at(j + 1) << 16 | at(j + 2) << 32 | at(j + 3) << 48;
            *reinterpret_cast<uint64_t*>(row + j) = four;
        }
    }

    /// Writes the places of all components, in the order given; returns their number.
    BATT_HD uint32_t list_starts(const uint16_t* places, uint16_t* starts) const {
        const uint16_t* const labels = labels_;
        uint32_t count = 0;
        auto offer = [&](uint32_t place, uint32_t label) {
            if (skips(label >= kNever)) return;
            starts[count] = static_cast<uint16_t>(place);
            count += label < kNever ? 1 : 0;
        };
        uint32_t k = 0;
        for (; k + 4 <= count_; k += 4) { // all four are fetched before any is written
            uint32_t a = places[k];
            uint32_t b = places[k + 1];
            uint32_t c = places[k + 2];
            uint32_t d = places[k + 3];
            uint32_t in_a = labels[a];
            uint32_t in_b = labels[b];
            uint32_t in_c = labels[c];
            uint32_t in_d = labels[d];
            offer(a, in_a);
            offer(b, in_b);
            offer(c, in_c);
            offer(d, in_d);
        }
        for (; k < count_; ++k) offer(places[k], labels[places[k]]);
        return count;
    }

    /// Collects the components of these places one after the other, each in the order of
    /// acceptance, and where each ends; returns their number. One loop for all waves of all
    /// components: lanes side by side have as much to do at a time as their grids have waves in
    /// all.
    BATT_HD uint32_t search(const uint16_t* starts, uint32_t count, uint16_t* ends) {
        uint32_t found = 0;
        uint32_t begin = 0; // of the wave
        uint32_t end = 0;
        uint16_t label = kNever;
        for (uint32_t k = 0;;) {
            if (begin == end) {
                while (k < count && labels_[starts[k]] == kTaken) ++k;
                if (k == count) break;
                label = labels_[starts[k]];
                end = accept(begin, starts[k]);
            }
            uint32_t next = advance(begin, end, label);
            begin = end;
            end = next;
            if (begin == end) ends[found++] = static_cast<uint16_t>(end);
            if (!lane_.in_time()) break;
        }
        return found;
    }

    /// Collects the component of `start` alone; returns its size.
    BATT_HD uint32_t grow(uint32_t start, uint16_t label) {
        uint32_t begin = 0;
        uint32_t end = accept(begin, start);
        while (begin != end && lane_.in_time()) {
            uint32_t next = advance(begin, end, label);
            begin = end;
            end = next;
        }
        return end;
    }

    /// The first member of a component; returns where its wave ends.
    BATT_HD uint32_t accept(uint32_t begin, uint32_t start) {
        members_[begin] = static_cast<uint16_t>(start);
        labels_[start] = kTaken;
        ++done_;
        return begin + 1;
    }

    /// Accepts what follows on the wave begin..end-1; returns where the next ends.
    BATT_HD uint32_t advance(uint32_t begin, uint32_t end, uint16_t label) {
        uint32_t next = reach(begin, end, label);
        // The order inside a wave matters only when several of its cells are accepted.
        if (next - end > 1) arrange(begin, end);
        for (uint32_t k = end; k < next; ++k) labels_[members_[k]] = kTaken;
        done_ += next - end;
        return next;
    }

    /// Appends the acceptable neighbours of members begin..end-1, in any order.
    BATT_HD uint32_t reach(uint32_t begin, uint32_t end, uint16_t label) {
        const uint32_t down = places_.frame().stride();
        uint16_t* const labels = labels_;
        uint16_t* const members = members_;
        uint32_t next = end;
        // Without branches: whether a neighbour belongs is anyone's guess.
        auto take = [&](uint32_t place, uint32_t found) {
            uint32_t belongs = found == label ? 1 : 0;
            if (skips(belongs == 0)) return;
            uint32_t change = (label ^ kFresh) & (0 - belongs);
            labels[place] = static_cast<uint16_t>(found ^ change);
            members[next] = static_cast<uint16_t>(place);
            next += belongs;
        };
        // All four are fetched before any is written: none has to wait for another.
        auto look = [&](uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
            uint32_t in_a = labels[a];
            uint32_t in_b = labels[b];
            uint32_t in_c = labels[c];
            uint32_t in_d = labels[d];
            take(a, in_a);
            take(b, in_b);
            take(c, in_c);
            take(d, in_d);
        };
        for (uint32_t k = begin; k < end; ++k) {
            uint32_t place = members[k];
            look(place - down, place + down, place - 1, place + 1);
            if (!diagonal_) continue;
            look(place - down - 1, place - down + 1, place + down - 1, place + down + 1);
        }
        return next;
    }

    /// Puts the fresh members from `end` on in the order of the wave after begin..end-1.
    BATT_HD void arrange(uint32_t begin, uint32_t end) {
        const uint64_t* hashes = places_.hashes();
        uint16_t* const labels = labels_;
        uint16_t* const order = order_;
        uint16_t* const members = members_;
        uint32_t live = gather(begin, end);
        uint32_t kept = 0;
        table_.each([&](uint32_t place) {
            uint32_t label = labels[place] & ~uint32_t{kGathered};
            if (!kIsDevice) labels[place] = static_cast<uint16_t>(label);
            if (skips(label == kTaken)) return;
            order[kept] = static_cast<uint16_t>(place);
            kept += label != kTaken ? 1 : 0;
        });
        // DIFF(next, done) copies while little is done, and builds anew otherwise.
        if (live / 4 > done_) {
            table_.copy(live, hashes, order_);
        } else {
            table_.build(order_, kept, hashes);
        }
        table_.each([&](uint32_t place) {
            bool fresh = labels[place] == kFresh;
            if (skips(!fresh)) return;
            members[end] = static_cast<uint16_t>(place);
            end += fresh ? 1 : 0;
        });
    }

    /// Makes the table that of `next`: MERGE of the neighbours of each of members begin..end-1.
    BATT_HD uint32_t gather(uint32_t begin, uint32_t end) {
        const Frame frame = places_.frame();
        const uint64_t* hashes = places_.hashes();
        uint32_t live = 0;
        table_.clear(8);
        for (uint32_t k = begin; k < end; ++k) {
            const uint32_t member = members_[k];
            const Ring ring = places_.ring(member, diagonal_);
            const uint32_t n = ring.count();
            if (5 * (live + n) >= 3 * (table_.slots() - 1)) {
                table_.resize(slots_for(2 * uint64_t{live + n}), hashes, order_);
            }
            uint32_t steps = ring.steps;
            if (live == 0 && Ring::slots(n) == table_.slots()) {
                for (uint32_t bits = ring.live; bits != 0; bits &= bits - 1, steps >>= 4) {
                    uint32_t place = frame.neighbor(member, steps & 15);
                    if (!kIsDevice) mark_gathered(place);
                    table_.occupy(lowest_bit64(bits), place);
                }
                live = n;
                continue;
            }
            auto next = [&] {
                uint32_t place = frame.neighbor(member, steps & 15);
                steps >>= 4;
                return place;
            };
            // A processor would rather mark what it has than guess; a device, whose stores are
            // dear, looks for it.
            if constexpr (kIsDevice) {
                live += table_.place_absent(n, [&](uint32_t) {
                    uint32_t place = next();
                    return SlotTable::Candidate{place, hashes[place], true};
                });
            } else {
                table_.place(n, [&](uint32_t) {
                    uint32_t place = next();
                    bool absent = mark_gathered(place);
                    live += absent ? 1 : 0;
                    return SlotTable::Candidate{place, hashes[place], absent};
                });
            }
        }
        return live;
    }

    /// Marks a place as one of `next`; whether it was not.
    BATT_HD bool mark_gathered(uint32_t place) {
        bool absent = (labels_[place] & kGathered) == 0;
        labels_[place] = static_cast<uint16_t>(labels_[place] | kGathered);
        return absent;
    }

    /// Notes what the first `n` members are as keys.
    BATT_HD void pack(uint32_t n) {
        const Frame frame = places_.frame();
        const uint64_t* hashes = places_.hashes();
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t place = members_[k];
            uint32_t i = frame.row(place);
            uint32_t j = frame.col(place);
            int8_t color = cells_[i * cols_ + j];
            packed_[k] = PackedCell::of(color, static_cast<int32_t>(i), static_cast<int32_t>(j));
            packed_hashes_[k] = hash_cell_at(color, hashes[place]);
        }
    }

    struct Sizes {
        uint32_t least;
        uint32_t end;
    };
    /// Makes the objects of these sizes; returns their number.
    BATT_HD uint32_t make_objects(const uint16_t* ends, uint32_t found, Sizes sizes, Value* objects,
                                  uint64_t* hashes) {
        uint32_t made = 0;
        for (uint32_t k = 0; !lane_.failed(); ++k) {
            uint32_t begin = 0;
            for (; k < found; ++k) {
                begin = k == 0 ? 0 : ends[k - 1];
                if (ends[k] - begin - sizes.least < sizes.end - sizes.least) break;
            }
            if (k >= found) break;
            objects[k] = make_object(begin, ends[k], hashes[k]);
            ++made;
        }
        return made;
    }

    /// FREEZE(comp) of members begin..end-1, which are packed, and its hash.
    BATT_HD Value make_object(uint32_t begin, uint32_t end, uint64_t& hash) {
        uint64_t mixed = 0;
        for (uint32_t k = begin; k < end; ++k) mixed ^= set_hash_mix(packed_hashes_[k]);
        hash = set_hash_end(mixed, end - begin);
        return sets_.make(packed_ + begin, packed_hashes_ + begin, end - begin, Layout::Freeze,
                          hash);
    }

    Lane& lane_;
    uint32_t count_;
    uint32_t cols_;
    const int8_t* cells_;
    Places places_;
    bool diagonal_;
    uint16_t* labels_;
    uint16_t* members_;
    PackedCell* packed_;
    uint64_t* packed_hashes_;
    DistinctSets sets_;
    SlotTable& table_; ///< of `next` and the wave
    uint16_t* order_;  ///< the places in it, listed
    uint32_t done_ = 0;
};

struct Objects {
    static constexpr Doc doc{
        "objects", "grid: Grid, univalued: Boolean, diagonal: Boolean, without_bg: Boolean",
        Type::Objects, "the connected components of a grid",
        "objects(((1, 0), (0, 1)), T, F, T) => fs(fs((1, (1, 1))), fs((1, (0, 0))))"};
    BATT_HD static Value apply(Lane& lane, Value grid, Value univalued, Value diagonal,
                               Value without_bg) {
        Value background = Value::none();
        if (truth(without_bg)) background = Mostcolor::apply(lane, grid);
        if (lane.failed()) return Value::none();
        if (!ComponentFinder::suits(grid)) {
            return general(lane, grid, truth(univalued), truth(diagonal), background);
        }
        int color =
            background.is_int() ? static_cast<int>(background.num) : ComponentFinder::kNoColor;
        return ComponentFinder(lane, grid, truth(univalued), truth(diagonal), color).run();
    }

    /// The steps of the specification, on any value.
    BATT_NOINLINE BATT_HD static Value general(Lane& lane, Value grid, bool univalued,
                                               bool diagonal, Value background) {
        GridShape shape = shape_of(lane, grid);
        if (lane.failed()) return Value::none();
        Value starts = grid_indices(lane, shape.h, shape.w);
        if (lane.failed()) return Value::none();
        Search search(lane, grid, shape, univalued, diagonal, background);
        Value* objects = lane.scratch<Value>(length(starts));
        if (lane.failed()) return Value::none();
        uint32_t found = 0;
        for (uint32_t k = 0; k < length(starts); ++k) {
            Scratch scope(lane);
            Value object = search.component(item(lane, starts, k));
            if (lane.failed()) return Value::none();
            if (length(object) != 0) objects[found++] = object;
        }
        MutableSet result(lane, found);
        for (uint32_t k = 0; k < found; ++k) result.add(objects[k]);
        return result.freeze();
    }

private:
    /// The search in a grid that may hold anything.
    class Search {
    public:
        BATT_HD Search(Lane& lane, Value grid, GridShape shape, bool univalued, bool diagonal,
                       Value background)
            : lane_(lane), grid_(grid), shape_(shape), background_(background),
              univalued_(univalued), diagonal_(diagonal) {
            uint64_t count = uint64_t{shape.h} * shape.w;
            done_ = lane.scratch<bool>(count);
            members_ = lane.scratch<Value>(count);
            for (uint64_t k = 0; done_ != nullptr && k < count; ++k) done_[k] = false;
        }

        /// The component that starts here; empty when none does.
        BATT_HD Value component(Value start) {
            if (is_done(start)) return Value::empty_set();
            Value value = cell(start);
            if (lane_.failed() || equal(lane_, value, background_)) return Value::empty_set();
            MutableSet first(lane_);
            first.add(start);
            Value wave = first.finish();
            count_ = 0;
            while (!lane_.failed() && length(wave) != 0) wave = next_wave(wave, value);
            MutableSet comp(lane_, count_);
            for (uint32_t k = 0; k < count_; ++k) comp.add(members_[k]);
            return comp.freeze();
        }

    private:
        BATT_HD uint64_t index(Value place) const {
            return static_cast<uint64_t>(place.i()) * shape_.w + static_cast<uint64_t>(place.j());
        }
        BATT_HD bool is_done(Value place) const { return done_[index(place)]; }
        BATT_HD Value cell(Value place) {
            Value row = at(lane_, grid_, int64_t{place.i()});
            if (lane_.failed()) return Value::none();
            return at(lane_, row, int64_t{place.j()});
        }

        /// Accepts what can be of a wave.
        BATT_HD Value next_wave(Value wave, Value value) {
            Scratch scope(lane_);
            uint32_t n = length(wave);
            MutableSet next(lane_, 4 * uint64_t{n});
            for (uint32_t k = 0; k < n; ++k) {
                Value place = item(lane_, wave, k);
                Value v = cell(place);
                if (lane_.failed()) return Value::none();
                bool accepted = univalued_ ? equal(lane_, value, v) : !equal(lane_, v, background_);
                if (!accepted) continue;
                members_[count_++] = make_pair(lane_, v, place);
                done_[index(place)] = true;
                ++done_count_;
                uint32_t mark = lane_.mark();
                next.merge(neighbors_of(place));
                lane_.release(mark);
            }
            return without_done(next);
        }

        BATT_HD Value neighbors_of(Value place) {
            Scratch scope(lane_);
            Value all =
                diagonal_ ? Neighbors::apply(lane_, place) : Dneighbors::apply(lane_, place);
            MutableSet within(lane_);
            for (uint32_t k = 0; k < length(all); ++k) {
                Value e = item(lane_, all, k);
                if (!inside(lane_, Value::integer(e.i()), Value::integer(e.j()), shape_)) continue;
                within.add(e);
            }
            return within.finish();
        }

        /// DIFF(next, done).
        BATT_HD Value without_done(MutableSet& next) {
            MutableSet rest(lane_, next.size());
            if (next.size() / 4 > done_count_) {
                MutableSet gone(lane_);
                next.each([&](uint32_t id) {
                    if (is_done(next.key_value(id))) gone.add(next.key_value(id));
                    return !lane_.failed();
                });
                rest.merge(next.finish());
                rest.remove_all(gone.finish());
            } else {
                next.each([&](uint32_t id) {
                    if (!is_done(next.key_value(id))) rest.add(next.key_value(id));
                    return !lane_.failed();
                });
            }
            return rest.finish();
        }

        Lane& lane_;
        Value grid_;
        GridShape shape_;
        Value background_;
        bool univalued_;
        bool diagonal_;
        bool* done_;
        uint32_t done_count_ = 0;
        Value* members_;
        uint32_t count_ = 0;
    };
};

using ObjectsPrims = PrimList<Objects>;

} // namespace batt::dsl
