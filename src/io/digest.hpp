// SPDX-License-Identifier: MIT-0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace batt {

/// XXH64 with seed 0: what stands for a value's canonical text in result files.
uint64_t digest(std::string_view text);

/// Appends a digest as 16 lower-case hexadecimal digits.
void append_digest(std::string& out, uint64_t digest);

} // namespace batt
