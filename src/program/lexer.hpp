// SPDX-License-Identifier: MIT-0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace batt {

enum class TokenKind : uint8_t {
    Name,
    Number,
    String,  ///< the whole literal, prefix and quotes included
    Mark,    ///< an operator or a bracket
    Newline, ///< the end of a logical line
    End,
    Bad, ///< text that is no token; Token::problem says what was expected
};

/// A piece of solver text. Views point into the text; nothing is copied.
struct Token {
    TokenKind kind = TokenKind::End;
    bool starts_line = false; ///< first token of a logical line
    int line = 1;
    int column = 1; ///< bytes from the start of the line, from 1
    std::string_view text;
    std::string_view indent; ///< white space before a token that starts a line
    const char* problem = "";

    bool is(std::string_view mark) const { return kind == TokenKind::Mark && text == mark; }
    bool is_word(std::string_view word) const { return kind == TokenKind::Name && text == word; }
};

/// Cuts solver text into tokens the way Python does: blank lines and comments vanish, lines inside
/// brackets and after a backslash are joined. Works in constant memory and linear time.
class Lexer {
public:
    /// A place to come back to.
    struct Place {
        size_t offset = 0;
        int line = 1;
    };

    explicit Lexer(std::string_view text);

    Token next();

    /// Where the line of `token` starts.
    Place line_of(const Token& token) const;
    /// Goes to the first line after `from` that starts with the word `def` in the first column, or
    /// to the end, and forgets open brackets.
    void resume_at_def_after(Place from);

private:
    char at(size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
    bool at_newline() const { return at(offset_) == '\n' || at(offset_) == '\r'; }
    bool at_end() const { return offset_ >= text_.size(); }
    void skip_newline();
    void skip_comment();
    bool skip_blank(Token& token);
    Token cut(Token token, TokenKind kind, size_t length);
    Token bad(Token token, size_t length, const char* problem);
    Token cut_string(Token token, size_t prefix);
    size_t string_prefix() const;

    std::string_view text_;
    size_t offset_ = 0;
    size_t line_start_ = 0;
    int line_ = 1;
    int depth_ = 0;     ///< open brackets
    bool fresh_ = true; ///< at the start of a logical line
};

} // namespace batt
