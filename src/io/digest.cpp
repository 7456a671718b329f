// SPDX-License-Identifier: MIT-0
#include "io/digest.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace batt {

uint64_t digest(std::string_view text) {
    return XXH64(text.data(), text.size(), 0);
}

void append_digest(std::string& out, uint64_t digest) {
    for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[digest >> shift & 15];
}

} // namespace batt
