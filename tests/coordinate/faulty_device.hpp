// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/device.hpp"

#include <chrono>
#include <memory>
#include <thread>

namespace batt::testing {

/// A host device that fails when it is told to: at the k-th call of a kind, counted from 1.
class FaultyDevice : public batch::Device {
public:
    struct Faults {
        int allocation = 0;  ///< has no memory left
        int launch = 0;      ///< cannot launch
        int answer = 0;      ///< is lost when its answers are fetched
        int slow_launch = 0; ///< milliseconds each launch takes longer
    };

    explicit FaultyDevice(Faults faults) : faults_(faults), inner_(batch::host_device()) {}

    std::string name() const override { return "faulty"; }
    Language language() const override { return inner_->language(); }
    uint32_t warps() const override { return inner_->warps(); }
    uint64_t memory() const override { return inner_->memory(); }
    void* allocate(uint64_t bytes) override {
        if (++allocations_ == faults_.allocation) throw batch::OutOfMemory("no memory left");
        return inner_->allocate(bytes);
    }
    void release(void* memory) noexcept override { inner_->release(memory); }
    void put(void* to, const void* from, uint64_t bytes) override { inner_->put(to, from, bytes); }
    void take(void* to, const void* from, uint64_t bytes) override {
        if (++answers_ == faults_.answer) throw batch::DeviceError("the device was lost");
        inner_->take(to, from, bytes);
    }
    void zero(void* memory, uint64_t bytes) override { inner_->zero(memory, bytes); }
    void run(const batch::StepWave& wave, uint32_t districts) override {
        launch();
        inner_->run(wave, districts);
    }
    void run(const batch::SolverWave& wave, uint32_t districts) override {
        launch();
        inner_->run(wave, districts);
    }
    void run(const batch::GatherWave& wave, uint32_t districts) override {
        launch();
        inner_->run(wave, districts);
    }
    void finish() override { inner_->finish(); }

private:
    void launch() {
        if (++launches_ == faults_.launch) throw batch::DeviceError("a launch failed");
        std::this_thread::sleep_for(std::chrono::milliseconds(faults_.slow_launch));
    }

    Faults faults_;
    std::unique_ptr<batch::Device> inner_;
    int allocations_ = 0;
    int launches_ = 0;
    int answers_ = 0;
};

} // namespace batt::testing
