// SPDX-License-Identifier: MIT-0
// Runs the program itself, as scripts do: its exit codes, its output, its files.
#include "io/digest.hpp"
#include "support/files.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace batt::testing {
namespace {

/// Where the program is: the environment, then the build, then the usual place.
std::string binary() {
    if (const char* path = std::getenv("BATT_BINARY")) return path;
#ifdef BATT_BINARY
    return BATT_BINARY;
#else
    return BATT_SOURCE_DIR "/build/release/batt";
#endif
}

struct Ended {
    int code;
    std::string out;
    std::string err;
};

constexpr const char* kSolvers = "def solve_a(I):\n    x1 = vmirror(I)\n    O = vmirror(x1)\n"
                                 "    return O\n\n\n"
                                 "def solve_b(I):\n    x1 = size(I)\n    O = size(x1)\n"
                                 "    return O\n\n\n"
                                 "def verify_a(I):\n    O = rbind(add, I)\n    return O\n\n\n"
                                 "def other(I):\n    return I\n";

constexpr const char* kSmallTask = R"({"train": [{"input": [[1, 2]], "output": [[1, 2]]}],
                                  "test": [{"input": [[3]], "output": [[3]]}]})";

class Batt : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(binary())) {
            GTEST_SKIP() << binary() << " is not built; set BATT_BINARY";
        }
        solvers_ = folder_.write("solvers.py", kSolvers);
        std::filesystem::create_directory(folder_.path("tasks"));
        folder_.write("tasks/b.json", kSmallTask);
        folder_.write("tasks/a.json", kSmallTask);
    }

    Ended batt(const std::string& arguments, const std::string& input = "") {
        std::string in = folder_.write("stdin", input);
        // What is measured of this machine stays in the test's folder.
        std::string command = "XDG_CACHE_HOME=" + folder_.path("cache") + " " + binary() + " " +
                              arguments + " <" + in + " >" + folder_.path("stdout") + " 2>" +
                              folder_.path("stderr");
        int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_text(folder_.path("stdout")),
                file_text(folder_.path("stderr"))};
    }

    std::string run_arguments() const {
        return "run --solvers " + solvers_ + " --data " + folder_.path("tasks");
    }

    TemporaryFolder folder_;
    std::string solvers_;
};

TEST_F(Batt, SaysItsVersion) {
    Ended ended = batt("--version");
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.out.substr(0, 5), "batt ");
}

TEST_F(Batt, ExitsWithTwoWhenMisused) {
    for (const char* arguments : {"",
                                  "nosuch",
                                  "--nosuch",
                                  "run",
                                  "run --solvers x",
                                  "call",
                                  "primitives a b",
                                  "run --solvers x --data y --policy lenient",
                                  "run --solvers x --data y --threads 0",
                                  "run --solvers x --data y --cross --own",
                                  "run --solvers x --data y --own --pairs z",
                                  "run --solvers x --data y --limit-bytes 10",
                                  "run --solvers x --data y --limit-steps 0",
                                  "run --solvers x --data y --device gpu",
                                  "run --solvers x --data y --device cuda:",
                                  "run --solvers x --data y --device cuda:x",
                                  "run --solvers x --data y --device cpu+",
                                  "run --solvers x --data y --gpu-memory 0",
                                  "run --solvers x --data y --limit-steps many",
                                  "run --solvers x --data y --limit-steps -5",
                                  "run --solvers x --data y --limit-steps 18446744073709551616",
                                  "run --solvers x --data y --show -1",
                                  "run --solvers x --data y --batch -1",
                                  "run --solvers '' --data y",
                                  "run --solvers x --data ''",
                                  "run --solvers x --data y --digests ''",
                                  "run --solvers x --data y --pairs ''",
                                  "card --solvers x -o ''",
                                  "card --solvers x -o y --count 0",
                                  "card --solvers x -o y --count 4294967296",
                                  "card --solvers x -o y --count 1 --seed -1",
                                  "show x --top -1",
                                  "show x --graph ''",
                                  "bench --first-solvers -1",
                                  "profile --top -1",
                                  "call --jsonl ''",
                                  "primitives ''",
                                  "run --solvers x --data y --json --show 1",
                                  "run --solvers x --data y --digests z --lines z",
                                  "run --solvers x --data y --digests z --lines ./z",
                                  "run --solvers ./x --data y --digests x",
                                  "run --solvers x --data y --lines y",
                                  "run --solvers x --data y --pairs z --digests z",
                                  "run --solvers x --data y --scores z.txt",
                                  "run --solvers x --data y --differs",
                                  "run --solvers x --data y --scores z.csv --no-fuse",
                                  "run --solvers x --data y --scores z.json --lines l",
                                  "run --solvers x --data y --scores z.csv --digests z.csv"}) {
        Ended ended = batt(arguments);
        EXPECT_EQ(ended.code, 2) << arguments;
        EXPECT_EQ(ended.out, "") << arguments;
        EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
        EXPECT_LT(ended.err.size(), 200U) << ended.err;
    }
    EXPECT_EQ(batt("--help").code, 0);
    EXPECT_EQ(batt("run --help").code, 0);
}

