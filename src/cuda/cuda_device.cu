// SPDX-License-Identifier: MIT-0
#include "batch/gpu.hpp"
#include "cuda/check.hpp"
#include "cuda/language.hpp"
#include "cuda/run_wave.hpp"

#include <algorithm>

namespace batt::cuda {

namespace {

/// Nested calls and values of bounded depth recurse; this is room for the deepest of both.
constexpr size_t kStackBytes = 128 << 10;

class CudaDevice : public batch::Device {
public:
    explicit CudaDevice(int number) : number_(number) {
        // A thread that waits for the GPU leaves its processor to those that work.
        check(cudaInitDevice(number, cudaDeviceScheduleBlockingSync, cudaInitDeviceFlagsAreValid),
              "opening the GPU");
        use();
        check(cudaGetDeviceProperties(&properties_, number), "asking for the GPU's properties");
        check(cudaDeviceSetLimit(cudaLimitStackSize, kStackBytes), "setting the GPU's stack size");
        language_ = std::make_shared<DeviceLanguage>();
        make_queue();
    }
    ~CudaDevice() override {
        cudaSetDevice(number_);
        cudaStreamDestroy(stream_);
        cudaStreamDestroy(signal_);
        cudaFreeHost(wanted_);
        cudaFree(cancelled_);
        cudaFree(taken_);
    }

    std::unique_ptr<Device> twin() override {
        return std::unique_ptr<Device>(new CudaDevice(*this));
    }
    /// Beside the waves that run: a copy needs none of what they occupy. A GPU that cannot be told
    /// has failed, which whoever waits for it will notice.
    void cancel(bool set) override {
        cudaSetDevice(number_);
        *wanted_ = set ? 1 : 0;
        cudaMemcpyAsync(cancelled_, wanted_, sizeof(uint32_t), cudaMemcpyHostToDevice, signal_);
        cudaStreamSynchronize(signal_);
    }

    std::string name() const override { return properties_.name; }
    Language language() const override { return language_->get(); }
    uint32_t warps() const override {
        return static_cast<uint32_t>(properties_.multiProcessorCount) * kWarpsEach;
    }
    uint64_t memory() const override {
        use();
        size_t free = 0;
        size_t all = 0;
        check(cudaMemGetInfo(&free, &all), "asking for the GPU's memory");
        return free;
    }

    void* allocate(uint64_t bytes) override {
        use();
        void* made = nullptr;
        cudaError_t status = cudaMalloc(&made, bytes);
        if (status == cudaErrorMemoryAllocation) {
            cudaGetLastError();
            throw batch::OutOfMemory("the GPU has no " + std::to_string(bytes) + " bytes left");
        }
        check(status, "allocating GPU memory");
        return made;
    }
    void release(void* memory) noexcept override { cudaFree(memory); }
    void put(void* to, const void* from, uint64_t bytes) override {
        use();
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_),
              "copying to the GPU");
    }
    void take(void* to, const void* from, uint64_t bytes) override {
        use();
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_),
              "copying from the GPU");
        finish();
    }
    void zero(void* memory, uint64_t bytes) override {
        use();
        check(cudaMemsetAsync(memory, 0, bytes, stream_), "clearing GPU memory");
    }
    void run(const batch::StepWave& wave, uint32_t districts) override { launch(wave, districts); }
    void run(const batch::StartWave& wave, uint32_t districts) override { launch(wave, districts); }
    void run(const batch::SurveyWave& wave, uint32_t districts) override {
        launch(wave, districts);
    }
    void run(const batch::LegWave& wave, uint32_t districts) override { launch(wave, districts); }
    void finish() override { check(cudaStreamSynchronize(stream_), "running on the GPU"); }

private:
    /// Another queue of the same GPU.
    CudaDevice(const CudaDevice& other)
        : batch::Device(), number_(other.number_), properties_(other.properties_),
          language_(other.language_) {
        use();
        make_queue();
    }

    void make_queue() {
        check(cudaMalloc(&taken_, kMostDistricts * sizeof(Taken)), "allocating counters");
        // Warps look at it before every item: in the host's memory it would hold them all up.
        check(cudaMalloc(&cancelled_, sizeof(uint32_t)), "allocating a flag");
        check(cudaMallocHost(&wanted_, sizeof(uint32_t)), "allocating a flag");
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
        check(cudaStreamCreateWithFlags(&signal_, cudaStreamNonBlocking), "making a stream");
        cancel(false);
    }

    void use() const { check(cudaSetDevice(number_), "choosing the GPU"); }

    template <class Wave>
    void launch(const Wave& wave, uint32_t districts) {
        use();
        if (districts > kMostDistricts) throw batch::DeviceError("too many districts for a GPU");
        if (wave.size.crewed && wave.size.abreast > kMostTeams) {
            throw batch::DeviceError("too many crews in a warp");
        }
        // Few warps spread over all multiprocessors; many fill them, and none waits for a place.
        auto places = static_cast<uint32_t>(properties_.multiProcessorCount);
        uint64_t warps = uint64_t{wave.size.workers} / wave.size.abreast * districts;
        auto each = static_cast<uint32_t>(std::clamp<uint64_t>(warps / places, 1, kWarpsEach));
        auto blocks = static_cast<uint32_t>(std::min<uint64_t>(warps, places));
        zero(taken_, districts * sizeof(Taken));
        run_wave<<<blocks, each * kWarp, 0, stream_>>>(wave, districts, taken_, cancelled_);
        check(cudaGetLastError(), "launching a wave");
    }

    int number_;
    cudaDeviceProp properties_{};
    std::shared_ptr<DeviceLanguage> language_;
    Taken* taken_ = nullptr;        ///< by district, of the wave that runs
    uint32_t* cancelled_ = nullptr; ///< on the GPU
    uint32_t* wanted_ = nullptr;    ///< what it is to become
    cudaStream_t stream_ = nullptr;
    cudaStream_t signal_ = nullptr;
};

} // namespace

} // namespace batt::cuda

namespace batt::batch {

std::vector<GpuInfo> list_gpus(std::string& why) {
    int count = 0;
    cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaSuccess && count == 0) status = cudaErrorNoDevice;
    if (status != cudaSuccess) {
        why = cudaGetErrorString(status);
        return {};
    }
    std::vector<GpuInfo> list;
    for (int k = 0; k < count; ++k) {
        cudaDeviceProp properties{};
        cuda::check(cudaGetDeviceProperties(&properties, k), "asking for a GPU's properties");
        list.push_back({properties.name,
                        std::to_string(properties.major) + "." + std::to_string(properties.minor),
                        properties.totalGlobalMem,
                        static_cast<uint32_t>(properties.multiProcessorCount)});
    }
    return list;
}

std::unique_ptr<Device> open_gpu(int number) {
    return std::make_unique<cuda::CudaDevice>(number);
}

void close_gpu(int number) {
    // One that has failed cannot be told, and is gone anyway.
    if (cudaSetDevice(number) == cudaSuccess) cudaDeviceReset();
}

} // namespace batt::batch
