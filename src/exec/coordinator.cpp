// SPDX-License-Identifier: MIT-0
#include "exec/coordinator.hpp"

#include "exec/place.hpp"
#include "value/container.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

namespace batt {

namespace {

/// The jobs of each sample: which solvers, and where their results go.
class SampleJobs {
public:
    SampleJobs(const Workload& workload, const Plan& plan, uint32_t differs) : workload_(workload) {
        auto programs = static_cast<uint32_t>(plan.battery().solvers().size());
        solver_count_ = (programs - differs) / (1 + differs);
        if (workload.crossed()) {
            // All samples have the same list; equal solvers are run once.
            for (uint32_t s = 0; s < solver_count_; ++s) {
                bool fresh = plan.same_as(s) == s;
                turns_.push_back(fresh ? static_cast<uint32_t>(distinct_.size())
                                       : turns_[plan.same_as(s)]);
                if (fresh) distinct_.push_back(s);
                solvers_.push_back(s);
            }
            return;
        }
        std::vector<uint64_t> order(workload.size());
        std::iota(order.begin(), order.end(), uint64_t{0});
        std::stable_sort(order.begin(), order.end(), [&](uint64_t a, uint64_t b) {
            return workload.job(a).sample < workload.job(b).sample;
        });
        first_.assign(workload.samples().size() + 1, 0);
        for (uint64_t k : order) {
            Job job = workload.job(k);
            solvers_.push_back(job.solver);
            places_.push_back(k);
            ++first_[job.sample + 1];
        }
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
    }

    /// How many solvers there are, not counting differs.
    uint32_t solver_count() const { return solver_count_; }
    /// The solvers of a sample.
    std::span<const uint32_t> solvers(size_t sample) const {
        if (workload_.crossed()) return solvers_;
        return {solvers_.data() + first_[sample], first_[sample + 1] - first_[sample]};
    }
    /// Those of them that have to be run.
    std::span<const uint32_t> to_run(size_t sample) const {
        return workload_.crossed() ? distinct_ : solvers(sample);
    }
    /// Which of to_run() speaks for the k-th of solvers().
    size_t turn(size_t k) const { return workload_.crossed() ? turns_[k] : k; }
    /// Where the result of the k-th of a sample's solvers() belongs.
    uint64_t place(size_t sample, size_t k) const {
        return workload_.crossed() ? k * workload_.samples().size() + sample
                                   : places_[first_[sample] + k];
    }

private:
    const Workload& workload_;
    uint32_t solver_count_ = 0;
    std::vector<uint32_t> distinct_;
    std::vector<uint32_t> turns_;
    std::vector<uint64_t> first_;
    std::vector<uint32_t> solvers_;
    std::vector<uint64_t> places_;
};

/// A differ's result as a closeness: an int, or a pair led by one, but no bool.
uint16_t closeness_of(const Outcome& outcome, const Lane& lane) {
    Value value = outcome.value;
    if (outcome.failed()) return 0;
    if (value.is_tuple() && length(value) == 2) value = item(lane, value, 0);
    if (value.kind != Kind::Int) return 0;
    return static_cast<uint16_t>(std::clamp<int64_t>(value.num, 0, 1000));
}

/// One run: threads that take batches of samples until there are none.
class Crew {
public:
    Crew(const Plan& plan, const CoordinatorSettings& settings, const Workload& workload,
         std::vector<Verdict>& results)
        : plan_(plan), settings_(settings), workload_(workload), results_(results),
          jobs_(workload, plan, settings.differs), batch_(settings.batch) {
        if (batch_ == 0) {
            size_t share = workload.samples().size() / (16 * size_t{settings.threads});
            batch_ = static_cast<unsigned>(std::clamp<size_t>(share, 1, 8));
        }
    }

    void run() {
        std::vector<std::jthread> threads;
        for (unsigned k = 1; k < settings_.threads; ++k) {
            threads.emplace_back([this] { guarded_work(); });
        }
        guarded_work();
        threads.clear();
        if (failure_) std::rethrow_exception(failure_);
    }

    WorkerStats stats() const { return stats_; }
    size_t done() const { return done_; }

private:
    /// What a thread works with.
    struct Bench {
        Worker worker;
        ValueWriter writer;
        std::vector<uint32_t> programs; ///< solvers and differs in the order they are run
        std::vector<Verdict> made;      ///< of the solvers run
        std::vector<uint16_t> close;
        std::vector<Verdict> verdicts; ///< of all solvers
        std::vector<uint16_t> closeness;
    };

    bool stopped() const {
        return failed_ || (settings_.stop != nullptr && settings_.stop->load());
    }

    void guarded_work() {
        try {
            work();
        } catch (...) {
            std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            failed_ = true;
        }
    }

