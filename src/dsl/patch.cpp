// SPDX-License-Identifier: MIT-0
#include "dsl/patch.hpp"

#include "dsl/bodies.hpp"

template const batt::Body* batt::dsl::family_bodies<batt::dsl::PatchPrims>();
