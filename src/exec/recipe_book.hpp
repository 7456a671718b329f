// SPDX-License-Identifier: MIT-0
#pragma once

#include "dsl/prepared.hpp"

#include <utility>
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
    /// Whether a lane has counted more for a recipe than for the calls it stands for, since the
    /// last question.
    bool counted_more() { return std::exchange(counted_, false); }

    /// A lane may have counted so many steps too early, and so many bytes too many, at any time:
    /// what the closures in all calls that are nested at that time could come to.
    static constexpr uint64_t kMostEarlySteps = uint64_t{kMaxNesting} * 4 * dsl::Prepared::kStages;

private:
    void make_table();

    std::vector<dsl::Recipe> recipes_;
    std::vector<dsl::Stage> stages_;
    std::vector<uint32_t> places_; ///< of the closures
    std::vector<uint32_t> table_;
    dsl::Recipes view_{};
    bool counted_ = false;
};

} // namespace batt
