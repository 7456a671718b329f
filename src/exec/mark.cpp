// SPDX-License-Identifier: MIT-0
#include "exec/mark.hpp"

#include "io/digest.hpp"

namespace batt {

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
