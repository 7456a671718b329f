// SPDX-License-Identifier: MIT-0
#pragma once

#include "base/random.hpp"
#include "program/program.hpp"

#include <span>

namespace batt {

/// Changes one or two lines of a program: a constant becomes another of its type, a primitive
/// another that takes as many arguments, a variable another one known at that line. What is left is
/// a straight-line program again. One that has nothing to change stays as it is.
void mutate(Program& program, Random& random);

/// A population of mutants, each made when it is asked for: the k-th depends on the parents, the
/// seed and k alone. Parents take turns; a mutant is named for its parent and its number.
class Mutants {
public:
    Mutants(std::span<const Program> parents, uint64_t seed) : parents_(parents), seed_(seed) {}

    /// The k-th mutant, valid until the next call.
    const Program& make(uint64_t k);

private:
    std::span<const Program> parents_;
    uint64_t seed_;
    Program mutant_; ///< its memory serves every mutant
};

} // namespace batt
