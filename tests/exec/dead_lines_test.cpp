// SPDX-License-Identifier: MIT-0
// Lines that the result does not need are left out; nobody must be able to tell.
#include "exec/run.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

TEST(DeadLines, LeaveTheOutcomeOfEveryRecordedProgramAsItIs) {
    for (const GoldenSet& set : golden_sets()) {
        std::string file = (set.folder / "programs/programs.py").string();
        ParsedFile parsed = parse_solvers(*read_file(file), file);
        TaskSet loaded = load_tasks(set.tasks.string());
        Evaluator evaluator{Limits{}};
        std::vector<Mark> lines;
        size_t next = 0;
        for (const Program& program : parsed.programs) {
            Code code = make_code(program);
            // A few samples each, different ones for different programs.
            for (int k = 0; k < 3; ++k) {
                const Task& task = loaded.tasks[next++ * 31 % loaded.tasks.size()];
                Sample sample{&task, Split::Train, 0};
                for (Policy policy : {Policy::Strict, Policy::Safe}) {
                    Mark all = evaluator.mark(evaluator.run(code, sample, policy, &lines));
                    Mark few = evaluator.mark(evaluator.run(code, sample, policy));
                    ASSERT_EQ(all, few) << program.name << " on " << task.id;
                }
            }
        }
    }
}

Outcome run_text(Evaluator& evaluator, const std::string& body) {
    static const Task task{"t", {{{2, 2, {1, 2, 3, 4}}, std::nullopt}}, {}};
    ParsedFile parsed = parse_solvers("def solve_t(I):\n" + body + "    return O\n", "t.py");
    EXPECT_TRUE(parsed.diagnostics.empty());
    return evaluator.run(make_code(parsed.programs.at(0)), {&task, Split::Train, 0},
                         Policy::Strict);
}

TEST(DeadLines, StillFailWhereTheyWouldHaveFailed) {
    Evaluator evaluator{Limits{}};
    EXPECT_EQ(
        run_text(evaluator, "    x1 = asindices(I)\n    x2 = first(ZERO)\n    O = vmirror(I)\n")
            .fault,
        Fault::TypeError);
    EXPECT_EQ(run_text(evaluator, "    x1 = asindices(I)\n    x2 = difference(x1, x1)\n"
                                  "    x3 = first(x2)\n    O = vmirror(I)\n")
                  .fault,
              Fault::StopIteration);
    EXPECT_EQ(
        run_text(evaluator, "    x1 = asindices(I)\n    x2 = x1(I)\n    O = vmirror(I)\n").fault,
        Fault::TypeError);
    EXPECT_FALSE(run_text(evaluator, "    x1 = asindices(I)\n    x2 = shift(x1, UP)\n"
                                     "    x3 = size(x2)\n    O = vmirror(I)\n")
                     .failed());
}

} // namespace
} // namespace batt::testing
