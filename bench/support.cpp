// SPDX-License-Identifier: MIT-0
#include "support.hpp"

#include <algorithm>
#include <atomic>

namespace batt::bench {

namespace {

std::atomic<bool>& rejected() {
    static std::atomic<bool> value{false};
    return value;
}

} // namespace

Workbench::Workbench(Language language, uint64_t bytes)
    : arena_(bytes), lane_(arena_.data(), bytes, ~0ULL, language) {}

void reject(benchmark::State& state, const std::string& why) {
    rejected() = true;
    state.SkipWithError(why.c_str());
}

bool any_rejected() {
    return rejected();
}

benchmark::Counter time_per(double n) {
    using benchmark::Counter;
    return {n, Counter::kIsIterationInvariantRate | Counter::kInvert};
}

benchmark::Counter per_second(double n) {
    return {n, benchmark::Counter::kIsIterationInvariantRate};
}

double quantile(const std::vector<double>& ascending, double share) {
    if (ascending.empty()) return 0;
    auto at = static_cast<size_t>(share * static_cast<double>(ascending.size()));
    return ascending[std::min(at, ascending.size() - 1)];
}

} // namespace batt::bench
