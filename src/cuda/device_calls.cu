// SPDX-License-Identifier: MIT-0
#include "cuda/check.hpp"
#include "cuda/device_calls.hpp"
#include "cuda/language.hpp"
#include "dsl/call.hpp"

#include <algorithm>

namespace batt::cuda {

namespace {

/// Nested calls and values of bounded depth recurse; this is room for the deepest of both.
constexpr size_t kStackBytes = 128 << 10;
constexpr unsigned kBlock = 64;

/// Lanes that run at once share this much memory at most.
constexpr uint64_t kBatchBytes = 16ULL << 30;

struct Job {
    uint64_t image; ///< where its arena starts in the batch's images
    uint32_t used;
    int count;
    Value function;
    Value args[kMaxArity];
};

struct Answer {
    Value value;
    uint32_t used;
    Fault fault;
};

__global__ void run_jobs(const Job* jobs, uint32_t count, const char* images, char* memory,
                         uint64_t lane_bytes, uint64_t steps, Language language, Answer* answers) {
    uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    const Job& job = jobs[k];
    Lane lane(memory + k * lane_bytes, lane_bytes, steps, language);
    const uint64_t* from = reinterpret_cast<const uint64_t*>(images + job.image);
    uint64_t* to = lane.at<uint64_t>(0);
    for (uint32_t word = 0; word < job.used / 8; ++word) to[word] = from[word];
    lane.adopt(job.used);
    Value value = call(lane, job.function, job.args, job.count);
    answers[k] = {value, lane.used(), lane.fault()};
}

/// Runs calls that fit in memory together.
void run_batch(std::span<const CallImage> calls, uint64_t lane_bytes, uint64_t steps,
               Language language, CallResult* results) {
    std::vector<Job> jobs;
    std::vector<char> images;
    for (const CallImage& call : calls) {
        Job job{images.size(),
                static_cast<uint32_t>(call.arena.size()),
                static_cast<int>(call.args.size()),
                call.function,
                {}};
        std::copy_n(call.args.begin(), std::min<size_t>(call.args.size(), kMaxArity), job.args);
        images.insert(images.end(), call.arena.begin(), call.arena.end());
        jobs.push_back(job);
    }
    Buffer<Job> device_jobs(jobs.size());
    Buffer<char> device_images(images.size());
    Buffer<char> memory(jobs.size() * lane_bytes);
    Buffer<Answer> device_answers(jobs.size());
    device_jobs.put(jobs.data(), jobs.size());
    device_images.put(images.data(), images.size());

    auto count = static_cast<uint32_t>(jobs.size());
    run_jobs<<<(count + kBlock - 1) / kBlock, kBlock>>>(
        device_jobs.get(), count, device_images.get(), memory.get(), lane_bytes, steps, language,
        device_answers.get());
    check(cudaGetLastError(), "launching run_jobs");
    check(cudaDeviceSynchronize(), "running run_jobs");

    std::vector<Answer> answers(jobs.size());
    device_answers.take(answers.data(), answers.size());
    for (size_t k = 0; k < jobs.size(); ++k) {
        results[k].value = answers[k].value;
        results[k].fault = answers[k].fault;
        results[k].arena.resize(answers[k].used);
        memory.take(results[k].arena.data(), answers[k].used, k * lane_bytes);
    }
}

} // namespace

std::string device_name(std::string& why) {
    int devices = 0;
    cudaError_t status = cudaGetDeviceCount(&devices);
    if (status == cudaSuccess && devices == 0) status = cudaErrorNoDevice;
    cudaDeviceProp properties{};
    if (status == cudaSuccess) status = cudaGetDeviceProperties(&properties, 0);
    if (status == cudaSuccess) return properties.name;
    why = cudaGetErrorString(status);
    return {};
}

std::vector<CallResult> run_calls(std::span<const CallImage> calls, const Limits& limits) {
    check(cudaDeviceSetLimit(cudaLimitStackSize, kStackBytes), "setting the GPU's stack size");
    DeviceLanguage language;
    std::vector<CallResult> results(calls.size());
    uint64_t lane_bytes = limits.bytes & ~15ULL;
    size_t batch = std::max<uint64_t>(1, kBatchBytes / lane_bytes);
    for (size_t first = 0; first < calls.size(); first += batch) {
        size_t n = std::min(batch, calls.size() - first);
        run_batch(calls.subspan(first, n), lane_bytes, limits.steps, language.get(),
                  &results[first]);
    }
    return results;
}

} // namespace batt::cuda
