#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Puts the numbers of a benchmark run into the tables of docs/benchmarks.md and README.md.

    build/release/batt_bench --benchmark_out=bench.json --benchmark_out_format=json
    tools/bench_table.py bench.json

A table stands between <!-- bench: NAME --> and <!-- /bench -->; the text around it is left alone.
Every number is the median of the repetitions.
"""

import json
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).parents[1]
FILES = ["README.md", "docs/benchmarks.md"]
BLOCK = re.compile(r"(<!-- bench: (\w+) -->\n).*?(<!-- /bench -->)", re.DOTALL)
SETS = {"portable": "repository", "arc": "ARC training"}


class Run:
    """One run of batt_bench: medians by case name and column."""

    def __init__(self, data):
        self.context = data["context"]
        self.cases = {}
        for row in data["benchmarks"]:
            if row["run_type"] == "aggregate":
                continue
            if row.get("error_occurred"):
                sys.exit(f"{row['name']}: {row['error_message']}")
            name = re.sub(r"/(iterations|repeats):\d+|/manual_time", "", row["name"])
            self.cases.setdefault(name, []).append(row)
        self.repetitions = max(len(rows) for rows in self.cases.values())

    def names(self, start):
        return [name for name in self.cases if name.startswith(start)]

    def median(self, name, column):
        return statistics.median(row[column] for row in self.cases[name])

    def label(self, name):
        return self.cases[name][0].get("label", "")


def number(value):
    """Three digits, or all of them before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(head, rows, numbers_from=1):
    marks = ["---" if k < numbers_from else "---:" for k in range(len(head))]
    lines = [head, marks] + rows
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def machine(run):
    context = run.context
    return (
        f"{context['processor']}, {context['num_cpus']} processors at "
        f"{context['mhz_per_cpu'] / 1000:.1f} GHz; {context['compiler']}, `{context['flags']}`; "
        f"one thread, processor time, median of {run.repetitions} repetitions.\n"
    )


def objects(run):
    rows = []
    for name in sorted(run.names("dsl/objects/"), reverse=True):
        flags = ", ".join(name.split("/")[2])
        grids = f"{run.median(name, 'grids'):,.0f}"
        micros = number(run.median(name, "time_per_grid") * 1e6)
        rows.append([f"`objects(I, {flags})`", SETS[run.label(name)], grids, micros])
    return table(["call", "inputs", "grids", "µs a grid"], rows, 2)


def programs(run):
    ways = {
        "strict": "strict",
        "every_line": "strict, every line run",
        "safe": "safe",
    }
    rows = []
    for data, title in SETS.items():
        for way, text in ways.items():
            name = f"exec/programs/{way}/{data}"
            if name not in run.cases:
                continue
            known = "reference_s" in run.cases[name][0]
            rows.append([
                title,
                text,
                f"{run.median(name, 'runs'):,.0f}",
                f"{run.median(name, 'cpu_time') / 1000:.3f}",
                f"{run.median(name, 'evaluations_per_s'):,.0f}",
                f"{run.median(name, 'reference_s'):.1f}" if known else "",
                number(run.median(name, "times_reference")) if known else "",
            ])
    head = ["programs", "policy", "runs", "s", "evaluations/s", "reference s", "times as fast"]
    return table(head, rows, 2)


def sets(run):
    rows = []
    for kind in ["pairs", "cells", "ints"]:
        for size in ["4", "32", "256"]:
            cells = [
                number(run.median(f"value/set/{what}/{kind}/{size}", "time_per_element") * 1e9)
                for what in ["build", "find"]
            ]
            rows.append([kind, size] + cells)
    return table(["elements", "how many", "add, ns each", "look up, ns each"], rows)


def parse(run):
    rows = [
        [
            f"{int(name.split('/')[2]):,}",
            f"{run.median(name, 'lines'):,.0f}",
            number(run.median(name, "cpu_time")),
            f"{run.median(name, 'lines_per_s') / 1e6:.2f}",
            f"{run.median(name, 'bytes_per_s') / 1e6:.0f}",
        ]
        for name in run.names("program/parse/")
    ]
    return table(["solvers", "lines", "ms", "million lines/s", "MB/s"], rows, 0)


