// SPDX-License-Identifier: MIT-0
// Batches, waves, windows and retries, on the host: what a GPU runs is the same code.
#include "batch/runner.hpp"

#include "battery/card.hpp"
#include "battery/pass.hpp"
#include "exec/mark.hpp"
#include "exec/place.hpp"
#include "exec/worker.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace batt::batch {
namespace {

using batt::testing::golden_sets;
using batt::testing::GoldenSet;

/// The recorded programs of the repository and some samples of their tasks.
struct Recorded {
    explicit Recorded(size_t tasks, size_t programs = SIZE_MAX) {
        GoldenSet set = golden_sets().front();
        std::string file = (set.folder / "programs/programs.py").string();
        parsed = parse_solvers(*read_file(file), file);
        loaded = load_tasks(set.tasks.string());
        Card card;
        for (size_t k = 0; k < parsed.programs.size() && k < programs; ++k) {
            card.add(parsed.programs[k]);
        }
        battery = card.finish();
        apply_passes(battery);
        for (size_t k = 0; k < tasks; ++k) {
            const Task& task = loaded.tasks[k * loaded.tasks.size() / tasks];
            for (uint32_t e = 0; e < task.train.size(); ++e) {
                samples.push_back({&task, Split::Train, e});
            }
            samples.push_back({&task, Split::Test, 0});
        }
        solvers.resize(battery.solvers().size());
        std::iota(solvers.begin(), solvers.end(), 0U);
    }

