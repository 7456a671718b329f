// SPDX-License-Identifier: MIT-0
// Runs mutants of the recorded programs in every way there is: all lines of one, one alone, all
// fused on a thread, all in a batch. They give the same. Budgets bound how long a run takes; the
// slowest is named, for it may show work that is not counted.
//
//     fuzz_mutants [RUNS] [SEED]
#include "base/stopwatch.hpp"
#include "batch/runner.hpp"
#include "battery/card.hpp"
#include "battery/pass.hpp"
#include "exec/run.hpp"
#include "exec/worker.hpp"
#include "io/task_file.hpp"
#include "program/mutate.hpp"
#include "program/parser.hpp"
#include "program/print.hpp"
#include "support/files.hpp"
#include "support/golden.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace batt; // NOLINT(google-build-using-namespace): a program of its own

constexpr size_t kMutants = 100;
constexpr uint64_t kMostMutations = 8;
constexpr size_t kSamples = 4;
constexpr Limits kLimits{5'000'000, 64U << 20};

/// Programs and tasks that go with them.
struct Source {
    explicit Source(const testing::GoldenSet& set)
        : programs(
              parse_solvers(testing::file_text((set.folder / "programs/programs.py").string()), "")
                  .programs),
          loaded(load_tasks(set.tasks.string())), samples(samples_of(loaded.tasks)) {}

    std::vector<Program> programs;
    TaskSet loaded;
    std::vector<Sample> samples;
};

/// By sample, then by program.
using Marks = std::vector<std::vector<Mark>>;

/// Mutants and samples, drawn at random.
class Population {
public:
    Population(const Source& source, Random& random) {
        Card card;
        while (programs_.size() < kMutants) {
            programs_.push_back(source.programs[random.below(source.programs.size())]);
            for (uint64_t k = random.below(kMostMutations) + 1; k > 0; --k) {
                mutate(programs_.back(), random);
            }
            card.add(programs_.back());
        }
        battery_ = card.finish();
        apply_passes(battery_);
        all_.resize(kMutants);
        std::iota(all_.begin(), all_.end(), 0U);
        for (size_t k = 0; k < kSamples; ++k) {
            samples_.push_back(source.samples[random.below(source.samples.size())]);
        }
        // Samples of a task follow each other.
        std::ranges::sort(samples_, {}, [](const Sample& sample) { return sample.task; });
    }

    const std::vector<Program>& programs() const { return programs_; }
    const std::vector<Sample>& samples() const { return samples_; }

    Marks fused(const Plan& plan) const {
        Worker worker(plan, kLimits);
        ValueWriter writer;
        Marks marks;
        for (const Sample& sample : samples_) {
            std::vector<Mark>& row = marks.emplace_back();
            worker.run(sample, all_, [&](uint32_t, const Outcome& outcome, const Lane& lane) {
                row.push_back(outcome.failed() ? Mark::of(outcome.fault)
                                               : mark_of(lane, outcome.value, writer));
            });
        }
        return marks;
    }

    /// What a batch leaves to others is taken from those, and counted.
    Marks in_a_batch(const Plan& plan, const Marks& others, uint64_t& left) const {
        auto device = batch::host_device();
        batch::BatchPlan made = make_batch_plan(plan, kLimits, batch::Sharing::Common);
        batch::RunnerSettings settings;
        settings.digests = true;
        batch::Runner runner(made, *device, settings);
        Marks marks = others;
        auto rows = runner.cross(samples_, all_);
        for (size_t s = 0; s < rows.size(); ++s) {
            for (size_t k = 0; k < kMutants; ++k) {
                const batch::Answer& answer = rows[s][k];
                if ((answer.flags & batch::Answer::kUnresolved) != 0) {
                    ++left;
                    continue;
                }
                marks[s][k] = {};
                if (answer.fault != Fault::None) {
                    marks[s][k] = Mark::of(answer.fault);
                } else if ((answer.flags & batch::Answer::kDigest) != 0) {
                    marks[s][k] = Mark::of(answer.digest);
                }
            }
        }
        return marks;
    }

    Plan plan(Policy policy) const { return {battery_, policy}; }

private:
    std::vector<Program> programs_;
    Battery battery_;
    std::vector<uint32_t> all_;
    std::vector<Sample> samples_;
};

std::string text_of(Mark mark) {
    std::string text;
    append_mark(text, mark);
    return text;
}

/// What was seen on the way.
struct Record {
    uint64_t runs = 0;
    uint64_t left = 0;  ///< of these by batches, to others
    double seconds = 0; ///< of the slowest alone
    std::string slowest;
};

/// Whether all ways agree on a population; if not, it says where they part.
bool agree(const Population& population, Policy policy, Evaluator& evaluator, Record& record) {
    Plan plan = population.plan(policy);
    Marks fused = population.fused(plan);
    Marks batch = population.in_a_batch(plan, fused, record.left);
    record.runs += kMutants * kSamples;
    std::vector<Mark> lines;
    for (size_t k = 0; k < kMutants; ++k) {
        const Program& program = population.programs()[k];
        Code code = make_code(program);
        for (size_t s = 0; s < kSamples; ++s) {
            const Sample& sample = population.samples()[s];
            Stopwatch watch;
            Mark alone = evaluator.mark(evaluator.run(code, sample, policy));
            double seconds = watch.lap();
            if (seconds > record.seconds) {
                record.seconds = seconds;
                record.slowest = " on " + sample.task->id + ":\n" + print_program(program);
            }
            Mark all = evaluator.mark(evaluator.run(code, sample, policy, &lines));
            // Lines that are left out cost nothing, and so exceed no budget.
            bool spent = std::ranges::find(lines, Mark::of(Fault::Limit)) != lines.end();
            if (fused[s][k] == alone && batch[s][k] == alone && (all == alone || spent)) continue;
            std::printf("%s on %s, %s: all lines %s, alone %s, fused %s, in a batch %s\n%s",
                        program.name.c_str(), sample.task->id.c_str(),
                        policy == Policy::Strict ? "strict" : "safe", text_of(all).c_str(),
                        text_of(alone).c_str(), text_of(fused[s][k]).c_str(),
                        text_of(batch[s][k]).c_str(), print_program(program).c_str());
            return false;
        }
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20'000;
    uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    std::vector<testing::GoldenSet> sets = testing::golden_sets();
    std::vector<Source> sources(sets.begin(), sets.end());
    Random random(seed);
    Evaluator evaluator(kLimits);
    Record record;
    for (size_t round = 0; record.runs < runs; ++round) {
        Population population(sources[round % sources.size()], random);
        for (Policy policy : {Policy::Strict, Policy::Safe}) {
            if (!agree(population, policy, evaluator, record)) {
                std::printf("in round %zu of seed %llu\n", round,
                            static_cast<unsigned long long>(seed));
                return 1;
            }
        }
    }
    std::printf("%llu runs of mutants, %llu left by batches; the slowest took %.3f s%s",
                static_cast<unsigned long long>(record.runs),
                static_cast<unsigned long long>(record.left), record.seconds,
                record.slowest.c_str());
    if (record.left * 10 > record.runs) {
        std::printf("batches leave too much to say anything of them\n");
        return 1;
    }
    return 0;
}