TEST_F(Batt, RunSaysWhatIsSolvedAndWhatIsNot) {
    Ended ended = batt(run_arguments());
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("solved: 1 of 3 solvers solve their task\n"), std::string::npos)
        << ended.out;
    EXPECT_NE(ended.out.find("  solve_b: 0 of 2 right, train 0 gives TypeError\n"),
              std::string::npos)
        << ended.out;
    EXPECT_NE(ended.out.find("  verify_a: 0 of 2 right, train 0 gives another grid\n"),
              std::string::npos)
        << ended.out;
    EXPECT_NE(ended.err.find("no task for solver other"), std::string::npos) << ended.err;
}

TEST_F(Batt, RunWritesItsReportAsJson) {
    Ended ended = batt(run_arguments() + " --json --policy safe --threads 1");
    EXPECT_EQ(ended.code, 0) << ended.err;
    nlohmann::json report = nlohmann::json::parse(ended.out);
    EXPECT_EQ(report["solvers"], 4);
    EXPECT_EQ(report["solved"], 1);
    EXPECT_EQ(report["with_task"], 3);
    EXPECT_EQ(report["unsolved"][0]["solver"], "solve_b");
    EXPECT_EQ(report["evaluations"], 6);
    EXPECT_EQ(report["policy"], "safe");
    EXPECT_EQ(report["problems"], 0);
}

TEST_F(Batt, RunReportsPrimitivesAndDevices) {
    std::string arguments = run_arguments() + " --cross --threads 1 --report";
    Ended ended = batt(arguments);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.err.find("\nvmirror              2            8          0 "),
              std::string::npos)
        << ended.err;
    EXPECT_NE(ended.err.find("\nthreads                          4            16   100.0 "),
              std::string::npos)
        << ended.err;
    EXPECT_EQ(ended.out.find("vmirror"), std::string::npos) << ended.out;
    nlohmann::json report = nlohmann::json::parse(batt(arguments + " --json").out);
    EXPECT_EQ(report["steps_evaluated"], 20);
    EXPECT_EQ(report["devices"][0]["evaluations"], 16);
    int evaluations = 0;
    for (const nlohmann::json& row : report["primitives"]) {
        evaluations += row["evaluations"].get<int>();
        if (row["primitive"] == "size") {
            EXPECT_EQ(row["failed"], 4);
        }
    }
    EXPECT_EQ(evaluations, 20);
    EXPECT_FALSE(nlohmann::json::parse(batt(run_arguments() + " --json").out).contains("devices"));
    report = nlohmann::json::parse(batt(run_arguments() + " --json --device host").out);
    EXPECT_EQ(report["devices"].size(), 2U);
    EXPECT_FALSE(report.contains("primitives"));
}

