// SPDX-License-Identifier: MIT-0
#include "coordinate/coordinator.hpp"

#include "batch/closeness.hpp"
#include "exec/place.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace batt {

namespace {

using Clock = std::chrono::steady_clock;

/// A device is tried on so many samples before it is given more.
constexpr size_t kTrialSamples = 32;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A sample's results while they are being made.
struct Sheet {
    size_t sample = 0;
    std::vector<uint32_t> programs; ///< solvers and differs in the order they are run
    std::vector<Verdict> made;      ///< of the programs that are solvers
    std::vector<uint16_t> close;    ///< of those that are differs
    std::vector<uint32_t> missing;  ///< positions of programs a device left to the threads
};

/// One run: threads that take batches of samples until there are none, and devices beside them.
class Crew {
public:
    Crew(const Plan& plan, const CoordinatorSettings& settings, const Workload& workload,
         std::vector<Verdict>& results)
        : plan_(plan), settings_(settings), workload_(workload), results_(results),
          jobs_(workload, plan, settings.differs), batch_(settings.batch) {
        if (batch_ == 0) {
            size_t share = workload.samples().size() / (16 * size_t{settings.threads});
            batch_ = static_cast<unsigned>(std::clamp<size_t>(share, 1, 8));
        }
        threads_.name = "threads";
        for (batch::Device* device : settings.devices) {
            devices_.push_back(
                std::make_unique<DeviceWorker>(*device, plan, settings.limits, settings.device_mode,
                                               settings.device_memory, settings.digests));
        }
        at_work_ = devices_.size();
        calls_.resize(settings.threads);
    }

    void run() {
        std::vector<std::jthread> threads;
        for (auto& device : devices_) {
            threads.emplace_back([this, &device] { guard([&] { work_on(*device); }, true); });
        }
        for (unsigned k = 1; k < settings_.threads; ++k) {
            threads.emplace_back([this, k] { guard([this, k] { work(k); }, false); });
        }
        guard([this] { work(0); }, false);
        threads.clear();
        if (failure_) std::rethrow_exception(failure_);
    }

    CoordinatorStats stats() const {
        CoordinatorStats made;
        made.work = stats_;
        made.evaluations = workload_.size();
        made.samples = done_;
        made.threads = settings_.threads;
        for (const CallTimes& calls : calls_) made.calls.add(calls);
        made.devices.push_back(threads_);
        for (const auto& device : devices_) made.devices.push_back(device->stats);
        return made;
    }

private:
    /// What a thread works with.
    struct Bench {
        Bench(const Plan& plan, const Limits& limits) : worker(plan, limits) {}

        Worker worker;
        ValueWriter writer;
        Sheet sheet;
        std::vector<uint32_t> some; ///< programs
        std::vector<Verdict> verdicts;
        std::vector<uint16_t> closeness;
    };

    /// Samples that follow each other, taken together.
    struct Piece {
        size_t first = 0;
        size_t last = 0;
        bool empty() const { return first >= last; }
    };

    bool stopped() const {
        return failed_ || (settings_.stop != nullptr && settings_.stop->load());
    }

    /// Keeps what a thread throws; the end of a device's work is made known.
    template <class Work>
    void guard(Work work, bool is_device) {
        try {
            work();
        } catch (...) {
            std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            failed_ = true;
        }
        if (is_device) {
            std::lock_guard lock(mutex_);
            --at_work_;
        }
        moved_.notify_all();
    }

    // ---- threads ----

    void work(unsigned thread) {
        std::optional<Bench> bench;
        double busy = 0;
        size_t samples = 0;
        Piece piece;
        while (std::optional<Sheet> sheet = next_sheet(piece)) {
            if (!bench) bench.emplace(plan_, settings_.limits);
            auto start = Clock::now();
            bench->sheet = std::move(*sheet);
            fill(*bench);
            hand_on(bench->sheet, bench->verdicts, bench->closeness);
            busy += seconds_since(start);
            ++samples;
            note_rate(seconds_since(start));
        }
        std::lock_guard lock(mutex_);
        threads_.seconds += busy;
        threads_.samples += samples;
        if (!bench) return;
        calls_[thread] = bench->worker.call_times();
        const WorkerStats& stats = bench->worker.stats();
        stats_.steps += stats.steps;
        stats_.reused += stats.reused;
        stats_.alone += stats.alone;
        stats_.forgotten += stats.forgotten;
    }

    /// What a thread does next: something a device left, or a sample nobody has taken. None when
    /// nothing can come any more.
    std::optional<Sheet> next_sheet(Piece& piece) {
        for (;;) {
            if (stopped()) return {};
            {
                std::lock_guard lock(mutex_);
                if (!left_.empty()) {
                    Sheet sheet = std::move(left_.front());
                    left_.pop_front();
                    return sheet;
                }
            }
            if (!piece.empty()) return whole_sheet(piece.first++);
            if (settings_.threads_take_samples || devices_.empty()) {
                piece = take(batch_);
                if (!piece.empty()) continue;
            }
            std::unique_lock lock(mutex_);
            moved_.wait_for(lock, std::chrono::milliseconds(50),
                            [&] { return !left_.empty() || at_work_ == 0 || stopped(); });
            if (left_.empty() && at_work_ == 0) {
                // Devices that failed may have left samples in the queue.
                if (next_ >= workload_.samples().size()) return {};
                lock.unlock();
                piece = take(batch_);
            }
        }
    }

