// SPDX-License-Identifier: MIT-0
#include "base/stopwatch.hpp"
#include "battery/fuse.hpp"
#include "battery/pass.hpp"
#include "cli/devices.hpp"
#include "cli/interrupt.hpp"
#include "cli/limits.hpp"
#include "cli/pass_options.hpp"
#include "cli/print.hpp"
#include "cli/progress.hpp"
#include "cli/result_files.hpp"
#include "cli/run_report.hpp"
#include "cli/solvers.hpp"
#include "cli/verb.hpp"
#include "cli/whole_number.hpp"
#include "coordinate/coordinator.hpp"
#include "coordinate/mark_spool.hpp"
#include "io/task_file.hpp"
#include "score/differs.hpp"
#include "score/score_text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace batt {

namespace {

/// A task that is not there may be named by any number of pairs.
constexpr size_t kMostPairProblems = 20;
constexpr size_t kMostNotes = 20;

struct RunOptions {
    std::vector<std::string> solvers;
    std::string data;
    bool own = false;
    bool cross = false;
    std::string pairs;
    std::string policy = "strict";
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    Limits limits;
    std::string digests;
    std::string lines;
    std::string scores;
    bool differs = false;
    std::vector<std::string> batteries;
    DeviceOptions device;
    unsigned batch = 0;
    bool no_fuse = false;
    std::vector<std::string> without; ///< passes left out
    size_t show = 0;
    bool json = false;
    bool report = false;

