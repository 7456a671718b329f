// SPDX-License-Identifier: MIT-0
#include "base/stopwatch.hpp"
#include "battery/fuse.hpp"
#include "battery/pass.hpp"
#include "cli/devices.hpp"
#include "cli/limits.hpp"
#include "cli/measured.hpp"
#include "cli/print.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "coordinate/coordinator.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <memory>
#include <optional>
#include <sys/resource.h>
#include <thread>

namespace batt {

namespace {

struct BenchOptions {
    MeasuredOptions measured;
    DeviceOptions device;
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    unsigned repeat = 1;
    bool fused_only = false;
    bool every_line = false;
    bool no_per_op = false;
    bool no_digests = false;
    bool json = false;
};

/// What this process has taken of the processors so far; unlike the clock on the wall it hardly
/// depends on what else the machine does.
double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// A hash of all results of a run that does not depend on their order.
class Fingerprint {
public:
    void add(uint64_t job, uint64_t word) {
        uint64_t hash = (job ^ word * 0x9E3779B97F4A7C15ULL) * 0xBF58476D1CE4E5B9ULL;
        sum_ += hash ^ hash >> 31;
    }
    void add(uint64_t job, Fault fault, bool right) {
        add(job, static_cast<uint64_t>(fault) << 1 | (right ? 1 : 0));
    }
    void add(uint64_t job, Mark mark) {
        add(job, mark.digest ^ static_cast<uint64_t>(mark.kind) << 8 ^
                     static_cast<uint64_t>(mark.fault));
    }
    uint64_t value() const { return sum_; }

private:
    uint64_t sum_ = 0;
};

/// One row of the table.
struct Mode {
    const char* name;
    const char* key; ///< in JSON
    bool every_line = false;
    bool comparable = true; ///< false if a line that others leave out may have spent a budget
    unsigned threads = 1;
    double prepare_seconds = 0; ///< making mutants, resolving names; or fusing and planning
    double run_seconds = 0;
    double cpu_seconds = 0; ///< of the run, all threads together
    WorkerStats work = {};  ///< of the fused modes
    uint64_t scores = 0;    ///< fingerprint of who failed and who was right
    uint64_t digests = 0;   ///< fingerprint of all results
    const Devices* devices = nullptr;
    DeviceMode device_mode = DeviceMode::Batch;
    std::string devices_did = {}; ///< in words

    double seconds() const { return prepare_seconds + run_seconds; }
    void keep_best(double run, double cpu) {
        if (run_seconds == 0 || run < run_seconds) run_seconds = run;
        if (cpu_seconds == 0 || cpu < cpu_seconds) cpu_seconds = cpu;
    }
};

struct Bench {
    std::vector<Mode> modes;
    uint64_t solvers = 0;
    uint64_t distinct_solvers = 0;
    size_t tasks = 0;
    size_t samples = 0;
    uint64_t lines = 0;
    uint64_t steps = 0; ///< of the battery
    double peak_megabytes = 0;

