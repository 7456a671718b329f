// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/program.hpp"

#include <string>
#include <vector>

namespace batt {

/// The solvers of all files, in their order, and what was wrong with the rest.
struct SolverSet {
    std::vector<Program> programs;
    std::vector<std::string> problems; ///< one line each
    double read_seconds = 0;
    double parse_seconds = 0;
};

SolverSet load_solvers(const std::vector<std::string>& files);

} // namespace batt
