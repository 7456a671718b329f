// SPDX-License-Identifier: MIT-0
#include "cli/batteries.hpp"

#include "battery/fuse.hpp"
#include "battery/text.hpp"
#include "cli/solvers.hpp"
#include "io/file.hpp"
#include "program/parser.hpp"

#include <algorithm>
#include <thread>

namespace batt {

namespace {

Battery fuse_all(std::span<const Program> programs) {
    return fuse(programs, std::max(1U, std::thread::hardware_concurrency())).finish();
}

/// Reads the file once: it may be a pipe.
BatterySet load_one(const std::string& file) {
    Result<std::string> text = read_file(file, BatteryBounds{}.bytes);
    if (!text) return {{}, {text.error()}};
    if (is_battery_text(*text)) {
        ParsedBattery parsed = parse_battery(*text, file);
        if (parsed.problem) return {{}, {parsed.problem->text()}};
        return {std::move(parsed.battery), {}};
    }
    ParsedFile parsed = parse_solvers(*text, file);
    BatterySet set{fuse_all(parsed.programs), {}};
    for (const Diagnostic& problem : parsed.diagnostics) set.problems.push_back(problem.text());
    return set;
}

} // namespace

BatterySet load_battery(const std::vector<std::string>& files) {
    if (files.size() == 1) return load_one(files[0]);
    SolverSet solvers = load_solvers(files);
    return {fuse_all(solvers.programs), std::move(solvers.problems)};
}

} // namespace batt
