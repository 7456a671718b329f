// SPDX-License-Identifier: MIT-0
// Solvers, leg by leg.
#pragma once

#include "batch/closeness.hpp"
#include "batch/wave.hpp"

namespace batt::batch {

/// Has pairs of solver and sample start: all of them, or those of a list.
struct StartWave {
    View view;
    const uint32_t* solvers = nullptr; ///< by number in the batch
    uint32_t count = 0;                ///< of them
    const JobCode* jobs = nullptr;     ///< the list, if there is one: answers are in its order
    uint64_t job_count = 0;
    Pair* pairs = nullptr; ///< by solver and column
    Size size;

    BATT_HD uint64_t items(uint32_t district) const {
        if (jobs != nullptr) return district == 0 ? job_count : 0;
        return uint64_t{count} * view.columns;
    }

    BATT_HD void operator()(uint32_t district, uint32_t, uint64_t item, Crew*) const {
        JobCode job{};
        uint64_t place = item;
        if (jobs != nullptr) {
            job = jobs[item];
        } else {
            job.solver = static_cast<uint32_t>(item / view.columns);
            job.column = district * view.columns + static_cast<uint32_t>(item % view.columns);
            place = uint64_t{job.column} * count + job.solver;
        }
        if (view.present[job.column] == 0) return;
        pairs[job.solver * view.all_columns() + job.column] =
            Walk::start(view, view.solvers[solvers[job.solver]], static_cast<uint32_t>(place));
    }
};

/// Finds out how far pairs are: for each bundle of some size, which leg is next of the pair that
/// has come least far.
struct SurveyWave {
    const Pair* pairs = nullptr;
    Progress progress;
    uint64_t bundles = 0;
    uint32_t number = 0; ///< of the size: pairs that wait for others are settled
    Size size;

    BATT_HD uint64_t items(uint32_t district) const { return district == 0 ? bundles : 0; }
    BATT_HD void operator()(uint32_t, uint32_t, uint64_t bundle, Crew*) const {
        uint32_t least = Progress::kSettled;
        uint64_t first = bundle << progress.shift;
        for (uint64_t k = first; k < first + (uint64_t{1} << progress.shift); ++k) {
            uint32_t leg = next_leg(pairs[k], number);
            least = leg < least ? leg : least;
        }
        progress.counts[bundle] = least;
    }

    BATT_HD static uint32_t next_leg(const Pair& pair, uint32_t number) {
        return pair.size == number + 1 ? pair.leg : Progress::kSettled;
    }
};

/// Takes pairs through their legs. Those that make the same call are side by side, and the legs of
/// a pair are far from each other: the one before is done, or nearly, when its turn comes. A bundle
/// is a solver on neighbouring columns.
///
/// Lanes that have no others beside them gain nothing by that; they go through to the end.
struct LegWave {
    View view;
    const uint32_t* solvers = nullptr; ///< by number in the batch
    Pair* pairs = nullptr;             ///< by solver and column
    const LegCode* legs = nullptr;     ///< in the order they are made, or any one of each solver
    Table table;                       ///< a row for each of them
    Progress progress;                 ///< of pairs: their next leg
    uint32_t number = 0;               ///< of this size
    bool last = false;                 ///< what starves is left to others
    Size size;
    Windows windows;           ///< if lanes do not go through
    uint64_t first_window = 0; ///< if they do: where in a district theirs begin
    Answer* answers = nullptr;

    BATT_HD uint64_t items(uint32_t) const { return table.items(); }

    BATT_HD Turn turn(uint32_t district, uint64_t first) const {
        if (table.offset(first) >= view.columns) return Turn::Never;
        LegCode leg = legs[table.row(first)];
        uint32_t next = progress.of(pair_of(district, leg, first));
        if (size.through) return next == Progress::kSettled ? Turn::Never : Turn::Now;
        return next == leg.leg ? Turn::Now : next < leg.leg ? Turn::Later : Turn::Never;
    }
    BATT_HD uint32_t progress_of(uint32_t district, uint64_t item) const {
        return SurveyWave::next_leg(pairs[pair_of(district, legs[table.row(item)], item)], number);
    }
    BATT_HD void end_turn(uint32_t district, uint64_t first, uint32_t least) const {
        progress.set(pair_of(district, legs[table.row(first)], first), least);
    }

