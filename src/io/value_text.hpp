// SPDX-License-Identifier: MIT-0
// The canonical text of values: JSON without spaces, sets as {"s":[...]} in iteration order,
// functions as {"f":...}. Result files hold its digests; `batt call` reads and writes it.
#pragma once

#include "value/lane.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace batt {

/// Values share parts, so a small value can have an endless text: past this it has none.
inline constexpr size_t kMaxTextBytes = 64u << 20;

/// Turns values into text, in a buffer that is used again and again.
class ValueWriter {
public:
    /// The text of `v`, valid until the next call; empty if it passes kMaxTextBytes.
    std::string_view write(const Lane& lane, Value v);

private:
    struct Sink;

    std::vector<char> buffer_; ///< only ever grows, so that it is cleared once
    size_t used_ = 0;
};

/// The text of `v` as a string of its own; empty if it passes kMaxTextBytes.
std::string value_text(const Lane& lane, Value v);

/// Builds the value that `json` encodes; false, with one line in `problem`, if it encodes none.
bool read_value(Lane& lane, const nlohmann::json& json, Value& value, std::string& problem);

} // namespace batt
