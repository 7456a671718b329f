// SPDX-License-Identifier: MIT-0
// Whole programs: every recorded run, one after the other on one thread. Reading tasks, parsing
// programs and resolving their names come before the clock starts.
#include "base/stopwatch.hpp"
#include "exec/run.hpp"
#include "io/file.hpp"
#include "io/task_file.hpp"
#include "program/parser.hpp"
#include "support.hpp"
#include "support/golden.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <memory>

namespace batt::bench {

namespace {

/// How the programs are run.
enum class Way {
    Strict,
    Safe,
    EveryLine, ///< strict, with no line left out because nothing needs it
};

/// Makes a program run its lines whether or not its result needs them.
/// The recorded runs of one set.
class ProgramsCase {
public:
    ProgramsCase(testing::GoldenSet set, Way way)
        : set_(std::move(set)), way_(way),
          policy_(way == Way::Safe ? Policy::Safe : Policy::Strict) {}

    void run(benchmark::State& state) {
        Evaluator evaluator{Limits{}};
        if (runs_.empty() && problem_.empty()) load(evaluator);
        if (!problem_.empty()) return reject(state, problem_);
        double begin = thread_seconds();
        for (auto _ : state) {
            for (const Run& one : runs_) {
                Outcome outcome = evaluator.run(*one.code, one.sample, policy_);
                benchmark::DoNotOptimize(outcome);
            }
        }
        double seconds = (thread_seconds() - begin) / static_cast<double>(state.iterations());
        auto count = static_cast<double>(runs_.size());
        state.counters["runs"] = count;
        state.counters["evaluations_per_s"] = per_second(count);
        // The reference's time was taken for strict runs; safe ones go on after a failure.
        if (policy_ == Policy::Strict) {
            state.counters["reference_s"] = reference_seconds();
            state.counters["times_reference"] = reference_seconds() / seconds;
        }
    }

private:
    struct Run {
        const Code* code;
        Sample sample;
    };

    /// Reads everything, and runs every program once, comparing all its lines with the record.
    void load(Evaluator& evaluator) {
        std::string file = (set_.folder / "programs/programs.py").string();
        auto source = read_file(file);
        if (!source) return fail("cannot read the programs");
        ParsedFile parsed = parse_solvers(*source, file);
        if (!parsed.diagnostics.empty()) return fail(parsed.diagnostics[0].text());
        for (const Program& program : parsed.programs) {
            Code& code = codes_.emplace(program.name, make_code(program)).first->second;
            if (way_ == Way::EveryLine) code.keep_every_line();
        }
        tasks_ = load_tasks(set_.tasks.string());
        std::map<std::string, const Task*> tasks;
        for (const Task& task : tasks_.tasks) tasks.emplace(task.id, &task);

        std::ifstream in(set_.folder / "programs" / expected_file());
        std::vector<Mark> lines;
        for (std::string line; std::getline(in, line);) {
            auto record = nlohmann::json::parse(line);
            auto task = tasks.find(record["task"].get<std::string>());
            auto split = find_split(record["split"].get<std::string>());
            auto code = codes_.find(record["program"].get<std::string>());
            if (task == tasks.end() || !split || code == codes_.end()) {
                return fail("a record names an unknown program or sample");
            }
            Run one{&code->second, {task->second, *split, record["index"].get<uint32_t>()}};
            Outcome outcome = evaluator.run(*one.code, one.sample, policy_, &lines);
            nlohmann::json got = nlohmann::json::array();
            for (Mark mark : lines) got.push_back(text_of(mark));
            bool same = got == record["lines"] && text_of(evaluator.mark(outcome)) == record["out"];
            // Once more as it is timed: lines may be left out when nobody asks for their marks.
            outcome = evaluator.run(*one.code, one.sample, policy_);
            same = same && text_of(evaluator.mark(outcome)) == record["out"];
            if (!same) return fail(code->first + " differs from the record");
            runs_.push_back(one);
        }
        if (runs_.empty()) fail("no records");
    }

    const char* expected_file() const {
        return policy_ == Policy::Strict ? "expected.jsonl" : "expected_safe.jsonl";
    }
    static std::string text_of(Mark mark) {
        std::string text;
        append_mark(text, mark);
        return text;
    }
    void fail(std::string problem) { problem_ = std::move(problem); }

    /// What the reference took for the same runs: program, runs, mean microseconds a run.
    double reference_seconds() const {
        std::ifstream in(set_.folder / "programs/reference_time.tsv");
        std::string program;
        double seconds = 0;
        double count = 0;
        double mean = 0;
        while (in >> program >> count >> mean) seconds += count * mean * 1e-6;
        return seconds;
    }

    testing::GoldenSet set_;
    Way way_;
    Policy policy_;
    std::map<std::string, Code> codes_;
    TaskSet tasks_;
    std::vector<Run> runs_;
    std::string problem_;
};

} // namespace

void register_exec_cases() {
    struct Named {
        Way way;
        const char* name;
    };
    for (const testing::GoldenSet& set : testing::golden_sets()) {
        for (Named named : {Named{Way::Strict, "strict"}, Named{Way::EveryLine, "every_line"},
                            Named{Way::Safe, "safe"}}) {
            auto one = std::make_shared<ProgramsCase>(set, named.way);
            std::string name = std::string("exec/programs/") + named.name + "/" + set.name;
            benchmark::RegisterBenchmark(name.c_str(), [one](benchmark::State& state) {
                one->run(state);
            })->Unit(benchmark::kMillisecond);
        }
    }
}

} // namespace batt::bench
