// SPDX-License-Identifier: MIT-0
#pragma once

#include "cli/option_library.hpp"
#include "coordinate/coordinator.hpp"

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace batt {

/// Where a run happens, as the options say.
struct DeviceOptions {
    std::string device = "cpu";
    std::string mode = "batch";
    unsigned memory = 80; ///< percent
    bool retune = false;
};

/// Declares --device, --gpu-memory and --retune, and --gpu-mode unless the command has all modes.
void add_device_options(CLI::App& command, DeviceOptions& options, bool with_mode = true);

/// The devices that were asked for and are there. Those that were named are opened at once, beside
/// whatever comes next, others when they are first needed: by a run beside its threads, or when it
/// is asked whether there are any.
class Devices {
public:
    explicit Devices(const DeviceOptions& options);
    Devices(const Devices&) = delete;
    Devices& operator=(const Devices&) = delete;

    /// Has a coordinator use them, which this must outlive. To be called when its number of threads
    /// is set.
    void assign(CoordinatorSettings& settings) const;
    /// The same for a single run, which ends sooner if the devices are closed before its threads
    /// are done.
    void assign_once(CoordinatorSettings& settings);
    bool empty() const { return places().empty(); }

private:
    /// Opens what is not open yet; says on the standard error what is not there, and goes on
    /// without it. For any thread.
    std::vector<DevicePlace> places() const;
    void open() const;
    void close();
    void retune(Rates& rates) const;

    DeviceOptions options_;
    bool threads_ = false; ///< take samples too
    bool automatic_ = false;
    mutable std::once_flag once_;
    mutable std::vector<std::unique_ptr<batch::Device>> opened_;
    mutable std::vector<unsigned> sharing_; ///< by device: how many of them are the same GPU
    mutable std::set<int> gpus_;            ///< that were opened, once or more
    mutable std::unique_ptr<Rates> rates_;
    std::jthread opener_; ///< the last to be made, and the first to be done with
};

/// What the threads and each device did, a line each; nothing if there were only threads.
std::string device_lines(const CoordinatorStats& stats);

} // namespace batt
