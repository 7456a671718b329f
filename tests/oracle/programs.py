#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""programs.py BATT SOLVERS TASKS SEED COUNT: mutants of solvers, line by line, under both policies.

SOLVERS is a file of straight-line solvers, TASKS a folder of tasks. Runs each mutant on some grids
with batt and with the second implementation. Prints the first line of a run that differs.
"""

import ctypes
import ctypes.util
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import language
from answers import Bounded, outcome
from language.constants import CONSTANTS
from language.text import read, show, text_of

RUNS = 3  # of each program
MOST_LINES = 40
MOST_CELLS = 400  # of a grid: this implementation is slow
ARITY = {name: f.arity for name, f in language.FUNCTIONS.items()}


def load_xxh64():
    library = ctypes.CDLL(ctypes.util.find_library("xxhash"))
    library.XXH64.restype = ctypes.c_uint64
    library.XXH64.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
    return lambda text: f"{library.XXH64(text, len(text), 0):016x}"


XXH64 = load_xxh64()


def load_solvers(path):
    """Lists of lines (target, callee, arguments)."""
    solvers = []
    for text in re.split(r"(?m)^(?=def )", pathlib.Path(path).read_text()):
        lines = re.findall(r"^    (\w+) = (\w+)\((.*)\)$", text, re.M)
        if lines:
            solvers.append([(t, f, a.split(", ") if a else []) for t, f, a in lines])
    return solvers


class Mutants:
    def __init__(self, rng, solvers):
        self.rng, self.solvers = rng, solvers
        self.names = sorted(language.FUNCTIONS)
        self.constants = sorted(CONSTANTS)

    def argument(self, variables):
        kind = self.rng.random()
        if kind < 0.55 and variables:
            return self.rng.choice(variables[-8:])
        if kind < 0.7:
            return "I"
        return self.rng.choice(self.constants if kind < 0.9 else self.names)

    def call(self, target, variables):
        callee = self.rng.choice(self.names)
        count = ARITY[callee]
        if variables and self.rng.random() < 0.1:
            callee, count = self.rng.choice(variables), self.rng.choice([1, 1, 2])
        return target, callee, [self.argument(variables) for _ in range(count)]

    def changed(self, line, variables):
        target, callee, args = line
        change = self.rng.random()
        if change < 0.3 and callee in ARITY:
            alike = [name for name in self.names if ARITY[name] == ARITY[callee]]
            return target, self.rng.choice(alike), args
        if change < 0.8 and args:
            k = self.rng.randrange(len(args))
            return target, callee, args[:k] + [self.argument(variables)] + args[k + 1:]
        return self.call(target, variables)

    def make(self):
        lines = list(self.rng.choice(self.solvers))
        for _ in range(self.rng.choice([1, 1, 2, 3])):
            k = self.rng.randrange(len(lines))
            lines[k] = self.changed(lines[k], [t for t, _, _ in lines[:k]])
        last = lines.pop()
        lines = lines[:MOST_LINES]
        for k in range(self.rng.choice([0, 2, 4, 8])):
            lines.append(self.call(f"x{1000 + k}", [t for t, _, _ in lines]))
        return lines + [last]


def text_of_program(name, lines):
    body = "".join(f"    {t} = {f}({', '.join(a)})\n" for t, f, a in lines)
    return f"def {name}(I):\n{body}    return O\n\n\n"


def draw_samples(rng, folder, count):
    """Some (program, task, split, index, grid)."""
    tasks = {p.stem: json.loads(p.read_text()) for p in sorted(pathlib.Path(folder).glob("*.json"))}
    grids = [(task, split, k, example["input"]) for task, data in tasks.items()
             for split in ("train", "test") for k, example in enumerate(data[split])]
    grids = [g for g in grids if len(g[3]) * len(g[3][0]) <= MOST_CELLS]
    return [(program, *sample) for program in range(count) for sample in rng.sample(grids, RUNS)]


def expected_lines(lines, grid, defaults):
    """What each line comes to, as `batt run --lines` has it."""
    values = {"I": tuple(map(tuple, grid))}

    def look_up(name):
        found = values.get(name, CONSTANTS.get(name, language.FUNCTIONS.get(name)))
        assert found is not None, name
        return found

    failed = False
    for target, callee, args in lines:
        if failed and defaults is None:
            yield "-"
            continue
        value, error = outcome(look_up(callee), [look_up(a) for a in args])
        failed = error is not None
        if failed:
            value = () if defaults is None else defaults.get(callee, ())
            yield "!" + error
        elif isinstance(value, language.core.Fn):
            yield "-"
        else:
            yield XXH64(text_of(show(value)).encode())
        values[target] = value


def load_defaults(batt):
    """What the safe policy gives for a failed call."""
    ran = subprocess.run([batt, "primitives", "--json"], capture_output=True, text=True, check=True)
    made = {}
    for primitive in json.loads(ran.stdout):
        data = json.loads(primitive["safe_default"])
        is_function = isinstance(data, dict) and "f" in data
        made[primitive["name"]] = language.SAFE_DEFAULT if is_function else read(data)
    return made


def run_batt(batt, folder, tasks, policy):
    """Lines of every run, by program and sample."""
    command = [batt, "run", "--solvers", folder / "programs.py", "--data", tasks, "--pairs",
               folder / "pairs.tsv", "--policy", policy, "--lines", folder / "lines.jsonl",
               "--limit-steps", "20000000", "--device", "cpu"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode > 1:
        sys.exit(ran.stderr)
    made = {}
    for line in (folder / "lines.jsonl").read_text().splitlines():
        run = json.loads(line)
        made[run["program"], run["task"], run["split"], run["index"]] = run["lines"]
    return made


def compare(lines, grid, got, defaults):
    """How many lines were compared, and the number of the first that differs, with what it is."""
    compared = 0
    try:
        with Bounded():
            for k, expected in enumerate(expected_lines(lines, grid, defaults)):
                if got[k] == "!Limit":
                    break
                if got[k] != expected:
                    return compared, (k, expected)
                compared += 1
    except (language.TooMuch, language.Undefined):
        pass
    return compared, None


def main(batt, solvers, tasks, seed, count):
    rng = random.Random(seed)
    mutants = Mutants(rng, load_solvers(solvers))
    programs = [mutants.make() for _ in range(count)]
    samples = draw_samples(rng, tasks, count)
    all_compared = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "programs.py").write_text(
            "".join(text_of_program(f"mutant_{k}", p) for k, p in enumerate(programs)))
        (folder / "pairs.tsv").write_text(
            "".join(f"mutant_{p}\t{task}\t{split}\t{k}\n" for p, task, split, k, _ in samples))
        for policy in ("strict", "safe"):
            defaults = load_defaults(batt) if policy == "safe" else None
            runs = run_batt(batt, folder, tasks, policy)
            for program, task, split, k, grid in samples:
                got = runs[f"mutant_{program}", task, split, k]
                compared, differs = compare(programs[program], grid, got, defaults)
                all_compared += compared
                if differs:
                    wrong += 1
                    line, expected = differs
                    print(f"{policy}, {task} {split} {k}, line {line + 1} is {got[line]} by batt, "
                          f"{expected} here:\n"
                          + text_of_program(f"mutant_{program}", programs[program]))
    print(f"{count} programs, {len(samples)} runs each way, {all_compared} lines, {wrong} differ")
    return 1 if wrong or all_compared < 10 * count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4], *map(int, sys.argv[4:6])))
