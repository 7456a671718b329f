// SPDX-License-Identifier: MIT-0
#include "coordinate/campaign.hpp"
#include "coordinate/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace batt {

namespace {

/// What a device gets that is slower than the threads, but was asked for.
constexpr size_t kTokenBatch = 8;
/// Evaluations of a batch that each lane of a device should have.
constexpr size_t kTurns = 32;
/// A run that takes so often the time after which devices are opened need not wait for that.
constexpr double kLong = 2;
/// Those that judge a batch's answers, and what each should have to do.
constexpr size_t kMostHands = 4;
constexpr size_t kSamplesEach = 32;
constexpr const char* kTooLate = "nothing was left when it was ready";

/// Why a device gets no more work where others do so many samples a second; nothing if it is
/// merely that the run is nearly over.
std::string why_not(const DeviceSeat& seat, size_t left, double pace) {
    double own = seat.cost.pace() * static_cast<double>(seat.at_work);
    if (seat.cost.observed() == 0) {
        return fmt::format("one batch would take {:.3f} s, all that is left {:.3f} s without it",
                           seat.cost.seconds(1), static_cast<double>(left) / pace);
    }
    if (own >= pace) return {};
    return fmt::format("slower than the threads: {:.1f} samples a second, {:.1f} without it", own,
                       pace);
}

} // namespace

