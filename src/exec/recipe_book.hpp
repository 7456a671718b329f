// SPDX-License-Identifier: MIT-0
#pragma once

#include "dsl/prepared.hpp"

#include <vector>

namespace batt {

/// The recipes of closures that live in a lane as long as the book does.
class RecipeBook {
public:
    /// Adds a closure's recipe, if it has one.
    void add(Lane& lane, Value function);
    void clear();

    /// What a lane looks recipes up in, valid until the book changes; null if there are none.
    const dsl::Recipes* recipes();

private:
    void make_table();

    std::vector<dsl::Recipe> recipes_;
    std::vector<dsl::Stage> stages_;
    std::vector<uint32_t> places_; ///< of the closures
    std::vector<uint32_t> table_;
    dsl::Recipes view_{};
};

} // namespace batt
