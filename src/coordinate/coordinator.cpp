// SPDX-License-Identifier: MIT-0
#include "coordinate/coordinator.hpp"

#include "base/stopwatch.hpp"
#include "coordinate/delivery.hpp"
#include "coordinate/head_start.hpp"
#include "coordinate/standing.hpp"
#include "coordinate/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace batt {

namespace {

/// What a device gets that is slower than the threads, but was asked for.
constexpr size_t kTokenBatch = 8;
/// Evaluations of a batch that each lane of a device should have.
constexpr size_t kTurns = 32;
/// Samples, or one for each thread, that show which programs are heavy.
constexpr size_t kLooks = 8;
/// Where devices do everything, threads take these only if they are this part of all, or less.
constexpr size_t kPartOfLooks = 4;
/// A run that takes so often the time after which devices are opened need not wait for that.
constexpr double kLong = 2;
/// How long a thread without work waits before it looks again.
constexpr std::chrono::milliseconds kPause(5);

constexpr const char* kTooLate = "nothing was left when it was ready";

/// One run: threads that take batches of samples until there are none, and devices beside them.
class Crew {
public:
    Crew(const Plan& plan, const CoordinatorSettings& settings, const Workload& workload,
         std::vector<Verdict>& results, Standing& standing)
        : plan_(plan), settings_(settings), workload_(workload), standing_(standing),
          heavies_(standing.heavies), seats_(standing.seats),
          jobs_(workload, plan, settings.differs), sheets_(workload, jobs_, settings.digests),
          delivery_(settings, workload, jobs_, sheets_, results),
          head_start_(sheets_, workload.samples().size()), queue_(workload.samples().size()),
          batch_(settings.batch) {
        if (batch_ == 0) {
            size_t share = workload.samples().size() / (16 * size_t{settings.threads});
            batch_ = static_cast<unsigned>(std::clamp<size_t>(share, 1, 8));
        }
        threads_.name = Rates::kThreads;
        devices_at_work_ = static_cast<bool>(settings.devices);
        calls_.resize(settings.threads);
        seconds_a_part_ = heavies_.seconds();
        seconds_a_sample_ = standing.seconds_a_sample;
        for (auto& seat : seats_) seat->renew();
    }
    ~Crew() { standing_.seconds_a_sample = seconds_a_sample_; }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    /// Samples by which it is found out what is heavy. Devices that are to do all they can get
    /// that, too.
    static size_t looks(const CoordinatorSettings& settings) {
        bool any = settings.devices && !settings.patient_devices &&
                   settings.device_mode == DeviceMode::Batch && std::isfinite(settings.heavy);
        return any ? std::max<size_t>(settings.threads, kLooks) : 0;
    }

    void run() {
        std::jthread opener;
        if (devices_at_work_) opener = std::jthread([this] { run_devices(); });
        {
            std::vector<std::jthread> threads;
            for (unsigned k = 1; k < settings_.threads; ++k) {
                threads.emplace_back([this, k] { guard([this, k] { work(k); }); });
            }
            guard([this] { work(0); });
            // Whatever devices are still at is not needed any more.
            cancel(true);
        }
        if (opener.joinable()) opener.join();
        cancel(false);
        if (failure_) std::rethrow_exception(failure_);
    }

    CoordinatorStats stats() const {
        CoordinatorStats made;
        made.work = stats_;
        made.evaluations = workload_.size();
        made.samples = delivery_.done();
        made.threads = settings_.threads;
        for (const CallTimes& calls : calls_) made.calls.add(calls);
        made.devices.push_back(threads_);
        for (const auto& seat : seats_) made.devices.push_back(seat->stats);
        return made;
    }

private:
    /// What a thread works with.
    struct Bench {
        Bench(const Plan& plan, const Limits& limits) : worker(plan, limits) {}

        Worker worker;
        ValueWriter writer;
        Sheet sheet;
        std::vector<uint32_t> ran;   ///< programs
        std::vector<double> seconds; ///< each of them
        Delivery::Room room;
    };

