// SPDX-License-Identifier: MIT-0
// Feeds the parser mutated solver text. What it must never do shows by itself (a crash, a hang, a
// sanitizer's finding); what it accepts must print and parse back to the same program.
//
//     fuzz_parser [RUNS] [SEED]
#include "program/parser.hpp"
#include "program/print.hpp"
#include "support/files.hpp"
#include "support/text_mutator.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace batt; // NOLINT(google-build-using-namespace): a program of its own

// NOLINTBEGIN(bugprone-suspicious-missing-comma): texts of several lines are meant
constexpr std::string_view kSeeds[] = {
    "def solve_a(I):\n    x1 = objects(I, T, F, T)\n    x2 = rbind(sizefilter, ONE)\n"
    "    x3 = x2(x1)\n    O = fill(I, patch=x3, value=FIVE)\n    return O\n",
    "\"\"\"Module.\"\"\"\nfrom dsl import *\nimport constants as c\n\n\n"
    "def verify_b(S, I: Grid, C) -> Tuple[int, ...]:\n    '''Doc.'''\n"
    "    x1: Grid = vmirror(\n        I,  # here\n    )\n    O = pair(S, \\\n  C)\n    return O\n",
    "def a(I):\r\n\treturn I\r\n\r\ndef b(I):\r\n\tx = I(I)\r\n\treturn x",
    "def c(I):\n    x = vmirror(3 + \"text\", [1, {2: lambda: None}], *I, **I)\n    return x.y\n"
    "def d(I):\n    if I: pass\n    return I\n",
    "def e(I):\n    \"\"\"open\n    x = f('''\n\"\"\"\n    return e\n",
};
// NOLINTEND(bugprone-suspicious-missing-comma)

constexpr std::string_view kTokens[] = {"def ",
                                        "return ",
                                        "(",
                                        ")",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        ",",
                                        "=",
                                        ":",
                                        "->",
                                        "\n",
                                        "\r\n",
                                        "\r",
                                        "\t",
                                        "    ",
                                        "\\\n",
                                        "#",
                                        "'",
                                        "\"",
                                        "'''",
                                        "\"\"\"",
                                        "I",
                                        "S",
                                        "C",
                                        "x1",
                                        "O",
                                        "T",
                                        "ONE",
                                        "vmirror",
                                        "fill",
                                        "patch=",
                                        "value",
                                        "rb'",
                                        "f'",
                                        "import",
                                        "from ",
                                        "*",
                                        "**",
                                        "==",
                                        "None",
                                        "lambda",
                                        "if ",
                                        "3",
                                        "0x1F",
                                        "1e9",
                                        ".",
                                        ";",
                                        "\\",
                                        "\f",
                                        "\xEF\xBB\xBF",
                                        "\xC3\xA9",
                                        "def solve_a(I):\n",
                                        "    return I\n",
                                        "\ndef "};

std::vector<std::string> corpus() {
    std::vector<std::string> texts(std::begin(kSeeds), std::end(kSeeds));
    // One text a solver: small inputs find more in the same time.
    std::string examples = testing::file_text(BATT_SOURCE_DIR "/examples/solvers.py");
    for (size_t from = examples.find("\ndef "); from != std::string::npos;) {
        size_t to = examples.find("\ndef ", from + 1);
        texts.push_back(examples.substr(from + 1, to == std::string::npos ? to : to - from));
        from = to;
    }
    return texts;
}

bool same(const Program& a, const Program& b) {
    bool equal = a.name == b.name && a.result == b.result && a.steps.size() == b.steps.size();
    for (size_t k = 0; equal && k < a.steps.size(); ++k) {
        equal = a.steps[k].name == b.steps[k].name && a.steps[k].callee == b.steps[k].callee &&
                a.steps[k].arguments == b.steps[k].arguments;
    }
    return equal;
}

/// What is wrong with the parser's answer, or null.
const char* check(const std::string& text, const ParsedFile& file, const ParseBounds& bounds) {
    int lines = 1 + static_cast<int>(std::count_if(text.begin(), text.end(),
                                                   [](char c) { return c == '\n' || c == '\r'; }));
    for (const Diagnostic& diagnostic : file.diagnostics) {
        bool placed = diagnostic.line >= 1 && diagnostic.line <= lines && diagnostic.column >= 1 &&
                      diagnostic.column <= static_cast<int>(text.size()) + 1;
        if (!placed) return "a diagnostic lies outside the text";
        if (diagnostic.text().find('\n') != std::string::npos) return "a diagnostic has two lines";
        if (diagnostic.message.find("expected") == std::string::npos &&
            diagnostic.message.find("mend") == std::string::npos) {
            return "a diagnostic does not say what was expected";
        }
    }
    for (const Program& program : file.programs) {
        for (size_t k = 0; k < program.steps.size(); ++k) {
            for (const Operand& argument : program.steps[k].arguments) {
                if (argument.kind == Operand::Kind::Step && argument.index >= k) {
                    return "a line names one that is not before it";
                }
            }
        }
        ParsedFile again = parse_solvers(print_program(program), "again.py", bounds);
        if (again.programs.size() != 1 || !same(again.programs[0], program)) {
            return "a program does not survive printing";
        }
    }
    return nullptr;
}

} // namespace

int main(int argc, char** argv) {
    uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20'000;
    uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    testing::TextMutator mutator(corpus(), kTokens, "IxOTSFv", seed);
    ParseBounds bounds;
    bounds.steps_per_solver = 200;
    uint64_t solvers = 0;
    for (uint64_t run = 0; run < runs; ++run) {
        std::string text = mutator.next();
        ParsedFile file = parse_solvers(text, "fuzz.py", bounds);
        if (const char* wrong = check(text, file, bounds)) {
            std::printf("run %llu of seed %llu: %s; the input:\n%s\n",
                        static_cast<unsigned long long>(run), static_cast<unsigned long long>(seed),
                        wrong, text.c_str());
            return 1;
        }
        solvers += file.programs.size();
    }
    std::printf("%llu inputs, %llu solvers in them, no finding\n",
                static_cast<unsigned long long>(runs), static_cast<unsigned long long>(solvers));
    return 0;
}
