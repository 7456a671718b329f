// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/device_seat.hpp"
#include "coordinate/heavies.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace batt {

/// What a coordinator has from one run to the next: what was found out about the battery, and
/// devices made ready for it.
struct Standing {
    Standing(double heavy, size_t probes) : heavies(heavy, probes) {}

    Heavies heavies;
    double seconds_a_sample = 0; ///< of the others, for a thread; 0: not known
    std::optional<batch::Sharing> sharing;
    std::optional<batch::BatchPlan> plan; ///< for all devices, with that sharing
    bool overlap = false;                 ///< as asked for when the seats were made
    std::vector<std::unique_ptr<DeviceSeat>> seats;
};

} // namespace batt
