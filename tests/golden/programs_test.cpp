// SPDX-License-Identifier: MIT-0
// Every line of every recorded program gives the reference's value, under both policies.
#include "exec/run.hpp"
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

std::string text_of(Mark mark) {
    std::string text;
    append_mark(text, mark);
    return text;
}

void expect_recorded(const GoldenSet& set, const std::string& file, Policy policy) {
    std::string source = (set.folder / "programs/programs.py").string();
    ParsedFile parsed = parse_solvers(*read_file(source), source);
    ASSERT_TRUE(parsed.diagnostics.empty()) << parsed.diagnostics[0].text();
    std::map<std::string, Code> codes;
    for (const Program& program : parsed.programs) codes.emplace(program.name, make_code(program));
    TaskSet loaded = load_tasks(set.tasks.string());
    std::map<std::string, const Task*> tasks;
    for (const Task& task : loaded.tasks) tasks.emplace(task.id, &task);

    Evaluator evaluator{Limits{}};
    std::ifstream in(set.folder / "programs" / file);
    size_t runs = 0;
    size_t differences = 0;
    std::vector<Mark> lines;
    for (std::string line; std::getline(in, line); ++runs) {
        auto record = nlohmann::json::parse(line);
        auto name = record["program"].get<std::string>();
        auto task = record["task"].get<std::string>();
        ASSERT_TRUE(tasks.contains(task)) << task;
        Sample sample{tasks[task], *find_split(record["split"].get<std::string>()),
                      record["index"].get<uint32_t>()};
        Outcome outcome = evaluator.run(codes.at(name), sample, policy, &lines);
        nlohmann::json got = nlohmann::json::array();
        for (Mark mark : lines) got.push_back(text_of(mark));
        bool same = got == record["lines"] && text_of(evaluator.mark(outcome)) == record["out"];
        if (!same && ++differences <= 5) {
            ADD_FAILURE() << set.name << " " << name << " on " << task << " " << record["split"]
                          << " " << record["index"] << "\n  expected " << record["lines"]
                          << "\n  got      " << got;
        }
    }
    EXPECT_EQ(differences, 0U);
    EXPECT_GT(runs, 4000U);
    std::cout << set.name << " " << file << ": " << runs << " runs\n";
}

TEST(GoldenPrograms, GiveWhatTheReferenceGaveWhenStrict) {
    for (const GoldenSet& set : golden_sets()) {
        expect_recorded(set, "expected.jsonl", Policy::Strict);
    }
}

TEST(GoldenPrograms, GiveWhatTheReferenceGaveWhenSafe) {
    for (const GoldenSet& set : golden_sets()) {
        expect_recorded(set, "expected_safe.jsonl", Policy::Safe);
    }
}

} // namespace
} // namespace batt::testing
