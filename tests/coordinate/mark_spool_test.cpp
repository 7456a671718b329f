// SPDX-License-Identifier: MIT-0
#include "coordinate/mark_spool.hpp"

#include "io/task_file.hpp"
#include "support/files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace batt::testing {
namespace {

constexpr uint32_t kSolverCount = 50;

class Spool : public ::testing::Test {
protected:
    Spool() {
        std::string task = R"({"train": [{"input": [[1]], "output": [[1]]}], "test": []})";
        std::string text = "{";
        for (int k = 0; k < 40; ++k) {
            text += (k > 0 ? ",\"t" : "\"t") + std::to_string(k) + "\":" + task;
        }
        tasks_ = parse_tasks(text + "}", "t.json").tasks;
        for (uint32_t s = 0; s < kSolverCount; ++s) solvers_.push_back(s);
    }

    static Mark mark(uint32_t solver, uint32_t sample) {
        if (solver % 7 == 3) return Mark::of(static_cast<Fault>(1 + sample % (kFaultCount - 1)));
        if (solver % 7 == 4) return {};
        return Mark::of(solver * 0x9E3779B97F4A7C15ULL + sample);
    }

    /// Adds samples in some order, all but the last few, and gives what comes out.
    std::string text(uint64_t memory, size_t samples, unsigned seed) {
        Workload workload = Workload::cross(kSolverCount, tasks_);
        MarkSpool spool(workload, folder_.path(), memory);
        std::vector<uint32_t> order(samples);
        for (uint32_t n = 0; n < samples; ++n) order[n] = n;
        std::shuffle(order.begin(), order.end(), std::mt19937(seed));
        for (uint32_t sample : order) {
            std::vector<Verdict> verdicts;
            for (uint32_t s : solvers_) verdicts.push_back({.out = mark(s, sample), .done = true});
            spool.add({sample, solvers_, verdicts, {}});
        }
        EXPECT_EQ(folder_.names(), std::vector<std::string>()) << "a file that has no name";
        std::string out;
        spool.read([&](Job job, Mark one) {
            EXPECT_EQ(one, mark(job.solver, job.sample));
            out += std::to_string(job.solver) + " " + std::to_string(job.sample) + "\n";
        });
        EXPECT_EQ(spool.error(), "");
        return out;
    }

    std::vector<Task> tasks_;
    std::vector<uint32_t> solvers_;
    TemporaryFolder folder_;
};

TEST_F(Spool, GivesMarksInTheOrderOfTheWorkload) {
    std::string expected;
    for (uint32_t s = 0; s < kSolverCount; ++s) {
        for (uint32_t n = 0; n < tasks_.size(); ++n) {
            expected += std::to_string(s) + " " + std::to_string(n) + "\n";
        }
    }
    for (uint64_t memory : {1ULL, 1000ULL, 4000ULL, 1ULL << 20}) {
        EXPECT_EQ(text(memory, tasks_.size(), 1), expected) << memory;
    }
}

TEST_F(Spool, LeavesOutWhatWasNotDone) {
    std::string in_memory = text(1 << 20, 20, 1);
    EXPECT_EQ(std::count(in_memory.begin(), in_memory.end(), '\n'), 20 * kSolverCount);
    EXPECT_EQ(text(1000, 20, 2), in_memory);
}

TEST_F(Spool, SaysInOneLineWhenItCannotWrite) {
    Workload workload = Workload::cross(kSolverCount, tasks_);
    MarkSpool spool(workload, folder_.path("none"), 1);
    EXPECT_EQ(spool.error(), "cannot write to a temporary file in " + folder_.path("none") +
                                 ": No such file or directory");
    std::vector<Verdict> verdicts(kSolverCount);
    spool.add({0, solvers_, verdicts, {}});
    spool.read([](Job, Mark) { FAIL(); });
}

} // namespace
} // namespace batt::testing
