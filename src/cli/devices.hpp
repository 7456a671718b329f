// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/coordinator.hpp"

#include <memory>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): as the library has it
class App;
}

namespace batt {

/// Where a run happens, as the options say.
struct DeviceOptions {
    std::string device = "cpu";
    std::string mode = "batch";
    unsigned memory = 80; ///< percent
};

/// Declares --device and --gpu-memory, and --gpu-mode unless the command has all modes.
void add_device_options(CLI::App& command, DeviceOptions& options, bool with_mode = true);

/// The devices that were asked for and are there.
class Devices {
public:
    /// Opens them; says on the standard error what is not there, and goes on without it.
    explicit Devices(const DeviceOptions& options);

    /// Has a coordinator use them.
    void assign(CoordinatorSettings& settings) const;
    bool empty() const { return opened_.empty(); }

private:
    void open_gpus(const std::vector<int>& numbers, bool wanted);

    DeviceOptions options_;
    std::vector<std::unique_ptr<batch::Device>> opened_;
    bool threads_ = false; ///< take samples too
    bool automatic_ = false;
    size_t sharing_ = 1; ///< devices of one GPU
};

/// What the threads and each device did, a line each; nothing if there were only threads.
std::string device_lines(const CoordinatorStats& stats);

} // namespace batt
