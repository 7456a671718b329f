// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/program.hpp"
#include "value/value.hpp"

#include <vector>

namespace batt {

/// A program made ready to run: every name is a slot in one array of values. Slots come in this
/// order: the parameters, the constants and functions the program names, its lines.
struct Code {
    static constexpr uint32_t kParameters = Program::kParameterCount;
    static constexpr uint32_t kNoPrimitive = 0xFFFFFFFF;

    struct Call {
        uint32_t primitive; ///< id, when the callee is one and the number of arguments fits
        uint32_t callee;    ///< slot
        uint32_t first;     ///< of its arguments, in `arguments`
        uint32_t count;
        bool dead;      ///< the result does not depend on it
        bool idle;      ///< nor does whether it, or a line that names it, fails
        Value fallback; ///< what the safe policy puts in the place of a failed value
    };

    std::vector<Value> fixed;        ///< values of the slots behind the parameters
    std::vector<Call> calls;         ///< one a line
    std::vector<uint32_t> arguments; ///< slots
    uint32_t result = 0;             ///< slot
    uint32_t most_arguments = 0;
    bool names_samples = false;  ///< whether the training pairs have to be built
    bool names_expected = false; ///< whether the known output has to be

    /// Has every line run, as the reference does, where the result does not depend on it, too.
    void keep_every_line() {
        for (Call& call : calls) call.dead = call.idle = false;
    }
    uint32_t first_line_slot() const { return kParameters + static_cast<uint32_t>(fixed.size()); }
};

/// Resolves the names of a program once, so that running it looks nothing up.
Code make_code(const Program& program);

} // namespace batt
