// SPDX-License-Identifier: MIT-0
#include "coordinate/device_seat.hpp"

namespace batt {

namespace {

/// With less, a queue might not find room for the largest lanes.
constexpr uint64_t kLeastMemory = 192ULL << 20;

} // namespace

DeviceSeat::DeviceSeat(DevicePlace place, batch::RunnerSettings settings, bool overlap) {
    stats.name = place.device->name();
    try {
        if (place.memory == 0) place.memory = place.device->memory() / 5 * 4;
        if (overlap && place.memory / 2 >= kLeastMemory) twin_ = place.device->twin();
    } catch (const batch::DeviceError& problem) {
        lost = place.memory == 0;
        if (lost) stats.ended = problem.what();
    }
    memory = place.memory;
    settings.memory = twin_ ? place.memory / 2 : place.memory;
    queues.push_back(std::make_unique<DeviceWorker>(*place.device, settings));
    if (twin_) queues.push_back(std::make_unique<DeviceWorker>(*twin_, settings));
    renew();
}

void DeviceSeat::close(std::mutex& lock) {
    // Destroyed after the guard, and the queues before the device they use.
    std::unique_ptr<batch::Device> twin;
    std::vector<std::unique_ptr<DeviceWorker>> gone;
    std::lock_guard guard(lock);
    twin.swap(twin_);
    gone.swap(queues);
}

void DeviceSeat::renew() {
    std::string name = std::move(stats.name);
    std::string ended = lost ? std::move(stats.ended) : std::string();
    stats = {};
    stats.name = std::move(name);
    stats.ended = std::move(ended);
    stats.queues = static_cast<unsigned>(queues.size());
    at_work = queues.size();
}

void DeviceSeat::cancel(bool set) {
    for (auto& queue : queues) queue->device().cancel(set);
}

void DeviceSeat::begin() {
    if (running_++ == 0) since_ = Clock::now();
}

void DeviceSeat::end() {
    ++stats.batches;
    if (--running_ == 0) {
        stats.seconds += std::chrono::duration<double>(Clock::now() - since_).count();
    }
}

} // namespace batt
