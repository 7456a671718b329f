// SPDX-License-Identifier: MIT-0
#include "cli/result_files.hpp"

#include "io/json_text.hpp"

namespace batt {

ResultFiles::ResultFiles(const std::string& digests, const std::string& lines) {
    if (!digests.empty()) digests_.emplace(digests);
    if (!lines.empty()) lines_.emplace(lines);
}

void ResultFiles::add(const Row& row, const std::vector<Program>& solvers,
                      const Workload& workload) {
    const std::string& solver = solvers[row.job.solver].name;
    const Sample& sample = workload.samples()[row.job.sample];
    if (digests_) {
        text_ = solver;
        text_ += '\t';
        text_ += sample.task->id;
        text_ += '\t';
        text_ += split_name(sample.split);
        text_ += '\t';
        text_ += std::to_string(sample.index);
        text_ += '\t';
        append_mark(text_, row.out);
        text_ += '\n';
        digests_->write(text_);
    }
    if (lines_) {
        text_ = R"({"program":")" + solver + R"(","task":)";
        append_json_string(text_, sample.task->id);
        text_ += R"(,"split":")";
        text_ += split_name(sample.split);
        text_ += R"(","index":)" + std::to_string(sample.index) + R"(,"lines":[)";
        for (size_t k = 0; k < row.lines.size(); ++k) {
            text_ += k == 0 ? "\"" : ",\"";
            append_mark(text_, row.lines[k]);
            text_ += '"';
        }
        text_ += R"(],"out":")";
        append_mark(text_, row.out);
        text_ += "\"}\n";
        lines_->write(text_);
    }
}

bool ResultFiles::commit() {
    if (!failure_.empty()) return false;
    bool digests = !digests_ || digests_->commit();
    bool lines = !lines_ || lines_->commit();
    return digests && lines;
}

std::string ResultFiles::error() const {
    if (!failure_.empty()) return failure_;
    if (digests_ && !digests_->error().empty()) return digests_->error();
    return lines_ ? lines_->error() : std::string();
}

} // namespace batt
