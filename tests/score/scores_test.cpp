// SPDX-License-Identifier: MIT-0
#include "score/scores.hpp"

#include "program/parser.hpp"
#include "score/differs.hpp"
#include "score/score_text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace batt::testing {
namespace {

constexpr const char* kSolvers = "def solve_same(I):\n    O = identity(I)\n    return O\n"
                                 "def solve_again(I):\n    O = identity(I)\n    return O\n"
                                 "def solve_flip(I):\n    O = vmirror(I)\n    return O\n"
                                 "def solve_fails(I):\n    O = first(ZERO)\n    return O\n"
                                 "def solve_dead(I):\n    x1 = first(ZERO)\n    O = identity(I)\n"
                                 "    return O\n";

Example example_of(GridData input, std::optional<GridData> output) {
    Example example;
    example.input = std::move(input);
    example.output = std::move(output);
    return example;
}

/// Two tasks: one for solve_flip, with an unknown test, and one that nobody solves.
std::vector<Task> small_tasks() {
    Task flip;
    flip.id = "flip";
    flip.train.push_back(example_of({1, 2, {1, 2}}, GridData{1, 2, {2, 1}}));
    flip.train.push_back(example_of({1, 2, {3, 3}}, GridData{1, 2, {3, 3}}));
    flip.test.push_back(example_of({1, 2, {4, 5}}, GridData{1, 2, {5, 4}}));
    flip.test.push_back(example_of({1, 2, {6, 7}}, std::nullopt));
    Task none;
    none.id = "none";
    none.train.push_back(example_of({1, 1, {1}}, GridData{1, 1, {9}}));
    return {flip, none};
}

class ScoresTest : public ::testing::Test {
protected:
    /// Runs all solvers on all samples, scores only.
    void run(bool with_differs, unsigned threads = 1) {
        Card card;
        for (const Program& program : programs_) card.add(program);
        std::vector<std::string> names;
        if (with_differs) {
            add_differs(card);
            for (const Program& differ : differs()) names.emplace_back(differ_name(differ));
        }
        Battery battery = card.finish();
        Plan plan(battery, Policy::Strict);
        scores_.emplace(workload_, programs_.size(), names);
        CoordinatorSettings settings;
        settings.threads = threads;
        settings.digests = true;
        settings.keep = false;
        settings.differs = static_cast<uint32_t>(names.size());
        settings.sink = [&](const SampleVerdicts& verdicts) {
            scores_->add(verdicts);
            append_records(verdicts, outcomes_, records_);
        };
        EXPECT_TRUE(Coordinator(plan, settings).run(workload_).empty());
        predictions_ = predict(*scores_, plan, {});
    }

    const TaskScore& pair(uint32_t solver, uint32_t task) const {
        return scores_->pairs()[solver * 2 + task];
    }

    std::string text(void (*write)(const ScoreReport&, const TextSink&)) const {
        std::string all;
        write({programs_, *scores_, predictions_, "strict"},
              [&](std::string_view part) { all += part; });
        return all;
    }

