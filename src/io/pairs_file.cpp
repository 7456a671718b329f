// SPDX-License-Identifier: MIT-0
#include "io/pairs_file.hpp"

#include <charconv>

namespace batt {

namespace {

/// Takes the text up to `separator` off the front of `rest`.
std::string_view take(std::string_view& rest, char separator) {
    size_t end = rest.find(separator);
    std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return part;
}

/// Reads one line; null, or what was expected.
const char* read_line(std::string_view text, PairLine& pair) {
    size_t fields = 1;
    for (char c : text) fields += c == '\t' ? 1 : 0;
    if (fields != 4) return "expected solver<TAB>task<TAB>split<TAB>index";
    pair.solver = take(text, '\t');
    pair.task = take(text, '\t');
    std::optional<Split> split = find_split(take(text, '\t'));
    if (!split) return "expected 'train' or 'test' in the third column";
    pair.split = *split;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pair.index);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return "expected a position from 0 in the fourth column";
    }
    return nullptr;
}

} // namespace

PairsFile parse_pairs(std::string_view text, const std::string& file) {
    PairsFile out;
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    for (int number = 1; !text.empty(); ++number) {
        std::string_view line = take(text, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line[0] == '#') continue;
        PairLine pair;
        pair.line = number;
        if (const char* expected = read_line(line, pair)) {
            out.problems.push_back(file + ":" + std::to_string(number) + ": " + expected);
        } else {
            out.lines.push_back(std::move(pair));
        }
    }
    return out;
}

} // namespace batt
