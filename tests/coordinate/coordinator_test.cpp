// SPDX-License-Identifier: MIT-0
// Whatever happens to a device, nothing is lost and the results are the same.
#include "coordinate/coordinator.hpp"

#include "battery/card.hpp"
#include "coordinate/faulty_device.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "score/differs.hpp"
#include "support/files.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

namespace batt::testing {
namespace {

class CoordinatorTest : public ::testing::Test {
protected:
    CoordinatorTest() {
        GoldenSet set = golden_sets().front();
        std::string file = (set.folder / "programs/programs.py").string();
        programs_ = parse_solvers(*read_file(file), file).programs;
        programs_.resize(60);
        tasks_ = load_tasks(set.tasks.string()).tasks;
        tasks_.resize(20);
        Card card;
        for (const Program& program : programs_) card.add(program);
        battery_ = card.finish();
        plan_.emplace(battery_, Policy::Strict);
        workload_.emplace(Workload::cross(programs_, tasks_));
        settings_.digests = true;
        settings_.threads = 2;
        settings_.least_batch = 16;
        settings_.heavy = std::numeric_limits<double>::infinity();
        settings_.short_run = 0;
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

    /// Has a run use devices.
    static void use(CoordinatorSettings& settings, const std::vector<batch::Device*>& devices) {
        settings.devices = [devices] {
            std::vector<DevicePlace> places;
            places.reserve(devices.size());
            for (batch::Device* device : devices) places.push_back({device});
            return places;
        };
    }

    /// Runs with a device in some condition and without one.
    void check(FaultyDevice::Faults faults, bool threads_too = false, bool drop_slow = false) {
        FaultyDevice device(faults);
        CoordinatorSettings with = settings_;
        use(with, {&device});
        with.threads_take_samples = threads_too;
        with.drop_slow_devices = drop_slow;
        expect_same(expected(), run(with));
        EXPECT_EQ(evaluations(), workload_->size());
    }

    /// What the threads alone give.
    const std::vector<Verdict>& expected() {
        if (expected_.empty()) expected_ = Coordinator(*plan_, settings_).run(*workload_);
        return expected_;
    }

    /// Of the latest run, by whomever.
    uint64_t evaluations() const {
        uint64_t sum = 0;
        for (const DeviceStats& device : stats_.devices) sum += device.evaluations;
        return sum;
    }

    std::vector<Verdict> expected_;
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
    for (bool twin : {false, true}) {
        FaultyDevice one({.twin = twin});
        FaultyDevice other({.twin = twin});
        CoordinatorSettings with = settings_;
        use(with, {&one, &other});
        for (bool threads_too : {false, true}) {
            with.threads_take_samples = threads_too;
            expect_same(expected(), run(with));
            ASSERT_EQ(stats_.devices.size(), 3U);
            EXPECT_EQ(evaluations(), workload_->size());
            if (threads_too) continue;
            EXPECT_GT(stats_.devices[1].samples, 0U);
            EXPECT_GT(stats_.devices[2].samples, 0U);
        }
    }
}

TEST_F(CoordinatorTest, LeavesHeavyProgramsToTheThreads) {
    for (double heavy : {0.0, 10e-6}) {
        settings_.heavy = heavy;
        for (bool threads_too : {false, true}) {
            check({.slow_launch = 20, .twin = true}, threads_too);
            check({.launch = 4}, threads_too);
        }
    }
    // All are heavy, once that is known.
    settings_.heavy = 0;
    check({.slow_launch = 20});
    uint64_t looks = 8 * programs_.size();
    EXPECT_GT(stats_.devices[0].evaluations, looks);
    // And none.
    settings_.heavy = 1e9;
    check({.slow_launch = 20});
    EXPECT_LE(stats_.devices[0].evaluations, looks + stats_.devices[1].left);
}

TEST_F(CoordinatorTest, KeepsDevicesReadyForTheNextRun) {
    for (bool threads_too : {false, true}) {
        for (double heavy : {0.0, settings_.heavy}) {
            FaultyDevice device({.slow_launch = 5, .twin = true});
            int opened = 0;
            CoordinatorSettings with = settings_;
            with.heavy = heavy;
            with.threads_take_samples = threads_too;
            with.devices = [&] {
                ++opened;
                return std::vector<DevicePlace>{{&device}};
            };
            Coordinator coordinator(*plan_, with);
            for (int k = 0; k < 2; ++k) {
                expect_same(expected(), coordinator.run(*workload_));
                stats_ = coordinator.stats();
                EXPECT_EQ(evaluations(), workload_->size());
            }
            EXPECT_EQ(opened, 1);
        }
    }
}

TEST_F(CoordinatorTest, ClosesDevicesWhenARunHasNoMoreWorkForThem) {
    for (bool threads_too : {false, true}) {
        std::unique_ptr<FaultyDevice> device;
        CoordinatorSettings with = settings_;
        with.threads_take_samples = threads_too;
        with.devices = [&] {
            EXPECT_FALSE(device);
            device = std::make_unique<FaultyDevice>(FaultyDevice::Faults{.twin = true});
            return std::vector<DevicePlace>{{device.get()}};
        };
        with.close_devices = [&] { device.reset(); };
        Coordinator coordinator(*plan_, with);
        for (int k = 0; k < 2; ++k) {
            expect_same(expected(), coordinator.run(*workload_));
            EXPECT_FALSE(device);
            stats_ = coordinator.stats();
            ASSERT_EQ(stats_.devices.size(), 2U);
            EXPECT_EQ(evaluations(), workload_->size());
        }
    }
}

TEST_F(CoordinatorTest, HasTwoBatchesUnderWayOnADevice) {
    for (bool twin : {false, true}) {
        FaultyDevice device({.slow_launch = 10, .twin = twin});
        CoordinatorSettings with = settings_;
        use(with, {&device});
        with.threads_take_samples = false;
        expect_same(expected(), run(with));
        EXPECT_EQ(device.most_at_once(), twin ? 2 : 1);
        EXPECT_EQ(stats_.devices[1].queues, twin ? 2U : 1U);
        EXPECT_GT(stats_.devices[1].batches, 1U);
    }
    check({.no_twin = true});
    EXPECT_EQ(stats_.devices[1].queues, 1U);
    EXPECT_EQ(stats_.devices[1].samples, workload_->samples().size());
}

TEST_F(CoordinatorTest, HalvesABatchThatDoesNotFitAndGoesOn) {
    for (bool twin : {false, true}) {
        for (int k : {25, 20, 12}) check({.allocation = k, .twin = twin});
        EXPECT_EQ(stats_.devices[1].halved, 1U);
        EXPECT_EQ(stats_.devices[1].ended, "");
    }
    check({.allocation = 15}, true);
    check({.allocation = 15}, true, true);
}

TEST_F(CoordinatorTest, GoesOnWithoutADeviceThatFails) {
    for (bool twin : {false, true}) {
        for (int k : {1, 2, 5}) check({.launch = k, .twin = twin});
        EXPECT_FALSE(stats_.devices[1].ended.empty());
        check({.answer = 1, .twin = twin});
        EXPECT_EQ(stats_.devices[1].ended, "the device was lost");
    }
    check({.answer = 1});
    EXPECT_EQ(stats_.devices[0].evaluations, workload_->size());
    check({.launch = 1}, true, true);
    check({.answer = 5}, true, true);
}

TEST_F(CoordinatorTest, GoesOnWithTheOtherDeviceWhenOneFails) {
    FaultyDevice lost({.answer = 1});
    FaultyDevice whole({});
    CoordinatorSettings with = settings_;
    use(with, {&lost, &whole});
    with.threads_take_samples = false;
    expect_same(expected(), run(with));
    EXPECT_EQ(stats_.devices[1].ended, "the device was lost");
    EXPECT_GT(stats_.devices[2].samples, 0U);
}

TEST_F(CoordinatorTest, GivesASlowDeviceNoMoreWork) {
    check({.slow_launch = 200}, true, true);
    EXPECT_LT(stats_.devices[1].samples, workload_->samples().size());
    EXPECT_NE(stats_.devices[1].ended, "");
}

/// A device that was measured as fast and is not: its samples are done again without waiting.
TEST_F(CoordinatorTest, DoesNotWaitForADeviceThatIsSlowerThanExpected) {
    for (bool drop : {false, true}) {
        FaultyDevice device({.slow_launch = 60'000, .twin = true});
        Rates rates("", "test", 2);
        rates.keep(Rates::kThreads, {0, 1e-5});
        rates.keep("faulty", {1e-6, 1e-9});
        CoordinatorSettings with = settings_;
        use(with, {&device});
        with.drop_slow_devices = drop;
        with.rates = &rates;
        expect_same(expected(), run(with));
        EXPECT_LT(stats_.seconds, 30);
        EXPECT_GT(device.launches(), 0);
        EXPECT_EQ(stats_.devices[0].evaluations, workload_->size());
        EXPECT_GT(stats_.devices[1].taken_again, 0U);
        EXPECT_NE(stats_.devices[1].ended, "");
    }
}

TEST_F(CoordinatorTest, GivesADeviceThatWasMeasuredAsSlowNothing) {
    FaultyDevice device({});
    Rates rates("", "test", 2);
    rates.keep(Rates::kThreads, {0, 1e-6});
    rates.keep("faulty", {10, 1});
    CoordinatorSettings with = settings_;
    use(with, {&device});
    with.drop_slow_devices = true;
    with.rates = &rates;
    expect_same(expected(), run(with));
    EXPECT_EQ(device.launches(), 0);
    EXPECT_NE(stats_.devices[1].ended, "");
    with.drop_slow_devices = false; // asked for by name: it gets its share
    expect_same(expected(), run(with));
    EXPECT_GT(device.launches(), 0);
}

TEST_F(CoordinatorTest, MeasuresADeviceOnceAndKeepsWhatItFound) {
    TemporaryFolder folder;
    std::string path = folder.path("rates.json");
    CoordinatorSettings with = settings_;
    with.threads = 1;
    FaultyDevice device({});
    use(with, {&device});
    with.drop_slow_devices = true;
    Rates rates(path, "test", 1);
    with.rates = &rates;
    // On a busy machine the threads may be done before anything is known.
    for (int k = 0; k < 50 && !rates.find("faulty"); ++k) run(with);
    Rates kept(path, "test", 1);
    ASSERT_TRUE(kept.find("faulty"));
    ASSERT_TRUE(kept.find(Rates::kThreads));
    with.rates = &kept;
    std::string before = file_text(path);
    run(with);
    EXPECT_EQ(file_text(path), before);
}

TEST_F(CoordinatorTest, WorksWhileDevicesAreOpened) {
    FaultyDevice device({});
    CoordinatorSettings with = settings_;
    std::atomic<bool> all_done = false;
    with.devices = [&] {
        // Threads that waited for this would wait forever.
        for (int k = 0; k < 30'000 && !all_done; ++k) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return std::vector<DevicePlace>{{&device}};
    };
    with.progress = [&](size_t done, size_t all) { all_done = done == all; };
    expect_same(expected(), run(with));
    EXPECT_TRUE(all_done);
    EXPECT_EQ(device.launches(), 0);
}

TEST_F(CoordinatorTest, LetsThreadsDoAllIfThereIsNoDevice) {
    CoordinatorSettings with = settings_;
    with.devices = [] { return std::vector<DevicePlace>(); };
    with.threads_take_samples = false;
    expect_same(expected(), run(with));
    EXPECT_EQ(stats_.devices.size(), 1U);
}

TEST_F(CoordinatorTest, EndsEarlyWithWhatIsDone) {
    FaultyDevice device({.slow_launch = 60'000});
    std::atomic<bool> stop = false;
    CoordinatorSettings with = settings_;
    use(with, {&device});
    with.stop = &stop;
    with.progress = [&](size_t, size_t) { stop = true; };
    std::vector<Verdict> verdicts = run(with);
    EXPECT_LT(stats_.seconds, 30);
    EXPECT_LT(stats_.samples, workload_->samples().size());
    for (size_t k = 0; k < verdicts.size(); ++k) {
        if (!verdicts[k].done) continue;
        ASSERT_EQ(verdicts[k].out, expected()[k].out);
    }
}

/// One GPU named twice: each gets half of what one would get, buffers and second queues included.
TEST_F(CoordinatorTest, KeepsToItsPartOfAMemoryThatDevicesShare) {
    constexpr uint64_t kMemory = 1ULL << 30;
    for (bool twin : {false, true}) {
        MemoryMeter meter(kMemory);
        FaultyDevice one({.twin = twin, .meter = &meter});
        FaultyDevice other({.twin = twin, .meter = &meter});
        CoordinatorSettings with = settings_;
        uint64_t part = kMemory / 100 * 80 / 2;
        with.devices = [&] { return std::vector<DevicePlace>{{&one, part}, {&other, part}}; };
        with.threads_take_samples = false;
        expect_same(expected(), run(with));
        EXPECT_LE(meter.peak(), 2 * part);
        EXPECT_GT(meter.peak(), part);
        EXPECT_EQ(meter.left(), kMemory);
    }
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
        EXPECT_LT(all.timed, all.evaluations / 2);
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
    use(settings_, {&device});
    settings_.threads_take_samples = false;
    EXPECT_EQ(collect(settings_), expected);
}

} // namespace
} // namespace batt::testing
