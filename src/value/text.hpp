// SPDX-License-Identifier: MIT-0
// The canonical text of a value: JSON without spaces, sets as {"s":[...]} in iteration order,
// functions as {"f":...}.
#pragma once

#include "value/container.hpp"

namespace batt {

/// Writes the text of values to a sink, which says where the next bytes go and is told where they
/// ended:
///   char* room(bytes)     at least that much; kPiece elements of a plain kind may be asked for
///   bool advance(end)     false: no more, the text has become too long
///   kPiece, kMaxNesting
template <class Sink>
class TextWriter {
public:
    BATT_HD TextWriter(const Lane& lane, Sink& sink) : lane_(lane), sink_(sink) {}

    /// False if the text is too long or too deeply nested.
    BATT_HD bool put(Value v) { return put_value(v, 0); }

private:
    /// Longest texts of ints, sign included.
    static constexpr uint32_t kInt8Text = 4;
    static constexpr uint32_t kInt32Text = 11;
    static constexpr uint32_t kInt64Text = 20;
    static constexpr uint32_t kPairText = 2 * kInt32Text + 3;
    static constexpr uint32_t kCellText = kInt32Text + kPairText + 3;

    /// Writes a number and gives the place behind it. Most have one or two digits.
    BATT_HD static char* put_number(char* at, int64_t n) {
        if (n >= 0 && n < 10) {
            *at = static_cast<char>('0' + n);
            return at + 1;
        }
        if (n >= 10 && n < 100) {
            at[0] = static_cast<char>('0' + n / 10);
            at[1] = static_cast<char>('0' + n % 10);
            return at + 2;
        }
        uint64_t rest = n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n);
        if (n < 0) *at++ = '-';
        char digits[kInt64Text];
        uint32_t count = 0;
        do {
            digits[count++] = static_cast<char>('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        while (count > 0) *at++ = digits[--count];
        return at;
    }

    BATT_HD static char* put_pair(char* at, int32_t i, int32_t j) {
        *at++ = '[';
        at = put_number(at, i);
        *at++ = ',';
        at = put_number(at, j);
        *at++ = ']';
        return at;
    }

    BATT_HD static char* put_cell(char* at, int32_t color, int32_t i, int32_t j) {
        *at++ = '[';
        at = put_number(at, color);
        *at++ = ',';
        at = put_pair(at, i, j);
        *at++ = ']';
        return at;
    }

    BATT_HD bool put_text(const char* text) {
        uint32_t n = 0;
        while (text[n] != 0) ++n;
        char* at = sink_.room(n);
        for (uint32_t k = 0; k < n; ++k) at[k] = text[k];
        return sink_.advance(at + n);
    }

    /// Writes `count` plain elements, separated by commas, in pieces: `one(at, k)` writes element
    /// k, at most `most` bytes, and gives the place behind it.
    template <class One>
    BATT_HD bool put_plain(uint64_t count, uint32_t most, One one) {
        for (uint64_t start = 0; start < count; start += Sink::kPiece) {
            uint64_t end = count - start < Sink::kPiece ? count : start + Sink::kPiece;
            char* at = sink_.room((most + 1) * static_cast<uint32_t>(end - start));
            for (uint64_t k = start; k < end; ++k) {
                if (k > 0) *at++ = ',';
                at = one(at, k);
            }
            if (!sink_.advance(at)) return false;
        }
        return true;
    }

    BATT_HD bool put_bytes(const int8_t* cells, uint64_t count) {
        return put_plain(count, kInt8Text,
                         [=](char* at, uint64_t k) { return put_number(at, cells[k]); });
    }

    BATT_HD bool put_elements(Value v, int nesting) {
        uint32_t count = length(v);
        if (v.kind() == Kind::Indices) {
            const PackedPair* pairs = SetView(lane_, v).pairs();
            return put_plain(count, kPairText, [=](char* at, uint64_t k) {
                return put_pair(at, pairs[k].i(), pairs[k].j());
            });
        }
        if (v.kind() == Kind::Object) {
            const PackedCell* cells = SetView(lane_, v).cells();
            return put_plain(count, kCellText, [=](char* at, uint64_t k) {
                return put_cell(at, cells[k].color(), cells[k].i(), cells[k].j());
            });
        }
        for (uint32_t k = 0; k < count; ++k) {
            if (k > 0 && !put_text(",")) return false;
            if (!put_value(item(lane_, v, k), nesting)) return false;
        }
        return true;
    }

    /// How a closure came to be, and how many values it captured.
    BATT_HD static const char* form_of(ClosureOp op, uint32_t& captured) {
        captured = 2;
        switch (op) {
        case ClosureOp::Compose:
            return "compose";
        case ClosureOp::Chain:
            captured = 3;
            return "chain";
        case ClosureOp::Matcher:
            return "matcher";
        case ClosureOp::Rbind:
            return "rbind";
        case ClosureOp::Lbind:
            return "lbind";
        case ClosureOp::Fork:
            captured = 3;
            return "fork";
        case ClosureOp::SafeDefault:
            break;
        }
        captured = 0;
        return "safe_default";
    }

    BATT_HD bool put_function(Value v, int nesting) {
        if (v.kind() == Kind::Function) {
            return put_text("{\"f\":\"") && put_text(lane_.name(v.ref())) && put_text("\"}");
        }
        uint32_t count = 0;
        const char* name = form_of(v.op(), count);
        if (!put_text(count > 0 ? "{\"f\":[\"" : "{\"f\":\"") || !put_text(name) ||
            !put_text("\"")) {
            return false;
        }
        const Value* captured = lane_.at<Value>(v.ref());
        for (uint32_t k = 0; k < count; ++k) {
            if (!put_text(",") || !put_value(captured[k], nesting)) return false;
        }
        return put_text(count > 0 ? "]}" : "}");
    }

    BATT_HD_CALL bool put_value(Value v, int nesting) {
        if (nesting > Sink::kMaxNesting) return false;
        switch (v.kind()) {
        case Kind::None:
            return put_text("null");
        case Kind::Bool:
            return put_text(v.num != 0 ? "true" : "false");
        case Kind::Int:
            return sink_.advance(put_number(sink_.room(kInt64Text), v.num));
        case Kind::Function:
        case Kind::Closure:
            return put_function(v, nesting + 1);
        case Kind::Pair:
            return sink_.advance(put_pair(sink_.room(kPairText), v.i(), v.j()));
        case Kind::Cell:
            return sink_.advance(put_cell(sink_.room(kCellText), v.color(), v.i(), v.j()));
        case Kind::Row:
            return put_text("[") &&
                   put_bytes(lane_.at<int8_t>(v.ref()), static_cast<uint64_t>(v.num)) &&
                   put_text("]");
        case Kind::Grid:
            for (uint32_t i = 0; i < v.rows(); ++i) {
                const int8_t* cells = lane_.at<int8_t>(v.ref()) + uint64_t{i} * v.cols();
                if (!put_text(i == 0 ? "[[" : ",[") || !put_bytes(cells, v.cols()) ||
                    !put_text("]")) {
                    return false;
                }
            }
            return put_text("]");
        case Kind::Tuple:
            return put_text("[") && put_elements(v, nesting + 1) && put_text("]");
        case Kind::Set:
        case Kind::Indices:
        case Kind::Object:
            return put_text("{\"s\":[") && put_elements(v, nesting + 1) && put_text("]}");
        }
        return false;
    }

    const Lane& lane_;
    Sink& sink_;
};

} // namespace batt