    void work() {
        Bench bench{Worker(plan_, settings_.limits), {}, {}, {}, {}, {}, {}};
        size_t all = workload_.samples().size();
        while (!stopped()) {
            size_t first = next_.fetch_add(batch_);
            if (first >= all) break;
            size_t last = std::min<size_t>(all, first + batch_);
            for (size_t sample = first; sample < last && !stopped(); ++sample) {
                run_sample(bench, sample);
                report();
            }
        }
        std::lock_guard lock(mutex_);
        stats_.steps += bench.worker.stats().steps;
        stats_.reused += bench.worker.stats().reused;
        stats_.alone += bench.worker.stats().alone;
        stats_.forgotten += bench.worker.stats().forgotten;
    }

    void run_sample(Bench& bench, size_t number) {
        std::span<const uint32_t> solvers = jobs_.to_run(number);
        if (solvers.empty()) return;
        const Sample& sample = workload_.samples()[number];
        const Example& example = sample.example();
        uint32_t differs = example.output ? settings_.differs : 0;
        list_programs(bench, solvers, differs);
        bench.made.clear();
        bench.close.clear();
        bench.worker.run(
            sample, bench.programs,
            [&](uint32_t program, const Outcome& outcome, const Lane& lane) {
                if (program >= jobs_.solver_count()) {
                    // A solver may fail in a line its result, and so its differs, do not need.
                    bool failed = !bench.made.empty() && bench.made.back().fault != Fault::None;
                    bench.close.push_back(failed ? uint16_t{0} : closeness_of(outcome, lane));
                } else {
                    bench.made.push_back(judge(outcome, lane, example, bench.writer));
                }
            });
        hand_on(bench, number, differs);
    }

    /// Each solver is followed by its differs, so that its result is at hand.
    void list_programs(Bench& bench, std::span<const uint32_t> solvers, uint32_t differs) {
        std::vector<uint32_t>& programs = bench.programs;
        programs.clear();
        auto add_differs = [&](uint32_t first) {
            for (uint32_t d = 0; d < differs; ++d) programs.push_back(first + d);
        };
        uint32_t first = jobs_.solver_count();
        add_differs(first);
        for (uint32_t solver : solvers) {
            programs.push_back(solver);
            add_differs(first + (1 + solver) * differs);
        }
    }

    Verdict judge(const Outcome& outcome, const Lane& lane, const Example& example,
                  ValueWriter& writer) const {
        Verdict result;
        result.done = true;
        result.fault = outcome.fault;
        if (outcome.failed()) {
            result.out = Mark::of(outcome.fault);
        } else if (settings_.digests) {
            result.out = mark_of(lane, outcome.value, writer);
        }
        result.known = example.output.has_value();
        result.right =
            result.known && !outcome.failed() && equals_grid(lane, outcome.value, *example.output);
        return result;
    }

    /// Gives every solver of the sample, equal ones included, its result.
    void hand_on(Bench& bench, size_t number, uint32_t differs) {
        std::span<const uint32_t> solvers = jobs_.solvers(number);
        if (settings_.keep) {
            for (size_t k = 0; k < solvers.size(); ++k) {
                results_[jobs_.place(number, k)] = bench.made[jobs_.turn(k)];
            }
        }
        if (!settings_.sink) return;
        bench.verdicts.clear();
        bench.closeness.assign(bench.close.begin(), bench.close.begin() + differs);
        for (size_t k = 0; k < solvers.size(); ++k) {
            size_t turn = jobs_.turn(k);
            bench.verdicts.push_back(bench.made[turn]);
            auto first = bench.close.begin() + static_cast<ptrdiff_t>((1 + turn) * differs);
            bench.closeness.insert(bench.closeness.end(), first, first + differs);
        }
        std::lock_guard lock(mutex_);
        settings_.sink({static_cast<uint32_t>(number), solvers, bench.verdicts, bench.closeness});
    }

    void report() {
        size_t done = ++done_;
        if (!settings_.progress) return;
        std::lock_guard lock(mutex_);
        settings_.progress(done, workload_.samples().size());
    }

    const Plan& plan_;
    const CoordinatorSettings& settings_;
    const Workload& workload_;
    std::vector<Verdict>& results_;
    SampleJobs jobs_;
    unsigned batch_;
    std::atomic<size_t> next_ = 0;
    std::atomic<size_t> done_ = 0;
    std::atomic<bool> failed_ = false;
    std::mutex mutex_;
    std::exception_ptr failure_;
    WorkerStats stats_;
};

} // namespace

std::vector<Verdict> Coordinator::run(const Workload& workload) {
    auto start = std::chrono::steady_clock::now();
    std::vector<Verdict> results(settings_.keep ? workload.size() : 0);
    Crew crew(plan_, settings_, workload, results);
    crew.run();
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    stats_ = {crew.stats(), workload.size(), crew.done(), seconds.count(), settings_.threads};
    return results;
}

} // namespace batt