TEST_F(Batt, RunWritesDigestsAndLinesInOrder) {
    std::string files =
        " --digests " + folder_.path("d.tsv") + " --lines " + folder_.path("l.jsonl");
    Ended ended = batt(run_arguments() + " --threads 3" + files);
    EXPECT_EQ(ended.code, 0) << ended.err;
    std::string digests = file_text(folder_.path("d.tsv"));
    std::string first = "solve_a\ta\ttrain\t0\t";
    append_digest(first, digest("[[1,2]]"));
    first += "\nsolve_a\ta\ttest\t0\t";
    append_digest(first, digest("[[3]]"));
    EXPECT_EQ(digests.substr(0, first.size()), first);
    EXPECT_NE(digests.find("\nsolve_b\tb\ttrain\t0\t!TypeError\n"), std::string::npos) << digests;
    EXPECT_NE(digests.find("\nverify_a\ta\ttrain\t0\t-\n"), std::string::npos) << digests;
    std::string lines = file_text(folder_.path("l.jsonl"));
    EXPECT_NE(lines.find(R"({"program":"solve_b","task":"b","split":"train","index":0,"lines":[")"),
              std::string::npos)
        << lines;
    EXPECT_NE(lines.find(R"(","!TypeError"],"out":"!TypeError"})"), std::string::npos) << lines;
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"d.tsv", "l.jsonl", "solvers.py", "stderr",
                                                         "stdin", "stdout", "tasks"}));
}

TEST_F(Batt, RunWritesWhatIsDoneWhenItIsInterrupted) {
    std::string slow = folder_.write("slow.py", "def solve_a(I):\n    x1 = upscale(I, TEN)\n"
                                                "    x2 = objects(x1, F, F, F)\n"
                                                "    O = size(x2)\n    return O\n");
    std::string row = "[1";
    for (int k = 1; k < 30; ++k) row += k % 3 == 0 ? ",1" : ",2";
    std::string grid = "[" + row + "]";
    for (int k = 1; k < 30; ++k) grid += "," + row + "]";
    std::string task = R"({"train":[],"test":[)";
    for (int k = 0; k < 500; ++k) task += (k > 0 ? R"(,{"input":)" : R"({"input":)") + grid + "]}";
    std::filesystem::create_directory(folder_.path("slow"));
    folder_.write("slow/a.json", task + "]}");
    std::string run = binary() + " run --device cpu --threads 1 --solvers " + slow + " --data " +
                      folder_.path("slow") + " --digests " + folder_.path("d.tsv") + " >" +
                      folder_.path("stdout") + " 2>" + folder_.path("stderr");
    for (auto [signal, options] :
         {std::pair("INT", ""), std::pair("INT", " --no-fuse"), std::pair("TERM", " --cross")}) {
        std::string command = "timeout --preserve-status -s ";
        command.append(signal).append(" 1 ").append(run).append(options);
        int status = std::system(command.c_str());
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status << options;
        std::string digests = file_text(folder_.path("d.tsv"));
        auto lines = std::count(digests.begin(), digests.end(), '\n');
        EXPECT_GT(lines, 0) << options;
        EXPECT_LT(lines, 500) << options;
        EXPECT_TRUE(digests.ends_with('\n')) << options;
        std::string said = "batt: interrupted after " + std::to_string(lines) + " of 500 ";
        EXPECT_NE(file_text(folder_.path("stderr")).find(said), std::string::npos) << said;
        EXPECT_EQ(folder_.names(),
                  (std::vector<std::string>{"d.tsv", "slow", "slow.py", "solvers.py", "stderr",
                                            "stdout", "tasks"}));
        std::filesystem::remove(folder_.path("d.tsv"));
    }
}

TEST_F(Batt, RunGivesTheSameFilesWhateverTheThreads) {
    std::string text[2];
    for (int k = 0; k < 2; ++k) {
        Ended ended = batt(run_arguments() + " --cross --threads " + (k == 0 ? "1" : "4") +
                           " --digests " + folder_.path("d.tsv"));
        EXPECT_EQ(ended.code, 0) << ended.err;
        text[k] = file_text(folder_.path("d.tsv"));
    }
    EXPECT_EQ(text[0], text[1]);
    EXPECT_EQ(std::count(text[0].begin(), text[0].end(), '\n'), 16);
}

