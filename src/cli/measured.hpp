// SPDX-License-Identifier: MIT-0
// What bench and profile measure: solvers or mutants of them, on tasks.
#pragma once

#include "cli/option_library.hpp"
#include "exec/policy.hpp"
#include "io/task.hpp"
#include "program/mutate.hpp"
#include "program/program.hpp"
#include "value/lane.hpp"

#include <optional>
#include <string>
#include <vector>

namespace batt {

struct MeasuredOptions {
    std::vector<std::string> solvers;
    std::string data;
    size_t first_solvers = SIZE_MAX;
    size_t first_tasks = SIZE_MAX;
    uint64_t mutants = 0; ///< 0: the solvers themselves
    uint64_t seed = 1;
    std::string policy = "strict";
    std::vector<std::string> without; ///< passes left out
    Limits limits;

    Policy chosen_policy() const { return policy == "safe" ? Policy::Safe : Policy::Strict; }
};

/// Declares --solvers, --data, --first-solvers, --first-tasks, --mutants, --seed, --policy,
/// --no-pass and the limits.
void add_measured(CLI::App& command, MeasuredOptions& options);

/// Solvers and tasks in memory.
struct Measured {
    std::vector<Program> solvers;
    std::vector<Task> tasks;
};

/// Reads what the options name, by default the examples of the repository; notes what is wrong, and
/// gives nothing if anything is.
std::optional<Measured> load_measured(const MeasuredOptions& options);

/// The programs to run, one at a time: a million mutants need not be in memory at once.
class Population {
public:
    Population(const Measured& measured, const MeasuredOptions& options)
        : solvers_(measured.solvers), mutants_(measured.solvers, options.seed),
          mutant_count_(options.mutants) {}

    uint64_t size() const { return mutant_count_ > 0 ? mutant_count_ : solvers_.size(); }
    /// Valid until the next call.
    const Program& at(uint64_t k) { return mutant_count_ > 0 ? mutants_.make(k) : solvers_[k]; }

private:
    const std::vector<Program>& solvers_;
    Mutants mutants_;
    uint64_t mutant_count_;
};

} // namespace batt
