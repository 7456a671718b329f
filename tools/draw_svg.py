#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Draws solved tasks as a picture, one below the other: input, arrow, output.

    batt run --solvers SOLVERS --data TASKS --show 1000 | tools/draw_svg.py TASK... > picture.svg

Reads what `batt run --show` prints and picks the named tasks, in the given order.
"""

import re
import sys

COLORS = "#111 #1e6fd0 #e8433a #35b34a #f7d038 #a5a5a5 #d83fb8 #f08a24 #7cc9ea #8a1f3c".split()
CELL = 12
ARROW = 60
GAP = 24


def read_pairs(text):
    """The pairs of grids by task, as lists of strings of digits."""
    pairs = {}
    current = None
    for line in text.splitlines():
        title = re.match(r"solve_\w+ on test \d+ of (\w+)$", line)
        if title:
            current = pairs.setdefault(title[1], ([], []))
        elif current and re.match(r"\s+\d", line):
            # The gap between the grids is wider than that between cells, and holds the arrow.
            columns = re.split(r"\s{3,}(?:->\s+)?|\s+->\s*", line[2:])
            left = columns[0] if line[2:3].strip() else ""
            for grid, row in zip(current, [left] + columns[1:]):
                if row.strip():
                    grid.append(row.replace(" ", ""))
        elif not line.strip():
            current = None
    return pairs


def draw_grid(grid, x, y):
    """Stretches of one colour, then the lines between cells."""
    width, height = size(grid)
    for i, row in enumerate(grid):
        for stretch in re.finditer(r"(.)\1*", row):
            yield (
                f'<rect x="{x + stretch.start() * CELL}" y="{y + i * CELL}" '
                f'width="{len(stretch[0]) * CELL}" height="{CELL}" '
                f'fill="{COLORS[int(stretch[1])]}"/>'
            )
    lines = [f"M{x} {y + i * CELL}h{width}" for i in range(1, len(grid))]
    lines += [f"M{x + j * CELL} {y}v{height}" for j in range(1, len(grid[0]))]
    yield f'<path d="{"".join(lines)}" stroke="#555"/>'


def size(grid):
    return len(grid[0]) * CELL, len(grid) * CELL


def main():
    pairs = read_pairs(sys.stdin.read())
    unknown = [task for task in sys.argv[1:] if task not in pairs]
    if unknown or len(sys.argv) < 2:
        sys.exit(f"not drawn above: {', '.join(unknown)}" if unknown else __doc__)
    chosen = [pairs[task] for task in sys.argv[1:]]
    left = max(size(before)[0] for before, _ in chosen)
    width = left + ARROW + max(size(after)[0] for _, after in chosen)
    shapes = []
    y = 0
    for before, after in chosen:
        height = max(size(before)[1], size(after)[1])
        shapes += draw_grid(before, left - size(before)[0], y + (height - size(before)[1]) // 2)
        shapes += draw_grid(after, left + ARROW, y + (height - size(after)[1]) // 2)
        middle = y + height // 2
        shapes.append(
            f'<path d="M{left + 14} {middle}h28m-8 -6l8 6l-8 6" fill="none" stroke="#888" '
            f'stroke-width="2"/>'
        )
        y += height + GAP
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y - GAP}" '
        f'width="{width}" height="{y - GAP}">'
    )
    print("\n".join(shapes))
    print("</svg>")


if __name__ == "__main__":
    main()
