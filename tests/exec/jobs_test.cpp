// SPDX-License-Identifier: MIT-0
#include "exec/jobs.hpp"

#include "exec/tally.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

namespace batt::testing {
namespace {

constexpr const char* kSolvers = "def solve_b(I):\n    O = vmirror(I)\n    return O\n"
                                 "def verify_a(I):\n    O = identity(I)\n    return O\n"
                                 "def other(I):\n    O = size(ONE)\n    return O\n"
                                 "def solve_a(I):\n    O = hmirror(I)\n    return O\n";

constexpr const char* kTasks = R"({
    "b": {"train": [{"input": [[1, 2]], "output": [[2, 1]]}, {"input": [[3]], "output": [[3]]}],
          "test": [{"input": [[4, 5]], "output": [[5, 4]]}]},
    "a": {"train": [{"input": [[1, 2]], "output": [[1, 2]]}],
          "test": [{"input": [[1], [2]], "output": [[1], [2]]}, {"input": [[6]]}]}})";

class Jobs : public ::testing::Test {
protected:
    Jobs()
        : solvers_(parse_solvers(kSolvers, "s.py").programs),
          tasks_(parse_tasks(kTasks, "t.json").tasks) {
        for (const Program& program : solvers_) codes_.push_back(make_code(program));
    }

    std::string name(const Workload& load, Job job) const {
        const Sample& sample = load.samples()[job.sample];
        return solvers_[job.solver].name + ":" + sample.task->id + split_name(sample.split) +
               std::to_string(sample.index) + " ";
    }

    std::string names(const Workload& load) const {
        std::string out;
        for (uint64_t k = 0; k < load.size(); ++k) out += name(load, load.job(k));
        return out;
    }

    std::vector<Program> solvers_;
    std::vector<Task> tasks_;
    std::vector<Code> codes_;
    RunSettings settings_{.limits = {.steps = 1'000'000, .bytes = 1u << 20}};
};

TEST_F(Jobs, OfTheirOwnPairSolversAndTasksByName) {
    EXPECT_EQ(names(Workload::own(solvers_, tasks_)),
              "solve_b:btrain0 solve_b:btrain1 solve_b:btest0 "
              "verify_a:atrain0 verify_a:atest0 verify_a:atest1 "
              "solve_a:atrain0 solve_a:atest0 solve_a:atest1 ");
}

TEST_F(Jobs, OfACrossProductComeBySolverThenTask) {
    Workload load = Workload::cross(solvers_, tasks_);
    EXPECT_EQ(load.size(), 24u);
    EXPECT_EQ(names(load).substr(0, 119),
              "solve_b:atrain0 solve_b:atest0 solve_b:atest1 "
              "solve_b:btrain0 solve_b:btrain1 solve_b:btest0 verify_a:atrain0 verify_a:");
}

TEST_F(Jobs, OfAListAreOrderedAndEachRunOnce) {
    std::vector<PairLine> pairs = {
        {"other", "b", Split::Test, 0, 1},    {"solve_b", "b", Split::Test, 0, 2},
        {"solve_b", "b", Split::Train, 1, 3}, {"solve_b", "a", Split::Test, 1, 4},
        {"other", "b", Split::Test, 0, 5},    {"none", "b", Split::Test, 0, 6},
        {"other", "none", Split::Test, 0, 7}, {"other", "b", Split::Test, 1, 8}};
    std::vector<std::string> problems;
    Workload load = Workload::listed(solvers_, tasks_, pairs, "p.tsv", problems);
    EXPECT_EQ(names(load), "solve_b:atest1 solve_b:btrain1 solve_b:btest0 other:btest0 ");
    EXPECT_EQ(problems,
              (std::vector<std::string>{"p.tsv:6: no solver 'none' was read",
                                        "p.tsv:7: no task 'none' was read",
                                        "p.tsv:8: task b has 1 test samples, no index 1"}));
}

