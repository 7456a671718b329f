// SPDX-License-Identifier: MIT-0
#include "io/task.hpp"

namespace batt {

const char* split_name(Split split) {
    return split == Split::Train ? "train" : "test";
}

std::optional<Split> find_split(std::string_view name) {
    if (name == "train") return Split::Train;
    if (name == "test") return Split::Test;
    return std::nullopt;
}

std::vector<Sample> samples_of(const std::vector<Task>& tasks) {
    std::vector<Sample> samples;
    for (const Task& task : tasks) {
        for (uint32_t k = 0; k < task.train.size(); ++k) {
            samples.push_back({&task, Split::Train, k});
        }
        for (uint32_t k = 0; k < task.test.size(); ++k) samples.push_back({&task, Split::Test, k});
    }
    return samples;
}

} // namespace batt
