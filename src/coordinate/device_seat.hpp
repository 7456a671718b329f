// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/batch_cost.hpp"
#include "coordinate/device_worker.hpp"
#include "coordinate/rates.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace batt {

/// How a device goes through a battery.
enum class DeviceMode : uint8_t {
    Batch,        ///< all steps of a batch there, one transfer in and one out
    PerOperation, ///< each step on its own, its values over and back again: a baseline
};

/// A device that a run may use.
struct DevicePlace {
    batch::Device* device = nullptr;
    uint64_t memory = 0; ///< to use at most; 0: 80% of what it has
};

/// What a device, or this machine's threads, did in a run.
struct DeviceStats {
    std::string name;
    size_t samples = 0;
    uint64_t evaluations = 0;
    uint64_t left = 0; ///< evaluations it left to the threads
    size_t batches = 0;
    size_t halved = 0;      ///< times a batch was too large for its memory
    size_t taken_again = 0; ///< samples it had and the threads did sooner
    double seconds = 0;     ///< of work; of all threads together
    unsigned queues = 1;    ///< batches that were under way at once
    std::string ended;      ///< why it got no more work, if it did not do its share
};

/// A device in a run: its queues, what they did, what to expect of them. Two queues, where it has
/// them, so that samples are laid out and answers judged for one while the other runs. Guarded by
/// the run's lock, but for what the queues' own threads use.
class DeviceSeat {
public:
    /// Makes the second queue only if `overlap`.
    DeviceSeat(DevicePlace place, batch::RunnerSettings settings, bool overlap);

private:
    std::unique_ptr<batch::Device> twin_; // before the queues, which use it to their end

public:
    std::vector<std::unique_ptr<DeviceWorker>> queues;
    DeviceStats stats;
    uint64_t memory = 0; ///< of all queues together
    Rate rate;           ///< what was measured before the run
    BatchCost cost;
    size_t most = SIZE_MAX; ///< samples that found room in its memory, as far as is known
    bool lost = false;      ///< it has failed
    size_t at_work = 0;     ///< queues that may take more

    /// Lets go of the device; what it did stays known. `lock` guards the seat's members, and is
    /// not held for what takes long.
    void close(std::mutex& lock);
    /// Nothing was done yet in the run that begins.
    void renew();
    void cancel(bool set);
    /// Notes that a batch begins or ends.
    void begin();
    void end();

private:
    using Clock = std::chrono::steady_clock;

    size_t running_ = 0; ///< batches
    Clock::time_point since_;
};

} // namespace batt
