// SPDX-License-Identifier: MIT-0
// What searches on grids ask about places again and again: hashes, neighbours, and the order in
// which a set of all places is iterated. All of it follows from the grid's shape alone, so it can
// be looked up.
#pragma once

#include "value/slot_table.hpp"

namespace batt::dsl {

/// Numbers the places of a grid and of a margin of one around it, in rows of a power of two, so
/// that neighbours are a constant apart and need no test of bounds. Numbers have 16 bits.
class Frame {
public:
    BATT_HD Frame(uint32_t rows, uint32_t cols) : rows_(rows), cols_(cols), log_(kSmallLog) {
        while ((1U << log_) < cols + 2) ++log_;
    }
    BATT_HD static bool suits(uint32_t rows, uint32_t cols) {
        return rows < 0x4000 && cols < 0x4000 && Frame(rows, cols).size() <= 0xFFFF;
    }

    BATT_HD uint32_t rows() const { return rows_; }
    BATT_HD uint32_t cols() const { return cols_; }
    BATT_HD uint32_t stride() const { return 1U << log_; }
    BATT_HD uint32_t size() const { return (rows_ + 2) << log_; }
    BATT_HD uint32_t number(uint32_t i, uint32_t j) const { return ((i + 1) << log_) + j + 1; }
    BATT_HD uint32_t row(uint32_t place) const { return (place >> log_) - 1; }
    BATT_HD uint32_t col(uint32_t place) const { return (place & ((1U << log_) - 1)) - 1; }

    /// The place one step away; a step (di, dj) is 4 * (di + 1) + dj + 1.
    BATT_HD uint32_t neighbor(uint32_t place, uint32_t step) const {
        return place - (1U << log_) - 1 + (step >> 2 << log_) + (step & 3);
    }
    BATT_HD bool contains(uint32_t place) const { return row(place) < rows_ && col(place) < cols_; }

    /// All frames of grids up to this side number the places alike.
    static constexpr uint32_t kSmallLog = 5;
    static constexpr uint32_t kSmallSide = 30;
    BATT_HD bool small() const { return rows_ <= kSmallSide && cols_ <= kSmallSide; }

private:
    uint32_t rows_;
    uint32_t cols_;
    uint32_t log_;
};

/// The eight steps in the order in which dneighbors and ineighbors take them, 4 bits each.
inline constexpr uint32_t kSteps = 0xA8206491;
BATT_HD inline uint32_t step_at(uint32_t k) {
    return kSteps >> 4 * k & 15;
}

/// The neighbours of a place that lie in the grid, as they lie in the table of a set built from
/// neighbors or dneighbors of the place.
struct Ring {
    uint32_t live;  ///< the slots taken
    uint32_t steps; ///< to the places in them, in slot order, 4 bits each

    BATT_HD uint32_t count() const { return popcount64(live); }
    /// The size of the table, given the count.
    BATT_HD static uint32_t slots(uint32_t n) { return n < 5 ? 8 : 32; }
};

/// Makes a Ring; `table` is room for eight keys, `hashes` those of the frame's places.
BATT_HD inline Ring make_ring(SlotTable& table, const Frame& frame, const uint64_t* hashes,
                              uint32_t place, bool diagonal) {
    uint64_t near[8];
    uint16_t order[8];
    const uint32_t all = diagonal ? 8 : 4;
    for (uint32_t k = 0; k < all; ++k) {
        near[k] = hashes[frame.neighbor(place, step_at(k))];
        order[k] = static_cast<uint16_t>(k);
    }
    // Each family of four is a set of 8 slots, their union one of 32.
    for (uint32_t k = 0; k < all; k += 4) {
        table.clear(8);
        table.place_all(order + k, 4, near);
        table.list(order + k);
    }
    if (diagonal) {
        table.clear(32);
        table.place_all(order, 8, near);
        table.list(order);
    }
    uint32_t n = 0;
    for (uint32_t k = 0; k < all; ++k) {
        if (frame.contains(frame.neighbor(place, step_at(order[k])))) order[n++] = order[k];
    }
    table.build(order, n, near);
    Ring ring{static_cast<uint32_t>(table.live()), 0};
    uint32_t shift = 0;
    table.each([&](uint32_t k) {
        ring.steps |= step_at(k) << shift;
        shift += 4;
    });
    return ring;
}

/// Lists the places of a grid in the order in which asindices iterates.
BATT_HD inline void list_places(SlotTable& table, const Frame& frame, const uint64_t* hashes,
                                uint16_t* places) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < frame.rows(); ++i) {
        for (uint32_t j = 0; j < frame.cols(); ++j) {
            places[n++] = static_cast<uint16_t>(frame.number(i, j));
        }
    }
    table.build(places, n, hashes);
    table.list(places);
}

