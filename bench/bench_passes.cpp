// SPDX-License-Identifier: MIT-0
// Each pass on and off: on a battery it is made for, and on all recorded programs. Outcomes are
// compared before anything is timed.
#include "base/random.hpp"
#include "battery/card.hpp"
#include "battery/pass.hpp"
#include "exec/mark.hpp"
#include "exec/worker.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "support.hpp"
#include "support/golden.hpp"

#include <memory>
#include <numeric>

namespace batt::bench {

namespace {

/// Solvers and the samples they run on.
struct Subject {
    std::vector<Program> programs;
    std::vector<Task> tasks;
    std::vector<Sample> samples;
};

/// Two solvers of the same text, so that their steps are shared; both return its last value, y.
std::vector<Program> twice(const std::string& lines) {
    std::string text;
    for (const char* name : {"solve_a", "solve_b"}) {
        text += std::string("def ") + name + "(S, I, C):\n" + lines;
        text += "    O = astuple(";
        text += name == std::string("solve_a") ? "I, y)\n" : "y, I)\n";
        text += "    return O\n";
    }
    return parse_solvers(text, "bench").programs;
}

/// Solid blocks apart from each other on a large grid.
GridData draw_blocks(Random& random) {
    GridData grid{30, 30, std::vector<uint8_t>(900, 0)};
    for (uint32_t i = 0; i < 30; i += 6) {
        for (uint32_t j = 0; j < 30; j += 6) {
            auto color = static_cast<uint8_t>(1 + random.below(9));
            auto h = static_cast<uint32_t>(1 + random.below(5));
            auto w = static_cast<uint32_t>(1 + random.below(5));
            for (uint32_t k = 0; k < h * w; ++k) grid.cells[(i + k / w) * 30 + j + k % w] = color;
        }
    }
    return grid;
}

/// Tasks of three pairs of such grids.
std::vector<Task> draw_tasks() {
    Random random(1);
    std::vector<Task> tasks(16);
    for (Task& task : tasks) {
        task.id = "t" + std::to_string(&task - tasks.data());
        task.train.resize(3);
        for (Example& example : task.train) {
            example.input = draw_blocks(random);
            example.output = draw_blocks(random);
        }
    }
    return tasks;
}

/// A battery that a pass is made for.
std::string lines_for(std::string_view pass) {
    if (pass == "fold") {
        return "    x1 = astuple(TEN, TEN)\n    x2 = canvas(ZERO, x1)\n    x3 = asindices(x2)\n"
               "    x4 = shoot(ORIGIN, UNITY)\n    x5 = intersection(x3, x4)\n"
               "    y = fill(x2, ONE, x5)\n";
    }
    if (pass == "per-task") {
        return "    x1 = apply(first, S)\n    x2 = apply(last, S)\n    x3 = mapply(palette, x1)\n"
               "    x4 = mapply(palette, x2)\n    x5 = apply(fgpartition, x1)\n"
               "    x6 = astuple(x3, x4)\n    y = astuple(x5, x6)\n";
    }
    if (pass == "objects") {
        return "    x1 = objects(I, F, F, T)\n    x2 = objects(I, T, F, T)\n"
               "    x3 = objects(I, F, T, T)\n    x4 = objects(I, T, T, T)\n"
               "    x5 = astuple(x1, x2)\n    x6 = astuple(x3, x4)\n    y = astuple(x5, x6)\n";
    }
    return "    x1 = rbind(multiply, TWO)\n    x2 = chain(increment, x1, increment)\n"
           "    x3 = fork(add, x2, x1)\n    x4 = lbind(apply, x3)\n    x5 = asindices(I)\n"
           "    y = apply(x4, x5)\n";
}

void add_samples(Subject& subject, size_t most_tasks) {
    size_t stride = std::max<size_t>(1, subject.tasks.size() / most_tasks);
    for (size_t k = 0; k < subject.tasks.size(); k += stride) {
        for (uint32_t n = 0; n < subject.tasks[k].train.size(); ++n) {
            subject.samples.push_back({&subject.tasks[k], Split::Train, n});
        }
    }
}

std::shared_ptr<Subject> made_for(std::string_view pass) {
    auto subject = std::make_shared<Subject>();
    subject->programs = twice(lines_for(pass));
    subject->tasks = draw_tasks();
    add_samples(*subject, subject->tasks.size());
    return subject;
}

std::shared_ptr<Subject> recorded(const testing::GoldenSet& set) {
    auto subject = std::make_shared<Subject>();
    std::string file = (set.folder / "programs/programs.py").string();
    if (auto source = read_file(file)) subject->programs = parse_solvers(*source, file).programs;
    subject->tasks = load_tasks(set.tasks.string()).tasks;
    add_samples(*subject, 6);
    return subject;
}

/// Runs the subject as a battery without some of the passes.
class PassCase {
public:
    PassCase(std::shared_ptr<Subject> subject, std::vector<std::string> without)
        : subject_(std::move(subject)), without_(std::move(without)) {}

