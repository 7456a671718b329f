// SPDX-License-Identifier: MIT-0
#include "battery/graphviz.hpp"

#include "battery/text.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

Battery battery() {
    return parse_battery("# batt battery, version 1\n"
                         "def batt(S, I, C):\n"
                         "    t1 = vmirror(I)\n"
                         "    t2 = hconcat(t1, t1)\n"
                         "    t3 = hmirror(I)\n"
                         "    solve_a = run(t1, t2)\n"
                         "    solve_b = run(t1, t2)\n"
                         "    solve_c = run(t3, returns=I)\n"
                         "    return\n",
                         "test.batt")
        .battery;
}

TEST(Graphviz, DrawsStepsArrowsAndABoxForEachResult) {
    EXPECT_EQ(graphviz(battery(), all_steps(battery())),
              "digraph batt {\n"
              "    node [shape=plain, fontname=monospace];\n"
              "    t1 [label=\"t1 = vmirror(I)\"];\n"
              "    t2 [label=\"t2 = hconcat(t1, t1)\"];\n"
              "    t3 [label=\"t3 = hmirror(I)\"];\n"
              "    t1 -> t2;\n"
              "    returns_I [shape=box, label=\"solve_c\\nreturns I\"];\n"
              "    returns_t2 [shape=box, label=\"solve_a\\nsolve_b\"];\n"
              "    t2 -> returns_t2;\n"
              "}\n");
}

TEST(Graphviz, DrawsOnlyWhatOneSolverNeeds) {
    Battery whole = battery();
    EXPECT_EQ(graphviz(whole, whole.solvers()[2]),
              "digraph batt {\n"
              "    node [shape=plain, fontname=monospace];\n"
              "    t3 [label=\"t3 = hmirror(I)\"];\n"
              "    returns_I [shape=box, label=\"solve_c\\nreturns I\"];\n"
              "}\n");
}

TEST(Graphviz, LeavesOutArrowsToStepsThatAreNotDrawn) {
    EXPECT_EQ(graphviz(battery(), {1}), "digraph batt {\n"
                                        "    node [shape=plain, fontname=monospace];\n"
                                        "    t2 [label=\"t2 = hconcat(t1, t1)\"];\n"
                                        "    returns_I [shape=box, label=\"solve_c\\n"
                                        "returns I\"];\n"
                                        "    returns_t2 [shape=box, label=\"solve_a\\n"
                                        "solve_b\"];\n"
                                        "    t2 -> returns_t2;\n"
                                        "}\n");
}

} // namespace
} // namespace batt::testing
