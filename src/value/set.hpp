// SPDX-License-Identifier: MIT-0
// Sets as CPython lays them out: one mutable table from which every frozenset is made.
#pragma once

#include "value/compare.hpp"

namespace batt {

/// A set under construction, in scratch. Its slots follow CPython 3.11 step by step, so that
/// iteration order comes out the same; see docs/semantics.md.
///
/// Keys are kept in the order they came, in the most compact form all of them fit (pairs, cells,
/// values); slots hold their numbers. Scratch belongs to the enclosing call.
class MutableSet {
public:
    /// `hint`: how many elements to expect.
    BATT_HD_CALL explicit MutableSet(Lane& lane, uint64_t hint = 8)
        : lane_(lane), hashes_of_places_{lane.place_hashes()},
          capacity_(hint < 4 ? 4 : (hint > kMost ? kMost : static_cast<uint32_t>(hint))) {
        new_table(8);
    }

    BATT_HD uint32_t size() const { return live_; }
    BATT_HD uint32_t slots() const { return mask_ + 1; }

    /// ADD. True if the key was new.
    BATT_HD_CALL bool add(Value v) {
        if (mode_ != Mode::Values) {
            if (is_packed_pair(v)) return add_pair(v.i(), v.j());
            if (is_packed_cell(v)) return add_cell(v.color(), v.i(), v.j());
            become_values();
        }
        return insert(v, hash(lane_, v));
    }
    /// ADD of a value whose hash is known.
    BATT_HD bool add(Value v, uint64_t h) {
        if (mode_ != Mode::Values) {
            if (mode_ != Mode::Cells && is_packed_pair(v)) {
                if (mode_ == Mode::Empty) start<PackedPair>(Mode::Pairs);
                return insert(PackedPair::of(v.i(), v.j()), h);
            }
            if (mode_ != Mode::Pairs && is_packed_cell(v)) {
                if (mode_ == Mode::Empty) start<PackedCell>(Mode::Cells);
                return insert(PackedCell::of(v.color(), v.i(), v.j()), h);
            }
            become_values();
        }
        return insert(v, h);
    }
    /// ADD of a value that is known to be new, to a set from which none was discarded.
    BATT_HD void add_new(Value v, uint64_t h) {
        if (mode_ != Mode::Values) {
            add(v, h);
            return;
        }
        if (lane_.failed() || !lane_.in_time()) return;
        if (count_ == capacity_ && !grow<Value>()) return;
        uint32_t id = count_++;
        keys<Value>()[id] = v;
        note(id, v, h);
        occupy(vacant_slot(h), id);
        ++live_;
        ++filled_;
        if (5 * uint64_t{filled_} >= 3 * uint64_t{mask_}) grow_table();
    }
    BATT_HD_CALL bool add_pair(int64_t i, int64_t j) {
        if ((mode_ == Mode::Pairs || mode_ == Mode::Empty) && fits16(i) && fits16(j)) {
            if (mode_ == Mode::Empty) start<PackedPair>(Mode::Pairs);
            auto row = static_cast<int32_t>(i);
            auto col = static_cast<int32_t>(j);
            return insert(PackedPair::of(row, col), hashes_of_places_(row, col));
        }
        become_values();
        Value pair = make_pair_value(i, j);
        return insert(pair, hash_pair(i, j));
    }
    BATT_HD_CALL bool add_cell(int64_t c, int64_t i, int64_t j) {
        if ((mode_ == Mode::Cells || mode_ == Mode::Empty) && fits32(c) && fits16(i) && fits16(j)) {
            if (mode_ == Mode::Empty) start<PackedCell>(Mode::Cells);
            auto color = static_cast<int32_t>(c);
            auto row = static_cast<int32_t>(i);
            auto col = static_cast<int32_t>(j);
            return insert(PackedCell::of(color, row, col),
                          hashes_of_places_.cell(color, hashes_of_places_(row, col)));
        }
        become_values();
        Value cell = make_cell_value(c, i, j);
        return insert(cell, hash_cell(c, i, j));
    }

