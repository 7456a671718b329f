// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace batt::cuda {

/// What is known of a GPU without using it.
struct GpuInfo {
    std::string name;
    std::string architecture; ///< "9.0"
    uint64_t memory = 0;
    uint32_t multiprocessors = 0;
};

/// The GPUs of this machine. Where there are none, `why` says the reason.
std::vector<GpuInfo> list_gpus(std::string& why);

/// A GPU as a device; throws batch::DeviceError.
std::unique_ptr<batch::Device> open_gpu(int number);

} // namespace batt::cuda
