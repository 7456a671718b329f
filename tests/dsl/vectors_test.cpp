// SPDX-License-Identifier: MIT-0
// Every primitive's documented example, and every line of tests/vectors.
#include "dsl/registry.hpp"
#include "support/arena.hpp"
#include "support/notation.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace batt::testing {
namespace {

void expect_example(TestArena& arena, const std::string& line, const std::string& where) {
    size_t arrow = line.find(" => ");
    ASSERT_NE(arrow, std::string::npos) << where << ": no ' => ' in: " << line;
    std::string call = line.substr(0, arrow);
    EXPECT_EQ(outcome(arena.fresh(), call), squeezed(line.substr(arrow + 4)))
        << where << ": " << call;
}

TEST(Primitives, DoWhatTheirDocumentedExamplesSay) {
    TestArena arena;
    for (const Primitive& primitive : primitives()) {
        expect_example(arena, std::string(primitive.example), std::string(primitive.name));
    }
}

TEST(Primitives, DoWhatTheVectorFilesSay) {
    TestArena arena;
    std::set<std::string> covered;
    for (const auto& file : std::filesystem::directory_iterator(BATT_SOURCE_DIR "/tests/vectors")) {
        covered.insert(file.path().stem().string());
        std::ifstream in(file.path());
        int number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            if (line.empty() || line[0] == '#') continue;
            expect_example(arena, line,
                           file.path().filename().string() + ":" + std::to_string(number));
        }
    }
    for (const Primitive& primitive : primitives()) {
        EXPECT_TRUE(covered.contains(std::string(primitive.name)))
            << "tests/vectors/" << primitive.name << ".vec is missing";
    }
}

TEST(Primitives, AreDeclaredWithAsManyParametersAsTheirBodiesTake) {
    for (uint32_t id = 0; id < primitives().size(); ++id) {
        EXPECT_EQ(primitives()[id].arity(), primitive_value(id).arity()) << primitives()[id].name;
        EXPECT_EQ(find_primitive(primitives()[id].name), id);
    }
}

} // namespace
} // namespace batt::testing
