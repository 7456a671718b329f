// SPDX-License-Identifier: MIT-0
// The one place that knows whether a translation unit is compiled for the host or for a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

/// BATT_HD: compiled for the host and for the device.
/// BATT_HD_CALL: the same, but never inlined on the device, where a body that is inlined wherever
/// it is used makes code of a size the assembler cannot digest. BATT_NOINLINE: a rare path that
/// should not weigh on a short one, on either side.
#if defined(__CUDACC__)
#define BATT_HD __host__ __device__
#define BATT_HD_CALL __host__ __device__ __noinline__
#define BATT_NOINLINE __noinline__
#else
#define BATT_HD
#define BATT_HD_CALL
#define BATT_NOINLINE [[gnu::noinline]]
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

} // namespace batt