    /// A batch is under way on a device.
    class Busy {
    public:
        Busy(Crew& crew, DeviceSeat& seat) : crew_(crew), seat_(seat) {
            std::lock_guard lock(crew.mutex_);
            seat.begin();
        }
        ~Busy() {
            std::lock_guard lock(crew_.mutex_);
            seat_.end();
        }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;

    private:
        Crew& crew_;
        DeviceSeat& seat_;
    };

    bool stopped() const {
        return failed_ || (settings_.stop != nullptr && settings_.stop->load());
    }

    bool is_complete() const { return delivery_.is_complete(); }

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

    // ---- threads ----

    void work(unsigned thread) {
        std::optional<Bench> bench;
        double busy = 0;
        size_t samples = 0;
        uint64_t evaluations = 0;
        Piece piece;
        while (std::optional<Sheet> sheet = next_sheet(piece)) {
            if (!bench) bench.emplace(plan_, settings_.limits);
            Stopwatch watch;
            bench->sheet = std::move(*sheet);
            bool part = bench->sheet.part;
            bool rest = bench->sheet.claimed;
            if (fill(*bench, evaluations)) {
                hand_on(bench->sheet, bench->room);
                ++samples;
            }
            double seconds = watch.lap();
            busy += seconds;
            if (!rest) note_pace(part ? seconds_a_part_ : seconds_a_sample_, seconds);
        }
        std::lock_guard lock(mutex_);
        threads_.seconds += busy;
        threads_.samples += samples;
        threads_.evaluations += evaluations;
        if (!bench) return;
        calls_[thread] = bench->worker.call_times();
        const WorkerStats& stats = bench->worker.stats();
        stats_.steps += stats.steps;
        stats_.reused += stats.reused;
        stats_.alone += stats.alone;
        stats_.forgotten += stats.forgotten;
    }

    /// Runs what a thread's sheet lacks. True if all of the sample is known then, and nobody else
    /// has handed it on.
    bool fill(Bench& bench, uint64_t& evaluations) {
        bool looking =
            heavies_.wanted() && bench.sheet.missing.size() == bench.sheet.programs.size();
        auto run = [&] {
            sheets_.fill(bench.sheet, bench.worker, bench.writer, bench.ran,
                         looking ? &bench.seconds : nullptr);
            return bench.ran.size();
        };
        size_t ran = run();
        if (bench.sheet.part) {
            evaluations += ran;
            std::optional<Sheet> whole = head_start_.put(std::move(bench.sheet));
            if (!whole) return false;
            bench.sheet = std::move(*whole);
            evaluations += run();
            return true;
        }
        if (bench.sheet.claimed) {
            evaluations += ran;
            return true;
        }
        if (looking) look_at(bench);
        if (!queue_.claim(bench.sheet.sample)) return false;
        evaluations += ran;
        bench.sheet.claimed = true;
        return head_start_.complete(bench.sheet);
    }

    /// Learns from a sample of which all was run.
    void look_at(const Bench& bench) {
        std::lock_guard lock(mutex_);
        if (!heavies_.wanted()) return;
        heavies_.observe(bench.ran, bench.seconds);
        if (heavies_.wanted()) return;
        seconds_a_part_ = heavies_.seconds();
        seconds_a_sample_ = std::max(seconds_a_sample_ - heavies_.seconds(), 0.0);
        moved_.notify_all();
    }

    /// What a thread does of a sample: all, or all that no thread has begun with.
    Sheet sheet_of(size_t sample) {
        Sheet sheet = sheets_.blank(sample);
        if (head_start_.close(sample)) Sheets::leave_out(sheet, *heavies_.set());
        return sheet;
    }

    /// Whether threads take samples that devices could have: all do, or some to look at.
    bool takes_samples() {
        if (settings_.threads_take_samples) return true;
        size_t most = looks(settings_);
        if (!devices_at_work_ || !heavies_.wanted() || kPartOfLooks * most > queue_.all()) {
            return false;
        }
        return looks_ < most && looks_++ < most;
    }