/// The hashes of all places of a frame, the margin included.
BATT_HD inline void hash_places(const Frame& frame, uint64_t* hashes) {
    for (uint32_t i = 0; i < frame.rows() + 2; ++i) {
        for (uint32_t j = 0; j < frame.cols() + 2; ++j) {
            hashes[frame.number(i, j) - frame.number(0, 0)] =
                hash_pair(int64_t{i} - 1, int64_t{j} - 1);
        }
    }
}

/// Everything about grids up to Frame::kSmallSide. Filled once, it is shared by all lanes.
struct PlaceTables {
    static constexpr uint32_t kSide = Frame::kSmallSide;
    static constexpr uint32_t kPlaces = (kSide + 2) << Frame::kSmallLog;
    static_assert(kPlaces == PlaceHashes::kPlaces);
    static constexpr uint32_t kSum = kSide * (kSide + 1) / 2;
    static constexpr uint32_t kWords = 32; ///< bitmap of the largest
    /// What a lane needs to fill() the tables.
    static constexpr uint64_t kFillBytes = 4 << 20;

    uint64_t hashes[PlaceHashes::kSize]{}; ///< of places by number, then what PlaceHashes wants
    Ring rings[2][4][kPlaces]{};           ///< by diagonal, edge_of and place
    uint16_t orders[kSum * kSum]{};
    uint64_t live[kSide][kSide][kWords]{}; ///< slots of asindices, by rows - 1 and columns - 1

    /// Which rings of a place apply: does the grid end below it, or to its right?
    BATT_HD static uint32_t edge_of(const Frame& frame, uint32_t place) {
        return (frame.row(place) + 1 == frame.rows() ? 1U : 0U) |
               (frame.col(place) + 1 == frame.cols() ? 2U : 0U);
    }
    /// Where the list of a grid's places starts in `orders`.
    BATT_HD static uint32_t order_start(const Frame& frame) {
        uint32_t h = frame.rows();
        uint32_t w = frame.cols();
        return kSum * (h * (h - 1) / 2) + h * (w * (w - 1) / 2);
    }

    /// Uses the lane's scratch.
    BATT_HD void fill(Lane& lane) {
        Scratch scope(lane);
        SlotTable table(lane, kSide * kSide);
        if (!table.usable()) return;
        hash_places(Frame(kSide, kSide), hashes);
        LineHashes::fill(hashes + kPlaces, hashes + kPlaces + LineHashes::kInts);
        for (uint32_t h = 1; h <= kSide; ++h) {
            for (uint32_t w = 1; w <= kSide; ++w) {
                Frame frame(h, w);
                list_places(table, frame, hashes, orders + order_start(frame));
                for (uint32_t word = 0; word < bitmap_words(table.slots()); ++word) {
                    live[h - 1][w - 1][word] = table.live_words()[word];
                }
            }
        }
        for (uint32_t i = 0; i < kSide; ++i) {
            for (uint32_t j = 0; j < kSide; ++j) {
                for (uint32_t edge = 0; edge < 4; ++edge) {
                    Frame frame(i + ((edge & 1) != 0 ? 1 : 2), j + ((edge & 2) != 0 ? 1 : 2));
                    if (!frame.small()) continue;
                    uint32_t place = frame.number(i, j);
                    rings[0][edge][place] = make_ring(table, frame, hashes, place, false);
                    rings[1][edge][place] = make_ring(table, frame, hashes, place, true);
                }
            }
        }
    }
};

/// The places of one grid: looked up where the tables reach, worked out otherwise.
class Places {
public:
    BATT_HD Places(Lane& lane, uint32_t rows, uint32_t cols)
        : frame_(rows, cols), tables_(frame_.small() ? lane.places() : nullptr),
          near_(lane, tables_ == nullptr ? 8 : 0) {
        if (tables_ != nullptr) {
            hashes_ = tables_->hashes;
            return;
        }
        uint64_t* hashes = lane.scratch<uint64_t>(frame_.size());
        if (hashes != nullptr) hash_places(frame_, hashes);
        hashes_ = hashes;
    }

    BATT_HD const Frame& frame() const { return frame_; }
    /// The hashes of places by number, the margin included.
    BATT_HD const uint64_t* hashes() const { return hashes_; }

    BATT_HD Ring ring(uint32_t place, bool diagonal) {
        if (tables_ == nullptr) return make_ring(near_, frame_, hashes_, place, diagonal);
        return tables_->rings[diagonal ? 1 : 0][PlaceTables::edge_of(frame_, place)][place];
    }

    /// All places in the order in which asindices iterates; `table` has room for them. Null when
    /// memory is spent.
    BATT_HD const uint16_t* in_set_order(Lane& lane, SlotTable& table) const {
        if (tables_ != nullptr) return tables_->orders + PlaceTables::order_start(frame_);
        uint16_t* places = lane.scratch<uint16_t>(uint64_t{frame_.rows()} * frame_.cols());
        if (places != nullptr) list_places(table, frame_, hashes_, places);
        return places;
    }

private:
    Frame frame_;
    const PlaceTables* tables_;
    SlotTable near_;
    const uint64_t* hashes_;
};

} // namespace batt::dsl
