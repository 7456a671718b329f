// SPDX-License-Identifier: MIT-0
#include "cli/devices.hpp"

#include "batch/gpu.hpp"
#include "cli/print.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace batt {

namespace {

/// One word of --device: cpu, host, cuda, cuda:N or auto.
struct Place {
    enum class Kind { Threads, Host, AllGpus, Gpu, Auto };
    Kind kind = Kind::Threads;
    int number = 0;
};

std::optional<Place> parse_place(std::string_view word) {
    if (word == "cpu") return Place{Place::Kind::Threads};
    if (word == "host") return Place{Place::Kind::Host};
    if (word == "cuda") return Place{Place::Kind::AllGpus};
    if (word == "auto") return Place{Place::Kind::Auto};
    constexpr std::string_view kGpu = "cuda:";
    if (!word.starts_with(kGpu) || word.size() == kGpu.size() || word.size() > 8) return {};
    Place place{Place::Kind::Gpu, 0};
    for (char c : word.substr(kGpu.size())) {
        if (c < '0' || c > '9') return {};
        place.number = place.number * 10 + (c - '0');
    }
    return place;
}

/// The places a --device names, empty if it is malformed.
std::vector<Place> parse_places(std::string_view text) {
    std::vector<Place> places;
    while (true) {
        size_t end = text.find_first_of("+,");
        std::optional<Place> place = parse_place(text.substr(0, end));
        if (!place) return {};
        places.push_back(*place);
        if (end == std::string_view::npos) return places;
        text.remove_prefix(end + 1);
    }
}

} // namespace

void add_device_options(CLI::App& command, DeviceOptions& options, bool with_mode) {
    command
        .add_option("--device", options.device,
                    "Where to run: cpu, cuda (all GPUs), cuda:0,cuda:1, cpu+cuda, auto, or host "
                    "(the GPU's way of working on this machine)")
        ->check(CLI::Validator(
            [](std::string& text) {
                if (!parse_places(text).empty()) return std::string();
                return "'" + text +
                       "' names no device; expected cpu, cuda, cuda:N, host or auto, " +
                       "several joined by + or ,";
            },
            ""))
        ->capture_default_str();
    command.add_option("--gpu-memory", options.memory, "Percent of a GPU's free memory to use")
        ->check(CLI::Range(1U, 95U))
        ->capture_default_str();
    if (!with_mode) return;
    command
        .add_option("--gpu-mode", options.mode,
                    "batch: all steps on the GPU; per-op: each step on its own, for comparison")
        ->check(CLI::IsMember({"batch", "per-op"}))
        ->capture_default_str();
}

Devices::Devices(const DeviceOptions& options) : options_(options) {
    std::vector<int> gpus;
    bool wanted = false;
    for (Place place : parse_places(options.device)) {
        switch (place.kind) {
        case Place::Kind::Threads:
            threads_ = true;
            break;
        case Place::Kind::Host:
            opened_.push_back(batch::host_device());
            break;
        case Place::Kind::Auto:
            threads_ = true;
            automatic_ = true;
            [[fallthrough]];
        case Place::Kind::AllGpus: {
            std::string why;
            auto count = static_cast<int>(batch::list_gpus(why).size());
            for (int k = 0; k < count; ++k) gpus.push_back(k);
            if (count == 0 && place.kind == Place::Kind::AllGpus) {
                note("no GPU (" + why + "); the processors do the work");
            }
            break;
        }
        case Place::Kind::Gpu:
            gpus.push_back(place.number);
            wanted = true;
            break;
        }
    }
    open_gpus(gpus, wanted);
    if (opened_.empty()) threads_ = true;
}

void Devices::open_gpus(const std::vector<int>& numbers, bool wanted) {
    std::string why;
    size_t there = batch::list_gpus(why).size();
    for (int number : numbers) {
        if (static_cast<size_t>(number) >= there) {
            std::string reason = there > 0 ? fmt::format("there are {}", there) : why;
            if (wanted) note(fmt::format("no GPU {} ({}); going on without it", number, reason));
            continue;
        }
        try {
            opened_.push_back(batch::open_gpu(number));
            sharing_ = std::max<size_t>(sharing_,
                                        static_cast<size_t>(std::ranges::count(numbers, number)));
        } catch (const batch::DeviceError& problem) {
            note(fmt::format("GPU {} cannot be used: {}; going on without it", number,
                             problem.what()));
        }
    }
}

void Devices::assign(CoordinatorSettings& settings) const {
    settings.threads_take_samples = threads_;
    settings.drop_slow_devices = automatic_;
    settings.device_mode = options_.mode == "per-op" ? DeviceMode::PerOperation : DeviceMode::Batch;
    for (const auto& device : opened_) {
        settings.devices.push_back(device.get());
        uint64_t memory = device->memory() / 100 * options_.memory / sharing_;
        bool least = settings.device_memory == 0 || memory < settings.device_memory;
        if (least) settings.device_memory = memory;
    }
}

std::string device_lines(const CoordinatorStats& stats) {
    if (stats.devices.size() < 2) return {};
    uint64_t all = std::accumulate(
        stats.devices.begin(), stats.devices.end(), uint64_t{0},
        [](uint64_t sum, const DeviceStats& device) { return sum + device.evaluations; });
    std::string text;
    for (const DeviceStats& device : stats.devices) {
        double share =
            all > 0 ? 100.0 * static_cast<double>(device.evaluations) / static_cast<double>(all)
                    : 0;
        text += fmt::format("device: {}: {} of {} evaluations ({:.1f}%), {:.3f} s", device.name,
                            device.evaluations, all, share, device.seconds);
        if (device.batches > 0) text += fmt::format(", {} batches", device.batches);
        if (device.left > 0) text += fmt::format(", {} left to the threads", device.left);
        if (device.halved > 0) text += fmt::format(", batch halved {} times", device.halved);
        if (!device.ended.empty()) text += ", no more work: " + device.ended;
        text += '\n';
    }
    return text;
}

} // namespace batt
