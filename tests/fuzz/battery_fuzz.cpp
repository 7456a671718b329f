// SPDX-License-Identifier: MIT-0
// Feeds the reader of batteries mutated text. What it must never do shows by itself (a crash, a
// hang, a sanitizer's finding); what it accepts must name only earlier steps, print, and read back
// as the same battery.
//
//     fuzz_battery [RUNS] [SEED]
#include "battery/card.hpp"
#include "battery/cut.hpp"
#include "battery/graphviz.hpp"
#include "battery/statistics.hpp"
#include "battery/text.hpp"
#include "program/parser.hpp"
#include "support/files.hpp"
#include "support/text_mutator.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace batt; // NOLINT(google-build-using-namespace): a program of its own

constexpr std::string_view kSeeds[] = {
    "# batt battery, version 1\ndef batt(S, I, C):\n    t1 = objects(I, T, F, T)\n"
    "    t2 = rbind(sizefilter, ONE)\n    t3 = t2(t1)\n    solve_a = run(t1, t2, t3)\n"
    "    solve_b = run(t1, t2, returns=t1)\n    solve_c = run(returns=I)\n    return\n",
    "# batt battery, version 1\r\ndef batt(S, I, C):\r\n\tt1 = rbind(add, ONE)\r\n"
    "\tt2 = rbind(add, ONE)  # another\r\n\tt1 = run(t1, t2, returns=C)\r\n"
    "\tt3 = equality(t1,\r\n t2)\r\n\tb = run(t3)\r\n\treturn\r\n",
    "# batt battery, version 1\ndef batt(S, I, C):\n  return",
};

constexpr std::string_view kTokens[] = {
    "def ", "return", "returns=", "run(", "run",        "(",          ")",    "[",
    "]",    ",",      "=",        ":",    "\n",         "\r\n",       "\r",   "\t",
    "    ", "\\\n",   "#",        "'",    "'''",        "I",          "S",    "C",
    "t1",   "t2",     "t3",       "t0",   "t01",        "t",          "t999", "ONE",
    "fill", "None",   "vmirror",  "x",    "\xC3\xA9",   "version",    "1",    " = ",
    "t1, ", ", t2",   "\\",       "\f",   "4294967297", "t4294967297"};

std::vector<std::string> corpus() {
    std::vector<std::string> texts(std::begin(kSeeds), std::end(kSeeds));
    ParsedFile examples =
        parse_solvers(testing::file_text(BATT_SOURCE_DIR "/examples/solvers.py"), "solvers.py");
    // A few solvers a text: small inputs find more in the same time.
    for (size_t k = 0; k + 3 <= examples.programs.size(); k += 3) {
        Card card;
        for (size_t n = 0; n < 3; ++n) card.add(examples.programs[k + n]);
        texts.push_back(print_battery(card.finish()));
    }
    return texts;
}

const char* check_problem(const std::string& text, const Diagnostic& problem) {
    auto lines =
        1 + std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; });
    bool placed = problem.line >= 1 && problem.line <= lines && problem.column >= 1 &&
                  problem.column <= static_cast<int>(text.size()) + 1;
    if (!placed) return "the diagnostic lies outside the text";
    if (problem.text().find('\n') != std::string::npos) return "the diagnostic has two lines";
    if (problem.message.find("expected") == std::string::npos) {
        return "the diagnostic does not say what was expected";
    }
    return nullptr;
}

/// What is wrong with a battery that was read, or null.
const char* check_battery(const Battery& battery) {
    for (uint32_t step = 0; step < battery.nodes().size(); ++step) {
        const Battery::Node& node = battery.nodes()[step];
        auto is_later = [&](Operand operand) {
            return operand.kind == Operand::Kind::Step && operand.index >= step;
        };
        if (is_later(node.callee) || std::ranges::any_of(battery.arguments(node), is_later)) {
            return "a step names one that is not before it";
        }
    }
    std::string printed = print_battery(battery);
    ParsedBattery again = parse_battery(printed, "again.batt");
    if (again.problem || print_battery(again.battery) != printed) {
        return "a battery does not survive printing";
    }
    Card card;
    for (const Battery::Solver& solver : battery.solvers()) card.add(cut_solver(battery, solver));
    if (card.battery().line_count() < battery.line_count()) return "a solver was cut too short";
    if (battery_statistics(battery, 5).steps != battery.nodes().size()) return "a step is lost";
    if (graphviz(battery, all_steps(battery)).empty()) return "nothing is drawn";
    return nullptr;
}

} // namespace

int main(int argc, char** argv) {
    uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20'000;
    uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    testing::TextMutator mutator(corpus(), kTokens, "tIxOTSFv", seed);
    mutator.join(false);
    uint64_t accepted = 0;
    for (uint64_t run = 0; run < runs; ++run) {
        std::string text = mutator.next();
        ParsedBattery parsed = parse_battery(text, "fuzz.batt");
        const char* wrong =
            parsed.problem ? check_problem(text, *parsed.problem) : check_battery(parsed.battery);
        if (wrong != nullptr) {
            std::printf("run %llu of seed %llu: %s; the input:\n%s\n",
                        static_cast<unsigned long long>(run), static_cast<unsigned long long>(seed),
                        wrong, text.c_str());
            return 1;
        }
        accepted += parsed.problem ? 0 : 1;
    }
    std::printf("%llu inputs, %llu batteries in them, no finding\n",
                static_cast<unsigned long long>(runs), static_cast<unsigned long long>(accepted));
    return 0;
}