TEST_F(Batt, RunWritesScoresAsJson) {
    std::string path = folder_.path("s.json");
    Ended ended = batt(run_arguments() + " --cross --threads 2 --differs --scores " + path);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("solved tasks: 2 of 2 by some solver"), std::string::npos)
        << ended.out;
    nlohmann::json scores = nlohmann::json::parse(file_text(path));
    EXPECT_EQ(scores["version"], 1);
    EXPECT_EQ(scores["differs"], (nlohmann::json{"cells", "palette", "shape", "objects"}));
    nlohmann::json task = scores["tasks"][0];
    EXPECT_EQ(task["task"], "a");
    EXPECT_EQ(task["solved_by"], (nlohmann::json{"solve_a", "other"}));
    EXPECT_EQ(task["predictions"][0]["out"], (nlohmann::json{{3}}));
    EXPECT_EQ(task["predictions"][0]["right"], true);
    ASSERT_EQ(scores["pairs"].size(), 8U);
    nlohmann::json pair = scores["pairs"][0];
    EXPECT_EQ(pair["solver"], "solve_a");
    EXPECT_EQ(pair["solved"], true);
    EXPECT_EQ(pair["train"]["objects"],
              (nlohmann::json{{"sum", 1000}, {"mean", 1000}, {"gain", 0}}));
    EXPECT_EQ(scores["pairs"][2]["test"]["failed"], (nlohmann::json{{"TypeError", 1}}));
}

TEST_F(Batt, RunWritesScoresAsCsv) {
    std::string path = folder_.path("s.csv");
    Ended ended = batt(run_arguments() + " --scores " + path);
    EXPECT_EQ(ended.code, 0) << ended.err;
    std::string text = file_text(path);
    EXPECT_EQ(text.substr(0, text.find(",train_wrong")),
              "solver,task,solved,train_known,train_right");
    EXPECT_NE(text.find("\nsolve_a,a,1,1,1,0,0,0,"), std::string::npos) << text;
    EXPECT_NE(text.find("\nsolve_b,b,0,1,0,0,0,1,1,"), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
    ended = batt(run_arguments() + " --scores " + folder_.path("none/s.csv"));
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(ended.out, "");
}

TEST_F(Batt, RunMakesDoWithTheThreadsItGets) {
    if (::geteuid() == 0) GTEST_SKIP() << "no limit on threads holds for root";
    for (const char* options : {"", " --no-fuse"}) {
        std::string command = "XDG_CACHE_HOME=" + folder_.path("cache") + " prlimit --nproc=1 " +
                              binary() + " " + run_arguments() + options +
                              " --cross --threads 8 --digests " + folder_.path("d.tsv") + " >" +
                              folder_.path("stdout") + " 2>" + folder_.path("stderr");
        EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 0)
            << file_text(folder_.path("stderr"));
        std::string digests = file_text(folder_.path("d.tsv"));
        EXPECT_EQ(std::count(digests.begin(), digests.end(), '\n'), 16);
    }
}

TEST_F(Batt, RunTakesAListOfPairs) {
    std::string pairs = folder_.write("p.tsv", "other\tb\ttest\t0\nsolve_a\tb\ttrain\t0\n");
    std::string arguments =
        run_arguments() + " --pairs " + pairs + " --digests " + folder_.path("d.tsv");
    EXPECT_EQ(batt(arguments).code, 0);
    std::string digests = file_text(folder_.path("d.tsv"));
    EXPECT_EQ(digests.substr(0, 17), "solve_a\tb\ttrain\t0");
    EXPECT_EQ(std::count(digests.begin(), digests.end(), '\n'), 2);

    folder_.write("p.tsv", "other\tb\ttest\t0\nnone\tb\ttest\t0\n");
    Ended ended = batt(arguments);
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.err.find(pairs + ":2: no solver 'none' was read"), std::string::npos);
    folder_.write("p.tsv", "# none\n");
    EXPECT_EQ(batt(arguments).err,
              "batt: nothing to run: " + pairs + " names no solver and task that were read\n");
}

TEST_F(Batt, RunListsBadSolversAndTasksAndGoesOn) {
    std::string bad = folder_.write("bad.py", "def solve_c(I):\n    return 3\n");
    folder_.write("tasks/c.json", "[]");
    Ended ended = batt(run_arguments() + " --solvers " + bad);
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.out.find("solved: 1 of 3"), std::string::npos) << ended.out;
    EXPECT_NE(ended.err.find(bad + ":2:12: found '3'"), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("c.json: the task is a list"), std::string::npos) << ended.err;
}

