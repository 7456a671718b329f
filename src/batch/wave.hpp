// SPDX-License-Identifier: MIT-0
// Many lanes at once: what a launch does. A wave has items in every district; whoever runs it calls
// the wave with each of them once, from one of the district's workers, in any order. A worker may
// have a crew.
#pragma once

#include "batch/closeness.hpp"
#include "batch/walk.hpp"
#include "dsl/crew.hpp"

namespace batt::batch {

/// What the workers of a launch have. A lane that needs more than the first size offers is tried
/// again in the next.
struct Size {
    uint32_t window;  ///< bytes
    uint32_t workers; ///< in each district
    uint32_t abreast; ///< workers that share a warp and so go through the same code together
    uint64_t steps;   ///< a solver, or a shared call
    uint32_t time;    ///< ticks of the device's clock, likewise; 0: as long as it takes
    bool crewed;      ///< the rest of a warp is divided into crews of its workers

    BATT_HD void equip(Lane& lane, dsl::Crew* crew) const {
        if (time != 0) lane.end_in(time);
        lane.get_help(crew);
    }
};

/// Items that are to be tried again. They are marked, and then listed in order: neighbours are the
/// same solver on samples of like size, and do much the same in lanes side by side.
struct Retry {
    uint8_t* marks = nullptr;   ///< by item, district after district
    uint32_t* items = nullptr;  ///< the marked ones
    uint32_t* counts = nullptr; ///< by district
    uint64_t room = 0;          ///< of a district

    /// False if nothing is tried again.
    BATT_HD bool add(uint32_t district, uint64_t item) const {
        if (marks == nullptr) return false;
        marks[district * room + item] = 1;
        return true;
    }
    BATT_HD uint32_t count(uint32_t district) const { return counts[district]; }
    BATT_HD uint32_t item(uint32_t district, uint64_t k) const {
        return items[district * room + k];
    }
};

/// Lists what is marked, chunk by chunk: counts the chunks, finds out where each starts, and
/// writes.
struct GatherWave {
    enum class Part : uint8_t { Count, Sum, Write };
    static constexpr uint32_t kChunk = 1024;

    Retry retry;
    uint32_t* starts = nullptr; ///< by chunk: how many there are, and then, before it
    uint32_t chunks = 0;        ///< of a district
    Part part = Part::Count;
    Size size;

    BATT_HD uint64_t items(uint32_t) const { return part == Part::Sum ? 1 : chunks; }

    BATT_HD void operator()(uint32_t district, uint32_t, uint64_t chunk, dsl::Crew*) const {
        uint32_t* start = starts + uint64_t{district} * chunks;
        const uint8_t* marks = retry.marks + district * retry.room;
        uint64_t first = chunk * kChunk;
        uint64_t end = first + kChunk < retry.room ? first + kChunk : retry.room;
        uint32_t sum = 0;
        if (part == Part::Count) {
            for (uint64_t k = first; k < end; ++k) sum += marks[k];
            start[chunk] = sum;
        } else if (part == Part::Sum) {
            for (uint32_t k = 0; k < chunks; ++k) {
                uint32_t count = start[k];
                start[k] = sum;
                sum += count;
            }
            retry.counts[district] = sum;
        } else {
            uint32_t* to = retry.items + district * retry.room + start[chunk];
            for (uint64_t k = first; k < end; ++k) {
                if (marks[k] != 0) *to++ = static_cast<uint32_t>(k);
            }
        }
    }
};

/// Part of a district that a worker makes values in.
struct Window {
    uint32_t lo;
    uint32_t hi;
};

/// Fills rows: each of some calls on each sample, or on each task. Its values stay.
struct StepWave {
    View view;
    const uint32_t* calls = nullptr; ///< numbers of shared calls that do not name each other
    uint32_t count = 0;
    bool per_task = false;
    Size size;
    Retry from;                    ///< what to do, if this is not the first size
    Retry rest;                    ///< what could not be done; none behind the last size
    Window* windows = nullptr;     ///< by worker, in all districts; kept from wave to wave
    uint64_t* next_free = nullptr; ///< by district: where new windows come from
    uint64_t end_of_windows = 0;

    BATT_HD uint64_t items(uint32_t district) const {
        if (from.marks != nullptr) return from.count(district);
        return uint64_t{count} * (per_task ? view.tasks : view.columns);
    }

