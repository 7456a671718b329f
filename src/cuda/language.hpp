// SPDX-License-Identifier: MIT-0
#pragma once

#include "cuda/check.hpp"
#include "dsl/all.hpp"
#include "dsl/registry.hpp"

namespace batt::cuda {

namespace detail {

template <class... P>
__device__ void list_bodies(Body* out, dsl::PrimList<P...>) {
    int id = 0;
    ((out[id++] = &dsl::body<P>), ...);
}

static __global__ void fill_bodies(Body* out) {
    list_bodies(out, dsl::AllPrims{});
}

template <class T>
T* copy_of(const T* from, size_t count) {
    T* made = nullptr;
    check(cudaMalloc(&made, count * sizeof(T)), "allocating GPU memory for tables");
    check(cudaMemcpy(made, from, count * sizeof(T), cudaMemcpyHostToDevice),
          "copying tables to the GPU");
    return made;
}

} // namespace detail

/// The language in the memory of the current GPU.
///
/// Everything that calls device code has to be compiled in one piece with it: where two objects
/// hold a copy of the same inline device function each, the linker keeps one, and code compiled
/// beside the other has been seen to rely on which registers its own copy leaves alone.
class DeviceLanguage {
public:
    DeviceLanguage() {
        constexpr size_t kCount = static_cast<size_t>(dsl::AllPrims::count);
        Body* bodies = nullptr;
        check(cudaMalloc(&bodies, kCount * sizeof(Body)), "allocating GPU memory for bodies");
        language_.bodies = bodies;
        detail::fill_bodies<<<1, 1>>>(bodies);
        check(cudaGetLastError(), "launching fill_bodies");
        language_.places = detail::copy_of(host_language().places, 1);
        language_.place_hashes = language_.places->hashes;
        language_.names = detail::copy_of(host_language().names, kCount);
    }
    ~DeviceLanguage() {
        cudaFree(const_cast<Body*>(language_.bodies));
        cudaFree(const_cast<dsl::PlaceTables*>(language_.places));
        cudaFree(const_cast<PrimitiveName*>(language_.names));
    }
    DeviceLanguage(const DeviceLanguage&) = delete;
    DeviceLanguage& operator=(const DeviceLanguage&) = delete;

    const Language& get() const { return language_; }

private:
    Language language_;
};

} // namespace batt::cuda