    bool wants_digests() const { return !digests.empty() || !lines.empty(); }
    /// As one battery; lines are of solvers that run alone.
    bool fuses() const { return !no_fuse && lines.empty(); }
    Policy chosen_policy() const { return policy == "safe" ? Policy::Safe : Policy::Strict; }
    /// Solver files and batteries: either is read for what it is.
    std::vector<std::string> files() const {
        std::vector<std::string> all = solvers;
        all.insert(all.end(), batteries.begin(), batteries.end());
        return all;
    }
    std::string pairing() const { return cross ? "cross" : pairs.empty() ? "own" : "pairs"; }
};

void note_all(const std::vector<std::string>& problems, size_t most = SIZE_MAX) {
    for (size_t k = 0; k < problems.size() && k < most; ++k) note(problems[k]);
    if (problems.size() > most) {
        note("and " + std::to_string(problems.size() - most) + " more problems of this kind");
    }
}

/// Pairs solvers and samples; what cannot be paired is put in `problems`.
Workload make_workload(const RunOptions& options, const std::vector<Program>& solvers,
                       const std::vector<Task>& tasks, std::vector<std::string>& problems) {
    if (options.cross) return Workload::cross(solvers, tasks);
    if (options.pairs.empty()) return Workload::own(solvers, tasks);
    Result<std::string> text = read_file(options.pairs);
    if (!text) {
        problems.push_back(text.error());
        return Workload::listed(solvers, tasks, {}, options.pairs, problems);
    }
    PairsFile pairs = parse_pairs(*text, options.pairs);
    problems = pairs.problems;
    return Workload::listed(solvers, tasks, pairs.lines, options.pairs, problems);
}

/// Says which solvers have nothing to run on; that is no failure.
void note_unpaired(const std::vector<Program>& solvers, const Tally& tally) {
    size_t without = solvers.size() - tally.with_task();
    if (without == 0) return;
    for (size_t k = 0; k < solvers.size(); ++k) {
        if (tally.own()[k].task != nullptr) continue;
        note("no task for solver " + solvers[k].name +
             (without > 1 ? " and " + std::to_string(without - 1) + " more" : std::string()) +
             "; they are not run");
        return;
    }
}

/// What to say of a run that was interrupted.
std::string stopped_text(uint64_t done, uint64_t all, const char* unit) {
    return "interrupted after " + std::to_string(done) + " of " + std::to_string(all) + " " + unit +
           "; the results hold what was done";
}

/// Runs every solver on its own: what fusing is measured against, and what shows every line.
void run_apart(const RunOptions& options, const std::vector<Program>& solvers,
               const Workload& workload, const Interrupt& interrupt, const RowSink& sink) {
    std::vector<Code> codes;
    codes.reserve(solvers.size());
    for (const Program& program : solvers) codes.push_back(make_code(program));
    RunSettings settings;
    settings.policy = options.chosen_policy();
    settings.limits = options.limits;
    settings.threads = options.threads;
    settings.digests = options.wants_digests();
    settings.lines = !options.lines.empty();
    settings.stop = interrupt.flag();
    run_jobs(workload, codes, settings, sink);
}

/// The scores of a run and the file they go to.
struct Scoring {
    Scores scores;
    AtomicFile file;
};

std::vector<std::string> chosen_differs(const RunOptions& options) {
    std::vector<std::string> names;
    if (!options.differs) return names;
    for (const Program& differ : differs()) names.emplace_back(differ_name(differ));
    return names;
}

/// The scores that were asked for, with an open file; null if none were.
std::unique_ptr<Scoring> make_scoring(const RunOptions& options, const Workload& workload,
                                      size_t solvers) {
    if (options.scores.empty()) return nullptr;
    return std::unique_ptr<Scoring>(new Scoring{Scores(workload, solvers, chosen_differs(options)),
                                                AtomicFile(options.scores)});
}

void write_scores(const RunOptions& options, const std::vector<Program>& solvers, const Plan& plan,
                  Scoring& scoring) {
    std::vector<Prediction> predictions = predict(scoring.scores, plan, options.limits);
    ScoreReport report{solvers, scoring.scores, predictions, options.policy};
    auto sink = [&](std::string_view text) { scoring.file.write(text); };
    if (options.scores.ends_with(".csv")) {
        write_scores_csv(report, sink);
    } else {
        write_scores_json(report, sink);
    }
}

/// What a battery's run came to besides its results.
struct FusedRun {
    CoordinatorStats took;
    std::vector<CallRow> calls; ///< by primitive
    std::string stopped;        ///< how far it came if it was interrupted
};

/// Where what needs room beside a file goes: to the same disk, unless the file is none.
std::string folder_for(const std::string& path) {
    std::error_code problem;
    std::filesystem::path target = std::filesystem::weakly_canonical(path, problem);
    bool special = std::filesystem::exists(target, problem) &&
                   !std::filesystem::is_regular_file(target, problem);
    if (special) return std::filesystem::temp_directory_path(problem).string();
    return target.has_parent_path() ? target.parent_path().string() : ".";
}

CoordinatorSettings coordinator_settings(const RunOptions& options) {
    CoordinatorSettings settings;
    settings.limits = options.limits;
    settings.threads = options.threads;
    settings.batch = options.batch;
    settings.digests = options.wants_digests();
    settings.differs = options.differs ? static_cast<uint32_t>(differs().size()) : 0;
    return settings;
}

/// Counts a sample's verdicts.
void tally_up(const SampleVerdicts& verdicts, Tally& tally) {
    for (size_t k = 0; k < verdicts.solvers.size(); ++k) {
        const Verdict& one = verdicts.verdicts[k];
        Job job{verdicts.solvers[k], verdicts.sample};
        tally.add({job, one.fault, one.known, one.right, one.out, {}});
    }
}

/// Runs all solvers as one battery. Only what the digests need is kept, or put on the disk, until
/// the end.
FusedRun run_fused(const RunOptions& options, Devices& devices, const std::vector<Program>& solvers,
                   const Workload& workload, const Interrupt& interrupt, Tally& tally,
                   ResultFiles& files, Scoring* scoring) {
    Card card = fuse(solvers, options.threads);
    if (options.differs) add_differs(card);
    Battery battery = card.finish();
    apply_passes(battery, options.without);
    Plan plan(battery, options.chosen_policy(), options.threads);
    ProgressLine progress("samples");
    CoordinatorSettings settings = coordinator_settings(options);
    // A list of jobs is in memory anyway; a cross product is too large for that.
    settings.keep = options.wants_digests() && !workload.crossed();
    std::optional<MarkSpool> spool;
    if (options.wants_digests() && workload.crossed()) {
        spool.emplace(workload, folder_for(options.digests));
    }
    settings.sink = [&](const SampleVerdicts& verdicts) {
        tally_up(verdicts, tally);
        if (spool) spool->add(verdicts);
        if (scoring != nullptr) scoring->scores.add(verdicts);
    };
    devices.assign_once(settings);
    settings.stop = interrupt.flag();
    settings.progress = [&](size_t done, size_t all) { progress.show(done, all); };
    Coordinator coordinator(plan, settings);
    std::vector<Verdict> verdicts = coordinator.run(workload);
    progress.clear();
    auto write = [&](Job job, Mark out) {
        files.add({job, out.fault, false, false, out, {}}, solvers, workload);
    };
    for (uint64_t k = 0; k < verdicts.size(); ++k) {
        if (verdicts[k].done) write(workload.job(k), verdicts[k].out);
    }
    if (spool) {
        spool->read(write);
        if (!spool->error().empty()) files.fail(spool->error() + "; no digests were written");
    }
    FusedRun run{coordinator.stats(), call_rows(battery, coordinator.stats().calls), {}};
    if (scoring != nullptr) write_scores(options, solvers, plan, *scoring);
    if (interrupt.flag()->load()) {
        run.stopped =
            stopped_text(coordinator.stats().samples, workload.samples().size(), "samples");
    }
    return run;
}

/// The same for every way to put a path.
std::string real_path(const std::string& path) {
    std::error_code problem;
    std::filesystem::path real = std::filesystem::absolute(path, problem);
    // A path of which nothing is there would stay as it is.
    if (!problem) real = std::filesystem::weakly_canonical(real, problem);
    return problem ? path : real.string();
}

/// One line if a file that is to be written is another one of the run's.
std::string clash(const RunOptions& options) {
    using Named = std::pair<std::string, std::string>;
    std::vector<Named> taken = {{"--data", options.data}, {"--pairs", options.pairs}};
    for (const std::string& path : options.solvers) taken.emplace_back("--solvers", path);
    for (const std::string& path : options.batteries) taken.emplace_back("--battery", path);
    for (const Named& output :
         {Named("--digests", options.digests), Named("--lines", options.lines),
          Named("--scores", options.scores)}) {
        if (output.second.empty()) continue;
        for (const auto& [option, path] : taken) {
            if (path.empty() || real_path(path) != real_path(output.second)) continue;
            return option + " and " + output.first + " name the same file; give each its own";
        }
        taken.push_back(output);
    }
    return {};
}

/// What a run reads.
struct Inputs {
    SolverSet solvers;
    TaskSet tasks;
    double load_seconds = 0; ///< but for parsing solvers

