// SPDX-License-Identifier: MIT-0
#include "battery/graphviz.hpp"
#include "battery/pass.hpp"
#include "battery/statistics.hpp"
#include "battery/text.hpp"
#include "cli/batteries.hpp"
#include "cli/battery_report.hpp"
#include "cli/pass_options.hpp"
#include "cli/print.hpp"
#include "cli/verb.hpp"
#include "cli/whole_number.hpp"
#include "io/file.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace batt {

namespace {

/// Steps drawn when nothing is said; Graphviz takes minutes for many more.
constexpr size_t kMostDrawn = 500;

struct ShowOptions {
    std::vector<std::string> files;
    bool steps = false;
    bool passes = false;
    std::vector<std::string> without; ///< passes left out
    std::string graph;
    std::string solver; ///< empty: all
    size_t shared = 0;  ///< 0: all
    bool json = false;
    size_t top = 20;
};

/// The solver to draw; null if there is none of that name.
const Battery::Solver* find_solver(const Battery& battery, const std::string& name) {
    auto found = std::ranges::find(battery.solvers(), name, &Battery::Solver::name);
    return found == battery.solvers().end() ? nullptr : &*found;
}

std::string draw_shared(const Battery& battery, size_t most) {
    std::vector<uint32_t> steps;
    for (const auto& shared : most_shared_steps(battery, most)) steps.push_back(shared.step);
    std::ranges::sort(steps);
    return graphviz(battery, steps);
}

/// False, with a note, if the drawing could not be written.
bool write_graph(const ShowOptions& options, const Battery& battery) {
    std::string drawing;
    if (!options.solver.empty()) {
        const Battery::Solver* solver = find_solver(battery, options.solver);
        if (solver == nullptr) {
            note("no solver '" + options.solver + "' to draw");
            return false;
        }
        drawing = graphviz(battery, *solver);
    } else if (options.shared > 0) {
        drawing = draw_shared(battery, options.shared);
    } else if (battery.nodes().size() > kMostDrawn) {
        note("drawing the " + std::to_string(kMostDrawn) + " most shared of " +
             std::to_string(battery.nodes().size()) +
             " steps; --solver NAME draws one solver, --shared N another number");
        drawing = draw_shared(battery, kMostDrawn);
    } else {
        drawing = graphviz(battery, all_steps(battery));
    }
    AtomicFile file(options.graph);
    file.write(drawing);
    if (file.commit()) return true;
    note(file.error());
    return false;
}

int show(const ShowOptions& options) {
    BatterySet set = load_battery(options.files);
    for (const std::string& problem : set.problems) note(problem);
    if (set.battery.solvers().empty() && !set.problems.empty()) return kExitFailed;
    std::vector<PassReport> reports = apply_passes(set.battery, options.without);
    if (!options.graph.empty() && !write_graph(options, set.battery)) return kExitFailed;
    if (options.steps) {
        write_battery(set.battery, put, options.passes ? StepNotes::Passes : StepNotes::None);
    } else if (options.passes) {
        put(options.json ? passes_json(set.battery, reports) : passes_text(set.battery, reports));
    } else {
        BatteryStatistics statistics = battery_statistics(set.battery, options.top);
        put(options.json ? statistics_json(set.battery, statistics)
                         : statistics_text(set.battery, statistics, options.top));
    }
    return set.problems.empty() ? kExitOk : kExitFailed;
}

} // namespace

Action add_show(CLI::App& command) {
    auto options = std::make_shared<ShowOptions>();
    command.add_option("FILES", options->files, "A battery, or files of solvers to fuse")
        ->required()
        ->type_name("FILE");
    auto* steps = command.add_flag("--steps", options->steps, "Write the battery's text");
    command.add_flag("--passes", options->passes,
                     "Show what each rewrite of the battery did; with --steps, in its text");
    add_no_pass(command, options->without);
    auto* graph = command.add_option("--graph", options->graph, "Write a Graphviz drawing");
    graph->type_name("OUT.dot");
    auto* solver =
        command.add_option("--solver", options->solver, "Draw only what this solver needs");
    solver->type_name("NAME")->needs(graph);
    command.add_option("--shared", options->shared, "Draw only the N most shared steps")
        ->check(whole_number(1))
        ->type_name("N")
        ->needs(graph)
        ->excludes(solver);
    command.add_flag("--json", options->json, "Write the statistics as JSON")->excludes(steps);
    command.add_option("--top", options->top, "How much of each list to show")
        ->check(whole_number())
        ->type_name("N")
        ->capture_default_str();
    return [options] { return show(*options); };
}

} // namespace batt
