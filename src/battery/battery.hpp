// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/program.hpp"

#include <span>
#include <string>
#include <vector>

namespace batt {

/// What a step's value depends on, and so how often it has to be computed.
enum class Level : uint8_t {
    Fixed,  ///< nothing: once
    Task,   ///< the training pairs: once a task
    Sample, ///< the input or the candidate: once a sample
};

/// Many solvers as one program: every distinct call once, in an order in which each names only
/// earlier ones, and for each solver which steps are its lines.
class Battery {
public:
    static constexpr uint32_t kNoStep = 0xFFFFFFFF;

    /// One call. Its arguments lie in the battery's list of operands.
    struct Node {
        Operand callee;
        uint32_t first = 0; ///< of its arguments
        uint16_t count = 0;
        uint16_t copy = 0; ///< tells equal calls of one solver apart: they are different objects

        // What the passes (pass.hpp) found out; none of it changes a result.
        Level level = Level::Sample;
        bool resolved = false;      ///< its value is a function known when the battery is built
        uint32_t sibling = kNoStep; ///< the `objects` call it may take components from
    };

    /// One solver: its lines as steps, in the order they are written, and what it returns.
    struct Solver {
        std::string name;
        uint64_t first = 0; ///< of its lines
        uint32_t count = 0;
        Operand result;
    };

    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Solver>& solvers() const { return solvers_; }
    /// A step as a pass may change it.
    Node& node(uint32_t step) { return nodes_[step]; }

    std::span<const Operand> arguments(const Node& node) const {
        return {operands_.data() + node.first, node.count};
    }
    /// Calls `visit` for each step a call names, the callee first; for one named twice, twice.
    template <class Visit>
    void each_named_step(const Node& node, Visit visit) const {
        if (node.callee.kind == Operand::Kind::Step) visit(node.callee.index);
        for (Operand argument : arguments(node)) {
            if (argument.kind == Operand::Kind::Step) visit(argument.index);
        }
    }
    /// The steps a solver's lines are, in its own order.
    std::span<const uint32_t> lines(const Solver& solver) const {
        return {lines_.data() + solver.first, solver.count};
    }
    /// Lines of all solvers together.
    uint64_t line_count() const { return lines_.size(); }

private:
    friend class Card;

    std::vector<Node> nodes_;
    std::vector<Operand> operands_;
    std::vector<Solver> solvers_;
    std::vector<uint32_t> lines_;
};

} // namespace batt
