// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/program.hpp"

#include <string>

namespace batt {

/// The name an operand has in the text of its program.
std::string operand_name(const Program& program, Operand operand);

/// A line of the program, "x3 = objects(I, T, F, T)".
std::string step_text(const Program& program, const Step& step);

/// A program as solver text; parsing it gives the program again.
std::string print_program(const Program& program);

} // namespace batt
