// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/jobs.hpp"
#include "io/file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace batt {

/// The files a run writes: digests as tab-separated lines, and every line's digest as JSON lines.
class ResultFiles {
public:
    /// An empty path: no such file. Opens both, so that a bad path is known before the run.
    ResultFiles(const std::string& digests, const std::string& lines);

    /// Adds a row to the files there are.
    void add(const Row& row, const std::vector<Program>& solvers, const Workload& workload);
    /// Has commit() do nothing: what the files need is lost.
    void fail(const std::string& why) { failure_ = why; }
    /// Puts the files in their places.
    bool commit();
    /// One line; empty while all is well.
    std::string error() const;

private:
    std::optional<AtomicFile> digests_;
    std::optional<AtomicFile> lines_;
    std::string failure_;
    std::string text_;
};

} // namespace batt
