// SPDX-License-Identifier: MIT-0
// Quick measurements that say what to expect of a device and of a thread before a run has shown it:
// the same few solvers on the same few made up grids everywhere, bounded in steps.
#pragma once

#include "batch/device.hpp"
#include "coordinate/rates.hpp"

namespace batt {

/// How fast the calling thread is.
Rate measure_thread();

/// How fast a device is, using at most so many bytes of its memory. Throws batch::DeviceError.
Rate measure_device(batch::Device& device, uint64_t memory);

} // namespace batt
