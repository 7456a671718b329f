// SPDX-License-Identifier: MIT-0
#include "exec/arena.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>

namespace batt {

Arena::Arena(size_t bytes) : data_(nullptr), bytes_(bytes) {
    data_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data_ == MAP_FAILED) {
        throw std::runtime_error("cannot reserve " + std::to_string(bytes) +
                                 " bytes for a lane: " + std::strerror(errno) +
                                 "; lower the byte limit or the number of threads");
    }
    // Large pages, where the system has them: threads that touch new ones wait for each other.
    ::madvise(data_, bytes_, MADV_HUGEPAGE);
}

Arena::~Arena() {
    ::munmap(data_, bytes_);
}

void Arena::discard() {
    ::madvise(data_, bytes_, MADV_DONTNEED);
}

} // namespace batt
