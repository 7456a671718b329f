// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/result.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace batt {

/// Parses JSON text; the failure reads "file:line:column: not valid JSON: ...". `first_line` is the
/// number of the text's first line.
Result<nlohmann::json> parse_json(std::string_view text, const std::string& file,
                                  size_t first_line = 1);

/// Appends `text` as a JSON string; bytes that are no UTF-8 are replaced.
void append_json_string(std::string& out, std::string_view text);

} // namespace batt
