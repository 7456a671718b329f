// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/device.hpp"

#include <cuda_runtime.h>

#include <string>

namespace batt::cuda {

/// Throws DeviceError naming the action unless the CUDA call succeeded.
inline void check(cudaError_t status, const char* action) {
    if (status == cudaSuccess) return;
    throw batch::DeviceError(std::string(action) + ": " + cudaGetErrorString(status));
}

/// Device memory with an owner.
template <class T>
class Buffer {
public:
    explicit Buffer(size_t count) {
        check(cudaMalloc(&data_, count * sizeof(T)), "allocating GPU memory");
    }
    ~Buffer() { cudaFree(data_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    T* get() const { return data_; }
    void put(const T* from, size_t count, size_t at = 0) {
        check(cudaMemcpy(data_ + at, from, count * sizeof(T), cudaMemcpyHostToDevice),
              "copying to the GPU");
    }
    void take(T* to, size_t count, size_t at = 0) const {
        check(cudaMemcpy(to, data_ + at, count * sizeof(T), cudaMemcpyDeviceToHost),
              "copying from the GPU");
    }

private:
    T* data_ = nullptr;
};

} // namespace batt::cuda
