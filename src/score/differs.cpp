// SPDX-License-Identifier: MIT-0
#include "score/differs.hpp"

#include "program/parser.hpp"

namespace batt {

namespace {

// Each is a share of what either grid has: 1000 * common / (mine + theirs - common). The first line
// gives a grid back and fails for anything else, or, under the safe policy, gives an empty tuple,
// which has nothing in common with any grid. Of rows longer than the first it gives what a grid
// has room for, which is not the candidate: then the share is of nothing, and the division fails.
// What names only C is computed once a sample.
// Objects are looked for one row and column past the expected grid at most: a candidate may be
// huge, and what reaches past has no equal anyway.
constexpr std::string_view kText = R"(
def differ_cells(S, I, C):
    x1 = cellwise(I, I, ZERO)
    x2 = asindices(C)
    x3 = asobject(C)
    x4 = toobject(x2, x1)
    x5 = intersection(x4, x3)
    x6 = size(x5)
    x7 = height(x1)
    x8 = width(x1)
    x9 = multiply(x7, x8)
    x10 = size(x2)
    x11 = size(x4)
    x12 = add(x9, x10)
    x13 = subtract(x12, x11)
    x14 = multiply(TEN, TEN)
    x15 = multiply(x14, TEN)
    x16 = multiply(x6, x15)
    x17 = equality(x1, I)
    x18 = multiply(x13, x17)
    O = divide(x16, x18)
    return O


def differ_palette(S, I, C):
    x1 = cellwise(I, I, ZERO)
    x2 = palette(x1)
    x3 = palette(C)
    x4 = intersection(x2, x3)
    x5 = size(x4)
    x6 = size(x2)
    x7 = size(x3)
    x8 = add(x6, x7)
    x9 = subtract(x8, x5)
    x10 = multiply(TEN, TEN)
    x11 = multiply(x10, TEN)
    x12 = multiply(x5, x11)
    x13 = equality(x1, I)
    x14 = multiply(x9, x13)
    O = divide(x12, x14)
    return O


def differ_shape(S, I, C):
    x1 = cellwise(I, I, ZERO)
    x2 = shape(x1)
    x3 = shape(C)
    x4 = pair(x2, x3)
    x5 = apply(minimum, x4)
    x6 = apply(maximum, x4)
    x7 = first(x5)
    x8 = last(x5)
    x9 = multiply(x7, x8)
    x10 = first(x6)
    x11 = last(x6)
    x12 = multiply(x10, x11)
    x13 = multiply(TEN, TEN)
    x14 = multiply(x13, TEN)
    x15 = multiply(x9, x14)
    x16 = equality(x1, I)
    x17 = multiply(x12, x16)
    O = divide(x15, x17)
    return O


def differ_objects(S, I, C):
    x1 = cellwise(I, I, ZERO)
    x2 = shape(C)
    x3 = increment(x2)
    x4 = crop(x1, ORIGIN, x3)
    x5 = objects(x4, T, T, F)
    x6 = objects(C, T, T, F)
    x7 = intersection(x5, x6)
    x8 = size(x7)
    x9 = size(x5)
    x10 = size(x6)
    x11 = add(x9, x10)
    x12 = subtract(x11, x8)
    x13 = multiply(TEN, TEN)
    x14 = multiply(x13, TEN)
    x15 = multiply(x8, x14)
    x16 = equality(x1, I)
    x17 = multiply(x12, x16)
    O = divide(x15, x17)
    return O
)";

} // namespace

std::string_view differ_text() {
    return kText.substr(1);
}

const std::vector<Program>& differs() {
    static const std::vector<Program> programs = parse_solvers(differ_text(), "differs").programs;
    return programs;
}

std::string_view differ_name(const Program& differ) {
    constexpr std::string_view kPrefix = "differ_";
    std::string_view name = differ.name;
    if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
    return name;
}

void add_differs(Card& card) {
    size_t solvers = card.battery().solvers().size();
    for (const Program& differ : differs()) {
        card.add_differ(differ, {Operand::Kind::Parameter, Program::Input});
    }
    for (size_t s = 0; s < solvers; ++s) {
        for (const Program& differ : differs()) {
            card.add_differ(differ, card.battery().solvers()[s].result);
        }
    }
}

} // namespace batt
