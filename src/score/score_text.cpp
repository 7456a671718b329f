// SPDX-License-Identifier: MIT-0
#include "score/score_text.hpp"

#include "io/json_text.hpp"

#include <fmt/format.h>

#include <iterator>

namespace batt {

namespace {

constexpr int kVersion = 1;
constexpr size_t kBlockBytes = 1 << 16;
constexpr Split kSplits[] = {Split::Train, Split::Test};

/// Text that goes to a sink block by block.
class Block {
public:
    explicit Block(const TextSink& sink) : sink_(sink) {}
    ~Block() { sink_(text_); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    std::string& text() { return text_; }
    void may_flush() {
        if (text_.size() < kBlockBytes) return;
        sink_(text_);
        text_.clear();
    }

private:
    const TextSink& sink_;
    std::string text_;
};

double mean(uint64_t sum, uint32_t count) {
    return count == 0 ? 0 : static_cast<double>(sum) / count;
}

void append_names(std::string& text, const ScoreReport& report,
                  const std::vector<uint32_t>& solvers) {
    text += '[';
    for (size_t k = 0; k < solvers.size(); ++k) {
        if (k > 0) text += ',';
        append_json_string(text, report.solvers[solvers[k]].name);
    }
    text += ']';
}

void append_prediction(std::string& text, const ScoreReport& report, const Prediction& made) {
    text += fmt::format(R"({{"test":{},)", made.test);
    if (made.fault == Fault::None) {
        text += R"("out":)" + made.text;
    } else {
        text += fmt::format(R"("fault":"{}")", fault_name(made.fault));
    }
    text += R"(,"right":)";
    text += made.known ? (made.right ? "true" : "false") : "null";
    text += R"(,"solvers":)";
    append_names(text, report, made.solvers);
    text += '}';
}

/// What the input itself would have scored.
void append_input(std::string& text, const Scores& scores, uint32_t task) {
    text += R"(,"input":{)";
    for (Split split : kSplits) {
        uint32_t count = scores.judged(task, split);
        text += fmt::format(R"({}"{}":{{"samples":{})", split == Split::Train ? "" : ",",
                            split_name(split), count);
        for (size_t d = 0; d < scores.differs().size(); ++d) {
            uint64_t sum = scores.input_sum(task, split, d);
            text += fmt::format(R"(,"{}":{{"sum":{},"mean":{:.3f}}})", scores.differs()[d], sum,
                                mean(sum, count));
        }
        text += '}';
    }
    text += '}';
}

void append_split(std::string& text, const Scores& scores, size_t pair, Split split) {
    const SplitScore& score = scores.pairs()[pair].of(split);
    text += fmt::format(R"(,"{}":{{"known":{},"right":{},"wrong":{},"unknown":{},"failed":{{)",
                        split_name(split), score.known, score.right, score.wrong, score.unknown);
    const char* comma = "";
    for (int k = 1; k < kFaultCount; ++k) {
        uint32_t count = score.failed[static_cast<size_t>(k)];
        if (count == 0) continue;
        text += fmt::format(R"({}"{}":{})", comma, fault_name(static_cast<Fault>(k)), count);
        comma = ",";
    }
    text += '}';
    for (size_t d = 0; d < scores.differs().size(); ++d) {
        const Closeness& close = scores.closeness(pair, split, d);
        text += fmt::format(R"(,"{}":{{"sum":{},"mean":{:.3f},"gain":{}}})", scores.differs()[d],
                            close.sum, mean(close.sum, score.known), close.gain);
    }
    text += '}';
}

/// A field of a CSV line, quoted where it has to be.
std::string csv_field(const std::string& field) {
    if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
    std::string quoted = "\"";
    for (char c : field) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

} // namespace

void write_scores_json(const ScoreReport& report, const TextSink& sink) {
    const Scores& scores = report.scores;
    Block block(sink);
    std::string& text = block.text();
    text +=
        fmt::format("{{\"version\":{},\"policy\":\"{}\",\"differs\":[", kVersion, report.policy);
    for (size_t d = 0; d < scores.differs().size(); ++d) {
        text += fmt::format(R"({}"{}")", d == 0 ? "" : ",", scores.differs()[d]);
    }
    text += fmt::format("],\"solved_tasks\":{},\n\"tasks\":[", scores.solved_tasks());
    std::vector<std::vector<uint32_t>> solved_by = scores.solvers_of_tasks();
    size_t next = 0; // prediction
    for (uint32_t t = 0; t < scores.task_count(); ++t) {
        text += t == 0 ? "\n{\"task\":" : ",\n{\"task\":";
        append_json_string(text, scores.task(t).id);
        text += R"(,"solved_by":)";
        append_names(text, report, solved_by[t]);
        text += R"(,"predictions":[)";
        for (bool first = true;
             next < report.predictions.size() && report.predictions[next].task == t; ++next) {
            if (!first) text += ',';
            first = false;
            append_prediction(text, report, report.predictions[next]);
        }
        text += ']';
        if (!scores.differs().empty()) append_input(text, scores, t);
        text += '}';
        block.may_flush();
    }
    text += "],\n\"pairs\":[";
    for (size_t k = 0; k < scores.pairs().size(); ++k) {
        const TaskScore& pair = scores.pairs()[k];
        text += k == 0 ? "\n{\"solver\":" : ",\n{\"solver\":";
        append_json_string(text, report.solvers[pair.solver].name);
        text += R"(,"task":)";
        append_json_string(text, scores.task(pair.task).id);
        text += fmt::format(R"(,"solved":{})", scores.solves(pair));
        for (Split split : kSplits) append_split(text, scores, k, split);
        text += '}';
        block.may_flush();
    }
    text += "]}\n";
}

void write_scores_csv(const ScoreReport& report, const TextSink& sink) {
    const Scores& scores = report.scores;
    Block block(sink);
    std::string& text = block.text();
    text += "solver,task,solved";
    for (Split split : kSplits) {
        for (const char* what : {"known", "right", "wrong", "unknown", "failed"}) {
            text += fmt::format(",{}_{}", split_name(split), what);
        }
        for (int k = 1; k < kFaultCount; ++k) {
            text += fmt::format(",{}_{}", split_name(split), fault_name(static_cast<Fault>(k)));
        }
        for (const std::string& differ : scores.differs()) {
            text += fmt::format(",{0}_{1},{0}_{1}_gain", split_name(split), differ);
        }
    }
    text += '\n';
    for (size_t k = 0; k < scores.pairs().size(); ++k) {
        const TaskScore& pair = scores.pairs()[k];
        text += csv_field(report.solvers[pair.solver].name);
        text += ',' + csv_field(scores.task(pair.task).id);
        text += scores.solves(pair) ? ",1" : ",0";
        for (Split split : kSplits) {
            const SplitScore& score = pair.of(split);
            fmt::format_to(std::back_inserter(text), ",{},{},{},{},{}", score.known, score.right,
                           score.wrong, score.unknown, score.failures());
            for (int f = 1; f < kFaultCount; ++f) {
                fmt::format_to(std::back_inserter(text), ",{}",
                               score.failed[static_cast<size_t>(f)]);
            }
            for (size_t d = 0; d < scores.differs().size(); ++d) {
                const Closeness& close = scores.closeness(k, split, d);
                fmt::format_to(std::back_inserter(text), ",{},{}", close.sum, close.gain);
            }
        }
        text += '\n';
        block.may_flush();
    }
}

} // namespace batt
