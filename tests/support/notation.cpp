// SPDX-License-Identifier: MIT-0
#include "support/notation.hpp"

#include "dsl/call.hpp"
#include "dsl/registry.hpp"
#include "value/set.hpp"
#include "value/tuple.hpp"

#include <cctype>
#include <vector>

namespace batt::testing {

namespace {

class Reader {
public:
    Reader(Lane& lane, std::string_view text) : lane_(lane), text_(text) {}

    Value whole() {
        Value v = expression();
        if (peek() != '\0') fail("unexpected text");
        return v;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw BadNotation(what + " at " + std::to_string(at_) + " in: " + std::string(text_));
    }
    char peek() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    void expect(char c) {
        if (peek() != c) fail(std::string("expected '") + c + "'");
        ++at_;
    }

    /// Elements up to the closing parenthesis; says whether a comma followed the last one.
    std::vector<Value> list(bool& comma) {
        std::vector<Value> items;
        expect('(');
        comma = false;
        while (peek() != ')') {
            items.push_back(expression());
            comma = peek() == ',';
            if (comma) {
                ++at_;
            } else if (peek() != ')') {
                fail("expected ',' or ')'");
            }
        }
        expect(')');
        return items;
    }

    Value set_of(const std::vector<Value>& items) {
        Scratch scope(lane_);
        MutableSet set(lane_, items.size());
        for (Value v : items) set.add(v);
        return set.finish();
    }

    Value name() {
        size_t start = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
            ++at_;
        }
        std::string_view word = text_.substr(start, at_ - start);
        if (word == "True") return Value::boolean(true);
        if (word == "False") return Value::boolean(false);
        if (word == "None") return Value::none();
        if (word == "fs") {
            bool comma = false;
            return set_of(list(comma));
        }
        if (auto id = find_constant(word)) return constants()[*id].value;
        if (auto id = find_primitive(word)) return primitive_value(*id);
        fail("unknown name '" + std::string(word) + "'");
    }

    Value expression() {
        char c = peek();
        Value v;
        if (c == '(') {
            bool comma = false;
            std::vector<Value> items = list(comma);
            v = items.size() == 1 && !comma ? items[0]
                                            : make_tuple(lane_, items.data(), items.size());
        } else if (c == '-' || std::isdigit(static_cast<unsigned char>(c)) != 0) {
            size_t used = 0;
            v = Value::integer(std::stoll(std::string(text_.substr(at_)), &used));
            at_ += used;
        } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
            v = name();
        } else {
            fail("expected a value");
        }
        while (peek() == '(') {
            bool comma = false;
            std::vector<Value> args = list(comma);
            if (lane_.failed()) return v;
            v = call(lane_, v, args.data(), static_cast<int>(args.size()));
        }
        return v;
    }

    Lane& lane_;
    std::string_view text_;
    size_t at_ = 0;
};

void write(const Lane& lane, Value v, std::string& out) {
    switch (v.kind()) {
    case Kind::None:
        out += "None";
        return;
    case Kind::Bool:
        out += v.num != 0 ? "True" : "False";
        return;
    case Kind::Int:
        out += std::to_string(v.num);
        return;
    case Kind::Function:
        out += primitives()[v.ref()].name;
        return;
    case Kind::Closure:
        out += "<closure>";
        return;
    default:
        break;
    }
    out += v.is_set() ? "fs(" : "(";
    uint32_t n = length(v);
    for (uint32_t k = 0; k < n; ++k) {
        if (k != 0) out += ',';
        write(lane, item(lane, v, k), out);
    }
    out += n == 1 && !v.is_set() ? ",)" : ")";
}

} // namespace

Value evaluate(Lane& lane, std::string_view text) {
    return Reader(lane, text).whole();
}

std::string render(const Lane& lane, Value value) {
    std::string out;
    write(lane, value, out);
    return out;
}

std::string outcome(Lane& lane, std::string_view text) {
    Value v = evaluate(lane, text);
    if (lane.failed()) return std::string("!") + fault_name(lane.fault());
    return render(lane, v);
}

std::string squeezed(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c != ' ') out += c;
    }
    return out;
}

} // namespace batt::testing
