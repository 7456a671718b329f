// SPDX-License-Identifier: MIT-0
#include "coordinate/delivery.hpp"

namespace batt {

bool Delivery::hand_on(Sheet& sheet, Room& room) {
    uint32_t differs = jobs_.differs(sheet.sample);
    sheets_.forget_failed(sheet);
    std::span<const uint32_t> solvers = jobs_.solvers(sheet.sample);
    if (settings_.keep) {
        for (size_t k = 0; k < solvers.size(); ++k) {
            results_[jobs_.place(sheet.sample, k)] = sheet.made[jobs_.turn(k)];
        }
    }
    if (settings_.sink && !solvers.empty()) {
        room.verdicts.clear();
        room.closeness.assign(sheet.close.begin(), sheet.close.begin() + differs);
        for (size_t k = 0; k < solvers.size(); ++k) {
            size_t turn = jobs_.turn(k);
            room.verdicts.push_back(sheet.made[turn]);
            auto first = sheet.close.begin() + static_cast<ptrdiff_t>((1 + turn) * differs);
            room.closeness.insert(room.closeness.end(), first, first + differs);
        }
        std::lock_guard lock(mutex_);
        settings_.sink(
            {static_cast<uint32_t>(sheet.sample), solvers, room.verdicts, room.closeness});
    }
    size_t all = workload_.samples().size();
    size_t done = ++done_;
    if (settings_.progress) {
        std::lock_guard lock(mutex_);
        settings_.progress(done, all);
    }
    return done == all;
}

} // namespace batt
