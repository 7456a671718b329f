// SPDX-License-Identifier: MIT-0
#include "coordinate/head_start.hpp"

#include <algorithm>

namespace batt {

std::optional<Sheet> HeadStart::take(const ProgramSet& heavies) {
    std::lock_guard lock(mutex_);
    while (next_ < turns_.size() && begun_[turns_[next_]]) ++next_;
    if (next_ == turns_.size()) return {};
    uint32_t sample = turns_[next_];
    begun_[sample] = true;
    --left_;
    meetings_[sample].away = 1;
    return sheets_.part(sample, heavies);
}

bool HeadStart::close(size_t sample) {
    std::lock_guard lock(mutex_);
    if (!begun_[sample]) {
        begun_[sample] = true;
        --left_;
    }
    return meetings_.contains(sample);
}

std::vector<Sheet> HeadStart::divide(Sheet sheet, size_t parts) {
    std::vector<Sheet> made;
    size_t all = sheet.missing.size();
    size_t each = (all + parts - 1) / parts;
    for (size_t k = 0; k < all; k += each) {
        made.push_back(sheets_.part(sheet, k, std::min(each, all - k)));
    }
    std::lock_guard lock(mutex_);
    Meeting& meeting = meetings_[sheet.sample];
    meeting.away = made.size();
    meeting.sheet = std::move(sheet);
    return made;
}

std::optional<Sheet> HeadStart::put(Sheet part) {
    std::optional<Sheet> whole;
    {
        std::lock_guard lock(mutex_);
        Meeting& meeting = meetings_.at(part.sample);
        --meeting.away;
        if (!meeting.sheet) {
            meeting.sheet = std::move(part);
            return {};
        }
        if (meeting.away > 0) {
            sheets_.add(part, *meeting.sheet);
            return {};
        }
        whole = std::move(meeting.sheet);
        meetings_.erase(part.sample);
    }
    sheets_.add(part, *whole);
    return whole;
}

bool HeadStart::complete(Sheet& rest) {
    std::optional<Sheet> part;
    {
        std::lock_guard lock(mutex_);
        auto found = meetings_.find(rest.sample);
        if (found == meetings_.end()) return true;
        Meeting& meeting = found->second;
        if (meeting.away > 0) {
            meeting.sheet = std::move(rest);
            return false;
        }
        part = std::move(meeting.sheet);
        meetings_.erase(found);
    }
    sheets_.add(*part, rest);
    return true;
}

bool HeadStart::is_busy() const {
    std::lock_guard lock(mutex_);
    return !meetings_.empty();
}

} // namespace batt
