// SPDX-License-Identifier: MIT-0
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "battery/fuse.hpp"
#include "battery/text.hpp"
#include "cli/print.hpp"
#include "cli/solvers.hpp"
#include "cli/verb.hpp"
#include "cli/whole_number.hpp"
#include "io/file.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace batt {

namespace {

struct CardOptions {
    std::vector<std::string> solvers;
    uint32_t count = 0; ///< 0: all
    uint64_t seed = 0;
    std::string out;
    bool json = false;

    bool to_output() const { return out == "-"; }
};

struct CardReport {
    uint64_t solvers;
    uint64_t lines;
    uint64_t steps;
    double load_seconds;
    double fuse_seconds;
    double write_seconds;

    uint64_t saved() const { return lines - steps; }
    double saved_share() const {
        return lines > 0 ? static_cast<double>(saved()) / static_cast<double>(lines) : 0;
    }
};

std::string report_text(const CardReport& report) {
    return fmt::format("solvers: {}\nlines in: {}\nsteps out: {}\nsaved: {} ({:.1f} %)\n"
                       "time: load {:.3f} s, fuse {:.3f} s, write {:.3f} s\n",
                       report.solvers, report.lines, report.steps, report.saved(),
                       100 * report.saved_share(), report.load_seconds, report.fuse_seconds,
                       report.write_seconds);
}

std::string report_json(const CardReport& report) {
    nlohmann::ordered_json json = {{"solvers", report.solvers},
                                   {"lines", report.lines},
                                   {"steps", report.steps},
                                   {"saved", report.saved()},
                                   {"load_seconds", report.load_seconds},
                                   {"fuse_seconds", report.fuse_seconds},
                                   {"write_seconds", report.write_seconds}};
    return json.dump() + "\n";
}

/// The solvers drawn, in the order of their files.
std::vector<uint32_t> draw_solvers(const CardOptions& options, size_t available) {
    Random random(options.seed);
    std::vector<uint32_t> drawn =
        draw_without_replacement(static_cast<uint32_t>(available), options.count, random);
    std::ranges::sort(drawn);
    return drawn;
}

Battery fuse_drawn(const CardOptions& options, const std::vector<Program>& programs) {
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    if (options.count == 0) return fuse(programs, threads).finish();
    Card card;
    for (uint32_t k : draw_solvers(options, programs.size())) card.add(programs[k]);
    return card.finish();
}

/// False, with a note, if the battery could not be written.
bool write(const CardOptions& options, const Battery& battery) {
    if (options.to_output()) {
        write_battery(battery, put);
        return flush_output();
    }
    AtomicFile file(options.out);
    write_battery(battery, [&](std::string_view block) { file.write(block); });
    if (file.commit()) return true;
    note(file.error());
    return false;
}

int make_card(const CardOptions& options) {
    Stopwatch watch;
    SolverSet solvers = load_solvers(options.solvers);
    double load_seconds = watch.lap();
    for (const std::string& problem : solvers.problems) note(problem);
    if (solvers.programs.empty()) {
        note("nothing to fuse: no solver in " + options.solvers[0]);
        return kExitFailed;
    }
    if (options.count > solvers.programs.size()) {
        note(fmt::format("cannot draw {} solvers: there are {}", options.count,
                         solvers.programs.size()));
        return kExitFailed;
    }
    watch.lap();
    Battery battery = fuse_drawn(options, solvers.programs);
    double fuse_seconds = watch.lap();
    if (!write(options, battery)) return kExitFailed;
    CardReport report{battery.solvers().size(),
                      battery.line_count(),
                      battery.nodes().size(),
                      load_seconds,
                      fuse_seconds,
                      watch.lap()};
    if (options.to_output()) {
        std::string text = report_text(report);
        text.pop_back();
        for (size_t at; (at = text.find('\n')) != std::string::npos;) text.replace(at, 1, ", ");
        note(text);
    } else {
        put(options.json ? report_json(report) : report_text(report));
    }
    return solvers.problems.empty() ? kExitOk : kExitFailed;
}

} // namespace

Action add_card(CLI::App& command) {
    auto options = std::make_shared<CardOptions>();
    command.add_option("--solvers", options->solvers, "Files of solvers, or batteries")
        ->required()
        ->type_name("FILE");
    auto* count = command.add_option("--count", options->count, "Draw N of the solvers at random")
                      ->check(whole_number(1, UINT32_MAX))
                      ->type_name("N");
    command.add_option("--seed", options->seed, "What the draw starts from")
        ->needs(count)
        ->check(whole_number())
        ->type_name("S")
        ->capture_default_str();
    command.add_option("-o,--output", options->out, "The battery; '-' is the standard output")
        ->required()
        ->type_name("FILE.batt");
    command.add_flag("--json", options->json, "Write the report as JSON");
    return [options] { return make_card(*options); };
}

} // namespace batt
