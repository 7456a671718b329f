// SPDX-License-Identifier: MIT-0
#include "cli/measured.hpp"

#include "cli/limits.hpp"
#include "cli/pass_options.hpp"
#include "cli/print.hpp"
#include "cli/solvers.hpp"
#include "cli/whole_number.hpp"
#include "io/task_file.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace batt {

namespace {

constexpr const char* kExampleSolvers = "examples/solvers.py";
constexpr const char* kExampleTasks = "examples/tasks";
/// Solvers are numbered by 32 bits.
constexpr uint64_t kMostMutants = 1'000'000'000;

/// The path, if it is there; otherwise says what to do instead.
bool is_there(const char* path, const char* option) {
    if (std::filesystem::exists(path)) return true;
    note(std::string("there is no ") + path + " here: run this in the repository, or give " +
         option);
    return false;
}

} // namespace

void add_measured(CLI::App& command, MeasuredOptions& options) {
    command.add_option("--solvers", options.solvers, "Solver files (the examples)")
        ->type_name("FILE");
    command
        .add_option("--data", options.data,
                    "A folder of task files, a task file, or a *_challenges.json (the examples)")
        ->type_name("PATH");
    command.add_option("--first-solvers", options.first_solvers, "Take only so many solvers")
        ->check(whole_number())
        ->type_name("N");
    command.add_option("--first-tasks", options.first_tasks, "Take only so many tasks")
        ->check(whole_number())
        ->type_name("N");
    command
        .add_option("--mutants", options.mutants,
                    "Take so many mutants of the solvers in their place, one or two lines changed")
        ->type_name("N")
        ->check(whole_number(0, kMostMutants));
    command.add_option("--seed", options.seed, "Which mutants")
        ->check(whole_number())
        ->capture_default_str();
    command.add_option("--policy", options.policy, "What a failing line does: strict or safe")
        ->check(CLI::IsMember({"strict", "safe"}))
        ->capture_default_str();
    add_no_pass(command, options.without);
    add_limits(command, options.limits);
}

std::optional<Measured> load_measured(const MeasuredOptions& options) {
    std::vector<std::string> files = options.solvers;
    if (files.empty()) {
        if (!is_there(kExampleSolvers, "--solvers")) return {};
        files.push_back(kExampleSolvers);
    }
    std::string data = options.data;
    if (data.empty()) {
        if (!is_there(kExampleTasks, "--data")) return {};
        data = kExampleTasks;
    }
    SolverSet solvers = load_solvers(files);
    TaskSet tasks = load_tasks(data);
    for (const std::string& problem : solvers.problems) note(problem);
    for (const std::string& problem : tasks.problems) note(problem);
    if (!solvers.problems.empty() || !tasks.problems.empty()) return {};
    Measured measured{std::move(solvers.programs), std::move(tasks.tasks)};
    measured.solvers.resize(std::min(measured.solvers.size(), options.first_solvers));
    measured.tasks.resize(std::min(measured.tasks.size(), options.first_tasks));
    if (measured.solvers.empty() || measured.tasks.empty()) {
        note("nothing to measure: " + std::to_string(measured.solvers.size()) + " solvers, " +
             std::to_string(measured.tasks.size()) + " tasks");
        return {};
    }
    return measured;
}

} // namespace batt
