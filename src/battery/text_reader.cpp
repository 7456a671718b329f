// SPDX-License-Identifier: MIT-0
#include "battery/card.hpp"
#include "battery/text.hpp"
#include "program/name_table.hpp"
#include "program/vocabulary.hpp"

#include <charconv>

namespace batt {

namespace {

constexpr std::string_view kMark = "# batt battery, version ";
constexpr std::string_view kVersion = "1";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::string_view kExpectedOperand = "S, I, C, an earlier step, a constant or a function";
constexpr std::string_view kExpectedCallee = "a DSL function, an earlier step or 'run'";
constexpr std::string_view kExpectedLine = "a line 't = f(a, b)', 'solver = run(t)' or 'return'";
constexpr std::string_view kExpectedDef = "the line 'def batt(S, I, C):'";

/// The number in a step's name, or 0 if it is not one: "t" and digits, the first not 0.
uint64_t step_number(std::string_view name) {
    constexpr size_t kMostDigits = 12;
    if (name.size() < 2 || name.size() > 1 + kMostDigits || name[0] != 't' || name[1] == '0') {
        return 0;
    }
    uint64_t number = 0;
    const char* end = name.data() + name.size();
    return std::from_chars(name.data() + 1, end, number).ptr == end ? number : 0;
}

class Reader {
public:
    Reader(std::string_view text, const std::string& file, const BatteryBounds& bounds)
        : bounds_(bounds), file_(file), text_(text), lexer_(text) {}

    ParsedBattery read() {
        if (!read_version() || !read_head() || !read_lines()) return {{}, std::move(problem_)};
        return {card_.finish(), std::nullopt};
    }

private:
    // Every read_ function leaves the current token behind what it read, or reports and gives
    // false; nothing is read after that.
    bool read_version();
    bool read_head();
    bool read_lines();
    bool read_line();
    bool read_step(const Token& target, const Token& callee);
    bool read_solver(const Token& target);
    bool read_solver_line();
    bool read_end_of_item();
    bool read_end_of_line(std::string_view after);
    bool resolve(const Token& name, Operand& operand, std::string_view expected);
    bool check_uses(const Token& name, uint32_t step);

    void advance() { token_ = lexer_.next(); }
    bool expect_mark(std::string_view mark, std::string_view where);
    bool report(const Token& token, std::string message);
    bool unexpected(const Token& token, std::string_view expected);

    /// Where a step stands in the solver being read; `solver` counts from 1.
    struct Use {
        uint32_t listed_in = 0; ///< the last solver that has it as a line
        uint32_t needed_in = 0; ///< the last solver one of whose lines needs it
    };

