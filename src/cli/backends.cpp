// SPDX-License-Identifier: MIT-0
#include "batch/gpu.hpp"
#include "cli/print.hpp"
#include "cli/verb.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <thread>

namespace batt {

namespace {

int list_backends(bool json) {
    std::string why;
    std::vector<batch::GpuInfo> gpus = batch::list_gpus(why);
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    if (json) {
        nlohmann::json list = nlohmann::json::array();
        list.push_back({{"device", "cpu"}, {"threads", threads}});
        for (size_t k = 0; k < gpus.size(); ++k) {
            list.push_back({{"device", "cuda:" + std::to_string(k)},
                            {"name", gpus[k].name},
                            {"architecture", gpus[k].architecture},
                            {"memory", gpus[k].memory},
                            {"multiprocessors", gpus[k].multiprocessors}});
        }
        if (gpus.empty()) list.push_back({{"device", "cuda"}, {"missing", why}});
        put(list.dump() + "\n");
        return kExitOk;
    }
    put(fmt::format("cpu      {} threads\n", threads));
    put("host     batches as on a GPU, on one thread: for tests\n");
    for (size_t k = 0; k < gpus.size(); ++k) {
        put(fmt::format("cuda:{}   {}, {:.0f} GB, {} multiprocessors, architecture {}\n", k,
                        gpus[k].name, static_cast<double>(gpus[k].memory) / 1e9,
                        gpus[k].multiprocessors, gpus[k].architecture));
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
