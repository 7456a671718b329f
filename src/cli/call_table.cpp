// SPDX-License-Identifier: MIT-0
#include "cli/call_table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace batt {

namespace {

double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

double all_seconds(const std::vector<CallRow>& rows) {
    double seconds = 0;
    for (const CallRow& row : rows) seconds += row.seconds;
    return seconds;
}

double all_evaluations(const CoordinatorStats& stats) {
    uint64_t count = 0;
    for (const DeviceStats& device : stats.devices) count += device.evaluations;
    return static_cast<double>(count);
}

} // namespace

std::vector<CallRow> call_rows(const Battery& battery, const CallTimes& times) {
    std::vector<CallRow> rows(times.rows().size());
    for (size_t k = 0; k < rows.size(); ++k) {
        const CallTime& time = times.rows()[k];
        rows[k] = {CallTimes::name(k), 0, time.evaluations, time.failed, time.seconds()};
    }
    for (const Battery::Node& node : battery.nodes()) ++rows[CallTimes::row_of(node)].steps;
    sort_rows(rows);
    return rows;
}

void sort_rows(std::vector<CallRow>& rows) {
    std::erase_if(rows, [](const CallRow& row) { return row.evaluations == 0; });
    std::stable_sort(rows.begin(), rows.end(),
                     [](const CallRow& a, const CallRow& b) { return a.seconds > b.seconds; });
}

std::string call_table(const std::vector<CallRow>& rows, size_t top) {
    std::string text;
    auto out = std::back_inserter(text);
    double all = all_seconds(rows);
    fmt::format_to(out, "{:<14}{:>8}{:>13}{:>11}{:>10}{:>8}{:>11}\n", "primitive", "steps",
                   "evaluations", "failed", "s", "%", "us each");
    for (size_t k = 0; k < std::min(top, rows.size()); ++k) {
        const CallRow& row = rows[k];
        fmt::format_to(out, "{:<14}{:>8}{:>13}{:>11}{:>10.3f}{:>8.1f}{:>11.2f}\n", row.name,
                       row.steps, row.evaluations, row.failed, row.seconds,
                       percent(row.seconds, all),
                       1e6 * row.seconds / static_cast<double>(row.evaluations));
    }
    if (rows.size() > top) {
        fmt::format_to(out, "and {} more (--top shows more)\n", rows.size() - top);
    }
    return text;
}

nlohmann::ordered_json call_json(const std::vector<CallRow>& rows) {
    double all = all_seconds(rows);
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CallRow& row : rows) {
        list.push_back({{"primitive", row.name},
                        {"steps", row.steps},
                        {"evaluations", row.evaluations},
                        {"failed", row.failed},
                        {"seconds", row.seconds},
                        {"percent", percent(row.seconds, all)}});
    }
    return list;
}

std::string device_table(const CoordinatorStats& stats) {
    std::string text;
    auto out = std::back_inserter(text);
    size_t width = 24;
    for (const DeviceStats& device : stats.devices) width = std::max(width, device.name.size());
    fmt::format_to(out, "{:<{}}{:>10}{:>14}{:>8}{:>11}\n", "device", width, "samples",
                   "evaluations", "%", "s");
    for (const DeviceStats& device : stats.devices) {
        fmt::format_to(out, "{:<{}}{:>10}{:>14}{:>8.1f}{:>11.3f}\n", device.name, width,
                       device.samples, device.evaluations,
                       percent(static_cast<double>(device.evaluations), all_evaluations(stats)),
                       device.seconds);
    }
    return text;
}

nlohmann::ordered_json device_json(const CoordinatorStats& stats) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DeviceStats& device : stats.devices) {
        list.push_back(
            {{"device", device.name},
             {"samples", device.samples},
             {"evaluations", device.evaluations},
             {"percent", percent(static_cast<double>(device.evaluations), all_evaluations(stats))},
             {"seconds", device.seconds},
             {"left", device.left},
             {"batches", device.batches},
             {"halved", device.halved},
             {"ended", device.ended}});
    }
    return list;
}

} // namespace batt
