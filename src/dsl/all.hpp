// SPDX-License-Identifier: MIT-0
// The whole language: every family's list, joined. A primitive's id is its position here; ids are
// never stored, names are.
#pragma once

#include "dsl/color.hpp"
#include "dsl/component.hpp"
#include "dsl/container.hpp"
#include "dsl/draw.hpp"
#include "dsl/extent.hpp"
#include "dsl/grid.hpp"
#include "dsl/higher_order.hpp"
#include "dsl/objects.hpp"
#include "dsl/patch.hpp"
#include "dsl/relation.hpp"
#include "dsl/scalar.hpp"
#include "dsl/scale.hpp"
#include "dsl/select.hpp"

namespace batt::dsl {

using Families = FamilyList<ScalarPrims, ContainerPrims, SelectPrims, HigherOrderPrims, ColorPrims,
                            ExtentPrims, PatchPrims, RelationPrims, GridPrims, DrawPrims,
                            ScalePrims, ObjectsPrims, ComponentPrims>;

using AllPrims = Families::All;

} // namespace batt::dsl
