// SPDX-License-Identifier: MIT-0
#include "cli/print.hpp"
#include "cli/verb.hpp"
#include "dsl/registry.hpp"
#include "io/value_text.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

namespace batt {

namespace {

using nlohmann::ordered_json;

struct PrimitivesOptions {
    std::string name;
    bool json = false;
};

/// "fill(grid: Grid, value: Integer, patch: Patch) -> Grid"
std::string signature(const Primitive& primitive) {
    std::string text = std::string(primitive.name) + "(";
    for (size_t k = 0; k < primitive.parameters.size(); ++k) {
        const Parameter& parameter = primitive.parameters[k];
        text +=
            (k == 0 ? "" : ", ") + std::string(parameter.name) + ": " + std::string(parameter.type);
    }
    return text + ") -> " + type_name(primitive.returns);
}

/// What the safe policy gives for a failed call. Defaults need no memory beyond a lane's preamble.
std::string default_text(const Primitive& primitive) {
    alignas(16) std::array<char, 4096> memory;
    Lane lane(memory.data(), memory.size(), 1, host_language());
    return value_text(lane, safe_default(primitive.returns));
}

ordered_json describe(const Primitive& primitive) {
    ordered_json parameters = ordered_json::array();
    for (const Parameter& parameter : primitive.parameters) {
        parameters.push_back({{"name", parameter.name}, {"type", parameter.type}});
    }
    return {{"name", primitive.name},
            {"parameters", parameters},
            {"returns", type_name(primitive.returns)},
            {"doc", primitive.doc},
            {"example", primitive.example},
            {"safe_default", default_text(primitive)}};
}

int print_one(const PrimitivesOptions& options) {
    std::optional<uint32_t> id = find_primitive(options.name);
    if (!id) {
        note("no primitive '" + options.name + "'; 'batt primitives' lists all");
        return kExitFailed;
    }
    const Primitive& primitive = primitives()[*id];
    if (options.json) {
        put(describe(primitive).dump() + "\n");
        return kExitOk;
    }
    put(signature(primitive) + "\n");
    put("    " + std::string(primitive.doc) + "\n");
    put("    example: " + std::string(primitive.example) + "\n");
    put("    safe default: " + default_text(primitive) + "\n");
    return kExitOk;
}

int print_all(const PrimitivesOptions& options) {
    if (options.json) {
        ordered_json list = ordered_json::array();
        for (const Primitive& primitive : primitives()) list.push_back(describe(primitive));
        put(list.dump() + "\n");
        return kExitOk;
    }
    size_t width = 0;
    for (const Primitive& primitive : primitives()) {
        width = std::max(width, primitive.name.size());
    }
    for (const Primitive& primitive : primitives()) {
        std::string line(primitive.name);
        line.resize(width + 2, ' ');
        put(line + std::string(primitive.doc) + "\n");
    }
    return kExitOk;
}

} // namespace

Action add_primitives(CLI::App& command) {
    auto options = std::make_shared<PrimitivesOptions>();
    command.add_option("NAME", options->name, "The one to explain");
    command.add_flag("--json", options->json, "Write JSON");
    return [options] { return options->name.empty() ? print_all(*options) : print_one(*options); };
}

} // namespace batt
