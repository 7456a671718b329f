// SPDX-License-Identifier: MIT-0
#include "io/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace batt {

namespace {

constexpr size_t kBuffer = 1u << 20;

/// read(2) that is not disturbed by signals.
ssize_t read_some(int descriptor, char* into, size_t room) {
    for (;;) {
        ssize_t got = ::read(descriptor, into, room);
        if (got >= 0 || errno != EINTR) return got;
    }
}

/// The file a path leads to, so that a symbolic link is kept and its target replaced.
std::string resolved(const std::string& path) {
    char* real = ::realpath(path.c_str(), nullptr);
    if (real == nullptr) return path;
    std::string target = real;
    std::free(real);
    return target;
}

/// The rights a file made in the ordinary way would get.
mode_t default_mode() {
    mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

} // namespace

Result<std::string> read_file(const std::string& path, size_t most) {
    auto failed = [&] { return Failure{"cannot read " + path + ": " + std::strerror(errno)}; };
    int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return failed();
    std::string text;
    size_t used = 0;
    struct stat status {};
    size_t guess = 0;
    if (::fstat(descriptor, &status) == 0 && status.st_size > 0) {
        guess = static_cast<size_t>(status.st_size);
    }
    for (;;) {
        if (used == text.size()) text.resize(used == 0 ? std::min(guess, most) + 1 : used * 2);
        ssize_t got = read_some(descriptor, text.data() + used, text.size() - used);
        if (got < 0) {
            Failure failure = failed();
            ::close(descriptor);
            return failure;
        }
        if (got == 0) break;
        used += static_cast<size_t>(got);
        if (used > most) {
            ::close(descriptor);
            return Failure{"cannot read " + path + ": it has more than " + std::to_string(most) +
                           " bytes; split it"};
        }
    }
    ::close(descriptor);
    text.resize(used);
    return text;
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
    open();
}

AtomicFile::~AtomicFile() {
    discard();
}

void AtomicFile::open() {
    struct stat status {};
    bool there = ::stat(path_.c_str(), &status) == 0;
    if (there && !S_ISREG(status.st_mode)) {
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail("write");
        return;
    }
    mode_ = there ? status.st_mode & 0777 : default_mode();
    path_ = resolved(path_);
    temporary_ = path_ + ".XXXXXX";
    descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
    if (descriptor_ < 0) {
        temporary_.clear();
        fail("write");
    }
}

void AtomicFile::write(std::string_view text) {
    if (!error_.empty()) return;
    buffer_ += text;
    if (buffer_.size() >= kBuffer) flush();
}

void AtomicFile::flush() {
    std::string_view rest = buffer_;
    while (!rest.empty() && error_.empty()) {
        ssize_t put = ::write(descriptor_, rest.data(), rest.size());
        if (put >= 0) {
            rest.remove_prefix(static_cast<size_t>(put));
        } else if (errno != EINTR) {
            fail("write");
        }
    }
    buffer_.clear();
}

bool AtomicFile::commit() {
    if (error_.empty()) flush();
    if (!error_.empty()) return false;
    if (!temporary_.empty() && (::fchmod(descriptor_, mode_) != 0 || ::fsync(descriptor_) != 0)) {
        fail("write");
        return false;
    }
    int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) {
        fail("write");
        return false;
    }
    if (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0) {
        fail("replace");
        return false;
    }
    temporary_.clear();
    return true;
}

void AtomicFile::fail(const char* action) {
    error_ = "cannot " + std::string(action) + " " + path_ + ": " + std::strerror(errno) +
             "; nothing was left there";
    discard();
}

void AtomicFile::discard() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
}

} // namespace batt
