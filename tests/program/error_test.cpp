// SPDX-License-Identifier: MIT-0
// Every tests/error/NAME.py, NAME.json and NAME.batt must give exactly the problems listed in
// NAME.txt.
#include "battery/text.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "support/files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace batt::testing {
namespace {

namespace fs = std::filesystem;

std::string problems_of(const fs::path& path) {
    std::string text = file_text(path.string());
    std::string name = path.filename().string();
    std::string problems;
    if (path.extension() == ".py") {
        for (const Diagnostic& found : parse_solvers(text, name).diagnostics) {
            problems += found.text() + "\n";
        }
    } else if (path.extension() == ".batt") {
        problems = parse_battery(text, name).problem.value_or(Diagnostic{}).text() + "\n";
    } else {
        for (const std::string& found : parse_tasks(text, name).problems) problems += found + "\n";
    }
    return problems;
}

TEST(ErrorFiles, GiveExactlyTheProblemsListedBesideThem) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(BATT_SOURCE_DIR "/tests/error")) {
        const fs::path& path = entry.path();
        if (path.extension() == ".txt") continue;
        ++count;
        std::string expected = file_text(fs::path(path).replace_extension(".txt").string());
        EXPECT_EQ(problems_of(path), expected) << path.filename();
        EXPECT_FALSE(expected.empty()) << path.filename();
    }
    EXPECT_GE(count, 20);
}

} // namespace
} // namespace batt::testing