/// A batch is under way on a device.
class Campaign::Busy {
public:
    Busy(Campaign& campaign, DeviceSeat& seat) : campaign_(campaign), seat_(seat) {
        std::lock_guard lock(campaign.mutex_);
        seat.begin();
    }
    ~Busy() {
        std::lock_guard lock(campaign_.mutex_);
        seat_.end();
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

private:
    Campaign& campaign_;
    DeviceSeat& seat_;
};

void Campaign::run_devices() {
    if (!is_over_soon()) guard([this] { open_devices(); });
    {
        std::vector<std::jthread> threads;
        for (auto& seat : seats_) {
            threads.emplace_back([this, &seat] { guard([&] { work_on(*seat); }); });
        }
    }
    {
        std::lock_guard lock(mutex_);
        devices_at_work_ = false;
        moved_.notify_all();
    }
    if (!settings_.close_devices) return;
    for (auto& seat : seats_) seat->close(mutex_);
    settings_.close_devices();
}

bool Campaign::is_over_soon() {
    if (!seats_.empty()) return false;
    std::unique_lock lock(mutex_);
    std::chrono::duration<double> enough = kLong * settings_.open_after;
    moved_.wait_for(lock, settings_.open_after, [&] {
        bool takes_long = !heavies_.wanted() && seconds_left() > enough.count();
        return takes_long || stopped() || is_complete();
    });
    return stopped() || is_complete();
}

void Campaign::open_devices() {
    opening_ = true;
    // Neither needs the other, and both take a while.
    std::jthread planner(
        [this, sharing = forget_other_plan()] { guard([&] { make_plan(sharing); }); });
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

void Campaign::cancel(bool set) {
    std::lock_guard lock(mutex_);
    cancelled_ = set;
    for (auto& seat : seats_) seat->cancel(set);
}

void Campaign::work_on(DeviceSeat& seat) {
    if (seat.lost) return;
    if (queue_.left() == 0) {
        seat.stats.ended = kTooLate;
        return;
    }
    if (settings_.threads_take_samples && !find_rates(seat)) return;
    std::vector<std::jthread> threads;
    for (size_t k = 1; k < seat.queues.size(); ++k) {
        threads.emplace_back([this, &seat, k] { guard([&] { work_on(seat, *seat.queues[k]); }); });
    }
    work_on(seat, *seat.queues[0]);
}

void Campaign::work_on(DeviceSeat& seat, DeviceWorker& queue) {
    while (!stopped()) {
        Choice choice = choose(seat);
        if (choice.samples == 0) break;
        std::optional<SampleQueue::LoanId> loan = queue_.lend(choice.samples, choice.seconds);
        if (!loan) break;
        Lot lot = (*loan)->lot;
        Heavies::Set heavies = heavy_programs();
        if (heavies == nullptr) {
            for (uint32_t sample : lot) head_start_.close(sample);
        }
        bool goes_on = run_batch(seat, queue, lot, heavies.get());
        queue_.settle(*loan);
        std::lock_guard lock(mutex_);
        if (!goes_on || cancelled_) break;
        // A batch that was halved tells nothing.
        if (lot.size() <= seat.most) seat.cost.observe(lot.size(), queue.seconds());
    }
    std::lock_guard lock(mutex_);
    --seat.at_work;
}

batch::Sharing Campaign::forget_other_plan() {
    batch::Sharing sharing = settings_.device_mode == DeviceMode::PerOperation ? batch::Sharing::All
                             : workload_.crossed() ? batch::Sharing::Common
                                                   : batch::Sharing::None;
    if (standing_.sharing == sharing) return sharing;
    for (auto& seat : seats_) {
        for (auto& queue : seat->queues) queue->forget_plan();
    }
    standing_.sharing.reset();
    return sharing;
}

void Campaign::make_plan(batch::Sharing sharing) {
    if (standing_.sharing == sharing) return;
    standing_.plan = make_batch_plan(plan_, settings_.limits, sharing);
    standing_.sharing = sharing;
}

bool Campaign::find_rates(DeviceSeat& seat) {
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

size_t Campaign::share_of(size_t left) const {
    size_t queues = 0;
    for (const auto& seat : seats_) queues += seat->at_work;
    size_t parts = settings_.patient_devices ? 1 : 2;
    size_t share = left / (parts * std::max<size_t>((queues + 1) / 2, 1));
    return std::max(settings_.least_batch, share);
}

double Campaign::pace_beside(const DeviceSeat& seat, double seconds_a_sample) const {
    double pace = settings_.threads / seconds_a_sample;
    for (const auto& other : seats_) {
        size_t queues = other->at_work - (other.get() == &seat ? 1 : 0);
        pace += other->cost.pace() * static_cast<double>(queues);
    }
    return pace;
}

Campaign::Choice Campaign::choose(DeviceSeat& seat) {
    std::lock_guard lock(mutex_);
    size_t left = queue_.left();
    if (seat.lost || cancelled_ || left == 0) return {};
    jobs_.list_programs(queue_.first_of(left), programs_);
    size_t most = std::min(seat.most, DeviceWorker::most_samples(programs_.size()));
    if (!settings_.threads_take_samples) return {std::min(most, share_of(left)), 0};
    auto evaluations = static_cast<double>(std::max<size_t>(programs_.size(), 1));
    double guess = evaluations * thread_rate_.evaluation_seconds;
    double theirs = seconds_a_sample_ > 0 ? seconds_a_sample_.load() : guess;
    if (seat.cost.observed() == 0) {
        // What is dearer than thought for a thread is so for a device.
        double dear = guess > 0 ? theirs / guess : 1;
        seat.cost = {dear * seat.rate.batch_seconds,
                     dear * evaluations * seat.rate.evaluation_seconds};
    }
    double pace = pace_beside(seat, theirs);
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
    return {count, seat.cost.seconds(static_cast<double>(count))};
}

bool Campaign::run_batch(DeviceSeat& seat, DeviceWorker& queue, Lot lot,
                         const ProgramSet* heavies) {
    std::vector<std::span<const batch::Answer>> answers;
    try {
        Busy busy(*this, seat);
        answers = queue.run(*standing_.plan, workload_, jobs_, lot, heavies);
    } catch (const batch::OutOfMemory& problem) {
        size_t half = lot.size() / 2;
        if (half > 0) {
            {
                std::lock_guard lock(mutex_);
                ++seat.stats.halved;
                seat.most = std::min(seat.most, half);
            }
            if (run_batch(seat, queue, lot.first(half), heavies)) {
                return run_batch(seat, queue, lot.subspan(half), heavies);
            }
            leave(lot.subspan(half));
            return false;
        }
        leave(lot);
        std::lock_guard lock(mutex_);
        seat.stats.ended = problem.what();
        return false;
    } catch (const batch::DeviceError& problem) {
        leave(lot);
        std::lock_guard lock(mutex_);
        seat.stats.ended = problem.what();
        seat.lost = true;
        return false;
    }
    if (cancelled_) {
        if (stopped()) return false;
        std::lock_guard lock(mutex_);
        seat.stats.taken_again += lot.size();
        seat.stats.ended = "slower than thought: the threads did its batch sooner";
        return false;
    }
    use(seat, lot, answers, heavies);
    return true;
}

void Campaign::use(DeviceSeat& seat, Lot lot,
                   const std::vector<std::span<const batch::Answer>>& answers,
                   const ProgramSet* heavies) {
    std::atomic<size_t> next = 0;
    auto judge = [&] {
        DeviceStats did;
        Delivery::Room room;
        for (size_t k = next++; k < lot.size() && !stopped(); k = next++) {
            use(lot[k], answers[k], heavies, did, room);
        }
        std::lock_guard lock(mutex_);
        seat.stats.samples += did.samples;
        seat.stats.evaluations += did.evaluations;
        seat.stats.left += did.left;
        seat.stats.taken_again += did.taken_again;
    };
    size_t hands = std::min({kMostHands, size_t{settings_.threads}, lot.size() / kSamplesEach});
    std::vector<std::jthread> others;
    for (size_t k = 1; k < hands; ++k) others.emplace_back([&] { guard(judge); });
    judge();
}

void Campaign::use(size_t sample, std::span<const batch::Answer> answers, const ProgramSet* heavies,
                   DeviceStats& did, Delivery::Room& room) {
    if (!queue_.claim(sample)) {
        ++did.taken_again;
        return;
    }
    Sheet sheet = sheets_.answered(sample, answers, heavies);
    ++did.samples;
    did.evaluations += sheet.programs.size() - sheet.missing.size();
    did.left += sheet.missing.size();
    head_start_.close(sample);
    if (!head_start_.complete(sheet)) return;
    if (sheet.missing.empty()) return hand_on(sheet, room);
    leave(std::move(sheet));
}

void Campaign::leave(Lot lot) {
    std::lock_guard lock(mutex_);
    for (uint32_t sample : lot) {
        if (!queue_.is_claimed(sample)) left_.push_back(sheet_of(sample));
    }
    moved_.notify_all();
}

} // namespace batt
