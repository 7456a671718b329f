// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/diagnostic.hpp"
#include "program/program.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace batt {

/// What a solver file holds. A solver with a diagnostic is left out; the others are kept.
struct ParsedFile {
    std::vector<Program> programs;
    std::vector<Diagnostic> diagnostics;
};

/// Bounds on what a file may hold, so that nothing in it can make the reader run away.
struct ParseBounds {
    size_t bytes = 256u << 20;
    size_t steps_per_solver = 10'000;
    size_t arguments = 16;
    size_t name_length = 200;
    size_t diagnostics = 1'000;
};

/// Reads solver text; never runs it. `file` is only used to name places.
ParsedFile parse_solvers(std::string_view text, const std::string& file,
                         const ParseBounds& bounds = {});

} // namespace batt
