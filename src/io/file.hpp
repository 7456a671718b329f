// SPDX-License-Identifier: MIT-0
#pragma once

#include "io/result.hpp"

#include <string>
#include <string_view>

namespace batt {

/// Largest file that is read whole.
inline constexpr size_t kMaxFileBytes = 256u << 20;

/// The bytes of a file.
Result<std::string> read_file(const std::string& path, size_t most = kMaxFileBytes);

/// A file that appears whole or not at all: what is written goes to a temporary file beside it,
/// which takes its name, and the rights of a file it replaces, in commit(). The first error sticks;
/// later calls then do nothing. A path that names a device or a pipe is written directly.
class AtomicFile {
public:
    explicit AtomicFile(std::string path);
    /// Without a commit() nothing is left behind.
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view text);
    /// Puts the file in its place; false, with error() set, if anything went wrong.
    bool commit();
    /// One line; empty while all is well.
    const std::string& error() const { return error_; }

private:
    void open();
    void flush();
    void fail(const char* action);
    void discard();

    std::string path_;
    std::string temporary_; ///< empty when the path is written directly
    std::string buffer_;
    std::string error_;
    int descriptor_ = -1;
    unsigned mode_ = 0; ///< rights of the file in its place
};

} // namespace batt
