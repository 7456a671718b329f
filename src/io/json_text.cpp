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

/// Looks for the place where reading fails: what the library throws for a number out of range does
/// not have it.
class PlaceFinder : public nlohmann::json_sax<nlohmann::json> {
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(size_t position, const std::string& token,
                     const nlohmann::json::exception&) override {
        byte = position - std::min(position, token.size()) + 1;
        return false;
    }

    size_t byte = 1; ///< where the token at fault begins, from 1
};

/// "file:line:column: not valid JSON: ..."; `byte` counts from 1 and may lie behind the end.
Failure bad_json(std::string_view text, const std::string& file, size_t line, size_t byte,
                 const nlohmann::json::exception& error) {
    size_t offset = std::min(byte == 0 ? 0 : byte - 1, text.size());
    std::string_view before = text.substr(0, offset);
    size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0
    for (char c : before) line += c == '\n' ? 1 : 0;
    return Failure{file + ":" + std::to_string(line) + ":" +
                   std::to_string(offset - line_start + 1) + ": not valid JSON: " + reason(error)};
}

} // namespace

Result<nlohmann::json> parse_json(std::string_view text, const std::string& file,
                                  size_t first_line) {
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        return bad_json(text, file, first_line, error.byte, error);
    } catch (const nlohmann::json::exception& error) {
        PlaceFinder finder;
        nlohmann::json::sax_parse(text, &finder);
        return bad_json(text, file, first_line, finder.byte, error);
    }
}

void append_json_string(std::string& out, std::string_view text) {
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace batt