    Piece take(size_t count) {
        size_t all = workload_.samples().size();
        size_t first = next_.fetch_add(count);
        return {std::min(first, all), std::min(first + count, all)};
    }

    /// A sample of which everything is to be done.
    Sheet whole_sheet(size_t sample) const {
        Sheet sheet;
        sheet.sample = sample;
        jobs_.list_programs(sample, sheet.programs);
        for (uint32_t k = 0; k < sheet.programs.size(); ++k) {
            sheet.missing.push_back(k);
            if (jobs_.is_differ(sheet.programs[k])) {
                sheet.close.push_back(0);
            } else {
                sheet.made.emplace_back();
            }
        }
        return sheet;
    }

    /// Runs what is missing on a sheet.
    void fill(Bench& bench) {
        Sheet& sheet = bench.sheet;
        if (sheet.missing.empty()) return;
        const Sample& sample = workload_.samples()[sheet.sample];
        bench.some.clear();
        for (uint32_t k : sheet.missing) bench.some.push_back(sheet.programs[k]);
        // Where the programs' results go: solvers and differs are counted apart.
        std::vector<uint32_t> place(sheet.programs.size());
        uint32_t solvers = 0;
        uint32_t differs = 0;
        for (uint32_t k = 0; k < place.size(); ++k) {
            place[k] = jobs_.is_differ(sheet.programs[k]) ? differs++ : solvers++;
        }
        size_t next = 0;
        bench.worker.run(
            sample, bench.some, [&](uint32_t program, const Outcome& outcome, const Lane& lane) {
                uint32_t k = place[sheet.missing[next++]];
                if (jobs_.is_differ(program)) {
                    sheet.close[k] =
                        outcome.failed() ? uint16_t{0} : batch::closeness_of(lane, outcome.value);
                } else {
                    sheet.made[k] = judge(outcome, lane, sample.example(), bench.writer);
                }
            });
        std::lock_guard lock(mutex_);
        threads_.evaluations += bench.some.size();
    }

    Verdict judge(const Outcome& outcome, const Lane& lane, const Example& example,
                  ValueWriter& writer) const {
        Verdict result;
        result.done = true;
        result.fault = outcome.fault;
        if (outcome.failed()) {
            result.out = Mark::of(outcome.fault);
        } else if (settings_.digests) {
            result.out = mark_of(lane, outcome.value, writer);
        }
        result.known = example.output.has_value();
        result.right =
            result.known && !outcome.failed() && equals_grid(lane, outcome.value, *example.output);
        return result;
    }

    // ---- devices ----

    void work_on(DeviceWorker& device) {
        size_t all = workload_.samples().size();
        std::vector<uint32_t> programs;
        while (!stopped() && next_ < all) {
            jobs_.list_programs(std::min(next_.load(), all - 1), programs);
            size_t most = device.most_samples(programs.size());
            if (settings_.drop_slow_devices) most = std::min(most, worth(device, all));
            if (most == 0) break;
            Piece piece = take(most);
            if (!piece.empty() && !run_batch(device, piece.first, piece.last)) break;
        }
    }

    /// How many samples it is worth giving to a device: as many as it does before the threads
    /// could have done the rest, none if it is slower than they are.
    size_t worth(DeviceWorker& device, size_t all) const {
        size_t next = next_;
        size_t left = all > next ? all - next : 0;
        if (device.stats.samples == 0) return left > 2 * kTrialSamples ? kTrialSamples : 0;
        double theirs = seconds_a_sample_.load() / settings_.threads;
        double own = device.stats.seconds / static_cast<double>(device.stats.samples);
        if (theirs == 0) return kTrialSamples;
        double share = theirs / (theirs + own);
        auto fit = static_cast<size_t>(share * static_cast<double>(left) / 2);
        if (fit >= kTrialSamples) return fit;
        device.stats.ended = "slower than the threads";
        return 0;
    }

    /// False if the device is of no more use. What it did not do is left to the threads.
    bool run_batch(DeviceWorker& device, size_t first, size_t last) {
        std::vector<std::vector<batch::Answer>> answers;
        try {
            answers = device.run(workload_, jobs_, first, last);
        } catch (const batch::OutOfMemory& problem) {
            if (last - first > 1) {
                ++device.stats.halved;
                size_t middle = first + (last - first) / 2;
                if (run_batch(device, first, middle)) return run_batch(device, middle, last);
                leave(middle, last);
            } else {
                device.stats.ended = problem.what();
                leave(first, last);
            }
            return false;
        } catch (const batch::DeviceError& problem) {
            device.stats.ended = problem.what();
            leave(first, last);
            return false;
        }
        std::vector<Verdict> verdicts;
        std::vector<uint16_t> closeness;
        for (size_t k = first; k < last && !stopped(); ++k) {
            Sheet sheet = sheet_of(k, answers[k - first]);
            device.stats.evaluations += sheet.programs.size() - sheet.missing.size();
            device.stats.left += sheet.missing.size();
            if (sheet.missing.empty()) {
                hand_on(sheet, verdicts, closeness);
            } else {
                std::lock_guard lock(mutex_);
                left_.push_back(std::move(sheet));
                moved_.notify_one();
            }
        }
        device.stats.samples += last - first;
        return true;
    }

