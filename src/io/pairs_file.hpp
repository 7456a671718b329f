// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/task.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace batt {

/// One line `solver<TAB>task<TAB>split<TAB>index`: a solver and the sample to run it on.
struct PairLine {
    std::string solver;
    std::string task;
    Split split = Split::Train;
    uint32_t index = 0;
    int line = 0; ///< in the file, from 1
};

/// What a pairs file holds; a bad line is left out and named.
struct PairsFile {
    std::vector<PairLine> lines;
    std::vector<std::string> problems; ///< "file:line: ..."
};

/// Reads the text of a pairs file; empty lines and lines that start with '#' are comments.
PairsFile parse_pairs(std::string_view text, const std::string& file);

} // namespace batt
