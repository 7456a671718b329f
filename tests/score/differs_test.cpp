// SPDX-License-Identifier: MIT-0
#include "score/differs.hpp"

#include "exec/run.hpp"
#include "exec/worker.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "support/files.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace batt::testing {
namespace {

Program candidate_of(const std::string& body) {
    ParsedFile parsed = parse_solvers("def solve_x(I):\n" + body, "t.py");
    EXPECT_TRUE(parsed.diagnostics.empty()) << parsed.diagnostics[0].text();
    return parsed.programs.at(0);
}

Task task_of(const GridData& input, std::optional<GridData> output) {
    Task task;
    task.id = "t";
    task.train.push_back({input, std::move(output)});
    return task;
}

using Marks = std::map<std::string, int64_t>;

/// What the differs say about a solver's result, each run alone; -1: it failed.
Marks judge(const Program& solver, const Task& task, Policy policy = Policy::Strict) {
    Card card;
    card.add(solver);
    add_differs(card);
    Battery battery = card.finish();
    Plan plan(battery, policy);
    Worker worker(plan, {});
    std::vector<uint32_t> programs(differs().size());
    std::iota(programs.begin(), programs.end(), 1 + static_cast<uint32_t>(differs().size()));
    Marks marks;
    worker.run({&task, Split::Train, 0}, programs,
               [&](uint32_t program, const Outcome& outcome, const Lane&) {
                   const Program& differ = differs()[program - programs[0]];
                   EXPECT_TRUE(outcome.failed() || outcome.value.kind() == Kind::Int);
                   marks[std::string(differ_name(differ))] =
                       outcome.failed() ? -1 : outcome.value.num;
               });
    return marks;
}

/// What the differs say about a grid.
Marks compare(const GridData& candidate, const GridData& expected) {
    return judge(candidate_of("    return I\n"), task_of(candidate, expected));
}

TEST(Differs, AreFourProgramsThatReadAsText) {
    ParsedFile parsed = parse_solvers(differ_text(), "differs");
    EXPECT_TRUE(parsed.diagnostics.empty()) << parsed.diagnostics[0].text();
    ASSERT_EQ(differs().size(), 4U);
    EXPECT_EQ(differ_name(differs()[0]), "cells");
}

TEST(Differs, GiveAThousandToTheExpectedGridAlone) {
    GridData grid{2, 3, {0, 1, 2, 2, 0, 0}};
    Marks best{{"cells", 1000}, {"palette", 1000}, {"shape", 1000}, {"objects", 1000}};
    EXPECT_EQ(compare(grid, grid), best);
    GridData plain{1, 1, {0}};
    EXPECT_EQ(compare(plain, plain), best);
    GridData large{30, 30, std::vector<uint8_t>(900, 4)};
    EXPECT_EQ(compare(large, large), best);
    // One cell of many still shows.
    GridData other = large;
    other.cells[17] = 5;
    Marks marks = compare(other, large);
    EXPECT_EQ(marks["cells"], 998);
    EXPECT_EQ(marks["palette"], 500);
    EXPECT_EQ(marks["shape"], 1000);
    EXPECT_EQ(marks["objects"], 0);
}

TEST(Differs, CountCellsThatOnlyOneOfTheGridsHas) {
    GridData small{1, 2, {1, 2}};
    GridData large{2, 2, {1, 2, 3, 3}};
    EXPECT_EQ(compare(small, large)["cells"], 500);
    EXPECT_EQ(compare(large, small)["cells"], 500);
    EXPECT_EQ(compare(small, large)["shape"], 500);
    EXPECT_EQ(compare(large, small)["shape"], 500);
    EXPECT_EQ(compare(small, large)["palette"], 666);
    // Two of three objects: 1 and 2 are single cells in both.
    EXPECT_EQ(compare(small, large)["objects"], 666);
    // A large candidate is looked at as far as it matters, and never passes for the small one.
    GridData huge{30, 30, std::vector<uint8_t>(900, 3)};
    huge.cells[0] = 1;
    EXPECT_EQ(compare(huge, {1, 1, {1}})["objects"], 500);
    EXPECT_EQ(compare(huge, {2, 2, {1, 3, 3, 3}})["objects"], 333);
    // Neither holds the other: 2 x 1 against 1 x 2 share one place of three.
    EXPECT_EQ(compare({2, 1, {1, 5}}, {1, 2, {1, 5}})["cells"], 333);
    EXPECT_EQ(compare({2, 1, {1, 5}}, {1, 2, {1, 5}})["shape"], 250);
}

TEST(Differs, GiveNothingWhereNothingIsCommon) {
    Marks marks = compare({1, 1, {3}}, {1, 1, {4}});
    EXPECT_EQ(marks, (Marks{{"cells", 0}, {"palette", 0}, {"shape", 1000}, {"objects", 0}}));
}

TEST(Differs, RefuseWhatIsNoGrid) {
    Task task = task_of({2, 2, {1, 2, 3, 4}}, GridData{2, 2, {1, 2, 3, 4}});
    for (const char* body :
         {"    O = size(I)\n    return O\n", "    O = asobject(I)\n    return O\n",
          "    O = asindices(I)\n    return O\n", "    O = palette(I)\n    return O\n",
          "    O = first(I)\n    return O\n", "    O = rbind(add, I)\n    return O\n",
          "    O = remove(I, UNITY)\n    x1 = first(O)\n    x2 = initset(x1)\n    return x2\n",
          "    O = difference(I, I)\n    return O\n",
          "    O = index(I, TWO_BY_TWO)\n    return O\n",
          "    x1 = first(I)\n    x2 = repeat(ONE, ONE)\n    O = astuple(x1, x2)\n    return O\n",
          "    x1 = hconcat(I, I)\n    O = combine(I, x1)\n    return O\n",
          "    O = first(ZERO)\n    return O\n"}) {
        Program solver = candidate_of(body);
        for (const auto& [name, mark] : judge(solver, task)) EXPECT_EQ(mark, -1) << name << body;
        if (std::string_view(body).find("ZERO") != std::string_view::npos) continue;
        for (const auto& [name, mark] : judge(solver, task, Policy::Safe)) {
            EXPECT_EQ(mark, 0) << name << body;
        }
    }
}

TEST(Differs, HaveNoExpectedGridWhereTheOutputIsNotKnown) {
    Marks marks = judge(candidate_of("    return I\n"), task_of({1, 1, {3}}, std::nullopt));
    for (const auto& [name, mark] : marks) EXPECT_EQ(mark, -1) << name;
}

TEST(Differs, DoNotLetSolversSeeTheExpectedGrid) {
    ParsedFile parsed = parse_solvers("def solve_x(S, I, C):\n    return C\n", "t.py");
    Task task = task_of({1, 1, {3}}, GridData{1, 1, {4}});
    Card card;
    card.add(parsed.programs.at(0));
    add_differs(card);
    Battery battery = card.finish();
    Plan plan(battery, Policy::Strict);
    Worker worker(plan, {});
    uint32_t solver = 0;
    worker.run({&task, Split::Train, 0}, {&solver, 1},
               [&](uint32_t, const Outcome& outcome, const Lane&) {
                   EXPECT_EQ(outcome.value.kind(), Kind::None);
               });
}

/// A differ written out: the solver's lines, then its own.
Program composed(const Program& solver, const Program& differ) {
    Program both = solver;
    auto renamed = [&](Operand operand) {
        if (operand.kind == Operand::Kind::Step) {
            operand.index += static_cast<uint32_t>(solver.steps.size());
        } else if (operand == Operand{Operand::Kind::Parameter, Program::Input}) {
            operand = solver.result;
        } else if (operand == Operand{Operand::Kind::Parameter, Program::Candidate}) {
            operand.index = Program::Expected;
        }
        return operand;
    };
    for (Step step : differ.steps) {
        step.callee = renamed(step.callee);
        for (Operand& argument : step.arguments) argument = renamed(argument);
        both.steps.push_back(step);
    }
    both.result = renamed(differ.result);
    return both;
}

/// Whether all lines of a program are needed for its result.
bool has_dead_lines(const Program& program) {
    Code code = make_code(program);
    return std::ranges::any_of(code.calls, [](const Code::Call& call) { return call.dead; });
}

TEST(Differs, GiveFusedWhatTheyGiveAlone) {
    for (const GoldenSet& set : golden_sets()) {
        std::string file = (set.folder / "programs/programs.py").string();
        std::vector<Program> solvers = parse_solvers(file_text(file), file).programs;
        TaskSet loaded = load_tasks(set.tasks.string());
        std::erase_if(solvers, has_dead_lines); // those a differ leaves out
        if (solvers.size() > 200) solvers.resize(200);
        Card card;
        for (const Program& solver : solvers) card.add(solver);
        add_differs(card);
        Battery battery = card.finish();
        std::vector<uint32_t> all(battery.solvers().size());
        std::iota(all.begin(), all.end(), 0U);
        for (Policy policy : {Policy::Strict, Policy::Safe}) {
            Plan plan(battery, policy);
            Worker worker(plan, {});
            Evaluator evaluator({});
            ValueWriter writer;
            Sample sample{&loaded.tasks[loaded.tasks.size() / 2], Split::Train, 0};
            std::vector<Mark> fused(all.size());
            worker.run(sample, all, [&](uint32_t k, const Outcome& outcome, const Lane& lane) {
                fused[k] = outcome.failed() ? Mark::of(outcome.fault)
                                            : mark_of(lane, outcome.value, writer);
            });
            size_t at = solvers.size() + differs().size();
            for (const Program& solver : solvers) {
                for (const Program& differ : differs()) {
                    Code code = make_code(composed(solver, differ));
                    Mark alone = evaluator.mark(evaluator.run(code, sample, policy));
                    ASSERT_EQ(fused[at++], alone) << solver.name << ' ' << differ.name;
                }
            }
        }
    }
}

} // namespace
} // namespace batt::testing
