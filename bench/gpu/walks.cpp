// SPDX-License-Identifier: MIT-0
// Compares ways to walk a battery on a device, and each with this machine's processors:
//   batt_gpu_walks --solvers FILE --data PATH [--samples N] [--repeat N] [--threads N] ...
// Every answer is compared with the processors'. docs/gpu.md holds what it printed.
#include "base/stopwatch.hpp"
#include "batch/gpu.hpp"
#include "batch/runner.hpp"
#include "battery/card.hpp"
#include "battery/pass.hpp"
#include "exec/mark.hpp"
#include "exec/place.hpp"
#include "exec/worker.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <thread>

namespace {

using namespace batt; // NOLINT(google-build-using-namespace): a program of its own

struct Options {
    std::string solvers;
    std::string data;
    size_t samples = SIZE_MAX;
    unsigned repeat = 3;
    unsigned threads = 1;
    bool host = false;
    bool digests = false;
    std::vector<std::string> walks = {"solvers", "shared", "waves"};
    std::vector<uint32_t> windows;
    std::vector<uint64_t> steps;
    std::vector<uint32_t> abreast;
    std::vector<uint32_t> times;
    std::vector<uint32_t> crewed;
    std::string policy = "strict";
    bool no_sort = false;
    unsigned copies = 1;
    uint64_t memory = 0;
};

/// What a solver's run came to on this machine's processors.
struct Expected {
    Fault fault = Fault::None;
    bool right = false;
    Mark out;
};

bool same(const Expected& expected, const batch::Answer& got) {
    bool right = (got.flags & batch::Answer::kRight) != 0;
    if (expected.fault != got.fault || expected.right != right) return false;
    if (expected.out.kind != Mark::Kind::Digest) return true;
    return (got.flags & batch::Answer::kDigest) != 0 && got.digest == expected.out.digest;
}

batch::Sharing sharing_of(const std::string& walk) {
    return walk == "solvers"  ? batch::Sharing::None
           : walk == "shared" ? batch::Sharing::Common
                              : batch::Sharing::All;
}

/// Has threads of this machine do samples, each with a worker of its own.
void on_threads(unsigned count, size_t samples, const Plan& plan,
                const std::function<void(Worker&, size_t sample)>& run) {
    std::atomic<size_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned k = 0; k < count; ++k) {
        threads.emplace_back([&] {
            Worker worker(plan, Limits{});
            for (size_t s = next++; s < samples; s = next++) run(worker, s);
        });
    }
}

/// What is run: each of the solvers on each of the samples. Points into itself, so it stays where
/// it is.
class Trial {
public:
    explicit Trial(const Options& options)
        : tasks_(load_tasks(options.data).tasks), samples(pick_samples(options, tasks_)),
          battery(fuse(options)), plan(battery, policy_of(options)) {
        for (uint32_t s = 0; s < battery.solvers().size(); ++s) {
            if (plan.same_as(s) == s) solvers.push_back(s);
        }
    }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    size_t evaluations() const { return solvers.size() * samples.size(); }

private:
    std::vector<Task> tasks_;

public:
    std::vector<Sample> samples;
    Battery battery;
    Plan plan;
    std::vector<uint32_t> solvers; ///< of equal ones the first

private:
    static Policy policy_of(const Options& options) {
        return options.policy == "safe" ? Policy::Safe : Policy::Strict;
    }

    static std::vector<Sample> pick_samples(const Options& options,
                                            const std::vector<Task>& tasks) {
        std::vector<Sample> all = samples_of(tasks);
        size_t count = std::min(options.samples, all.size());
        std::vector<Sample> some; // spread over all tasks
        for (size_t k = 0; k < count; ++k) some.push_back(all[k * all.size() / count]);
        std::vector<Sample> copied;
        for (unsigned k = 0; k < std::max(options.copies, 1U); ++k) {
            copied.insert(copied.end(), some.begin(), some.end());
        }
        return copied;
    }

