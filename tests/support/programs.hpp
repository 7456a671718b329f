// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/parser.hpp"

#include <gtest/gtest.h>

namespace batt::testing {

/// The solvers of a text that has no mistakes.
inline std::vector<Program> programs_of(std::string_view text) {
    ParsedFile file = parse_solvers(text, "test.py");
    for (const Diagnostic& problem : file.diagnostics) ADD_FAILURE() << problem.text();
    return file.programs;
}

} // namespace batt::testing
