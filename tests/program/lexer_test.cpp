// SPDX-License-Identifier: MIT-0
#include "program/lexer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace batt::testing {
namespace {

/// Tokens as text: a line break is "/", the start of a line shows its indentation in brackets.
std::string tokens(std::string_view text) {
    Lexer lexer(text);
    std::string out;
    for (;;) {
        Token token = lexer.next();
        if (token.kind == TokenKind::End) return out;
        if (token.starts_line && !token.indent.empty()) {
            out += "[" + std::to_string(token.indent.size()) + "]";
        }
        if (token.kind == TokenKind::Newline) {
            out += "/";
        } else {
            out += token.kind == TokenKind::Bad ? "?" : "";
            out += std::string(token.text) + " ";
        }
    }
}

TEST(Lexer, JoinsLinesInsideBrackets) {
    EXPECT_EQ(tokens("f(a,\n\n  b)\nc"), "f ( a , b ) /c /");
}

TEST(Lexer, ShowsTheIndentationOfLogicalLinesOnly) {
    EXPECT_EQ(tokens("a\n  b\n    # c\n\n\td(\n e)\n"), "a /[2]b /[1]d ( e ) /");
}

TEST(Lexer, KeepsOperatorsOfTwoCharactersTogether) {
    EXPECT_EQ(tokens("a == b -> c ** d := e != f"), "a == b -> c ** d := e != f /");
}

TEST(Lexer, TakesStringsWhole) {
    EXPECT_EQ(tokens("'a\\'b' \"c\" '''d\ne''' rb'f'"), "'a\\'b' \"c\" '''d\ne''' rb'f' /");
}

TEST(Lexer, CountsLinesAndColumnsOverStrings) {
    Lexer lexer("'''a\r\nb\nc''' d");
    lexer.next();
    Token token = lexer.next();
    EXPECT_EQ(token.line, 3);
    EXPECT_EQ(token.column, 6);
}

TEST(Lexer, CallsWhatItDoesNotKnowBad) {
    EXPECT_EQ(tokens("a \x01 b \\ c 'open"), "a ?\x01 b ?\\ c ?' open /");
}

TEST(Lexer, ResumesAtTheNextDefInTheFirstColumn) {
    Lexer lexer("a (\n def no\ndefault\ndef yes");
    Token token = lexer.next();
    lexer.resume_at_def_after(lexer.line_of(token));
    token = lexer.next();
    EXPECT_EQ(token.text, "def");
    EXPECT_EQ(token.line, 4);
    EXPECT_EQ(lexer.next().text, "yes");
}

} // namespace
} // namespace batt::testing
