// SPDX-License-Identifier: MIT-0
// Shared calls, computed once for all solvers that need them.
#pragma once

#include "batch/wave.hpp"

namespace batt::batch {

/// Fills rows: each of some calls on each sample, or on each task.
struct StepWave {
    View view;
    const uint32_t* calls = nullptr; ///< numbers of shared calls, behind those they name
    Table table;                     ///< a row for each call
    bool per_task = false;
    Progress progress;   ///< of calls by number: how many sizes they were tried in
    uint32_t number = 0; ///< of this size
    bool last = false;   ///< what starves is left to others
    Size size;
    Windows windows;

    BATT_HD uint64_t items(uint32_t) const { return table.items(); }

    BATT_HD Turn turn(uint32_t district, uint64_t first) const {
        uint32_t offset = table.offset(first);
        if (offset >= width()) return Turn::Never;
        uint32_t at = calls[table.row(first)];
        if (progress.of(cell_of(district, at, offset)) == Progress::kSettled) return Turn::Never;
        if (table.count == 1) return Turn::Now; // what it names was made before
        const CallCode& call = view.calls[at];
        bool ready = is_tried(district, call.callee, offset);
        for (uint32_t k = 0; k < call.count; ++k) {
            ready = ready && is_tried(district, view.operands[call.first + k], offset);
        }
        return ready ? Turn::Now : Turn::Later;
    }
    BATT_HD uint32_t progress_of(uint32_t district, uint64_t item) const {
        uint32_t offset = table.offset(item);
        if (offset >= width()) return Progress::kSettled;
        const CallCode& call = view.calls[calls[table.row(item)]];
        uint32_t column = district * width() + offset;
        if (!per_task && view.present[column] == 0) return Progress::kSettled;
        bool settled =
            view.cells[view.rows[call.target].first + column].state != Cell::State::Empty;
        return settled ? Progress::kSettled : number + 1;
    }
    BATT_HD void end_turn(uint32_t district, uint64_t first, uint32_t least) const {
        progress.set(cell_of(district, calls[table.row(first)], table.offset(first)), least);
    }

    BATT_HD void operator()(uint32_t district, uint32_t worker, uint64_t item, Crew* crew) const {
        uint32_t offset = table.offset(item);
        if (offset >= width()) return;
        const CallCode& call = view.calls[calls[table.row(item)]];
        uint32_t column = district * width() + offset;
        if (!per_task && view.present[column] == 0) return;
        uint64_t at = view.rows[call.target].first + column;
        if (view.cells[at].state != Cell::State::Empty) return;
        uint32_t task = per_task ? column : view.task_of[column];
        Ending ending = windows.use(district, worker, size, [&](Window& window, bool& tight) {
            Lane lane(view.district(district), window.lo, window.hi, size.steps, view.language);
            size.equip(lane, crew);
            Ending end = Walk(view, lane, size.steps, column, task).run_shared(call, at);
            tight = end == Ending::Starved && is_tight(lane);
            if (end == Ending::Known) window.lo = lane.used();
            return end;
        });
        if (ending == Ending::Known || (ending == Ending::Starved && !last)) return;
        view.cells[at] = {0, 0, 0, Fault::Limit, Cell::State::Unresolved, 0};
    }

private:
    BATT_HD uint32_t width() const { return per_task ? view.tasks : view.columns; }
    BATT_HD uint64_t cell_of(uint32_t district, uint64_t call, uint32_t offset) const {
        return ((call * view.districts + district) << table.shift) + offset;
    }
    /// Whether a row is known as far as it can be in this size.
    BATT_HD bool is_tried(uint32_t district, uint32_t row, uint32_t offset) const {
        Row::Width own = per_task ? Row::Width::Task : Row::Width::Sample;
        if (row < view.first_call || view.rows[row].width != own) return true;
        return progress.of(cell_of(district, row - view.first_call, offset)) > number;
    }
};

} // namespace batt::batch
