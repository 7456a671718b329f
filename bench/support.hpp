// SPDX-License-Identifier: MIT-0
// What the benchmarks share. Case names read room/what/size; a case checks its results before it
// is timed.
#pragma once

#include "exec/arena.hpp"
#include "value/lane.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace batt::bench {

void register_value_cases();
void register_dsl_cases();
void register_program_cases();
void register_exec_cases();
void register_pass_cases();
void register_growth_cases();

/// A lane with memory of its own and steps that no benchmark spends.
class Workbench {
public:
    explicit Workbench(Language language, uint64_t bytes = 1ULL << 30);

    Lane& lane() { return lane_; }

private:
    Arena arena_;
    Lane lane_;
};

/// Ends a case whose results are not what they should be; nothing is reported for it, and the
/// program fails in the end.
void reject(benchmark::State& state, const std::string& why);
/// Whether any case was rejected.
bool any_rejected();

/// Counts `n` events an iteration; shows the seconds one takes.
benchmark::Counter time_per(double n);
/// Counts `n` events an iteration; shows how many happen a second.
benchmark::Counter per_second(double n);

/// The middle of some numbers in ascending order (0.5 is the median), at most the last.
double quantile(const std::vector<double>& ascending, double share);

} // namespace batt::bench
