// SPDX-License-Identifier: MIT-0
#include "coordinate/turns.hpp"

#include <gtest/gtest.h>

namespace batt {
namespace {

/// Tasks of some training pairs, whose inputs have one row of so many cells.
std::vector<Task> tasks_with(const std::vector<std::vector<uint32_t>>& cells) {
    std::vector<Task> tasks;
    for (const auto& of_task : cells) {
        Task& task = tasks.emplace_back();
        for (uint32_t n : of_task) {
            Example example;
            example.input.rows = 1;
            example.input.cols = n;
            task.train.push_back(example);
        }
    }
    return tasks;
}

TEST(Turns, LargeTasksComeFirstAndStayTogether) {
    std::vector<Task> tasks = tasks_with({{3, 4}, {1, 9, 2}, {5}, {4}});
    EXPECT_EQ(turns_by_size(samples_of(tasks), 0), (std::vector<uint32_t>{2, 3, 4, 5, 0, 1, 6}));
}

TEST(Turns, LooksAreAtTasksLargeAndSmall) {
    std::vector<Task> tasks = tasks_with({{1, 1}, {2, 2}, {3, 3}, {4, 4}});
    EXPECT_EQ(turns_by_size(samples_of(tasks), 2), (std::vector<uint32_t>{4, 0, 6, 7, 5, 2, 3, 1}));
    EXPECT_EQ(turns_by_size(samples_of(tasks), 100),
              (std::vector<uint32_t>{6, 4, 2, 0, 7, 5, 3, 1}));
}

TEST(Turns, OfNothing) {
    EXPECT_TRUE(turns_by_size({}, 8).empty());
    EXPECT_TRUE(turns_as_listed(0).empty());
}

} // namespace
} // namespace batt
