// SPDX-License-Identifier: MIT-0
#include "dsl/call.hpp"

#include "cli/limits.hpp"
#include "cli/print.hpp"
#include "cli/verb.hpp"
#include "dsl/registry.hpp"
#include "exec/arena.hpp"
#include "io/json_text.hpp"
#include "io/value_text.hpp"
#include "program/diagnostic.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace batt {

namespace {

struct CallOptions {
    std::string file;
    bool jsonl = false;
    Limits limits;
};

/// Answers calls, each in a fresh lane.
class Caller {
public:
    explicit Caller(const Limits& limits)
        : limits_(limits), arena_(limits.bytes),
          lane_(arena_.data(), limits.bytes, limits.steps, host_language()) {}

    /// Appends the answer to a request; false, with `problem` set, if it asks nothing sensible.
    bool answer(const nlohmann::json& request, std::string& out, std::string& problem) {
        lane_.reset(limits_.steps);
        Value function;
        std::vector<Value> arguments;
        if (!read(request, function, arguments, problem)) return false;
        Value value = call(lane_, function, arguments.data(), static_cast<int>(arguments.size()));
        std::string_view text;
        if (!lane_.failed()) {
            text = writer_.write(lane_, value);
            if (text.empty()) lane_.fail(Fault::Limit);
        }
        if (lane_.failed()) {
            out += R"({"err":")" + std::string(fault_name(lane_.fault())) + "\"}\n";
        } else {
            out += R"({"out":)";
            out += text;
            out += "}\n";
        }
        return true;
    }

private:
    bool read(const nlohmann::json& request, Value& function, std::vector<Value>& arguments,
              std::string& problem) {
        auto fail = [&](std::string message) {
            problem = std::move(message);
            return false;
        };
        if (!request.is_object() || !request.contains("fn") || !request["fn"].is_string() ||
            !request.contains("args") || !request["args"].is_array()) {
            return fail(R"(expected {"fn": "name", "args": [...]})");
        }
        for (const nlohmann::json& from : request["args"]) {
            if (!read_value(lane_, from, arguments.emplace_back(), problem)) {
                return fail("args[" + std::to_string(arguments.size() - 1) + "]: " + problem);
            }
        }
        const auto& name = request["fn"].get_ref<const std::string&>();
        if (name == "_call") {
            if (arguments.empty()) return fail("_call needs the value to call as args[0]");
            function = arguments.front();
            arguments.erase(arguments.begin());
            return true;
        }
        std::optional<uint32_t> id = find_primitive(name);
        if (!id)
            return fail("no primitive " + batt::quoted(name) + "; 'batt primitives' lists all");
        function = primitive_value(*id);
        return true;
    }

    Limits limits_;
    Arena arena_;
    Lane lane_;
    ValueWriter writer_;
};

/// Answers one line; false, with `problem` naming the place, if it asks nothing sensible.
bool answer_line(Caller& caller, const std::string& line, const std::string& file, size_t number,
                 std::string& out, std::string& problem) {
    Result<nlohmann::json> request = parse_json(line, file, number);
    if (!request) {
        problem = request.error();
        return false;
    }
    if (caller.answer(*request, out, problem)) return true;
    problem = file + ":" + std::to_string(number) + ": " + problem;
    return false;
}

int answer_lines(std::istream& in, const std::string& file, const Limits& limits) {
    Caller caller(limits);
    int code = kExitOk;
    std::string line;
    std::string out;
    std::string problem;
    for (size_t number = 1; std::getline(in, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        out.clear();
        if (!answer_line(caller, line, file, number, out, problem)) {
            note(problem);
            out = R"({"error":)";
            append_json_string(out, problem);
            out += "}\n";
            code = kExitFailed;
        }
        put(out);
        // Whoever waits for this answer before asking again gets it now.
        if (in.rdbuf()->in_avail() <= 0) pass_on();
    }
    if (in.bad()) {
        note("cannot read " + file + " to its end: " + std::strerror(errno));
        return kExitFailed;
    }
    return code;
}

int call_lines(const CallOptions& options) {
    if (options.file.empty() || options.file == "-") {
        std::ios::sync_with_stdio(false);
        return answer_lines(std::cin, "stdin", options.limits);
    }
    std::ifstream file(options.file);
    if (!file) {
        note("cannot read " + options.file + ": " + std::strerror(errno));
        return kExitFailed;
    }
    return answer_lines(file, options.file, options.limits);
}

} // namespace

Action add_call(CLI::App& command) {
    auto options = std::make_shared<CallOptions>();
    command
        .add_flag("--jsonl", options->jsonl,
                  R"(Read {"fn": ..., "args": [...]} lines, write {"out": ...} or {"err": ...})")
        ->required();
    command.add_option("FILE", options->file, "Where the lines are; the standard input by default");
    add_limits(command, options->limits);
    return [options] { return call_lines(*options); };
}

} // namespace batt
