// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/card.hpp"

#include <string_view>
#include <vector>

namespace batt {

/// Programs in the solvers' language that say how close a candidate I is to the expected grid C,
/// from 0 to 1000, which is reached only by what they look at being equal. They fail on a candidate
/// that is no grid; under the safe policy their result is 0 then.
const std::vector<Program>& differs();

/// Their text.
std::string_view differ_text();

/// "cells" of "differ_cells".
std::string_view differ_name(const Program& differ);

/// Adds all differs with the input as candidate, then with each solver's result, in turn: the
/// layout the coordinator asks for.
void add_differs(Card& card);

} // namespace batt
