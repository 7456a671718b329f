// SPDX-License-Identifier: MIT-0
#include "batch/device.hpp"
#include "dsl/registry.hpp"

#include <cstdlib>
#include <cstring>
#include <map>

namespace batt::batch {

namespace {

class HostDevice : public Device {
public:
    HostDevice(uint32_t warps, uint64_t memory) : warps_(warps), memory_(memory) {}

    std::string name() const override { return "this machine, as a device"; }
    Language language() const override { return host_language(); }
    uint32_t warps() const override { return warps_; }
    uint64_t memory() const override { return memory_ - used_; }

    void* allocate(uint64_t bytes) override {
        if (bytes > memory_ - used_) throw OutOfMemory("the host device's memory is used up");
        void* made = std::aligned_alloc(16, (bytes + 15) & ~15ULL);
        if (made == nullptr) throw OutOfMemory("no memory for the host device");
        sizes_[made] = bytes;
        used_ += bytes;
        return made;
    }
    void release(void* memory) noexcept override {
        auto at = sizes_.find(memory);
        if (at == sizes_.end()) return;
        used_ -= at->second;
        sizes_.erase(at);
        std::free(memory);
    }
    void put(void* to, const void* from, uint64_t bytes) override { std::memcpy(to, from, bytes); }
    void take(void* to, const void* from, uint64_t bytes) override { std::memcpy(to, from, bytes); }
    void zero(void* memory, uint64_t bytes) override { std::memset(memory, 0, bytes); }
    void run(const StepWave& wave, uint32_t districts) override { run_wave(wave, districts); }
    void run(const SolverWave& wave, uint32_t districts) override { run_wave(wave, districts); }
    void run(const GatherWave& wave, uint32_t districts) override { run_wave(wave, districts); }
    void finish() override {}

private:
    /// Workers take items by turns.
    template <class Wave>
    void run_wave(const Wave& wave, uint32_t districts) {
        for (uint32_t district = 0; district < districts; ++district) {
            uint64_t items = wave.items(district);
            for (uint64_t k = 0; k < items; ++k) {
                wave(district, static_cast<uint32_t>(k % wave.size.workers), k);
            }
        }
    }

    uint32_t warps_;
    uint64_t memory_;
    uint64_t used_ = 0;
    std::map<void*, uint64_t> sizes_;
};

} // namespace

std::unique_ptr<Device> host_device(uint32_t warps, uint64_t memory) {
    return std::make_unique<HostDevice>(warps, memory);
}

} // namespace batt::batch
