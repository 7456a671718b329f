// SPDX-License-Identifier: MIT-0
// The kernel: warps take bundles of a wave's items and run them.
#pragma once

#include "batch/device.hpp"
#include "cuda/tickets.hpp"

namespace batt::cuda {

inline constexpr uint32_t kWarpsEach = 12;      ///< on a multiprocessor, all in one block
inline constexpr uint32_t kMostTeams = 4;       ///< of lanes with crews, in a warp
inline constexpr uint32_t kMostDistricts = 128; ///< of 4 GiB

/// What warps have taken of a district: chunks, and seats, which come with room to work in.
struct Taken {
    uint64_t chunks;
    uint32_t seats;
    uint32_t unused;
};

template <class Wave>
concept InTurn = requires(const Wave& wave) {
    wave.turn(0U, uint64_t{0});
};

template <class Wave>
__device__ bool is_live(const Wave& wave, uint32_t district, uint64_t first) {
    if constexpr (InTurn<Wave>) return wave.turn(district, first) != batch::Turn::Never;
    return true;
}

/// Waits until it is these items' turn; false if it never will be. Whoever has those before them
/// has taken them before, and so is at work.
template <class Wave>
__device__ bool await(const Wave& wave, uint32_t district, uint64_t first,
                      const volatile uint32_t* cancelled) {
    bool now = true;
    if constexpr (InTurn<Wave>) {
        if (threadIdx.x % kWarp == 0) {
            batch::Turn turn = wave.turn(district, first);
            while (turn == batch::Turn::Later && *cancelled == 0) {
                __nanosleep(1000);
                turn = wave.turn(district, first);
            }
            now = turn == batch::Turn::Now;
            catch_up();
        }
        now = __shfl_sync(0xFFFFFFFF, now, 0);
    }
    return now;
}

/// Lets those go on that wait for a bundle.
template <class Wave>
__device__ void finish(const Wave& wave, uint32_t district, uint64_t first) {
    if constexpr (InTurn<Wave>) {
        uint32_t lane = threadIdx.x % kWarp;
        uint32_t least = batch::Progress::kSettled;
        if (lane < wave.size.abreast) least = wave.progress_of(district, first + lane);
        for (uint32_t k = kWarp / 2; k > 0; k /= 2) {
            uint32_t other = __shfl_xor_sync(0xFFFFFFFF, least, k);
            least = other < least ? other : least;
        }
        if (lane == 0) wave.end_turn(district, first, least);
    }
}

/// Bundles a block takes at once: many, where there are many.
__device__ inline uint32_t chunk_of(uint64_t bundles) {
    uint64_t share = bundles / (uint64_t{16} * gridDim.x);
    return share >= kWarp ? kWarp : share > 1 ? static_cast<uint32_t>(share) : 1;
}

/// Warps take bundles until there are none. One that finds its district done goes on in another,
/// the dearest first, where there is a seat left.
template <class Wave>
__global__ void run_wave(const __grid_constant__ Wave wave, uint32_t districts, Taken* taken,
                         const volatile uint32_t* cancelled) {
    __shared__ Tickets tickets[kMostDistricts];
    __shared__ alignas(Crew) char crews[kWarpsEach * kMostTeams * sizeof(Crew)];
    for (uint32_t k = threadIdx.x; k < districts; k += blockDim.x) tickets[k].open();
    __syncthreads();
    uint32_t lane = threadIdx.x % kWarp;
    uint32_t abreast = wave.size.abreast;
    uint32_t team_size = kWarp / abreast;
    Crew* crew = nullptr;
    if (wave.size.crewed) {
        crew = reinterpret_cast<Crew*>(crews) + threadIdx.x / team_size;
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
        uint64_t bundles = (items + abreast - 1) / abreast;
        // What goes through takes long: its neighbours are better off in other blocks.
        uint32_t chunk = wave.size.through ? 1 : chunk_of(bundles * districts);
        uint32_t seat = seats;
        if (lane == 0 &&
            *static_cast<volatile uint64_t*>(&taken[district].chunks) * chunk < bundles) {
            seat = atomicAdd(&taken[district].seats, 1);
        }
        seat = __shfl_sync(0xFFFFFFFF, seat, 0);
        if (seat >= seats) continue;
        for (;;) {
            uint64_t bundle = tickets[district].draw(
                &taken[district].chunks, bundles, chunk, cancelled,
                [&](uint64_t k) { return is_live(wave, district, k * abreast); });
            if (bundle == Tickets::kNone) break;
            uint64_t first = bundle * abreast;
            if (!await(wave, district, first, cancelled)) continue;
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
            finish(wave, district, first);
        }
    }
}

} // namespace batt::cuda
