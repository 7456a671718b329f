// SPDX-License-Identifier: MIT-0
#include "support/text_mutator.hpp"

namespace batt::testing {

namespace {

constexpr size_t kMaxText = 20'000;

} // namespace

std::string TextMutator::next() {
    std::string text = corpus_[below(corpus_.size())];
    while (joins_ && below(2) == 0) text += "\n\n" + corpus_[below(corpus_.size())];
    for (size_t rounds = 1 + below(1 + below(6)); rounds > 0; --rounds) change(text);
    if (text.size() > kMaxText) text.resize(kMaxText);
    return text;
}

void TextMutator::change(std::string& text) {
    switch (below(10)) {
    case 0: // a byte becomes another
        if (!text.empty()) text[below(text.size())] = static_cast<char>(below(256));
        break;
    case 1: // a bit flips
        if (!text.empty()) {
            char& byte = text[below(text.size())];
            byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1u << below(8)));
        }
        break;
    case 2:
        text.insert(place(text), 1, static_cast<char>(below(256)));
        break;
    case 3:
        text.insert(place(text), token());
        break;
    case 4: // a stretch goes
        text.erase(place(text), below(20));
        break;
    case 5: // the rest goes
        text.resize(place(text));
        break;
    case 6: { // a stretch is doubled
        size_t from = place(text);
        text.insert(place(text), text.substr(from, below(60)));
        break;
    }
    case 7: { // a stretch of another text comes in
        const std::string& other = corpus_[below(corpus_.size())];
        text.insert(place(text), other.substr(place(other), below(200)));
        break;
    }
    case 8: { // one token, again and again: deep nesting, long lines, many quotes
        std::string_view unit = token();
        std::string many;
        for (size_t k = below(500); k > 0; --k) many += unit;
        text.insert(place(text), many);
        break;
    }
    case 9: { // a word becomes another
        size_t from = text.find_first_of(letters_, place(text));
        if (from != std::string::npos) text.replace(from, 1, token());
        break;
    }
    }
}

} // namespace batt::testing
