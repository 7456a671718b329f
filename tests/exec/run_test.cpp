// SPDX-License-Identifier: MIT-0
#include "exec/run.hpp"

#include "dsl/registry.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

constexpr const char* kTask = R"({"train": [{"input": [[1, 0], [0, 0]], "output": [[0, 1], [0, 0]]},
                                            {"input": [[2]], "output": [[2]]}],
                                  "test": [{"input": [[3, 0]], "output": [[0, 3]]}]})";

class Run : public ::testing::Test {
protected:
    Run() : tasks_(parse_tasks(kTask, "t.json")), samples_(samples_of(tasks_.tasks)) {}

    /// The outcome of a body, then its lines, as result files show them; values as text.
    std::string run(const std::string& body, Policy policy = Policy::Strict, size_t sample = 0) {
        ParsedFile file = parse_solvers("def f(S, I, C):\n" + body, "test.py");
        if (!file.diagnostics.empty()) return file.diagnostics[0].text();
        std::vector<Mark> lines;
        Code code = make_code(file.programs[0]);
        Outcome outcome = evaluator_.run(code, samples_[sample], policy, &lines);
        std::string out = outcome.failed() ? std::string("!") + fault_name(outcome.fault)
                                           : value_text(evaluator_.lane(), outcome.value);
        for (Mark mark : lines) {
            out += ' ';
            if (mark.kind == Mark::Kind::Digest) {
                out += '#';
            } else {
                append_mark(out, mark);
            }
        }
        return out;
    }

