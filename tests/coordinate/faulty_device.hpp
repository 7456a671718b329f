// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/device.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace batt::testing {

/// Counts what devices that share a memory take of it.
class MemoryMeter {
public:
    explicit MemoryMeter(uint64_t bytes) : bytes_(bytes) {}

    uint64_t left() const { return bytes_ - used_; }
    uint64_t peak() const { return peak_; }
    void take(void* memory, uint64_t bytes) {
        std::lock_guard lock(mutex_);
        sizes_[memory] = bytes;
        used_ += bytes;
        peak_ = std::max<uint64_t>(peak_, used_);
    }
    void give_back(void* memory) {
        std::lock_guard lock(mutex_);
        auto at = sizes_.find(memory);
        if (at == sizes_.end()) return;
        used_ -= at->second;
        sizes_.erase(at);
    }

private:
    uint64_t bytes_;
    std::mutex mutex_;
    std::map<void*, uint64_t> sizes_;
    std::atomic<uint64_t> used_ = 0;
    std::atomic<uint64_t> peak_ = 0;
};

/// A host device that fails when it is told to: at the k-th call of a kind, counted from 1 and over
/// both queues if it has two.
class FaultyDevice : public batch::Device {
public:
    struct Faults {
        int allocation = 0;   ///< has no memory left
        int launch = 0;       ///< cannot launch
        int answer = 0;       ///< is lost when its answers are fetched
        int slow_launch = 0;  ///< milliseconds each launch takes longer
        bool twin = false;    ///< has two queues
        bool no_twin = false; ///< fails when it is asked for the second
        MemoryMeter* meter = nullptr;
    };

    explicit FaultyDevice(Faults faults)
        : faults_(faults), counts_(std::make_shared<Counts>()), inner_(batch::host_device()) {}

    std::string name() const override { return "faulty"; }
    Language language() const override { return inner_->language(); }
    uint32_t warps() const override { return inner_->warps(); }
    uint64_t memory() const override {
        return faults_.meter != nullptr ? faults_.meter->left() : inner_->memory();
    }
    void* allocate(uint64_t bytes) override {
        if (++counts_->allocations == faults_.allocation) {
            throw batch::OutOfMemory("no memory left");
        }
        void* made = inner_->allocate(bytes);
        if (faults_.meter != nullptr) faults_.meter->take(made, bytes);
        return made;
    }
    void release(void* memory) noexcept override {
        if (faults_.meter != nullptr) faults_.meter->give_back(memory);
        inner_->release(memory);
    }
    void put(void* to, const void* from, uint64_t bytes) override { inner_->put(to, from, bytes); }
    void take(void* to, const void* from, uint64_t bytes) override {
        if (++counts_->answers == faults_.answer) throw batch::DeviceError("the device was lost");
        inner_->take(to, from, bytes);
    }
    void zero(void* memory, uint64_t bytes) override { inner_->zero(memory, bytes); }
    void run(const batch::StepWave& wave, uint32_t districts) override {
        launch();
        inner_->run(wave, districts);
    }
    void run(const batch::StartWave& wave, uint32_t districts) override {
        launch();
        inner_->run(wave, districts);
    }
    void run(const batch::SurveyWave& wave, uint32_t districts) override {
        launch();
        inner_->run(wave, districts);
    }
    void run(const batch::LegWave& wave, uint32_t districts) override {
        launch();
        inner_->run(wave, districts);
    }
    void finish() override { inner_->finish(); }
    std::unique_ptr<batch::Device> twin() override {
        if (faults_.no_twin) throw batch::DeviceError("no second queue");
        if (!faults_.twin) return nullptr;
        auto made = std::make_unique<FaultyDevice>(faults_);
        made->counts_ = counts_;
        return made;
    }
    void cancel(bool set) override {
        cancelled_ = set;
        inner_->cancel(set);
    }

    int launches() const { return counts_->launches; }
    /// Launches that were under way at once, at most.
    int most_at_once() const { return counts_->most_at_once; }

private:
    struct Counts {
        std::atomic<int> allocations = 0;
        std::atomic<int> launches = 0;
        std::atomic<int> answers = 0;
        std::atomic<int> at_once = 0;
        std::atomic<int> most_at_once = 0;
    };

    void launch() {
        if (++counts_->launches == faults_.launch) throw batch::DeviceError("a launch failed");
        int now = ++counts_->at_once;
        if (now > counts_->most_at_once) counts_->most_at_once = now;
        for (int k = 0; k < faults_.slow_launch && !cancelled_; ++k) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        --counts_->at_once;
    }

    Faults faults_;
    std::shared_ptr<Counts> counts_;
    std::unique_ptr<batch::Device> inner_;
    std::atomic<bool> cancelled_ = false;
};

} // namespace batt::testing
