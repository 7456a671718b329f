// SPDX-License-Identifier: MIT-0
#include "program/diagnostic.hpp"

namespace batt {

std::string Diagnostic::text() const {
    return file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + message;
}

std::string quoted(std::string_view text) {
    constexpr size_t kMost = 40;
    constexpr char kHex[] = "0123456789abcdef";
    std::string out = "'";
    for (char c : text.substr(0, kMost)) {
        if (c >= 0x20 && c < 0x7F) {
            out += c;
        } else {
            auto byte = static_cast<unsigned char>(c);
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        }
    }
    return out + (text.size() > kMost ? "...'" : "'");
}

std::string found(const Token& token) {
    if (token.kind == TokenKind::End) return "the end of the file";
    if (token.kind == TokenKind::Newline) return "the end of the line";
    if (token.text.empty()) return "the end of the file";
    return quoted(token.text);
}

} // namespace batt
