// SPDX-License-Identifier: MIT-0
#include "batch/gpu.hpp"
#include "cli/print.hpp"
#include "cli/verb.hpp"
#include "coordinate/rates.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

namespace batt {

namespace {

/// What a device or thread was measured at, in words; nothing if it was not.
std::string rate_text(const std::optional<Rate>& rate) {
    if (!rate) return {};
    std::string text =
        fmt::format(", measured: {:.2f} us an evaluation", 1e6 * rate->evaluation_seconds);
    if (rate->batch_seconds > 0) {
        text += fmt::format(" and {:.2f} ms a batch", 1e3 * rate->batch_seconds);
    }
    return text;
}

nlohmann::json rate_json(const std::optional<Rate>& rate) {
    if (!rate) return nullptr;
    return {{"batch_seconds", rate->batch_seconds},
            {"evaluation_seconds", rate->evaluation_seconds}};
}

int list_backends(bool json) {
    std::string why;
    std::vector<batch::GpuInfo> gpus = batch::list_gpus(why);
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    Rates rates(Rates::default_path(), BATT_VERSION, threads);
    if (!rates.problem().empty()) note(rates.problem());
    std::optional<Rate> thread = rates.find(Rates::kThreads);
    std::string host_name = batch::host_device()->name();
    if (json) {
        nlohmann::json list = nlohmann::json::array();
        list.push_back({{"device", "cpu"}, {"threads", threads}, {"rate", rate_json(thread)}});
        list.push_back({{"device", "host"}, {"rate", rate_json(rates.find(host_name))}});
        for (size_t k = 0; k < gpus.size(); ++k) {
            list.push_back({{"device", "cuda:" + std::to_string(k)},
                            {"name", gpus[k].name},
                            {"architecture", gpus[k].architecture},
                            {"memory", gpus[k].memory},
                            {"multiprocessors", gpus[k].multiprocessors},
                            {"rate", rate_json(rates.find(gpus[k].name))}});
        }
        if (gpus.empty()) list.push_back({{"device", "cuda"}, {"missing", why}});
        put(list.dump() + "\n");
        return kExitOk;
    }
    put(fmt::format("cpu      {} threads{}{}\n", threads, rate_text(thread),
                    thread ? " on one" : ""));
    put(fmt::format("host     batches as on a GPU, on this machine: for tests{}\n",
                    rate_text(rates.find(host_name))));
    for (size_t k = 0; k < gpus.size(); ++k) {
        put(fmt::format("cuda:{}   {}, {:.0f} GB, {} multiprocessors, architecture {}{}\n", k,
                        gpus[k].name, static_cast<double>(gpus[k].memory) / 1e9,
                        gpus[k].multiprocessors, gpus[k].architecture,
                        rate_text(rates.find(gpus[k].name))));
    }
    if (gpus.empty()) put("cuda     not available: " + why + "\n");
    return kExitOk;
}

} // namespace

Action add_backends(CLI::App& command) {
    auto json = std::make_shared<bool>(false);
    command.add_flag("--json", *json, "Write the list as JSON");
    return [json] { return list_backends(*json); };
}

} // namespace batt
