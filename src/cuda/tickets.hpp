// SPDX-License-Identifier: MIT-0
#pragma once

#include "base/platform.hpp"

namespace batt::cuda {

inline constexpr uint32_t kWarp = 32;

/// Hands out the bundles of a district to the warps of a block: warps that share an instruction
/// cache do the same work at the same time. A warp that finds none left takes some more from all
/// there are, neighbours, and sorts out those with nothing to do.
class Tickets {
public:
    static constexpr uint64_t kNone = ~uint64_t{0};

    __device__ void open() { state_ = 0; }

    /// A bundle for the warp that asks, all of its lanes together; kNone if there are no more.
    template <class Live>
    __device__ uint64_t draw(uint64_t* taken, uint64_t bundles, uint32_t chunk,
                             const volatile uint32_t* cancelled, Live live) {
        uint32_t lane = threadIdx.x % kWarp;
        uint64_t got = lane == 0 ? take(cancelled) : 0;
        got = __shfl_sync(0xFFFFFFFF, got, 0);
        if (got == kDone) return kNone;
        if (got != kEmpty) return (got >> 32) * chunk + (got & 0xFFFFFFFF);
        for (;;) {
            uint64_t number = lane == 0 && *cancelled == 0 ? fetch_add(taken, 1) : kNone / kWarp;
            number = __shfl_sync(0xFFFFFFFF, number, 0);
            uint64_t first = number * chunk;
            if (first >= bundles) {
                if (lane == 0) atomicExch(&state_, kDone);
                return kNone;
            }
            bool found = lane < chunk && first + lane < bundles && live(first + lane);
            uint32_t bits = __ballot_sync(0xFFFFFFFF, found);
            if (bits == 0) continue;
            uint32_t mine = __ffs(static_cast<int>(bits)) - 1;
            if (lane == 0) atomicExch(&state_, number << 32 | (bits & (bits - 1)));
            return first + mine;
        }
    }

private:
    /// What is left of a chunk: its number, and a bit for each bundle.
    static constexpr unsigned long long kFilling = ~0ULL; ///< a warp is about to take more
    static constexpr unsigned long long kDone = ~0ULL - 1;
    static constexpr unsigned long long kEmpty = ~0ULL - 2; ///< this warp is to take more

    /// Number of a chunk and of a bundle in it; or kDone, or kEmpty.
    __device__ unsigned long long take(const volatile uint32_t* cancelled) {
        while (*cancelled == 0) {
            unsigned long long state = *static_cast<volatile unsigned long long*>(&state_);
            auto bits = static_cast<uint32_t>(state);
            if (state == kDone) return kDone;
            if (state == kFilling) {
                __nanosleep(50);
            } else if (bits == 0) {
                if (atomicCAS(&state_, state, kFilling) == state) return kEmpty;
            } else if (atomicCAS(&state_, state, state & (state - 1)) == state) {
                return (state >> 32 << 32) | (__ffs(static_cast<int>(bits)) - 1);
            }
        }
        return kDone;
    }

    unsigned long long state_;
};

} // namespace batt::cuda