TEST_F(Jobs, GiveTheSameRowsInTheSameOrderWhateverTheThreads) {
    std::vector<Program> many;
    std::vector<Code> codes;
    for (int k = 0; k < 200; ++k) {
        many.push_back(solvers_[static_cast<size_t>(k) % solvers_.size()]);
        codes.push_back(make_code(many.back()));
    }
    Workload load = Workload::cross(many, tasks_);
    settings_.digests = true;
    settings_.lines = true;
    auto rows = [&](unsigned threads) {
        settings_.threads = threads;
        std::string out;
        run_jobs(load, codes, settings_, [&](const Row& row) {
            out += std::to_string(row.job.solver) + " " + std::to_string(row.job.sample) + " ";
            append_mark(out, row.out);
            for (Mark mark : row.lines) append_mark(out, mark);
            out += row.right ? " right\n" : "\n";
        });
        return out;
    };
    std::string one = rows(1);
    EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 1200);
    EXPECT_EQ(rows(2), one);
    EXPECT_EQ(rows(7), one);
}

TEST_F(Jobs, StopAndPassOnWhatTheSinkThrows) {
    Workload load = Workload::cross(solvers_, tasks_);
    settings_.threads = 3;
    int seen = 0;
    auto run = [&] {
        run_jobs(load, codes_, settings_, [&](const Row&) {
            if (++seen == 3) throw std::runtime_error("full");
        });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(seen, 3);
}

TEST_F(Jobs, EndEarlyWhenTold) {
    Workload load = Workload::cross(solvers_, tasks_);
    std::atomic<bool> stop = false;
    settings_.stop = &stop;
    for (unsigned threads : {1U, 3U}) {
        settings_.threads = threads;
        stop = false;
        int seen = 0;
        run_jobs(load, codes_, settings_, [&](const Row&) {
            if (++seen == 3) stop = true;
        });
        EXPECT_GE(seen, 3);
        EXPECT_LE(seen, threads == 1 ? 3 : 24);
    }
    int seen = 0;
    stop = true;
    run_jobs(load, codes_, settings_, [&](const Row&) { ++seen; });
    EXPECT_EQ(seen, 0);
}

TEST_F(Jobs, AreTalliedBySolverAndTask) {
    Workload load = Workload::cross(solvers_, tasks_);
    Tally tally(solvers_, load);
    run_jobs(load, codes_, settings_, [&](const Row& row) { tally.add(row); });
    EXPECT_EQ(tally.evaluations(), 24u);
    EXPECT_EQ(tally.ended_with(Fault::TypeError), 6u);
    EXPECT_EQ(tally.ended_with(Fault::None), 18u);
    EXPECT_EQ(tally.known(), 20u);
    EXPECT_EQ(tally.with_task(), 3u);
    EXPECT_EQ(tally.solved(), 2u);
    EXPECT_EQ(tally.solved_pairs(), 2u);
    const OwnScore& mirror = tally.own()[3];
    EXPECT_FALSE(mirror.solved());
    EXPECT_EQ(mirror.right, 1u);
    EXPECT_EQ(mirror.known, 2u);
    EXPECT_EQ(load.samples()[mirror.missed].split, Split::Test);
}

TEST_F(Jobs, AreTalliedAlikeInAnyOrder) {
    for (bool crossed : {true, false}) {
        Workload load =
            crossed ? Workload::cross(solvers_, tasks_) : Workload::own(solvers_, tasks_);
        std::vector<Row> rows;
        run_jobs(load, codes_, settings_, [&](const Row& row) { rows.push_back(row); });
        auto tallied = [&] {
            Tally tally(solvers_, load);
            for (const Row& row : rows) tally.add(row);
            std::string text = std::to_string(tally.solved_pairs()) + " pairs";
            for (const OwnScore& own : tally.own()) {
                text += "; " + std::to_string(own.right) + " of " + std::to_string(own.ran);
                if (own.right < own.ran) text += " missed " + std::to_string(own.missed);
                text += fault_name(own.fault);
            }
            return text;
        };
        std::string expected = tallied();
        std::mt19937 random(1);
        for (int k = 0; k < 20; ++k) {
            std::shuffle(rows.begin(), rows.end(), random);
            EXPECT_EQ(tallied(), expected);
        }
    }
}

TEST(OwnTask, IsWhatFollowsSolveOrVerify) {
    EXPECT_EQ(own_task_id("solve_00d62c1b"), "00d62c1b");
    EXPECT_EQ(own_task_id("verify_x"), "x");
    EXPECT_EQ(own_task_id("p_000001"), "");
}

} // namespace
} // namespace batt::testing