    uint64_t evaluations() const { return solvers * samples; }
    double rate(uint64_t count, double seconds) const {
        return seconds > 0 ? static_cast<double>(count) / seconds : 0;
    }
    double speedup(const Mode& mode) const { return modes[0].seconds() / mode.seconds(); }
    bool same() const {
        const Mode& last = modes.back();
        return std::all_of(modes.begin(), modes.end(), [&](const Mode& mode) {
            return !mode.comparable || (mode.scores == last.scores && mode.digests == last.digests);
        });
    }
};

/// Every solver on its own, one after the other.
void run_apart(const BenchOptions& options, Population& population, const Workload& workload,
               Mode& mode, bool digests) {
    Policy policy = options.measured.chosen_policy();
    Evaluator evaluator(options.measured.limits);
    Fingerprint all;
    ProgressLine progress("solvers");
    const std::vector<Sample>& samples = workload.samples();
    Stopwatch watch;
    double prepare_seconds = 0;
    double run_seconds = 0;
    double cpu_seconds = 0;
    for (uint64_t k = 0; k < population.size(); ++k) {
        watch.lap();
        Code code = make_code(population.at(k));
        if (mode.every_line) code.keep_every_line();
        double cpu_start = processor_seconds();
        prepare_seconds += watch.lap();
        for (size_t n = 0; n < samples.size(); ++n) {
            uint64_t job = k * samples.size() + n;
            Outcome outcome = evaluator.run(code, samples[n], policy);
            if (mode.every_line && outcome.fault == Fault::Limit) mode.comparable = false;
            if (digests) {
                all.add(job, evaluator.mark(outcome));
            } else {
                const auto& output = samples[n].example().output;
                all.add(job, outcome.fault, output && evaluator.matches(outcome, *output));
            }
        }
        run_seconds += watch.lap();
        cpu_seconds += processor_seconds() - cpu_start;
        if (k % 64 == 0) progress.show(k, population.size());
    }
    progress.clear();
    if (digests) {
        mode.digests = all.value();
        return;
    }
    mode.scores = all.value();
    mode.keep_best(run_seconds, cpu_seconds);
    if (mode.prepare_seconds == 0 || prepare_seconds < mode.prepare_seconds) {
        mode.prepare_seconds = prepare_seconds;
    }
}

/// All solvers as one battery.
void run_once(Coordinator& coordinator, const Workload& workload, Mode& mode, bool digests) {
    double cpu_start = processor_seconds();
    Stopwatch watch;
    std::vector<Verdict> verdicts = coordinator.run(workload);
    Fingerprint all;
    for (uint64_t job = 0; job < verdicts.size(); ++job) {
        if (digests) {
            all.add(job, verdicts[job].out);
        } else {
            all.add(job, verdicts[job].fault, verdicts[job].right);
        }
    }
    double seconds = watch.lap();
    if (digests) {
        mode.digests = all.value();
        return;
    }
    mode.scores = all.value();
    mode.work = coordinator.stats().work;
    mode.devices_did = device_lines(coordinator.stats());
    mode.keep_best(seconds, processor_seconds() - cpu_start);
}

/// All solvers as one battery, a number of times. From the second on, devices are ready.
void run_fused(const BenchOptions& options, const Plan& plan, const Workload& workload, Mode& mode,
               bool digests, unsigned times) {
    ProgressLine progress("samples");
    CoordinatorSettings settings;
    settings.limits = options.measured.limits;
    settings.threads = mode.threads;
    settings.digests = digests;
    settings.progress = [&](size_t done, size_t all) { progress.show(done, all); };
    if (mode.devices != nullptr) {
        mode.devices->assign(settings);
        settings.device_mode = mode.device_mode;
    }
    Coordinator coordinator(plan, settings);
    for (unsigned k = 0; k < times; ++k) run_once(coordinator, workload, mode, digests);
    progress.clear();
}

/// A population as one battery, ready to run.
struct Fused {
    Fused(const BenchOptions& options, const Measured& measured, unsigned threads)
        : battery(fuse_on(options, measured, threads)),
          plan(battery, options.measured.chosen_policy(), threads) {}
    Fused(const Fused&) = delete;
    Fused& operator=(const Fused&) = delete;

    static Battery fuse_on(const BenchOptions& options, const Measured& measured,
                           unsigned threads) {
        auto open = [&]() -> ProgramSource {
            auto population = std::make_shared<Population>(measured, options.measured);
            return [population](uint64_t k) -> const Program& { return population->at(k); };
        };
        uint64_t count = Population(measured, options.measured).size();
        Battery made = fuse(count, open, threads).finish();
        apply_passes(made, options.measured.without);
        return made;
    }