    /// What a thread does next: something a device left, what devices are not given, a sample
    /// nobody has taken, or one that a device has and will not be done with as soon. None when
    /// nothing can come any more.
    std::optional<Sheet> next_sheet(Piece& piece) {
        for (;;) {
            if (stopped() || is_complete()) return {};
            if (std::optional<Sheet> sheet = next_left()) return sheet;
            if (std::optional<Sheet> sheet = next_part()) return sheet;
            if (!piece.empty()) return sheet_of(piece.first++);
            if (takes_samples()) {
                piece = queue_.take(settings_.threads_take_samples ? batch_ : 1);
                if (!piece.empty()) continue;
            }
            if (settings_.threads_take_samples) {
                if (auto sample = queue_.take_again(seconds_a_sample_)) return sheet_of(*sample);
            }
            std::unique_lock lock(mutex_);
            moved_.wait_for(lock, kPause, [&] {
                bool part =
                    opening_ && heavies_.set() != nullptr && head_start_.left() > 0 && splits();
                return part || !left_.empty() || !devices_at_work_ || stopped() || is_complete();
            });
            if (left_.empty() && !devices_at_work_) {
                // Devices that failed may have left samples in the queue.
                if (queue_.left() == 0) return {};
                lock.unlock();
                piece = queue_.take(batch_);
            }
        }
    }

    std::optional<Sheet> next_left() {
        std::lock_guard lock(mutex_);
        while (!left_.empty()) {
            Sheet sheet = std::move(left_.front());
            left_.pop_front();
            if (sheet.claimed || !queue_.is_claimed(sheet.sample)) return sheet;
        }
        return {};
    }

    /// Whether it pays to do samples in two parts: a run of threads that is nearly over anyway
    /// would only become longer.
    bool splits() {
        if (!settings_.threads_take_samples || splits_) return true;
        splits_ = seconds_left() > settings_.short_run;
        return splits_;
    }

    /// The heavy programs of a sample, as long as there are devices to do the others, or seem to
    /// be.
    std::optional<Sheet> next_part() {
        if (!opening_ || !devices_at_work_) return {};
        Heavies::Set heavies = heavy_programs();
        return heavies == nullptr || !splits() ? std::nullopt : head_start_.take(*heavies);
    }

    // ---- devices ----

    /// Opens the devices and lets them work; until then threads know that more may come.
    void run_devices() {
        if (!is_over_soon()) guard([this] { open_devices(); });
        {
            std::vector<std::jthread> threads;
            for (auto& seat : seats_) {
                threads.emplace_back([this, &seat] { guard([&] { work_on(*seat); }); });
            }
        }
        std::lock_guard lock(mutex_);
        devices_at_work_ = false;
        moved_.notify_all();
    }

    /// Waits as long as devices are not to be opened yet; whether the run is over then.
    bool is_over_soon() {
        if (!seats_.empty()) return false;
        std::unique_lock lock(mutex_);
        std::chrono::duration<double> enough = kLong * settings_.open_after;
        moved_.wait_for(lock, settings_.open_after, [&] {
            bool takes_long = !heavies_.wanted() && seconds_left() > enough.count();
            return takes_long || stopped() || is_complete();
        });
        return stopped() || is_complete();
    }

    /// What threads alone would take for all that is left, by what they took so far.
    double seconds_left() const {
        double heavy = static_cast<double>(head_start_.left()) * seconds_a_part_;
        double others = static_cast<double>(queue_.left()) * seconds_a_sample_;
        return (heavy + others) / settings_.threads;
    }

    void open_devices() {
        opening_ = true;
        batch::RunnerSettings settings;
        settings.digests = settings_.digests;
        settings.step_by_step = settings_.device_mode == DeviceMode::PerOperation;
        if (settings_.patient_devices) settings.sizes = batch::patient_sizes();
        // A patient device is kept waiting by a few lanes; the more samples do that together the
        // better.
        bool overlap = !settings.step_by_step && !settings_.patient_devices &&
                       queue_.all() >= 2 * settings_.least_batch;
        if (!seats_.empty() && overlap == standing_.overlap) return;
        {
            std::lock_guard lock(mutex_);
            seats_.clear();
        }
        standing_.overlap = overlap;
        // All before any of them takes memory: some may share it.
        for (const DevicePlace& place : settings_.devices()) {
            auto seat = std::make_unique<DeviceSeat>(place, settings, overlap);
            std::lock_guard lock(mutex_);
            seats_.push_back(std::move(seat));
            if (cancelled_) seats_.back()->cancel(true);
        }
    }