    BATT_HD void operator()(uint32_t district, uint32_t worker, uint64_t item, Crew* crew) const {
        LegCode leg = legs[table.row(item)];
        uint64_t at = pair_of(district, leg, item);
        Pair pair = pairs[at];
        uint32_t next = SurveyWave::next_leg(pair, number);
        if (next == Progress::kSettled || (!size.through && next != leg.leg)) return;
        uint32_t column = district * view.columns + table.offset(item);
        uint32_t time_left = size.time;
        auto go = [&](Window& window, bool& tight) {
            return run_leg(district, column, leg.solver, pair, window, crew, time_left, tight);
        };
        if (!size.through) {
            settle(pair, windows.use(district, worker, size, go));
        } else {
            const uint32_t start = ticks();
            uint64_t lo = first_window + uint64_t{worker} * size.window;
            Window window{static_cast<uint32_t>(lo), static_cast<uint32_t>(lo + size.window)};
            bool tight = false;
            while (pair.size == number + 1) {
                settle(pair, go(window, tight));
                uint32_t gone = ticks() - start;
                time_left = gone < size.time ? size.time - gone : 0;
            }
            if (pair.size != 0) go_back(pair, pairs[at], column, leg.solver);
        }
        pairs[at] = pair;
    }

private:
    BATT_HD uint64_t pair_of(uint32_t district, LegCode leg, uint64_t item) const {
        return leg.solver * view.all_columns() + uint64_t{district} * view.columns +
               table.offset(item);
    }

    /// One leg; the answer, if that is known then, is given. What was made stays if there are more.
    BATT_HD Ending run_leg(uint32_t district, uint32_t column, uint32_t solver, Pair& pair,
                           Window& window, Crew* crew, uint32_t time_left, bool& tight) const {
        Lane lane(view.district(district), window.lo, window.hi, size.steps, view.language);
        size.equip(lane, crew, time_left);
        Walk walk(view, lane, size.steps, column, view.solvers[solvers[solver]], pair);
        Answer answer{};
        Ending ending = walk.run_leg(answer.fault);
        bool over = walk.is_over() || answer.fault != Fault::None;
        if (ending == Ending::Known && walk.is_over()) {
            ending = judge(lane, walk.result(), column, answer);
        }
        tight = ending == Ending::Starved && is_tight(lane);
        if (ending == Ending::Starved) walk.forget();
        if (ending != Ending::Known) return ending;
        if (over) {
            answers[pair.place] = answer;
            pair.size = 0;
        } else {
            walk.save(pair);
            window = {lane.used(), lane.scratch_mark()}; // with promised closures
        }
        return ending;
    }

    /// What becomes of a pair whose leg ended so.
    BATT_HD void settle(Pair& pair, Ending ending) const {
        if (ending == Ending::Known) return;
        if (ending == Ending::Starved && !last) {
            ++pair.size;
        } else {
            answers[pair.place] = {0, Fault::None, Answer::kUnresolved, 0, 0};
            pair.size = 0;
        }
    }

    /// Has a pair start again in the next size where it started in this: nothing was kept.
    BATT_HD void go_back(Pair& pair, const Pair& start, uint32_t column, uint32_t solver) const {
        pair = start;
        ++pair.size;
        Lane none(view.heap, 0, 0, 0, view.language);
        Walk(view, none, 0, column, view.solvers[solvers[solver]], pair).forget_all();
    }

    BATT_HD Ending judge(Lane& lane, Value value, uint32_t column, Answer& answer) const {
        lane.refill(size.steps);
        Value expected = view.expected[column];
        if (expected.is_tuple() && value.is_tuple() && equal(lane, value, expected)) {
            answer.flags |= Answer::kRight;
        }
        answer.closeness = closeness_of(lane, value);
        if (lane.starved()) return Ending::Starved;
        if (view.digests && !value.is_function()) {
            DigestSink sink;
            if (!TextWriter<DigestSink>(lane, sink).put(value)) return Ending::Unresolved;
            answer.digest = sink.hash.digest();
            answer.flags |= Answer::kDigest;
        }
        return Ending::Known;
    }
};

} // namespace batt::batch
