// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace batt {

/// The order in which samples are taken, as numbers of samples. Tasks with large grids come first,
/// so that what takes long is not begun last, and what a device leaves undone is known early. The
/// samples of a task stay together: they have values in common. Before all of them come `probes`
/// samples of tasks large and small, to go by what they take.
std::vector<uint32_t> turns_by_size(std::span<const Sample> samples, size_t probes);

/// As they are listed.
std::vector<uint32_t> turns_as_listed(size_t samples);

} // namespace batt
