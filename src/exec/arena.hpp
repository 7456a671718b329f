// SPDX-License-Identifier: MIT-0
#pragma once

#include <cstddef>

namespace batt {

/// A stretch of address space that takes up memory only where it is touched.
class Arena {
public:
    /// Throws std::runtime_error when the system has no room for it.
    explicit Arena(size_t bytes);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    void* data() const { return data_; }
    size_t bytes() const { return bytes_; }
    /// Gives the touched memory back to the system; what was there is lost.
    void discard();

private:
    void* data_;
    size_t bytes_;
};

} // namespace batt
