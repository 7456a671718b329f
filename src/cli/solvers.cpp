// SPDX-License-Identifier: MIT-0
#include "cli/solvers.hpp"

#include "base/stopwatch.hpp"
#include "battery/cut.hpp"
#include "battery/text.hpp"
#include "io/file.hpp"
#include "program/parser.hpp"

#include <unordered_map>

namespace batt {

namespace {

/// The solvers of a battery, each as a program of its own.
ParsedFile parse_solvers_of_battery(std::string_view text, const std::string& file) {
    ParsedBattery parsed = parse_battery(text, file);
    if (parsed.problem) return {{}, {*parsed.problem}};
    ParsedFile solvers;
    for (const Battery::Solver& solver : parsed.battery.solvers()) {
        solvers.programs.push_back(cut_solver(parsed.battery, solver));
    }
    return solvers;
}

} // namespace

SolverSet load_solvers(const std::vector<std::string>& files) {
    SolverSet set;
    Stopwatch watch;
    std::unordered_map<std::string, std::string> places; // of solvers, by name
    for (const std::string& file : files) {
        watch.lap();
        Result<std::string> text = read_file(file, BatteryBounds{}.bytes);
        set.read_seconds += watch.lap();
        if (!text) {
            set.problems.push_back(text.error());
            continue;
        }
        ParsedFile parsed = is_battery_text(*text) ? parse_solvers_of_battery(*text, file)
                                                   : parse_solvers(*text, file);
        for (const Diagnostic& diagnostic : parsed.diagnostics) {
            set.problems.push_back(diagnostic.text());
        }
        for (Program& program : parsed.programs) {
            std::string place = file + ":" + std::to_string(program.line);
            // Result files name solvers, so a name in two files would be ambiguous.
            if (auto [first, fresh] = places.emplace(program.name, place); !fresh) {
                set.problems.push_back(place + ":1: solver '" + program.name +
                                       "' is here again, expected another name: the first is at " +
                                       first->second);
                continue;
            }
            set.programs.push_back(std::move(program));
        }
        set.parse_seconds += watch.lap();
    }
    return set;
}

} // namespace batt
