// SPDX-License-Identifier: MIT-0
#pragma once

#include "dsl/registry.hpp"
#include "value/lane.hpp"

#include <cstdlib>
#include <memory>

namespace batt::testing {

/// Memory for a lane, and a lane over it.
class TestArena {
public:
    explicit TestArena(uint64_t bytes = 64ULL << 20, uint64_t steps = 100'000'000)
        : memory_(std::aligned_alloc(16, bytes)),
          lane(memory_.get(), bytes, steps, host_language()), steps_(steps) {}

    Lane& fresh() {
        lane.reset(steps_);
        return lane;
    }

private:
    struct Free {
        void operator()(void* p) const { std::free(p); }
    };
    std::unique_ptr<void, Free> memory_;

public:
    Lane lane;

private:
    uint64_t steps_;
};

} // namespace batt::testing