    ParsedFile parsed;
    TaskSet loaded;
    Battery battery;
    std::vector<Sample> samples;
    std::vector<uint32_t> solvers;
};

struct Expected {
    Fault fault = Fault::None;
    bool right = false;
    Mark out;
};

std::vector<Expected> run_plainly(const Plan& plan, const Recorded& recorded,
                                  const Limits& limits) {
    std::vector<Expected> made(recorded.solvers.size() * recorded.samples.size());
    Worker worker(plan, limits);
    ValueWriter writer;
    for (size_t s = 0; s < recorded.samples.size(); ++s) {
        const Example& example = recorded.samples[s].example();
        worker.run(recorded.samples[s], recorded.solvers,
                   [&](uint32_t solver, const Outcome& outcome, const Lane& lane) {
                       Expected& expected = made[s * recorded.solvers.size() + solver];
                       expected.fault = outcome.fault;
                       if (outcome.failed()) return;
                       expected.out = mark_of(lane, outcome.value, writer);
                       expected.right =
                           example.output && equals_grid(lane, outcome.value, *example.output);
                   });
    }
    return made;
}

std::vector<Answer> all_of(const std::vector<std::span<const Answer>>& by_sample) {
    std::vector<Answer> all;
    for (std::span<const Answer> answers : by_sample) {
        all.insert(all.end(), answers.begin(), answers.end());
    }
    return all;
}

/// Compares; gives how many answers are not known.
size_t expect_same(const std::vector<Expected>& expected, const std::vector<Answer>& answers) {
    EXPECT_EQ(expected.size(), answers.size());
    size_t unresolved = 0;
    for (size_t k = 0; k < answers.size(); ++k) {
        if ((answers[k].flags & Answer::kUnresolved) != 0) {
            ++unresolved;
            continue;
        }
        EXPECT_EQ(answers[k].fault, expected[k].fault) << k;
        EXPECT_EQ((answers[k].flags & Answer::kRight) != 0, expected[k].right) << k;
        if (expected[k].out.kind == Mark::Kind::Digest) {
            EXPECT_EQ(answers[k].digest, expected[k].out.digest) << k;
        }
        if (::testing::Test::HasFailure()) break;
    }
    return unresolved;
}

RunnerSettings with_digests() {
    RunnerSettings settings;
    settings.digests = true;
    return settings;
}

TEST(Runner, GivesEveryRecordedProgramItsOwnOutcomeHoweverStepsAreShared) {
    Recorded recorded(8);
    for (Policy policy : {Policy::Strict, Policy::Safe}) {
        Plan plan(recorded.battery, policy);
        std::vector<Expected> expected = run_plainly(plan, recorded, {});
        for (Sharing sharing : {Sharing::None, Sharing::Common, Sharing::All}) {
            auto device = host_device();
            BatchPlan made = make_batch_plan(plan, {}, sharing);
            Runner runner(made, *device, with_digests());
            size_t unresolved =
                expect_same(expected, all_of(runner.cross(recorded.samples, recorded.solvers)));
            EXPECT_LT(unresolved, expected.size() / 100);
        }
    }
}

TEST(Runner, TriesAgainWithMoreRoomAndSaysWhatItDoesNotKnow) {
    Recorded recorded(4);
    Plan plan(recorded.battery, Policy::Strict);
    std::vector<Expected> expected = run_plainly(plan, recorded, {});
    auto device = host_device();
    BatchPlan made = make_batch_plan(plan, {}, Sharing::Common);
    RunnerSettings settings = with_digests();
    settings.sizes = {{4096, 50}, {65536, 2000}};
    Runner small(made, *device, settings);
    size_t few = expect_same(expected, all_of(small.cross(recorded.samples, recorded.solvers)));
    EXPECT_GT(few, 0U);
    settings.sizes.push_back({8U << 20, 10'000'000});
    Runner large(made, *device, settings);
    EXPECT_LT(expect_same(expected, all_of(large.cross(recorded.samples, recorded.solvers))), few);
}

TEST(Runner, GivesTheSameWithCrewsWhateverRoomTheyHave) {
    Recorded recorded(4);
    for (Policy policy : {Policy::Strict, Policy::Safe}) {
        Plan plan(recorded.battery, policy);
        std::vector<Expected> expected = run_plainly(plan, recorded, {});
        auto device = host_device();
        BatchPlan made = make_batch_plan(plan, {}, Sharing::Common);
        for (uint32_t window : {32U << 10, 256U << 10, 8U << 20}) {
            RunnerSettings settings = with_digests();
            settings.sizes = {{window, 10'000'000, 1, 0, true}};
            Runner runner(made, *device, settings);
            size_t unresolved =
                expect_same(expected, all_of(runner.cross(recorded.samples, recorded.solvers)));
            if (window >= 8U << 20) {
                EXPECT_LT(unresolved, expected.size() / 100);
            }
        }
    }
}

TEST(Runner, LeavesBudgetsInQuestionToOthers) {
    Recorded recorded(4);
    Plan plan(recorded.battery, Policy::Strict);
    for (Limits limits : {Limits{100, 1 << 20}, Limits{10'000, 1 << 18}}) {
        std::vector<Expected> expected = run_plainly(plan, recorded, limits);
        auto device = host_device();
        BatchPlan made = make_batch_plan(plan, limits, Sharing::Common);
        RunnerSettings settings = with_digests();
        Runner runner(made, *device, settings);
        expect_same(expected, all_of(runner.cross(recorded.samples, recorded.solvers)));
        settings.sizes = {{8U << 20, 10'000'000, 4, 0, true}};
        Runner crews(made, *device, settings);
        expect_same(expected, all_of(crews.cross(recorded.samples, recorded.solvers)));
    }
}

/// A device of small districts, and samples for several.
struct Districts {
    static RunnerSettings settings() {
        RunnerSettings settings = with_digests();
        settings.most_district = 32U << 20;
        settings.sizes = {{64U << 10, 10'000}, {4U << 20, 1'000'000}};
        return settings;
    }

    Recorded recorded{30, 60};
    Plan plan{recorded.battery, Policy::Strict};
    std::vector<Expected> expected = run_plainly(plan, recorded, {});
    std::unique_ptr<Device> device = host_device(8, 1ULL << 30);
    BatchPlan made = make_batch_plan(plan, {}, Sharing::Common);
    Runner runner{made, *device, settings()};
};

TEST(Runner, SpreadsSamplesOverDistricts) {
    Districts with;
    const Recorded& recorded = with.recorded;
    expect_same(with.expected, all_of(with.runner.cross(recorded.samples, recorded.solvers)));
    EXPECT_GT(with.runner.stats().districts, 1U);
}

TEST(Runner, KeepsFixedValuesFromBatchToBatch) {
    Districts with;
    Runner& runner = with.runner;
    const std::vector<uint32_t>& solvers = with.recorded.solvers;
    std::span<const Sample> all(with.recorded.samples);
    std::vector<uint64_t> bytes;
    std::vector<uint32_t> districts;
    // Fewer districts, then as many as at first, of which some have not been used in between.
    for (size_t count : {all.size(), size_t{10}, all.size()}) {
        uint64_t before = runner.stats().bytes_in;
        auto answers = all_of(runner.cross(all.first(count), solvers));
        expect_same({with.expected.begin(),
                     with.expected.begin() + static_cast<ptrdiff_t>(count * solvers.size())},
                    answers);
        bytes.push_back(runner.stats().bytes_in - before);
        districts.push_back(runner.stats().districts);
    }
    EXPECT_LT(districts[1], districts[0]);
    EXPECT_EQ(bytes[0] - bytes[2], districts[0] * with.made.fixed_memory.size());
}

TEST(Runner, RunsSinglePairsOfSolverAndSample) {
    Recorded recorded(6);
    Plan plan(recorded.battery, Policy::Strict);
    std::vector<Expected> all = run_plainly(plan, recorded, {});
    std::vector<Job> jobs;
    std::vector<Expected> expected;
    for (uint32_t k = 0; k < all.size(); k += 7) {
        auto solvers = static_cast<uint32_t>(recorded.solvers.size());
        jobs.push_back({k % solvers, k / solvers});
        expected.push_back(all[k]);
    }
    auto device = host_device();
    BatchPlan made = make_batch_plan(plan, {}, Sharing::None);
    Runner runner(made, *device, with_digests());
    expect_same(expected, runner.jobs(recorded.samples, jobs));
}

TEST(Runner, StepsThroughABatteryOneLaunchAStep) {
    Recorded recorded(2, 100);
    Plan plan(recorded.battery, Policy::Strict);
    std::vector<Expected> expected = run_plainly(plan, recorded, {});
    auto device = host_device();
    BatchPlan made = make_batch_plan(plan, {}, Sharing::All);
    RunnerSettings settings = with_digests();
    settings.step_by_step = true;
    Runner runner(made, *device, settings);
    expect_same(expected, all_of(runner.cross(recorded.samples, recorded.solvers)));
    EXPECT_GE(runner.stats().launches, made.calls.size() / 2);
}

TEST(Runner, PlacesTrainingPairsOnceATask) {
    ParsedFile parsed = parse_solvers("def solve_a(S, I, C):\n"
                                      "    x1 = apply(first, S)\n"
                                      "    x2 = mapply(asobject, x1)\n"
                                      "    O = combine(x2, x2)\n"
                                      "    return O\n"
                                      "def solve_b(S, I, C):\n"
                                      "    x1 = apply(first, S)\n"
                                      "    x2 = contained(I, x1)\n"
                                      "    O = astuple(x2, C)\n"
                                      "    return O\n",
                                      "t.py");
    Recorded recorded(12, 1);
    Card card;
    for (const Program& program : parsed.programs) card.add(program);
    recorded.battery = card.finish();
    apply_passes(recorded.battery);
    recorded.solvers = {0, 1};
    Plan plan(recorded.battery, Policy::Strict);
    std::vector<Expected> expected = run_plainly(plan, recorded, {});
    auto device = host_device();
    for (Sharing sharing : {Sharing::None, Sharing::Common, Sharing::All}) {
        BatchPlan made = make_batch_plan(plan, {}, sharing);
        Runner runner(made, *device, with_digests());
        EXPECT_EQ(expect_same(expected, all_of(runner.cross(recorded.samples, recorded.solvers))),
                  0U);
    }
}

} // namespace
} // namespace batt::batch
