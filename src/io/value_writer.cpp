// SPDX-License-Identifier: MIT-0
#include "dsl/registry.hpp"
#include "io/value_text.hpp"
#include "value/container.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace batt {

namespace {

/// Tuples and sets nest kMaxDepth deep, closures kMaxClosureDepth, and each may hold the other.
constexpr int kMaxTextNesting = kMaxDepth + kMaxClosureDepth;

struct ClosureForm {
    std::string_view name;
    uint32_t captured;
};

/// How a closure came to be.
ClosureForm form_of(ClosureOp op) {
    switch (op) {
    case ClosureOp::Compose:
        return {"compose", 2};
    case ClosureOp::Chain:
        return {"chain", 3};
    case ClosureOp::Matcher:
        return {"matcher", 2};
    case ClosureOp::Rbind:
        return {"rbind", 2};
    case ClosureOp::Lbind:
        return {"lbind", 2};
    case ClosureOp::Fork:
        return {"fork", 3};
    case ClosureOp::SafeDefault:
        return {"safe_default", 0};
    }
    return {};
}

/// Longest texts of ints, sign included.
constexpr size_t kInt8Text = 4;
constexpr size_t kInt32Text = 11;
constexpr size_t kInt64Text = 20;

/// Writes a number and gives the place behind it. Most numbers have one or two digits. No more is
/// touched than what the number needs.
inline char* put_number(char* at, int64_t n) {
    if (n >= 0 && n < 10) {
        *at = static_cast<char>('0' + n);
        return at + 1;
    }
    if (n >= 10 && n < 100) {
        at[0] = static_cast<char>('0' + n / 10);
        at[1] = static_cast<char>('0' + n % 10);
        return at + 2;
    }
    return std::to_chars(at, at + kInt64Text, n).ptr;
}

constexpr size_t kPairText = 2 * kInt32Text + 3;
inline char* put_pair(char* at, int32_t i, int32_t j) {
    *at++ = '[';
    at = put_number(at, i);
    *at++ = ',';
    at = put_number(at, j);
    *at++ = ']';
    return at;
}

constexpr size_t kCellText = kInt32Text + kPairText + 3;
inline char* put_cell(char* at, int32_t color, int32_t i, int32_t j) {
    *at++ = '[';
    at = put_number(at, color);
    *at++ = ',';
    at = put_pair(at, i, j);
    *at++ = ']';
    return at;
}

} // namespace

char* ValueWriter::room(size_t bytes) {
    if (buffer_.size() - used_ < bytes) buffer_.resize(std::max(2 * buffer_.size(), used_ + bytes));
    return buffer_.data() + used_;
}

void ValueWriter::put(char c) {
    *room(1) = c;
    ++used_;
}

void ValueWriter::put(std::string_view text) {
    std::memcpy(room(text.size()), text.data(), text.size());
    used_ += text.size();
}

/// Writes `count` plain elements, separated by commas, in pieces: `one(at, k)` writes element k, at
/// most `most` bytes, and gives the place behind it.
template <class One>
bool ValueWriter::put_plain(uint64_t count, size_t most, One one) {
    constexpr uint64_t kPiece = 1024;
    for (uint64_t start = 0; start < count; start += kPiece) {
        uint64_t end = std::min(count, start + kPiece);
        char* at = room((most + 1) * (end - start));
        for (uint64_t k = start; k < end; ++k) {
            if (k > 0) *at++ = ',';
            at = one(at, k);
        }
        used_ = static_cast<size_t>(at - buffer_.data());
        if (used_ > kMaxTextBytes) return false;
    }
    return true;
}

bool ValueWriter::put_bytes(const int8_t* cells, uint64_t count) {
    return put_plain(count, kInt8Text,
                     [=](char* at, uint64_t k) { return put_number(at, cells[k]); });
}

bool ValueWriter::put_elements(const Lane& lane, Value v, int nesting) {
    uint32_t count = length(v);
    if (v.kind == Kind::Indices) {
        const PackedPair* pairs = SetView(lane, v).pairs();
        return put_plain(count, kPairText, [=](char* at, uint64_t k) {
            return put_pair(at, pairs[k].i(), pairs[k].j());
        });
    }
    if (v.kind == Kind::Object) {
        const PackedCell* cells = SetView(lane, v).cells();
        return put_plain(count, kCellText, [=](char* at, uint64_t k) {
            return put_cell(at, cells[k].color(), cells[k].i(), cells[k].j());
        });
    }
    for (uint32_t k = 0; k < count; ++k) {
        if (k > 0) put(',');
        if (!put_value(lane, item(lane, v, k), nesting)) return false;
    }
    return true;
}

bool ValueWriter::put_function(const Lane& lane, Value v, int nesting) {
    put(R"({"f":)");
    if (v.kind == Kind::Function) {
        put('"');
        put(primitives()[v.ref].name);
        put(R"("})");
        return true;
    }
    ClosureForm form = form_of(v.op());
    if (form.captured > 0) put('[');
    put('"');
    put(form.name);
    put('"');
    const Value* captured = lane.at<Value>(v.ref);
    for (uint32_t k = 0; k < form.captured; ++k) {
        put(',');
        if (!put_value(lane, captured[k], nesting)) return false;
    }
    if (form.captured > 0) put(']');
    put('}');
    return true;
}

bool ValueWriter::put_value(const Lane& lane, Value v, int nesting) {
    if (used_ > kMaxTextBytes || nesting > kMaxTextNesting) return false;
    switch (v.kind) {
    case Kind::None:
        put("null");
        return true;
    case Kind::Bool:
        put(v.num != 0 ? "true" : "false");
        return true;
    case Kind::Int:
        finish(put_number(room(kInt64Text), v.num));
        return true;
    case Kind::Function:
    case Kind::Closure:
        return put_function(lane, v, nesting + 1);
    case Kind::Pair:
        finish(put_pair(room(kPairText), v.i(), v.j()));
        return true;
    case Kind::Cell:
        finish(put_cell(room(kCellText), v.color(), v.i(), v.j()));
        return true;
    case Kind::Row:
        put('[');
        if (!put_bytes(lane.at<int8_t>(v.ref), static_cast<uint64_t>(v.num))) return false;
        put(']');
        return true;
    case Kind::Grid:
        put('[');
        for (uint32_t i = 0; i < v.rows(); ++i) {
            put(i == 0 ? "[" : ",[");
            const int8_t* cells = lane.at<int8_t>(v.ref) + uint64_t{i} * v.cols();
            if (!put_bytes(cells, v.cols())) return false;
            put(']');
            if (used_ > kMaxTextBytes) return false;
        }
        put(']');
        return true;
    case Kind::Tuple:
        put('[');
        if (!put_elements(lane, v, nesting + 1)) return false;
        put(']');
        return true;
    case Kind::Set:
    case Kind::Indices:
    case Kind::Object:
        put(R"({"s":[)");
        if (!put_elements(lane, v, nesting + 1)) return false;
        put("]}");
        return true;
    }
    return false;
}

std::string_view ValueWriter::write(const Lane& lane, Value v) {
    used_ = 0;
    if (!put_value(lane, v, 0) || used_ > kMaxTextBytes) return {};
    return {buffer_.data(), used_};
}

std::string value_text(const Lane& lane, Value v) {
    ValueWriter writer;
    return std::string(writer.write(lane, v));
}

} // namespace batt
