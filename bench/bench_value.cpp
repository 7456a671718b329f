// SPDX-License-Identifier: MIT-0
// Sets: building them element by element, and looking elements up.
#include "dsl/registry.hpp"
#include "support.hpp"
#include "value/set.hpp"

#include <memory>

namespace batt::bench {

namespace {

/// What a set's elements are: each kind has its own compact form.
enum class Elements { Pairs, Cells, Ints };

constexpr uint32_t kSide = 30;

/// The `k`th element, in the order in which grids are read.
Value element(Elements elements, uint32_t k) {
    auto i = static_cast<int32_t>(k / kSide);
    auto j = static_cast<int32_t>(k % kSide);
    switch (elements) {
    case Elements::Pairs:
        return Value::pair(i, j);
    case Elements::Cells:
        return Value::cell(j % 10, i, j);
    case Elements::Ints:
        break;
    }
    return Value::integer(int64_t{k} * k);
}

class SetCase {
public:
    SetCase(Elements elements, uint32_t size)
        : bench_(std::make_shared<Workbench>(host_language(), 64ULL << 20)) {
        for (uint32_t k = 0; k < size; ++k) elements_.push_back(element(elements, k));
    }

    void build(benchmark::State& state) const {
        Lane& lane = bench_->lane();
        if (!check()) return reject(state, "a set does not hold what was added");
        uint32_t start = lane.mark();
        for (auto _ : state) {
            Value set = make();
            benchmark::DoNotOptimize(set);
            lane.release(start);
        }
        state.counters["time_per_element"] = time_per(count());
    }

    void find(benchmark::State& state) const {
        Lane& lane = bench_->lane();
        if (!check()) return reject(state, "a set does not hold what was added");
        uint32_t start = lane.mark();
        Value set = make();
        for (auto _ : state) {
            for (Value v : elements_) {
                bool found = contains(lane, set, v);
                benchmark::DoNotOptimize(found);
            }
        }
        lane.release(start);
        state.counters["time_per_element"] = time_per(count());
    }

private:
    double count() const { return static_cast<double>(elements_.size()); }

    Value make() const {
        Scratch scope(bench_->lane());
        MutableSet set(bench_->lane());
        for (Value v : elements_) set.add(v);
        return set.finish();
    }

    /// All elements are in the set, once each, and nothing else.
    bool check() const {
        Lane& lane = bench_->lane();
        uint32_t start = lane.mark();
        Value set = make();
        bool right = set.is_set() && length(set) == elements_.size();
        for (Value v : elements_) right = right && contains(lane, set, v);
        right = right && !contains(lane, set, Value::integer(-7)) && !lane.failed();
        lane.release(start);
        return right;
    }

    std::shared_ptr<Workbench> bench_;
    std::vector<Value> elements_;
};

} // namespace

void register_value_cases() {
    struct Named {
        Elements elements;
        const char* name;
    };
    for (Named kind : {Named{Elements::Pairs, "pairs"}, Named{Elements::Cells, "cells"},
                       Named{Elements::Ints, "ints"}}) {
        for (uint32_t size : {4U, 32U, 256U}) {
            std::string end = std::string(kind.name) + "/" + std::to_string(size);
            SetCase one(kind.elements, size);
            benchmark::RegisterBenchmark(("value/set/build/" + end).c_str(),
                                         [one](benchmark::State& state) { one.build(state); });
            benchmark::RegisterBenchmark(("value/set/find/" + end).c_str(),
                                         [one](benchmark::State& state) { one.find(state); });
        }
    }
}

} // namespace batt::bench