    std::vector<Program> programs_ = parse_solvers(kSolvers, "t.py").programs;
    std::vector<Task> tasks_ = small_tasks();
    Workload workload_ = Workload::cross(programs_, tasks_);
    std::optional<Scores> scores_;
    std::vector<Prediction> predictions_;
    std::vector<OutcomeRecord> outcomes_;
    std::vector<ScoreRecord> records_;
};

TEST_F(ScoresTest, CountRightWrongAndFailedApart) {
    run(false);
    const TaskScore& same = pair(0, 0);
    EXPECT_EQ(same.train.known, 2U);
    EXPECT_EQ(same.train.right, 1U);
    EXPECT_EQ(same.train.wrong, 1U);
    EXPECT_EQ(same.test.known, 1U);
    EXPECT_EQ(same.test.wrong, 1U);
    EXPECT_EQ(same.test.unknown, 1U);
    EXPECT_EQ(pair(1, 0).train.right, 1U); // equal to the first, and counted all the same
    EXPECT_EQ(pair(2, 0).test.right, 1U);
    const TaskScore& fails = pair(3, 0);
    EXPECT_EQ(fails.train.failures(), 2U);
    EXPECT_EQ(fails.test.failed[static_cast<size_t>(Fault::TypeError)], 2U);
    EXPECT_TRUE(scores_->solves(pair(2, 0)));
    EXPECT_FALSE(scores_->solves(same));
    EXPECT_EQ(scores_->solved_tasks(), 1U);
    EXPECT_EQ(scores_->solvers_of_tasks(), (std::vector<std::vector<uint32_t>>{{2}, {}}));
}

TEST_F(ScoresTest, TellWhatSolversOfATaskPredict) {
    run(false);
    ASSERT_EQ(predictions_.size(), 2U);
    EXPECT_EQ(predictions_[0].text, "[[5,4]]");
    EXPECT_TRUE(predictions_[0].right);
    EXPECT_EQ(predictions_[1].text, "[[7,6]]");
    EXPECT_FALSE(predictions_[1].known);
    EXPECT_EQ(predictions_[1].solvers, (std::vector<uint32_t>{2}));
}

TEST_F(ScoresTest, AddUpNearMissesAndTheirGainOverTheInput) {
    run(true);
    EXPECT_EQ(scores_->judged(0, Split::Train), 2U);
    EXPECT_EQ(scores_->judged(0, Split::Test), 1U);
    EXPECT_EQ(scores_->input_sum(0, Split::Train, 0), 1000U); // cells: 0 and 1000
    EXPECT_EQ(scores_->input_sum(0, Split::Test, 1), 1000U);  // palette
    Closeness same = scores_->closeness(0, Split::Train, 0);
    EXPECT_EQ(same.sum, 1000U);
    EXPECT_EQ(same.gain, 0);
    Closeness flip = scores_->closeness(4, Split::Train, 0);
    EXPECT_EQ(flip.sum, 2000U);
    EXPECT_EQ(flip.gain, 1000);
    EXPECT_EQ(scores_->closeness(2, Split::Train, 0).sum, 1000U); // the equal solver
    Closeness fails = scores_->closeness(6, Split::Train, 0);
    EXPECT_EQ(fails.sum, 0U);
    EXPECT_EQ(fails.gain, -1000);
    // It fails in a line its result does not need: it gave nothing to judge.
    EXPECT_EQ(scores_->closeness(8, Split::Train, 0).sum, 0U);
}

TEST_F(ScoresTest, AreAvailableAsRecords) {
    run(true);
    EXPECT_EQ(outcomes_.size(), 5U * 5U);
    EXPECT_EQ(records_.size(), 4U * 6U * 4U); // samples known x (input, solvers) x differs
    EXPECT_EQ(outcomes_[0].value.kind, Mark::Kind::Digest);
    EXPECT_EQ(outcomes_[3].value, Mark::of(Fault::TypeError));
    EXPECT_TRUE(outcomes_[2].right);
    EXPECT_EQ(records_[0].solver, ScoreRecord::kInput);
    EXPECT_EQ(records_[4].solver, 0U);
}

TEST_F(ScoresTest, ReadTheSameWhateverTheThreads) {
    run(true);
    std::string json = text(write_scores_json);
    std::string csv = text(write_scores_csv);
    run(true, 3);
    EXPECT_EQ(text(write_scores_json), json);
    EXPECT_EQ(text(write_scores_csv), csv);
    nlohmann::json read = nlohmann::json::parse(json);
    EXPECT_EQ(read["solved_tasks"], 1);
    EXPECT_EQ(read["tasks"][0]["solved_by"][0], "solve_flip");
    EXPECT_EQ(read["tasks"][0]["input"]["train"]["cells"]["sum"], 1000);
    EXPECT_EQ(read["pairs"][4]["train"]["cells"]["gain"], 1000);
    EXPECT_EQ(read["pairs"][6]["train"]["failed"]["TypeError"], 2);
}

TEST_F(ScoresTest, HoldOnlyThePairsOfTheWorkload) {
    programs_[2].name = "solve_flip";
    programs_[0].name = "solve_none";
    workload_ = Workload::own(programs_, tasks_);
    run(true, 2);
    ASSERT_EQ(scores_->pairs().size(), 2U);
    EXPECT_EQ(scores_->pairs()[0].task, 1U);
    EXPECT_EQ(scores_->pairs()[0].train.wrong, 1U);
    EXPECT_EQ(scores_->pairs()[1].solver, 2U);
    EXPECT_EQ(scores_->pairs()[1].train.right, 2U);
    EXPECT_EQ(scores_->closeness(1, Split::Test, 0).sum, 1000U);
}

} // namespace
} // namespace batt::testing
