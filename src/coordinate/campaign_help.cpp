// SPDX-License-Identifier: MIT-0
// Heavy programs on devices that have done all others.
#include "coordinate/campaign.hpp"

#include <algorithm>

namespace batt {

namespace {

/// Of samples whose heavy programs a device takes at once: of a batch of all other programs it has
/// no fewer than so many times as many. With less it would not be busy.
constexpr size_t kPartOfLeast = 8;
constexpr size_t kMost = 256;

} // namespace

size_t Campaign::least_help() const {
    return std::max<size_t>(settings_.least_batch / kPartOfLeast, 1);
}

void Campaign::help(DeviceSeat& seat, DeviceWorker& queue) {
    Heavies::Set heavies = heavy_programs();
    if (heavies == nullptr) return;
    while (!stopped() && !cancelled_ && help_once(seat, queue, *heavies)) {
    }
}

bool Campaign::help_once(DeviceSeat& seat, DeviceWorker& queue, const ProgramSet& heavies) {
    std::unique_lock lock(mutex_);
    // The others are for the threads, which take long for one: whoever takes the last of them
    // should not keep all waiting.
    size_t most = DeviceWorker::most_samples(plan_.battery().solvers().size());
    size_t count = std::min({heavy_parts_.left() / 2, kMost, most, seat.most});
    if (seat.lost || count < least_help()) return false;
    HeavyParts::Loan loan = heavy_parts_.lend(count);
    std::vector<uint32_t> samples;
    for (const auto& part : *loan) samples.push_back(static_cast<uint32_t>(part->sample));
    lock.unlock();

    std::vector<std::span<const batch::Answer>> answers;
    bool failed = true;
    std::string problem;
    bool lost = false;
    try {
        DeviceSeat::Busy busy(seat, mutex_);
        answers = queue.run(*standing_.plan, workload_, jobs_, samples, Share::only(heavies),
                            batch::heavy_sizes());
        failed = false;
    } catch (const batch::OutOfMemory& error) {
        problem = error.what();
    } catch (const batch::DeviceError& error) {
        problem = error.what();
        lost = true;
    }

    lock.lock();
    std::vector<std::optional<Sheet>> parts = heavy_parts_.settle(loan);
    if (failed) {
        for (auto& part : parts) {
            if (part) left_.push_back(std::move(*part));
        }
        seat.stats.ended = problem;
        seat.lost = seat.lost || lost;
        moved_.notify_all();
        return false;
    }
    lock.unlock();
    // If it was cancelled, threads have taken all of them, or the run has ended.
    return take_over(seat, std::move(parts), answers);
}

bool Campaign::take_over(DeviceSeat& seat, std::vector<std::optional<Sheet>> parts,
                         const std::vector<std::span<const batch::Answer>>& answers) {
    DeviceStats did;
    Delivery::Room room;
    std::vector<Sheet> missing;
    for (size_t k = 0; k < parts.size() && !stopped(); ++k) {
        if (!parts[k]) {
            ++did.taken_again;
            continue;
        }
        Sheet& part = *parts[k];
        sheets_.fill(part, answers[k], Share::all());
        did.evaluations += part.programs.size() - part.missing.size();
        did.left += part.missing.size();
        if (!part.missing.empty()) {
            missing.push_back(std::move(part));
        } else if (std::optional<Sheet> whole = head_start_.put(std::move(part))) {
            hand_on(*whole, room);
        }
    }
    std::lock_guard lock(mutex_);
    for (Sheet& part : missing) left_.push_back(std::move(part));
    seat.stats.evaluations += did.evaluations;
    seat.stats.left += did.left;
    seat.stats.taken_again += did.taken_again;
    moved_.notify_all();
    return 2 * did.taken_again <= parts.size();
}

} // namespace batt
