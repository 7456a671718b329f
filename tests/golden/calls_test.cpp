// SPDX-License-Identifier: MIT-0
// Every recorded call gives the reference's value, iteration order and exception class.
#include "dsl/call.hpp"
#include "dsl/registry.hpp"
#include "io/value_text.hpp"
#include "support/arena.hpp"
#include "support/golden.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace batt::testing {
namespace {

/// What a recorded call comes to here, in the form of the record.
std::string answer(Lane& lane, const std::string& function, const nlohmann::json& args) {
    std::vector<Value> values;
    std::string problem;
    for (const auto& arg : args) {
        if (!read_value(lane, arg, values.emplace_back(), problem)) return "unreadable: " + problem;
    }
    Value callee;
    if (function == "_call") {
        callee = values.front();
        values.erase(values.begin());
    } else {
        callee = primitive_value(*find_primitive(function));
    }
    Value v = call(lane, callee, values.data(), static_cast<int>(values.size()));
    if (lane.failed()) return std::string("!") + fault_name(lane.fault());
    return value_text(lane, v);
}

TEST(GoldenCalls, GiveWhatTheReferenceGave) {
    TestArena arena;
    for (const GoldenSet& set : golden_sets()) {
        size_t calls = 0;
        size_t files = 0;
        for (const auto& file : std::filesystem::directory_iterator(set.folder / "calls")) {
            std::string function = file.path().stem().string();
            std::ifstream in(file.path());
            size_t number = 0;
            size_t differences = 0;
            for (std::string line; std::getline(in, line);) {
                ++number;
                auto record = nlohmann::json::parse(line);
                std::string expected = record.contains("err")
                                           ? "!" + record["err"].get<std::string>()
                                           : record["out"].dump();
                std::string got = answer(arena.fresh(), function, record["args"]);
                if (got != expected && ++differences <= 3) {
                    ADD_FAILURE() << set.name << " " << function << ":" << number << "\n  args "
                                  << record["args"].dump().substr(0, 400) << "\n  expected "
                                  << expected.substr(0, 400) << "\n  got      "
                                  << got.substr(0, 400);
                }
            }
            EXPECT_EQ(differences, 0U) << set.name << " " << function;
            calls += number;
            ++files;
        }
        EXPECT_EQ(files, 161U) << set.folder;
        std::cout << set.name << ": " << calls << " calls of " << files << " files\n";
    }
}

} // namespace
} // namespace batt::testing
