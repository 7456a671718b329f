// SPDX-License-Identifier: MIT-0
#include "dsl/call.hpp"
#include "dsl/registry.hpp"
#include "io/value_text.hpp"
#include "program/diagnostic.hpp"
#include "value/set.hpp"
#include "value/tuple.hpp"

#include <nlohmann/json.hpp>

namespace batt {

namespace {

using nlohmann::json;

/// Deepest nesting that is read: enough for any value, little enough for the stack.
constexpr int kMaxReadNesting = 1000;

class Reader {
public:
    Reader(Lane& lane, std::string& problem) : lane_(lane), problem_(problem) {}

    bool read(const json& from, Value& value, int nesting) {
        if (nesting > kMaxReadNesting) {
            return fail("the value is nested too deep, expected at most " +
                        std::to_string(kMaxReadNesting) + " levels");
        }
        switch (from.type()) {
        case json::value_t::null:
            value = Value::none();
            return true;
        case json::value_t::boolean:
            value = Value::boolean(from.get<bool>());
            return true;
        case json::value_t::number_integer:
            value = Value::integer(from.get<int64_t>());
            return true;
        case json::value_t::number_unsigned:
            if (from.get<uint64_t>() > INT64_MAX) break;
            value = Value::integer(from.get<int64_t>());
            return true;
        case json::value_t::array:
            return read_tuple(from, value, nesting);
        case json::value_t::object:
            return read_object(from, value, nesting);
        default:
            break;
        }
        return fail("found " + shown(from) +
                    ", expected a whole number of 64 bits, true, false, "
                    "null, a list, {\"s\":[...]} or {\"f\":...}");
    }

private:
    bool fail(std::string message) {
        problem_ = std::move(message);
        return false;
    }

    /// What stands where something else was expected, in short: containers may be endless.
    static std::string shown(const json& from) {
        if (from.is_array()) return "a list";
        if (from.is_object()) return "an object";
        constexpr size_t kMost = 40;
        std::string text = from.dump(-1, ' ', true, json::error_handler_t::replace);
        return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
    }

    /// Whether the lane could hold what was just made.
    bool made(const char* what) {
        if (!lane_.failed()) return true;
        return fail(std::string("cannot make the ") + what + ": " + fault_name(lane_.fault()));
    }

    bool read_all(const json& from, size_t start, std::vector<Value>& values, int nesting) {
        values.reserve(from.size());
        for (size_t k = start; k < from.size(); ++k) {
            if (!read(from[k], values.emplace_back(), nesting + 1)) return false;
        }
        return true;
    }

    bool read_tuple(const json& from, Value& value, int nesting) {
        std::vector<Value> items;
        if (!read_all(from, 0, items, nesting)) return false;
        value = make_tuple(lane_, items.data(), items.size());
        return made("tuple");
    }

    bool read_object(const json& from, Value& value, int nesting) {
        auto set = from.find("s");
        auto function = from.find("f");
        if (from.size() == 1 && set != from.end() && set->is_array()) {
            return read_set(*set, value, nesting);
        }
        if (from.size() == 1 && function != from.end() && function->is_string()) {
            return read_function(function->get_ref<const std::string&>(), value);
        }
        if (from.size() == 1 && function != from.end() && function->is_array()) {
            return read_closure(*function, value, nesting);
        }
        return fail("found " + shown(from) +
                    R"(, expected {"s":[...]}, {"f":"name"} or {"f":["name",...]})");
    }

    bool read_set(const json& from, Value& value, int nesting) {
        std::vector<Value> items;
        if (!read_all(from, 0, items, nesting)) return false;
        Scratch scope(lane_);
        MutableSet set(lane_, items.size());
        for (Value item : items) set.add(item);
        value = set.finish();
        return made("set");
    }

    bool read_function(const std::string& name, Value& value) {
        if (name == "safe_default") {
            value = safe_default(Type::Callable);
            return true;
        }
        std::optional<uint32_t> id = find_primitive(name);
        if (!id)
            return fail("unknown function " + batt::quoted(name) + ", expected a DSL function");
        value = primitive_value(*id);
        return true;
    }

    bool read_closure(const json& from, Value& value, int nesting) {
        static constexpr std::string_view kMakers[] = {"compose", "chain", "matcher",
                                                       "rbind",   "lbind", "fork"};
        if (!from.empty() && from[0].is_string()) {
            const auto& name = from[0].get_ref<const std::string&>();
            for (std::string_view maker : kMakers) {
                if (name != maker) continue;
                uint32_t id = *find_primitive(name);
                std::vector<Value> captured;
                if (from.size() != 1 + primitives()[id].parameters.size()) break;
                if (!read_all(from, 1, captured, nesting)) return false;
                value = invoke(lane_, id, captured.data());
                return made("closure");
            }
        }
        return fail("found " + shown(from) +
                    ", expected [\"compose\", f, g] or one of chain, "
                    "matcher, rbind, lbind, fork with its arguments");
    }

    Lane& lane_;
    std::string& problem_;
};

} // namespace

bool read_value(Lane& lane, const json& json, Value& value, std::string& problem) {
    return Reader(lane, problem).read(json, value, 0);
}

} // namespace batt
