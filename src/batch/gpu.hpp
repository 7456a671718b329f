// SPDX-License-Identifier: MIT-0
// What a build knows of GPUs: src/cuda where there is a CUDA compiler, no_gpu.cpp elsewhere.
#pragma once

#include "batch/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace batt::batch {

/// What is known of a GPU without using it.
struct GpuInfo {
    std::string name;
    std::string architecture; ///< "9.0"
    uint64_t memory = 0;
    uint32_t multiprocessors = 0;
};

/// The GPUs of this machine. Where there are none, `why` says the reason.
std::vector<GpuInfo> list_gpus(std::string& why);

/// A GPU as a device; throws DeviceError.
std::unique_ptr<Device> open_gpu(int number);

/// Gives back all that this process has of a GPU, once no device is left that was opened on it.
/// What is left to the end of the process has to be waited for then.
void close_gpu(int number);

} // namespace batt::batch
