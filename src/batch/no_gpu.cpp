// SPDX-License-Identifier: MIT-0
#include "batch/gpu.hpp"

namespace batt::batch {

namespace {

constexpr const char* kWhy = "this batt was built without CUDA (make cuda builds one with it)";

} // namespace

std::vector<GpuInfo> list_gpus(std::string& why) {
    why = kWhy;
    return {};
}

std::unique_ptr<Device> open_gpu(int) {
    throw DeviceError(kWhy);
}

void close_gpu(int) {}

} // namespace batt::batch