    /// Room for `n` more keys of one compact kind, to be filled in order and then added by
    /// commit(). Null if the set cannot take them so: memory is spent, or it holds other kinds.
    BATT_HD PackedPair* stage_pairs(uint32_t n) { return stage<PackedPair>(Mode::Pairs, n); }
    BATT_HD PackedCell* stage_cells(uint32_t n) { return stage<PackedCell>(Mode::Cells, n); }
    /// ADD of all staged keys.
    BATT_HD void commit(uint32_t n) {
        if (mode_ == Mode::Pairs) {
            commit_keys<PackedPair>(n);
        } else {
            commit_keys<PackedCell>(n);
        }
    }
    /// The same for keys that differ from each other and from all that is there: no key needs to
    /// be looked at, which is several times as fast.
    BATT_HD_CALL void commit_distinct(uint32_t n) {
        if (mode_ == Mode::Pairs) {
            commit_new<PackedPair>(n);
        } else {
            commit_new<PackedCell>(n);
        }
    }

    /// DISCARD.
    BATT_HD_CALL void discard(Value v) {
        uint64_t h = hash(lane_, v);
        if (lane_.failed()) return;
        for (Probe probe(h, mask_);; probe.next()) {
            uint32_t slot = probe.slot();
            uint32_t id = ids_[slot];
            if (id == kEmpty) return;
            if (id == kDummy || hash_of(id) != h || !equal(lane_, key_value(id), v)) continue;
            live_bits_[slot >> 6] &= ~(1ULL << (slot & 63));
            ids_[slot] = kDummy;
            --live_;
            return;
        }
    }

    /// MERGE: all elements of a frozenset into this set.
    BATT_HD_CALL void merge(Value src) {
        SetView set(lane_, src);
        if (set.length == 0 || lane_.failed()) return;
        if (set.ordered() || has_function_) {
            for (uint32_t k = 0; k < set.length; ++k) add(set.item(k));
            return;
        }
        if (5 * (uint64_t{filled_} + set.length) >= 3 * uint64_t{mask_}) {
            resize(2 * (uint64_t{live_} + set.length));
            if (lane_.failed()) return;
        }
        if (filled_ != 0) {
            for (uint32_t k = 0; k < set.length; ++k) add(set.item(k), set.hash(k));
            return;
        }
        if (!load_keys(set)) return;
        if (set.mask == mask_ && set.dummies == nullptr) {
            uint64_t* live = live_bits_;
            uint32_t* ids = ids_;
            batt::each(lane_, bitmap_words(slots()), [=](uint32_t word) {
                uint32_t id = set.rank != nullptr ? set.rank[word] : 0;
                uint64_t bits = set.live[word];
                live[word] = bits;
                for (; bits != 0; bits &= bits - 1) ids[word * 64 + lowest_bit64(bits)] = id++;
            });
        } else if (mode_ == Mode::Pairs) {
            clean_insert_all<PackedPair>(0, set.length);
        } else if (mode_ == Mode::Cells) {
            clean_insert_all<PackedCell>(0, set.length);
        } else {
            clean_insert_all<Value>(0, set.length);
        }
        live_ = filled_ = set.length;
    }

    /// Lays this set out anew as a COPY of it would be (FREEZE).
    BATT_HD_CALL void copy() {
        if (has_function_ || lane_.failed()) return;
        uint32_t want = live_ >= 5 ? table_size(2 * uint64_t{live_}) : 8;
        if (want == slots() && filled_ == live_) return;
        relayout(want);
    }

    /// REMOVE_ALL: in-place minus.
    BATT_HD_CALL void remove_all(Value other) {
        SetView set(lane_, other);
        for (uint32_t k = 0; k < set.length && !lane_.failed(); ++k) discard(set.item(k));
        if (filled_ - live_ > mask_ / 4) grow_table();
    }

    /// The frozenset with exactly this layout.
    BATT_HD_CALL Value finish() {
        if (lane_.failed()) return Value::none();
        if (live_ == 0) return Value::empty_set();
        switch (mode_) {
        case Mode::Pairs:
            return finish_as<PackedPair>(Kind::Indices, 2);
        case Mode::Cells:
            return finish_as<PackedCell>(Kind::Object, 3);
        default:
            return finish_values();
        }
    }
    /// FREEZE.
    BATT_HD Value freeze() {
        copy();
        return finish();
    }

