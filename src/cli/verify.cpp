// SPDX-License-Identifier: MIT-0
#include "battery/fuse.hpp"
#include "battery/pass.hpp"
#include "cli/devices.hpp"
#include "cli/limits.hpp"
#include "cli/measured.hpp"
#include "cli/print.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "exec/code.hpp"
#include "io/file.hpp"
#include "program/print.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

namespace batt {

namespace {

constexpr size_t kMostShown = 10;
constexpr size_t kMostValueText = 300;

struct VerifyOptions {
    MeasuredOptions measured;
    DeviceOptions device;
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    bool lines = false;
    std::string reproduction = "verify_difference.py";
};

/// The solver cut off after its k-th line, which it returns.
Program prefix_of(const Program& program, size_t k) {
    Program made = program;
    made.name += "__" + program.steps[k].name;
    made.steps.resize(k + 1);
    made.result = {Operand::Kind::Step, static_cast<uint32_t>(k)};
    return made;
}

/// The solvers, or every line of each as a solver of its own.
std::vector<Program> programs_of(const std::vector<Program>& solvers, bool lines) {
    if (!lines) return solvers;
    std::vector<Program> made;
    for (const Program& solver : solvers) {
        for (size_t k = 0; k < solver.steps.size(); ++k) made.push_back(prefix_of(solver, k));
    }
    return made;
}

/// Runs everything as one battery; with devices where there are any.
std::vector<Verdict> run_on(const VerifyOptions& options, const std::vector<Program>& programs,
                            const Workload& workload, const Devices* devices,
                            CoordinatorStats& stats) {
    Battery battery = fuse(programs, options.threads).finish();
    apply_passes(battery, options.measured.without);
    Plan plan(battery, options.measured.chosen_policy(), options.threads);
    ProgressLine progress(devices == nullptr ? "samples, processors" : "samples, device");
    CoordinatorSettings settings;
    settings.limits = options.measured.limits;
    settings.threads = options.threads;
    settings.digests = true;
    settings.progress = [&](size_t done, size_t all) { progress.show(done, all); };
    if (devices != nullptr) devices->assign(settings);
    settings.patient_devices = true;
    Coordinator coordinator(plan, settings);
    std::vector<Verdict> verdicts = coordinator.run(workload);
    progress.clear();
    stats = coordinator.stats();
    return verdicts;
}

std::string text_of(Mark mark) {
    std::string text;
    append_mark(text, mark);
    return text;
}

bool same(const Verdict& a, const Verdict& b) {
    return a.out == b.out && a.fault == b.fault && a.right == b.right;
}

/// A solver and sample whose results differ.
struct Difference {
    uint32_t program = 0;
    uint32_t sample = 0;
};

/// What a line was given on a sample, a line of text for each variable.
std::string given_text(const VerifyOptions& options, const Program& solver, const Step& step,
                       const Sample& sample) {
    std::string text;
    Evaluator evaluator(options.measured.limits);
    for (Operand operand : step.arguments) {
        if (operand.kind != Operand::Kind::Step) continue;
        Program part = prefix_of(solver, operand.index);
        Outcome outcome = evaluator.run(make_code(part), sample, options.measured.chosen_policy());
        std::string value = value_text(evaluator.lane(), outcome.value);
        if (value.size() > kMostValueText) value = value.substr(0, kMostValueText) + "...";
        text += fmt::format("    {} = {}\n", operand_name(solver, operand), value);
    }
    return text;
}

/// Writes the program that shows a difference; says where, or why not.
std::string write_reproduction(const VerifyOptions& options, const Program& program,
                               const Sample& sample) {
    AtomicFile file(options.reproduction);
    file.write(
        fmt::format("# {} {} {}\n", sample.task->id, split_name(sample.split), sample.index));
    file.write(print_program(program));
    if (!file.commit()) return "  " + file.error() + "\n";
    return "  reproduction: " + options.reproduction + "\n";
}

/// Finds the first line that differs and says what it was given.
std::string explain(const VerifyOptions& options, const Program& solver, const Sample& sample,
                    const Devices& devices) {
    std::vector<Program> prefixes = programs_of({solver}, true);
    Task task = *sample.task;
    std::vector<Task> tasks{task};
    Workload workload = Workload::cross(prefixes, tasks);
    CoordinatorStats stats;
    std::vector<Verdict> here = run_on(options, prefixes, workload, nullptr, stats);
    std::vector<Verdict> there = run_on(options, prefixes, workload, &devices, stats);
    size_t samples = workload.samples().size();
    for (size_t k = 0; k < prefixes.size(); ++k) {
        for (size_t s = 0; s < samples; ++s) {
            const Sample& at = workload.samples()[s];
            if (at.split != sample.split || at.index != sample.index) continue;
            const Verdict& a = here[k * samples + s];
            const Verdict& b = there[k * samples + s];
            if (same(a, b)) continue;
            const Step& step = solver.steps[k];
            return fmt::format("  first differing line: {}: {} here, {} there\n",
                               step_text(solver, step), text_of(a.out), text_of(b.out)) +
                   given_text(options, solver, step, at) +
                   write_reproduction(options, prefixes[k], at);
        }
    }
    return "  no line differs when the solver is run by itself\n";
}

/// The solvers and samples whose results differ.
std::vector<Difference> differences_of(const std::vector<Verdict>& here,
                                       const std::vector<Verdict>& there, size_t samples) {
    std::vector<Difference> differences;
    for (uint64_t k = 0; k < here.size(); ++k) {
        if (same(here[k], there[k])) continue;
        differences.push_back(
            {static_cast<uint32_t>(k / samples), static_cast<uint32_t>(k % samples)});
    }
    return differences;
}

int verify(const VerifyOptions& options) {
    std::optional<Measured> measured = load_measured(options.measured);
    if (!measured) return kExitFailed;
    Devices devices(options.device);
    if (devices.empty()) {
        note("there is no device to compare with; --device host compares with the GPU's way of "
             "working on this machine");
        return kExitFailed;
    }
    Population population(*measured, options.measured);
    std::vector<Program> solvers;
    for (uint64_t k = 0; k < population.size(); ++k) solvers.push_back(population.at(k));
    std::vector<Program> programs = programs_of(solvers, options.lines);
    Workload workload = Workload::cross(programs, measured->tasks);
    CoordinatorStats here_stats;
    CoordinatorStats there_stats;
    std::vector<Verdict> here = run_on(options, programs, workload, nullptr, here_stats);
    std::vector<Verdict> there = run_on(options, programs, workload, &devices, there_stats);
    size_t samples = workload.samples().size();
    std::vector<Difference> differences = differences_of(here, there, samples);
    put(fmt::format("{} programs on {} samples: {} evaluations, {} differ\n", programs.size(),
                    samples, here.size(), differences.size()));
    put(device_lines(there_stats));
    put(fmt::format("time: processors {:.3f} s ({} threads), device {:.3f} s\n", here_stats.seconds,
                    options.threads, there_stats.seconds));
    for (size_t k = 0; k < differences.size() && k < kMostShown; ++k) {
        const Sample& sample = workload.samples()[differences[k].sample];
        uint64_t job = uint64_t{differences[k].program} * samples + differences[k].sample;
        put(fmt::format("differs: {} on {} {} {}: {} here, {} there\n",
                        programs[differences[k].program].name, sample.task->id,
                        split_name(sample.split), sample.index, text_of(here[job].out),
                        text_of(there[job].out)));
    }
    if (differences.empty()) return kExitOk;
    const Program& first = programs[differences[0].program];
    put(explain(options, first, workload.samples()[differences[0].sample], devices));
    return kExitFailed;
}

} // namespace

Action add_verify(CLI::App& command) {
    auto options = std::make_shared<VerifyOptions>();
    options->device.device = "cuda";
    add_measured(command, options->measured);
    add_device_options(command, options->device);
    command.add_option("--threads", options->threads, "Worker threads")
        ->check(CLI::Range(1U, kMostThreads))
        ->capture_default_str();
    command.add_flag("--lines", options->lines,
                     "Compare the value of every line, not only results");
    command
        .add_option("--reproduction", options->reproduction,
                    "Where to write the shortest program that shows a difference")
        ->type_name("OUT.py")
        ->capture_default_str();
    return [options] { return verify(*options); };
}

} // namespace batt
