// SPDX-License-Identifier: MIT-0
#include "io/task_file.hpp"

#include "io/file.hpp"
#include "io/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <system_error>
#include <thread>

namespace batt {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kChallenges = "_challenges.json";
constexpr std::string_view kSolutions = "_solutions.json";
constexpr size_t kFilesEach = 16; ///< that make a thread worth its start

/// What stands where something else was expected.
std::string kind_of(const json& value) {
    if (value.is_array()) return "a list";
    if (value.is_object()) return "an object";
    if (value.is_string()) return "a string";
    return value.dump();
}

/// Reads the parts of one task. Gives up at the first thing that makes it unusable; an output that
/// is merely too large is reported and kept, since solvers can still run on the inputs.
class TaskReader {
public:
    const std::vector<std::string>& problems() const { return problems_; }
    const std::vector<std::string>& notes() const { return notes_; }

    bool read_task(const json& from, Task& task) {
        if (!from.is_object()) {
            return fail("", "the task is " + kind_of(from) +
                                ", expected {\"train\": [...], \"test\": [...]}");
        }
        return read_examples(from, "train", true, task.train) &&
               read_examples(from, "test", false, task.test);
    }

    /// Kaggle keeps the outputs of the tests in a second file.
    bool read_solutions(const json& from, Task& task) {
        if (!from.is_array() || from.size() != task.test.size()) {
            return fail("solutions",
                        (from.is_array() ? "has " + std::to_string(from.size()) + " outputs"
                                         : "is " + kind_of(from)) +
                            ", expected a list of " + std::to_string(task.test.size()));
        }
        for (size_t k = 0; k < from.size(); ++k) {
            if (!read_grid(from[k], "solutions[" + std::to_string(k) + "]",
                           task.test[k].output.emplace(), true)) {
                return false;
            }
        }
        return true;
    }

private:
    bool fail(const std::string& where, const std::string& what) {
        problems_.push_back(where.empty() ? what : where + " " + what);
        return false;
    }

    /// Whether a side that counts `count` is usable; reports it if it is not as it should be.
    bool check_side(size_t count, const std::string& where, const char* what, bool is_output) {
        if (count >= 1 && count <= kMaxSide) return true;
        std::string odd = "has " + std::to_string(count) + " " + what + ", expected 1 to 30";
        if (!is_output || count == 0) return fail(where, odd);
        // A solver may well give that; only inputs have to be of usual size.
        notes_.push_back(where + " " + odd + "; kept all the same");
        return true;
    }

    bool read_examples(const json& task, const char* key, bool needs_output,
                       std::vector<Example>& examples) {
        auto list = task.find(key);
        if (list == task.end())
            return fail("", "the task has no list \"" + std::string(key) + "\"");
        if (!list->is_array()) return fail(key, "is " + kind_of(*list) + ", expected a list");
        for (size_t k = 0; k < list->size(); ++k) {
            std::string where = std::string(key) + "[" + std::to_string(k) + "]";
            const json& from = (*list)[k];
            if (!from.is_object()) {
                return fail(where, "is " + kind_of(from) + ", expected {\"input\": ...}");
            }
            auto input = from.find("input");
            auto output = from.find("output");
            if (input == from.end()) return fail(where, "has no \"input\"");
            if (output == from.end() && needs_output) return fail(where, "has no \"output\"");
            Example& example = examples.emplace_back();
            if (!read_grid(*input, where + ".input", example.input, false)) return false;
            if (output != from.end() &&
                !read_grid(*output, where + ".output", example.output.emplace(), true)) {
                return false;
            }
        }
        return true;
    }

    bool read_grid(const json& from, const std::string& where, GridData& grid, bool is_output) {
        if (!from.is_array()) {
            return fail(where, "is " + kind_of(from) + ", expected a list of rows");
        }
        if (!check_side(from.size(), where, "rows", is_output)) return false;
        grid.rows = static_cast<uint32_t>(from.size());
        for (size_t i = 0; i < from.size(); ++i) {
            std::string row = where + " row " + std::to_string(i);
            if (i == 0 && from[0].is_array()) {
                if (!check_side(from[0].size(), row, "cells", is_output)) return false;
                grid.cols = static_cast<uint32_t>(from[0].size());
            }
            if (!read_row(from[i], row, grid)) return false;
        }
        return true;
    }

    bool read_row(const json& from, const std::string& where, GridData& grid) {
        if (!from.is_array()) {
            return fail(where, "is " + kind_of(from) + ", expected a list of cells");
        }
        if (from.size() != grid.cols) {
            return fail(where, "has " + std::to_string(from.size()) + " cells, expected " +
                                   std::to_string(grid.cols));
        }
        for (size_t j = 0; j < from.size(); ++j) {
            const json& cell = from[j];
            // A number that fits is always read as unsigned; -0 and 1e0 are not what grids hold.
            if (!cell.is_number_unsigned() || cell.get<uint64_t>() >= kColors) {
                return fail(where + " cell " + std::to_string(j),
                            "is " + kind_of(cell) + ", expected a whole number from 0 to 9");
            }
            grid.cells.push_back(static_cast<uint8_t>(cell.get<uint64_t>()));
        }
        return true;
    }

    std::vector<std::string> problems_;
    std::vector<std::string> notes_;
};

/// Ids are written to tab-separated files.
bool is_plain(std::string_view id) {
    return !id.empty() && std::none_of(id.begin(), id.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    });
}

