// SPDX-License-Identifier: MIT-0
// Reading solver text.
#include "base/random.hpp"
#include "dsl/registry.hpp"
#include "program/parser.hpp"
#include "program/print.hpp"
#include "support.hpp"

#include <algorithm>
#include <memory>

namespace batt::bench {

namespace {

/// One of the things a line after `steps` others can name.
Operand any_operand(Random& random, uint32_t steps) {
    switch (random.below(4)) {
    case 0:
        return {Operand::Kind::Parameter, Program::Input};
    case 1:
        return {Operand::Kind::Constant, static_cast<uint32_t>(random.below(constants().size()))};
    case 2:
        return {Operand::Kind::Primitive, static_cast<uint32_t>(random.below(primitives().size()))};
    default:
        break;
    }
    if (steps == 0) return {Operand::Kind::Parameter, Program::Input};
    return {Operand::Kind::Step, static_cast<uint32_t>(random.below(steps))};
}

/// A solver of 4 to 30 lines that means nothing but is well formed.
Program random_program(Random& random, uint32_t number) {
    Program program;
    program.name = "solve_" + std::to_string(number);
    auto steps = static_cast<uint32_t>(4 + random.below(27));
    for (uint32_t k = 0; k < steps; ++k) {
        Step step;
        step.name = k + 1 == steps ? "O" : "x" + std::to_string(k + 1);
        auto id = static_cast<uint32_t>(random.below(primitives().size()));
        step.callee = {Operand::Kind::Primitive, id};
        for (int a = 0; a < primitives()[id].arity(); ++a) {
            step.arguments.push_back(any_operand(random, k));
        }
        program.steps.push_back(std::move(step));
    }
    program.result = {Operand::Kind::Step, steps - 1};
    return program;
}

std::string text_of(const std::vector<Program>& programs) {
    std::string text;
    for (const Program& program : programs) text += print_program(program) + "\n\n";
    return text;
}

std::string random_text(uint32_t solvers) {
    Random random(1);
    std::vector<Program> programs;
    for (uint32_t k = 0; k < solvers; ++k) programs.push_back(random_program(random, k));
    return text_of(programs);
}

void parse(benchmark::State& state, uint32_t solvers) {
    const std::string text = random_text(solvers);
    ParsedFile first = parse_solvers(text, "bench.py");
    if (!first.diagnostics.empty()) return reject(state, first.diagnostics[0].text());
    if (text_of(first.programs) != text) return reject(state, "printing does not undo parsing");
    for (auto _ : state) {
        ParsedFile parsed = parse_solvers(text, "bench.py");
        benchmark::DoNotOptimize(parsed);
    }
    auto lines = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
    state.counters["lines"] = lines;
    state.counters["lines_per_s"] = per_second(lines);
    state.counters["bytes_per_s"] = per_second(static_cast<double>(text.size()));
}

} // namespace

void register_program_cases() {
    for (uint32_t solvers : {100U, 10'000U}) {
        benchmark::RegisterBenchmark(("program/parse/" + std::to_string(solvers)).c_str(),
                                     [solvers](benchmark::State& state) { parse(state, solvers); })
            ->Unit(benchmark::kMillisecond);
    }
}

} // namespace batt::bench
