// SPDX-License-Identifier: MIT-0
#include "exec/recipe_book.hpp"

#include <bit>

namespace batt {

void RecipeBook::add(Lane& lane, Value function) {
    if (function.kind() != Kind::Closure || function.arity() != 1) return;
    dsl::Stage made[dsl::Prepared::kStages];
    dsl::Recipe recipe = dsl::Prepared::resolve(lane, function, made);
    if (recipe.count == 0) return;
    recipe.first = static_cast<uint32_t>(stages_.size());
    stages_.insert(stages_.end(), made, made + recipe.count);
    recipes_.push_back(recipe);
    places_.push_back(function.ref());
}

void RecipeBook::clear() {
    recipes_.clear();
    stages_.clear();
    places_.clear();
}

const dsl::Recipes* RecipeBook::recipes() {
    if (recipes_.empty()) return nullptr;
    make_table();
    view_ = {table_.data(),  places_.data(), recipes_.data(),
             stages_.data(), &counted_,      static_cast<uint32_t>(table_.size()) - 1};
    return &view_;
}

void RecipeBook::make_table() {
    table_.assign(std::bit_ceil(2 * recipes_.size() + 1), 0);
    uint32_t mask = static_cast<uint32_t>(table_.size()) - 1;
    for (uint32_t k = 0; k < places_.size(); ++k) {
        uint32_t at = dsl::Recipes::hash(places_[k]) & mask;
        while (table_[at] != 0) at = (at + 1) & mask;
        table_[at] = k + 1;
    }
}

} // namespace batt
