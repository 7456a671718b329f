// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/card.hpp"

#include <functional>
#include <span>

namespace batt {

/// Gives the k-th program, which is valid until the next call.
using ProgramSource = std::function<const Program&(uint64_t k)>;

/// A card with so many programs, the same as if they were added to it one after the other. Threads
/// fuse some of them each, from a source of its own, and what is distinct in those is fused.
Card fuse(uint64_t count, const std::function<ProgramSource()>& open, unsigned threads);
Card fuse(std::span<const Program> programs, unsigned threads);

} // namespace batt
