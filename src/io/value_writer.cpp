// SPDX-License-Identifier: MIT-0
#include "io/value_text.hpp"
#include "value/text.hpp"

#include <algorithm>

namespace batt {

/// Where the text goes: the writer's buffer.
struct ValueWriter::Sink {
    /// Elements written before the length is looked at.
    static constexpr uint64_t kPiece = 1024;
    /// Tuples and sets nest kMaxDepth deep, closures kMaxClosureDepth, and each may hold the other.
    static constexpr int kMaxNesting = kMaxDepth + kMaxClosureDepth;

    ValueWriter& writer;

    char* room(uint32_t bytes) {
        std::vector<char>& buffer = writer.buffer_;
        size_t wanted = writer.used_ + bytes;
        if (buffer.size() < wanted) buffer.resize(std::max(2 * buffer.size(), wanted));
        return buffer.data() + writer.used_;
    }
    bool advance(const char* end) {
        writer.used_ = static_cast<size_t>(end - writer.buffer_.data());
        return writer.used_ <= kMaxTextBytes;
    }
};

std::string_view ValueWriter::write(const Lane& lane, Value v) {
    used_ = 0;
    Sink sink{*this};
    if (!TextWriter<Sink>(lane, sink).put(v)) return {};
    return {buffer_.data(), used_};
}

std::string value_text(const Lane& lane, Value v) {
    ValueWriter writer;
    return std::string(writer.write(lane, v));
}

} // namespace batt