    /// Calls `visit(Value)` for the live keys in slot order until it returns false.
    template <class Visit>
    BATT_HD void each(Visit&& visit) const {
        if (lane_.failed()) return;
        for (uint32_t word = 0; word < bitmap_words(slots()); ++word) {
            for (uint64_t bits = live_bits_[word]; bits != 0; bits &= bits - 1) {
                if (!visit(ids_[word * 64 + lowest_bit64(bits)])) return;
            }
        }
    }
    /// Number of keys ever added; the id of a key is its position in order of arrival.
    BATT_HD uint32_t id_count() const { return count_; }
    BATT_HD Value key_value(uint32_t id) const {
        if (mode_ == Mode::Pairs) return keys<PackedPair>()[id].value();
        if (mode_ == Mode::Cells) return keys<PackedCell>()[id].value();
        return keys<Value>()[id];
    }
    /// The id of a key equal to `v`, or kAbsent.
    BATT_HD_CALL uint32_t find_id(Value v) const {
        uint64_t h = hash(lane_, v);
        if (lane_.failed()) return kAbsent;
        for (Probe probe(h, mask_);; probe.next()) {
            uint32_t id = ids_[probe.slot()];
            if (id == kEmpty) return kAbsent;
            if (id != kDummy && hash_of(id) == h && equal(lane_, key_value(id), v)) return id;
        }
    }

private:
    enum class Mode : uint8_t { Empty, Pairs, Cells, Values };
    static constexpr uint32_t kMost = 1 << 16;
    /// What a slot holds that holds no key.
    static constexpr uint32_t kEmpty = kAbsent;
    static constexpr uint32_t kDummy = kAbsent - 1;
    /// So many ids stay in the nearest cache.
    static constexpr uint32_t kNearSlots = 1 << 12;

    template <class Key>
    BATT_HD Key* keys() const {
        return static_cast<Key*>(keys_);
    }
    BATT_HD static uint32_t table_size(uint64_t want) {
        uint64_t n = 8;
        while (n <= want) n *= 2;
        return static_cast<uint32_t>(n);
    }

    BATT_HD_CALL bool new_table(uint32_t size) {
        uint32_t words = bitmap_words(size);
        uint64_t* bits = lane_.scratch<uint64_t>(words);
        uint32_t* ids = lane_.scratch<uint32_t>(size);
        if (bits == nullptr || ids == nullptr) return false;
        batt::each(lane_, words, [bits](uint32_t word) { bits[word] = 0; });
        batt::each(lane_, size, [ids](uint32_t slot) { ids[slot] = kEmpty; });
        live_bits_ = bits;
        ids_ = ids;
        mask_ = size - 1;
        return true;
    }

    template <class Key>
    BATT_HD void start(Mode mode) {
        mode_ = mode;
        keys_ = lane_.scratch<Key>(capacity_);
    }

    BATT_HD_CALL void become_values() {
        if (mode_ == Mode::Values) return;
        Value* wide = lane_.scratch<Value>(capacity_);
        hashes_ = lane_.scratch<uint64_t>(capacity_);
        if (wide == nullptr || hashes_ == nullptr) return;
        for (uint32_t id = 0; id < count_; ++id) {
            hashes_[id] = hash_of(id);
            wide[id] = key_value(id);
        }
        keys_ = wide;
        mode_ = Mode::Values;
    }

    template <class Key>
    BATT_HD_CALL bool grow() {
        uint64_t wider = uint64_t{capacity_} * 2;
        Key* wide = lane_.scratch<Key>(wider);
        if (wide == nullptr) return false;
        for (uint32_t id = 0; id < count_; ++id) wide[id] = keys<Key>()[id];
        keys_ = wide;
        if constexpr (std::is_same_v<Key, Value>) {
            uint64_t* hashes = lane_.scratch<uint64_t>(wider);
            if (hashes == nullptr) return false;
            for (uint32_t id = 0; id < count_; ++id) hashes[id] = hashes_[id];
            hashes_ = hashes;
        }
        capacity_ = static_cast<uint32_t>(wider);
        return true;
    }

