// SPDX-License-Identifier: MIT-0
#include "cli/print.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

namespace batt {

namespace {

/// Why the first of the results that could not be written could not; 0: all were.
int output_errno = 0;

} // namespace

void put(std::string_view text) {
    bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written && output_errno == 0) output_errno = errno;
}

void pass_on() {
    if (std::fflush(stdout) != 0 && output_errno == 0) output_errno = errno;
}

bool flush_output() {
    pass_on();
    if (std::ferror(stdout) == 0) return true;
    note(std::string("cannot write the results: ") +
         (output_errno != 0 ? std::strerror(output_errno) : "the output failed"));
    return false;
}

void note(std::string_view text) {
    constexpr char kHex[] = "0123456789abcdef";
    std::string line = "batt: ";
    for (char c : text) {
        auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F) {
            line += c;
        } else {
            line += "\\x";
            line += kHex[byte >> 4];
            line += kHex[byte & 15];
        }
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void put_aside(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

bool output_has_color() {
    const char* refused = std::getenv("NO_COLOR");
    if (refused != nullptr && *refused != '\0') return false;
    return ::isatty(STDOUT_FILENO) != 0;
}

} // namespace batt
