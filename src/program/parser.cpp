// SPDX-License-Identifier: MIT-0
// A recursive-descent parser without recursion: the language has no nesting to descend into.
#include "program/parser.hpp"

#include "dsl/registry.hpp"
#include "program/lexer.hpp"
#include "program/name_table.hpp"
#include "program/vocabulary.hpp"

namespace batt {

namespace {

constexpr std::string_view kExpectedOperand =
    "a parameter, an earlier variable, a constant or a DSL function";
constexpr std::string_view kExpectedCallee = "a DSL function or an earlier variable to call";

class Parser {
public:
    Parser(std::string_view text, const std::string& file, const ParseBounds& bounds)
        : bounds_(bounds), file_(file), lexer_(text) {}

    ParsedFile parse() {
        advance();
        while (token_.kind != TokenKind::End) {
            Lexer::Place start = lexer_.line_of(token_);
            if (!parse_top()) {
                lexer_.resume_at_def_after(start);
                advance();
            }
        }
        return std::move(out_);
    }

private:
    // Every parse_ function leaves the current token behind what it read, or reports and gives
    // false; the caller then gives up the solver.
    bool parse_top();
    bool parse_import();
    bool parse_strings();
    bool parse_solver();
    bool parse_parameters();
    bool parse_return_annotation();
    bool parse_body(Program& program, const Token& name);
    bool parse_statement(Program& program, bool& returned);
    bool parse_assignment(Program& program);
    bool parse_arguments(Step& step);
    bool parse_argument(Step& step);
    bool place_keywords(Step& step);
    bool parse_operand(Operand& operand, std::string_view expected);
    bool resolve(const Token& name, Operand& operand, std::string_view expected);
    bool skip_annotation(std::string_view end_1, std::string_view end_2);

    void advance() { token_ = lexer_.next(); }
    bool expect_mark(std::string_view mark, std::string_view where);
    bool expect_newline(std::string_view after);
    bool check_name(const Token& token, std::string_view what);

    bool report(const Token& token, std::string message);
    bool unexpected(const Token& token, std::string_view expected);

    /// A keyword argument until its place is known.
    struct Keyword {
        Token name;
        Operand value;
    };

