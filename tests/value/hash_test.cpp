// SPDX-License-Identifier: MIT-0
#include "support/arena.hpp"
#include "support/notation.hpp"
#include "value/compare.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace batt::testing {
namespace {

TEST(Hash, IsThatOfCPythonForEveryRecordedValue) {
    TestArena arena(1 << 20);
    std::ifstream in(BATT_SOURCE_DIR "/tests/value/hashes.txt");
    int lines = 0;
    for (std::string line; std::getline(in, line); ++lines) {
        size_t arrow = line.find(" => ");
        Value v = evaluate(arena.fresh(), line.substr(0, arrow));
        EXPECT_EQ(static_cast<int64_t>(hash(arena.lane, v)), std::stoll(line.substr(arrow + 4)))
            << line;
    }
    EXPECT_EQ(lines, 47);
}

TEST(Hash, IsOneForEqualValuesInDifferentForms) {
    TestArena arena(1 << 20);
    Lane& lane = arena.fresh();
    for (auto [a, b] : {std::pair{"(1, 0)", "(True, False)"},
                        {"(1, (0, 1))", "(1, (False, True))"},
                        {"((1, 0, 1), (0, 0, 1))", "((True, 0, 1), (0, 0, 1))"},
                        {"fs((1, 0))", "fs((True, False))"}}) {
        Value x = evaluate(lane, a);
        Value y = evaluate(lane, b);
        EXPECT_NE(x.kind() == y.kind() && x.kind() != Kind::Set, true) << a;
        EXPECT_TRUE(equal(lane, x, y)) << a;
        EXPECT_TRUE(equal(lane, y, x)) << a;
        EXPECT_EQ(hash(lane, x), hash(lane, y)) << a;
    }
}

} // namespace
} // namespace batt::testing
