// SPDX-License-Identifier: MIT-0
#include "exec/coordinator.hpp"

#include "exec/place.hpp"

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
    SampleJobs(const Workload& workload, const Plan& plan) : workload_(workload), plan_(plan) {
        if (workload.crossed()) {
            // All samples have the same list; equal solvers are run once.
            for (uint32_t s = 0; s < plan.battery().solvers().size(); ++s) {
                if (plan.same_as(s) == s) distinct_.push_back(s);
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

    std::span<const uint32_t> solvers(size_t sample) const {
        if (workload_.crossed()) return distinct_;
        return {solvers_.data() + first_[sample], first_[sample + 1] - first_[sample]};
    }
    /// Where the result of the k-th solver of a sample belongs.
    uint64_t place(size_t sample, size_t k) const {
        if (!workload_.crossed()) return places_[first_[sample] + k];
        return uint64_t{distinct_[k]} * workload_.samples().size() + sample;
    }
    /// Gives solvers that equal an earlier one its result.
    void copy_equals(size_t sample, std::vector<Verdict>& results) const {
        if (!workload_.crossed()) return;
        uint64_t samples = workload_.samples().size();
        for (uint32_t s = 0; s < plan_.battery().solvers().size(); ++s) {
            uint32_t other = plan_.same_as(s);
            if (other != s) results[s * samples + sample] = results[other * samples + sample];
        }
    }

private:
    const Workload& workload_;
    const Plan& plan_;
    std::vector<uint32_t> distinct_;
    std::vector<uint64_t> first_;
    std::vector<uint32_t> solvers_;
    std::vector<uint64_t> places_;
};

/// One run: threads that take batches of samples until there are none.
class Crew {
public:
    Crew(const Plan& plan, const CoordinatorSettings& settings, const Workload& workload,
         std::vector<Verdict>& results)
        : plan_(plan), settings_(settings), workload_(workload), results_(results),
          jobs_(workload, plan), batch_(settings.batch) {
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
        Worker worker(plan_, settings_.limits);
        ValueWriter writer;
        size_t all = workload_.samples().size();
        while (!stopped()) {
            size_t first = next_.fetch_add(batch_);
            if (first >= all) break;
            size_t last = std::min<size_t>(all, first + batch_);
            for (size_t sample = first; sample < last && !stopped(); ++sample) {
                run_sample(worker, writer, sample);
                report();
            }
        }
        std::lock_guard lock(mutex_);
        stats_.steps += worker.stats().steps;
        stats_.reused += worker.stats().reused;
        stats_.alone += worker.stats().alone;
        stats_.forgotten += worker.stats().forgotten;
    }

    void run_sample(Worker& worker, ValueWriter& writer, size_t number) {
        std::span<const uint32_t> solvers = jobs_.solvers(number);
        if (solvers.empty()) return;
        const Sample& sample = workload_.samples()[number];
        const Example& example = sample.example();
        size_t k = 0;
        worker.run(sample, solvers, [&](uint32_t, const Outcome& outcome, const Lane& lane) {
            Verdict& result = results_[jobs_.place(number, k++)];
            result.done = true;
            result.fault = outcome.fault;
            if (outcome.failed()) {
                result.out = Mark::of(outcome.fault);
            } else if (settings_.digests) {
                result.out = mark_of(lane, outcome.value, writer);
            }
            result.known = example.output.has_value();
            result.right = result.known && !outcome.failed() &&
                           equals_grid(lane, outcome.value, *example.output);
        });
        jobs_.copy_equals(number, results_);
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
    std::vector<Verdict> results(workload.size());
    Crew crew(plan_, settings_, workload, results);
    crew.run();
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    stats_ = {crew.stats(), workload.size(), crew.done(), seconds.count(), settings_.threads};
    return results;
}

} // namespace batt