    void cancel(bool set) {
        std::lock_guard lock(mutex_);
        cancelled_ = set;
        for (auto& seat : seats_) seat->cancel(set);
    }

    void work_on(DeviceSeat& seat) {
        if (seat.lost) return;
        if (queue_.left() == 0) {
            seat.stats.ended = kTooLate;
            return;
        }
        if (settings_.threads_take_samples && !find_rates(seat)) return;
        std::vector<std::jthread> threads;
        for (size_t k = 1; k < seat.queues.size(); ++k) {
            threads.emplace_back(
                [this, &seat, k] { guard([&] { work_on(seat, *seat.queues[k]); }); });
        }
        work_on(seat, *seat.queues[0]);
    }

    void work_on(DeviceSeat& seat, DeviceWorker& queue) {
        while (!stopped()) {
            double expected = 0;
            size_t count = choose(seat, expected);
            if (count == 0) break;
            std::call_once(batch_plan_made_, [this] { make_plan(); });
            std::optional<SampleQueue::LoanId> loan = queue_.lend(count, expected);
            if (!loan) break;
            Piece piece = (*loan)->piece;
            Heavies::Set heavies = heavy_programs();
            for (size_t k = piece.first; k < piece.last && heavies == nullptr; ++k) {
                head_start_.close(k);
            }
            bool goes_on = run_batch(seat, queue, piece, heavies.get());
            queue_.settle(*loan);
            std::lock_guard lock(mutex_);
            if (!goes_on || cancelled_) break;
            // A batch that was halved tells nothing.
            if (piece.size() <= seat.most) seat.cost.observe(piece.size(), queue.seconds());
        }
        std::lock_guard lock(mutex_);
        --seat.at_work;
    }

    /// Those that devices are not given.
    Heavies::Set heavy_programs() {
        std::lock_guard lock(mutex_);
        return heavies_.set();
    }

    /// Steps are only worth sharing if all solvers are run.
    void make_plan() {
        batch::Sharing sharing = settings_.device_mode == DeviceMode::PerOperation
                                     ? batch::Sharing::All
                                 : workload_.crossed() ? batch::Sharing::Common
                                                       : batch::Sharing::None;
        if (standing_.sharing == sharing) return;
        for (auto& seat : seats_) {
            for (auto& queue : seat->queues) queue->forget_plan();
        }
        standing_.plan = make_batch_plan(plan_, settings_.limits, sharing);
        standing_.sharing = sharing;
    }

    /// Finds out what to expect of a device; one at a time, so that they do not disturb each other.
    /// False if it is of no use.
    bool find_rates(DeviceSeat& seat) {
        std::lock_guard one(rates_mutex_);
        Rates* kept = settings_.rates;
        std::optional<Rate> thread = kept != nullptr ? kept->find(Rates::kThreads) : std::nullopt;
        std::optional<Rate> device = kept != nullptr ? kept->find(seat.stats.name) : std::nullopt;
        try {
            if (!thread) {
                thread = measure_thread();
                if (kept != nullptr) kept->keep(Rates::kThreads, *thread);
            }
            if (!device) {
                device = measure_device(seat.queues[0]->device(), seat.memory);
                if (kept != nullptr && !cancelled_) kept->keep(seat.stats.name, *device);
            }
        } catch (const batch::OutOfMemory&) {
            device = thread; // a smaller batch may do
        } catch (const batch::DeviceError& problem) {
            std::lock_guard lock(mutex_);
            seat.stats.ended = problem.what();
            return false;
        }
        std::lock_guard lock(mutex_);
        if (cancelled_) seat.stats.ended = kTooLate;
        seat.rate = *device;
        thread_rate_ = *thread;
        return !cancelled_;
    }

