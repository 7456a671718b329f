// SPDX-License-Identifier: MIT-0
// The text form of a battery, in the language of the solvers; docs/battery.md describes it.
#pragma once

#include "battery/battery.hpp"
#include "program/diagnostic.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace batt {

/// Takes a text piece by piece, in order.
using TextSink = std::function<void(std::string_view)>;

/// Whether steps are followed by a comment that says what the passes made of them.
enum class StepNotes : uint8_t { None, Passes };

/// Writes a battery as text, in blocks; reading it gives the same steps, solvers and order.
void write_battery(const Battery& battery, const TextSink& sink, StepNotes notes = StepNotes::None);
/// The same as one string.
std::string print_battery(const Battery& battery);

/// The name an operand has in the text of a battery: "t3", "I", "ONE", "fill".
std::string operand_name(Operand operand);
/// One step as it stands in the text: "t3 = fill(I, ONE, t2)".
std::string step_text(const Battery& battery, uint32_t step);

/// Whether a text is a battery and not solvers: it starts with a battery's version line, of
/// whatever version.
bool is_battery_text(std::string_view text);

/// Bounds on what a battery file may hold, so that nothing in it can make the reader run away.
struct BatteryBounds {
    size_t bytes = size_t{1} << 30;
    size_t steps = 50'000'000;
    size_t solvers = 10'000'000;
    size_t lines_per_solver = 10'000;
    size_t arguments = 16;
    size_t name_length = 200;
    size_t line_length = size_t{1} << 20;
};

/// A battery, or the first thing wrong with its text. Later lines build on earlier ones, so that
/// nothing is read past it.
struct ParsedBattery {
    Battery battery; ///< empty if there is a problem
    std::optional<Diagnostic> problem;
};

/// Reads a battery; `file` is only used to name places.
ParsedBattery parse_battery(std::string_view text, const std::string& file,
                            const BatteryBounds& bounds = {});

} // namespace batt
