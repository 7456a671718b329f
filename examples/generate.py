#!/usr/bin/env python3
"""Write the example tasks: one seeded generator per idea, plain Python, same bytes every time.

Usage: generate.py [folder]     (default: the folder `tasks` beside this file)

The ideas are in generators/, a file per family. A generator takes a source of random choices and
the number of the sample, and returns one (input, output) pair. It may call `need` to reject a draw
that would be ambiguous; then another is made.
"""

import sys
import zlib
from pathlib import Path

sys.dont_write_bytecode = True

# Importing a family registers its tasks.
from generators import tilings, crops, counting, colors, objects, drawing, lines, moving, panels
from generators.toolkit import TASKS, Retry, Rng


def make_sample(generator, rng, number):
    """The first draw that is not rejected, is a valid pair, and changes something."""
    while True:
        try:
            grid, out = generator(rng, number)
        except Retry:
            continue
        for g in (grid, out):
            assert 1 <= len(g) <= 30 and 1 <= len(g[0]) <= 30, generator.__name__
            assert all(len(row) == len(g[0]) and set(row) <= set(range(10)) for row in g)
        if grid != out:
            return grid, out


def make_task(name, salt=0):
    """Three or four training samples and one or two test samples, all different."""
    rng = Rng(zlib.crc32(name.encode()) + salt)
    train, samples = rng.int(3, 4), []
    total = train + rng.int(1, 2)
    while len(samples) < total:
        sample = make_sample(TASKS[name], rng, len(samples))
        if sample[0] not in [grid for grid, _ in samples]:
            samples.append(sample)
    return {"train": samples[:train], "test": samples[train:]}


def to_json(parts):
    """ARC task JSON with one grid row a line."""

    def grid_text(grid):
        return ",\n      ".join("[" + ",".join(map(str, row)) + "]" for row in grid)

    def sample_text(sample):
        return ('    {"input": [\n      %s],\n     "output": [\n      %s]}'
                % (grid_text(sample[0]), grid_text(sample[1])))

    lists = ['  "%s": [\n%s]' % (part, ",\n".join(map(sample_text, samples)))
             for part, samples in parts.items()]
    return "{\n" + ",\n".join(lists) + "\n}\n"


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "tasks"
    folder.mkdir(parents=True, exist_ok=True)
    for name in TASKS:
        (folder / (name + ".json")).write_bytes(to_json(make_task(name)).encode())
    print("%d tasks in %s" % (len(TASKS), folder))


if __name__ == "__main__":
    main()
