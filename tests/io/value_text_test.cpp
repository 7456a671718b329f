// SPDX-License-Identifier: MIT-0
#include "io/value_text.hpp"

#include "dsl/call.hpp"
#include "io/json_text.hpp"
#include "support/arena.hpp"
#include "value/tuple.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace batt::testing {
namespace {

/// Reads a text and writes the value again.
std::string round_trip(std::string_view text) {
    TestArena arena;
    Value value;
    std::string problem;
    Result<nlohmann::json> json = parse_json(text, "text");
    if (!json) return json.error();
    if (!read_value(arena.lane, *json, value, problem)) return problem;
    return value_text(arena.lane, value);
}

TEST(ValueText, OfEveryKindReadsBackAsWritten) {
    for (const char* text :
         {"0",
          "-1",
          "9223372036854775807",
          "-9223372036854775808",
          "true",
          "false",
          "null",
          "[]",
          "[1]",
          "[true]",
          "[1,2]",
          "[300,-70000]",
          "[3,[1,2]]",
          "[-128,127,0,9,10]",
          "[[1,2],[3,4]]",
          "[[1],[2]]",
          "[[],[]]",
          "[[1,2,3]]",
          "[[1,2],[3]]",
          "[1,[2,[3,[4,[5]]]]]",
          R"({"s":[]})",
          R"({"s":[[0,1]]})",
          R"({"s":[[5,[0,1]]]})",
          R"({"s":[1,2,[]]})",
          R"([{"s":[{"s":[]}]}])",
          R"({"f":"vmirror"})",
          R"({"f":"safe_default"})",
          R"({"f":["rbind",{"f":"add"},3]})",
          R"({"f":["compose",{"f":"size"},{"f":["lbind",{"f":"remove"},[[0,1]]]}]})",
          R"({"f":["fork",{"f":"add"},{"f":"size"},{"f":["matcher",{"f":"first"},null]}]})",
          R"({"f":["chain",{"f":"size"},{"f":"first"},{"f":"identity"}]})",
          R"([{"f":"size"},[{"f":"add"}]])"}) {
        EXPECT_EQ(round_trip(text), text);
    }
}

TEST(ValueText, IgnoresHowTheJsonWasSpaced) {
    EXPECT_EQ(round_trip(" [ 1 , { \"s\" : [ ] } ] "), R"([1,{"s":[]}])");
}

TEST(ValueText, KeepsTheFirstOfEqualElements) {
    EXPECT_EQ(round_trip(R"({"s":[true,1,0,false]})"), R"({"s":[0,true]})");
}

TEST(ValueText, SaysWhatItCannotRead) {
    EXPECT_EQ(round_trip("9223372036854775808"),
              "found 9223372036854775808, expected a whole number of 64 bits, true, false, null, a "
              "list, {\"s\":[...]} or {\"f\":...}");
    EXPECT_NE(round_trip("[1.5]").find("found 1.5"), std::string::npos);
    EXPECT_NE(round_trip("\"abc\"").find("found \"abc\""), std::string::npos);
    EXPECT_EQ(round_trip(R"({"f":"nosuch"})"),
              "unknown function 'nosuch', expected a DSL function");
    EXPECT_NE(round_trip(R"({"x":1})").find("found an object"), std::string::npos);
    EXPECT_NE(round_trip(R"({"s":1})").find("found an object"), std::string::npos);
    EXPECT_NE(round_trip(R"({"f":["size",1]})").find("expected [\"compose\""), std::string::npos);
    EXPECT_NE(round_trip(R"({"f":["rbind",1]})").find("expected [\"compose\""), std::string::npos);
    EXPECT_EQ(round_trip(R"({"f":["rbind",1,2]})"), "cannot make the closure: AttributeError");
}

TEST(ValueText, RefusesEndlessNesting) {
    std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    EXPECT_EQ(round_trip(deep), "the value is nested too deep, expected at most 1000 levels");
    std::string deeper = R"({"f":["rbind",{"f":"add"},)" + deep + "]}";
    EXPECT_EQ(round_trip(deeper), "the value is nested too deep, expected at most 1000 levels");
    std::string limit = std::string(300, '[') + std::string(300, ']');
    EXPECT_EQ(round_trip(limit), "cannot make the tuple: Limit");
}

TEST(ValueText, GivesUpOnValuesThatShareThemselvesWithoutEnd) {
    TestArena arena;
    Value value = Value::integer(300);
    for (int k = 0; k < 60; ++k) value = make_pair(arena.lane, value, value);
    EXPECT_EQ(value_text(arena.lane, value), "");
    EXPECT_EQ(value_text(arena.lane, Value::integer(300)), "300");
}

TEST(ValueText, OfDeepClosuresIsWritten) {
    TestArena arena;
    uint32_t compose = *find_primitive("compose");
    Value value = primitive_value(*find_primitive("size"));
    for (int k = 0; k < 1500; ++k) {
        const Value parts[2] = {primitive_value(*find_primitive("identity")), value};
        value = invoke(arena.lane, compose, parts);
    }
    ASSERT_FALSE(arena.lane.failed());
    EXPECT_EQ(value_text(arena.lane, value).size(),
              std::string(R"({"f":["compose",{"f":"identity"},]})").size() * 1500 +
                  std::string(R"({"f":"size"})").size());
}

TEST(ValueText, OfLargeGridsIsWrittenWhole) {
    TestArena arena;
    NewGrid grid = make_grid(arena.lane, 3, 10'000);
    for (int k = 0; k < 30'000; ++k) grid.cells[k] = static_cast<int8_t>(k % 256 - 128);
    nlohmann::json json = nlohmann::json::parse(value_text(arena.lane, grid.value));
    ASSERT_EQ(json.size(), 3u);
    for (size_t k = 0; k < 30'000; ++k) {
        ASSERT_EQ(json[k / 10'000][k % 10'000], static_cast<int>(k % 256) - 128);
    }
}

} // namespace
} // namespace batt::testing
