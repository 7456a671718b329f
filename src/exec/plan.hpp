// SPDX-License-Identifier: MIT-0
#pragma once

#include "battery/battery.hpp"
#include "exec/policy.hpp"

#include <span>
#include <vector>

namespace batt {

/// A battery made ready to run under a policy: what each step calls, where its value lives, and
/// which steps each solver needs, in its own order.
///
/// A step that several solvers need, or that does not depend on the sample, is shared: it has a
/// slot of its own and is computed when first asked for. All others are private: they live from
/// their line to the end of their solver, in slots that every solver uses anew.
class Plan {
public:
    static constexpr uint32_t kParameters = Program::kParameterCount;
    static constexpr uint32_t kNoPrimitive = 0xFFFFFFFF;
    static constexpr uint32_t kNoStep = Battery::kNoStep;

    struct Call {
        uint32_t primitive; ///< id, when the callee is one and the number of arguments fits
        uint32_t callee;    ///< slot
        uint32_t first;     ///< of its argument slots
        uint32_t slot;      ///< where its value goes
        uint32_t last_user; ///< shared: the last solver that needs it
        uint16_t count;
        bool shared;
        bool live; ///< some solver's result needs it
        Level level;
        Value fallback;   ///< what the safe policy puts in the place of a failed value
        bool resolved;    ///< its value is a function known when the battery is built
        uint32_t sibling; ///< a shared `objects` call to take components from, or kNoStep
    };

    /// A line of a solver.
    struct Line {
        uint32_t step : 30;
        uint32_t dead : 1;   ///< needed only because it may fail
        uint32_t shared : 1; ///< as its step is, which is far away
    };

    /// Threads find the lines of some solvers each.
    Plan(const Battery& battery, Policy policy, unsigned threads = 1);

    const Battery& battery() const { return *battery_; }
    Policy policy() const { return policy_; }
    const std::vector<Call>& calls() const { return calls_; }
    std::span<const uint32_t> arguments(const Call& call) const {
        return {slots_.data() + call.first, call.count};
    }
    /// The steps a solver needs, in the order of its lines.
    std::span<const Line> lines(uint32_t solver) const {
        return {lines_.data() + first_[solver], first_[solver + 1] - first_[solver]};
    }
    /// The slot of what a solver returns.
    uint32_t result(uint32_t solver) const { return results_[solver]; }
    /// An earlier solver with the same lines and result, or the solver itself.
    uint32_t same_as(uint32_t solver) const { return same_as_[solver]; }
    /// Steps that do not depend on the sample, each after those it names.
    const std::vector<uint32_t>& steps_at(Level level) const {
        return level == Level::Fixed ? fixed_steps_ : task_steps_;
    }
    /// Values of the slots behind the parameters: all constants, then all primitives.
    const std::vector<Value>& names() const { return names_; }
    /// Slots: the parameters, the names, the shared steps, the private ones.
    uint32_t slot_count() const { return slot_count_; }
    uint32_t most_arguments() const { return most_arguments_; }
    bool names_samples() const { return named_[Program::Samples]; }
    bool names_expected() const { return named_[Program::Expected]; }
    uint32_t distinct_solvers() const { return distinct_solvers_; }

private:
    void make_calls();
    /// The lines of solvers that follow each other.
    struct Stretch {
        std::vector<Line> lines;
        std::vector<uint32_t> counts; ///< by solver
        std::vector<uint64_t> hashes; ///< of lines and result, likewise
    };

    std::vector<bool> find_sure() const;
    Stretch find_lines(uint64_t first, uint64_t end, const std::vector<bool>& sure) const;
    void find_lines(unsigned threads);
    void find_shared();
    void assign_slots();
    void find_duplicates();
    uint32_t slot_of(Operand operand) const;
    uint32_t name(Operand operand);

    const Battery* battery_;
    Policy policy_;
    std::vector<Call> calls_;
    std::vector<uint32_t> slots_;
    std::vector<Line> lines_;
    std::vector<uint64_t> first_;
    std::vector<uint32_t> results_;
    std::vector<uint64_t> hashes_; ///< of solvers, until equal ones are found
    std::vector<uint32_t> same_as_;
    std::vector<uint32_t> fixed_steps_;
    std::vector<uint32_t> task_steps_;
    std::vector<Value> names_;
    uint32_t slot_count_ = 0;
    uint32_t most_arguments_ = 1;
    uint32_t distinct_solvers_ = 0;
    bool named_[kParameters] = {}; ///< parameters that some step or result is
};

} // namespace batt
