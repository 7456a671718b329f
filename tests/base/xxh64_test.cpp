// SPDX-License-Identifier: MIT-0
#include "base/xxh64.hpp"

#include "io/digest.hpp"

#include <gtest/gtest.h>

#include <string>

namespace batt::testing {
namespace {

uint64_t hash_in_pieces(const std::string& text, size_t piece) {
    Xxh64 hash;
    for (size_t k = 0; k < text.size(); k += piece) {
        size_t n = std::min(piece, text.size() - k);
        char* room = hash.room();
        for (size_t b = 0; b < n; ++b) room[b] = text[k + b];
        hash.advance(room + n);
    }
    return hash.digest();
}

TEST(Xxh64, GivesTheLibrarysHashHoweverTheTextIsCut) {
    std::string text;
    for (int n = 0; n < 300; ++n) {
        for (size_t piece : {1U, 3U, 7U, 31U, 32U, 33U, 64U}) {
            ASSERT_EQ(hash_in_pieces(text, piece), digest(text)) << n << " in pieces of " << piece;
        }
        text += static_cast<char>(37 * n);
    }
}

} // namespace
} // namespace batt::testing
