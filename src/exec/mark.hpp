// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/value_text.hpp"
#include "value/fault.hpp"

#include <cstdint>
#include <string>

namespace batt {

/// What result files show of a line: a digest of its value, its failure, or nothing ("-": the value
/// is a function, or the line was never reached).
struct Mark {
    enum class Kind : uint8_t { Nothing, Digest, Fault };
    Kind kind = Kind::Nothing;
    Fault fault = Fault::None;
    uint64_t digest = 0;

    static Mark of(Fault fault) { return {Kind::Fault, fault, 0}; }
    static Mark of(uint64_t digest) { return {Kind::Digest, Fault::None, digest}; }

    friend bool operator==(const Mark&, const Mark&) = default;
};

/// The mark of a value. One whose text is too long shows as Limit.
Mark mark_of(const Lane& lane, Value value, ValueWriter& writer);

/// Appends a mark: 16 hexadecimal digits, "!TypeError", or "-".
void append_mark(std::string& out, Mark mark);

} // namespace batt
