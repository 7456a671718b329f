#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""calls.py BATT GOLDEN SEED COUNT: random calls, answered by batt and by the second implementation.

GOLDEN is a folder of recorded calls: their arguments are what is varied. Prints each call that is
answered differently, as a line that `batt call --jsonl` reads.
"""

import itertools
import json
import pathlib
import random
import subprocess
import sys

import language
from answers import Bounded, answer, same
from language.text import read, show, text_of
from values import Values

MOST_TEXT = 20_000
AT_ONCE = 1000
CLOSURES = 0.2  # the share of calls of function values


def load_arguments(folder):
    return {path.stem: [json.loads(line)["args"] for line in path.read_text().splitlines()]
            for path in sorted(pathlib.Path(folder).glob("*.jsonl"))}


def random_call(rng, values, golden):
    """A name, as `batt call` takes it, and arguments."""
    if rng.random() < CLOSURES:
        if rng.random() < 0.5:
            count = rng.choice((1, 1, 2))
            return "_call", [values.function()] + [values.any() for _ in range(count)]
        args = list(rng.choice(golden["_call"]))
        for k in range(1, len(args)):
            if rng.random() < 0.6:
                args[k] = values.like(args[k])
        return "_call", args
    name = rng.choice(values.names)
    way = rng.random()
    if way < 0.4:
        args = list(rng.choice(golden[name]))
        if args:
            k = rng.randrange(len(args))
            args[k] = values.like(args[k])
        return name, args
    arity = language.FUNCTIONS[name].arity
    if way < 0.95:
        return name, [values.at(name, k) for k in range(arity)]
    return name, [values.any() for _ in range(arity)]


def in_own_order(data):
    """Data that read as the value they show: a set's elements as the set orders them."""
    data = show(read(data))
    if show(read(data)) != data:
        raise language.TooMuch
    return data


def ask_here(name, args):
    """The line that asks batt, and what it should answer; None where that is not known."""
    try:
        with Bounded():
            args = [in_own_order(a) for a in args]
            line = text_of({"fn": name, "args": args})
            if len(line) > MOST_TEXT:
                return None
            taken = [read(a) for a in args]
            callee = taken.pop(0) if name == "_call" else language.FUNCTIONS[name]
            return line, answer(callee, taken)
    except (language.TooMuch, language.Undefined):
        return None


def check_language(batt):
    """Ends the program unless both know the same functions."""
    ran = subprocess.run([batt, "primitives", "--json"], capture_output=True, text=True, check=True)
    known = {p["name"]: len(p["parameters"]) for p in json.loads(ran.stdout)}
    here = {name: f.arity for name, f in language.FUNCTIONS.items()}
    if known != here:
        sys.exit(f"known to one of both: {sorted(set(known.items()) ^ set(here.items()))}")


def main(batt, folder, seed, count):
    check_language(batt)
    rng = random.Random(seed)
    golden = load_arguments(folder)
    places = {}
    for name, lists in golden.items():
        for args in lists:
            for k, a in enumerate(args):
                places.setdefault((name, k), []).append(a)
    values = Values(rng, sorted(language.FUNCTIONS), places)
    made = (random_call(rng, values, golden) for _ in itertools.count())
    answered = (both for name, args in made if (both := ask_here(name, args)))
    failed = limited = wrong = 0
    for first in range(0, count, AT_ONCE):
        some = list(itertools.islice(answered, min(AT_ONCE, count - first)))
        lines = "".join(line + "\n" for line, _ in some)
        ran = subprocess.run([batt, "call", "--jsonl"], input=lines, capture_output=True, text=True,
                             check=True)
        for (line, expected), text in zip(some, ran.stdout.splitlines(), strict=True):
            got = json.loads(text)
            failed += "err" in expected
            if got.get("err") == "Limit":
                limited += 1
            elif not same(got, expected):
                wrong += 1
                print(f"{line}\n    batt: {text[:500]}\n    here: {text_of(expected)[:500]}")
    print(f"{count} calls, {failed} fail, {limited} beyond limits, {wrong} differ")
    return 1 if wrong or limited > count // 100 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