TEST_F(Batt, RunRefusesASolverNameThatIsInTwoFiles) {
    std::string again = folder_.write("again.py", "\ndef solve_a(I):\n    return I\n");
    Ended ended = batt(run_arguments() + " " + again);
    EXPECT_EQ(ended.code, 2) << "a path after --data's value belongs to nothing";
    ended = batt("run --data " + folder_.path("tasks") + " --solvers " + solvers_ + " " + again);
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.err.find(again + ":2:1: solver 'solve_a' is here again"), std::string::npos)
        << ended.err;
}

TEST_F(Batt, RunFailsWithOneLineWhenFilesAreNotThere) {
    Ended ended =
        batt("run --solvers " + folder_.path("none.py") + " --data " + folder_.path("tasks"));
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(ended.out, "");
    EXPECT_NE(ended.err.find("none.py: No such file or directory\n"), std::string::npos);
    ended = batt(run_arguments() + " --digests " + folder_.path("none/d.tsv"));
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(ended.out, "");
    EXPECT_NE(ended.err.find("cannot write "), std::string::npos);
}

TEST_F(Batt, RunFailsWithOneLineWhenTheDiskIsFull) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    Ended ended = batt(run_arguments() + " --digests /dev/full");
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.err.find("cannot write /dev/full: No space left on device"), std::string::npos)
        << ended.err;
}

TEST_F(Batt, RunDrawsSolvedTasksWithoutColoursInAPipe) {
    Ended ended = batt(run_arguments() + " --show 1");
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.out.find('\x1b'), std::string::npos);
    EXPECT_NE(ended.out.find("solve_a on test 0 of a\n  3   ->  3\n"), std::string::npos)
        << ended.out;
}

TEST_F(Batt, CallAnswersEveryLine) {
    Ended ended = batt("call --jsonl", R"({"fn": "add", "args": [1, [2, 3]]}
{"fn":"first","args":[[]]}

{"fn":"_call","args":[{"f":["rbind",{"f":"add"},3]},4]}
{"fn":"size","args":[]}
{"fn":"_call","args":[7]}
{"fn":"dneighbors","args":[[0,0]],"out":"ignored"}
)");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
    EXPECT_EQ(ended.out, R"({"out":[3,4]}
{"err":"StopIteration"}
{"out":7}
{"err":"TypeError"}
{"err":"TypeError"}
{"out":{"s":[[-1,0],[1,0],[0,-1],[0,1]]}}
)");
}

TEST_F(Batt, CallNamesBadLinesAndGoesOn) {
    Ended ended = batt("call --jsonl", "{\n{\"fn\":\"nosuch\",\"args\":[]}\n"
                                       "{\"fn\":\"size\",\"args\":[\"a\"]}\n[]\n"
                                       "{\"fn\":\"_call\",\"args\":[]}\n"
                                       "{\"fn\":\"size\",\"args\":[[]]}\n");
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 6);
    EXPECT_EQ(ended.out.substr(0, 9), "{\"error\":");
    EXPECT_NE(ended.out.find("\n{\"out\":0}\n"), std::string::npos);
    EXPECT_NE(ended.err.find("batt: stdin:1:2: not valid JSON"), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("batt: stdin:2: no primitive 'nosuch'"), std::string::npos);
    EXPECT_NE(ended.err.find("batt: stdin:3: args[0]: found \"a\""), std::string::npos);
}

TEST_F(Batt, CallSaysAProblemOnOneLine) {
    std::string name = "x\\n\\u001b[31m" + std::string(1000, 'y');
    Ended ended = batt("call --jsonl", "{\"fn\":\"" + name + "\",\"args\":[]}\n" +
                                           "{\"fn\":\"size\",\"args\":[{\"f\":\"" + name +
                                           "\"}]}\n{\"fn\":\"size\",\n\"args\":[[]]}\n");
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 4) << ended.err;
    EXPECT_EQ(ended.err.find('\x1b'), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find(R"(no primitive 'x\x0a\x1b[31myyy)"), std::string::npos) << ended.err;
    EXPECT_LT(ended.err.size(), 700U) << ended.err;
    std::string file = folder_.write("two\nlines.py", "?");
    ended = batt("show '" + file + "'");
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
}

