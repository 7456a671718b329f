// SPDX-License-Identifier: MIT-0
#include "exec/content.hpp"

#include "base/mix_hash.hpp"
#include "value/set_layout.hpp"

#include <cstring>

namespace batt {

namespace {

/// Parts looked at before a value counts as too large: tuples share theirs, so that a value of a
/// few bytes may have any number of them.
constexpr uint64_t kMostParts = 20'000;

class ContentHasher {
public:
    explicit ContentHasher(const Lane& lane) : lane_(lane) {}

    uint64_t hash(Value v) {
        if (++parts_ > kMostParts) return 0;
        uint64_t h = mix_hash(static_cast<uint64_t>(v.kind()) << 8 | v.flags(),
                              static_cast<uint64_t>(v.num));
        switch (v.kind()) {
        case Kind::None:
        case Kind::Bool:
        case Kind::Int:
        case Kind::Pair:
            return h;
        case Kind::Function:
        case Kind::Cell:
            return mix_hash(h, v.ref());
        case Kind::Closure:
            return of_values(h, lane_.at<Value>(v.ref()), captured_by(v.op()));
        case Kind::Tuple:
            return of_values(h, lane_.at<Value>(v.ref()), static_cast<uint64_t>(v.num));
        case Kind::Row:
            return of_bytes(h, lane_.at<char>(v.ref()), static_cast<uint64_t>(v.num));
        case Kind::Grid:
            return of_bytes(h, lane_.at<char>(v.ref()), uint64_t{v.rows()} * v.cols());
        case Kind::Set:
        case Kind::Indices:
        case Kind::Object:
            return of_set(h, SetView(lane_, v));
        }
        return h;
    }

    bool finished() const { return parts_ <= kMostParts; }

private:
    static uint64_t captured_by(ClosureOp op) {
        if (op == ClosureOp::SafeDefault) return 0;
        return op == ClosureOp::Chain || op == ClosureOp::Fork ? 3 : 2;
    }

    uint64_t of_values(uint64_t h, const Value* values, uint64_t n) {
        for (uint64_t k = 0; k < n && finished(); ++k) h = mix_hash(h, hash(values[k]));
        return h;
    }

    uint64_t of_bytes(uint64_t h, const char* bytes, uint64_t n) {
        parts_ += n / 16;
        uint64_t word = 0;
        for (; n >= sizeof word; n -= sizeof word, bytes += sizeof word) {
            std::memcpy(&word, bytes, sizeof word);
            h = mix_hash(h, word);
        }
        word = 0;
        std::memcpy(&word, bytes, n);
        return mix_hash(h, word);
    }

    uint64_t of_set(uint64_t h, const SetView& set) {
        h = mix_hash(h, set.head->log_slots);
        uint64_t bitmap = uint64_t{bitmap_words(set.slots())} * sizeof(uint64_t);
        if (!set.ordered()) h = of_bytes(h, reinterpret_cast<const char*>(set.live), bitmap);
        if (set.dummies != nullptr) {
            h = of_bytes(h, reinterpret_cast<const char*>(set.dummies), bitmap);
        }
        if (set.kind == Kind::Indices) {
            return of_bytes(h, set.entries, uint64_t{set.length} * sizeof(PackedPair));
        }
        if (set.kind == Kind::Object) {
            return of_bytes(h, set.entries, uint64_t{set.length} * sizeof(PackedCell));
        }
        return of_values(h, set.values(), set.length);
    }

    const Lane& lane_;
    uint64_t parts_ = 0;
};

} // namespace

std::optional<uint64_t> content_hash(const Lane& lane, Value value) {
    ContentHasher hasher(lane);
    uint64_t h = hasher.hash(value);
    if (!hasher.finished()) return {};
    return h;
}

} // namespace batt
