// SPDX-License-Identifier: MIT-0
#include "io/task_file.hpp"

#include "support/files.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

constexpr const char* kPlainTask = R"({"train": [{"input": [[1, 2]], "output": [[3], [4]]}],
                                 "test": [{"input": [[5]], "output": [[6]]}, {"input": [[7]]}],
                                 "name": "more is fine"})";

std::string ids(const TaskSet& set) {
    std::string out;
    for (const Task& task : set.tasks) out += task.id + " ";
    return out;
}

TEST(Tasks, HoldTheGridsOfTheirFile) {
    TaskSet set = parse_tasks(kPlainTask, "some/where/abc.json");
    ASSERT_EQ(set.tasks.size(), 1u) << set.problems[0];
    const Task& task = set.tasks[0];
    EXPECT_EQ(task.id, "abc");
    ASSERT_EQ(task.train.size(), 1u);
    EXPECT_EQ(task.train[0].input, (GridData{1, 2, {1, 2}}));
    EXPECT_EQ(task.train[0].output, (GridData{2, 1, {3, 4}}));
    ASSERT_EQ(task.test.size(), 2u);
    EXPECT_EQ(task.test[0].output, (GridData{1, 1, {6}}));
    EXPECT_FALSE(task.test[1].output.has_value());
}

TEST(Tasks, ThatAreNoJsonAreNamedByLineAndColumn) {
    TaskSet set = parse_tasks("{\"train\":\n[{\"input\": [[1,\n 22e999]]}]}", "a.json");
    ASSERT_EQ(set.problems.size(), 1U);
    EXPECT_EQ(set.problems[0], "a.json:3:2: not valid JSON: number overflow parsing '22e999'");
    set = parse_tasks("{\"train\":\n [}", "a.json");
    ASSERT_EQ(set.problems.size(), 1U);
    EXPECT_EQ(set.problems[0].substr(0, 29), "a.json:2:3: not valid JSON: p") << set.problems[0];
}

TEST(Tasks, OfAFolderAreOrderedByIdAndKeptWhenOthersAreBad) {
    TemporaryFolder folder;
    folder.write("c.json", kPlainTask);
    folder.write("a.json", kPlainTask);
    folder.write("b.json", R"({"train": [{"input": [[1], [2, 3]], "output": [[1]]}], "test": []})");
    folder.write("d.json", "{");
    folder.write("notes.txt", "not a task");
    folder.write(".hidden.json", "not a task");
    TaskSet set = load_tasks(folder.path());
    EXPECT_EQ(ids(set), "a c ");
    ASSERT_EQ(set.problems.size(), 2u);
    EXPECT_EQ(set.problems[0],
              folder.path("b.json") + ": train[0].input row 1 has 2 cells, expected 1");
    EXPECT_EQ(set.problems[1].substr(0, folder.path("d.json").size() + 21),
              folder.path("d.json") + ":1:2: not valid JSON:");
}

TEST(Tasks, OfAKagglePairGetTheirTestOutputsFromTheSecondFile) {
    TemporaryFolder folder;
    std::string one = R"({"train": [{"input": [[1]], "output": [[2]]}],
                          "test": [{"input": [[3]]}, {"input": [[4]]}]})";
    std::string path = folder.write("arc_challenges.json",
                                    "{\"b\": " + one + ", \"a\": " + one + ", \"c\": " + one + "}");
    EXPECT_EQ(ids(load_tasks(path)), "a b c ");
    EXPECT_FALSE(load_tasks(path).tasks[0].test[0].output.has_value());

    folder.write("arc_solutions.json", R"({"a": [[[5]], [[6]]], "b": [[[5]]]})");
    TaskSet set = load_tasks(path);
    EXPECT_EQ(ids(set), "a c ");
    EXPECT_EQ(set.tasks[0].test[1].output, (GridData{1, 1, {6}}));
    EXPECT_FALSE(set.tasks[1].test[1].output.has_value());
    ASSERT_EQ(set.problems.size(), 1u);
    EXPECT_EQ(set.problems[0], path + ": task b: solutions has 1 outputs, expected a list of 2");
    // The folder finds the pair as well.
    EXPECT_EQ(ids(load_tasks(folder.path())), "a c ");
}

TEST(Tasks, SurviveABadSolutionsFile) {
    TaskSet set = parse_tasks(R"({"a": {"train": [], "test": [{"input": [[3]]}]}})", "x.json",
                              "[1]", "y.json");
    EXPECT_EQ(ids(set), "a ");
    ASSERT_EQ(set.problems.size(), 1u);
    EXPECT_EQ(set.problems[0], "y.json: is a list, expected {\"task\": [output, ...]}");
}

TEST(Tasks, WithAnOutputThatIsTooLargeAreNamedAndKept) {
    std::string row = "[0";
    for (int k = 1; k < 31; ++k) row += ",0";
    row += "]";
    TaskSet set = parse_tasks(R"({"train": [{"input": [[1]], "output": [)" + row + "," + row +
                                  R"(]}], "test": []})",
                              "x.json");
    ASSERT_EQ(set.notes.size(), 1u);
    EXPECT_EQ(set.notes[0],
              "x.json: train[0].output row 0 has 31 cells, expected 1 to 30; kept all the same");
    ASSERT_EQ(set.tasks.size(), 1u);
    EXPECT_EQ(set.tasks[0].train[0].output->cols, 31u);
    set = parse_tasks(R"({"train": [{"output": [[1]], "input": [)" + row + R"(]}], "test": []})",
                      "x.json");
    EXPECT_TRUE(set.tasks.empty());
}

TEST(Tasks, ThatAreNotThereAreNamed) {
    TemporaryFolder folder;
    EXPECT_EQ(load_tasks(folder.path("none")).problems[0],
              "cannot read " + folder.path("none") + ": No such file or directory");
    EXPECT_EQ(load_tasks(folder.path()).problems[0],
              "no task files (*.json) in the folder " + folder.path());
}

TEST(Tasks, OfEndlessNestingAreRefused) {
    std::string deep(1'000'000, '[');
    EXPECT_EQ(parse_tasks(deep, "deep.json").problems.size(), 1u);
    deep += std::string(1'000'000, ']');
    EXPECT_EQ(parse_tasks(deep, "deep.json").problems[0],
              "deep.json: the task is a list, expected {\"train\": [...], \"test\": [...]}");
}

TEST(Samples, ComeTaskByTaskAndTrainBeforeTest) {
    TaskSet set =
        parse_tasks(std::string(R"({"b": )") + kPlainTask + R"(, "a": )" + kPlainTask + "}", "x");
    std::string order;
    for (const Sample& sample : samples_of(set.tasks)) {
        order += sample.task->id + split_name(sample.split) + std::to_string(sample.index) + " ";
    }
    EXPECT_EQ(order, "atrain0 atest0 atest1 btrain0 btest0 btest1 ");
}

} // namespace
} // namespace batt::testing
