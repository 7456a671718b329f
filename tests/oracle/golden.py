#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""golden.py FOLDER: the second implementation against recorded calls of the reference."""

import json
import pathlib
import sys

import language
from answers import answer, same
from language.text import read


def main(folder):
    compared = left_out = wrong = 0
    for path in sorted(pathlib.Path(folder).glob("*.jsonl")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            recorded = json.loads(line)
            try:
                args = [read(a) for a in recorded.pop("args")]
                callee = args.pop(0) if path.stem == "_call" else language.FUNCTIONS[path.stem]
                got = answer(callee, args)
            except (language.TooMuch, language.Undefined):
                left_out += 1
                continue
            compared += 1
            if not same(got, recorded):
                wrong += 1
                print(f"{path}:{number}: recorded {recorded}, got {got}")
    print(f"{compared} calls, {left_out} left out, {wrong} differ")
    return 1 if wrong or compared < 20 * left_out else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
