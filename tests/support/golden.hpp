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

/// The recorded data of the repository, and, where it is present, the larger set beside the
/// checkout (BATT_GOLDEN, BATT_DATA), whose tasks are ARC's and not ours to ship.
inline std::vector<GoldenSet> golden_sets() {
    namespace fs = std::filesystem;
    fs::path source(BATT_SOURCE_DIR);
    auto path_from = [](const char* variable, fs::path otherwise) {
        const char* set = std::getenv(variable);
        return set != nullptr ? fs::path(set) : otherwise;
    };
    fs::path portable = source / "tests/golden/portable";
    std::vector<GoldenSet> sets{{"portable", portable, portable / "tasks"}};
    fs::path more = path_from("BATT_GOLDEN", source / "../shared/golden");
    fs::path data = path_from("BATT_DATA", source / "../shared/data/arc-agi-1/training");
    if (fs::exists(more / "calls") && fs::exists(data)) sets.push_back({"arc", more, data});
    return sets;
}

} // namespace batt::testing
