// SPDX-License-Identifier: MIT-0
// Calls of the language on a GPU: arenas go over, each call runs in a thread, arenas come back.
#pragma once

#include "value/lane.hpp"

#include <span>
#include <string>
#include <vector>

namespace batt::cuda {

/// A call with everything it refers to. Values are offsets, so the arena's bytes are all of it.
struct CallImage {
    std::vector<char> arena; ///< what a host lane has used so far
    Value function;
    std::vector<Value> args;
};

struct CallResult {
    Value value;
    Fault fault = Fault::None;
    std::vector<char> arena; ///< in which `value` is found
};

/// Name of the GPU that would run; empty, with the reason in `why`, when there is none.
std::string device_name(std::string& why);

/// Runs every call in a lane of its own with these budgets. Throws batch::DeviceError.
std::vector<CallResult> run_calls(std::span<const CallImage> calls, const Limits& limits);

} // namespace batt::cuda
