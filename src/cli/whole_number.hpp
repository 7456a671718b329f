// SPDX-License-Identifier: MIT-0
#pragma once

#include "cli/option_library.hpp"

#include <cstdint>

namespace batt {

/// For an option of 64 bits: refuses signs and what is out of range, which would wrap around
/// otherwise.
CLI::Validator whole_number(uint64_t least = 0, uint64_t most = UINT64_MAX);

} // namespace batt