    static Battery fuse(const Options& options) {
        Result<std::string> text = read_file(options.solvers);
        if (!text) throw std::runtime_error(text.error());
        ParsedFile parsed = parse_solvers(*text, options.solvers);
        Card card;
        for (const Program& program : parsed.programs) card.add(program);
        Battery battery = card.finish();
        apply_passes(battery);
        return battery;
    }
};

/// What threads take for what a device has left to them, in seconds.
double run_rest(const Options& options, const Trial& trial,
                const std::vector<batch::Answer>& answers) {
    Stopwatch watch;
    on_threads(options.threads, trial.samples.size(), trial.plan, [&](Worker& worker, size_t s) {
        std::vector<uint32_t> left;
        for (size_t k = 0; k < trial.solvers.size(); ++k) {
            const batch::Answer& answer = answers[s * trial.solvers.size() + k];
            if ((answer.flags & batch::Answer::kUnresolved) != 0) left.push_back(trial.solvers[k]);
        }
        worker.run(trial.samples[s], left, [](uint32_t, const Outcome&, const Lane&) {});
    });
    return watch.lap();
}

/// Runs everything on threads of this machine.
std::vector<Expected> run_here(const Options& options, const Trial& trial) {
    std::vector<Expected> expected(trial.evaluations());
    on_threads(options.threads, trial.samples.size(), trial.plan, [&](Worker& worker, size_t s) {
        ValueWriter writer;
        size_t next = s * trial.solvers.size();
        const Example& example = trial.samples[s].example();
        worker.run(trial.samples[s], trial.solvers,
                   [&](uint32_t, const Outcome& outcome, const Lane& lane) {
                       Expected& made = expected[next++];
                       made.fault = outcome.fault;
                       if (outcome.failed()) return;
                       made.right =
                           example.output && equals_grid(lane, outcome.value, *example.output);
                       if (options.digests) made.out = mark_of(lane, outcome.value, writer);
                   });
    });
    return expected;
}

batch::RunnerSettings settings_of(const Options& options) {
    batch::RunnerSettings settings;
    settings.digests = options.digests;
    settings.sort = !options.no_sort;
    settings.timed = true;
    settings.memory = options.memory << 30;
    if (options.windows.empty()) return settings;
    settings.sizes.clear();
    for (size_t k = 0; k < options.windows.size(); ++k) {
        auto of = [&](const auto& list, auto otherwise) {
            return k < list.size() ? list[k] : otherwise;
        };
        settings.sizes.push_back({options.windows[k] << 10, of(options.steps, uint64_t{10'000'000}),
                                  of(options.abreast, 32U), of(options.times, 0U),
                                  of(options.crewed, 0U) != 0});
    }
    return settings;
}

/// What came of a walk.
struct Walked {
    std::vector<batch::Answer> answers; ///< of the last time: by sample, then by solver
    std::vector<double> times;          ///< in ascending order
    batch::RunnerStats stats;           ///< of the last time
};

Walked walk(const Options& options, const Trial& trial, batch::Device& device,
            const std::string& name) {
    batch::BatchPlan plan = batch::make_batch_plan(trial.plan, Limits{}, sharing_of(name));
    batch::Runner runner(plan, device, settings_of(options));
    Walked walked;
    for (unsigned k = 0; k < options.repeat; ++k) {
        Stopwatch watch;
        std::vector<std::span<const batch::Answer>> by_sample =
            runner.cross(trial.samples, trial.solvers);
        walked.times.push_back(watch.lap());
        walked.answers.clear();
        for (auto some : by_sample) {
            walked.answers.insert(walked.answers.end(), some.begin(), some.end());
        }
    }
    std::ranges::sort(walked.times);
    walked.stats = runner.stats();
    return walked;
}

/// How the answers of a walk compare with the processors'.
struct Comparison {
    size_t wrong = 0;
    size_t unresolved = 0;
};

