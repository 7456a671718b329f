// SPDX-License-Identifier: MIT-0
// Whatever happens to a device, nothing is lost and the results are the same.
#include "coordinate/coordinator.hpp"

#include "battery/card.hpp"
#include "coordinate/faulty_device.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "score/differs.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

class CoordinatorTest : public ::testing::Test {
protected:
    CoordinatorTest() {
        GoldenSet set = golden_sets().front();
        std::string file = (set.folder / "programs/programs.py").string();
        programs_ = parse_solvers(*read_file(file), file).programs;
        programs_.resize(150);
        tasks_ = load_tasks(set.tasks.string()).tasks;
        tasks_.resize(20);
        Card card;
        for (const Program& program : programs_) card.add(program);
        battery_ = card.finish();
        plan_.emplace(battery_, Policy::Strict);
        workload_.emplace(Workload::cross(programs_, tasks_));
        settings_.digests = true;
        settings_.threads = 2;
    }

    std::vector<Verdict> run(CoordinatorSettings settings) {
        Coordinator coordinator(*plan_, std::move(settings));
        std::vector<Verdict> verdicts = coordinator.run(*workload_);
        stats_ = coordinator.stats();
        return verdicts;
    }

    static void expect_same(const std::vector<Verdict>& a, const std::vector<Verdict>& b) {
        ASSERT_EQ(a.size(), b.size());
        for (size_t k = 0; k < a.size(); ++k) {
            ASSERT_TRUE(b[k].done) << k;
            ASSERT_EQ(a[k].out, b[k].out) << k;
            ASSERT_EQ(a[k].fault, b[k].fault) << k;
            ASSERT_EQ(a[k].right, b[k].right) << k;
            ASSERT_EQ(a[k].known, b[k].known) << k;
        }
    }

    /// Runs with a device in some condition and without one.
    void check(FaultyDevice::Faults faults, bool threads_too = false, bool drop_slow = false) {
        FaultyDevice device(faults);
        CoordinatorSettings with = settings_;
        with.devices = {&device};
        with.threads_take_samples = threads_too;
        with.drop_slow_devices = drop_slow;
        std::vector<Verdict> expected = run(settings_);
        expect_same(expected, run(with));
    }

    std::vector<Program> programs_;
    std::vector<Task> tasks_;
    Battery battery_;
    std::optional<Plan> plan_;
    std::optional<Workload> workload_;
    CoordinatorSettings settings_;
    CoordinatorStats stats_;
};

TEST_F(CoordinatorTest, GivesTheSameOnADevice) {
    check({});
    ASSERT_EQ(stats_.devices.size(), 2U);
    EXPECT_EQ(stats_.devices[1].samples, workload_->samples().size());
    EXPECT_EQ(stats_.devices[0].evaluations + stats_.devices[1].evaluations, workload_->size());
}

TEST_F(CoordinatorTest, SharesTheWorkBetweenThreadsAndDevices) {
    FaultyDevice one({});
    FaultyDevice other({});
    CoordinatorSettings with = settings_;
    with.devices = {&one, &other};
    std::vector<Verdict> expected = run(settings_);
    expect_same(expected, run(with));
}

TEST_F(CoordinatorTest, HalvesABatchThatDoesNotFitAndGoesOn) {
    for (int k : {12, 15, 20, 25}) check({.allocation = k});
}

TEST_F(CoordinatorTest, GoesOnWithoutADeviceThatFails) {
    for (int k : {1, 2, 5}) check({.launch = k});
    EXPECT_FALSE(stats_.devices[1].ended.empty());
    check({.answer = 1});
    EXPECT_EQ(stats_.devices[1].ended, "the device was lost");
    EXPECT_EQ(stats_.devices[0].evaluations, workload_->size());
}

TEST_F(CoordinatorTest, GivesASlowDeviceNoMoreWork) {
    check({.slow_launch = 200}, true, true);
    EXPECT_LT(stats_.devices[1].samples, workload_->samples().size());
}

TEST_F(CoordinatorTest, DoesWhatADeviceLeaves) {
    settings_.limits = {20'000, 1 << 18};
    check({});
}

TEST_F(CoordinatorTest, CountsAndTimesEveryEvaluationByPrimitive) {
    for (unsigned threads : {1U, 3U}) {
        settings_.threads = threads;
        run(settings_);
        CallTime all;
        for (const CallTime& time : stats_.calls.rows()) {
            all.add(time);
            EXPECT_EQ(time.timed > 0, time.evaluations > 0);
            EXPECT_EQ(time.seconds() > 0, time.evaluations > 0);
        }
        EXPECT_EQ(all.evaluations, stats_.work.steps);
        EXPECT_GT(all.failed, 0U);
        EXPECT_LT(all.failed, all.evaluations);
        EXPECT_LT(all.timed, all.evaluations / 4);
    }
}

TEST_F(CoordinatorTest, CountsEvaluationsAsAWorkerThatTimesEachStepDoes) {
    settings_.threads = 1;
    run(settings_);
    std::vector<StepTime> times(battery_.nodes().size());
    Worker worker(*plan_, settings_.limits);
    CallTimes fixed = worker.call_times();
    worker.time_steps(times, false);
    std::vector<uint32_t> distinct;
    for (uint32_t s = 0; s < battery_.solvers().size(); ++s) {
        if (plan_->same_as(s) == s) distinct.push_back(s);
    }
    for (const Sample& sample : workload_->samples()) {
        worker.run(sample, distinct, [](uint32_t, const Outcome&, const Lane&) {});
    }
    std::vector<CallTime> expected = fixed.rows();
    for (size_t step = 0; step < times.size(); ++step) {
        CallTime& row = expected[CallTimes::row_of(battery_.nodes()[step])];
        row.evaluations += times[step].count;
        row.failed += times[step].failed;
    }
    for (size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(stats_.calls.rows()[k].evaluations, expected[k].evaluations)
            << CallTimes::name(k);
        EXPECT_EQ(stats_.calls.rows()[k].failed, expected[k].failed) << CallTimes::name(k);
    }
}

TEST_F(CoordinatorTest, RunsDiffersOnADevice) {
    Card card;
    for (const Program& program : programs_) card.add(program);
    add_differs(card);
    battery_ = card.finish();
    plan_.emplace(battery_, Policy::Strict);
    settings_.differs = static_cast<uint32_t>(differs().size());
    auto collect = [&](CoordinatorSettings settings) {
        std::vector<std::vector<uint16_t>> all(workload_->samples().size());
        settings.sink = [&](const SampleVerdicts& verdicts) {
            all[verdicts.sample].assign(verdicts.closeness.begin(), verdicts.closeness.end());
        };
        run(settings);
        return all;
    };
    auto expected = collect(settings_);
    FaultyDevice device({});
    settings_.devices = {&device};
    settings_.threads_take_samples = false;
    EXPECT_EQ(collect(settings_), expected);
}

} // namespace
} // namespace batt::testing
