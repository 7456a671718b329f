// SPDX-License-Identifier: MIT-0
#include "base/stopwatch.hpp"
#include "battery/card.hpp"
#include "battery/pass.hpp"
#include "cli/call_table.hpp"
#include "cli/measured.hpp"
#include "cli/print.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "cli/whole_number.hpp"
#include "exec/worker.hpp"
#include "program/print.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <memory>

namespace batt {

namespace {

struct ProfileOptions {
    MeasuredOptions measured;
    size_t top = 20;
    bool values = false;
    bool json = false;
};

/// A row of the table of steps.
struct Entry {
    std::string name; ///< one of the lines it is
    StepTime time;
    uint64_t users = 0; ///< solvers
};

struct Profile {
    std::vector<CallRow> primitives; ///< dearest first
    std::vector<Entry> steps;        ///< the top ones, dearest first
    uint64_t solvers = 0;
    size_t samples = 0;
    uint64_t battery_steps = 0;
    WorkerStats work;
    double run_seconds = 0;
    StepTime all; ///< steps together
};

void add_to(StepTime& sum, const StepTime& time) {
    sum.count += time.count;
    sum.failed += time.failed;
    sum.seconds += time.seconds;
    sum.repeated += time.repeated;
    sum.repeated_seconds += time.repeated_seconds;
}

/// "solve_x line 12: x3 = objects(I, T, F, T)".
std::string line_text(const Program& program, uint32_t index) {
    const Step& step = program.steps[index];
    return fmt::format("{} line {}: {}", program.name, step.line, step_text(program, step));
}

/// By what the steps call; calls of closures are one row.
std::vector<CallRow> by_primitive(const Battery& battery, const std::vector<StepTime>& times) {
    std::vector<CallRow> rows(CallTimes().rows().size());
    for (size_t k = 0; k < rows.size(); ++k) rows[k].name = CallTimes::name(k);
    for (size_t step = 0; step < times.size(); ++step) {
        CallRow& row = rows[CallTimes::row_of(battery.nodes()[step])];
        row.steps += times[step].count > 0 ? 1 : 0;
        row.evaluations += times[step].count;
        row.failed += times[step].failed;
        row.seconds += times[step].seconds;
    }
    sort_rows(rows);
    return rows;
}

/// The dearest steps, each with the first line it is.
std::vector<Entry> by_step(const Battery& battery, Population& population,
                           const std::vector<StepTime>& times, size_t top) {
    std::vector<uint32_t> order;
    for (uint32_t step = 0; step < times.size(); ++step) {
        if (times[step].count > 0) order.push_back(step);
    }
    top = std::min(top, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(top), order.end(),
                      [&](uint32_t a, uint32_t b) {
                          if (times[a].seconds != times[b].seconds) {
                              return times[a].seconds > times[b].seconds;
                          }
                          return a < b;
                      });
    std::vector<Entry> entries(top);
    std::vector<uint32_t> place(times.size(), 0); // in `entries`, + 1
    for (uint32_t k = 0; k < top; ++k) {
        entries[k].time = times[order[k]];
        place[order[k]] = k + 1;
    }
    for (uint32_t s = 0; s < battery.solvers().size(); ++s) {
        std::span<const uint32_t> lines = battery.lines(battery.solvers()[s]);
        for (uint32_t k = 0; k < lines.size(); ++k) {
            if (place[lines[k]] == 0) continue;
            Entry& entry = entries[place[lines[k]] - 1];
            if (entry.users++ == 0) entry.name = line_text(population.at(s), k);
        }
    }
    return entries;
}

Profile measure(const ProfileOptions& options, const Measured& measured) {
    Population population(measured, options.measured);
    Card card;
    for (uint64_t k = 0; k < population.size(); ++k) card.add(population.at(k));
    Battery battery = card.finish();
    apply_passes(battery, options.measured.without);
    Plan plan(battery, options.measured.chosen_policy());
    std::vector<uint32_t> distinct;
    for (uint32_t s = 0; s < battery.solvers().size(); ++s) {
        if (plan.same_as(s) == s) distinct.push_back(s);
    }
    std::vector<Sample> samples = samples_of(measured.tasks);
    std::vector<StepTime> times(battery.nodes().size());
    Worker worker(plan, options.measured.limits);
    worker.time_steps(times, options.values);
    ProgressLine progress("samples");
    Stopwatch watch;
    for (size_t n = 0; n < samples.size(); ++n) {
        worker.run(samples[n], distinct, [](uint32_t, const Outcome&, const Lane&) {});
        progress.show(n + 1, samples.size());
    }
    progress.clear();
    Profile profile;
    profile.run_seconds = watch.lap();
    profile.primitives = by_primitive(battery, times);
    profile.steps = by_step(battery, population, times, options.top);
    profile.solvers = population.size();
    profile.samples = samples.size();
    profile.battery_steps = battery.nodes().size();
    profile.work = worker.stats();
    for (const StepTime& time : times) add_to(profile.all, time);
    return profile;
}

double share(const Profile& profile, const Entry& entry) {
    return profile.all.seconds > 0 ? 100 * entry.time.seconds / profile.all.seconds : 0;
}

double microseconds(const Entry& entry) {
    return 1e6 * entry.time.seconds / static_cast<double>(entry.time.count);
}

std::string profile_text(const ProfileOptions& options, const Profile& profile) {
    std::string text;
    auto out = std::back_inserter(text);
    fmt::format_to(out,
                   "{} solvers on {} samples, {}, fused on 1 thread: {} steps, {} evaluations\n",
                   profile.solvers, profile.samples, options.measured.policy, profile.battery_steps,
                   profile.work.steps);
    fmt::format_to(out, "run {:.3f} s with the clock on, {:.3f} s of it in steps\n",
                   profile.run_seconds, profile.all.seconds);
    if (options.values) {
        fmt::format_to(out,
                       "{} evaluations, {:.3f} s, repeat values of the sample's earlier ones\n",
                       profile.all.repeated, profile.all.repeated_seconds);
    }
    text += '\n';
    text += call_table(profile.primitives, options.top);
    fmt::format_to(out, "\n{:>10}{:>8}{:>13}{:>11}{:>9}  step\n", "s", "%", "evaluations",
                   "us each", "solvers");
    for (const Entry& entry : profile.steps) {
        fmt::format_to(out, "{:>10.3f}{:>8.1f}{:>13}{:>11.2f}{:>9}  {}\n", entry.time.seconds,
                       share(profile, entry), entry.time.count, microseconds(entry), entry.users,
                       entry.name);
    }
    return text;
}

std::string profile_json(const ProfileOptions& options, const Profile& profile) {
    nlohmann::ordered_json steps = nlohmann::ordered_json::array();
    for (const Entry& entry : profile.steps) {
        steps.push_back({{"step", entry.name},
                         {"solvers", entry.users},
                         {"evaluations", entry.time.count},
                         {"failed", entry.time.failed},
                         {"seconds", entry.time.seconds}});
    }
    nlohmann::ordered_json json = {
        {"solvers", profile.solvers},
        {"samples", profile.samples},
        {"policy", options.measured.policy},
        {"steps", profile.battery_steps},
        {"evaluations", profile.work.steps},
        {"alone", profile.work.alone},
        {"run_seconds", profile.run_seconds},
        {"step_seconds", profile.all.seconds},
        {"primitives", call_json(profile.primitives)},
        {"top_steps", std::move(steps)},
    };
    if (options.values) {
        json["repeated"] = profile.all.repeated;
        json["repeated_seconds"] = profile.all.repeated_seconds;
    }
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int run_profile(const ProfileOptions& options) {
    std::optional<Measured> measured = load_measured(options.measured);
    if (!measured) return kExitFailed;
    Profile profile = measure(options, *measured);
    put(options.json ? profile_json(options, profile) : profile_text(options, profile));
    return kExitOk;
}

} // namespace

Action add_profile(CLI::App& command) {
    auto options = std::make_shared<ProfileOptions>();
    add_measured(command, options->measured);
    command.add_option("--top", options->top, "Rows of each table")
        ->check(whole_number())
        ->capture_default_str();
    command.add_flag("--values", options->values,
                     "Count evaluations that repeat a call with the same argument values");
    command.add_flag("--json", options->json, "Write the tables as JSON, all primitives");
    return [options] { return run_profile(*options); };
}

} // namespace batt
