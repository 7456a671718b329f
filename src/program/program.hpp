// SPDX-License-Identifier: MIT-0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace batt {

/// Something a line can name: a parameter, an earlier line, a constant or a primitive.
struct Operand {
    enum class Kind : uint8_t { Parameter, Step, Constant, Primitive };
    Kind kind = Kind::Parameter;
    uint32_t index = 0; ///< Parameter: see Program::Parameter; Step: position; else registry index

    friend bool operator==(const Operand&, const Operand&) = default;
};

/// One line `name = callee(arguments)`.
struct Step {
    std::string name;
    Operand callee;
    std::vector<Operand> arguments; ///< positional; keyword forms are resolved by the parser
    int line = 0;                   ///< in the source file, from 1
};

/// A solver: straight-line calls, each naming only what came before it.
struct Program {
    /// What a parameter stands for: the task's (input, output) training pairs, the grid to solve,
    /// the candidate (None while solving), and what text cannot name: the sample's known output
    /// (None if there is none), for programs that judge a candidate (Card::add_differ).
    enum Parameter : uint32_t { Samples, Input, Candidate, Expected };
    static constexpr uint32_t kParameterCount = 4;

    std::string name; ///< the full function name, "solve_..."
    std::vector<Step> steps;
    Operand result;
    int line = 0;
};

} // namespace batt
