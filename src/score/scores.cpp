// SPDX-License-Identifier: MIT-0
#include "score/scores.hpp"

#include "exec/place.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace batt {

void append_records(const SampleVerdicts& verdicts, std::vector<OutcomeRecord>& outcomes,
                    std::vector<ScoreRecord>& scores) {
    for (size_t k = 0; k < verdicts.solvers.size(); ++k) {
        const Verdict& verdict = verdicts.verdicts[k];
        outcomes.push_back({verdicts.solvers[k], verdicts.sample, verdict.out, verdict.right});
    }
    size_t candidates = verdicts.solvers.size() + 1;
    size_t differs = verdicts.closeness.size() / candidates;
    for (size_t k = 0; k < candidates; ++k) {
        uint32_t solver = k == 0 ? ScoreRecord::kInput : verdicts.solvers[k - 1];
        for (uint32_t d = 0; d < differs; ++d) {
            scores.push_back({solver, verdicts.sample, d, verdicts.closeness[k * differs + d]});
        }
    }
}

uint32_t SplitScore::failures() const {
    return std::accumulate(failed.begin(), failed.end(), 0U);
}

Scores::Scores(const Workload& workload, size_t solvers, std::vector<std::string> differs)
    : workload_(workload), differs_(std::move(differs)) {
    for (const Sample& sample : workload.samples()) {
        if (tasks_.empty() || tasks_.back().task != sample.task) {
            TaskPlace place;
            place.task = sample.task;
            tasks_.push_back(place);
        }
        bool is_train = sample.split == Split::Train;
        if (is_train && sample.example().output) ++tasks_.back().train_known;
        task_of_.push_back(task_count() - 1);
    }
    if (workload.crossed()) {
        pairs_.resize(solvers * tasks_.size());
        for (size_t k = 0; k < pairs_.size(); ++k) {
            pairs_[k].solver = static_cast<uint32_t>(k / tasks_.size());
            pairs_[k].task = static_cast<uint32_t>(k % tasks_.size());
        }
    } else {
        // Jobs come by solver, then by sample, and samples by task.
        for (uint64_t k = 0; k < workload.size(); ++k) {
            Job job = workload.job(k);
            uint32_t task = task_of_[job.sample];
            bool same =
                !pairs_.empty() && pairs_.back().solver == job.solver && pairs_.back().task == task;
            if (!same) pairs_.push_back({job.solver, task, {}, {}});
        }
    }
    closeness_.resize(pairs_.size() * 2 * differs_.size());
    input_sums_.resize(tasks_.size() * 2 * differs_.size());
}

size_t Scores::pair_of(uint32_t solver, uint32_t task) const {
    if (workload_.crossed()) return size_t{solver} * tasks_.size() + task;
    auto before = [&](const TaskScore& pair, const TaskScore& wanted) {
        return pair.solver != wanted.solver ? pair.solver < wanted.solver : pair.task < wanted.task;
    };
    TaskScore wanted{solver, task, {}, {}};
    auto at = std::lower_bound(pairs_.begin(), pairs_.end(), wanted, before);
    return static_cast<size_t>(at - pairs_.begin());
}

void Scores::add(const SampleVerdicts& verdicts) {
    uint32_t task = task_of_[verdicts.sample];
    Split split = workload_.samples()[verdicts.sample].split;
    auto side = static_cast<size_t>(split);
    size_t count = verdicts.closeness.empty() ? 0 : differs_.size();
    if (count > 0) ++tasks_[task].judged[side];
    for (size_t d = 0; d < count; ++d) {
        input_sums_[(size_t{task} * 2 + side) * count + d] += verdicts.closeness[d];
    }
    for (size_t k = 0; k < verdicts.solvers.size(); ++k) {
        const Verdict& verdict = verdicts.verdicts[k];
        size_t pair = pair_of(verdicts.solvers[k], task);
        SplitScore& score = split == Split::Train ? pairs_[pair].train : pairs_[pair].test;
        score.known += verdict.known ? 1 : 0;
        if (verdict.fault != Fault::None) {
            ++score.failed[static_cast<size_t>(verdict.fault)];
        } else if (!verdict.known) {
            ++score.unknown;
        } else {
            ++(verdict.right ? score.right : score.wrong);
        }
        for (size_t d = 0; d < count; ++d) {
            Closeness& sums = closeness_[(pair * 2 + side) * count + d];
            uint16_t close = verdicts.closeness[(1 + k) * count + d];
            sums.sum += close;
            sums.gain += close - verdicts.closeness[d];
        }
    }
}

bool Scores::solves(const TaskScore& pair) const {
    uint32_t known = tasks_[pair.task].train_known;
    return known > 0 && pair.train.right == known;
}

std::vector<std::vector<uint32_t>> Scores::solvers_of_tasks() const {
    std::vector<std::vector<uint32_t>> solvers(tasks_.size());
    for (const TaskScore& pair : pairs_) {
        if (solves(pair)) solvers[pair.task].push_back(pair.solver);
    }
    return solvers;
}

uint32_t Scores::solved_tasks() const {
    std::vector<bool> solved(tasks_.size());
    for (const TaskScore& pair : pairs_) {
        if (solves(pair)) solved[pair.task] = true;
    }
    return static_cast<uint32_t>(std::count(solved.begin(), solved.end(), true));
}

std::vector<Prediction> predict(const Scores& scores, const Plan& plan, const Limits& limits) {
    std::vector<Prediction> predictions;
    std::vector<std::vector<uint32_t>> solvers = scores.solvers_of_tasks();
    Worker worker(plan, limits);
    ValueWriter writer;
    for (uint32_t t = 0; t < scores.task_count(); ++t) {
        const Task& task = scores.task(t);
        if (solvers[t].empty()) continue;
        for (uint32_t n = 0; n < task.test.size(); ++n) {
            const std::optional<GridData>& output = task.test[n].output;
            std::unordered_map<std::string, size_t> places; // of predictions, by text or fault
            worker.run({&task, Split::Test, n}, solvers[t],
                       [&](uint32_t solver, const Outcome& outcome, const Lane& lane) {
                           std::string_view text;
                           Fault fault = outcome.fault;
                           if (!outcome.failed()) {
                               text = writer.write(lane, outcome.value);
                               if (text.empty()) fault = Fault::Limit;
                           }
                           std::string key =
                               fault == Fault::None ? std::string(text) : fault_name(fault);
                           auto [at, fresh] = places.emplace(std::move(key), predictions.size());
                           if (fresh) {
                               bool right = output && !outcome.failed() &&
                                            equals_grid(lane, outcome.value, *output);
                               predictions.push_back(
                                   {t, n, std::string(text), fault, output.has_value(), right, {}});
                           }
                           predictions[at->second].solvers.push_back(solver);
                       });
        }
    }
    return predictions;
}

} // namespace batt
