// SPDX-License-Identifier: MIT-0
// Runs recorded calls on the GPU and compares value, order and failure with the reference's:
//   batt_cuda_calls [FOLDER...]     default: the calls of the repository
// Exit 0: no difference. 1: differences. 77: no GPU here, nothing was run.
#include "cuda/device_calls.hpp"
#include "dsl/registry.hpp"
#include "io/value_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace {

using batt::Value;

struct Case {
    std::string where;
    std::string expected; ///< canonical text, or "!Class"
};

/// Reads a folder of recorded calls; values are made in `lane` and cut out as images.
void load(const std::filesystem::path& folder, batt::Lane& lane, std::vector<Case>& cases,
          std::vector<batt::cuda::CallImage>& images) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
        std::ifstream in(file);
        int number = 0;
        for (std::string line; std::getline(in, line);) {
            nlohmann::json record = nlohmann::json::parse(line);
            std::string where = file.filename().string() + ":" + std::to_string(++number);
            lane.reset(batt::Limits{}.steps);
            batt::cuda::CallImage image;
            std::string problem;
            for (const auto& arg : record["args"]) {
                if (!read_value(lane, arg, image.args.emplace_back(), problem)) {
                    throw std::runtime_error(where + ": " + problem);
                }
            }
            if (file.stem() == "_call") {
                image.function = image.args.front();
                image.args.erase(image.args.begin());
            } else {
                image.function = batt::primitive_value(*batt::find_primitive(file.stem().string()));
            }
            image.arena.assign(lane.base(), lane.base() + lane.used());
            images.push_back(std::move(image));
            cases.push_back({where, record.contains("err") ? "!" + record["err"].get<std::string>()
                                                           : record["out"].dump()});
        }
    }
}

std::string text_of(batt::cuda::CallResult& result) {
    if (result.fault != batt::Fault::None) return std::string("!") + fault_name(result.fault);
    // A lane over the bytes that came back; reading a value allocates nothing.
    batt::Lane lane(result.arena.data(), result.arena.size(), 0, batt::host_language());
    return value_text(lane, result.value);
}

int run(int argc, char** argv) {
    std::string why;
    std::string name = batt::cuda::device_name(why);
    if (name.empty()) {
        std::printf("skipped: no GPU (%s)\n", why.c_str());
        return 77;
    }
    std::vector<std::filesystem::path> folders(argv + 1, argv + argc);
    if (folders.empty()) folders.emplace_back("tests/golden/portable/calls");

    constexpr uint64_t kParseBytes = 64 << 20;
    std::vector<char> memory(kParseBytes);
    batt::Lane lane(memory.data(), kParseBytes, 0, batt::host_language());
    std::vector<Case> cases;
    std::vector<batt::cuda::CallImage> images;
    for (const auto& folder : folders) load(folder, lane, cases, images);

    batt::Limits limits;
    limits.bytes = 1 << 20;
    std::vector<batt::cuda::CallResult> results = batt::cuda::run_calls(images, limits);
    size_t differences = 0;
    for (size_t k = 0; k < cases.size(); ++k) {
        std::string got = text_of(results[k]);
        if (got == cases[k].expected) continue;
        if (++differences <= 10) {
            std::printf("%s\n  expected %.200s\n  got      %.200s\n", cases[k].where.c_str(),
                        cases[k].expected.c_str(), got.c_str());
        }
    }
    std::printf("%s: %zu calls, %zu differences\n", name.c_str(), cases.size(), differences);
    return differences == 0 && !cases.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "batt_cuda_calls: %s\n", error.what());
        return 1;
    }
}