    Limits limits_{.steps = 100'000, .bytes = 1u << 20};
    TaskSet tasks_;
    std::vector<Sample> samples_;
    Evaluator evaluator_{limits_};
};

TEST_F(Run, GivesTheValueOfTheReturnedName) {
    EXPECT_EQ(run("    x = vmirror(I)\n    return x\n"), "[[0,1],[0,0]] #");
    EXPECT_EQ(run("    x = vmirror(I)\n    return I\n", Policy::Strict, 2), "[[3,0]] #");
    EXPECT_EQ(run("    return ORIGIN\n"), "[0,0]");
    EXPECT_EQ(run("    return size\n"), R"({"f":"size"})");
    EXPECT_EQ(run("    return C\n"), "null");
}

TEST_F(Run, CallsVariablesAsFunctions) {
    EXPECT_EQ(run("    x = rbind(add, THREE)\n    y = x(FOUR)\n    return y\n"), "7 - #");
}

TEST_F(Run, GivesTheTrainingPairsAsSamples) {
    EXPECT_EQ(run("    return S\n"), "[[[[1,0],[0,0]],[[0,1],[0,0]]],[[[2]],[[2]]]]");
    EXPECT_EQ(run("    x = size(S)\n    return x\n", Policy::Strict, 2), "2 #");
}

TEST_F(Run, EndsAtTheFirstFailureWhenStrict) {
    EXPECT_EQ(run("    x = size(I)\n    y = size(x)\n    z = size(I)\n    return z\n"),
              "!TypeError # !TypeError -");
    EXPECT_EQ(run("    x = I(I)\n    return x\n"), "!TypeError !TypeError");
    EXPECT_EQ(run("    x = size()\n    return x\n"), "!TypeError !TypeError");
    EXPECT_EQ(run("    x = size(I, I, I, I, I, I)\n    return x\n"), "!TypeError !TypeError");
    EXPECT_EQ(run("    x = objects(I, diagonal=T)\n    return x\n"), "!TypeError !TypeError");
}

TEST_F(Run, GoesOnWithDefaultsWhenSafe) {
    EXPECT_EQ(run("    x = size(ONE)\n    y = add(x, ONE)\n    return y\n", Policy::Safe),
              "1 !TypeError #");
    EXPECT_EQ(run("    x = objects(ONE, T, T, T)\n    return x\n", Policy::Safe),
              "{\"s\":[]} !TypeError");
    EXPECT_EQ(run("    x = rbind(ONE, ONE)\n    y = x(I, I)\n    return y\n", Policy::Safe),
              "[] !AttributeError #");
    EXPECT_EQ(run("    x = rbind(ONE, ONE)\n    return x\n", Policy::Safe),
              R"({"f":"safe_default"} !AttributeError)");
    EXPECT_EQ(run("    x = I(ONE)\n    return x\n", Policy::Safe), "[] !TypeError");
}

TEST_F(Run, EndsWithLimitWhenTheStepsAreSpent) {
    std::string body = "    x1 = product(I, I)\n    x2 = asindices(I)\n";
    body += "    x3 = interval(ZERO, TEN, ONE)\n";
    std::string last = "x3";
    for (int k = 0; k < 6; ++k) {
        std::string next = "y" + std::to_string(k);
        body.append("    ").append(next).append(" = product(").append(last).append(", x3)\n");
        last = next;
    }
    body += "    z = size(I)\n    return z\n";
    Limits few{.steps = 1'000, .bytes = 64u << 20};
    Evaluator evaluator(few);
    ParsedFile file = parse_solvers("def f(I):\n" + body, "test.py");
    ASSERT_EQ(file.programs.size(), 1u);
    for (Policy policy : {Policy::Strict, Policy::Safe}) {
        std::vector<Mark> lines;
        Outcome outcome = evaluator.run(make_code(file.programs[0]), samples_[0], policy, &lines);
        EXPECT_EQ(outcome.fault, Fault::Limit);
        EXPECT_EQ(lines.back(), Mark{});
    }
}

TEST_F(Run, TreatsASpentByteBudgetAsAFailureOfTheLine) {
    std::string body = "    x1 = canvas(ONE, THREE_BY_THREE)\n";
    for (int k = 2; k <= 8; ++k) {
        body += "    x" + std::to_string(k) + " = upscale(x" + std::to_string(k - 1) + ", TEN)\n";
    }
    body += "    z = size(I)\n    return z\n";
    Limits limits{.steps = 1'000'000'000, .bytes = 1u << 20};
    Evaluator evaluator(limits);
    ParsedFile file = parse_solvers("def f(I):\n" + body, "test.py");
    ASSERT_EQ(file.programs.size(), 1u) << file.diagnostics[0].text();
    Code code = make_code(file.programs[0]);
    EXPECT_EQ(evaluator.run(code, samples_[0], Policy::Strict).fault, Fault::Limit);
    Outcome outcome = evaluator.run(code, samples_[0], Policy::Safe);
    EXPECT_EQ(outcome.fault, Fault::None);
    EXPECT_EQ(value_text(evaluator.lane(), outcome.value), "2");
}

TEST_F(Run, StartsEveryRunWithFreshBudgets) {
    for (int k = 0; k < 1'000; ++k) {
        ASSERT_EQ(run("    x = upscale(I, TEN)\n    y = size(x)\n    return y\n"), "20 # #");
    }
}

TEST_F(Run, FailsWithLimitWhenTheInputDoesNotFit) {
    Evaluator evaluator(Limits{.steps = 10, .bytes = 32});
    ParsedFile file = parse_solvers("def f(I):\n    x = size(I)\n    return x\n", "test.py");
    std::vector<Mark> lines;
    Outcome outcome = evaluator.run(make_code(file.programs[0]), samples_[0], Policy::Safe, &lines);
    EXPECT_EQ(outcome.fault, Fault::Limit);
    EXPECT_EQ(lines, std::vector<Mark>(1));
}

TEST_F(Run, ComparesOutcomesWithGridsByEquality) {
    auto matches = [&](const std::string& body, const GridData& grid) {
        ParsedFile file = parse_solvers("def f(I):\n" + body, "test.py");
        EXPECT_TRUE(file.diagnostics.empty());
        Outcome outcome = evaluator_.run(make_code(file.programs[0]), samples_[0], Policy::Strict);
        return evaluator_.matches(outcome, grid);
    };
    EXPECT_TRUE(matches("    return I\n", {2, 2, {1, 0, 0, 0}}));
    EXPECT_FALSE(matches("    return I\n", {2, 2, {1, 0, 0, 1}}));
    EXPECT_FALSE(matches("    return I\n", {1, 2, {1, 0}}));
    EXPECT_FALSE(matches("    return I\n", {2, 1, {1, 0}}));
    // True is 1, so a grid of bools is a right answer too.
    EXPECT_TRUE(matches("    x = canvas(T, TWO_BY_TWO)\n    return x\n", {2, 2, {1, 1, 1, 1}}));
    EXPECT_FALSE(matches("    return ORIGIN\n", {2, 1, {0, 0}}));
    EXPECT_FALSE(matches("    return ONE\n", {1, 1, {1}}));
    EXPECT_FALSE(matches("    x = initset(ONE)\n    return x\n", {1, 1, {1}}));
}

TEST_F(Run, MarksOutcomesAsResultFilesShowThem) {
    std::string out;
    Outcome outcome{Value::integer(-1), Fault::None};
    append_mark(out, evaluator_.mark(outcome));
    append_mark(out, evaluator_.mark({Value::none(), Fault::KeyError}));
    append_mark(out, evaluator_.mark({primitive_value(0), Fault::None}));
    EXPECT_EQ(out, "3d62c7c8a7a6e2d8!KeyError-");
}

} // namespace
} // namespace batt::testing
