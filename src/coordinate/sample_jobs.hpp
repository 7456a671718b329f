// SPDX-License-Identifier: MIT-0
#pragma once

#include "exec/pairing.hpp"
#include "exec/plan.hpp"

#include <span>
#include <vector>

namespace batt {

/// The jobs of each sample: which solvers, and where their results go.
class SampleJobs {
public:
    /// `differs`: how many the battery ends with, of the input and then of each solver in turn.
    SampleJobs(const Workload& workload, const Plan& plan, uint32_t differs);

    /// The solvers of a sample.
    std::span<const uint32_t> solvers(size_t sample) const {
        if (workload_.crossed()) return solvers_;
        return {solvers_.data() + first_[sample], first_[sample + 1] - first_[sample]};
    }
    /// Those of them that have to be run: of equal ones the first.
    std::span<const uint32_t> to_run(size_t sample) const {
        return workload_.crossed() ? distinct_ : solvers(sample);
    }
    /// Which of to_run() speaks for the k-th of solvers().
    size_t turn(size_t k) const { return workload_.crossed() ? turns_[k] : k; }
    /// Where the result of the k-th of a sample's solvers() belongs.
    uint64_t place(size_t sample, size_t k) const {
        return workload_.crossed() ? k * workload_.samples().size() + sample
                                   : places_[first_[sample] + k];
    }

    /// What is run on a sample, in this order: the differs of the input, then each solver followed
    /// by its differs, so that its result is at hand. Differs only where the output is known.
    void list_programs(size_t sample, std::vector<uint32_t>& programs) const;
    bool is_differ(uint32_t program) const { return program >= solver_count_; }
    /// Differs that are run on a sample.
    uint32_t differs(size_t sample) const {
        return workload_.samples()[sample].example().output ? differs_ : 0;
    }

private:
    const Workload& workload_;
    uint32_t differs_;
    uint32_t solver_count_ = 0; ///< not counting differs
    std::vector<uint32_t> distinct_;
    std::vector<uint32_t> turns_;
    std::vector<uint64_t> first_;
    std::vector<uint32_t> solvers_;
    std::vector<uint64_t> places_;
};

} // namespace batt
