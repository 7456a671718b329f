// SPDX-License-Identifier: MIT-0
// Results go to the standard output, everything said about them to the standard error.
#pragma once

#include <string_view>

namespace batt {

/// Writes a result.
void put(std::string_view text);
/// Writes what is held back of the results.
void pass_on();
/// Writes what is left of the results; false, with a note, if they could not be written.
bool flush_output();
/// Says something on a line of its own; names from files cannot break it or steer a terminal.
void note(std::string_view text);
/// Writes several lines about the results.
void put_aside(std::string_view text);
/// Whether results may be coloured: the output is a terminal and NO_COLOR is not set.
bool output_has_color();

} // namespace batt