    template <class Key>
    BATT_HD_CALL Key* stage(Mode mode, uint32_t n) {
        if (mode_ == Mode::Empty) start<Key>(mode);
        if (mode_ != mode || lane_.failed()) return nullptr;
        while (capacity_ - count_ < n) {
            if (!grow<Key>()) return nullptr;
        }
        return keys<Key>() + count_;
    }

    template <class Key>
    BATT_HD_CALL void commit_keys(uint32_t n) {
        // A key that is there already is closed up over, so ids stay dense.
        const Key* staged = keys<Key>() + count_;
        const Key* end = staged + n;
        while (staged != end && !lane_.failed() && lane_.in_time()) {
            if (filled_ == live_) {
                staged = commit_until_full(staged, end);
            } else {
                Key key = *staged++;
                insert(key, key.hash(hashes_of_places_));
            }
        }
    }

    /// ADD of one staged key after the other to a table without dummies, until it has to grow or
    /// it is time to look at the clock; returns the next.
    template <class Key>
    BATT_HD const Key* commit_until_full(const Key* staged, const Key* end) {
        constexpr ptrdiff_t piece = 256;
        if (kIsDevice && end - staged > piece) end = staged + piece;
        const PlaceHashes hashes = hashes_of_places_;
        const uint32_t mask = mask_;
        const uint32_t full = (3 * mask + 4) / 5;
        Key* const all = keys<Key>();
        uint32_t* const ids = ids_;
        uint64_t* const live_bits = live_bits_;
        uint32_t filled = filled_;
        uint32_t count = count_;
        while (staged != end && filled < full) {
            const Key key = *staged++;
            Probe probe(key.hash(hashes), mask);
            uint32_t id = ids[probe.slot()];
            while (id != kEmpty && all[id].bits != key.bits) {
                probe.next();
                id = ids[probe.slot()];
            }
            if (id != kEmpty) continue;
            uint32_t slot = probe.slot();
            live_bits[slot >> 6] |= 1ULL << (slot & 63);
            ids[slot] = count;
            all[count++] = key;
            ++filled;
        }
        count_ = count;
        live_ = filled_ = filled;
        if (filled == full) grow_table();
        return staged;
    }

    template <class Key>
    BATT_HD void commit_new(uint32_t n) {
        while (n != 0 && !lane_.failed()) {
            // As many as fit before the table has to grow.
            uint32_t room = (3 * mask_ + 4) / 5 - filled_;
            uint32_t some = n < room ? n : room;
            clean_insert_all<Key>(count_, some);
            count_ += some;
            live_ += some;
            filled_ += some;
            n -= some;
            if (some == room) grow_table();
        }
    }

    /// Only values keep their hashes; those of packed keys are found faster than looked up.
    BATT_HD bool same_key(uint32_t id, PackedPair key, uint64_t) const {
        return keys<PackedPair>()[id].bits == key.bits;
    }
    BATT_HD bool same_key(uint32_t id, PackedCell key, uint64_t) const {
        return keys<PackedCell>()[id].bits == key.bits;
    }
    BATT_HD bool same_key(uint32_t id, Value key, uint64_t h) const {
        return hashes_[id] == h && equal(lane_, keys<Value>()[id], key);
    }
    template <class Key>
    BATT_HD uint64_t hash_of(uint32_t id) const {
        if constexpr (std::is_same_v<Key, Value>) {
            return hashes_[id];
        } else {
            return keys<Key>()[id].hash(hashes_of_places_);
        }
    }
    BATT_HD uint64_t hash_of(uint32_t id) const {
        if (mode_ == Mode::Pairs) return hash_of<PackedPair>(id);
        if (mode_ == Mode::Cells) return hash_of<PackedCell>(id);
        return hash_of<Value>(id);
    }

