// SPDX-License-Identifier: MIT-0
#pragma once

#include "base/random.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batt::testing {

/// Spoils texts for fuzz programs: joins some of a corpus and changes them here and there.
class TextMutator {
public:
    /// `tokens` are what is put in; a letter of `letters` may become one of them.
    TextMutator(std::vector<std::string> corpus, std::span<const std::string_view> tokens,
                std::string_view letters, uint64_t seed)
        : corpus_(std::move(corpus)), tokens_(tokens), letters_(letters), random_(seed) {}

    /// Whether several texts of the corpus may follow each other.
    void join(bool allowed) { joins_ = allowed; }
    std::string next();

private:
    size_t below(size_t n) { return static_cast<size_t>(random_.below(n)); }
    /// A place in the text, its end included.
    size_t place(const std::string& text) { return below(text.size() + 1); }
    std::string_view token() { return tokens_[below(tokens_.size())]; }
    void change(std::string& text);

    std::vector<std::string> corpus_;
    std::span<const std::string_view> tokens_;
    std::string_view letters_;
    bool joins_ = true;
    Random random_;
};

} // namespace batt::testing