    /// How many samples a device takes next, and what that is thought to take; 0: none.
    size_t choose(DeviceSeat& seat, double& expected) {
        std::lock_guard lock(mutex_);
        size_t left = queue_.left();
        if (seat.lost || cancelled_ || left == 0) return 0;
        jobs_.list_programs(queue_.all() - left, programs_);
        size_t most = std::min(seat.most, DeviceWorker::most_samples(programs_.size()));
        if (!settings_.threads_take_samples) {
            // Not all at once: the threads have the rest of one while the next runs.
            size_t queues = 0;
            for (const auto& other : seats_) queues += other->at_work;
            size_t parts = settings_.patient_devices ? 1 : 2;
            size_t share = left / (parts * std::max<size_t>((queues + 1) / 2, 1));
            return std::min(most, std::max(settings_.least_batch, share));
        }
        auto evaluations = static_cast<double>(std::max<size_t>(programs_.size(), 1));
        double guess = evaluations * thread_rate_.evaluation_seconds;
        double theirs = seconds_a_sample_ > 0 ? seconds_a_sample_.load() : guess;
        if (seat.cost.observed() == 0) {
            // What is dearer than thought for a thread is so for a device.
            double dear = guess > 0 ? theirs / guess : 1;
            seat.cost = {dear * seat.rate.batch_seconds,
                         dear * evaluations * seat.rate.evaluation_seconds};
        }
        double pace = settings_.threads / theirs;
        for (const auto& other : seats_) {
            size_t queues = other->at_work - (other.get() == &seat ? 1 : 0);
            pace += other->cost.pace() * static_cast<double>(queues);
        }
        double delay = 0; // for the heavy programs of all samples, where they come first
        if (heavies_.set() != nullptr && splits()) {
            delay = static_cast<double>(head_start_.left()) * seconds_a_part_ / settings_.threads;
        }
        size_t count = seat.cost.next_batch(left, pace, delay);
        if (!settings_.drop_slow_devices) count = std::max(count, std::min(kTokenBatch, left));
        if (count == 0) seat.stats.ended = why_not(seat, left, pace);
        // One that does not keep all of a device busy takes no less time, and tells little.
        uint64_t lanes = uint64_t{seat.queues[0]->device().warps()} * batch::kBlock;
        size_t busy = kTurns * lanes / std::max<size_t>(programs_.size(), 1);
        if (count > 0) count = std::max(count, std::min(busy, left / 2));
        count = std::min(count, most);
        expected = seat.cost.seconds(static_cast<double>(count));
        return count;
    }

    /// Why a device gets no more work where others do so many samples a second; nothing if it is
    /// merely that the run is nearly over.
    static std::string why_not(const DeviceSeat& seat, size_t left, double pace) {
        double own = seat.cost.pace() * static_cast<double>(seat.at_work);
        if (seat.cost.observed() == 0) {
            return fmt::format(
                "one batch would take {:.3f} s, all that is left {:.3f} s without it",
                seat.cost.seconds(1), static_cast<double>(left) / pace);
        }
        if (own >= pace) return {};
        return fmt::format("slower than the threads: {:.1f} samples a second, {:.1f} without it",
                           own, pace);
    }