/// Compares all answers, and prints the first few that differ.
Comparison compare(const Trial& trial, const std::vector<batch::Answer>& answers,
                   const std::vector<Expected>& expected) {
    constexpr size_t kMostShown = 5;
    Comparison made;
    for (size_t k = 0; k < answers.size(); ++k) {
        if ((answers[k].flags & batch::Answer::kUnresolved) != 0) {
            ++made.unresolved;
            continue;
        }
        if (same(expected[k], answers[k])) continue;
        if (++made.wrong > kMostShown) continue;
        const Sample& sample = trial.samples[k / trial.solvers.size()];
        uint32_t solver = trial.solvers[k % trial.solvers.size()];
        std::printf("  differs: %s on %s %s %u: '%s' %016llx, expected '%s' %016llx\n",
                    trial.battery.solvers()[solver].name.c_str(), sample.task->id.c_str(),
                    split_name(sample.split), sample.index, fault_name(answers[k].fault),
                    static_cast<unsigned long long>(answers[k].digest),
                    fault_name(expected[k].fault),
                    static_cast<unsigned long long>(expected[k].out.digest));
    }
    return made;
}

int run(const Options& options) {
    Trial trial(options);
    Stopwatch watch;
    std::vector<Expected> expected = run_here(options, trial);
    double cpu = watch.lap();
    std::printf("%zu solvers x %zu samples = %zu evaluations\n", trial.solvers.size(),
                trial.samples.size(), expected.size());
    std::printf("%u threads of this machine: %.3f s\n", options.threads, cpu);

    watch.lap();
    std::unique_ptr<batch::Device> device =
        options.host ? batch::host_device(96, 4ULL << 30) : batch::open_gpu(0);
    double opened = watch.lap();
    std::printf("%s: %.1f GB free, %u warps, opened in %.3f s\n", device->name().c_str(),
                static_cast<double>(device->memory()) / 1e9, device->warps(), opened);
    size_t differences = 0;
    for (const std::string& name : options.walks) {
        Walked walked = walk(options, trial, *device, name);
        Comparison compared = compare(trial, walked.answers, expected);
        double median = walked.times[walked.times.size() / 2];
        std::printf("%-8s median %.4f s (%.4f..%.4f)  %.1f x the processors  "
                    "%zu unresolved  %zu differ\n",
                    name.c_str(), median, walked.times.front(), walked.times.back(), cpu / median,
                    compared.unresolved, compared.wrong);
        std::printf("         shared steps: %.4f s; values: %.1f GB\n", walked.stats.shared_seconds,
                    static_cast<double>(walked.stats.heap_bytes) / 1e9);
        for (size_t k = 0; k < walked.stats.size_seconds.size(); ++k) {
            std::printf("         solvers in lanes of size %zu: %.4f s\n", k,
                        walked.stats.size_seconds[k]);
        }
        std::printf("         what is unresolved, on the threads: %.4f s\n",
                    run_rest(options, trial, walked.answers));
        std::fflush(stdout);
        differences += compared.wrong;
    }
    return differences == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Compares ways to walk a battery on a device");
    Options options;
    app.add_option("--solvers", options.solvers)->required();
    app.add_option("--data", options.data)->required();
    app.add_option("--samples", options.samples);
    app.add_option("--repeat", options.repeat);
    app.add_option("--threads", options.threads);
    app.add_option("--walks", options.walks)->delimiter(',');
    app.add_option("--windows", options.windows, "Sizes of lanes: KiB of each")->delimiter(',');
    app.add_option("--steps", options.steps, "Steps a lane, by size")->delimiter(',');
    app.add_option("--crewed", options.crewed, "Whether a lane has a crew (0 or 1), by size")
        ->delimiter(',');
    app.add_option("--abreast", options.abreast, "Lanes in a warp, by size")->delimiter(',');
    app.add_option("--times", options.times, "Milliseconds a lane, by size")->delimiter(',');
    app.add_option("--policy", options.policy);
    app.add_option("--copies", options.copies, "Take every sample so often");
    app.add_option("--memory", options.memory, "GiB of the device to use");
    app.add_flag("--host", options.host);
    app.add_flag("--digests", options.digests);
    app.add_flag("--no-sort", options.no_sort);
    CLI11_PARSE(app, argc, argv);
    try {
        return run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "batt_gpu_walks: %s\n", error.what());
        return 1;
    }
}
