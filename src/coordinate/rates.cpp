// SPDX-License-Identifier: MIT-0
#include "coordinate/rates.hpp"

#include "io/file.hpp"
#include "io/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace batt {

namespace {

/// Grows when the file's form changes or what is measured does; other files are overwritten.
constexpr int kFormat = 1;
constexpr size_t kMostBytes = 1 << 20;
constexpr size_t kMostEntries = 64;
/// Nothing takes longer than this.
constexpr double kMostSeconds = 3600;

double seconds_of(const nlohmann::json& json, const char* key) {
    auto seconds = json.at(key).get<double>();
    bool sane = seconds >= 0 && seconds <= kMostSeconds; // false for NaN
    if (!sane) throw std::out_of_range(std::string(key) + " is no time");
    return seconds;
}

} // namespace

Rates::Rates(std::string path, std::string version, unsigned threads, bool retune)
    : path_(std::move(path)), version_(std::move(version)), threads_(threads) {
    if (path_.empty() || retune) return;
    known_ = read(path_, problem_);
    std::erase_if(known_, [&](const Entry& entry) { return !is_own(entry); });
}

std::optional<Rate> Rates::find(std::string_view name) const {
    for (const Entry& entry : known_) {
        if (entry.name == name) return entry.rate;
    }
    return {};
}

std::vector<Rates::Entry> Rates::read(const std::string& path, std::string& problem) {
    std::error_code none;
    if (!std::filesystem::exists(path, none)) return {};
    auto fail = [&](const std::string& why) {
        problem = "the measured rates are not used: " + why + "; they are measured again";
        return std::vector<Entry>();
    };
    Result<std::string> text = read_file(path, kMostBytes);
    if (!text) return fail(text.error());
    Result<nlohmann::json> json = parse_json(*text, path);
    if (!json) return fail(json.error());
    std::vector<Entry> entries;
    try {
        if (json->at("format").get<int>() != kFormat) return {};
        for (const nlohmann::json& one : json->at("rates")) {
            Entry entry;
            entry.name = one.at("device").get<std::string>();
            entry.version = one.at("version").get<std::string>();
            entry.threads = one.at("threads").get<unsigned>();
            entry.rate.batch_seconds = seconds_of(one, "batch_seconds");
            entry.rate.evaluation_seconds = seconds_of(one, "evaluation_seconds");
            entries.push_back(std::move(entry));
        }
    } catch (const std::exception&) {
        return fail(path + " is not what batt writes");
    }
    return entries;
}

void Rates::keep(std::string_view name, Rate rate) {
    Entry entry{std::string(name), version_, threads_, rate};
    std::erase_if(known_, [&](const Entry& other) { return other.name == name; });
    known_.push_back(entry);
    if (path_.empty()) return;
    // What others wrote since stays; the oldest goes when there are too many.
    std::string ignored;
    std::vector<Entry> all = read(path_, ignored);
    std::erase_if(all, [&](const Entry& other) { return is_own(other) && other.name == name; });
    all.push_back(std::move(entry));
    if (all.size() > kMostEntries) all.erase(all.begin());
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Entry& one : all) {
        list.push_back({{"device", one.name},
                        {"version", one.version},
                        {"threads", one.threads},
                        {"batch_seconds", one.rate.batch_seconds},
                        {"evaluation_seconds", one.rate.evaluation_seconds}});
    }
    nlohmann::ordered_json json = {{"format", kFormat}, {"rates", list}};
    std::error_code none; // that there is no folder shows when the file is made
    std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), none);
    AtomicFile file(path_);
    file.write(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    if (!file.commit()) problem_ = "the measured rates are not kept: " + file.error();
}

std::string Rates::default_path() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/batt/rates.json";
    const char* home = std::getenv("HOME");
    if (home != nullptr && home[0] == '/') return std::string(home) + "/.cache/batt/rates.json";
    return {};
}

} // namespace batt
