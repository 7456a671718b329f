// SPDX-License-Identifier: MIT-0
#include "coordinate/mark_spool.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace batt {

namespace {

/// A sample's stripe has the digests of all solvers, then this byte of each; 0: not done.
uint8_t state_of(const Verdict& verdict) {
    if (!verdict.done) return 0;
    return static_cast<uint8_t>(1 + static_cast<unsigned>(verdict.out.kind) * kFaultCount +
                                static_cast<unsigned>(verdict.out.fault));
}
static_assert(3 * kFaultCount < 255);

Mark mark_from(uint8_t state, uint64_t digest) {
    return {static_cast<Mark::Kind>((state - 1) / kFaultCount),
            static_cast<Fault>((state - 1) % kFaultCount), digest};
}

constexpr uint64_t kDigestBytes = sizeof(uint64_t);
constexpr uint64_t kReadBytes = 16ULL << 20;

} // namespace

MarkSpool::MarkSpool(const Workload& workload, const std::string& folder, uint64_t memory)
    : solvers_(workload.samples().empty() ? 0 : workload.size() / workload.samples().size()),
      samples_(workload.samples().size()), folder_(folder), memory_(memory) {
    if (stripe() * samples_ <= memory_) {
        kept_.resize(stripe() * samples_);
        return;
    }
    std::string name = folder_ + "/batt.XXXXXX";
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ >= 0) ::unlink(name.c_str());
    // Samples that never come read as zeros.
    bool made =
        descriptor_ >= 0 && ::ftruncate(descriptor_, static_cast<off_t>(stripe() * samples_)) == 0;
    if (!made) fail("write to");
}

MarkSpool::~MarkSpool() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

uint64_t MarkSpool::stripe() const {
    return solvers_ * (kDigestBytes + 1);
}

void MarkSpool::add(const SampleVerdicts& verdicts) {
    if (!error_.empty()) return;
    stripe_.resize(stripe());
    for (size_t k = 0; k < verdicts.verdicts.size(); ++k) {
        const Verdict& verdict = verdicts.verdicts[k];
        std::memcpy(stripe_.data() + k * kDigestBytes, &verdict.out.digest, kDigestBytes);
        stripe_[solvers_ * kDigestBytes + k] = static_cast<char>(state_of(verdict));
    }
    put(verdicts.sample * stripe(), stripe_.data(), stripe());
}

void MarkSpool::read(const std::function<void(Job job, Mark out)>& sink) {
    // Many solvers at a time, so that a sample is read in long pieces.
    uint64_t room =
        std::min(memory_, kReadBytes) / (std::max<uint64_t>(samples_, 1) * (kDigestBytes + 1));
    uint64_t block = std::clamp<uint64_t>(room, 1, std::max<uint64_t>(solvers_, 1));
    std::vector<uint64_t> digests(block * samples_);
    std::vector<uint8_t> states(block * samples_);
    for (uint64_t first = 0; first < solvers_; first += block) {
        uint64_t count = std::min(block, solvers_ - first);
        for (uint64_t n = 0; n < samples_; ++n) {
            get(n * stripe() + first * kDigestBytes,
                reinterpret_cast<char*>(digests.data() + n * block), count * kDigestBytes);
            get(n * stripe() + solvers_ * kDigestBytes + first,
                reinterpret_cast<char*>(states.data() + n * block), count);
        }
        if (!error_.empty()) return;
        for (uint64_t k = 0; k < count; ++k) {
            for (uint64_t n = 0; n < samples_; ++n) {
                uint8_t state = states[n * block + k];
                if (state == 0) continue;
                sink({static_cast<uint32_t>(first + k), static_cast<uint32_t>(n)},
                     mark_from(state, digests[n * block + k]));
            }
        }
    }
}

void MarkSpool::put(uint64_t at, const char* bytes, uint64_t count) {
    if (descriptor_ < 0) {
        std::memcpy(kept_.data() + at, bytes, count);
        return;
    }
    while (count > 0) {
        ssize_t done = ::pwrite(descriptor_, bytes, count, static_cast<off_t>(at));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return fail("write to");
        bytes += done;
        at += static_cast<uint64_t>(done);
        count -= static_cast<uint64_t>(done);
    }
}

void MarkSpool::get(uint64_t at, char* bytes, uint64_t count) {
    if (!error_.empty()) return;
    if (descriptor_ < 0) {
        std::memcpy(bytes, kept_.data() + at, count);
        return;
    }
    while (count > 0) {
        ssize_t done = ::pread(descriptor_, bytes, count, static_cast<off_t>(at));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return fail("read from");
        bytes += done;
        at += static_cast<uint64_t>(done);
        count -= static_cast<uint64_t>(done);
    }
}

void MarkSpool::fail(const char* action) {
    error_ = std::string("cannot ") + action + " a temporary file in " + folder_ + ": " +
             std::strerror(errno);
}

} // namespace batt
