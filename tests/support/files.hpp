// SPDX-License-Identifier: MIT-0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace batt::testing {

/// A folder for one test, removed at its end.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string path(std::string_view name = {}) const;
    /// Writes a file and gives its path.
    std::string write(std::string_view name, std::string_view text) const;
    /// Names of what is in it, in order.
    std::vector<std::string> names() const;

private:
    std::filesystem::path path_;
};

/// The bytes of a file; "" if there is none.
std::string file_text(const std::string& path);

} // namespace batt::testing
