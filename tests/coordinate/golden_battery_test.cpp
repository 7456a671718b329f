// SPDX-License-Identifier: MIT-0
// All recorded programs as one battery on several threads: what the thread sanitizer looks at.
#include "battery/card.hpp"
#include "battery/pass.hpp"
#include "coordinate/coordinator.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

namespace batt::testing {
namespace {

class GoldenBattery : public ::testing::Test {
protected:
    GoldenBattery() {
        std::string file = (set_.folder / "programs/programs.py").string();
        programs_ = parse_solvers(*read_file(file), file).programs;
        tasks_ = load_tasks(set_.tasks.string()).tasks;
        Card card;
        for (const Program& program : programs_) card.add(program);
        battery_ = card.finish();
        apply_passes(battery_);
    }

    std::vector<Verdict> run(const Workload& workload, Policy policy, unsigned threads,
                             unsigned batch) const {
        Plan plan(battery_, policy);
        CoordinatorSettings settings;
        settings.threads = threads;
        settings.batch = batch;
        settings.digests = true;
        size_t seen = 0; // by the sink and the progress: both are called by one thread at a time
        size_t told = 0;
        settings.sink = [&](const SampleVerdicts& verdicts) { seen += verdicts.verdicts.size(); };
        settings.progress = [&](size_t, size_t) { ++told; };
        Coordinator coordinator(plan, settings);
        std::vector<Verdict> verdicts = coordinator.run(workload);
        EXPECT_EQ(seen, workload.size());
        EXPECT_EQ(told, workload.samples().size());
        return verdicts;
    }

    GoldenSet set_ = golden_sets().front();
    std::vector<Program> programs_;
    std::vector<Task> tasks_;
    Battery battery_;
};

TEST_F(GoldenBattery, GivesWhatIsRecordedOnSeveralThreads) {
    for (Policy policy : {Policy::Strict, Policy::Safe}) {
        bool strict = policy == Policy::Strict;
        std::ifstream in(set_.folder / "programs" /
                         (strict ? "expected.jsonl" : "expected_safe.jsonl"));
        std::vector<PairLine> pairs;
        std::map<std::string, std::string> expected;
        auto key = [](const std::string& program, const std::string& task, Split split,
                      uint32_t index) {
            std::string text = program;
            text += '\t' + task + '\t';
            text += split_name(split);
            return text + '\t' + std::to_string(index);
        };
        for (std::string line; std::getline(in, line);) {
            auto record = nlohmann::json::parse(line);
            PairLine pair{record["program"], record["task"],
                          *find_split(record["split"].get<std::string>()), record["index"], 0};
            expected[key(pair.solver, pair.task, pair.split, pair.index)] = record["out"];
            pairs.push_back(pair);
        }
        std::vector<std::string> problems;
        Workload workload = Workload::listed(programs_, tasks_, pairs, "", problems);
        EXPECT_EQ(problems, std::vector<std::string>());
        ASSERT_GT(workload.size(), 1000U);
        std::vector<Verdict> verdicts = run(workload, policy, 4, 1);
        for (uint64_t k = 0; k < verdicts.size(); ++k) {
            Job job = workload.job(k);
            const Sample& sample = workload.samples()[job.sample];
            std::string name =
                key(programs_[job.solver].name, sample.task->id, sample.split, sample.index);
            std::string out;
            append_mark(out, verdicts[k].out);
            ASSERT_EQ(out, expected.at(name)) << name;
        }
    }
}

TEST_F(GoldenBattery, GivesTheSameWhateverTheThreadsAndBatches) {
    std::vector<Task> some;
    for (size_t k = 0; k < tasks_.size(); k += 16) some.push_back(tasks_[k]);
    Workload workload = Workload::cross(programs_, some);
    std::vector<Verdict> one = run(workload, Policy::Strict, 1, 0);
    for (unsigned batch : {0U, 1U}) {
        std::vector<Verdict> several = run(workload, Policy::Strict, 2 + 2 * batch, batch);
        ASSERT_EQ(one.size(), several.size());
        for (size_t k = 0; k < one.size(); ++k) {
            ASSERT_TRUE(several[k].done);
            ASSERT_EQ(one[k].out, several[k].out) << k;
            ASSERT_EQ(one[k].right, several[k].right) << k;
        }
    }
}

} // namespace
} // namespace batt::testing
