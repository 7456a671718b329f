// SPDX-License-Identifier: MIT-0
#include "battery/fuse.hpp"

#include "battery/text.hpp"
#include "program/mutate.hpp"
#include "support/files.hpp"
#include "support/programs.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace batt::testing {
namespace {

constexpr uint64_t kMutants = 9000;

/// Programs that share much, some of them with equal lines.
std::vector<Program> population() {
    std::vector<Program> parents =
        programs_of(file_text(BATT_SOURCE_DIR "/examples/solvers.py") +
                    "def solve_twice(I):\n    a = palette(I)\n    b = palette(I)\n"
                    "    c = palette(I)\n    d = intersection(a, b)\n    O = combine(d, c)\n"
                    "    return O\n");
    Mutants mutants(parents, 3);
    std::vector<Program> made;
    for (uint64_t k = 0; k < kMutants; ++k) made.push_back(mutants.make(k));
    return made;
}

std::string text_of(Card card) {
    return print_battery(card.finish());
}

std::string one_by_one(std::span<const Program> programs) {
    Card card;
    for (const Program& program : programs) card.add(program);
    return text_of(std::move(card));
}

TEST(Fuse, GivesTheSameBatteryOnAnyNumberOfThreads) {
    std::vector<Program> programs = population();
    std::string expected = one_by_one(programs);
    for (unsigned threads : {1U, 2U, 3U, 16U}) {
        EXPECT_TRUE(text_of(fuse(programs, threads)) == expected) << threads << " threads";
    }
}

TEST(Fuse, GivesNothingForNothing) {
    EXPECT_EQ(fuse(std::span<const Program>(), 4).finish().solvers().size(), 0U);
}

TEST(Fuse, LetsMoreBeAddedToTheCard) {
    std::vector<Program> programs = population();
    Card card = fuse(programs, 4);
    card.add(programs[5]);
    std::vector<Program> more = programs;
    more.push_back(programs[5]);
    EXPECT_TRUE(text_of(std::move(card)) == one_by_one(more));
}

TEST(Fuse, KeepsApartWhatEachCardMergedWithNothing) {
    std::string text = "def solve_many(I):\n";
    for (int k = 0; k < 70; ++k) text += "    x" + std::to_string(k) + " = palette(I)\n";
    std::vector<Program> programs = programs_of(text + "    O = size(x69)\n    return O\n");
    Card first;
    first.add(programs[0]);
    Card second;
    second.add(programs[0]);
    first.add(std::move(second));
    EXPECT_EQ(text_of(std::move(first)), one_by_one(std::vector{programs[0], programs[0]}));
}

} // namespace
} // namespace batt::testing
