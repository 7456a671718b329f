// SPDX-License-Identifier: MIT-0
#include "exec/jobs.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

namespace batt {

namespace {

/// Hands out pieces of a workload to workers and their results, in order, to the sink. A worker
/// that is far ahead of the slowest waits, so that results do not pile up.
class Threads {
public:
    Threads(const Workload& workload, std::span<const Code> codes, const RunSettings& settings,
            const RowSink& sink)
        : workload_(workload), codes_(codes), settings_(settings), sink_(sink),
          piece_(std::clamp<uint64_t>(workload.size() / (64 * uint64_t{settings.threads}), 1, 32)),
          pieces_((workload.size() + piece_ - 1) / piece_),
          ahead_(64 * uint64_t{settings.threads}) {}

    void run() {
        // Made here, so that a lack of memory is reported before any thread starts.
        std::deque<Evaluator> evaluators;
        uint64_t workers = std::min<uint64_t>(settings_.threads, pieces_);
        for (uint64_t k = 0; k < workers; ++k) evaluators.emplace_back(settings_.limits);
        std::vector<std::jthread> threads;
        try {
            for (uint64_t k = 1; k < workers; ++k) {
                threads.emplace_back([this, &evaluators, k] { work(evaluators[k]); });
            }
        } catch (const std::system_error&) {
            // The system allows no more threads: those there are do all the work.
        }
        work(evaluators[0]);
        threads.clear();
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void work(Evaluator& evaluator) {
        std::unique_lock lock(mutex_);
        for (;;) {
            moved_.wait(lock, [&] { return stopped() || taken_ < delivered_ + ahead_; });
            if (stopped()) return;
            uint64_t piece = taken_++;
            lock.unlock();
            try {
                std::vector<Row> rows = evaluate(evaluator, piece);
                lock.lock();
                waiting_.emplace(piece, std::move(rows));
                deliver(lock);
            } catch (...) {
                if (!lock.owns_lock()) lock.lock();
                if (!failure_) failure_ = std::current_exception();
                moved_.notify_all();
                return;
            }
        }
    }

    bool stopped() const { return taken_ == pieces_ || failure_ || interrupted(); }
    bool interrupted() const { return settings_.stop != nullptr && *settings_.stop; }

    std::vector<Row> evaluate(Evaluator& evaluator, uint64_t piece) {
        uint64_t first = piece * piece_;
        uint64_t last = std::min(first + piece_, workload_.size());
        std::vector<Row> rows;
        rows.reserve(last - first);
        for (; first < last && !interrupted(); ++first) {
            Row& row = rows.emplace_back();
            row.job = workload_.job(first);
            const Sample& sample = workload_.samples()[row.job.sample];
            Outcome outcome = evaluator.run(codes_[row.job.solver], sample, settings_.policy,
                                            settings_.lines ? &row.lines : nullptr);
            row.fault = outcome.fault;
            if (settings_.digests) {
                row.out = evaluator.mark(outcome);
            } else if (outcome.failed()) {
                row.out = Mark::of(outcome.fault);
            }
            const Example& example = sample.example();
            row.known = example.output.has_value();
            row.right = row.known && evaluator.matches(outcome, *example.output);
        }
        return rows;
    }

    /// Gives the sink what is next in order, unless another worker is at it.
    void deliver(std::unique_lock<std::mutex>& lock) {
        while (!delivering_ && !waiting_.empty() && waiting_.begin()->first == delivered_) {
            std::vector<Row> rows = std::move(waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
            delivering_ = true;
            lock.unlock();
            for (const Row& row : rows) sink_(row);
            lock.lock();
            delivering_ = false;
            ++delivered_;
            moved_.notify_all();
        }
    }

    const Workload& workload_;
    std::span<const Code> codes_;
    const RunSettings& settings_;
    const RowSink& sink_;
    const uint64_t piece_;  ///< jobs in a piece
    const uint64_t pieces_; ///< how many there are
    const uint64_t ahead_;  ///< pieces that may be under way or waiting

    std::mutex mutex_;
    std::condition_variable moved_;
    uint64_t taken_ = 0;
    uint64_t delivered_ = 0;
    bool delivering_ = false;
    std::map<uint64_t, std::vector<Row>> waiting_;
    std::exception_ptr failure_;
};

} // namespace

void run_jobs(const Workload& workload, std::span<const Code> codes, const RunSettings& settings,
              const RowSink& sink) {
    if (workload.size() == 0) return;
    Threads(workload, codes, settings, sink).run();
}

} // namespace batt
