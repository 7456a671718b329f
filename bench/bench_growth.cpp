// SPDX-License-Identifier: MIT-0
// How time grows: 1, 2, 4 and 8 times the samples, and as many times the distinct steps. What is
// added is of the same kind, so that time should grow alike.
#include "battery/card.hpp"
#include "battery/pass.hpp"
#include "exec/mark.hpp"
#include "exec/worker.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/mutate.hpp"
#include "program/parser.hpp"
#include "support.hpp"

#include <algorithm>
#include <memory>

namespace batt::bench {

namespace {

constexpr size_t kSampleTasks = 6;       ///< the samples of so many, at 1
constexpr size_t kStepTasks = 1;         ///< those that growing batteries run on
constexpr uint64_t kMutants = 2000;      ///< at 1
constexpr uint32_t kCheckedStride = 101; ///< one solver in so many is also run alone
/// Of mutants, which may run away.
constexpr Limits kMutantLimits{100'000, 1 << 20};

/// The example solvers and tasks of the repository.
struct Examples {
    std::vector<Program> programs;
    std::vector<Task> tasks;
};

std::shared_ptr<Examples> load_examples() {
    auto examples = std::make_shared<Examples>();
    std::string file = BATT_SOURCE_DIR "/examples/solvers.py";
    if (auto source = read_file(file)) examples->programs = parse_solvers(*source, file).programs;
    examples->tasks = load_tasks(BATT_SOURCE_DIR "/examples/tasks").tasks;
    return examples;
}

/// A battery and what it runs on.
class Growing {
public:
    Growing(const std::vector<Task>& tasks, size_t times, Limits limits) : limits_(limits) {
        for (size_t k = 0; k < times; ++k) tasks_.insert(tasks_.end(), tasks.begin(), tasks.end());
        samples_ = samples_of(tasks_);
    }

    void add(const Program& program) { programs_.push_back(program); }

    /// All programs as one, ready to run.
    void prepare() {
        Card card;
        for (const Program& program : programs_) card.add(program);
        battery_ = card.finish();
        apply_passes(battery_);
        plan_ = std::make_unique<Plan>(battery_, Policy::Strict);
        distinct_.clear();
        for (uint32_t s = 0; s < programs_.size(); ++s) {
            if (plan_->same_as(s) == s) distinct_.push_back(s);
        }
    }

    void run(Worker& worker, const Worker::Visit& visit) const {
        for (const Sample& sample : samples_) worker.run(sample, distinct_, visit);
    }

    /// Whether some solvers give what they give alone.
    bool is_right() const {
        Worker worker(*plan_, limits_);
        Evaluator evaluator(limits_);
        ValueWriter writer;
        bool right = true;
        size_t turn = 0;
        run(worker, [&](uint32_t solver, const Outcome& outcome, const Lane& lane) {
            const Sample& sample = samples_[turn++ / distinct_.size()];
            if (turn % kCheckedStride != 0) return;
            Mark mark =
                outcome.failed() ? Mark::of(outcome.fault) : mark_of(lane, outcome.value, writer);
            Code code = make_code(programs_[solver]);
            Outcome alone = evaluator.run(code, sample, Policy::Strict);
            right = right && mark == evaluator.mark(alone);
        });
        return right;
    }

    void time_fusing(benchmark::State& state) {
        for (auto _ : state) prepare();
        if (!is_right()) return reject(state, "fused solvers give something else than alone");
        report(state);
    }

    void time_running(benchmark::State& state) {
        prepare();
        if (!is_right()) return reject(state, "fused solvers give something else than alone");
        Worker worker(*plan_, limits_);
        uint64_t before = worker.stats().steps;
        for (auto _ : state) {
            run(worker, [](uint32_t, const Outcome&, const Lane&) {});
        }
        report(state);
        state.counters["evaluated"] = static_cast<double>(worker.stats().steps - before) /
                                      static_cast<double>(state.iterations());
    }

private:
    void report(benchmark::State& state) const {
        state.counters["solvers"] = static_cast<double>(programs_.size());
        state.counters["samples"] = static_cast<double>(samples_.size());
        state.counters["steps"] = static_cast<double>(battery_.nodes().size());
    }

    Limits limits_;
    std::vector<Task> tasks_;
    std::vector<Sample> samples_;
    std::vector<Program> programs_;
    Battery battery_;
    std::unique_ptr<Plan> plan_;
    std::vector<uint32_t> distinct_;
};

std::vector<Task> first_tasks(const Examples& examples, size_t count) {
    count = std::min(count, examples.tasks.size());
    return {examples.tasks.begin(), examples.tasks.begin() + static_cast<ptrdiff_t>(count)};
}

/// All examples on some tasks, over and over.
Growing more_samples(const Examples& examples, size_t times) {
    Growing growing(first_tasks(examples, kSampleTasks), times, {});
    for (const Program& program : examples.programs) growing.add(program);
    return growing;
}

/// A program that works on replace(I, c, c), which equals I but is another step.
Program on_copy(const Program& program, const std::string& color) {
    std::string text =
        "def f(I):\n    x0 = replace(I, " + color + ", " + color + ")\n    return x0\n";
    Program copy = program;
    copy.steps.insert(copy.steps.begin(), parse_solvers(text, "bench").programs[0].steps[0]);
    auto rename = [](Operand& operand) {
        bool is_input = operand == Operand{Operand::Kind::Parameter, Program::Input};
        if (is_input) {
            operand = {Operand::Kind::Step, 0};
        } else if (operand.kind == Operand::Kind::Step) {
            ++operand.index;
        }
    };
    for (size_t k = 1; k < copy.steps.size(); ++k) {
        rename(copy.steps[k].callee);
        for (Operand& argument : copy.steps[k].arguments) rename(argument);
    }
    rename(copy.result);
    return copy;
}

/// Mutants of the examples, over and over, each time on another copy of the input.
Growing more_steps(const Examples& examples, size_t times) {
    Growing growing(first_tasks(examples, kStepTasks), 1, kMutantLimits);
    Mutants mutants(examples.programs, 1);
    for (const char* color : {"ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"}) {
        if (times-- == 0) break;
        for (uint64_t k = 0; k < kMutants; ++k) growing.add(on_copy(mutants.make(k), color));
    }
    return growing;
}

template <class Make, class Time>
void add(const std::string& name, const std::shared_ptr<Examples>& examples, Make make, Time time) {
    for (size_t times : {1U, 2U, 4U, 8U}) {
        std::string title = "growth/" + name + "/" + std::to_string(times);
        benchmark::RegisterBenchmark(title.c_str(), [=](benchmark::State& state) {
            if (examples->programs.empty() || examples->tasks.empty()) {
                return reject(state, "there are no examples");
            }
            Growing growing = make(*examples, times);
            (growing.*time)(state);
        })->Unit(benchmark::kMillisecond);
    }
}

} // namespace

void register_growth_cases() {
    std::shared_ptr<Examples> examples = load_examples();
    add("samples/run", examples, more_samples, &Growing::time_running);
    add("steps/fuse", examples, more_steps, &Growing::time_fusing);
    add("steps/run", examples, more_steps, &Growing::time_running);
}

} // namespace batt::bench