void read_one(const json& from, const json* solutions, const std::string& id,
              const std::string& where, TaskSet& out) {
    Task task;
    task.id = id;
    TaskReader reader;
    bool good = reader.read_task(from, task);
    if (good && solutions != nullptr) good = reader.read_solutions(*solutions, task);
    for (const std::string& problem : reader.problems()) {
        out.problems.push_back(where);
        out.problems.back().append(": ").append(problem);
    }
    for (const std::string& note : reader.notes()) {
        out.notes.push_back(where);
        out.notes.back().append(": ").append(note);
    }
    if (good) out.tasks.push_back(std::move(task));
}

/// Orders tasks by id and leaves out the second of two with one id.
void settle(TaskSet& set) {
    std::stable_sort(set.tasks.begin(), set.tasks.end(),
                     [](const Task& a, const Task& b) { return a.id < b.id; });
    auto same = [&](const Task& a, const Task& b) {
        if (a.id != b.id) return false;
        set.problems.push_back("task " + b.id + " is there twice; the second is left out");
        return true;
    };
    set.tasks.erase(std::unique(set.tasks.begin(), set.tasks.end(), same), set.tasks.end());
}

void add(TaskSet set, TaskSet& out) {
    std::move(set.tasks.begin(), set.tasks.end(), std::back_inserter(out.tasks));
    std::move(set.problems.begin(), set.problems.end(), std::back_inserter(out.problems));
    std::move(set.notes.begin(), set.notes.end(), std::back_inserter(out.notes));
}

void load_file(const std::string& path, TaskSet& out) {
    Result<std::string> text = read_file(path);
    if (!text) {
        out.problems.push_back(text.error());
        return;
    }
    std::string solutions;
    std::string solutions_path;
    if (path.ends_with(kChallenges)) {
        solutions_path = path.substr(0, path.size() - kChallenges.size());
        solutions_path += kSolutions;
        std::error_code error;
        if (fs::exists(solutions_path, error)) {
            Result<std::string> read = read_file(solutions_path);
            if (read) {
                solutions = std::move(*read);
            } else {
                out.problems.push_back(read.error());
            }
        }
    }
    add(parse_tasks(*text, path, solutions, solutions_path), out);
}

/// Several files at once.
void load_files(const std::vector<std::string>& files, TaskSet& out) {
    std::vector<TaskSet> sets(files.size());
    std::atomic<size_t> next = 0;
    auto load = [&] {
        for (size_t k = next++; k < files.size(); k = next++) load_file(files[k], sets[k]);
    };
    size_t most = std::min<size_t>(std::thread::hardware_concurrency(), files.size() / kFilesEach);
    {
        std::vector<std::jthread> others;
        try {
            for (size_t k = 1; k < most; ++k) others.emplace_back(load);
        } catch (const std::system_error&) {
            // The system allows no more threads: those there are read all files.
        }
        load();
    }
    for (TaskSet& set : sets) add(std::move(set), out);
}

void load_folder(const std::string& path, TaskSet& out) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error)) {
        std::string name = entry->path().filename().string();
        bool wanted = name.ends_with(".json") && name[0] != '.' && !name.ends_with(kSolutions);
        if (wanted) files.push_back(entry->path().string());
    }
    if (error) {
        out.problems.push_back("cannot read the folder " + path + ": " + error.message());
        return;
    }
    if (files.empty()) out.problems.push_back("no task files (*.json) in the folder " + path);
    std::sort(files.begin(), files.end());
    load_files(files, out);
}

} // namespace

TaskSet parse_tasks(std::string_view text, const std::string& file, std::string_view solutions,
                    const std::string& solutions_file) {
    TaskSet out;
    Result<json> parsed = parse_json(text, file);
    if (!parsed) {
        out.problems.push_back(parsed.error());
        return out;
    }
    // A task has "train"; anything else that is an object of objects is a collection by id.
    bool collection = parsed->is_object() && !parsed->contains("train") &&
                      !parsed->contains("test") && !parsed->empty();
    if (!collection) {
        std::string id = fs::path(file).stem().string();
        if (is_plain(id)) {
            read_one(*parsed, nullptr, id, file, out);
        } else {
            out.problems.push_back(file + ": the name gives no task id, expected ID.json");
        }
        return out;
    }
    json answers = json::object();
    if (!solutions.empty()) {
        Result<json> read = parse_json(solutions, solutions_file);
        if (!read) {
            out.problems.push_back(read.error());
        } else if (!read->is_object()) {
            out.problems.push_back(solutions_file + ": is " + kind_of(*read) +
                                   ", expected {\"task\": [output, ...]}");
        } else {
            answers = std::move(*read);
        }
    }
    std::string where;
    for (const auto& [id, task] : parsed->items()) {
        where = file;
        where += ": task ";
        where += id;
        if (!is_plain(id)) {
            out.problems.push_back(file + ": a task's id is empty or has control characters");
            continue;
        }
        auto answer = answers.find(id);
        read_one(task, answer == answers.end() ? nullptr : &*answer, id, where, out);
    }
    settle(out);
    return out;
}

TaskSet load_tasks(const std::string& path) {
    TaskSet out;
    std::error_code error;
    if (fs::is_directory(path, error)) {
        load_folder(path, out);
    } else {
        load_file(path, out);
    }
    settle(out);
    return out;
}

} // namespace batt
