// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/mark.hpp"

#include <span>

namespace batt {

/// What a solver's run on a sample came to.
struct Verdict {
    Mark out; ///< a mere fault unless digests were asked for
    Fault fault = Fault::None;
    bool done = false;  ///< false: the run was stopped before
    bool known = false; ///< the sample's output is known
    bool right = false; ///< and the solver gave it
};

/// What all solvers of a sample came to.
struct SampleVerdicts {
    uint32_t sample = 0;
    std::span<const uint32_t> solvers;
    std::span<const Verdict> verdicts; ///< of these
    /// What the differs made of the input, then of each solver's result: a value that is an int, or
    /// a pair led by one, brought into 0..1000; 0 for any other and for failures. Empty without
    /// differs, and where the output is not known.
    std::span<const uint16_t> closeness;
};

} // namespace batt