    template <class Key>
    BATT_HD_CALL bool insert(Key key, uint64_t h) {
        if (lane_.failed() || !lane_.in_time()) return false;
        uint32_t spare = kAbsent;
        uint32_t slot = 0;
        for (Probe probe(h, mask_);; probe.next()) {
            slot = probe.slot();
            uint32_t id = ids_[slot];
            if (id == kEmpty) break;
            if (id == kDummy) {
                spare = slot;
            } else if (same_key(id, key, h)) {
                return false;
            }
        }
        if (count_ == capacity_ && !grow<Key>()) return false;
        uint32_t id = count_++;
        keys<Key>()[id] = key;
        note(id, key, h);
        ++live_;
        if (spare != kAbsent) {
            occupy(spare, id);
            return true;
        }
        occupy(slot, id);
        ++filled_;
        if (5 * uint64_t{filled_} >= 3 * uint64_t{mask_}) grow_table();
        return true;
    }

    BATT_HD void grow_table() {
        resize(live_ <= 50000 ? 4 * uint64_t{live_} : 2 * uint64_t{live_});
    }

    BATT_HD void note(uint32_t, PackedPair, uint64_t) {}
    BATT_HD void note(uint32_t, PackedCell, uint64_t) {}
    BATT_HD void note(uint32_t id, Value key, uint64_t h) {
        hashes_[id] = h;
        has_function_ = has_function_ || key.has_function();
    }

    BATT_HD void occupy(uint32_t slot, uint32_t id) {
        live_bits_[slot >> 6] |= 1ULL << (slot & 63);
        ids_[slot] = id;
    }

    /// CLEAN_INSERT: the key is known to be new, and there are no dummies.
    template <class Key>
    BATT_HD void clean_insert(uint32_t id) {
        occupy(vacant_slot(hash_of<Key>(id)), id);
    }

    /// CLEAN_INSERT of the keys from one on, where there are no dummies. For a crew there have to
    /// be so many that it does not matter that all of the table is looked at.
    template <class Key>
    BATT_HD_CALL void clean_insert_all(uint32_t first, uint32_t n) {
        if (crew_for(lane_, n) == nullptr || n < slots() / 8) {
            for (uint32_t id = first; id < first + n; ++id) clean_insert<Key>(id);
            return;
        }
        static_assert(kEmpty == kNobody);
        place_numbers(lane_, ids_, mask_, first, n, hashes_by_id<Key>());
        note_taken(lane_, ids_, mask_, live_bits_);
    }
    /// A function of ids that a crew can call.
    template <class Key>
    BATT_HD auto hashes_by_id() const {
        if constexpr (std::is_same_v<Key, Value>) {
            return [hashes = hashes_](uint32_t id) { return hashes[id]; };
        } else {
            return [all = keys<Key>(), hashes = hashes_of_places_](uint32_t id) {
                return all[id].hash(hashes);
            };
        }
    }

    /// Where a new key goes if there are no dummies.
    BATT_HD uint32_t vacant_slot(uint64_t h) const {
        if (mask_ < kNearSlots) {
            Probe probe(h, mask_);
            while (ids_[probe.slot()] != kEmpty) probe.next();
            return probe.slot();
        }
        // The bitmap is much smaller than the ids, which are far away by now.
        return vacant_in(live_bits_, mask_, h);
    }

    BATT_HD_CALL void resize(uint64_t want) {
        uint32_t size = table_size(want);
        if (size == 8 && slots() == 8 && filled_ == live_) return;
        relayout(size);
    }

    BATT_HD_CALL void relayout(uint32_t size) {
        const uint64_t* old_bits = live_bits_;
        const uint32_t* old_ids = ids_;
        uint32_t old_words = bitmap_words(slots());
        if (!new_table(size)) return;
        switch (mode_) {
        case Mode::Empty:
            break;
        case Mode::Pairs:
            reinsert<PackedPair>(old_bits, old_ids, old_words);
            break;
        case Mode::Cells:
            reinsert<PackedCell>(old_bits, old_ids, old_words);
            break;
        case Mode::Values:
            reinsert<Value>(old_bits, old_ids, old_words);
            break;
        }
        filled_ = live_;
    }