TEST_F(Batt, CallStopsAtItsLimits) {
    Ended ended =
        batt("call --jsonl --limit-bytes 65536", "{\"fn\":\"canvas\",\"args\":[0,[1000,1000]]}\n");
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.out, "{\"err\":\"Limit\"}\n");
}

TEST_F(Batt, CallReadsAFile) {
    std::string file = folder_.write("calls.jsonl", "{\"fn\":\"size\",\"args\":[[]]}");
    EXPECT_EQ(batt("call --jsonl " + file).out, "{\"out\":0}\n");
    EXPECT_EQ(batt("call --jsonl " + folder_.path("none")).code, 1);
    EXPECT_EQ(batt("call --jsonl " + folder_.path("tasks")).err,
              "batt: cannot read " + folder_.path("tasks") + " to its end: Is a directory\n");
}

TEST_F(Batt, PrimitivesListsAllOrExplainsOne) {
    Ended all = batt("primitives");
    EXPECT_EQ(all.code, 0);
    EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 160);
    Ended one = batt("primitives fill");
    EXPECT_EQ(one.code, 0);
    EXPECT_EQ(one.out.substr(0, 5), "fill(");
    EXPECT_NE(one.out.find("safe default: []"), std::string::npos) << one.out;
    EXPECT_EQ(batt("primitives nosuch").code, 1);
    nlohmann::json json = nlohmann::json::parse(batt("primitives objects --json").out);
    EXPECT_EQ(json["parameters"].size(), 4u);
    EXPECT_EQ(nlohmann::json::parse(batt("primitives --json").out).size(), 160u);
}

TEST_F(Batt, CardFusesSolversIntoAFileThatEveryCommandReads) {
    std::string battery = folder_.path("all.batt");
    Ended ended = batt("card --solvers " + solvers_ + " -o " + battery + " --json");
    EXPECT_EQ(ended.code, 0) << ended.err;
    nlohmann::json json = nlohmann::json::parse(ended.out);
    EXPECT_EQ(json["solvers"], 4);
    EXPECT_EQ(json["lines"], 5);
    EXPECT_EQ(json["steps"], 5);
    EXPECT_EQ(batt("show --steps " + battery).out, file_text(battery));
    EXPECT_EQ(batt("show --steps " + solvers_).out, file_text(battery));
    EXPECT_EQ(batt("card --solvers " + battery + " -o -").out, file_text(battery));
    std::string data = " --cross --data " + folder_.path("tasks") + " --digests ";
    batt("run --solvers " + battery + data + folder_.path("fused.tsv"));
    batt("run --solvers " + solvers_ + data + folder_.path("plain.tsv"));
    EXPECT_EQ(file_text(folder_.path("fused.tsv")), file_text(folder_.path("plain.tsv")));
    EXPECT_NE(file_text(folder_.path("plain.tsv")), "");
}

TEST_F(Batt, CardDrawsTheSameSolversForTheSameSeed) {
    std::string arguments = "card --solvers " + solvers_ + " -o - --count 2 --seed ";
    std::string first = batt(arguments + "3").out;
    EXPECT_EQ(first, batt(arguments + "3").out);
    EXPECT_NE(first.find(" = run("), std::string::npos) << first;
    Ended more = batt("card --solvers " + solvers_ + " -o - --count 5");
    EXPECT_EQ(more.code, 1);
    EXPECT_EQ(more.err, "batt: cannot draw 5 solvers: there are 4\n");
    EXPECT_EQ(batt("card --solvers " + solvers_ + " -o - --seed 3").code, 2);
}

TEST_F(Batt, ShowsAndLeavesOutPasses) {
    std::string solvers =
        folder_.write("passes.py", "def solve_p(I):\n    x1 = canvas(ONE, UNITY)\n"
                                   "    O = hconcat(x1, I)\n    return O\n");
    Ended ended = batt("show --passes --json --no-pass per-task --no-pass objects " + solvers);
    EXPECT_EQ(ended.code, 0) << ended.err;
    nlohmann::json rows = nlohmann::json::parse(ended.out)["passes"];
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0]["pass"], "fold");
    EXPECT_EQ(rows[0]["steps"], 1);
    EXPECT_EQ(rows[1]["applied"], false);
    EXPECT_NE(batt("show --passes " + solvers).out.find("fold"), std::string::npos);
    EXPECT_NE(batt("show --passes --steps " + solvers).out.find("UNITY)  # once\n"),
              std::string::npos);
    EXPECT_EQ(batt(run_arguments() + " --no-pass fold").code, 0);
    EXPECT_EQ(batt(run_arguments() + " --no-pass none").code, 2);
}