    size_t problems() const { return solvers.problems.size() + tasks.problems.size(); }
};

/// Reads solvers and tasks, and notes what is wrong with them.
Inputs load_inputs(const RunOptions& options) {
    Inputs inputs;
    inputs.solvers = load_solvers(options.files());
    note_all(inputs.solvers.problems);
    Stopwatch watch;
    inputs.tasks = load_tasks(options.data);
    inputs.load_seconds = watch.lap() + inputs.solvers.read_seconds;
    note_all(inputs.tasks.problems);
    note_all(inputs.tasks.notes, kMostNotes);
    return inputs;
}

/// Puts the files of a run in their places; false, with a note, for any that could not be.
bool commit_files(ResultFiles& files, Scoring* scoring) {
    bool written = files.commit();
    if (!written) note(files.error());
    if (scoring != nullptr && !scoring->file.commit()) {
        note(scoring->file.error());
        written = false;
    }
    return written;
}

void put_report(const RunOptions& options, const RunReport& report) {
    if (report.detailed && !options.json) put_aside(report_tables(report));
    if (options.json) {
        put(report_json(report));
        return;
    }
    put(report_pictures(report, options.show, output_has_color()));
    put(report_text(report));
    if (report.took != nullptr) put(device_lines(*report.took));
}

int run_solvers(const RunOptions& options) {
    if (std::string problem = clash(options); !problem.empty()) {
        note(problem);
        return kExitMisuse;
    }
    std::optional<Devices> devices;
    if (options.fuses()) devices.emplace(options.device);
    Inputs inputs = load_inputs(options);
    const std::vector<Program>& solvers = inputs.solvers.programs;
    std::vector<std::string> pair_problems;
    Workload workload = make_workload(options, solvers, inputs.tasks.tasks, pair_problems);
    note_all(pair_problems, kMostPairProblems);
    size_t problems = inputs.problems() + pair_problems.size();

    Tally tally(solvers, workload);
    if (options.pairing() == "own") note_unpaired(solvers, tally);
    if (workload.size() == 0) {
        note(options.pairs.empty()
                 ? "nothing to run: no solver of " + options.files()[0] + " goes with a task of " +
                       options.data
                 : "nothing to run: " + options.pairs + " names no solver and task that were read");
        return kExitFailed;
    }
    ResultFiles files(options.digests, options.lines);
    if (!files.error().empty()) {
        note(files.error());
        return kExitFailed;
    }
    std::unique_ptr<Scoring> scoring = make_scoring(options, workload, solvers.size());
    if (scoring && !scoring->file.error().empty()) {
        note(scoring->file.error());
        return kExitFailed;
    }

    // From here on there are files that would be left half written.
    Interrupt interrupt;
    Stopwatch watch;
    FusedRun fused;
    if (devices) {
        fused =
            run_fused(options, *devices, solvers, workload, interrupt, tally, files, scoring.get());
    } else {
        run_apart(options, solvers, workload, interrupt, [&](const Row& row) {
            tally.add(row);
            files.add(row, solvers, workload);
        });
        if (interrupt.flag()->load()) {
            fused.stopped = stopped_text(tally.evaluations(), workload.size(), "evaluations");
        }
    }
    bool written = commit_files(files, scoring.get());
    double run_seconds = watch.lap();
    if (!fused.stopped.empty()) note(fused.stopped);

    RunReport report{.solvers = solvers,
                     .tasks = inputs.tasks.tasks,
                     .workload = workload,
                     .tally = tally,
                     .pairing = options.pairing(),
                     .policy = options.policy,
                     .threads = options.threads,
                     .problems = problems,
                     .load_seconds = inputs.load_seconds,
                     .parse_seconds = inputs.solvers.parse_seconds,
                     .run_seconds = run_seconds};
    if (scoring) report.solved_tasks = scoring->scores.solved_tasks();
    if (devices) report.took = &fused.took;
    if (options.report) {
        report.detailed = true;
        report.calls = std::move(fused.calls);
    }
    put_report(options, report);
    return written && problems == 0 && fused.stopped.empty() ? kExitOk : kExitFailed;
}

} // namespace

