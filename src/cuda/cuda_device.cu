// SPDX-License-Identifier: MIT-0
#include "batch/gpu.hpp"
#include "cuda/check.hpp"
#include "cuda/language.hpp"

#include <algorithm>

namespace batt::cuda {

namespace {

/// Nested calls and values of bounded depth recurse; this is room for the deepest of both.
constexpr size_t kStackBytes = 128 << 10;
constexpr uint32_t kWarp = 32;
constexpr uint32_t kWarpsEach = 16;      ///< on a multiprocessor, all in one block
constexpr uint32_t kMostTeams = 8;       ///< of lanes with crews, in a warp
constexpr uint32_t kMostDistricts = 128; ///< of 4 GiB

/// Hands out the items of a district to the warps of a block, one run of neighbours after the
/// other: so warps that share an instruction cache do the same work at the same time.
class Tickets {
public:
    __device__ void open() { state_ = 0; }

    /// The first of `count` items for a warp, or one beyond the last; one of its lanes asks.
    __device__ uint64_t draw(uint64_t* taken, uint64_t items, uint32_t count) {
        for (;;) {
            unsigned long long state = *static_cast<volatile unsigned long long*>(&state_);
            unsigned long long left = state >> kLeft;
            if (left == kOpening) {
                __nanosleep(50);
            } else if (left == 0) {
                if (atomicCAS(&state_, state, kOpening << kLeft) != state) continue;
                uint64_t run = length_of_run(*taken, items, count);
                uint64_t first = fetch_add(taken, run * count);
                atomicExch(&state_, (run - 1) << kLeft | (first + count));
                return first;
            } else if (atomicCAS(&state_, state, (left - 1) << kLeft | ((state & kNext) + count)) ==
                       state) {
                return state & kNext;
            }
        }
    }

private:
    /// Shorter and shorter towards the end, so that all blocks come to it together.
    __device__ static uint64_t length_of_run(uint64_t taken, uint64_t items, uint32_t count) {
        uint64_t left = taken < items ? items - taken : 0;
        uint64_t share = left / (uint64_t{kShares} * gridDim.x * count);
        return share < 1 ? 1 : (share > kRun ? kRun : share);
    }

    static constexpr uint32_t kRun = kWarpsEach; ///< warps that take neighbours, at most
    static constexpr uint32_t kShares = 2;       ///< of a block in what is left
    static constexpr int kLeft = 56; ///< above: draws left of this run; below: the next item
    static constexpr unsigned long long kNext = (1ULL << kLeft) - 1;
    static constexpr unsigned long long kOpening = 255; ///< a warp is about to start a new run

    unsigned long long state_;
};

/// What warps have taken of a district: items, and seats, which come with room to work in.
struct Taken {
    uint64_t items;
    uint32_t seats;
    uint32_t unused;
};

/// Warps take items until there are none, as many at a time as they have workers. One that finds
/// its district done goes on in another, the dearest first, where there is a seat left.
template <class Wave>
__global__ void run_wave(const __grid_constant__ Wave wave, uint32_t districts, Taken* taken,
                         const volatile uint32_t* cancelled) {
    __shared__ Tickets tickets[kMostDistricts];
    __shared__ alignas(dsl::Crew) char crews[kWarpsEach * kMostTeams * sizeof(dsl::Crew)];
    for (uint32_t k = threadIdx.x; k < districts; k += blockDim.x) tickets[k].open();
    __syncthreads();
    uint32_t lane = threadIdx.x % kWarp;
    uint32_t abreast = wave.size.abreast;
    uint32_t team_size = kWarp / abreast;
    dsl::Crew* crew = nullptr;
    if (wave.size.crewed) {
        crew = reinterpret_cast<dsl::Crew*>(crews) + threadIdx.x / team_size;
        if (lane % team_size == 0) {
            uint32_t lanes = (team_size == kWarp ? 0 : 1U << team_size) - 1;
            crew->enlist(team_size - 1, lanes << lane);
        }
        __syncwarp();
    }
    uint32_t seats = wave.size.workers / abreast;
    uint32_t home = blockIdx.x % districts;
    for (uint32_t turn = 0; turn <= districts; ++turn) {
        uint32_t district = turn == 0 ? home : turn - 1;
        if (turn != 0 && district == home) continue;
        uint64_t items = wave.items(district);
        uint32_t seat = seats;
        if (lane == 0 && *static_cast<volatile uint64_t*>(&taken[district].items) < items) {
            seat = atomicAdd(&taken[district].seats, 1);
        }
        seat = __shfl_sync(0xFFFFFFFF, seat, 0);
        if (seat >= seats) continue;
        for (;;) {
            unsigned long long first = 0;
            if (lane == 0) {
                first = *cancelled != 0
                            ? items
                            : tickets[district].draw(&taken[district].items, items, abreast);
            }
            first = __shfl_sync(0xFFFFFFFF, first, 0);
            if (first >= items) break;
            uint32_t team = lane / team_size;
            uint64_t item = first + team;
            if (item < items && crew != nullptr) {
                if (lane % team_size == 0) {
                    wave(district, seat * abreast + team, item, crew);
                    crew->dismiss();
                } else {
                    crew->help(lane % team_size - 1);
                }
            } else if (item < items && lane % team_size == 0) {
                wave(district, seat * abreast + team, item, nullptr);
            }
            __syncwarp();
        }
    }
}

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
    void run(const batch::SolverWave& wave, uint32_t districts) override {
        launch(wave, districts);
    }
    void run(const batch::GatherWave& wave, uint32_t districts) override {
        launch(wave, districts);
    }
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

} // namespace batt::batch
