// SPDX-License-Identifier: MIT-0
#include "dsl/memo.hpp"

#include "dsl/prepared.hpp"
#include "support/arena.hpp"
#include "support/notation.hpp"
#include "value/container.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace batt::testing {
namespace {

using dsl::Memo;

Value set_at(uint32_t ref) {
    return {Kind::Set, 0, 1, ref, 3};
}

TEST(Memo, KnowsWhatAValueLedTo) {
    auto memo = std::make_unique<Memo>(1000);
    EXPECT_EQ(memo->find(0, Value::integer(5)), nullptr);
    memo->keep(0, Value::integer(5), Value::integer(7));
    const Value* known = memo->find(0, Value::integer(5));
    ASSERT_NE(known, nullptr);
    EXPECT_EQ(known->num, 7);
}

TEST(Memo, TellsStagesAndKindsApart) {
    auto memo = std::make_unique<Memo>(1000);
    memo->keep(0, Value::integer(1), Value::integer(7));
    EXPECT_EQ(memo->find(1, Value::integer(1)), nullptr);
    EXPECT_EQ(memo->find(0, Value::boolean(true)), nullptr);
}

TEST(Memo, KeepsNothingThatACallGivesBack) {
    auto memo = std::make_unique<Memo>(1000);
    EXPECT_TRUE(memo->lives_on(set_at(500)));
    EXPECT_FALSE(memo->lives_on(set_at(1000)));
    memo->keep(0, Value::integer(1), set_at(1000));
    EXPECT_EQ(memo->find(0, Value::integer(1)), nullptr);
    memo->keep(0, Value::integer(1), set_at(500));
    EXPECT_NE(memo->find(0, Value::integer(1)), nullptr);
}

TEST(Memo, GivesUpOnAStageWhoseValuesDoNotComeAgain) {
    auto memo = std::make_unique<Memo>(1000);
    memo->ask_after(3);
    for (int k = 0; k < 65; ++k) memo->find(0, Value::integer(k));
    EXPECT_FALSE(memo->asks_after(0));
    EXPECT_TRUE(memo->asks_after(1));
}

/// A closure called for many elements gives for each what calling it alone gives.
TEST(Memo, ChangesNoResult) {
    TestArena arena;
    Lane& lane = arena.fresh();
    Value cells = evaluate(lane, "asobject(((0, 1, 2, 0, 3), (1, 1, 0, 0, 2), (5, 0, 0, 1, 9)))");
    const std::string cell_text = render(lane, cells);
    for (const std::string& text : std::vector<std::string>{
             "compose(compose(size, rbind(recolor, " + cell_text + ")), leastcommon)",
             "fork(astuple, chain(size, initset, first), compose(initset, first))",
             "chain(rbind(other, 3), lbind(insert, (1, 2)), compose(initset, first))"}) {
        Value function = evaluate(lane, text);
        ASSERT_FALSE(lane.failed()) << text;
        uint32_t n = length(cells);
        dsl::Prepared prepared(lane, function, n);
        for (uint32_t k = 0; k < 3 * n; ++k) {
            Value e = item(lane, cells, k % n);
            Value alone = call(lane, function, e);
            EXPECT_TRUE(equal(lane, prepared(e), alone)) << text << " of element " << k % n;
            EXPECT_FALSE(lane.failed());
        }
    }
}

} // namespace
} // namespace batt::testing