Action add_run(CLI::App& command) {
    auto options = std::make_shared<RunOptions>();
    auto* inputs = command.add_option_group("solvers");
    inputs->add_option("--solvers", options->solvers, "Solver files")->type_name("FILE");
    inputs->add_option("--battery", options->batteries, "Battery files, as batt card makes them")
        ->type_name("FILE");
    inputs->require_option(1, 2);
    command
        .add_option("--data", options->data,
                    "A folder of task files, a task file, or a *_challenges.json")
        ->required()
        ->type_name("PATH");
    auto* own = command.add_flag("--own", options->own,
                                 "Run solve_<id> and verify_<id> on task <id> (the default)");
    auto* cross = command.add_flag("--cross", options->cross, "Run every solver on every sample");
    auto* pairs = command.add_option("--pairs", options->pairs,
                                     "Run the listed solver<TAB>task<TAB>split<TAB>index lines");
    pairs->type_name("FILE.tsv")->excludes(own)->excludes(cross);
    cross->excludes(own);
    command.add_option("--policy", options->policy, "What a failing line does: strict or safe")
        ->check(CLI::IsMember({"strict", "safe"}))
        ->capture_default_str();
    command.add_option("--threads", options->threads, "Worker threads")
        ->check(CLI::Range(1u, kMostThreads))
        ->capture_default_str();
    options->device.device = "auto";
    add_device_options(command, options->device);
    command.add_option("--batch", options->batch, "Samples a worker takes at a time (0: chosen)")
        ->check(whole_number(0, UINT32_MAX))
        ->capture_default_str();
    auto* no_fuse = command.add_flag("--no-fuse", options->no_fuse, "Run every solver on its own");
    add_no_pass(command, options->without);
    add_limits(command, options->limits);
    command.add_option("--digests", options->digests, "Write a digest of every result")
        ->type_name("OUT.tsv");
    auto* lines =
        command.add_option("--lines", options->lines, "Write a digest of every line of every run")
            ->type_name("OUT.jsonl");
    auto* scores = command.add_option("--scores", options->scores,
                                      "Write how each solver did on each task (.json or .csv)");
    scores->type_name("OUT.json|OUT.csv")->excludes(no_fuse)->excludes(lines);
    scores->check(CLI::Validator(
        [](std::string& path) {
            bool known = path.ends_with(".json") || path.ends_with(".csv");
            return known ? std::string() : "'" + path + "' ends in neither .json nor .csv";
        },
        ""));
    command
        .add_flag("--differs", options->differs,
                  "Score near misses too: how close each result is to the known output")
        ->needs(scores);
    auto* show = command.add_option("--show", options->show, "Draw the first N solved tasks")
                     ->check(whole_number())
                     ->type_name("N");
    command.add_flag("--json", options->json, "Write the report as JSON")->excludes(show);
    command
        .add_flag("--report", options->report,
                  "Say what each device did and what each primitive took, on the standard error "
                  "or in the JSON")
        ->excludes(no_fuse)
        ->excludes(lines);
    return [options] { return run_solvers(*options); };
}

} // namespace batt