    const BatteryBounds& bounds_;
    const std::string& file_;
    std::string_view text_;
    Lexer lexer_;
    Token token_;
    Card card_;
    NameTable solvers_; ///< by the line they stand in
    uint32_t solver_ = 1;
    std::vector<Use> uses_; ///< by step
    std::vector<Operand> arguments_;
    std::vector<uint32_t> lines_;
    std::optional<Diagnostic> problem_;
};

bool Reader::report(const Token& token, std::string message) {
    problem_ = {file_, token.line, token.column, std::move(message)};
    return false;
}

bool Reader::unexpected(const Token& token, std::string_view expected) {
    if (token.kind == TokenKind::Bad) expected = token.problem;
    return report(token, "found " + found(token) + ", expected " + std::string(expected));
}

bool Reader::expect_mark(std::string_view mark, std::string_view where) {
    if (!token_.is(mark)) {
        return unexpected(token_, "'" + std::string(mark) + "' " + std::string(where));
    }
    advance();
    return true;
}

/// The version line is a comment to the lexer.
bool Reader::read_version() {
    std::string_view text = text_;
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    Token place;
    if (!line.starts_with(kMark)) {
        return report(place, "found " + quoted(line) + ", expected '" + std::string(kMark) +
                                 std::string(kVersion) + "'");
    }
    line.remove_prefix(kMark.size());
    if (line == kVersion) return true;
    place.column = static_cast<int>(kMark.size()) + 1;
    return report(place,
                  "found version " + quoted(line) + ", expected version " + std::string(kVersion));
}

bool Reader::read_head() {
    advance();
    if (!token_.indent.empty()) return unexpected(token_, kExpectedDef);
    for (std::string_view part : {"def", "batt", "(", "S", ",", "I", ",", "C", ")", ":"}) {
        if (token_.text != part) return unexpected(token_, kExpectedDef);
        advance();
    }
    return read_end_of_line("':'");
}

bool Reader::read_lines() {
    std::string_view indent = token_.indent;
    for (;;) {
        if (token_.kind == TokenKind::End) {
            return unexpected(token_, "'return' as the last line of the battery");
        }
        if (token_.indent.empty()) {
            return unexpected(token_, std::string(kExpectedLine) + ", indented");
        }
        if (token_.indent != indent) {
            return report(token_, "found " + found(token_) +
                                      " after other white space than the lines above, expected "
                                      "the same indentation");
        }
        if (token_.is_word("return")) break;
        if (!read_line()) return false;
    }
    advance();
    if (!read_end_of_line("'return'")) return false;
    return token_.kind == TokenKind::End || unexpected(token_, "the end of the battery");
}

bool Reader::read_line() {
    Token target = token_;
    if (target.kind != TokenKind::Name || is_keyword(target.text)) {
        return unexpected(target, kExpectedLine);
    }
    advance();
    if (!token_.is("=")) return unexpected(token_, "'=' after " + quoted(target.text));
    advance();
    Token callee = token_;
    if (callee.kind != TokenKind::Name) return unexpected(callee, kExpectedCallee);
    advance();
    if (!expect_mark("(", "and arguments: every line is one call")) return false;
    bool read = callee.text == "run" ? read_solver(target) : read_step(target, callee);
    return read && read_end_of_line("the call: every line is one call");
}

bool Reader::read_step(const Token& target, const Token& callee) {
    size_t number = card_.step_count() + 1;
    if (step_number(target.text) != number) {
        return unexpected(target, "'t" + std::to_string(number) + "', the next step");
    }
    if (number > bounds_.steps) {
        return report(target, "too many steps at " + quoted(target.text) + ", expected at most " +
                                  std::to_string(bounds_.steps));
    }
    Operand called;
    if (!resolve(callee, called, kExpectedCallee)) return false;
    arguments_.clear();
    while (!token_.is(")")) {
        if (arguments_.size() >= bounds_.arguments) {
            return report(token_, "too many arguments at " + found(token_) + ", expected at most " +
                                      std::to_string(bounds_.arguments));
        }
        if (!resolve(token_, arguments_.emplace_back(), kExpectedOperand)) return false;
        advance();
        if (!read_end_of_item()) return false;
    }
    advance();
    card_.append(called, arguments_);
    uses_.emplace_back();
    return true;
}

/// Reads over the comma after an argument; the last needs none.
bool Reader::read_end_of_item() {
    if (token_.is(",")) {
        advance();
        return true;
    }
    return token_.is(")") || unexpected(token_, "',' or ')' after an argument");
}

bool Reader::read_solver(const Token& target) {
    if (target.text.size() > bounds_.name_length) {
        return report(target, "name " + quoted(target.text) + " is too long, expected at most " +
                                  std::to_string(bounds_.name_length) + " characters");
    }
    if (const Operand* first = solvers_.find(target.text)) {
        return report(target, "solver " + quoted(target.text) + " is here again, expected " +
                                  "another name: the first is in line " +
                                  std::to_string(first->index));
    }
    if (solver_ > bounds_.solvers) {
        return report(target, "too many solvers at " + quoted(target.text) + ", expected at most " +
                                  std::to_string(bounds_.solvers));
    }
    solvers_.set(target.text, {Operand::Kind::Step, static_cast<uint32_t>(target.line)});
    lines_.clear();
    std::optional<Operand> result;
    while (!token_.is(")") && !result) {
        if (token_.is_word("returns")) {
            advance();
            if (!expect_mark("=", "after 'returns'")) return false;
            if (!resolve(token_, result.emplace(), kExpectedOperand)) return false;
            advance();
        } else if (!read_solver_line()) {
            return false;
        }
        if (!read_end_of_item()) return false;
    }
    if (!token_.is(")")) return unexpected(token_, "')' after what is returned");
    if (!result && lines_.empty()) return unexpected(token_, "a step or 'returns='");
    advance();
    card_.append_solver(std::string(target.text), lines_,
                        result ? *result : Operand{Operand::Kind::Step, lines_.back()});
    ++solver_;
    return true;
}

bool Reader::read_solver_line() {
    if (lines_.size() >= bounds_.lines_per_solver) {
        return report(token_, "the solver is too long at " + found(token_) + ", expected at most " +
                                  std::to_string(bounds_.lines_per_solver) + " lines");
    }
    Operand line;
    if (!resolve(token_, line, "an earlier step or 'returns='")) return false;
    if (line.kind != Operand::Kind::Step) {
        return unexpected(token_, "an earlier step or 'returns='");
    }
    if (!check_uses(token_, line.index)) return false;
    lines_.push_back(line.index);
    advance();
    return true;
}

/// A solver has each of its lines once, after those of its lines that it needs.
bool Reader::check_uses(const Token& name, uint32_t step) {
    Use& use = uses_[step];
    if (use.listed_in == solver_) {
        return report(name,
                      "step " + quoted(name.text) + " is here again, expected each line once");
    }
    if (use.needed_in == solver_) {
        return report(name, "step " + quoted(name.text) + " is needed by a line before it, " +
                                "expected the lines in an order that can run");
    }
    use.listed_in = solver_;
    const Battery& battery = card_.battery();
    battery.each_named_step(battery.nodes()[step],
                            [&](uint32_t named) { uses_[named].needed_in = solver_; });
    return true;
}

bool Reader::read_end_of_line(std::string_view after) {
    if (token_.kind != TokenKind::Newline) {
        return unexpected(token_, "the end of the line after " + std::string(after));
    }
    if (static_cast<size_t>(token_.column) > bounds_.line_length + 1) {
        return report(token_, "the line has " + std::to_string(token_.column - 1) +
                                  " bytes, expected at most " +
                                  std::to_string(bounds_.line_length));
    }
    advance();
    return true;
}

bool Reader::resolve(const Token& name, Operand& operand, std::string_view expected) {
    if (name.kind != TokenKind::Name) return unexpected(name, expected);
    if (uint64_t number = step_number(name.text); number != 0) {
        if (number > card_.step_count()) {
            return report(name, "step " + quoted(name.text) +
                                    " is not there yet, expected an earlier one");
        }
        operand = {Operand::Kind::Step, static_cast<uint32_t>(number - 1)};
        return true;
    }
    if (name.text.size() == 1) {
        size_t which = std::string_view("SIC").find(name.text[0]);
        if (which != std::string_view::npos) {
            operand = {Operand::Kind::Parameter, static_cast<uint32_t>(which)};
            return true;
        }
    }
    if (const Operand* word = find_word(name.text)) {
        operand = *word;
        return true;
    }
    if (is_keyword(name.text)) return unexpected(name, expected);
    return report(name,
                  "unknown name " + quoted(name.text) + ", expected " + std::string(expected));
}

} // namespace

bool is_battery_text(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return text.starts_with(kMark);
}

ParsedBattery parse_battery(std::string_view text, const std::string& file,
                            const BatteryBounds& bounds) {
    if (text.size() > bounds.bytes) {
        std::string message = "the file has " + std::to_string(text.size()) +
                              " bytes, expected at most " + std::to_string(bounds.bytes);
        return {{}, Diagnostic{file, 1, 1, std::move(message)}};
    }
    return Reader(text, file, bounds).read();
}

} // namespace batt
