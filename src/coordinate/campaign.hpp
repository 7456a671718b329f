// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/coordinator.hpp"
#include "coordinate/delivery.hpp"
#include "coordinate/head_start.hpp"
#include "coordinate/standing.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace batt {

/// One run: threads that take batches of samples until there are none, and devices beside them.
class Campaign {
public:
    Campaign(const Plan& plan, const CoordinatorSettings& settings, const Workload& workload,
             std::vector<Verdict>& results, Standing& standing);
    ~Campaign();
    Campaign(const Campaign&) = delete;
    Campaign& operator=(const Campaign&) = delete;

    /// How many samples are probes: threads time every program on them, to find out which are
    /// heavy. None where devices are to do all they can.
    static size_t probes(const CoordinatorSettings& settings);

    void run();

    CoordinatorStats stats() const;

private:
    struct Bench; ///< what a thread works with
    class Busy;   ///< a batch is under way on a device

    bool stopped() const {
        return failed_ || (settings_.stop != nullptr && settings_.stop->load());
    }
    bool is_complete() const { return delivery_.is_complete(); }
    /// What threads alone would take for all that is left, by what they took so far.
    double seconds_left() const;
    /// Those that devices are not given.
    Heavies::Set heavy_programs();
    /// Whether it pays to do samples in two parts: a run of threads that is nearly over anyway
    /// would only become longer.
    bool splits();
    /// What a thread does of a sample: all, or all that no thread has begun with.
    Sheet sheet_of(size_t sample);
    void hand_on(Sheet& sheet, Delivery::Room& room);

    /// Keeps what a thread throws.
    template <class Work>
    void guard(Work work) {
        try {
            work();
        } catch (...) {
            std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            failed_ = true;
        }
        moved_.notify_all();
    }

    // Threads (campaign_threads.cpp).

    void work(unsigned thread);
    /// Runs what a thread's sheet lacks. True if all of the sample is known then, and nobody else
    /// has handed it on.
    bool fill(Bench& bench, uint64_t& evaluations);
    /// Learns from a probe of which all was run.
    void learn_from(const Bench& bench);
    /// Whether threads take samples that devices could have: any, or just probes.
    bool takes_samples();
    /// What a thread does next: something a device left, what devices are not given, a sample
    /// nobody has taken, or one that a device has and will not be done with as soon. None when
    /// nothing can come any more.
    std::optional<Sheet> next_sheet(Lot& lot);
    std::optional<Sheet> next_left();
    /// Leaves to the threads what is missing of a sample, in parts: one that is slow to run would
    /// keep a single thread busy when all others are done.
    void leave(Sheet sheet);
    /// The heavy programs of a sample, as long as there are devices to do the others, or seem to
    /// be.
    std::optional<Sheet> next_part();

    // Devices (campaign_devices.cpp).

    /// Opens the devices and lets them work; until then threads know that more may come.
    void run_devices();
    /// Waits as long as devices are not to be opened yet; whether the run is over then.
    bool is_over_soon();
    void open_devices();
    void cancel(bool set);
    void work_on(DeviceSeat& seat);
    void work_on(DeviceSeat& seat, DeviceWorker& queue);
    /// What is to be shared, for steps are only worth it if all solvers are run. Devices let go of
    /// a plan that shares something else.
    batch::Sharing forget_other_plan();
    void make_plan(batch::Sharing sharing);
    /// Finds out what to expect of a device; one at a time, so that they do not disturb each other.
    /// False if it is of no use.
    bool find_rates(DeviceSeat& seat);
    /// How much a device takes next.
    struct Choice {
        size_t samples = 0; ///< 0: it gets no more
        double seconds = 0; ///< that this is thought to take
    };
    Choice choose(DeviceSeat& seat);
    /// Where devices do everything: a part of what is left, for what threads have left of one batch
    /// is done while the next runs.
    size_t share_of(size_t left) const;
    /// What devices and threads other than this queue of a device do in a second.
    double pace_beside(const DeviceSeat& seat, double seconds_a_sample) const;
    /// False if the queue is of no more use. What it did not do is left to the threads.
    bool run_batch(DeviceSeat& seat, DeviceWorker& queue, Lot lot, const ProgramSet* heavies);
    /// Judges the answers of a batch, those of a few samples at once.
    void use(DeviceSeat& seat, Lot lot, const std::vector<std::span<const batch::Answer>>& answers,
             const ProgramSet* heavies);
    void use(size_t sample, std::span<const batch::Answer> answers, const ProgramSet* heavies,
             DeviceStats& did, Delivery::Room& room);
    void leave(Lot lot);

    const Plan& plan_;
    const CoordinatorSettings& settings_;
    const Workload& workload_;
    Standing& standing_;
    Heavies& heavies_;
    std::vector<std::unique_ptr<DeviceSeat>>& seats_;
    SampleJobs jobs_;
    Sheets sheets_;
    Delivery delivery_;
    std::vector<uint32_t> turns_;
    HeadStart head_start_;
    SampleQueue queue_;
    unsigned batch_;
    std::vector<uint32_t> programs_; ///< of the sample that is next
    Rate thread_rate_;               ///< measured before the run
    std::mutex rates_mutex_;
    std::atomic<bool> failed_ = false;
    std::atomic<bool> cancelled_ = false; ///< devices are not needed any more
    std::atomic<double> seconds_a_sample_ = 0;
    std::atomic<double> seconds_a_part_ = 0; ///< of the heavy programs of one
    std::mutex mutex_;
    std::condition_variable moved_;
    std::deque<Sheet> left_;                    ///< by devices, for the threads
    std::atomic<bool> devices_at_work_ = false; ///< or yet to be opened
    std::atomic<bool> opening_ = false;         ///< or open
    std::atomic<bool> splits_ = false;          ///< once it does, to the end
    std::atomic<size_t> probes_taken_ = 0;      ///< where threads take no other samples
    std::exception_ptr failure_;
    WorkerStats stats_;
    std::vector<CallTimes> calls_; ///< by thread
    DeviceStats threads_;
};

} // namespace batt
