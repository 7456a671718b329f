// SPDX-License-Identifier: MIT-0
#include "cli/run_report.hpp"

#include "io/draw_grid.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>

namespace batt {

namespace {

/// Unsolved solvers the text names; JSON has them all.
constexpr size_t kMostNamed = 100;

double rate(const RunReport& report) {
    double evaluations = static_cast<double>(report.tally.evaluations());
    return report.run_seconds > 0 ? evaluations / report.run_seconds : 0;
}

/// "3 of 5 right, train 2 gives TypeError"
std::string shortfall(const RunReport& report, const OwnScore& own) {
    std::string text = fmt::format("{} of {} right", own.right, own.known);
    if (own.right < own.ran) {
        const Sample& sample = report.workload.samples()[own.missed];
        const char* what = own.fault == Fault::None ? "another grid" : fault_name(own.fault);
        text += fmt::format(", {} {} gives {}", split_name(sample.split), sample.index, what);
    }
    if (own.ran < own.known) text += fmt::format(", {} not run", own.known - own.ran);
    if (own.known == 0) text += ", no output is known";
    return text;
}

void append_unsolved(const RunReport& report, std::string& text) {
    size_t named = 0;
    size_t all = report.tally.with_task() - report.tally.solved();
    if (all == 0) return;
    text += fmt::format("not solved: {}\n", all);
    const std::vector<OwnScore>& own = report.tally.own();
    for (size_t k = 0; k < own.size() && named < kMostNamed; ++k) {
        if (own[k].task == nullptr || own[k].solved()) continue;
        text += fmt::format("  {}: {}\n", report.solvers[k].name, shortfall(report, own[k]));
        ++named;
    }
    if (named < all) text += fmt::format("  and {} more (--json names all)\n", all - named);
}

} // namespace

std::string report_text(const RunReport& report) {
    const Tally& tally = report.tally;
    std::string text;
    auto out = std::back_inserter(text);
    fmt::format_to(out, "solvers: {}\ntasks: {}, {} samples\n", report.solvers.size(),
                   report.tasks.size(), report.workload.samples().size());
    fmt::format_to(out, "solved: {} of {} solvers solve their task\n", tally.solved(),
                   tally.with_task());
    append_unsolved(report, text);
    if (report.pairing == "cross") {
        fmt::format_to(out, "solved pairs: {} of a solver and any task\n", tally.solved_pairs());
    }
    if (report.solved_tasks) {
        fmt::format_to(out, "solved tasks: {} of {} by some solver (all training pairs right)\n",
                       *report.solved_tasks, report.tasks.size());
    }
    fmt::format_to(out, "right: {} of {} known outputs\n", tally.right(), tally.known());
    fmt::format_to(out, "evaluations: {}, {} gave a value", tally.evaluations(),
                   tally.ended_with(Fault::None));
    for (int k = 1; k < kFaultCount; ++k) {
        auto fault = static_cast<Fault>(k);
        uint64_t count = tally.ended_with(fault);
        if (count > 0) fmt::format_to(out, ", {} {}", count, fault_name(fault));
    }
    fmt::format_to(out, "\ntime: load {:.3f} s, parse {:.3f} s, run {:.3f} s\n",
                   report.load_seconds, report.parse_seconds, report.run_seconds);
    fmt::format_to(out, "speed: {:.0f} evaluations a second ({}, {} {})\n", rate(report),
                   report.policy, report.threads, report.threads == 1 ? "thread" : "threads");
    return text;
}

std::string report_json(const RunReport& report) {
    const Tally& tally = report.tally;
    nlohmann::ordered_json faults = nlohmann::ordered_json::object();
    for (int k = 1; k < kFaultCount; ++k) {
        auto fault = static_cast<Fault>(k);
        if (tally.ended_with(fault) > 0) faults[fault_name(fault)] = tally.ended_with(fault);
    }
    nlohmann::ordered_json unsolved = nlohmann::ordered_json::array();
    for (size_t k = 0; k < tally.own().size(); ++k) {
        const OwnScore& own = tally.own()[k];
        if (own.task == nullptr || own.solved()) continue;
        unsolved.push_back({{"solver", report.solvers[k].name},
                            {"right", own.right},
                            {"known", own.known},
                            {"reason", shortfall(report, own)}});
    }
    nlohmann::ordered_json json = {
        {"solvers", report.solvers.size()},
        {"tasks", report.tasks.size()},
        {"samples", report.workload.samples().size()},
        {"problems", report.problems},
        {"pairing", report.pairing},
        {"policy", report.policy},
        {"threads", report.threads},
        {"with_task", tally.with_task()},
        {"solved", tally.solved()},
        {"unsolved", unsolved},
        {"solved_pairs", tally.solved_pairs()},
        {"evaluations", tally.evaluations()},
        {"values", tally.ended_with(Fault::None)},
        {"faults", faults},
        {"known", tally.known()},
        {"right", tally.right()},
        {"load_seconds", report.load_seconds},
        {"parse_seconds", report.parse_seconds},
        {"run_seconds", report.run_seconds},
        {"evaluations_per_second", rate(report)},
    };
    if (report.solved_tasks) json["solved_tasks"] = *report.solved_tasks;
    bool any_device = report.took != nullptr && report.took->devices.size() > 1;
    if (report.detailed || any_device) json["devices"] = device_json(*report.took);
    if (report.detailed) {
        json["steps_evaluated"] = report.took->work.steps;
        json["run_alone"] = report.took->work.alone;
        json["primitives"] = call_json(report.calls);
    }
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string report_tables(const RunReport& report) {
    std::string text = device_table(*report.took);
    fmt::format_to(std::back_inserter(text),
                   "\nthreads: {} evaluations of steps, some of them timed; {} runs of solvers "
                   "alone, not counted\n",
                   report.took->work.steps, report.took->work.alone);
    return text + call_table(report.calls, report.calls.size());
}

std::string report_pictures(const RunReport& report, size_t count, bool colored) {
    std::string text;
    DrawStyle style = colored ? DrawStyle::Coloured : DrawStyle::Plain;
    const std::vector<OwnScore>& own = report.tally.own();
    for (size_t k = 0; k < own.size() && count > 0; ++k) {
        if (!own[k].solved()) continue;
        const Task& task = *own[k].task;
        bool tested = !task.test.empty() && task.test[0].output.has_value();
        // What the solver gave equals the known output, so that is what is drawn.
        const Example& example = tested ? task.test[0] : task.train[0];
        text += fmt::format("{} on {} 0 of {}\n", report.solvers[k].name, tested ? "test" : "train",
                            task.id);
        text += draw_pair(example.input, *example.output, style);
        text += '\n';
        --count;
    }
    return text;
}

} // namespace batt
