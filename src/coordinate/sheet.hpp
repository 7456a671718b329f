// SPDX-License-Identifier: MIT-0
#pragma once

#include "batch/code.hpp"
#include "coordinate/program_set.hpp"
#include "coordinate/sample_jobs.hpp"
#include "coordinate/verdict.hpp"
#include "exec/mark.hpp"
#include "exec/worker.hpp"

#include <vector>

namespace batt {

/// A sample's results while they are being made.
struct Sheet {
    size_t sample = 0;
    std::vector<uint32_t> programs; ///< solvers and differs in the order they are run
    std::vector<Verdict> made;      ///< of the programs that are solvers
    std::vector<uint16_t> close;    ///< of those that are differs
    std::vector<uint32_t> missing;  ///< positions of programs that are still to be run
    bool claimed = false;           ///< no one else's results of the sample will be used
    bool part = false;              ///< the sample has more programs, which others run
};

/// Makes sheets of a workload's samples and fills them. For any number of threads.
class Sheets {
public:
    Sheets(const Workload& workload, const SampleJobs& jobs, bool digests)
        : workload_(workload), jobs_(jobs), digests_(digests) {}

    /// A sample of which everything is to be done.
    Sheet blank(size_t sample) const;
    /// The same, only of some programs.
    Sheet part(size_t sample, const ProgramSet& programs) const;
    /// Some of what is missing of a sheet, from a place on.
    Sheet part(const Sheet& sheet, size_t first, size_t count) const;
    /// A device's answers as verdicts; those it does not know are missing, and those of programs it
    /// was not given, if there are such.
    Sheet answered(size_t sample, std::span<const batch::Answer> answers,
                   const ProgramSet* not_given) const;

    /// Runs what is missing; `ran` becomes the programs that were, and `seconds`, if asked for,
    /// what each took.
    void fill(Sheet& sheet, Worker& worker, ValueWriter& writer, std::vector<uint32_t>& ran,
              std::vector<double>* seconds = nullptr) const;
    /// Some programs of a sheet are not missing: others run them.
    static void leave_out(Sheet& sheet, const ProgramSet& programs);
    /// Copies what others have run to the sheet of a sample.
    void add(const Sheet& part, Sheet& sheet) const;
    /// Clears what was found near of solvers that failed: they may do so in a line that their
    /// result, and so their differs, do not need.
    void forget_failed(Sheet& sheet) const;

private:
    void make_room(Sheet& sheet) const;
    std::vector<uint32_t> places_of(const Sheet& sheet) const;
    Verdict judge(const Outcome& outcome, const Lane& lane, const Example& example,
                  ValueWriter& writer) const;

    const Workload& workload_;
    const SampleJobs& jobs_;
    bool digests_;
};

} // namespace batt
