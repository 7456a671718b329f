// SPDX-License-Identifier: MIT-0
#include "batch/legs.hpp"

#include "battery/card.hpp"
#include "program/parser.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace batt::batch {
namespace {

BatchPlan plan_of(const char* text, Battery& battery) {
    Card card;
    for (const Program& program : parse_solvers(text, "t.py").programs) card.add(program);
    battery = card.finish();
    Plan plan(battery, Policy::Safe); // in which every line counts
    return make_batch_plan(plan, {}, Sharing::Common);
}

constexpr const char* kSolvers = "def solve_a(I):\n"
                                 "    x1 = rot90(I)\n"
                                 "    x2 = hmirror(x1)\n"
                                 "    O = trim(x2)\n"
                                 "    return O\n"
                                 "def solve_b(I):\n"
                                 "    x1 = rot180(I)\n"
                                 "    x2 = vmirror(x1)\n"
                                 "    x3 = hmirror(x2)\n"
                                 "    O = trim(x3)\n"
                                 "    return O\n"
                                 "def solve_c(I):\n"
                                 "    x1 = rot270(I)\n"
                                 "    O = hmirror(x1)\n"
                                 "    return O\n"
                                 "def solve_d(I):\n"
                                 "    return I\n";

TEST(Legs, OfASolverComeInOrder) {
    Battery battery;
    BatchPlan plan = plan_of(kSolvers, battery);
    Company company = gather_company(plan, std::vector<uint32_t>{0, 1, 2, 3});
    std::vector<uint32_t> next(4, 0);
    for (LegCode leg : order_legs(plan, company)) {
        EXPECT_EQ(leg.leg, next[leg.solver]);
        ++next[leg.solver];
    }
    EXPECT_EQ(next, (std::vector<uint32_t>{3, 4, 2, 1}));
}

TEST(Legs, WithTheSameCallAreSideBySide) {
    Battery battery;
    BatchPlan plan = plan_of(kSolvers, battery);
    Company company = gather_company(plan, std::vector<uint32_t>{0, 1, 2, 3});
    auto call_of = [&](LegCode leg) -> uint64_t {
        const SolverCode& code = plan.solvers[company.solvers[leg.solver]];
        return leg.leg < code.count ? plan.lines[code.first + leg.leg].primitive : ~uint64_t{0};
    };
    std::vector<LegCode> legs = order_legs(plan, company);
    size_t runs = 1;
    for (size_t k = 1; k < legs.size(); ++k) {
        runs += call_of(legs[k]) != call_of(legs[k - 1]) ? 1 : 0;
    }
    // Three turns, two mirrors, trim and the result of d, though hmirror is some solvers' second,
    // one's third.
    EXPECT_EQ(legs.size(), 10U);
    EXPECT_EQ(runs, 7U);
}

TEST(Legs, OfEqualSolversAreThoseOfOne) {
    Battery battery;
    BatchPlan plan = plan_of("def solve_a(I):\n    O = rot90(I)\n    return O\n"
                             "def solve_b(I):\n    O = trim(I)\n    return O\n"
                             "def solve_c(I):\n    O = rot90(I)\n    return O\n",
                             battery);
    Company company = gather_company(plan, std::vector<uint32_t>{2, 1, 0, 2});
    EXPECT_EQ(company.solvers, (std::vector<uint32_t>{2, 1}));
    EXPECT_EQ(company.numbers, (std::vector<uint32_t>{0, 1, 0, 0}));
}

TEST(Legs, SharedCallsComeBehindThoseTheyName) {
    Battery battery;
    BatchPlan plan = plan_of("def solve_a(I):\n"
                             "    x1 = rot90(I)\n    x2 = hmirror(x1)\n    O = trim(x2)\n"
                             "    return O\n"
                             "def solve_b(I):\n"
                             "    x1 = rot90(I)\n    x2 = hmirror(x1)\n    O = rot180(x2)\n"
                             "    return O\n",
                             battery);
    ASSERT_EQ(plan.sample_calls.size(), 2U);
    for (size_t k = 0; k < plan.sample_calls.size(); ++k) {
        const CallCode& call = plan.calls[plan.sample_calls[k]];
        EXPECT_EQ(call.target, plan.first_call + plan.sample_calls[k]);
        uint32_t named = plan.operands[call.first];
        if (named < plan.first_call) continue;
        auto end = plan.sample_calls.begin() + static_cast<ptrdiff_t>(k);
        EXPECT_NE(std::find(plan.sample_calls.begin(), end, named - plan.first_call), end);
    }
}

} // namespace
} // namespace batt::batch
