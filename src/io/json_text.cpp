// SPDX-License-Identifier: MIT-0
#include "io/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace batt {

namespace {

/// The part of the library's message that says what is wrong, without its own place and codes.
std::string reason(const nlohmann::json::exception& error) {
    std::string_view text = error.what();
    size_t column = text.find(", column ");
    size_t start = column == std::string_view::npos ? column : text.find(": ", column);
    if (start == std::string_view::npos) start = text.find("] ");
    if (start != std::string_view::npos) text.remove_prefix(start + 2);
    constexpr std::string_view kPrefix = "syntax error while ";
    if (text.substr(0, kPrefix.size()) == kPrefix) text.remove_prefix(kPrefix.size());
    constexpr size_t kMost = 200;
    return std::string(text.substr(0, kMost));
}

} // namespace

Result<nlohmann::json> parse_json(std::string_view text, const std::string& file,
                                  size_t first_line) {
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        // `byte` counts from 1 and may lie behind the end.
        size_t offset = std::min(error.byte == 0 ? 0 : error.byte - 1, text.size());
        std::string_view before = text.substr(0, offset);
        size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0
        size_t line = first_line;
        for (char c : before) line += c == '\n' ? 1 : 0;
        return Failure{file + ":" + std::to_string(line) + ":" +
                       std::to_string(offset - line_start + 1) +
                       ": not valid JSON: " + reason(error)};
    } catch (const nlohmann::json::exception& error) {
        return Failure{file + ":" + std::to_string(first_line) +
                       ":1: not valid JSON: " + reason(error)};
    }
}

void append_json_string(std::string& out, std::string_view text) {
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace batt