TEST_F(Batt, ShowDescribesAndDrawsABattery) {
    std::string drawing = folder_.path("out.dot");
    Ended ended = batt("show " + solvers_ + " --json --graph " + drawing + " --solver solve_b");
    EXPECT_EQ(ended.code, 0) << ended.err;
    nlohmann::json json = nlohmann::json::parse(ended.out);
    EXPECT_EQ(json["depth"], 2);
    EXPECT_EQ(json["steps_by_primitive"]["vmirror"], 2);
    EXPECT_NE(file_text(drawing).find("label=\"solve_b\""), std::string::npos);
    EXPECT_EQ(file_text(drawing).find("solve_a"), std::string::npos);
    EXPECT_EQ(batt("show " + solvers_ + " --graph " + drawing + " --solver none").code, 1);
    std::string cut = folder_.write("cut.batt", "# batt battery, version 1\ndef batt(S, I, C):\n");
    ended = batt("show " + cut);
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(ended.err, "batt: " + cut + ":3:1: found the end of the file, expected 'return' as " +
                             "the last line of the battery\n");
}

TEST_F(Batt, BenchComparesAllModesAndFindsTheSameResults) {
    std::string data = " --solvers " + solvers_ + " --data " + folder_.path("tasks");
    for (const char* policy : {"strict", "safe"}) {
        Ended ended = batt("bench --json --every-line --threads 2 --mutants 200 --policy " +
                           std::string(policy) + data);
        EXPECT_EQ(ended.code, 0) << ended.err;
        nlohmann::json json = nlohmann::json::parse(ended.out);
        EXPECT_EQ(json["evaluations"], 800);
        EXPECT_EQ(json["same"], true);
        ASSERT_EQ(json["modes"].size(), 4U);
        EXPECT_EQ(json["modes"][0]["mode"], "every_line");
        EXPECT_EQ(json["modes"][1]["mode"], "sequential");
        for (const auto& mode : json["modes"]) {
            EXPECT_EQ(mode["digests"], json["modes"][0]["digests"]);
        }
    }
}

TEST_F(Batt, BenchSaysWhatToDoWhereThereAreNoExamples) {
    Ended ended = batt("bench --solvers " + solvers_ + " --data " + folder_.path("none"));
    EXPECT_EQ(ended.code, 1);
    std::string command =
        "cd " + folder_.path("tasks") + " && " + binary() + " bench 2>" + folder_.path("stderr");
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
    EXPECT_EQ(file_text(folder_.path("stderr")),
              "batt: there is no examples/solvers.py here: run this in the repository, or give "
              "--solvers\n");
}

TEST_F(Batt, ProfileNamesTheLinesThatTakeTheTime) {
    Ended ended = batt("profile --json --solvers " + solvers_ + " --data " + folder_.path("tasks"));
    EXPECT_EQ(ended.code, 0) << ended.err;
    nlohmann::json json = nlohmann::json::parse(ended.out);
    EXPECT_EQ(json["steps"], 5);
    EXPECT_EQ(json["evaluations"], 20);
    bool found = false;
    for (const auto& step : json["top_steps"]) {
        found = found || step["step"] == "solve_a line 2: x1 = vmirror(I)";
    }
    EXPECT_TRUE(found) << ended.out;
}

TEST_F(Batt, ProfileCountsEvaluationsOfTheSameValues) {
    // Both mirror the same palindromes, by names that fusing does not see to be equal.
    std::string solvers =
        folder_.write("same.py", "def solve_p(I):\n    x1 = identity(I)\n    x2 = vmirror(x1)\n"
                                 "    O = size(x2)\n    return O\n"
                                 "def solve_q(I):\n    x1 = vmirror(I)\n    O = size(x1)\n"
                                 "    return O\n");
    std::string arguments = "profile --json --solvers " + solvers + " --data ";
    nlohmann::json json =
        nlohmann::json::parse(batt(arguments + folder_.path("tasks") + " --values").out);
    EXPECT_EQ(json["evaluations"].get<int>() * 2, json["repeated"].get<int>() * 5);
    json = nlohmann::json::parse(batt(arguments + folder_.path("tasks")).out);
    EXPECT_FALSE(json.contains("repeated"));
}

