// SPDX-License-Identifier: MIT-0
#include "coordinate/turns.hpp"

#include <algorithm>
#include <numeric>

namespace batt {

namespace {

/// The samples of a task.
struct Group {
    uint32_t first = 0;
    uint32_t last = 0;
    uint64_t cells = 0; ///< of the largest
};

std::vector<Group> groups_of(std::span<const Sample> samples) {
    std::vector<Group> groups;
    for (uint32_t k = 0; k < samples.size(); ++k) {
        if (k == 0 || samples[k].task != samples[k - 1].task) groups.push_back({k, k, 0});
        const GridData& grid = samples[k].example().input;
        groups.back().last = k + 1;
        groups.back().cells = std::max(groups.back().cells, uint64_t{grid.rows} * grid.cols);
    }
    return groups;
}

} // namespace

std::vector<uint32_t> turns_by_size(std::span<const Sample> samples, size_t probes) {
    std::vector<Group> groups = groups_of(samples);
    std::ranges::stable_sort(groups, std::greater<>{}, &Group::cells);
    std::vector<uint32_t> turns;
    turns.reserve(samples.size());
    probes = std::min(probes, groups.size());
    for (size_t k = 0; k < probes; ++k) {
        // The middle one of as many equal parts.
        turns.push_back(groups[(2 * k + 1) * groups.size() / (2 * probes)].first++);
    }
    for (const Group& group : groups) {
        for (uint32_t k = group.first; k < group.last; ++k) turns.push_back(k);
    }
    return turns;
}

std::vector<uint32_t> turns_as_listed(size_t samples) {
    std::vector<uint32_t> turns(samples);
    std::iota(turns.begin(), turns.end(), 0U);
    return turns;
}

} // namespace batt
