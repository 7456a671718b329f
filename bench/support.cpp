// SPDX-License-Identifier: MIT-0
#include "support.hpp"

#include "value/tuple.hpp"

#include <algorithm>
#include <atomic>
#include <time.h>

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

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Value place_grid(Lane& lane, const GridData& grid) {
    NewGrid made = make_grid(lane, grid.rows, grid.cols);
    if (made.cells != nullptr) {
        std::transform(grid.cells.begin(), grid.cells.end(), made.cells,
                       [](uint8_t cell) { return static_cast<int8_t>(cell); });
    }
    return made.value;
}

double quantile(const std::vector<double>& ascending, double share) {
    if (ascending.empty()) return 0;
    auto at = static_cast<size_t>(share * static_cast<double>(ascending.size()));
    return ascending[std::min(at, ascending.size() - 1)];
}

} // namespace batt::bench
