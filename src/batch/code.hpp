// SPDX-License-Identifier: MIT-0
// A plan in the form a batch walks: flat arrays that lie in a device's memory.
#pragma once

#include "value/lane.hpp"

namespace batt::batch {

inline constexpr uint32_t kNoPrimitive = 0xFFFFFFFF;
inline constexpr uint32_t kNoRow = 0xFFFFFFFF;
/// Samples that are worked on side by side, by the lanes of a warp: columns come in such blocks.
inline constexpr uint32_t kBlock = 32;

/// Operands are numbers: below first_private those of rows, from there on private values of the
/// solver that is being run, those of dead lines first.
struct CallCode {
    uint32_t primitive; ///< id, when the callee is one and the number of arguments fits
    uint32_t callee;    ///< operand
    uint32_t first;     ///< of its arguments, in `operands`
    uint32_t target;    ///< the operand its value becomes
    uint32_t fallback;  ///< the primitive whose default the safe policy gives; or kNoPrimitive
    uint32_t row;       ///< a dead line: where its value is, should it be needed; or kNoRow
    uint16_t count;
    bool shared; ///< a line that is not dead: its value is in the row `target` already
    bool dead;   ///< a line: nothing needs its value; it can only fail
};

/// Where the values of a row lie: one, one a task, or one a sample.
struct Row {
    enum class Width : uint8_t { One, Task, Sample };
    uint64_t first; ///< cell
    Width width;
};

/// What became of the call that fills a cell.
struct Cell {
    enum class State : uint8_t { Empty, Done, Unresolved };
    uint32_t steps;
    uint32_t kept;
    uint32_t peak;
    Fault fault;
    State state;
    uint16_t unused;
};
static_assert(sizeof(Cell) == 16);

/// What a solver's run on a sample came to.
struct Answer {
    static constexpr uint8_t kRight = 1;      ///< it gave the known output
    static constexpr uint8_t kDigest = 2;     ///< `digest` is that of its result
    static constexpr uint8_t kUnresolved = 4; ///< not known: it needs more room or steps

    uint64_t digest;
    Fault fault;
    uint8_t flags;
    uint16_t closeness; ///< its result as one (see batch/closeness.hpp)
    uint32_t unused;
};

/// A solver: its lines and what it returns. Equal solvers have the same.
struct SolverCode {
    uint64_t first; ///< line
    uint64_t slots; ///< where its private values lie: the first of its slots
    uint32_t count;
    uint32_t result;   ///< operand
    uint32_t privates; ///< values; the slots behind theirs are for promises that came true
    uint32_t dead;     ///< of them: those that may be promised, which come first
};

/// A solver on a sample, between two legs of its walk (batch/walk.hpp).
struct Pair {
    uint32_t place; ///< of its answer
    uint32_t line;  ///< the next
    uint32_t leg;   ///< likewise
    uint32_t size;  ///< 1 + the number of the size of lanes that it waits for; 0: it is over
    uint64_t paid;  ///< steps
    uint64_t kept;  ///< bytes
};

/// A solver to be run on the sample of a column.
struct JobCode {
    uint32_t solver; ///< its number in the batch
    uint32_t column;
};

/// A leg of a solver.
struct LegCode {
    uint32_t solver; ///< its number in the batch
    uint32_t leg;
};

/// Everything a lane looks at: a battery, and the samples of one batch.
///
/// The heap is divided into districts of at most 4 GiB, because values refer to each other by
/// offsets of 32 bits. A sample belongs to one district, and so do all values made for it. Every
/// district starts with the values that depend on no sample.
struct View {
    Language language;
    const CallCode* calls = nullptr; ///< shared ones
    const CallCode* lines = nullptr; ///< of all solvers
    const SolverCode* solvers = nullptr;
    const uint32_t* operands = nullptr;
    const Value* fallbacks = nullptr; ///< by primitive: the safe policy's
    const Row* rows = nullptr;
    uint32_t first_call = 0;    ///< row of a shared call
    uint32_t first_private = 0; ///< operand
    bool strict = true;
    bool digests = false;

    char* heap = nullptr;
    uint64_t district_bytes = 0;
    Value* values = nullptr; ///< by cell
    Cell* cells = nullptr;
    Value* privates = nullptr; ///< of solvers: by slot and column
    uint32_t districts = 1;
    uint32_t columns = 0;              ///< in a district
    uint32_t tasks = 0;                ///< likewise
    const uint32_t* task_of = nullptr; ///< by column, in all districts
    const uint8_t* present = nullptr;  ///< by column: it holds a sample
    const Value* expected = nullptr;   ///< by column: the known output, or None

    uint64_t limit_steps = 0;
    uint64_t limit_bytes = 0;
    uint64_t base_bytes = 0; ///< at most what a sample's own values take up

    BATT_HD uint64_t all_columns() const { return uint64_t{districts} * columns; }
    BATT_HD char* district(uint32_t number) const { return heap + number * district_bytes; }
    BATT_HD uint64_t cell(const Row& row, uint32_t column, uint32_t task) const {
        if (row.width == Row::Width::One) return row.first;
        return row.first + (row.width == Row::Width::Task ? task : column);
    }
};

} // namespace batt::batch
