// SPDX-License-Identifier: MIT-0
#include "support.hpp"

#include <fstream>
#include <string>

namespace {

/// The processor's name as the system gives it.
std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::AddCustomContext("processor", processor());
    benchmark::AddCustomContext("compiler", BATT_BENCH_COMPILER);
    benchmark::AddCustomContext("flags", BATT_BENCH_FLAGS);
    batt::bench::register_value_cases();
    batt::bench::register_dsl_cases();
    batt::bench::register_program_cases();
    batt::bench::register_exec_cases();
    batt::bench::register_pass_cases();
    batt::bench::register_growth_cases();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return batt::bench::any_rejected() ? 1 : 0;
}
