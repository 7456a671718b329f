// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/task.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace batt {

/// Tasks, ordered by id, and what is wrong with the data. A task that cannot be used is left out.
struct TaskSet {
    std::vector<Task> tasks;
    std::vector<std::string> problems; ///< one line each: the file, the place in it, what is wrong
    std::vector<std::string> notes;    ///< the same for what is odd and was kept
};

/// Reads a folder of task files, one task file, or a Kaggle `*_challenges.json` together with the
/// `*_solutions.json` beside it, where there is one.
TaskSet load_tasks(const std::string& path);

/// Reads the text of one JSON file; `solutions` is the text of a Kaggle solutions file or empty.
/// `file` names places, and its stem is the id of a single task.
TaskSet parse_tasks(std::string_view text, const std::string& file, std::string_view solutions = {},
                    const std::string& solutions_file = {});

} // namespace batt