    void run(benchmark::State& state) {
        if (subject_->programs.empty() || subject_->samples.empty()) {
            return reject(state, "there is nothing to run");
        }
        if (marks(without_) != marks(all_names())) return reject(state, "a pass changes outcomes");
        Battery battery = make(without_);
        Plan plan(battery, Policy::Strict);
        Worker worker(plan, {});
        for (auto _ : state) {
            each(worker, [](uint32_t, const Outcome&, const Lane&) {});
        }
        state.counters["steps"] =
            static_cast<double>(worker.stats().steps) / static_cast<double>(state.iterations());
    }

private:
    static std::vector<std::string> all_names() {
        std::vector<std::string> names;
        for (const Pass& pass : passes()) names.emplace_back(pass.name);
        return names;
    }

    Battery make(const std::vector<std::string>& without) const {
        Card card;
        for (const Program& program : subject_->programs) card.add(program);
        Battery battery = card.finish();
        apply_passes(battery, without);
        return battery;
    }

    void each(Worker& worker, const Worker::Visit& visit) const {
        std::vector<uint32_t> all(subject_->programs.size());
        std::iota(all.begin(), all.end(), 0U);
        for (const Sample& sample : subject_->samples) worker.run(sample, all, visit);
    }

    std::vector<Mark> marks(const std::vector<std::string>& without) const {
        Battery battery = make(without);
        Plan plan(battery, Policy::Strict);
        Worker worker(plan, {});
        ValueWriter writer;
        std::vector<Mark> all;
        each(worker, [&](uint32_t, const Outcome& outcome, const Lane& lane) {
            all.push_back(outcome.failed() ? Mark::of(outcome.fault)
                                           : mark_of(lane, outcome.value, writer));
        });
        return all;
    }

    std::shared_ptr<Subject> subject_;
    std::vector<std::string> without_;
};

void add(const std::string& name, const std::shared_ptr<Subject>& subject,
         std::vector<std::string> without) {
    auto one = std::make_shared<PassCase>(subject, std::move(without));
    benchmark::RegisterBenchmark(name.c_str(), [one](benchmark::State& state) {
        one->run(state);
    })->Unit(benchmark::kMillisecond);
}

} // namespace

void register_pass_cases() {
    for (const Pass& pass : passes()) {
        std::string start = "passes/" + std::string(pass.name) + "/made_for/";
        std::shared_ptr<Subject> subject = made_for(pass.name);
        add(start + "on", subject, {});
        add(start + "off", subject, {std::string(pass.name)});
    }
    for (const testing::GoldenSet& set : testing::golden_sets()) {
        std::shared_ptr<Subject> subject = recorded(set);
        add("passes/all/" + set.name + "/on", subject, {});
        for (const Pass& pass : passes()) {
            std::string name(pass.name);
            add("passes/" + name + "/" + set.name + "/off", subject, {name});
        }
    }
}

} // namespace batt::bench
