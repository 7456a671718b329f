// SPDX-License-Identifier: MIT-0
#include "coordinate/head_start.hpp"

namespace batt {

std::optional<Sheet> HeadStart::take(const std::vector<bool>& heavies) {
    std::lock_guard lock(mutex_);
    while (next_ < turns_.size() && begun_[turns_[next_]]) ++next_;
    if (next_ == turns_.size()) return {};
    uint32_t sample = turns_[next_];
    begun_[sample] = true;
    --left_;
    meetings_.emplace(sample, Meeting{});
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

std::optional<Sheet> HeadStart::put(Sheet part) {
    std::optional<Sheet> whole;
    {
        std::lock_guard lock(mutex_);
        Meeting& meeting = meetings_.at(part.sample);
        meeting.run = true;
        if (!meeting.sheet) {
            meeting.sheet = std::move(part);
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
        if (!meeting.run) {
            meeting.sheet = std::move(rest);
            return false;
        }
        part = std::move(meeting.sheet);
        meetings_.erase(found);
    }
    sheets_.add(*part, rest);
    return true;
}

} // namespace batt
