// SPDX-License-Identifier: MIT-0
#include "cli/battery_report.hpp"

#include "battery/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace batt {

namespace {

/// Adds "  and 3 more" where a list was cut short.
void append_rest(std::string& text, size_t size, size_t top) {
    if (size > top) text += fmt::format("  and {} more (--top shows more)\n", size - top);
}

void append_width(std::string& text, const std::vector<uint64_t>& width, size_t top) {
    text += "width by depth:\n";
    for (size_t k = 0; k < width.size() && k < top; ++k) {
        text += fmt::format("  {:>4}  {}\n", k + 1, width[k]);
    }
    append_rest(text, width.size(), top);
}

void append_callees(std::string& text, const BatteryStatistics& statistics, size_t top) {
    text += "steps by primitive:\n";
    const auto& callees = statistics.callees;
    for (size_t k = 0; k < callees.size() && k < top; ++k) {
        text += fmt::format("  {:<14} {}\n", callees[k].name, callees[k].steps);
    }
    append_rest(text, callees.size(), top);
}

void append_shared(std::string& text, const Battery& battery, const BatteryStatistics& statistics) {
    if (statistics.most_shared.empty()) return;
    text += "most shared steps, by solvers:\n";
    for (const auto& shared : statistics.most_shared) {
        text += fmt::format("  {:>8}  {}\n", shared.solvers, step_text(battery, shared.step));
    }
}

void append_duplicates(std::string& text, const Battery& battery,
                       const BatteryStatistics& statistics, size_t top) {
    const auto& duplicates = statistics.duplicates;
    text += fmt::format("solvers like an earlier one: {}\n", duplicates.size());
    for (size_t k = 0; k < duplicates.size() && k < top; ++k) {
        text += fmt::format("  {} is {}\n", battery.solvers()[duplicates[k].solver].name,
                            battery.solvers()[duplicates[k].first].name);
    }
    append_rest(text, duplicates.size(), top);
}

} // namespace

std::string statistics_text(const Battery& battery, const BatteryStatistics& statistics,
                            size_t top) {
    double share = statistics.lines > 0 ? 100.0 * static_cast<double>(statistics.saved()) /
                                              static_cast<double>(statistics.lines)
                                        : 0;
    const auto& levels = statistics.steps_at;
    std::string text = fmt::format(
        "solvers: {}\nlines in: {}\nsteps out: {}\nsaved: {} ({:.1f} %)\n"
        "computed once: {}, once a task: {}, once a sample: {}\ndepth: {}\n",
        statistics.solvers, statistics.lines, statistics.steps, statistics.saved(), share,
        levels[static_cast<size_t>(Level::Fixed)], levels[static_cast<size_t>(Level::Task)],
        levels[static_cast<size_t>(Level::Sample)], statistics.depth());
    append_width(text, statistics.width, top);
    append_callees(text, statistics, top);
    append_shared(text, battery, statistics);
    append_duplicates(text, battery, statistics, top);
    return text;
}

std::string statistics_json(const Battery& battery, const BatteryStatistics& statistics) {
    using nlohmann::ordered_json;
    ordered_json callees = ordered_json::object();
    for (const auto& callee : statistics.callees) callees[std::string(callee.name)] = callee.steps;
    ordered_json shared = ordered_json::array();
    for (const auto& step : statistics.most_shared) {
        shared.push_back({{"step", step_text(battery, step.step)}, {"solvers", step.solvers}});
    }
    ordered_json duplicates = ordered_json::array();
    for (const auto& duplicate : statistics.duplicates) {
        duplicates.push_back({{"solver", battery.solvers()[duplicate.solver].name},
                              {"first", battery.solvers()[duplicate.first].name}});
    }
    ordered_json json = {
        {"solvers", statistics.solvers},
        {"lines", statistics.lines},
        {"steps", statistics.steps},
        {"saved", statistics.saved()},
        {"steps_once", statistics.steps_at[static_cast<size_t>(Level::Fixed)]},
        {"steps_per_task", statistics.steps_at[static_cast<size_t>(Level::Task)]},
        {"steps_per_sample", statistics.steps_at[static_cast<size_t>(Level::Sample)]},
        {"depth", statistics.depth()},
        {"width", statistics.width},
        {"steps_by_primitive", callees},
        {"most_shared", shared},
        {"duplicates", duplicates}};
    return json.dump() + "\n";
}

std::string passes_text(const Battery& battery, const std::vector<PassReport>& reports) {
    std::string text = fmt::format("steps: {}\n{:<12}{:>10}  {}\n", battery.nodes().size(), "pass",
                                   "steps", "what it does");
    for (const PassReport& report : reports) {
        std::string steps = report.applied ? std::to_string(report.steps) : "off";
        text += fmt::format("{:<12}{:>10}  {}\n", report.pass->name, steps, report.pass->does);
    }
    return text;
}

std::string passes_json(const Battery& battery, const std::vector<PassReport>& reports) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const PassReport& report : reports) {
        rows.push_back({{"pass", report.pass->name},
                        {"applied", report.applied},
                        {"steps", report.steps},
                        {"does", report.pass->does}});
    }
    nlohmann::ordered_json json = {{"steps", battery.nodes().size()}, {"passes", rows}};
    return json.dump() + "\n";
}

} // namespace batt
