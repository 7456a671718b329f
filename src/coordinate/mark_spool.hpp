// SPDX-License-Identifier: MIT-0
#pragma once

#include "coordinate/verdict.hpp"
#include "exec/pairing.hpp"

#include <functional>
#include <string>
#include <vector>

namespace batt {

/// Turns the marks of a cross product, which come sample by sample, into the order of the workload:
/// solver by solver. The first row is complete only with the last sample, so all marks are kept
/// until then: nine bytes each, in memory if they fit, otherwise in a file that has no name and is
/// gone with the spool.
class MarkSpool {
public:
    static constexpr uint64_t kMemory = 64ULL << 20;

    /// The file, if one is needed, is made in `folder`. `memory`: bytes to use at most.
    MarkSpool(const Workload& workload, const std::string& folder, uint64_t memory = kMemory);
    ~MarkSpool();
    MarkSpool(const MarkSpool&) = delete;
    MarkSpool& operator=(const MarkSpool&) = delete;

    /// Takes a sample's verdicts, samples in any order; one call at a time.
    void add(const SampleVerdicts& verdicts);
    /// Gives the mark of every job that was done, in the order of the workload. Stops at an error.
    void read(const std::function<void(Job job, Mark out)>& sink);

    /// One line; empty while all is well. What comes after an error is dropped.
    const std::string& error() const { return error_; }

private:
    uint64_t stripe() const; ///< bytes of a sample
    void put(uint64_t at, const char* bytes, uint64_t count);
    void get(uint64_t at, char* bytes, uint64_t count);
    void fail(const char* action);

    uint64_t solvers_;
    uint64_t samples_;
    std::string folder_;
    uint64_t memory_;
    std::vector<char> kept_; ///< unless there is a file
    int descriptor_ = -1;
    std::vector<char> stripe_; ///< a sample's, while it is made
    std::string error_;
};

} // namespace batt
