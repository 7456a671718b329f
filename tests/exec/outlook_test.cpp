// SPDX-License-Identifier: MIT-0
// What is said of a line before there is an input is true of every input.
#include "program/outlook.hpp"

#include "exec/run.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/mutate.hpp"
#include "program/parser.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

std::vector<bool> sure_lines(const Program& program) {
    Outlook outlook(program.steps.size());
    std::vector<bool> sure;
    for (const Step& step : program.steps) sure.push_back(outlook.add(step.callee, step.arguments));
    return sure;
}

std::vector<bool> sure_lines(const std::string& lines) {
    ParsedFile parsed = parse_solvers("def solve_a(I):\n" + lines + "    return O\n", "t.py");
    EXPECT_TRUE(parsed.diagnostics.empty()) << parsed.diagnostics[0].text();
    return sure_lines(parsed.programs.at(0));
}

/// Runs every line and looks at those that were said not to fail; counts them.
void expect_true(Evaluator& evaluator, const Program& program, const Sample& sample,
                 size_t& counted) {
    std::vector<bool> sure = sure_lines(program);
    std::vector<Mark> marks;
    evaluator.run(make_code(program), sample, Policy::Strict, &marks);
    for (size_t k = 0; k < sure.size() && marks[k].kind != Mark::Kind::Nothing; ++k) {
        if (!sure[k]) continue;
        ++counted;
        bool failed = marks[k].kind == Mark::Kind::Fault && marks[k].fault != Fault::Limit;
        ASSERT_FALSE(failed) << program.name << " line " << k + 1 << " on " << sample.task->id;
    }
}

TEST(Outlook, IsTrueOfRecordedProgramsAndTheirMutants) {
    Evaluator evaluator({2'000'000, 32 << 20});
    for (const GoldenSet& set : golden_sets()) {
        std::string file = (set.folder / "programs/programs.py").string();
        ParsedFile parsed = parse_solvers(*read_file(file), file);
        TaskSet loaded = load_tasks(set.tasks.string());
        Mutants mutants(parsed.programs, 1);
        size_t next = 0;
        size_t counted = 0;
        auto look_at = [&](const Program& program) {
            const Task& task = loaded.tasks[next++ * 31 % loaded.tasks.size()];
            expect_true(evaluator, program, {&task, Split::Train, 0}, counted);
        };
        for (const Program& program : parsed.programs) look_at(program);
        for (uint64_t k = 0; k < 2000; ++k) look_at(mutants.make(k));
        EXPECT_GT(counted, 5'000U) << set.name;
    }
}

TEST(Outlook, FollowsWhatIsMadeOfTheInput) {
    EXPECT_EQ(sure_lines("    x1 = asobject(I)\n    x2 = rbind(shift, UNITY)\n"
                         "    x3 = x2(x1)\n    O = apply(last, x3)\n"),
              (std::vector<bool>{true, true, true, true}));
}

TEST(Outlook, SaysNothingOfWhatDependsOnTheGrid) {
    EXPECT_EQ(sure_lines("    x1 = ofcolor(I, ONE)\n    x2 = uppermost(x1)\n"
                         "    x3 = hsplit(I, x2)\n    O = first(x3)\n"),
              (std::vector<bool>{true, false, false, false}));
}

TEST(Outlook, EvaluatesWhatNamesConstantsOnly) {
    EXPECT_EQ(sure_lines("    x1 = subtract(TWO, TWO)\n    x2 = divide(TWO, x1)\n"
                         "    x3 = branch(x1, x2, I)\n    O = rot90(x3)\n"),
              (std::vector<bool>{true, false, true, true}));
}

TEST(Outlook, TakesNoParameterButTheInputForAGrid) {
    ParsedFile parsed = parse_solvers("def solve_a(S, I, C):\n    x1 = rot90(C)\n"
                                      "    O = apply(first, S)\n    return O\n",
                                      "t.py");
    EXPECT_EQ(sure_lines(parsed.programs.at(0)), (std::vector<bool>{false, false}));
}

} // namespace
} // namespace batt::testing
