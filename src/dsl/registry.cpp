// SPDX-License-Identifier: MIT-0
#include "dsl/registry.hpp"

#include "dsl/all.hpp"
#include "dsl/constants.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace batt {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// "name: Type, name: Type"
std::vector<Parameter> split_parameters(std::string_view text) {
    std::vector<Parameter> parameters;
    while (!text.empty()) {
        size_t comma = std::min(text.find(','), text.size());
        std::string_view one = text.substr(0, comma);
        size_t colon = one.find(':');
        parameters.push_back({trimmed(one.substr(0, colon)), trimmed(one.substr(colon + 1))});
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return parameters;
}

template <class... P>
std::vector<Primitive> describe(dsl::PrimList<P...>) {
    static_assert(sizeof...(P) == 160, "arc-dsl has 160 primitives");
    return {Primitive{P::doc.name, split_parameters(P::doc.parameters), P::doc.returns, P::doc.text,
                      P::doc.example}...};
}

template <class... P>
constexpr std::array<int, sizeof...(P)> arities(dsl::PrimList<P...>) {
    return {dsl::arity_of<P>...};
}

constexpr auto kArities = arities(dsl::AllPrims{});

template <class... Lists>
std::vector<Body> join_bodies(dsl::FamilyList<Lists...>) {
    std::vector<Body> all;
    (all.insert(all.end(), dsl::family_bodies<Lists>(), dsl::family_bodies<Lists>() + Lists::count),
     ...);
    return all;
}

/// Indices into a list of named things, ordered by name.
template <class Named>
class NameIndex {
public:
    explicit NameIndex(std::span<const Named> things) : things_(things), order_(things.size()) {
        for (uint32_t k = 0; k < order_.size(); ++k) order_[k] = k;
        std::sort(order_.begin(), order_.end(),
                  [&](uint32_t a, uint32_t b) { return things_[a].name < things_[b].name; });
    }
    std::optional<uint32_t> find(std::string_view name) const {
        auto at = std::lower_bound(
            order_.begin(), order_.end(), name,
            [&](uint32_t k, std::string_view wanted) { return things_[k].name < wanted; });
        if (at == order_.end() || things_[*at].name != name) return std::nullopt;
        return *at;
    }

private:
    std::span<const Named> things_;
    std::vector<uint32_t> order_;
};

} // namespace

std::span<const Primitive> primitives() {
    static const std::vector<Primitive> all = describe(dsl::AllPrims{});
    return all;
}

std::span<const Constant> constants() {
    return dsl::kConstants;
}

std::optional<uint32_t> find_primitive(std::string_view name) {
    static const NameIndex<Primitive> index(primitives());
    return index.find(name);
}

std::optional<uint32_t> find_constant(std::string_view name) {
    static const NameIndex<Constant> index(constants());
    return index.find(name);
}

Value primitive_value(uint32_t id) {
    return Value::function(id, kArities[id]);
}

Language host_language() {
    static const std::vector<Body> bodies = join_bodies(dsl::Families{});
    static const std::unique_ptr<const dsl::PlaceTables> places = [] {
        auto tables = std::make_unique<dsl::PlaceTables>();
        std::vector<Value> memory(dsl::PlaceTables::kFillBytes / sizeof(Value));
        Lane lane(memory.data(), dsl::PlaceTables::kFillBytes, 0, {});
        tables->fill(lane);
        return tables;
    }();
    static const std::vector<PrimitiveName> names = [] {
        std::vector<PrimitiveName> list(primitives().size());
        for (size_t k = 0; k < list.size(); ++k) {
            primitives()[k].name.copy(list[k].text, sizeof(PrimitiveName::text) - 1);
        }
        return list;
    }();
    return {bodies.data(), places.get(), places->hashes, names.data()};
}

} // namespace batt
