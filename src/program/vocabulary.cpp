// SPDX-License-Identifier: MIT-0
#include "program/vocabulary.hpp"

#include "dsl/registry.hpp"
#include "program/name_table.hpp"

namespace batt {

namespace {

constexpr std::string_view kKeywords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

struct Vocabulary {
    NameTable keywords;
    NameTable names;

    Vocabulary() {
        for (std::string_view word : kKeywords) keywords.set(word, {});
        for (uint32_t k = 0; k < constants().size(); ++k) {
            names.set(constants()[k].name, {Operand::Kind::Constant, k});
        }
        for (uint32_t k = 0; k < primitives().size(); ++k) {
            names.set(primitives()[k].name, {Operand::Kind::Primitive, k});
        }
    }
};

const Vocabulary& vocabulary() {
    static const Vocabulary words;
    return words;
}

} // namespace

const Operand* find_word(std::string_view name) {
    return vocabulary().names.find(name);
}

bool is_keyword(std::string_view word) {
    return vocabulary().keywords.find(word) != nullptr;
}

} // namespace batt
