// SPDX-License-Identifier: MIT-0
#include "exec/run.hpp"

#include "dsl/call.hpp"
#include "dsl/promise.hpp"
#include "dsl/registry.hpp"
#include "io/digest.hpp"
#include "value/tuple.hpp"

#include <algorithm>

namespace batt {

namespace {

/// A run that left more than this behind gives its memory back to the system.
constexpr uint32_t kKeptBytes = 64u << 20;

} // namespace

Evaluator::Evaluator(const Limits& limits)
    : limits_(limits), arena_(limits.bytes),
      lane_(arena_.data(), limits.bytes, limits.steps, host_language()) {}

void Evaluator::start() {
    if (lane_.bytes_used() > kKeptBytes || lane_.fault() == Fault::Limit) arena_.discard();
    lane_.reset(limits_.steps);
}

Value Evaluator::place(const GridData& grid) {
    NewGrid made = make_grid(lane_, grid.rows, grid.cols);
    if (made.cells != nullptr) {
        std::transform(grid.cells.begin(), grid.cells.end(), made.cells,
                       [](uint8_t cell) { return static_cast<int8_t>(cell); });
    }
    return made.value;
}

/// The training pairs as the tuple ((input, output), ...).
Value Evaluator::place_samples(const Task& task) {
    std::vector<Value> pairs;
    for (const Example& example : task.train) {
        Value input = place(example.input);
        Value output = example.output ? place(*example.output) : Value::none();
        if (lane_.failed()) return Value::none();
        pairs.push_back(make_pair(lane_, input, output));
    }
    return make_tuple(lane_, pairs.data(), pairs.size());
}

Value Evaluator::call(const Code& code, const Code::Call& line) {
    const uint32_t* slots = code.arguments.data() + line.first;
    for (uint32_t k = 0; k < line.count; ++k) arguments_[k] = slots_[slots[k]];
    if (line.primitive != Code::kNoPrimitive) {
        return invoke(lane_, line.primitive, arguments_.data());
    }
    return batt::call(lane_, slots_[line.callee], arguments_.data(), static_cast<int>(line.count));
}

/// Whether a dead line can be left out; if so, what stands for its value.
bool Evaluator::leave_out(const Code& code, const Code::Call& line, Policy policy,
                          Value& promise) {
    if (!line.dead) return false;
    if (policy == Policy::Safe) return true;
    if (line.primitive == Code::kNoPrimitive) return false;
    const uint32_t* slots = code.arguments.data() + line.first;
    for (uint32_t k = 0; k < line.count; ++k) arguments_[k] = slots_[slots[k]];
    return dsl::cannot_fail(lane_, line.primitive, arguments_.data(), promise);
}

/// Computes what the line names and was only promised so far.
void Evaluator::keep_promises(const Code& code, const Code::Call& line) {
    auto keep = [&](uint32_t slot) {
        if ((slots_[slot].flags & Value::kPromised) == 0) return;
        const Code::Call& earlier = code.calls[slot - code.first_line_slot()];
        keep_promises(code, earlier);
        slots_[slot] = call(code, earlier);
    };
    keep(line.callee);
    for (uint32_t k = 0; k < line.count; ++k) keep(code.arguments[line.first + k]);
}

Outcome Evaluator::run(const Code& code, const Sample& sample, Policy policy,
                       std::vector<Mark>* lines) {
    start();
    if (lines != nullptr) lines->assign(code.calls.size(), Mark{});
    uint32_t first = code.first_line_slot();
    slots_.resize(first + code.calls.size());
    arguments_.resize(std::max<size_t>(code.most_arguments, 1));
    std::copy(code.fixed.begin(), code.fixed.end(), slots_.begin() + Code::kParameters);
    slots_[Program::Input] = place(sample.example().input);
    slots_[Program::Samples] = code.names_samples ? place_samples(*sample.task) : Value::none();
    slots_[Program::Candidate] = Value::none();
    if (lane_.failed()) return {Value::none(), lane_.fault()};

    for (size_t k = 0; k < code.calls.size(); ++k) {
        const Code::Call& line = code.calls[k];
        if (lines == nullptr && leave_out(code, line, policy, slots_[first + k])) continue;
        if (line.dead) keep_promises(code, line);
        uint32_t start_of_line = lane_.mark();
        Value value = lane_.failed() ? Value::none() : call(code, line);
        Fault fault = lane_.fault();
        if (lines != nullptr) {
            (*lines)[k] = fault == Fault::None ? mark_value(value) : Mark::of(fault);
        }
        if (fault != Fault::None) {
            bool spent = fault == Fault::Limit && lane_.steps_left() == 0;
            if (policy == Policy::Strict || spent) return {Value::none(), fault};
            lane_.clear_fault();
            lane_.release(start_of_line);
            value = line.fallback;
        }
        slots_[first + k] = value;
    }
    return {slots_[code.result], Fault::None};
}

Mark Evaluator::mark_value(Value value) {
    if (value.is_function()) return {};
    std::string_view text = writer_.write(lane_, value);
    return text.empty() ? Mark::of(Fault::Limit) : Mark::of(digest(text));
}

Mark Evaluator::mark(const Outcome& outcome) {
    return outcome.failed() ? Mark::of(outcome.fault) : mark_value(outcome.value);
}

bool Evaluator::matches(const Outcome& outcome, const GridData& grid) const {
    Value value = outcome.value;
    if (outcome.failed() || !value.is_tuple() || length(value) != grid.rows) return false;
    if (value.kind == Kind::Grid) {
        return value.cols() == grid.cols &&
               std::equal(grid.cells.begin(), grid.cells.end(), lane_.at<int8_t>(value.ref));
    }
    // Row by row and cell by cell, because a plain tuple with bools in it can equal a grid.
    for (uint32_t i = 0; i < grid.rows; ++i) {
        Value row = item(lane_, value, i);
        if (!row.is_tuple() || length(row) != grid.cols) return false;
        for (uint32_t j = 0; j < grid.cols; ++j) {
            Value cell = item(lane_, row, j);
            if (!cell.is_int() || cell.num != grid.cells[size_t{i} * grid.cols + j]) return false;
        }
    }
    return true;
}

} // namespace batt