TEST_F(Batt, GivesTheSameOnEveryDevice) {
    std::string arguments = run_arguments() + " --cross --digests " + folder_.path("out.tsv");
    EXPECT_EQ(batt(arguments).code, 0);
    std::string expected = file_text(folder_.path("out.tsv"));
    for (const char* device : {"host", "cpu+host", "host,host", "host+host+cpu", "auto",
                               "auto+host", "cuda", "cuda:0,cuda:0", "cpu+cuda", "cuda:99"}) {
        Ended ended = batt(arguments + " --threads 1 --device " + device);
        EXPECT_EQ(ended.code, 0) << device << ended.err;
        EXPECT_EQ(file_text(folder_.path("out.tsv")), expected) << device;
    }
    Ended ended = batt(arguments + " --device host,host");
    EXPECT_NE(ended.out.find("device: threads: 0 of "), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("device: this machine, as a device: "), std::string::npos);
}

TEST_F(Batt, KeepsWhatItMeasuredUntilItIsToldOtherwise) {
    std::string arguments = run_arguments() + " --cross --device auto+host";
    EXPECT_EQ(batt("backends").out.find("measured"), std::string::npos);
    EXPECT_EQ(batt(arguments + " --retune").code, 0);
    std::string path = folder_.path("cache/batt/rates.json");
    std::string kept = file_text(path);
    nlohmann::json json = nlohmann::json::parse(kept);
    ASSERT_EQ(json["rates"].size(), 2U);
    EXPECT_NE(batt("backends").out.find("measured: "), std::string::npos);
    nlohmann::json list = nlohmann::json::parse(batt("backends --json").out);
    EXPECT_EQ(list[0]["rate"]["evaluation_seconds"], json["rates"][0]["evaluation_seconds"]);
    EXPECT_EQ(list[1]["rate"]["evaluation_seconds"], json["rates"][1]["evaluation_seconds"]);
    EXPECT_EQ(batt(arguments).code, 0);
    EXPECT_EQ(file_text(path), kept);
    EXPECT_EQ(batt(arguments + " --retune").code, 0);
    EXPECT_NE(file_text(path), kept);
}

TEST_F(Batt, SaysWhenItCannotKeepWhatItMeasured) {
    folder_.write("cache", "no folder");
    Ended ended = batt(run_arguments() + " --cross --device auto --retune");
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.err, "batt: the measured rates are not kept: cannot write " +
                             folder_.path("cache/batt/rates.json") +
                             ": Not a directory; nothing was left there\n");
}

TEST_F(Batt, IgnoresMeasurementsItCannotRead) {
    std::filesystem::create_directories(folder_.path("cache/batt"));
    folder_.write("cache/batt/rates.json", "{\"format\": 1, \"rates\": 3}");
    Ended ended = batt(run_arguments() + " --cross --device auto+host");
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.err,
              "batt: the measured rates are not used: " + folder_.path("cache/batt/rates.json") +
                  " is not what batt writes; they are measured again\n");
    EXPECT_EQ(batt(run_arguments() + " --cross --device cpu").err, "");
}

TEST_F(Batt, SaysWhenItsOutputCannotBeWritten) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    std::string command = binary() + " primitives >/dev/full 2>" + folder_.path("stderr");
    int status = std::system(command.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 1);
    EXPECT_EQ(file_text(folder_.path("stderr")),
              "batt: cannot write the results: No space left on device\n");
    // More than is held back, and what is passed on at once.
    std::string calls = folder_.write("calls", R"({"fn":"size","args":[[]]})");
    for (const std::string& arguments :
         {std::string("primitives --json"), "call --jsonl <" + calls}) {
        command = binary() + " " + arguments + " >/dev/full 2>" + folder_.path("stderr");
        EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
        EXPECT_EQ(file_text(folder_.path("stderr")),
                  "batt: cannot write the results: No space left on device\n");
    }
}

} // namespace
} // namespace batt::testing