    void leave(size_t first, size_t last) {
        std::lock_guard lock(mutex_);
        for (size_t k = first; k < last; ++k) left_.push_back(whole_sheet(k));
        moved_.notify_all();
    }

    /// A device's answers as verdicts; those it does not know are missing.
    Sheet sheet_of(size_t sample, const std::vector<batch::Answer>& answers) const {
        Sheet sheet;
        sheet.sample = sample;
        jobs_.list_programs(sample, sheet.programs);
        bool known = workload_.samples()[sample].example().output.has_value();
        for (uint32_t k = 0; k < sheet.programs.size(); ++k) {
            const batch::Answer& answer = answers[k];
            if ((answer.flags & batch::Answer::kUnresolved) != 0) sheet.missing.push_back(k);
            if (jobs_.is_differ(sheet.programs[k])) {
                sheet.close.push_back(answer.closeness);
                continue;
            }
            Verdict verdict;
            verdict.done = true;
            verdict.fault = answer.fault;
            verdict.known = known;
            verdict.right = known && (answer.flags & batch::Answer::kRight) != 0;
            if (answer.fault != Fault::None) {
                verdict.out = Mark::of(answer.fault);
            } else if ((answer.flags & batch::Answer::kDigest) != 0) {
                verdict.out = Mark::of(answer.digest);
            }
            sheet.made.push_back(verdict);
        }
        return sheet;
    }

    // ---- results ----

    /// Gives every solver of the sample, equal ones included, its result.
    void hand_on(Sheet& sheet, std::vector<Verdict>& verdicts, std::vector<uint16_t>& closeness) {
        uint32_t differs = jobs_.differs(sheet.sample);
        // A solver may fail in a line its result, and so its differs, do not need.
        for (size_t k = 0; k < sheet.made.size() && differs > 0; ++k) {
            if (sheet.made[k].fault == Fault::None) continue;
            auto first = sheet.close.begin() + static_cast<ptrdiff_t>((1 + k) * differs);
            std::fill(first, first + differs, uint16_t{0});
        }
        std::span<const uint32_t> solvers = jobs_.solvers(sheet.sample);
        if (settings_.keep) {
            for (size_t k = 0; k < solvers.size(); ++k) {
                results_[jobs_.place(sheet.sample, k)] = sheet.made[jobs_.turn(k)];
            }
        }
        if (settings_.sink && !solvers.empty()) {
            verdicts.clear();
            closeness.assign(sheet.close.begin(), sheet.close.begin() + differs);
            for (size_t k = 0; k < solvers.size(); ++k) {
                size_t turn = jobs_.turn(k);
                verdicts.push_back(sheet.made[turn]);
                auto first = sheet.close.begin() + static_cast<ptrdiff_t>((1 + turn) * differs);
                closeness.insert(closeness.end(), first, first + differs);
            }
            std::lock_guard lock(mutex_);
            settings_.sink({static_cast<uint32_t>(sheet.sample), solvers, verdicts, closeness});
        }
        size_t done = ++done_;
        if (!settings_.progress) return;
        std::lock_guard lock(mutex_);
        settings_.progress(done, workload_.samples().size());
    }

    /// A running mean of what a sample takes a thread.
    void note_rate(double seconds) {
        double before = seconds_a_sample_.load();
        seconds_a_sample_ = before == 0 ? seconds : 0.9 * before + 0.1 * seconds;
    }

    const Plan& plan_;
    const CoordinatorSettings& settings_;
    const Workload& workload_;
    std::vector<Verdict>& results_;
    SampleJobs jobs_;
    unsigned batch_;
    std::vector<std::unique_ptr<DeviceWorker>> devices_;
    std::atomic<size_t> next_ = 0;
    std::atomic<size_t> done_ = 0;
    std::atomic<bool> failed_ = false;
    std::atomic<double> seconds_a_sample_ = 0;
    std::mutex mutex_;
    std::condition_variable moved_;
    std::deque<Sheet> left_; ///< by devices, for the threads
    size_t at_work_ = 0;     ///< devices
    std::exception_ptr failure_;
    WorkerStats stats_;
    std::vector<CallTimes> calls_; ///< by thread
    DeviceStats threads_;
};

} // namespace

std::vector<Verdict> Coordinator::run(const Workload& workload) {
    auto start = Clock::now();
    std::vector<Verdict> results(settings_.keep ? workload.size() : 0);
    Crew crew(plan_, settings_, workload, results);
    crew.run();
    stats_ = crew.stats();
    stats_.seconds = seconds_since(start);
    return results;
}

} // namespace batt
