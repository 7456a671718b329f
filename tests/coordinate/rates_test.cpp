// SPDX-License-Identifier: MIT-0
#include "coordinate/rates.hpp"

#include "coordinate/tune.hpp"
#include "support/files.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace batt {
namespace {

using testing::file_text;
using testing::TemporaryFolder;

TEST(Rates, AreKeptBetweenRuns) {
    TemporaryFolder folder;
    std::string path = folder.path("deep/er/rates.json");
    Rates first(path, "1", 4);
    EXPECT_FALSE(first.find("gpu"));
    first.keep("gpu", {0.25, 1e-7});
    first.keep(Rates::kThreads, {0, 1e-5});
    EXPECT_EQ(first.problem(), "");
    Rates again(path, "1", 4);
    ASSERT_TRUE(again.find("gpu"));
    EXPECT_EQ(again.find("gpu")->batch_seconds, 0.25);
    EXPECT_EQ(again.find("gpu")->evaluation_seconds, 1e-7);
    EXPECT_EQ(again.find(Rates::kThreads)->evaluation_seconds, 1e-5);
}

TEST(Rates, OfOtherVersionsAndThreadsAreNotUsedButStay) {
    TemporaryFolder folder;
    std::string path = folder.path("rates.json");
    Rates(path, "1", 4).keep("gpu", {1, 1});
    EXPECT_FALSE(Rates(path, "2", 4).find("gpu"));
    EXPECT_FALSE(Rates(path, "1", 8).find("gpu"));
    Rates(path, "1", 8).keep("gpu", {2, 2});
    EXPECT_EQ(Rates(path, "1", 4).find("gpu")->batch_seconds, 1);
    EXPECT_EQ(Rates(path, "1", 8).find("gpu")->batch_seconds, 2);
}

TEST(Rates, AreForgottenToBeMeasuredAgain) {
    TemporaryFolder folder;
    std::string path = folder.path("rates.json");
    Rates(path, "1", 4).keep("gpu", {1, 1});
    Rates(path, "1", 4).keep("other", {3, 3});
    Rates again(path, "1", 4, true);
    EXPECT_FALSE(again.find("gpu"));
    again.keep("gpu", {2, 2});
    EXPECT_EQ(Rates(path, "1", 4).find("gpu")->batch_seconds, 2);
    EXPECT_EQ(Rates(path, "1", 4).find("other")->batch_seconds, 3);
}

TEST(Rates, AreIgnoredWithOneLineWhenTheFileIsMalformed) {
    TemporaryFolder folder;
    for (const char* text :
         {"", "{", "[]", "{\"format\": 1}", "{\"format\": \"x\"}",
          "{\"format\": 1, \"rates\": [{\"device\": \"gpu\"}]}",
          R"({"format": 1, "rates": [{"device": "gpu", "version": "1", "threads": 4,
              "batch_seconds": -1, "evaluation_seconds": 1}]})"}) {
        std::string path = folder.write("rates.json", text);
        Rates rates(path, "1", 4);
        EXPECT_FALSE(rates.find("gpu")) << text;
        EXPECT_EQ(rates.problem().find("the measured rates are not used: " + path), 0U) << text;
        EXPECT_EQ(rates.problem().find('\n'), std::string::npos) << text;
        rates.keep("gpu", {1, 1});
        EXPECT_TRUE(Rates(path, "1", 4).find("gpu")) << text;
    }
}

TEST(Rates, OfAnotherFormatAreOverwrittenSilently) {
    TemporaryFolder folder;
    std::string path = folder.write("rates.json", "{\"format\": 0, \"speeds\": {}}");
    Rates rates(path, "1", 4);
    EXPECT_EQ(rates.problem(), "");
    rates.keep("gpu", {1, 1});
    EXPECT_TRUE(Rates(path, "1", 4).find("gpu"));
}

TEST(Rates, NeedNoFile) {
    Rates none("", "1", 4);
    none.keep("gpu", {1, 1});
    EXPECT_TRUE(none.find("gpu"));
    EXPECT_EQ(none.problem(), "");
    Rates nowhere("/proc/none/rates.json", "1", 4);
    nowhere.keep("gpu", {1, 1});
    EXPECT_TRUE(nowhere.find("gpu"));
    EXPECT_NE(nowhere.problem(), "");
}

TEST(Tune, MeasuresAThreadAndADeviceQuickly) {
    auto start = std::chrono::steady_clock::now();
    Rate thread = measure_thread();
    auto device = batch::host_device();
    uint64_t before = device->memory();
    Rate host = measure_device(*device, device->memory() / 2);
    EXPECT_EQ(device->memory(), before);
    EXPECT_GT(thread.evaluation_seconds, 0);
    EXPECT_EQ(thread.batch_seconds, 0);
    EXPECT_GT(host.evaluation_seconds, 0);
    EXPECT_GE(host.batch_seconds, 0);
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 20); // sanitizers on a busy machine; 0.1 s is usual
}

} // namespace
} // namespace batt
