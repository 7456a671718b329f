// SPDX-License-Identifier: MIT-0
// The one place that knows whether a translation unit is compiled for the host or for a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

/// BATT_HD: compiled for the host and for the device.
/// BATT_HD_CALL: the same, but never inlined on the device, where a body that is inlined wherever
/// it is used makes code of a size the assembler cannot digest. BATT_NOINLINE: a rare path that
/// should not weigh on a short one, on either side. BATT_HOT: a few instructions in the innermost
/// loops, inlined on the host however large the loop's function is.
#if defined(__CUDACC__)
#define BATT_HD __host__ __device__
#if defined(__CUDA_ARCH__)
#define BATT_HD_CALL __host__ __device__ __noinline__
#else
#define BATT_HD_CALL __host__ __device__
#endif
#define BATT_NOINLINE __noinline__
#define BATT_HOT __host__ __device__
#else
#define BATT_HD
#define BATT_HD_CALL
#define BATT_NOINLINE [[gnu::noinline]]
#define BATT_HOT [[gnu::always_inline]]
#endif

namespace batt {

/// Number of one bits.
BATT_HD inline uint32_t popcount64(uint64_t bits) {
#if defined(__CUDA_ARCH__)
    return static_cast<uint32_t>(__popcll(static_cast<long long>(bits)));
#else
    return static_cast<uint32_t>(__builtin_popcountll(bits));
#endif
}

/// Position of the lowest one bit; `bits` must not be zero.
BATT_HD inline uint32_t lowest_bit64(uint64_t bits) {
#if defined(__CUDA_ARCH__)
    return static_cast<uint32_t>(__ffsll(static_cast<long long>(bits)) - 1);
#else
    return static_cast<uint32_t>(__builtin_ctzll(bits));
#endif
}

/// Position of the highest one bit; `bits` must not be zero.
BATT_HD inline uint32_t highest_bit64(uint64_t bits) {
#if defined(__CUDA_ARCH__)
    return 63U - static_cast<uint32_t>(__clzll(static_cast<long long>(bits)));
#else
    return 63U - static_cast<uint32_t>(__builtin_clzll(bits));
#endif
}

/// Copies 16 aligned bytes in one piece: whoever reads them at the same time sees all or nothing.
BATT_HD inline void store16(void* to, const void* from) {
#if defined(__CUDA_ARCH__)
    *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
#else
    __builtin_memcpy(to, from, 16);
#endif
}

/// Adds to a counter that other lanes add to at the same time; gives what it was before.
BATT_HD inline uint64_t fetch_add(uint64_t* counter, uint64_t n) {
#if defined(__CUDA_ARCH__)
    return atomicAdd(reinterpret_cast<unsigned long long*>(counter), n);
#else
    return __atomic_fetch_add(counter, n, __ATOMIC_RELAXED);
#endif
}

/// Puts a number where there is a larger one; gives what was there before.
BATT_HD inline uint32_t take_least(uint32_t* at, uint32_t number) {
#if defined(__CUDA_ARCH__)
    return atomicMin(at, number);
#else
    uint32_t before = *at;
    if (number < before) *at = number;
    return before;
#endif
}

/// Sets bits; gives what was there before.
BATT_HD inline uint64_t fetch_or(uint64_t* at, uint64_t bits) {
#if defined(__CUDA_ARCH__)
    return atomicOr(reinterpret_cast<unsigned long long*>(at), bits);
#else
    uint64_t before = *at;
    *at |= bits;
    return before;
#endif
}

/// Makes a number known to lanes elsewhere, with all that was written before it.
BATT_HD inline void publish(uint32_t* to, uint32_t number) {
#if defined(__CUDA_ARCH__)
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(to), "r"(number) : "memory");
#else
    *to = number;
#endif
}
/// Looks at a published number, and at nothing else that was written before it.
BATT_HD inline uint32_t glance(const uint32_t* at) {
    return *static_cast<const volatile uint32_t*>(at);
}
/// What was written before the numbers that were glanced at is seen from now on. This empties a
/// multiprocessor's cache, for all lanes at work there: not to be done in a loop.
BATT_HD inline void catch_up() {
#if defined(__CUDA_ARCH__)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

/// Waits until these lanes of a warp have come to such a place; each then sees what others wrote.
BATT_HD inline void meet([[maybe_unused]] uint32_t lanes) {
#if defined(__CUDA_ARCH__)
    __syncwarp(lanes);
#endif
}

/// Whether this is a device: ticks() go by there, and a stack is small.
#if defined(__CUDA_ARCH__)
inline constexpr bool kIsDevice = true;
#else
inline constexpr bool kIsDevice = false;
#endif

/// Whether to go around stores that are `idle`. A device's stores are dear, and lanes that have
/// none wait in any case; a processor would rather store than guess.
BATT_HD inline bool skips(bool idle) {
    return kIsDevice && idle;
}

/// The time on a device's clock, in ticks of 1,024 cycles; it stands still on the host.
BATT_HD inline uint32_t ticks() {
#if defined(__CUDA_ARCH__)
    return static_cast<uint32_t>(clock64() >> 10);
#else
    return 0;
#endif
}

} // namespace batt
