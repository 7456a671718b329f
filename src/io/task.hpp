// SPDX-License-Identifier: MIT-0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batt {

inline constexpr size_t kMaxSide = 30;
inline constexpr int kColors = 10;

/// A grid as tasks hold it: row by row, 0 to 9 a cell.
struct GridData {
    uint32_t rows = 0;
    uint32_t cols = 0;
    std::vector<uint8_t> cells;

    friend bool operator==(const GridData&, const GridData&) = default;
};

/// An input and, where known, the output it stands for.
struct Example {
    GridData input;
    std::optional<GridData> output;
};

struct Task {
    std::string id;
    std::vector<Example> train;
    std::vector<Example> test;
};

enum class Split : uint8_t { Train, Test };

/// "train" or "test".
const char* split_name(Split split);
std::optional<Split> find_split(std::string_view name);

/// One grid of a task. Refers to the task, which must outlive it.
struct Sample {
    const Task* task = nullptr;
    Split split = Split::Train;
    uint32_t index = 0;

    const Example& example() const {
        return split == Split::Train ? task->train[index] : task->test[index];
    }
};

/// Every sample of every task, in the order of results: task by task, train before test.
std::vector<Sample> samples_of(const std::vector<Task>& tasks);

} // namespace batt