    const ParseBounds& bounds_;
    const std::string& file_;
    Lexer lexer_;
    Token token_;
    NameTable locals_;
    NameTable solvers_;             ///< solvers kept so far, by position
    std::vector<Keyword> keywords_; ///< of the call being read
    ParsedFile out_;
};

bool Parser::report(const Token& token, std::string message) {
    if (out_.diagnostics.size() < bounds_.diagnostics) {
        out_.diagnostics.push_back({file_, token.line, token.column, std::move(message)});
    } else if (out_.diagnostics.size() == bounds_.diagnostics) {
        out_.diagnostics.push_back(
            {file_, token.line, token.column, "more problems follow; mend the ones above first"});
    }
    return false;
}

bool Parser::unexpected(const Token& token, std::string_view expected) {
    if (token.kind == TokenKind::Bad) expected = token.problem;
    return report(token, "found " + found(token) + ", expected " + std::string(expected));
}

bool Parser::expect_mark(std::string_view mark, std::string_view where) {
    if (!token_.is(mark))
        return unexpected(token_, "'" + std::string(mark) + "' " + std::string(where));
    advance();
    return true;
}

bool Parser::expect_newline(std::string_view after) {
    if (token_.kind != TokenKind::Newline) {
        return unexpected(token_, "the end of the line after " + std::string(after));
    }
    advance();
    return true;
}

/// A name that may be given to something new.
bool Parser::check_name(const Token& token, std::string_view what) {
    if (token.kind != TokenKind::Name) return unexpected(token, what);
    if (token.text.size() > bounds_.name_length) {
        return report(token, "name " + quoted(token.text) + " is too long, expected at most " +
                                 std::to_string(bounds_.name_length) + " characters");
    }
    if (is_keyword(token.text)) return unexpected(token, what);
    return true;
}

bool Parser::parse_top() {
    if (!token_.indent.empty()) {
        return report(token_, "found " + found(token_) +
                                  " after white space, expected no indentation outside a solver");
    }
    if (token_.kind == TokenKind::String) return parse_strings();
    if (token_.is_word("import") || token_.is_word("from")) return parse_import();
    if (token_.is_word("def")) return parse_solver();
    return unexpected(token_, "'def', 'import' or 'from' at the start of a line");
}

/// Imports are read over: the DSL is the only thing a solver can name.
bool Parser::parse_import() {
    for (advance(); token_.kind != TokenKind::Newline; advance()) {
        bool fits = token_.kind == TokenKind::Name && !token_.is_word("def");
        for (std::string_view mark : {".", ",", "*", "(", ")"}) fits = fits || token_.is(mark);
        if (!fits) return unexpected(token_, "names to import");
    }
    advance();
    return true;
}

/// Strings that stand alone are documentation.
bool Parser::parse_strings() {
    while (token_.kind == TokenKind::String) advance();
    return expect_newline("the docstring");
}

bool Parser::parse_solver() {
    Program program;
    program.line = token_.line;
    advance();
    Token name = token_;
    if (!check_name(name, "the name of the solver after 'def'")) return false;
    program.name = name.text;
    advance();
    locals_.clear();
    if (!parse_parameters() || !parse_return_annotation() ||
        !expect_mark(":", "after the parameters") || !expect_newline("':'") ||
        !parse_body(program, name)) {
        return false;
    }
    if (const Operand* first = solvers_.find(name.text)) {
        return report(name, "solver " + quoted(name.text) + " is here again, expected another " +
                                "name: the first is in line " +
                                std::to_string(out_.programs[first->index].line));
    }
    solvers_.set(name.text, {Operand::Kind::Step, static_cast<uint32_t>(out_.programs.size())});
    out_.programs.push_back(std::move(program));
    return true;
}

bool Parser::parse_parameters() {
    static constexpr std::string_view kExpected = "the parameters (I) or (S, I, C)";
    if (!token_.is("(")) return unexpected(token_, kExpected);
    advance();
    std::string_view rest = token_.text == "S" ? "SIC" : "I";
    for (bool first = true; !rest.empty(); first = false) {
        if (!first) {
            if (!token_.is(",")) return unexpected(token_, kExpected);
            advance();
        }
        if (!token_.is_word(rest.substr(0, 1))) return unexpected(token_, kExpected);
        uint32_t which = rest[0] == 'S'   ? Program::Samples
                         : rest[0] == 'I' ? Program::Input
                                          : Program::Candidate;
        locals_.set(token_.text, {Operand::Kind::Parameter, which});
        rest.remove_prefix(1);
        advance();
        if (token_.is(":") && !skip_annotation(",", ")")) return false;
    }
    if (token_.is(",")) advance();
    if (!token_.is(")")) return unexpected(token_, kExpected);
    advance();
    return true;
}

bool Parser::parse_return_annotation() {
    return !token_.is("->") || skip_annotation(":", ":");
}

/// Reads over the mark at hand and a type, up to one of two marks outside its brackets.
bool Parser::skip_annotation(std::string_view end_1, std::string_view end_2) {
    advance();
    size_t depth = 0;
    for (bool empty = true;; empty = false, advance()) {
        if (depth == 0 && !empty && (token_.is(end_1) || token_.is(end_2))) return true;
        bool opens = token_.is("(") || token_.is("[") || token_.is("{");
        bool closes = token_.is(")") || token_.is("]") || token_.is("}");
        bool part = token_.kind == TokenKind::Name || token_.kind == TokenKind::String ||
                    token_.kind == TokenKind::Number || token_.is(".") || token_.is("|") ||
                    (depth > 0 && token_.is(",")) || opens || (closes && depth > 0);
        if (!part || token_.is_word("def")) return unexpected(token_, "a type");
        if (opens) ++depth;
        if (closes) --depth;
    }
}

bool Parser::parse_body(Program& program, const Token& name) {
    if (token_.kind == TokenKind::End || token_.indent.empty()) {
        return unexpected(token_, "an indented line after 'def'");
    }
    std::string_view indent = token_.indent;
    bool returned = false;
    while (token_.kind != TokenKind::End && !token_.indent.empty()) {
        if (token_.indent != indent) {
            return report(token_, "found " + found(token_) +
                                      " after other white space than the lines above, expected "
                                      "the same indentation");
        }
        if (returned) return unexpected(token_, "the end of the solver after 'return'");
        if (!parse_statement(program, returned)) return false;
    }
    if (returned) return true;
    return report(name, "solver " + quoted(name.text) + " has no end, expected 'return NAME'");
}

bool Parser::parse_statement(Program& program, bool& returned) {
    if (token_.kind == TokenKind::String) return parse_strings();
    if (!token_.is_word("return")) return parse_assignment(program);
    advance();
    returned = true;
    return parse_operand(program.result, kExpectedOperand) && expect_newline("'return NAME'");
}

bool Parser::parse_assignment(Program& program) {
    Token target = token_;
    if (!check_name(target, "a line 'x = f(a, b)' or 'return x'")) return false;
    advance();
    if (token_.is(":") && !skip_annotation("=", "=")) return false;
    if (!token_.is("=")) {
        return unexpected(token_, "'=' after " + quoted(target.text));
    }
    if (const Operand* taken = find_word(target.text)) {
        bool constant = taken->kind == Operand::Kind::Constant;
        return report(target, "cannot assign to " + quoted(target.text) + ", a DSL " +
                                  (constant ? "constant" : "function") +
                                  "; expected a name of its own");
    }
    const Operand* old = locals_.find(target.text);
    if (old != nullptr && old->kind == Operand::Kind::Parameter) {
        return report(target, "cannot assign to the parameter " + quoted(target.text) +
                                  "; expected a name of its own");
    }
    if (program.steps.size() >= bounds_.steps_per_solver) {
        return report(target, "the solver is too long at " + quoted(target.text) +
                                  ", expected at most " + std::to_string(bounds_.steps_per_solver) +
                                  " lines");
    }
    advance();
    Step& step = program.steps.emplace_back();
    step.name = target.text;
    step.line = target.line;
    if (!parse_operand(step.callee, kExpectedCallee) ||
        !expect_mark("(", "and arguments: every line is one call") || !parse_arguments(step) ||
        !expect_newline("the call: every line is one call")) {
        return false;
    }
    locals_.set(target.text,
                {Operand::Kind::Step, static_cast<uint32_t>(program.steps.size() - 1)});
    return true;
}

bool Parser::parse_arguments(Step& step) {
    keywords_.clear();
    while (!token_.is(")")) {
        if (step.arguments.size() + keywords_.size() >= bounds_.arguments) {
            return report(token_, "too many arguments at " + found(token_) + ", expected at most " +
                                      std::to_string(bounds_.arguments));
        }
        if (!parse_argument(step)) return false;
        if (token_.is(",")) {
            advance();
        } else if (token_.is("(")) {
            return unexpected(token_, "',' or ')': a call inside a call needs a line of its own");
        } else if (!token_.is(")")) {
            return unexpected(token_, "',' or ')' after an argument");
        }
    }
    advance();
    return place_keywords(step);
}

bool Parser::parse_argument(Step& step) {
    Token name = token_;
    if (name.kind != TokenKind::Name) return unexpected(name, kExpectedOperand);
    advance();
    if (token_.is("=")) {
        advance();
        keywords_.push_back({name, {}});
        return parse_operand(keywords_.back().value, kExpectedOperand);
    }
    if (!keywords_.empty()) {
        return unexpected(name, "a keyword argument 'name=value' after the first of them");
    }
    return resolve(name, step.arguments.emplace_back(), kExpectedOperand);
}

/// Puts keyword arguments in their places. What is left out is left out: the call then has too few
/// arguments and fails when it runs, as in Python.
bool Parser::place_keywords(Step& step) {
    if (keywords_.empty()) return true;
    if (step.callee.kind != Operand::Kind::Primitive) {
        return unexpected(keywords_[0].name,
                          "positional arguments: only DSL functions have named parameters");
    }
    const Primitive& primitive = primitives()[step.callee.index];
    std::vector<const Keyword*> places(primitive.parameters.size(), nullptr);
    for (const Keyword& keyword : keywords_) {
        size_t place = 0;
        while (place < places.size() && primitive.parameters[place].name != keyword.name.text) {
            ++place;
        }
        if (place == places.size()) {
            std::string names;
            for (const Parameter& parameter : primitive.parameters) {
                names += (names.empty() ? "" : ", ") + std::string(parameter.name);
            }
            return unexpected(keyword.name,
                              "a parameter of " + std::string(primitive.name) + " (" + names + ")");
        }
        if (place < step.arguments.size() || places[place] != nullptr) {
            return unexpected(keyword.name, "each argument once");
        }
        places[place] = &keyword;
    }
    for (const Keyword* keyword : places) {
        if (keyword != nullptr) step.arguments.push_back(keyword->value);
    }
    return true;
}

bool Parser::parse_operand(Operand& operand, std::string_view expected) {
    if (!resolve(token_, operand, expected)) return false;
    advance();
    return true;
}

bool Parser::resolve(const Token& name, Operand& operand, std::string_view expected) {
    if (name.kind != TokenKind::Name) return unexpected(name, expected);
    const Operand* meaning = locals_.find(name.text);
    if (meaning == nullptr) meaning = find_word(name.text);
    if (meaning == nullptr) {
        if (is_keyword(name.text)) return unexpected(name, expected);
        return report(name,
                      "unknown name " + quoted(name.text) + ", expected " + std::string(expected));
    }
    operand = *meaning;
    return true;
}

} // namespace

ParsedFile parse_solvers(std::string_view text, const std::string& file,
                         const ParseBounds& bounds) {
    if (text.size() > bounds.bytes) {
        std::string message = "the file has " + std::to_string(text.size()) +
                              " bytes, expected at most " + std::to_string(bounds.bytes);
        return {{}, {{file, 1, 1, std::move(message)}}};
    }
    return Parser(text, file, bounds).parse();
}

} // namespace batt
