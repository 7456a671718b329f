// SPDX-License-Identifier: MIT-0
#include "exec/plan.hpp"

#include "battery/fuse.hpp"
#include "battery/pass.hpp"
#include "program/mutate.hpp"
#include "support/files.hpp"
#include "support/programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace batt::testing {
namespace {

/// As many as several threads find lines for.
std::vector<Program> population() {
    std::vector<Program> parents = programs_of(file_text(BATT_SOURCE_DIR "/examples/solvers.py"));
    Mutants mutants(parents, 3);
    std::vector<Program> made;
    for (uint64_t k = 0; k < 9000; ++k) made.push_back(mutants.make(k));
    return made;
}

TEST(Plan, IsTheSameOnAnyNumberOfThreads) {
    Battery battery = fuse(population(), 1).finish();
    apply_passes(battery);
    for (Policy policy : {Policy::Strict, Policy::Safe}) {
        Plan alone(battery, policy);
        Plan together(battery, policy, 4);
        ASSERT_EQ(together.slot_count(), alone.slot_count());
        ASSERT_EQ(together.distinct_solvers(), alone.distinct_solvers());
        for (uint32_t s = 0; s < battery.solvers().size(); ++s) {
            ASSERT_EQ(together.same_as(s), alone.same_as(s));
            ASSERT_EQ(together.result(s), alone.result(s));
            ASSERT_TRUE(std::ranges::equal(
                together.lines(s), alone.lines(s), [](Plan::Line a, Plan::Line b) {
                    return a.step == b.step && a.dead == b.dead && a.shared == b.shared;
                }));
        }
    }
}

} // namespace
} // namespace batt::testing
