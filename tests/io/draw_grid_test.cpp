// SPDX-License-Identifier: MIT-0
#include "io/draw_grid.hpp"

#include <gtest/gtest.h>

namespace batt::testing {
namespace {

TEST(DrawPair, ShowsDigitsWithoutColours) {
    GridData input{3, 2, {1, 2, 3, 4, 5, 6}};
    GridData output{1, 1, {9}};
    EXPECT_EQ(draw_pair(input, output, DrawStyle::Plain), "  1 2       9\n"
                                                          "  3 4   ->\n"
                                                          "  5 6\n");
}

TEST(DrawPair, ShowsBlocksInColours) {
    GridData grid{1, 1, {2}};
    EXPECT_EQ(draw_pair(grid, grid, DrawStyle::Coloured),
              "  \x1b[48;5;196m  \x1b[0m  ->  \x1b[48;5;196m  \x1b[0m\n");
}

} // namespace
} // namespace batt::testing
