// SPDX-License-Identifier: MIT-0
#include "io/digest.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

std::string hex(std::string_view text) {
    std::string out;
    append_digest(out, digest(text));
    return out;
}

TEST(Digest, IsXxh64WithSeedZeroInSixteenDigits) {
    EXPECT_EQ(hex(""), "ef46db3751d8e999");
    EXPECT_EQ(hex("abc"), "44bc2cf5ad770999");
    EXPECT_EQ(hex("[]"), "ccab0b28617f1f56");
    EXPECT_EQ(hex("true"), "d7c9b97948142e4a");
    EXPECT_EQ(hex("null"), "3ec9e10063179f3a");
    EXPECT_EQ(hex("-1"), "3d62c7c8a7a6e2d8");
    EXPECT_EQ(hex("[[0,1],[2,3]]"), "00d8113dd532755c");
    EXPECT_EQ(hex(R"({"s":[]})"), "5db10dfadb5cd9a5");
    EXPECT_EQ(hex(R"({"s":[[1,[0,1]],[1,[0,2]]]})"), "d7e419e0f419f9f9");
    EXPECT_EQ(hex(R"({"f":"vmirror"})"), "8e61d3ae6e7e2584");
}

} // namespace
} // namespace batt::testing
