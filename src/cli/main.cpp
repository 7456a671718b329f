// SPDX-License-Identifier: MIT-0
#include "cli/print.hpp"
#include "cli/verb.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace batt; // NOLINT(google-build-using-namespace): this file is the top of the house

struct Verb {
    const char* name;
    const char* summary;
    Action (*add)(CLI::App& command);
};

constexpr Verb kVerbs[] = {
    {"run", "Run solvers on tasks and say which are solved", add_run},
    {"card", "Fuse solvers into one battery", add_card},
    {"show", "Say what is in a battery: its numbers, its steps, a drawing", add_show},
    {"bench", "Time solvers one by one, fused, and fused on all threads", add_bench},
    {"profile", "Say which primitives and lines take the time", add_profile},
    {"verify", "Compare a device with the processors, result by result", add_verify},
    {"backends", "List what can run solvers here", add_backends},
    {"call", "Answer single calls, one JSON line each", add_call},
    {"primitives", "List the functions of the DSL, or explain one", add_primitives},
};

/// One line instead of CLI11's page.
std::string misuse_message(const CLI::App* app, const CLI::Error& error) {
    std::string name = "batt";
    for (const CLI::App* command : app->get_subcommands()) name += " " + command->get_name();
    std::string what = error.what();
    for (char& c : what) c = c == '\n' ? ' ' : c;
    return name + ": " + what + " (see " + name + " --help)\n";
}

bool is_verb(std::string_view word) {
    return std::any_of(std::begin(kVerbs), std::end(kVerbs),
                       [&](const Verb& verb) { return verb.name == word; });
}

/// The name of an option that was given an empty value, as by a variable of a script that is not
/// set; "" if there is none.
std::string empty_option(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& value : option->results()) {
            if (value.empty()) return option->get_name();
        }
    }
    for (const CLI::App* group : command.get_subcommands([](const CLI::App*) { return true; })) {
        if (std::string name = empty_option(*group); !name.empty()) return name;
    }
    return {};
}

int run_command(int argc, char** argv) {
    if (argc > 1 && argv[1][0] != '-' && !is_verb(argv[1])) {
        note("no command '" + std::string(argv[1]) + "' (see batt --help)");
        return kExitMisuse;
    }
    CLI::App app("Runs ARC DSL solvers exactly as the reference does.", "batt");
    app.set_version_flag("--version", "batt " BATT_VERSION);
    app.require_subcommand(1);
    app.failure_message(misuse_message);
    std::vector<std::pair<CLI::App*, Action>> actions;
    for (const Verb& verb : kVerbs) {
        CLI::App* command = app.add_subcommand(verb.name, verb.summary);
        actions.emplace_back(command, verb.add(*command));
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        int code = app.exit(error);
        return code == 0 ? kExitOk : kExitMisuse;
    }
    for (const auto& [command, action] : actions) {
        if (!command->parsed()) continue;
        if (std::string option = empty_option(*command); !option.empty()) {
            note(option + " has an empty value (see batt " + command->get_name() + " --help)");
            return kExitMisuse;
        }
        return action();
    }
    return kExitMisuse;
}

} // namespace

int main(int argc, char** argv) {
    try {
        int code = run_command(argc, argv);
        return flush_output() ? code : kExitFailed;
    } catch (const std::bad_alloc&) {
        note("not enough memory; give it less at a time");
        return kExitFailed;
    } catch (const std::exception& error) {
        note(error.what());
        return kExitFailed;
    }
}
