// SPDX-License-Identifier: MIT-0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batt {

/// How fast a device, or one of this machine's threads, was on the work of tune.hpp.
struct Rate {
    double batch_seconds = 0;      ///< what a batch takes before its first evaluation; threads: 0
    double evaluation_seconds = 0; ///< and each evaluation
};

/// Rates measured on this machine, kept in a file between runs. One that was measured by another
/// version of batt, or beside another number of threads, is not known here.
class Rates {
public:
    /// What the threads go by.
    static constexpr const char* kThreads = "threads";

    /// `path` is a file that need not be there; "" keeps nothing. With `retune`, what the file says
    /// of a device is forgotten until it is measured again.
    Rates(std::string path, std::string version, unsigned threads, bool retune = false);

    std::optional<Rate> find(std::string_view name) const;
    /// Remembers a rate, in the file too.
    void keep(std::string_view name, Rate rate);

    /// One line on what is wrong with the file; empty if nothing is.
    const std::string& problem() const { return problem_; }

    /// $XDG_CACHE_HOME/batt/rates.json, or in ~/.cache; "" if neither is known.
    static std::string default_path();

private:
    struct Entry {
        std::string name;
        std::string version;
        unsigned threads = 0;
        Rate rate;
    };

    static std::vector<Entry> read(const std::string& path, std::string& problem);
    bool is_own(const Entry& entry) const {
        return entry.version == version_ && entry.threads == threads_;
    }

    std::string path_;
    std::string version_;
    unsigned threads_;
    std::string problem_;
    std::vector<Entry> known_; ///< all of this version and number of threads
};

} // namespace batt
