// SPDX-License-Identifier: MIT-0
#include "batch/device.hpp"
#include "dsl/registry.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>

namespace batt::batch {

namespace {

/// What is left of a memory that several devices may share.
struct HostMemory {
    explicit HostMemory(uint64_t bytes) : left(bytes) {}

    bool take(uint64_t bytes) {
        uint64_t now = left;
        while (bytes <= now) {
            if (left.compare_exchange_weak(now, now - bytes)) return true;
        }
        return false;
    }

    std::atomic<uint64_t> left;
};

class HostDevice : public Device {
public:
    HostDevice(uint32_t warps, std::shared_ptr<HostMemory> memory)
        : warps_(warps), memory_(std::move(memory)) {}

    std::string name() const override { return "this machine, as a device"; }
    Language language() const override { return host_language(); }
    uint32_t warps() const override { return warps_; }
    uint64_t memory() const override { return memory_->left; }

    void* allocate(uint64_t bytes) override {
        if (!memory_->take(bytes)) throw OutOfMemory("the host device's memory is used up");
        void* made = std::aligned_alloc(16, (bytes + 15) & ~15ULL);
        if (made == nullptr) {
            memory_->left += bytes;
            throw OutOfMemory("no memory for the host device");
        }
        sizes_[made] = bytes;
        return made;
    }
    void release(void* memory) noexcept override {
        auto at = sizes_.find(memory);
        if (at == sizes_.end()) return;
        memory_->left += at->second;
        sizes_.erase(at);
        std::free(memory);
    }
    void put(void* to, const void* from, uint64_t bytes) override { std::memcpy(to, from, bytes); }
    void take(void* to, const void* from, uint64_t bytes) override { std::memcpy(to, from, bytes); }
    void zero(void* memory, uint64_t bytes) override { std::memset(memory, 0, bytes); }
    void run(const StepWave& wave, uint32_t districts) override { run_wave(wave, districts); }
    void run(const StartWave& wave, uint32_t districts) override { run_wave(wave, districts); }
    void run(const SurveyWave& wave, uint32_t districts) override { run_wave(wave, districts); }
    void run(const LegWave& wave, uint32_t districts) override { run_wave(wave, districts); }
    void finish() override {}
    std::unique_ptr<Device> twin() override {
        return std::make_unique<HostDevice>(warps_, memory_);
    }
    void cancel(bool set) override { cancelled_ = set; }

private:
    /// Workers take items by turns, as many at a time as share a warp.
    template <class Wave>
    void run_wave(const Wave& wave, uint32_t districts) {
        for (uint32_t district = 0; district < districts; ++district) {
            uint64_t items = wave.items(district);
            uint32_t abreast = wave.size.abreast;
            for (uint64_t first = 0; first < items && !cancelled_; first += abreast) {
                if constexpr (requires { wave.turn(district, first); }) {
                    if (wave.turn(district, first) != Turn::Now) continue; // all before are done
                }
                for (uint64_t k = first; k < first + abreast && k < items; ++k) {
                    wave(district, static_cast<uint32_t>(k % wave.size.workers), k,
                         wave.size.crewed ? &crew_ : nullptr);
                }
                if constexpr (requires { wave.turn(district, first); }) {
                    uint32_t least = wave.progress_of(district, first);
                    for (uint64_t k = first + 1; k < first + abreast; ++k) {
                        least = std::min(least, wave.progress_of(district, k));
                    }
                    wave.end_turn(district, first, least);
                }
            }
        }
    }

    uint32_t warps_;
    std::shared_ptr<HostMemory> memory_;
    std::atomic<bool> cancelled_ = false;
    std::map<void*, uint64_t> sizes_;
    Crew crew_;
};

} // namespace

std::unique_ptr<Device> host_device(uint32_t warps, uint64_t memory) {
    return std::make_unique<HostDevice>(warps, std::make_shared<HostMemory>(memory));
}

} // namespace batt::batch
