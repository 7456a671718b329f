// SPDX-License-Identifier: MIT-0
#include "base/stopwatch.hpp"
#include "coordinate/campaign.hpp"

#include <algorithm>
#include <chrono>

namespace batt {

namespace {

/// Where devices do everything, threads take probes only if those are this part of all, or less.
constexpr size_t kPartOfProbes = 4;
/// Programs of one sample, left by a device, that make a part of their own.
constexpr size_t kProgramsEach = 8;
/// How long a thread without work waits before it looks again.
constexpr std::chrono::milliseconds kPause(5);

/// A running mean of what something takes a thread.
void note_pace(std::atomic<double>& mean, double seconds) {
    double before = mean.load();
    mean = before == 0 ? seconds : 0.9 * before + 0.1 * seconds;
}

} // namespace

/// What a thread works with.
struct Campaign::Bench {
    Bench(const Plan& plan, const Limits& limits) : worker(plan, limits) {}

    Worker worker;
    ValueWriter writer;
    Sheet sheet;
    std::vector<uint32_t> ran;   ///< programs
    std::vector<double> seconds; ///< each of them
    Delivery::Room room;
};

void Campaign::work(unsigned thread) {
    std::optional<Bench> bench;
    double busy = 0;
    size_t samples = 0;
    uint64_t evaluations = 0;
    Lot lot;
    while (std::optional<Sheet> sheet = next_sheet(lot)) {
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

bool Campaign::fill(Bench& bench, uint64_t& evaluations) {
    bool probing = heavies_.wanted() && bench.sheet.missing.size() == bench.sheet.programs.size();
    sheets_.fill(bench.sheet, bench.worker, bench.writer, bench.ran,
                 probing ? &bench.seconds : nullptr);
    size_t ran = bench.ran.size();
    if (bench.sheet.part) {
        evaluations += ran;
        std::optional<Sheet> whole = head_start_.put(std::move(bench.sheet));
        if (!whole) return false;
        bench.sheet = std::move(*whole);
        if (bench.sheet.missing.empty()) return true;
        leave(std::move(bench.sheet));
        return false;
    }
    if (probing) learn_from(bench);
    if (!queue_.claim(bench.sheet.sample)) return false;
    evaluations += ran;
    bench.sheet.claimed = true;
    return head_start_.complete(bench.sheet);
}

void Campaign::learn_from(const Bench& bench) {
    std::lock_guard lock(mutex_);
    if (!heavies_.wanted()) return;
    heavies_.observe(bench.ran, bench.seconds);
    if (heavies_.wanted()) return;
    seconds_a_part_ = heavies_.seconds();
    seconds_a_sample_ = std::max(seconds_a_sample_ - heavies_.seconds(), 0.0);
    moved_.notify_all();
}

bool Campaign::takes_samples() {
    if (settings_.threads_take_samples) return true;
    size_t most = probes(settings_);
    if (!devices_at_work_ || !heavies_.wanted() || kPartOfProbes * most > queue_.all()) {
        return false;
    }
    return probes_taken_ < most && probes_taken_++ < most;
}

std::optional<Sheet> Campaign::next_sheet(Lot& lot) {
    for (;;) {
        if (stopped() || is_complete()) return {};
        if (std::optional<Sheet> sheet = next_left()) return sheet;
        if (std::optional<Sheet> sheet = next_part()) return sheet;
        if (!lot.empty()) {
            uint32_t sample = lot.front();
            lot = lot.subspan(1);
            return sheet_of(sample);
        }
        if (takes_samples()) {
            lot = queue_.take(heavies_.wanted() ? 1 : batch_);
            if (!lot.empty()) continue;
        }
        if (settings_.threads_take_samples) {
            if (auto sample = queue_.take_again(seconds_a_sample_)) return sheet_of(*sample);
        }
        std::unique_lock lock(mutex_);
        // Devices that failed may have left samples in the queue; and a thread that is at a part of
        // one may find that there is more to do of it.
        auto is_alone = [&] {
            return !devices_at_work_ && (queue_.left() > 0 || !head_start_.is_busy());
        };
        moved_.wait_for(lock, kPause, [&] {
            bool part = opening_ && heavies_.set() != nullptr && head_start_.left() > 0 && splits();
            return part || !left_.empty() || is_alone() || stopped() || is_complete();
        });
        if (left_.empty() && is_alone()) {
            if (queue_.left() == 0) return {};
            lock.unlock();
            lot = queue_.take(batch_);
        }
    }
}

void Campaign::leave(Sheet sheet) {
    size_t parts = std::clamp<size_t>(sheet.missing.size() / kProgramsEach, 1, settings_.threads);
    std::vector<Sheet> made = head_start_.divide(std::move(sheet), parts);
    std::lock_guard lock(mutex_);
    for (Sheet& part : made) left_.push_back(std::move(part));
    moved_.notify_all();
}

std::optional<Sheet> Campaign::next_left() {
    std::lock_guard lock(mutex_);
    while (!left_.empty()) {
        Sheet sheet = std::move(left_.front());
        left_.pop_front();
        if (sheet.part || !queue_.is_claimed(sheet.sample)) return sheet;
    }
    return {};
}

std::optional<Sheet> Campaign::next_part() {
    if (!opening_ || !devices_at_work_) return {};
    Heavies::Set heavies = heavy_programs();
    return heavies == nullptr || !splits() ? std::nullopt : head_start_.take(*heavies);
}

} // namespace batt