    BATT_HD void operator()(uint32_t district, uint32_t worker, uint64_t number,
                            dsl::Crew* crew) const {
        uint64_t item = from.marks != nullptr ? from.item(district, number) : number;
        uint32_t width = per_task ? view.tasks : view.columns;
        const CallCode& call = view.calls[calls[item / width]];
        auto column = district * width + static_cast<uint32_t>(item % width);
        if (!per_task && view.present[column] == 0) return;
        uint64_t cell = view.rows[call.target].first + column;
        Window& window = windows[district * size.workers + worker];
        bool fresh = false;
        if (window.hi - window.lo < size.window / 2) fresh = renew(district, window);
        Ending ending = run(district, call, column, cell, window, crew);
        if (ending == Ending::Starved && !fresh && renew(district, window)) {
            ending = run(district, call, column, cell, window, crew);
        }
        if (ending == Ending::Known) return;
        view.cells[cell] = {0, 0, 0, Fault::Limit, Cell::State::Unresolved, 0};
        if (ending == Ending::Starved) rest.add(district, item);
    }

private:
    /// Gives a worker room nobody used yet; false if there is none.
    BATT_HD bool renew(uint32_t district, Window& window) const {
        uint64_t lo = fetch_add(&next_free[district], size.window);
        if (lo + size.window > end_of_windows) return false;
        window = {static_cast<uint32_t>(lo), static_cast<uint32_t>(lo + size.window)};
        return true;
    }

    BATT_HD Ending run(uint32_t district, const CallCode& call, uint32_t column, uint64_t cell,
                       Window& window, dsl::Crew* crew) const {
        Lane lane(view.district(district), window.lo, window.hi, size.steps, view.language);
        size.equip(lane, crew);
        uint32_t task = per_task ? column : view.task_of[column];
        Ending ending = Walk(view, lane, size.steps, column, task, nullptr).run_shared(call, cell);
        if (ending == Ending::Known) window.lo = lane.used();
        return ending;
    }
};

/// Runs solvers: each of a list on each sample, or the jobs of a list. Nothing is kept but answers.
struct SolverWave {
    View view;
    const uint32_t* solvers = nullptr; ///< crossed with all samples
    uint32_t count = 0;
    uint32_t districts = 1;
    const JobCode* jobs = nullptr;       ///< or these, district by district
    const uint64_t* first_job = nullptr; ///< by district
    Size size;
    Retry from;
    Retry rest;
    uint64_t first_window = 0; ///< where the workers' windows begin in every district
    Answer* answers = nullptr;

    BATT_HD uint64_t items(uint32_t district) const {
        if (from.marks != nullptr) return from.count(district);
        if (jobs != nullptr) return first_job[district + 1] - first_job[district];
        return uint64_t{count} * view.columns;
    }

    BATT_HD void operator()(uint32_t district, uint32_t worker, uint64_t number,
                            dsl::Crew* crew) const {
        uint64_t item = from.marks != nullptr ? from.item(district, number) : number;
        uint64_t place = 0; // of the answer
        JobCode job{};
        if (jobs != nullptr) {
            place = first_job[district] + item;
            job = jobs[place];
        } else {
            job.column = district * view.columns + static_cast<uint32_t>(item % view.columns);
            job.solver = solvers[item / view.columns];
            place = item / view.columns * districts * view.columns + job.column;
        }
        if (view.present[job.column] == 0) return;
        Answer answer{};
        Ending ending = run(district, worker, job, answer, crew);
        if (ending == Ending::Starved && rest.add(district, item)) return;
        if (ending != Ending::Known) answer.flags = Answer::kUnresolved;
        answers[place] = answer;
    }

private:
    BATT_HD Ending run(uint32_t district, uint32_t worker, JobCode job, Answer& answer,
                       dsl::Crew* crew) const {
        uint64_t lo = first_window + uint64_t{worker} * size.window;
        uint64_t privates = uint64_t{view.most_private} * 2 * sizeof(Value);
        Lane lane(view.district(district), static_cast<uint32_t>(lo + privates),
                  static_cast<uint32_t>(lo + size.window), size.steps, view.language);
        size.equip(lane, crew);
        Walk walk(view, lane, size.steps, job.column, view.task_of[job.column],
                  lane.at<Value>(static_cast<uint32_t>(lo)));
        Value value;
        Ending ending = walk.run_solver(job.solver, value, answer.fault);
        if (ending != Ending::Known || answer.fault != Fault::None) return ending;
        lane.refill(size.steps);
        Value expected = view.expected[job.column];
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
