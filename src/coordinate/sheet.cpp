// SPDX-License-Identifier: MIT-0
#include "coordinate/sheet.hpp"

#include "base/stopwatch.hpp"
#include "batch/closeness.hpp"
#include "exec/place.hpp"

#include <algorithm>

namespace batt {

Sheet Sheets::blank(size_t sample) const {
    Sheet sheet;
    sheet.sample = sample;
    jobs_.list_programs(sample, sheet.programs);
    make_room(sheet);
    return sheet;
}

Sheet Sheets::part(size_t sample, const ProgramSet& programs) const {
    Sheet sheet;
    sheet.sample = sample;
    sheet.part = true;
    jobs_.list_programs(sample, sheet.programs);
    std::erase_if(sheet.programs, [&](uint32_t program) { return !programs.contains(program); });
    make_room(sheet);
    return sheet;
}

Sheet Sheets::part(const Sheet& sheet, size_t first, size_t count) const {
    Sheet made;
    made.sample = sheet.sample;
    made.claimed = sheet.claimed;
    made.part = true;
    for (size_t k = first; k < first + count; ++k) {
        made.programs.push_back(sheet.programs[sheet.missing[k]]);
    }
    make_room(made);
    return made;
}

void Sheets::make_room(Sheet& sheet) const {
    for (uint32_t k = 0; k < sheet.programs.size(); ++k) {
        sheet.missing.push_back(k);
        if (jobs_.is_differ(sheet.programs[k])) {
            sheet.close.push_back(0);
        } else {
            sheet.made.emplace_back();
        }
    }
}

Sheet Sheets::answered(size_t sample, std::span<const batch::Answer> answers,
                       const ProgramSet* not_given) const {
    static constexpr batch::Answer kNotGiven{0, Fault::None, batch::Answer::kUnresolved, 0, 0};
    Sheet sheet;
    sheet.sample = sample;
    sheet.claimed = true;
    jobs_.list_programs(sample, sheet.programs);
    bool known = workload_.samples()[sample].example().output.has_value();
    size_t next = 0;
    for (uint32_t k = 0; k < sheet.programs.size(); ++k) {
        bool given = not_given == nullptr || !not_given->contains(sheet.programs[k]);
        const batch::Answer& answer = given ? answers[next++] : kNotGiven;
        if ((answer.flags & batch::Answer::kUnresolved) != 0) sheet.missing.push_back(k);
        if (jobs_.is_differ(sheet.programs[k])) {
            sheet.close.push_back(answer.closeness);
            continue;
        }
        Verdict verdict;
        verdict.done = true;
        verdict.fault = answer.fault;
        verdict.known = known;
        verdict.right = known && (answer.flags & batch::Answer::kRight) != 0;
        if (answer.fault != Fault::None) {
            verdict.out = Mark::of(answer.fault);
        } else if ((answer.flags & batch::Answer::kDigest) != 0) {
            verdict.out = Mark::of(answer.digest);
        }
        sheet.made.push_back(verdict);
    }
    return sheet;
}

void Sheets::fill(Sheet& sheet, Worker& worker, ValueWriter& writer, std::vector<uint32_t>& ran,
                  std::vector<double>* seconds) const {
    ran.clear();
    if (seconds != nullptr) seconds->clear();
    if (sheet.missing.empty()) return;
    const Sample& sample = workload_.samples()[sheet.sample];
    for (uint32_t k : sheet.missing) ran.push_back(sheet.programs[k]);
    std::vector<uint32_t> place = places_of(sheet);
    size_t next = 0;
    Stopwatch watch;
    worker.run(sample, ran, [&](uint32_t program, const Outcome& outcome, const Lane& lane) {
        uint32_t k = place[sheet.missing[next++]];
        if (jobs_.is_differ(program)) {
            sheet.close[k] =
                outcome.failed() ? uint16_t{0} : batch::closeness_of(lane, outcome.value);
        } else {
            sheet.made[k] = judge(outcome, lane, sample.example(), writer);
        }
        if (seconds != nullptr) seconds->push_back(watch.lap());
    });
    sheet.missing.clear();
}

/// Where the programs' results are: solvers and differs are counted apart.
std::vector<uint32_t> Sheets::places_of(const Sheet& sheet) const {
    std::vector<uint32_t> place(sheet.programs.size());
    uint32_t solvers = 0;
    uint32_t differs = 0;
    for (uint32_t k = 0; k < place.size(); ++k) {
        place[k] = jobs_.is_differ(sheet.programs[k]) ? differs++ : solvers++;
    }
    return place;
}

void Sheets::leave_out(Sheet& sheet, const ProgramSet& programs) {
    std::erase_if(sheet.missing, [&](uint32_t k) { return programs.contains(sheet.programs[k]); });
}

void Sheets::add(const Sheet& part, Sheet& sheet) const {
    std::vector<uint32_t> from = places_of(part);
    std::vector<uint32_t> to = places_of(sheet);
    std::vector<bool> added(sheet.programs.size());
    size_t next = 0; // both have them in the same order
    for (size_t k = 0; k < sheet.programs.size() && next < part.programs.size(); ++k) {
        if (part.programs[next] != sheet.programs[k]) continue;
        if (jobs_.is_differ(sheet.programs[k])) {
            sheet.close[to[k]] = part.close[from[next]];
        } else {
            sheet.made[to[k]] = part.made[from[next]];
        }
        added[k] = true;
        ++next;
    }
    std::erase_if(sheet.missing, [&](uint32_t k) { return added[k]; });
}

void Sheets::forget_failed(Sheet& sheet) const {
    uint32_t differs = jobs_.differs(sheet.sample);
    for (size_t k = 0; k < sheet.made.size() && differs > 0; ++k) {
        if (sheet.made[k].fault == Fault::None) continue;
        auto first = sheet.close.begin() + static_cast<ptrdiff_t>((1 + k) * differs);
        std::fill(first, first + differs, uint16_t{0});
    }
}

Verdict Sheets::judge(const Outcome& outcome, const Lane& lane, const Example& example,
                      ValueWriter& writer) const {
    Verdict result;
    result.done = true;
    result.fault = outcome.fault;
    if (outcome.failed()) {
        result.out = Mark::of(outcome.fault);
    } else if (digests_) {
        result.out = mark_of(lane, outcome.value, writer);
    }
    result.known = example.output.has_value();
    result.right =
        result.known && !outcome.failed() && equals_grid(lane, outcome.value, *example.output);
    return result;
}

} // namespace batt
