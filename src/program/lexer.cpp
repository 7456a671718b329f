// SPDX-License-Identifier: MIT-0
#include "program/lexer.hpp"

namespace batt {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool goes_on_name(char c) {
    return starts_name(c) || is_digit(c);
}
bool is_ascii(char c) {
    return (c & 0x80) == 0;
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\f';
}
bool is_quote(char c) {
    return c == '"' || c == '\'';
}

/// Operators of two characters, so that a diagnostic can show them whole.
bool is_pair_mark(char a, char b) {
    if (b == '=') {
        return std::string_view("=!<>+-*/%&|^@:").find(a) != std::string_view::npos;
    }
    if (a == '-') return b == '>';
    return a == b && (a == '*' || a == '/' || a == '<' || a == '>');
}

} // namespace

Lexer::Lexer(std::string_view text) : text_(text) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") {
        offset_ = 3;
        line_start_ = 3;
    }
}

void Lexer::skip_newline() {
    offset_ += at(offset_) == '\r' && at(offset_ + 1) == '\n' ? 2 : 1;
    line_start_ = offset_;
    ++line_;
}

void Lexer::skip_comment() {
    while (!at_end() && !at_newline()) ++offset_;
}

/// Skips what separates tokens; false at a backslash that joins nothing.
bool Lexer::skip_blank(Token& token) {
    bool joined = false; // a joined line's white space is no indentation
    for (;;) {
        size_t start = offset_;
        while (is_blank(at(offset_))) ++offset_;
        if (fresh_ && !joined && start == line_start_) {
            token.indent = text_.substr(start, offset_ - start);
        }
        if (at(offset_) == '#') skip_comment();
        if (at_end()) return true;
        if (at_newline() && (fresh_ || depth_ > 0)) {
            skip_newline();
            joined = false;
            continue;
        }
        if (at(offset_) != '\\') return true;
        if (at(offset_ + 1) != '\n' && at(offset_ + 1) != '\r') return false;
        ++offset_;
        skip_newline();
        joined = true;
    }
}

Token Lexer::cut(Token token, TokenKind kind, size_t length) {
    token.kind = kind;
    token.text = text_.substr(offset_, length);
    offset_ += token.text.size();
    return token;
}

Token Lexer::bad(Token token, size_t length, const char* problem) {
    token.problem = problem;
    return cut(token, TokenKind::Bad, length);
}

/// Length of the letters before a quote that make a string literal, or npos.
size_t Lexer::string_prefix() const {
    for (size_t n = 0; n <= 2; ++n) {
        char c = at(offset_ + n);
        if (is_quote(c)) return n;
        if (std::string_view("rRuUbB").find(c) == std::string_view::npos || c == '\0') break;
    }
    return std::string_view::npos;
}

Token Lexer::cut_string(Token token, size_t prefix) {
    size_t end = offset_ + prefix;
    char quote = at(end);
    bool triple = at(end + 1) == quote && at(end + 2) == quote;
    end += triple ? 3 : 1;
    while (end < text_.size()) {
        char c = text_[end];
        if (c == '\\') {
            ++end;
            // A backslash joins the lines of an ordinary string; both characters are skipped.
            if (at(end) == '\r' && at(end + 1) == '\n') ++end;
        } else if (!triple && (c == '\n' || c == '\r')) {
            break;
        } else if (c == quote && (!triple || (at(end + 1) == quote && at(end + 2) == quote))) {
            end += triple ? 3 : 1;
            Token string = cut(token, TokenKind::String, end - offset_);
            for (size_t k = 0; k < string.text.size(); ++k) {
                char d = string.text[k];
                bool crlf = d == '\r' && k + 1 < string.text.size() && string.text[k + 1] == '\n';
                if ((d == '\n' || d == '\r') && !crlf) {
                    ++line_;
                    line_start_ = offset_ - string.text.size() + k + 1;
                }
            }
            return string;
        }
        ++end;
    }
    return bad(token, prefix + (triple ? 3 : 1), "a string that is closed by the same quotes");
}

Token Lexer::next() {
    Token token;
    bool skipped = skip_blank(token);
    token.line = line_;
    token.column = static_cast<int>(offset_ - line_start_) + 1;
    token.starts_line = fresh_;
    if (!skipped) return bad(token, 1, "the end of the line after '\\'");
    if (at_end()) {
        if (fresh_) return cut(token, TokenKind::End, 0);
        fresh_ = true;
        if (depth_ > 0) return bad(token, 0, "the closing bracket");
        return cut(token, TokenKind::Newline, 0);
    }
    if (at_newline()) {
        token = cut(token, TokenKind::Newline, 0);
        skip_newline();
        fresh_ = true;
        return token;
    }
    fresh_ = false;
    char c = at(offset_);
    if (size_t prefix = string_prefix(); prefix != std::string_view::npos) {
        return cut_string(token, prefix);
    }
    if (starts_name(c) || !is_ascii(c)) {
        size_t end = offset_;
        while (goes_on_name(at(end))) ++end;
        if (is_ascii(at(end))) return cut(token, TokenKind::Name, end - offset_);
        while (goes_on_name(at(end)) || !is_ascii(at(end))) ++end;
        return bad(token, end - offset_, "names of ASCII letters, digits and '_'");
    }
    if (is_digit(c)) {
        size_t end = offset_ + 1;
        while (goes_on_name(at(end)) || at(end) == '.') ++end;
        return cut(token, TokenKind::Number, end - offset_);
    }
    if (c < 0x20 || c == 0x7F) return bad(token, 1, "no control characters");
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
    return cut(token, TokenKind::Mark, is_pair_mark(c, at(offset_ + 1)) ? 2 : 1);
}

Lexer::Place Lexer::line_of(const Token& token) const {
    size_t offset = static_cast<size_t>(token.text.data() - text_.data());
    return {offset - static_cast<size_t>(token.column - 1), token.line};
}

void Lexer::resume_at_def_after(Place from) {
    offset_ = from.offset;
    line_ = from.line;
    depth_ = 0;
    fresh_ = true;
    while (!at_end()) {
        skip_comment();
        if (at_end()) break;
        skip_newline();
        if (text_.compare(offset_, 3, "def") == 0 && is_blank(at(offset_ + 3))) break;
    }
    line_start_ = offset_;
}

} // namespace batt
