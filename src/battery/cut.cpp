// SPDX-License-Identifier: MIT-0
#include "battery/cut.hpp"

#include <algorithm>
#include <unordered_map>

namespace batt {

namespace {

class Cut {
public:
    Cut(const Battery& battery, const std::string& name) : battery_(battery) {
        program_.name = name;
        program_.line = 1;
    }

    /// Adds what a step needs, then the step itself, unless it is there.
    void add(uint32_t step) {
        missing_.clear();
        look_at(step);
        for (size_t k = 0; k < missing_.size(); ++k) {
            battery_.each_named_step(battery_.nodes()[missing_[k]],
                                     [&](uint32_t named) { look_at(named); });
        }
        std::ranges::sort(missing_); // steps name only earlier ones
        for (uint32_t line : missing_) add_line(line);
    }

    Program finish(Operand result) {
        program_.result = renamed(result);
        return std::move(program_);
    }

private:
    static constexpr uint32_t kMissing = UINT32_MAX;

    void look_at(uint32_t step) {
        if (places_.emplace(step, kMissing).second) missing_.push_back(step);
    }

    Operand renamed(Operand operand) const {
        if (operand.kind == Operand::Kind::Step) operand.index = places_.at(operand.index);
        return operand;
    }

    void add_line(uint32_t step) {
        const Battery::Node& node = battery_.nodes()[step];
        Step line;
        line.name = "t" + std::to_string(uint64_t{step} + 1);
        line.line = 1;
        line.callee = renamed(node.callee);
        for (Operand argument : battery_.arguments(node)) {
            line.arguments.push_back(renamed(argument));
        }
        places_[step] = static_cast<uint32_t>(program_.steps.size());
        program_.steps.push_back(std::move(line));
    }

    const Battery& battery_;
    Program program_;
    std::unordered_map<uint32_t, uint32_t> places_; ///< of steps in the program
    std::vector<uint32_t> missing_;
};

} // namespace

Program cut_solver(const Battery& battery, const Battery::Solver& solver) {
    Cut cut(battery, solver.name);
    for (uint32_t line : battery.lines(solver)) cut.add(line);
    if (solver.result.kind == Operand::Kind::Step) cut.add(solver.result.index);
    return cut.finish(solver.result);
}

} // namespace batt
