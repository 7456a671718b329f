// SPDX-License-Identifier: MIT-0
#include "coordinate/campaign.hpp"

#include "coordinate/turns.hpp"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <thread>

namespace batt {

namespace {

/// Probes, unless there are more threads than that.
constexpr size_t kLeastProbes = 8;

} // namespace

Campaign::Campaign(const Plan& plan, const CoordinatorSettings& settings, const Workload& workload,
                   std::vector<Verdict>& results, Standing& standing)
    : plan_(plan), settings_(settings), workload_(workload), standing_(standing),
      heavies_(standing.heavies), seats_(standing.seats), jobs_(workload, plan, settings.differs),
      sheets_(workload, jobs_, settings.digests),
      delivery_(settings, workload, jobs_, sheets_, results),
      turns_(settings.devices ? turns_by_size(workload.samples(), probes(settings))
                              : turns_as_listed(workload.samples().size())),
      head_start_(sheets_, turns_), queue_(turns_), batch_(settings.batch) {
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

size_t Campaign::probes(const CoordinatorSettings& settings) {
    bool any = settings.devices && !settings.patient_devices &&
               settings.device_mode == DeviceMode::Batch && std::isfinite(settings.heavy);
    return any ? std::max<size_t>(settings.threads, kLeastProbes) : 0;
}

void Campaign::run() {
    std::jthread opener;
    {
        std::vector<std::jthread> threads;
        try {
            if (devices_at_work_) opener = std::jthread([this] { run_devices(); });
            for (unsigned k = 1; k < settings_.threads; ++k) {
                threads.emplace_back([this, k] { guard([this, k] { work(k); }); });
            }
        } catch (const std::system_error&) {
            // The system allows no more threads: those there are do all the work.
            if (!opener.joinable()) devices_at_work_ = false;
        }
        guard([this] { work(0); });
        // Whatever devices are still at is not needed any more.
        cancel(true);
    }
    if (opener.joinable()) opener.join();
    cancel(false);
    if (failure_) std::rethrow_exception(failure_);
}

Campaign::~Campaign() {
    standing_.seconds_a_sample = seconds_a_sample_;
    if (settings_.close_devices) seats_.clear();
}

CoordinatorStats Campaign::stats() const {
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

double Campaign::seconds_left() const {
    double heavy = static_cast<double>(head_start_.left()) * seconds_a_part_;
    double others = static_cast<double>(queue_.left()) * seconds_a_sample_;
    return (heavy + others) / settings_.threads;
}

Heavies::Set Campaign::heavy_programs() {
    std::lock_guard lock(mutex_);
    return heavies_.set();
}

void Campaign::hand_on(Sheet& sheet, Delivery::Room& room) {
    if (!delivery_.hand_on(sheet, room)) return;
    std::lock_guard lock(mutex_);
    moved_.notify_all();
}

bool Campaign::splits() {
    if (!settings_.threads_take_samples || splits_) return true;
    splits_ = seconds_left() > settings_.short_run;
    return splits_;
}

Sheet Campaign::sheet_of(size_t sample) {
    Sheet sheet = sheets_.blank(sample);
    if (head_start_.close(sample)) Sheets::leave_out(sheet, *heavies_.set());
    return sheet;
}

} // namespace batt
