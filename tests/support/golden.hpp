// SPDX-License-Identifier: MIT-0
// Where recorded behaviour of the reference is found.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace batt::testing {

struct GoldenSet {
    std::string name;
    std::filesystem::path folder; ///< holds calls/ and programs/
    std::filesystem::path tasks;  ///< the tasks its programs run on
};

/// The path that an environment variable gives, or another.
inline std::filesystem::path path_from(const char* variable,
                                       const std::filesystem::path& otherwise) {
    const char* set = std::getenv(variable);
    return set != nullptr ? std::filesystem::path(set) : otherwise;
}

/// Where the ARC training tasks would be (BATT_DATA); they are not ours to ship.
inline std::filesystem::path arc_tasks() {
    return path_from("BATT_DATA",
                     std::filesystem::path(BATT_SOURCE_DIR) / "../shared/data/arc-agi-1/training");
}

/// The recorded data of the repository, and, where it is present, the larger set beside the
/// checkout (BATT_GOLDEN), whose programs run on ARC's tasks.
inline std::vector<GoldenSet> golden_sets() {
    namespace fs = std::filesystem;
    fs::path source(BATT_SOURCE_DIR);
    fs::path portable = source / "tests/golden/portable";
    std::vector<GoldenSet> sets{{"portable", portable, portable / "tasks"}};
    fs::path more = path_from("BATT_GOLDEN", source / "../shared/golden");
    if (fs::exists(more / "calls") && fs::exists(arc_tasks())) {
        sets.push_back({"arc", more, arc_tasks()});
    }
    return sets;
}

} // namespace batt::testing