    template <class Key>
    BATT_HD void reinsert(const uint64_t* bits_of, const uint32_t* ids, uint32_t words) {
        if (crew_for(lane_, live_) != nullptr) {
            reinsert_by_crew<Key>(bits_of, ids, words);
            return;
        }
        for (uint32_t word = 0; word < words; ++word) {
            for (uint64_t bits = bits_of[word]; bits != 0; bits &= bits - 1) {
                clean_insert<Key>(ids[word * 64 + lowest_bit64(bits)]);
            }
        }
    }

    /// Numbers the keys by their order in the old table, places the numbers, and puts ids in their
    /// place.
    template <class Key>
    BATT_NOINLINE BATT_HD void reinsert_by_crew(const uint64_t* bits_of, const uint32_t* old_ids,
                                                uint32_t words) {
        Scratch scope(lane_);
        uint32_t* order = lane_.scratch<uint32_t>(live_);
        uint32_t* ranks = lane_.scratch<uint32_t>(words);
        if (order == nullptr || ranks == nullptr) return;
        batt::each(lane_, words, [=](uint32_t word) { ranks[word] = popcount64(bits_of[word]); });
        add_up(lane_, ranks, words);
        batt::each(lane_, words, [=](uint32_t word) {
            uint32_t* next = order + ranks[word];
            for (uint64_t bits = bits_of[word]; bits != 0; bits &= bits - 1) {
                *next++ = old_ids[word * 64 + lowest_bit64(bits)];
            }
        });
        uint32_t* ids = ids_;
        place_numbers(
            lane_, ids, mask_, 0, live_,
            [order, hash_of = hashes_by_id<Key>()](uint32_t k) { return hash_of(order[k]); });
        note_taken(lane_, ids, mask_, live_bits_);
        batt::each(lane_, slots(), [ids, order](uint32_t slot) {
            if (ids[slot] != kEmpty) ids[slot] = order[ids[slot]];
        });
    }

    /// Takes over the keys of a frozenset into an empty set, without placing them.
    BATT_HD_CALL bool load_keys(const SetView& set) {
        uint32_t n = set.length;
        if (capacity_ < n) capacity_ = n;
        switch (set.kind) {
        case Kind::Indices:
            return load_as<PackedPair>(set, Mode::Pairs);
        case Kind::Object:
            return load_as<PackedCell>(set, Mode::Cells);
        default:
            break;
        }
        if (!load_as<Value>(set, Mode::Values)) return false;
        hashes_ = lane_.scratch<uint64_t>(capacity_);
        if (hashes_ == nullptr) return false;
        for (uint32_t k = 0; k < n; ++k) hashes_[k] = set.hashes()[k];
        return true;
    }

    template <class Key>
    BATT_HD bool load_as(const SetView& set, Mode mode) {
        start<Key>(mode);
        if (keys_ == nullptr) return false;
        const Key* from = reinterpret_cast<const Key*>(set.entries);
        Key* to = keys<Key>();
        batt::each(lane_, set.length, [to, from](uint32_t k) { to[k] = from[k]; });
        count_ = set.length;
        return true;
    }

    /// Makes the frozenset's payload up to its entries; returns where they go.
    BATT_HD_CALL char* lay_out(uint32_t entry_bytes, uint32_t& ref) {
        uint64_t* dummies = nullptr;
        if (filled_ != live_) {
            uint32_t words = bitmap_words(slots());
            dummies = lane_.scratch<uint64_t>(words);
            if (dummies == nullptr) return nullptr;
            const uint32_t in_word = slots() < 64 ? slots() : 64;
            const uint32_t* ids = ids_;
            batt::each(lane_, words, [=](uint32_t word) {
                uint64_t gone = 0;
                for (uint32_t k = 0; k < in_word; ++k) {
                    gone |= uint64_t{ids[word * 64 + k] == kDummy} << k;
                }
                dummies[word] = gone;
            });
        }
        return lay_out_set(lane_, slots(), live_bits_, dummies, uint64_t{live_} * entry_bytes, ref);
    }

