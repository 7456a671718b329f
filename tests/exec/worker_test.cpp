// SPDX-License-Identifier: MIT-0
// Fusing must never show: every solver of a battery gives what it gives alone.
#include "exec/worker.hpp"

#include "base/random.hpp"
#include "battery/card.hpp"
#include "battery/pass.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "support/golden.hpp"
#include "support/programs.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace batt::testing {
namespace {

std::vector<std::string> all_passes() {
    std::vector<std::string> names;
    for (const Pass& pass : passes()) names.emplace_back(pass.name);
    return names;
}

/// Compares the fused with the single runs on some samples.
void expect_same(const std::vector<Program>& programs, const std::vector<Sample>& samples,
                 Policy policy, const Limits& limits, const std::vector<std::string>& without) {
    Card card;
    for (const Program& program : programs) card.add(program);
    Battery battery = card.finish();
    apply_passes(battery, without);
    Plan plan(battery, policy);
    Worker worker(plan, limits);
    Evaluator evaluator(limits);
    ValueWriter writer;
    std::vector<Code> codes;
    codes.reserve(programs.size());
    for (const Program& program : programs) codes.push_back(make_code(program));
    std::vector<uint32_t> all(programs.size());
    std::iota(all.begin(), all.end(), 0U);
    for (const Sample& sample : samples) {
        std::vector<Mark> fused(programs.size());
        worker.run(sample, all, [&](uint32_t solver, const Outcome& outcome, const Lane& lane) {
            fused[solver] =
                outcome.failed() ? Mark::of(outcome.fault) : mark_of(lane, outcome.value, writer);
        });
        for (size_t k = 0; k < programs.size(); ++k) {
            Mark alone = evaluator.mark(evaluator.run(codes[k], sample, policy));
            ASSERT_EQ(fused[k], alone) << programs[k].name << " on " << sample.task->id << ", "
                                       << limits.steps << " steps, " << limits.bytes << " bytes";
        }
    }
}

/// With all passes, with none, and with each left out.
void expect_same(const std::vector<Program>& programs, const std::vector<Sample>& samples,
                 Policy policy, const Limits& limits = {}) {
    expect_same(programs, samples, policy, limits, {});
    expect_same(programs, samples, policy, limits, all_passes());
    for (const std::string& name : all_passes()) {
        SCOPED_TRACE("without " + name);
        expect_same(programs, samples, policy, limits, {name});
    }
}

TEST(Worker, GivesEveryRecordedProgramItsOwnOutcome) {
    for (const GoldenSet& set : golden_sets()) {
        std::string file = (set.folder / "programs/programs.py").string();
        ParsedFile parsed = parse_solvers(*read_file(file), file);
        TaskSet loaded = load_tasks(set.tasks.string());
        std::vector<Sample> samples;
        for (size_t k = 0; k < loaded.tasks.size(); k += loaded.tasks.size() / 8) {
            samples.push_back({&loaded.tasks[k], Split::Train, 0});
            samples.push_back({&loaded.tasks[k], Split::Train, 1});
        }
        for (Policy policy : {Policy::Strict, Policy::Safe}) {
            expect_same(parsed.programs, samples, policy, {}, {});
            expect_same(parsed.programs, samples, policy, {}, all_passes());
        }
    }
}

TEST(Worker, EndsEveryRecordedProgramWhereABudgetEndsIt) {
    GoldenSet set = golden_sets().front();
    std::string file = (set.folder / "programs/programs.py").string();
    ParsedFile parsed = parse_solvers(*read_file(file), file);
    TaskSet loaded = load_tasks(set.tasks.string());
    std::vector<Sample> samples;
    for (size_t k = 0; k < loaded.tasks.size(); k += loaded.tasks.size() / 5) {
        samples.push_back({&loaded.tasks[k], Split::Train, 0});
    }
    for (Limits limits : {Limits{100, 1 << 20}, Limits{1000, 1 << 20}, Limits{10'000, 1 << 20},
                          Limits{1'000'000, 1 << 16}, Limits{1'000'000, 1 << 18}}) {
        expect_same(parsed.programs, samples, Policy::Strict, limits);
    }
}

const Task& small_task() {
    static const Task task = [] {
        Task made;
        made.id = "t";
        Example& example = made.train.emplace_back();
        example.input = {2, 3, {1, 2, 3, 4, 0, 0}};
        example.output = GridData{1, 1, {5}};
        return made;
    }();
    return task;
}

TEST(Worker, KeepsApartWhatOneSolverKeepsApart) {
    std::vector<Program> programs = programs_of("def solve_a(I):\n"
                                                "    x1 = compose(first, last)\n"
                                                "    x2 = compose(first, last)\n"
                                                "    O = equality(x1, x2)\n"
                                                "    return O\n"
                                                "def solve_b(I):\n"
                                                "    x1 = compose(first, last)\n"
                                                "    O = equality(x1, x1)\n"
                                                "    return O\n"
                                                "def solve_c(I):\n"
                                                "    x1 = asindices(I)\n"
                                                "    x2 = asindices(I)\n"
                                                "    O = intersection(x1, x2)\n"
                                                "    return O\n"
                                                "def solve_d(I):\n"
                                                "    x1 = asindices(I)\n"
                                                "    O = intersection(x1, x1)\n"
                                                "    return O\n");
    expect_same(programs, {{&small_task(), Split::Train, 0}}, Policy::Strict);
}

TEST(Worker, ReportsTheFirstFailureInTheOrderOfEachSolversLines) {
    std::vector<Program> programs = programs_of("def solve_a(I):\n"
                                                "    x1 = first(ZERO)\n"
                                                "    x2 = divide(ONE, ZERO)\n"
                                                "    O = identity(I)\n"
                                                "    return O\n"
                                                "def solve_b(I):\n"
                                                "    x1 = divide(ONE, ZERO)\n"
                                                "    x2 = first(ZERO)\n"
                                                "    O = identity(I)\n"
                                                "    return O\n");
    expect_same(programs, {{&small_task(), Split::Train, 0}}, Policy::Strict);
    expect_same(programs, {{&small_task(), Split::Train, 0}}, Policy::Safe);
}

TEST(Worker, GivesTheTrainingPairsToSolversThatNameThem) {
    std::vector<Program> programs = programs_of("def solve_a(S, I, C):\n"
                                                "    x1 = apply(last, S)\n"
                                                "    O = first(x1)\n"
                                                "    return O\n"
                                                "def solve_b(S, I, C):\n"
                                                "    O = astuple(C, S)\n"
                                                "    return O\n");
    expect_same(programs, {{&small_task(), Split::Train, 0}}, Policy::Strict);
}

TEST(Worker, SpendsTheBudgetsOfASolverAlone) {
    std::vector<Program> programs = programs_of("def solve_heavy(I):\n"
                                                "    x1 = asindices(I)\n"
                                                "    x2 = product(x1, x1)\n"
                                                "    x3 = product(x2, x2)\n"
                                                "    O = size(x3)\n"
                                                "    return O\n"
                                                "def solve_light(I):\n"
                                                "    x1 = asindices(I)\n"
                                                "    x2 = product(x1, x1)\n"
                                                "    O = size(x2)\n"
                                                "    return O\n");
    for (uint64_t steps : {5ULL, 40ULL, 60ULL, 200ULL, 1500ULL, 5000ULL}) {
        for (uint64_t bytes : {1ULL << 12, 1ULL << 14, 1ULL << 16, 1ULL << 20}) {
            for (Policy policy : {Policy::Strict, Policy::Safe}) {
                Limits limits;
                limits.steps = steps;
                limits.bytes = bytes;
                expect_same(programs, {{&small_task(), Split::Train, 0}}, policy, limits);
            }
        }
    }
}

TEST(Worker, SpendsOnResolvedClosuresWhatASolverAloneSpends) {
    std::vector<Program> programs = programs_of("def solve_short(I):\n"
                                                "    x1 = rbind(add, ONE)\n"
                                                "    x2 = compose(x1, size)\n"
                                                "    x3 = fork(multiply, x2, x2)\n"
                                                "    x4 = chain(x1, x1, x3)\n"
                                                "    x5 = matcher(x4, TWO)\n"
                                                "    x6 = apply(x4, I)\n"
                                                "    x7 = sfilter(I, x5)\n"
                                                "    x8 = argmax(I, x4)\n"
                                                "    O = astuple(x6, x8)\n"
                                                "    return O\n"
                                                "def solve_nested(I):\n"
                                                "    x1 = rbind(add, ONE)\n"
                                                "    x2 = compose(x1, double)\n"
                                                "    x3 = lbind(apply, x2)\n"
                                                "    x4 = compose(x3, identity)\n"
                                                "    O = apply(x4, I)\n"
                                                "    return O\n"
                                                "def solve_fails(I):\n"
                                                "    x1 = chain(first, first, first)\n"
                                                "    x2 = compose(first, x1)\n"
                                                "    O = apply(x2, I)\n"
                                                "    return O\n");
    for (Policy policy : {Policy::Strict, Policy::Safe}) {
        for (uint64_t steps = 1; steps < 130; ++steps) {
            Limits limits;
            limits.steps = steps;
            limits.bytes = 1 << 16;
            expect_same(programs, {{&small_task(), Split::Train, 0}}, policy, limits, {});
        }
        for (uint64_t bytes = 1 << 9; bytes < 1 << 12; bytes += 16) {
            Limits limits;
            limits.bytes = bytes;
            expect_same(programs, {{&small_task(), Split::Train, 0}}, policy, limits, {});
        }
    }
}

TEST(Worker, SpendsNothingOnPromisesThatASolverAloneWouldNotHaveComeTo) {
    // The valmin keeps a promise, dearer than the budget, before any line that names the input.
    std::vector<Program> programs = programs_of("def solve_a(I):\n"
                                                "    x1 = astuple(FIVE, FIVE)\n"
                                                "    x2 = shoot(x1, THREE_BY_THREE)\n"
                                                "    x3 = apply(size, I)\n"
                                                "    x4 = apply(first, I)\n"
                                                "    x5 = apply(last, I)\n"
                                                "    x6 = astuple(x3, x4)\n"
                                                "    x7 = astuple(x6, x5)\n"
                                                "    x8 = height(I)\n"
                                                "    x9 = first(x8)\n"
                                                "    x10 = rbind(recolor, x2)\n"
                                                "    x11 = compose(rightmost, x10)\n"
                                                "    x12 = valmin(x1, x11)\n"
                                                "    O = astuple(x7, x9)\n"
                                                "    return O\n");
    for (uint64_t steps = 1; steps < 130; ++steps) {
        Limits limits;
        limits.steps = steps;
        limits.bytes = 1 << 16;
        expect_same(programs, {{&small_task(), Split::Train, 0}}, Policy::Strict, limits);
    }
}

TEST(Worker, TakesComponentsFromAnotherCallWithoutShowingIt) {
    std::vector<Program> programs = programs_of("def solve_a(I):\n"
                                                "    x1 = objects(I, F, T, T)\n"
                                                "    x2 = objects(I, T, T, T)\n"
                                                "    x3 = argmax(x1, size)\n"
                                                "    x4 = argmax(x2, size)\n"
                                                "    O = intersection(x3, x4)\n"
                                                "    return O\n"
                                                "def solve_b(I):\n"
                                                "    x1 = objects(I, T, T, T)\n"
                                                "    x2 = objects(I, F, T, T)\n"
                                                "    O = astuple(x1, x2)\n"
                                                "    return O\n");
    Random random(3);
    Task task = small_task();
    task.train[0].input = {9, 9, std::vector<uint8_t>(81, 0)};
    for (int turn = 0; turn < 50; ++turn) {
        for (uint8_t& cell : task.train[0].input.cells) {
            cell = static_cast<uint8_t>(random.below(3) == 0 ? 1 + random.below(2) : 0);
        }
        expect_same(programs, {{&task, Split::Train, 0}}, Policy::Strict);
    }
    for (uint64_t bytes = 1 << 12; bytes < 1 << 15; bytes += 112) {
        Limits limits;
        limits.bytes = bytes;
        expect_same(programs, {{&task, Split::Train, 0}}, Policy::Strict, limits, {});
    }
}

TEST(Worker, RunsNoSolverAloneForWhatOthersSpend) {
    std::string text;
    for (const char* side : {"THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT"}) {
        std::string id(side);
        text += "def solve_";
        text += id;
        text += "(I):\n    x1 = multiply(";
        text += id;
        text += ", TEN)\n    x2 = multiply(x1, TEN)\n    x3 = astuple(x2, x2)\n"
                "    x4 = canvas(ZERO, x3)\n    O = astuple(I, x4)\n    return O\n";
    }
    text += "def solve_explodes(I):\n    x1 = asindices(I)\n    x2 = product(x1, x1)\n"
            "    x3 = product(x2, x2)\n    x4 = product(x3, x3)\n    O = size(x4)\n    return O\n";
    std::vector<Program> programs = programs_of(text);
    Limits limits;
    limits.bytes = 3 << 19;
    Card card;
    for (const Program& program : programs) card.add(program);
    Battery battery = card.finish();
    apply_passes(battery);
    Plan plan(battery, Policy::Strict);
    Worker worker(plan, limits);
    std::vector<uint32_t> all(programs.size());
    std::iota(all.begin(), all.end(), 0U);
    std::vector<Fault> faults;
    worker.run(
        {&small_task(), Split::Train, 0}, all,
        [&](uint32_t, const Outcome& outcome, const Lane&) { faults.push_back(outcome.fault); });
    EXPECT_EQ(faults.back(), Fault::Limit);
    EXPECT_EQ(worker.stats().alone, 0U);
    expect_same(programs, {{&small_task(), Split::Train, 0}}, Policy::Strict, limits);
}

TEST(Worker, CountsTheTrainingPairsAndTheExpectedGridAmongTheBytes) {
    std::vector<Program> programs = programs_of("def solve_a(S, I, C):\n"
                                                "    x1 = asindices(I)\n"
                                                "    x2 = product(x1, x1)\n"
                                                "    O = astuple(S, x2)\n"
                                                "    return O\n");
    Program judge = programs[0];
    judge.name = "judge_a";
    judge.steps[2].arguments[0].index = Program::Expected;
    programs.push_back(judge);
    Task task = small_task();
    task.train[0].output = GridData{30, 30, std::vector<uint8_t>(900, 7)};
    for (uint64_t bytes = 1 << 12; bytes < 1 << 14; bytes += 64) {
        Limits limits;
        limits.bytes = bytes;
        expect_same(programs, {{&task, Split::Train, 0}}, Policy::Strict, limits);
    }
}

} // namespace
} // namespace batt::testing