def primitives(run):
    rows = []
    for name in sorted(run.names("dsl/primitive/")):
        calls = f"{run.median(name, 'calls'):.0f}"
        times = [number(run.median(name, column)) for column in ["median_ns", "p90_ns"]]
        rows.append([f"`{name.split('/')[2]}`", calls] + times)
    return table(["primitive", "calls", "median ns", "90 % below, ns"], rows)


def passes(run):
    """Each pass on and off: on what it is made for, then on recorded programs."""
    rows = []
    names = sorted({name.split("/")[1] for name in run.names("passes/")} - {"all"})
    for subject, title in [("made_for", "made for it")] + [
        (data, f"recorded programs, {title}") for data, title in SETS.items()
    ]:
        for name in names:
            with_it = f"passes/{name}/made_for/on"
            if subject != "made_for":
                with_it = f"passes/all/{subject}/on"
            without = f"passes/{name}/{subject}/off"
            if without not in run.cases:
                continue
            times = [run.median(case, "cpu_time") for case in [with_it, without]]
            cells = [number(1000 * time) for time in times] + [f"{times[1] / times[0]:.2f}"]
            rows.append([f"`{name}`", title] + cells)
    return table(["pass", "battery", "with it, µs", "without, µs", "times as fast"], rows, 2)


def growth(run):
    """Time for 1, 2, 4 and 8 times as much, and how that compares with the first."""
    rows = []
    for case, title in [
        ("samples/run", "samples, run"),
        ("steps/fuse", "distinct steps, fuse and plan"),
        ("steps/run", "distinct steps, run"),
    ]:
        first = run.median(f"growth/{case}/1", "cpu_time")
        for times in [1, 2, 4, 8]:
            name = f"growth/{case}/{times}"
            taken = run.median(name, "cpu_time")
            rows.append([
                title,
                f"{run.median(name, 'solvers'):,.0f}",
                f"{run.median(name, 'samples'):,.0f}",
                f"{run.median(name, 'steps'):,.0f}",
                number(taken),
                f"{times}",
                f"{taken / first:.2f}",
            ])
    head = ["growing", "solvers", "samples", "distinct steps", "ms", "times as much", "times the ms"]
    return table(head, rows)


def summary(run):
    """The few numbers of the front page."""
    rows = []
    name = "dsl/objects/TFT"
    rows.append([
        f"`objects(I, T, F, T)`, {run.median(name, 'grids'):,.0f} grids "
        f"({SETS[run.label(name)]} inputs)",
        number(run.median(name, "time_per_grid") * 1e6) + " µs a grid",
        "`dsl/objects/TFT`",
    ])
    for data, title in SETS.items():
        for way, text in [("strict", ""), ("every_line", ", every line run")]:
            name = f"exec/programs/{way}/{data}"
            if name not in run.cases:
                continue
            rows.append([
                f"{run.median(name, 'runs'):,.0f} strict runs of recorded programs "
                f"({title} tasks){text}",
                f"{run.median(name, 'evaluations_per_s'):,.0f} a second, "
                f"{run.median(name, 'times_reference'):.0f} times the reference",
                f"`{name}`",
            ])
    name = "program/parse/10000"
    rows.append([
        "reading solver text",
        f"{run.median(name, 'lines_per_s') / 1e6:.1f} million lines a second",
        f"`{name}`",
    ])
    return table(["what", "one thread", "case"], rows, 3)


BLOCKS = {
    f.__name__: f
    for f in [machine, objects, programs, sets, parse, primitives, passes, growth, summary]
}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    run = Run(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    for file in FILES:
        path = ROOT / file
        text = path.read_text(encoding="utf-8")
        text = BLOCK.sub(lambda m: m[1] + BLOCKS[m[2]](run) + m[3], text)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