    template <class Key>
    BATT_HD_CALL Value finish_as(Kind kind, uint16_t depth) {
        uint32_t ref = 0;
        Key* out = reinterpret_cast<Key*>(lay_out(sizeof(Key), ref));
        if (out == nullptr) return Value::none();
        const Key* from = keys<Key>();
        Value made{kind, 0, depth, ref, live_};
        if (crew_for(lane_, live_) != nullptr && mask_ >= 64) {
            const SetView set(lane_, made);
            const uint32_t* ids = ids_;
            batt::each(lane_, bitmap_words(slots()), [=](uint32_t word) {
                Key* next = out + set.rank[word];
                for (uint64_t bits = set.live[word]; bits != 0; bits &= bits - 1) {
                    *next++ = from[ids[word * 64 + lowest_bit64(bits)]];
                }
            });
            return made;
        }
        each([&](uint32_t id) {
            *out++ = from[id];
            return true;
        });
        return made;
    }

    BATT_HD_CALL Value finish_values() {
        const Value* from = keys<Value>();
        uint16_t depth = 0;
        uint8_t flags = 0;
        uint32_t ref = 0;
        char* room = nullptr;
        if (has_function_) {
            uint64_t bytes = 32 + uint64_t{live_} * 24;
            room = lane_.make<char>(bytes, ref);
            if (room == nullptr) return Value::none();
            *reinterpret_cast<SetHead*>(room) = SetHead{0, 32, 3, SetHead::kOrdered, 0};
            room += 32;
        } else {
            room = lay_out(sizeof(Value) + sizeof(uint64_t), ref);
            if (room == nullptr) return Value::none();
        }
        Value* out = reinterpret_cast<Value*>(room);
        uint64_t* hashes = reinterpret_cast<uint64_t*>(room + uint64_t{live_} * sizeof(Value));
        auto put = [&](uint32_t id) {
            *out++ = from[id];
            *hashes++ = hashes_[id];
            flags = static_cast<uint8_t>(flags | from[id].flags());
            if (from[id].kind() != Kind::Closure && from[id].depth() > depth)
                depth = from[id].depth();
            return true;
        };
        if (has_function_) {
            // Insertion order; keys that were discarded are no longer in any slot.
            for (uint32_t id = 0; id < count_; ++id) {
                if (filled_ == live_ || find_id(from[id]) == id) put(id);
            }
        } else {
            each(put);
        }
        if (++depth > kMaxDepth) return lane_.fail(Fault::Limit);
        return {Kind::Set, flags, depth, ref, live_};
    }

    BATT_HD Value make_pair_value(int64_t i, int64_t j) {
        if (fits32(i) && fits32(j)) {
            return Value::pair(static_cast<int32_t>(i), static_cast<int32_t>(j));
        }
        return wide_tuple(Value::integer(i), Value::integer(j));
    }
    BATT_HD Value make_cell_value(int64_t c, int64_t i, int64_t j) {
        Value place = make_pair_value(i, j);
        if (fits32(c) && place.kind() == Kind::Pair) {
            return Value::cell(static_cast<int32_t>(c), place.i(), place.j());
        }
        return wide_tuple(Value::integer(c), place);
    }
    BATT_HD_CALL Value wide_tuple(Value a, Value b) {
        uint32_t ref = 0;
        Value* items = lane_.make<Value>(2, ref);
        if (items == nullptr) return Value::none();
        items[0] = a;
        items[1] = b;
        return {Kind::Tuple, 0, static_cast<uint16_t>(1 + b.depth()), ref, 2};
    }

    Lane& lane_;
    PlaceHashes hashes_of_places_;
    void* keys_ = nullptr;
    uint64_t* hashes_ = nullptr;
    uint64_t* live_bits_ = nullptr;
    uint32_t* ids_ = nullptr;
    uint32_t mask_ = 7;
    uint32_t live_ = 0;
    uint32_t filled_ = 0;
    uint32_t count_ = 0;
    uint32_t capacity_;
    Mode mode_ = Mode::Empty;
    bool has_function_ = false;
};

} // namespace batt