    Battery battery;
    Plan plan;
};

/// What there is to compare; fusing took so long on one thread and on all.
std::vector<Mode> list_modes(const BenchOptions& options, const Devices& devices, double one_thread,
                             double all_threads) {
    std::vector<Mode> modes;
    if (options.every_line) {
        modes.push_back({.name = "every line", .key = "every_line", .every_line = true});
    }
    if (!options.fused_only) modes.push_back({.name = "one by one", .key = "sequential"});
    modes.push_back({.name = "fused", .key = "fused", .prepare_seconds = one_thread});
    if (options.threads > 1) {
        modes.push_back({.name = "fused",
                         .key = "fused_threads",
                         .threads = options.threads,
                         .prepare_seconds = all_threads});
    }
    if (devices.empty()) return modes;
    Mode batch{.name = "device", .key = "device", .prepare_seconds = all_threads};
    batch.threads = options.threads;
    batch.devices = &devices;
    modes.push_back(batch);
    batch.name = "per step";
    batch.key = "device_per_op";
    batch.device_mode = DeviceMode::PerOperation;
    if (!options.no_per_op) modes.push_back(batch);
    return modes;
}

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

Bench measure(const BenchOptions& options, const Measured& measured, const Devices& devices) {
    Bench bench;
    Population population(measured, options.measured);
    bench.solvers = population.size();
    // On one thread and on all: whoever has more has the battery sooner.
    std::vector<double> fuse_seconds;
    std::optional<Fused> fused;
    for (unsigned threads : {1U, options.threads}) {
        if (fused && threads == 1) break;
        fused.reset();
        Stopwatch watch;
        fused.emplace(options, measured, threads);
        fuse_seconds.push_back(watch.lap());
    }
    const Plan& plan = fused->plan;
    Workload workload = Workload::cross(population.size(), measured.tasks);
    bench.distinct_solvers = plan.distinct_solvers();
    bench.tasks = measured.tasks.size();
    bench.samples = workload.samples().size();
    bench.lines = fused->battery.line_count();
    bench.steps = fused->battery.nodes().size();
    bench.modes = list_modes(options, devices, fuse_seconds.front(), fuse_seconds.back());

    auto run = [&](Mode& mode, bool digests, unsigned times) {
        if (mode.every_line || std::string_view(mode.key) == "sequential") {
            run_apart(options, population, workload, mode, digests);
        } else {
            run_fused(options, plan, workload, mode, digests, times);
        }
    };
    for (unsigned k = 0; k < options.repeat; ++k) {
        for (Mode& mode : bench.modes) {
            if (mode.devices == nullptr) run(mode, false, 1);
        }
    }
    for (Mode& mode : bench.modes) {
        if (mode.devices != nullptr) run(mode, false, options.repeat);
    }
    bench.peak_megabytes = peak_megabytes();
    // Writing every value down takes longer than computing most of them, so this is not timed.
    for (Mode& mode : bench.modes) {
        if (!options.no_digests) run(mode, true, 1);
    }
    return bench;
}

std::string bench_text(const BenchOptions& options, const Bench& bench) {
    std::string text;
    auto out = std::back_inserter(text);
    fmt::format_to(out, "{} {} ({} distinct) on {} samples of {} tasks, {}: {} evaluations\n",
                   bench.solvers, options.measured.mutants > 0 ? "mutants" : "solvers",
                   bench.distinct_solvers, bench.samples, bench.tasks, options.measured.policy,
                   bench.evaluations());
    fmt::format_to(out, "{} lines, {} distinct steps ({:.1f} %)", bench.lines, bench.steps,
                   bench.lines == 0 ? 0.0
                                    : 100.0 * static_cast<double>(bench.steps) /
                                          static_cast<double>(bench.lines));
    fmt::format_to(out, "\n\n{:<12}{:>8}{:>11}{:>10}{:>10}{:>10}{:>15}{:>12}{:>9}\n", "mode",
                   "threads", "prepare s", "run s", "cpu s", "total s", "evaluations/s", "steps/s",
                   "speedup");
    for (const Mode& mode : bench.modes) {
        std::string steps =
            mode.work.steps == 0
                ? ""
                : fmt::format("{:.0f}", bench.rate(mode.work.steps, mode.run_seconds));
        fmt::format_to(out,
                       "{:<12}{:>8}{:>11.3f}{:>10.3f}{:>10.3f}{:>10.3f}{:>15.0f}{:>12}{:>9.2f}\n",
                       mode.name, mode.threads, mode.prepare_seconds, mode.run_seconds,
                       mode.cpu_seconds, mode.seconds(),
                       bench.rate(bench.evaluations(), mode.seconds()), steps, bench.speedup(mode));
    }
    for (const Mode& mode : bench.modes) {
        if (!mode.devices_did.empty()) {
            fmt::format_to(out, "\n{}:\n{}", mode.name, mode.devices_did);
        }
    }
    fmt::format_to(out, "\nresults: {} ({})\npeak memory: {:.0f} MB\n",
                   bench.same() ? "the same in all modes" : "NOT the same in all modes",
                   options.no_digests ? "failures and right outputs" : "digests of all of them",
                   bench.peak_megabytes);
    return text;
}

std::string bench_json(const BenchOptions& options, const Bench& bench) {
    nlohmann::ordered_json modes = nlohmann::ordered_json::array();
    for (const Mode& mode : bench.modes) {
        nlohmann::ordered_json row = {
            {"mode", mode.key},
            {"threads", mode.threads},
            {"prepare_seconds", mode.prepare_seconds},
            {"run_seconds", mode.run_seconds},
            {"cpu_seconds", mode.cpu_seconds},
            {"evaluations_per_second", bench.rate(bench.evaluations(), mode.seconds())},
        };
        if (mode.work.steps > 0) {
            row["steps"] = mode.work.steps;
            row["reused"] = mode.work.reused;
            row["alone"] = mode.work.alone;
            row["forgotten"] = mode.work.forgotten;
            row["steps_per_second"] = bench.rate(mode.work.steps, mode.run_seconds);
        }
        row["speedup"] = bench.speedup(mode);
        row["scores"] = fmt::format("{:016x}", mode.scores);
        if (!options.no_digests) row["digests"] = fmt::format("{:016x}", mode.digests);
        modes.push_back(row);
    }
    nlohmann::ordered_json json = {
        {"solvers", bench.solvers},
        {"distinct_solvers", bench.distinct_solvers},
        {"mutants", options.measured.mutants > 0},
        {"seed", options.measured.seed},
        {"tasks", bench.tasks},
        {"samples", bench.samples},
        {"policy", options.measured.policy},
        {"evaluations", bench.evaluations()},
        {"lines", bench.lines},
        {"steps", bench.steps},
        {"modes", modes},
        {"same", bench.same()},
        {"peak_megabytes", bench.peak_megabytes},
    };
    return json.dump() + "\n";
}

int run_bench(const BenchOptions& options) {
    std::optional<Measured> measured = load_measured(options.measured);
    if (!measured) return kExitFailed;
    Devices devices(options.device);
    Bench bench = measure(options, *measured, devices);
    put(options.json ? bench_json(options, bench) : bench_text(options, bench));
    if (bench.same()) return kExitOk;
    note("the modes gave different results: this is a fault of batt, please report it");
    return kExitFailed;
}

} // namespace

Action add_bench(CLI::App& command) {
    auto options = std::make_shared<BenchOptions>();
    add_measured(command, options->measured);
    add_device_options(command, options->device, false);
    command.add_option("--threads", options->threads, "Worker threads of the last row")
        ->check(CLI::Range(1u, kMostThreads))
        ->capture_default_str();
    command.add_option("--repeat", options->repeat, "Time every mode so often and show the best")
        ->check(CLI::Range(1u, 1000u))
        ->capture_default_str();
    command.add_flag("--fused-only", options->fused_only, "Leave out the solvers one by one");
    command.add_flag("--every-line", options->every_line,
                     "Also one by one with every line run, those that make no difference, too");
    command.add_flag("--no-per-op", options->no_per_op,
                     "Leave out the devices with each step on its own, which take long");
    command.add_flag("--no-digests", options->no_digests,
                     "Compare failures and right outputs only, not all values");
    command.add_flag("--json", options->json, "Write the table as JSON");
    return [options] { return run_bench(*options); };
}

} // namespace batt
