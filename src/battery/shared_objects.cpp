// SPDX-License-Identifier: MIT-0
// `objects` without the background, of any colours and of one: what has one colour in the first is
// in the second as it is. dsl/known_objects.hpp says how the second goes by the first.
#include "battery/pass.hpp"
#include "dsl/registry.hpp"

#include <map>
#include <optional>
#include <tuple>

namespace batt {

namespace {

/// The truth of an argument that is a constant number.
std::optional<bool> known_truth(Operand operand) {
    if (operand.kind != Operand::Kind::Constant) return {};
    Value value = constants()[operand.index].value;
    if (!value.is_int()) return {};
    return value.num != 0;
}

/// An `objects` call that leaves the background out.
struct Search {
    Operand grid;
    bool univalued;
    bool diagonal;
};

std::optional<Search> search_of(const Battery& battery, const Battery::Node& node,
                                uint32_t objects) {
    if (node.callee != Operand{Operand::Kind::Primitive, objects} || node.count != 4) return {};
    std::span<const Operand> arguments = battery.arguments(node);
    std::optional<bool> univalued = known_truth(arguments[1]);
    std::optional<bool> diagonal = known_truth(arguments[2]);
    std::optional<bool> without_bg = known_truth(arguments[3]);
    if (!univalued || !diagonal || !without_bg || !*without_bg) return {};
    return Search{arguments[0], *univalued, *diagonal};
}

} // namespace

uint64_t share_objects(Battery& battery) {
    uint32_t objects = *find_primitive("objects");
    std::map<std::tuple<Operand::Kind, uint32_t, bool>, uint32_t> of_any_colors;
    std::vector<std::pair<uint32_t, Search>> of_one_color;
    for (uint32_t step = 0; step < battery.nodes().size(); ++step) {
        const Battery::Node& node = battery.nodes()[step];
        // Steps of other levels are computed too seldom to matter.
        if (node.level != Level::Sample) continue;
        std::optional<Search> search = search_of(battery, node, objects);
        if (!search) continue;
        if (search->univalued) {
            of_one_color.emplace_back(step, *search);
        } else {
            of_any_colors.emplace(
                std::tuple(search->grid.kind, search->grid.index, search->diagonal), step);
        }
    }
    uint64_t touched = 0;
    for (const auto& [step, search] : of_one_color) {
        auto found = of_any_colors.find({search.grid.kind, search.grid.index, search.diagonal});
        if (found == of_any_colors.end()) continue;
        battery.node(step).sibling = found->second;
        ++touched;
    }
    return touched;
}

} // namespace batt