    /// False if the queue is of no more use. What it did not do is left to the threads.
    bool run_batch(DeviceSeat& seat, DeviceWorker& queue, Piece piece,
                   const std::vector<bool>* heavies) {
        std::vector<std::span<const batch::Answer>> answers;
        try {
            Busy busy(*this, seat);
            answers = queue.run(*standing_.plan, workload_, jobs_, piece, heavies);
        } catch (const batch::OutOfMemory& problem) {
            size_t half = piece.size() / 2;
            if (half > 0) {
                {
                    std::lock_guard lock(mutex_);
                    ++seat.stats.halved;
                    seat.most = std::min(seat.most, half);
                }
                Piece rest{piece.first + half, piece.last};
                if (run_batch(seat, queue, {piece.first, rest.first}, heavies)) {
                    return run_batch(seat, queue, rest, heavies);
                }
                leave(rest);
                return false;
            }
            leave(piece);
            std::lock_guard lock(mutex_);
            seat.stats.ended = problem.what();
            return false;
        } catch (const batch::DeviceError& problem) {
            leave(piece);
            std::lock_guard lock(mutex_);
            seat.stats.ended = problem.what();
            seat.lost = true;
            return false;
        }
        if (cancelled_) {
            if (stopped()) return false;
            std::lock_guard lock(mutex_);
            seat.stats.taken_again += piece.size();
            seat.stats.ended = "slower than thought: the threads did its batch sooner";
            return false;
        }
        use(seat, piece, answers, heavies);
        return true;
    }

    /// Judges the answers of a batch.
    void use(DeviceSeat& seat, Piece piece,
             const std::vector<std::span<const batch::Answer>>& answers,
             const std::vector<bool>* heavies) {
        DeviceStats did;
        Delivery::Room room;
        for (size_t k = piece.first; k < piece.last && !stopped(); ++k) {
            if (!queue_.claim(k)) {
                ++did.taken_again;
                continue;
            }
            Sheet sheet = sheets_.answered(k, answers[k - piece.first], heavies);
            ++did.samples;
            did.evaluations += sheet.programs.size() - sheet.missing.size();
            did.left += sheet.missing.size();
            head_start_.close(k);
            if (!head_start_.complete(sheet)) continue;
            if (sheet.missing.empty()) {
                hand_on(sheet, room);
            } else {
                std::lock_guard lock(mutex_);
                left_.push_back(std::move(sheet));
                moved_.notify_one();
            }
        }
        std::lock_guard lock(mutex_);
        seat.stats.samples += did.samples;
        seat.stats.evaluations += did.evaluations;
        seat.stats.left += did.left;
        seat.stats.taken_again += did.taken_again;
    }

    void leave(Piece piece) {
        std::lock_guard lock(mutex_);
        for (size_t k = piece.first; k < piece.last; ++k) {
            if (!queue_.is_claimed(k)) left_.push_back(sheet_of(k));
        }
        moved_.notify_all();
    }

    void hand_on(Sheet& sheet, Delivery::Room& room) {
        if (!delivery_.hand_on(sheet, room)) return;
        std::lock_guard lock(mutex_);
        moved_.notify_all();
    }

    /// A running mean of what something takes a thread.
    static void note_pace(std::atomic<double>& mean, double seconds) {
        double before = mean.load();
        mean = before == 0 ? seconds : 0.9 * before + 0.1 * seconds;
    }

    const Plan& plan_;
    const CoordinatorSettings& settings_;
    const Workload& workload_;
    Standing& standing_;
    Heavies& heavies_;
    std::vector<std::unique_ptr<DeviceSeat>>& seats_;
    SampleJobs jobs_;
    Sheets sheets_;
    Delivery delivery_;
    HeadStart head_start_;
    SampleQueue queue_;
    unsigned batch_;
    std::once_flag batch_plan_made_;
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
    std::atomic<size_t> looks_ = 0;             ///< samples that threads took to look at
    std::exception_ptr failure_;
    WorkerStats stats_;
    std::vector<CallTimes> calls_; ///< by thread
    DeviceStats threads_;
};

} // namespace

Coordinator::Coordinator(const Plan& plan, CoordinatorSettings settings)
    : plan_(plan), settings_(std::move(settings)),
      standing_(std::make_unique<Standing>(settings_.heavy, Crew::looks(settings_))) {}

Coordinator::~Coordinator() = default;

std::vector<Verdict> Coordinator::run(const Workload& workload) {
    Stopwatch watch;
    std::vector<Verdict> results(settings_.keep ? workload.size() : 0);
    Crew crew(plan_, settings_, workload, results, *standing_);
    crew.run();
    stats_ = crew.stats();
    stats_.seconds = watch.lap();
    return results;
}

} // namespace batt
