// SPDX-License-Identifier: MIT-0
#include "cli/devices.hpp"

#include "batch/gpu.hpp"
#include "cli/print.hpp"
#include "coordinate/tune.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace batt {

namespace {

/// Opening a GPU takes about as long.
constexpr std::chrono::milliseconds kOpenAfter{400};

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
    command.add_flag("--retune", options.retune,
                     "Measure the devices and threads again, not trusting what was kept");
    if (!with_mode) return;
    command
        .add_option("--gpu-mode", options.mode,
                    "batch: all steps on the GPU; per-op: each step on its own, for comparison")
        ->check(CLI::IsMember({"batch", "per-op"}))
        ->capture_default_str();
}

Devices::Devices(const DeviceOptions& options) : options_(options) {
    for (Place place : parse_places(options.device)) {
        automatic_ = automatic_ || place.kind == Place::Kind::Auto;
        threads_ = threads_ || automatic_ || place.kind == Place::Kind::Threads;
    }
    if (automatic_ || options.device == "cpu") return;
    opener_ = std::jthread([this] { std::call_once(once_, [this] { open(); }); });
}

void Devices::open() const {
    std::vector<Place> places = parse_places(options_.device);
    std::string why;
    size_t there = 0;
    std::vector<int> gpus;
    bool wants_gpus = std::ranges::any_of(places, [](const Place& place) {
        return place.kind != Place::Kind::Threads && place.kind != Place::Kind::Host;
    });
    try {
        if (wants_gpus) there = batch::list_gpus(why).size();
    } catch (const batch::DeviceError& problem) {
        why = problem.what();
    }
    for (Place place : places) {
        if (place.kind == Place::Kind::Host) {
            opened_.push_back(batch::host_device());
            sharing_.push_back(1);
        }
        if (place.kind == Place::Kind::Gpu) gpus.push_back(place.number);
        if (place.kind == Place::Kind::AllGpus || place.kind == Place::Kind::Auto) {
            for (size_t k = 0; k < there; ++k) gpus.push_back(static_cast<int>(k));
        }
        if (place.kind == Place::Kind::AllGpus && there == 0) {
            note("no GPU (" + why + "); the processors do the work");
        }
    }
    for (int number : gpus) {
        if (static_cast<size_t>(number) >= there) {
            std::string reason = there > 0 ? fmt::format("there are {}", there) : why;
            note(fmt::format("no GPU {} ({}); going on without it", number, reason));
            continue;
        }
        try {
            opened_.push_back(batch::open_gpu(number));
            gpus_.insert(number);
            sharing_.push_back(static_cast<unsigned>(std::ranges::count(gpus, number)));
        } catch (const batch::DeviceError& problem) {
            note(fmt::format("GPU {} cannot be used: {}; going on without it", number,
                             problem.what()));
        }
    }
}

std::vector<DevicePlace> Devices::places() const {
    std::call_once(once_, [this] { open(); });
    std::vector<DevicePlace> places;
    for (size_t k = 0; k < opened_.size(); ++k) {
        uint64_t memory = 0;
        try {
            memory = opened_[k]->memory() / 100 * options_.memory / sharing_[k];
        } catch (const batch::DeviceError& problem) {
            note(fmt::format("{} cannot be used: {}", opened_[k]->name(), problem.what()));
            continue;
        }
        places.push_back({opened_[k].get(), memory});
    }
    return places;
}

void Devices::retune(Rates& rates) const {
    rates.keep(Rates::kThreads, measure_thread());
    for (const DevicePlace& place : places()) {
        if (rates.find(place.device->name())) continue;
        try {
            rates.keep(place.device->name(), measure_device(*place.device, place.memory));
        } catch (const batch::DeviceError& problem) {
            note(fmt::format("{} cannot be measured: {}", place.device->name(), problem.what()));
        }
    }
}

void Devices::assign(CoordinatorSettings& settings) const {
    settings.threads_take_samples = threads_;
    settings.drop_slow_devices = automatic_;
    if (automatic_) settings.open_after = kOpenAfter;
    settings.device_mode = options_.mode == "per-op" ? DeviceMode::PerOperation : DeviceMode::Batch;
    if (options_.device == "cpu") return;
    settings.devices = [this] { return places(); };
    if (!threads_ && !options_.retune) return;
    bool first = rates_ == nullptr;
    rates_ = std::make_unique<Rates>(Rates::default_path(), BATT_VERSION, settings.threads,
                                     first && options_.retune);
    if (first && options_.retune) retune(*rates_);
    if (!rates_->problem().empty() && first) note(rates_->problem());
    settings.rates = rates_.get();
}

void Devices::assign_once(CoordinatorSettings& settings) {
    assign(settings);
    settings.close_devices = [this] { close(); };
}

void Devices::close() {
    opened_.clear();
    for (int number : gpus_) batch::close_gpu(number);
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
        if (device.batches > 0 && device.queues > 1)
            text += " in " + std::to_string(device.queues) + " queues";
        if (device.left > 0) text += fmt::format(", {} left to the threads", device.left);
        if (device.halved > 0) text += fmt::format(", batch halved {} times", device.halved);
        if (device.taken_again > 0) {
            text += fmt::format(", {} samples were done sooner by the threads", device.taken_again);
        }
        if (!device.ended.empty()) text += ", no more work: " + device.ended;
        text += '\n';
    }
    return text;
}

} // namespace batt
