// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/leg_wave.hpp"
#include "batch/step_wave.hpp"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace batt::batch {

/// A device did not do what it was asked to.
class DeviceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// It has not enough memory: with a smaller batch it may go on.
class OutOfMemory : public DeviceError {
public:
    using DeviceError::DeviceError;
};

/// Something that runs waves in a memory of its own. Calls are carried out one after the other, but
/// the caller only waits for take() and finish(). Failures are DeviceErrors, from the call itself
/// or from a later one.
class Device {
public:
    Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    virtual ~Device() = default;

    virtual std::string name() const = 0;
    virtual Language language() const = 0;
    /// Warps that can run at once.
    virtual uint32_t warps() const = 0;
    /// Bytes that can be allocated.
    virtual uint64_t memory() const = 0;

    virtual void* allocate(uint64_t bytes) = 0;
    virtual void release(void* memory) noexcept = 0;
    virtual void put(void* to, const void* from, uint64_t bytes) = 0;
    virtual void take(void* to, const void* from, uint64_t bytes) = 0;
    virtual void zero(void* memory, uint64_t bytes) = 0;
    virtual void run(const StepWave& wave, uint32_t districts) = 0;
    virtual void run(const StartWave& wave, uint32_t districts) = 0;
    virtual void run(const SurveyWave& wave, uint32_t districts) = 0;
    virtual void run(const LegWave& wave, uint32_t districts) = 0;
    virtual void finish() = 0;

    /// Another queue of the same hardware and memory: what one is asked to do goes on beside what
    /// the other does. Each may be used by a thread of its own. Null where there is none.
    virtual std::unique_ptr<Device> twin() { return nullptr; }
    /// While it is set, waves may end early, those that run now too; what is taken then means
    /// nothing. For any thread. A device that cannot do so ends its waves as ever.
    virtual void cancel(bool /*set*/) {}
};

/// Memory of a device with an owner; grows, and shrinks only when it is released.
template <class T>
class Buffer {
public:
    explicit Buffer(Device& device) : device_(&device) {}
    Buffer(Buffer&& other) noexcept
        : device_(other.device_), data_(std::exchange(other.data_, nullptr)), room_(other.room_) {}
    Buffer& operator=(Buffer&&) = delete;
    ~Buffer() { device_->release(data_); }

    T* get() const { return data_; }
    uint64_t room() const { return room_; }
    uint64_t bytes() const { return room_ * sizeof(T); }
    void release() {
        device_->release(std::exchange(data_, nullptr));
        room_ = 0;
    }
    /// Makes room for `count` objects; what was there is lost if there was less.
    T* reserve(uint64_t count) {
        if (count <= room_) return data_;
        release();
        data_ = static_cast<T*>(device_->allocate(count * sizeof(T)));
        room_ = count;
        return data_;
    }
    template <class List>
    T* put(const List& list) {
        reserve(list.size() > 0 ? list.size() : 1);
        if (list.size() > 0) device_->put(data_, list.data(), list.size() * sizeof(T));
        return data_;
    }
    T* zeroed(uint64_t count) {
        reserve(count > 0 ? count : 1);
        device_->zero(data_, count * sizeof(T));
        return data_;
    }

private:
    Device* device_;
    T* data_ = nullptr;
    uint64_t room_ = 0;
};

/// This machine's memory and one thread of it, in the guise of a device: so that batches can be
/// tested where there is no other.
std::unique_ptr<Device> host_device(uint32_t warps = 96, uint64_t memory = 1ULL << 30);

} // namespace batt::batch
