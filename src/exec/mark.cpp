// SPDX-License-Identifier: MIT-0
#include "exec/mark.hpp"

#include "io/digest.hpp"

namespace batt {

Mark mark_of(const Lane& lane, Value value, ValueWriter& writer) {
    if (value.is_function()) return {};
    std::string_view text = writer.write(lane, value);
    return text.empty() ? Mark::of(Fault::Limit) : Mark::of(digest(text));
}

void append_mark(std::string& out, Mark mark) {
    switch (mark.kind) {
    case Mark::Kind::Nothing:
        out += '-';
        break;
    case Mark::Kind::Digest:
        append_digest(out, mark.digest);
        break;
    case Mark::Kind::Fault:
        out += '!';
        out += fault_name(mark.fault);
        break;
    }
}

} // namespace batt
