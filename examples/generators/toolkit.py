"""What the generators share: the registry, random choices, grids as lists of rows, shapes."""

import random
from collections import Counter

TASKS = {}


class Retry(Exception):
    """This draw is of no use: make another."""


def task(generator):
    """Register a generator; its name is the id of the task."""
    TASKS[generator.__name__] = generator
    return generator


def need(condition):
    """Reject the current draw unless the condition holds."""
    if not condition:
        raise Retry


class Rng:
    """Choices made from random() alone, whose stream is the same in every Python version."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def int(self, low, high):
        """An integer from low to high, both included."""
        return low + int(self.random() * (high - low + 1))

    def chance(self, share):
        return self.random() < share

    def pick(self, items):
        return items[self.int(0, len(items) - 1)]

    def sample(self, items, count):
        """Distinct items, in random order."""
        rest = list(items)
        return [rest.pop(self.int(0, len(rest) - 1)) for _ in range(count)]

    def shuffled(self, items):
        return self.sample(items, len(items))

    def colors(self, count, avoid=()):
        """Distinct colours from 1 to 9."""
        return self.sample([c for c in range(1, 10) if c not in avoid], count)


# ---- grids and cells -----------------------------------------------------------------------------


def blank(h, w, color=0):
    return [[color] * w for _ in range(h)]


def noise(rng, h, w, colors):
    return [[rng.pick(colors) for _ in range(w)] for _ in range(h)]


def sparse(rng, h, w, colors, share, ground=0):
    """A grid of one ground colour with a share of cells in other colours."""
    return [[rng.pick(colors) if rng.chance(share) else ground for _ in range(w)] for _ in range(h)]


def clone(grid):
    return [list(row) for row in grid]


def draw(grid, cells, color, only=None):
    """Colour the cells inside the grid (only where the colour is `only`, if given)."""
    for i, j in cells:
        if 0 <= i < len(grid) and 0 <= j < len(grid[0]) and only in (None, grid[i][j]):
            grid[i][j] = color
    return grid


def cells_of(grid, color):
    return [(i, j) for i, row in enumerate(grid) for j, c in enumerate(row) if c == color]


def counts(grid):
    return Counter(c for row in grid for c in row)


def flip_lr(grid):
    return [row[::-1] for row in grid]


def flip_ud(grid):
    return [list(row) for row in grid[::-1]]


def transpose(grid):
    return [list(column) for column in zip(*grid)]


def turn(grid):
    """A quarter turn clockwise."""
    return [list(column) for column in zip(*grid[::-1])]


def cut(grid, i, j, h, w):
    return [row[j:j + w] for row in grid[i:i + h]]


def beside(*grids):
    return [sum(rows, []) for rows in zip(*grids)]


def scale(grid, down, across):
    return [[c for c in row for _ in range(across)] for row in grid for _ in range(down)]


def unique_extreme(counter, pick):
    """The only key with the largest (pick=max) or smallest (pick=min) count."""
    best = pick(counter.values())
    keys = [key for key, value in counter.items() if value == best]
    need(len(keys) == 1)
    return keys[0]


# ---- shapes: lists of (row, column) --------------------------------------------------------------


def rect(h, w, i=0, j=0):
    return [(a, b) for a in range(i, i + h) for b in range(j, j + w)]


def frame(h, w, i=0, j=0):
    return [(a, b) for a, b in rect(h, w, i, j) if a in (i, i + h - 1) or b in (j, j + w - 1)]


def shifted(cells, di, dj):
    return [(i + di, j + dj) for i, j in cells]


def bounds(cells):
    """(row, column, height, width) of the bounding box."""
    rows, columns = [i for i, _ in cells], [j for _, j in cells]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def at_origin(cells):
    i, j, _, _ = bounds(cells)
    return sorted(shifted(cells, -i, -j))


def middle(cells):
    i, j, h, w = bounds(cells)
    return i + h // 2, j + w // 2


def side_neighbors(i, j):
    return [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]


def all_neighbors(i, j):
    return [(i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def blob(rng, size, h, w):
    """A connected shape of so many cells that fits in h x w."""
    need(size <= h * w)
    cells = [(rng.int(0, h - 1), rng.int(0, w - 1))]
    while len(cells) < size:
        i, j = rng.pick(rng.pick([side_neighbors(*cell) for cell in cells]))
        if 0 <= i < h and 0 <= j < w and (i, j) not in cells:
            cells.append((i, j))
    return at_origin(cells)


def scatter(rng, h, w, shapes, gap=1, margin=0, taken=()):
    """Put the shapes at random places, bounding boxes at least `gap` apart, off the taken cells."""
    free = {cell for cell in rect(h, w)} - set(taken)
    placed = []
    for cells in shapes:
        _, _, sh, sw = bounds(cells)
        for _ in range(60):
            i, j = rng.int(margin, h - sh - margin), rng.int(margin, w - sw - margin)
            if i >= margin and j >= margin and free.issuperset(rect(sh, sw, i, j)):
                break
        else:
            raise Retry
        placed.append(shifted(cells, i, j))
        free -= set(rect(sh + 2 * gap, sw + 2 * gap, i - gap, j - gap))
    return placed


def regions(grid):
    """(colour, cells) of the areas of one colour connected by sides."""
    seen, found = set(), []
    for start in rect(len(grid), len(grid[0])):
        if start in seen:
            continue
        color, area, wave = grid[start[0]][start[1]], [], [start]
        seen.add(start)
        while wave:
            cell = wave.pop()
            area.append(cell)
            for i, j in side_neighbors(*cell):
                inside = 0 <= i < len(grid) and 0 <= j < len(grid[0])
                if inside and (i, j) not in seen and grid[i][j] == color:
                    seen.add((i, j))
                    wave.append((i, j))
        found.append((color, area))
    return found


def line(a, b):
    """The cells from a to b along a row, a column or a diagonal; none if they are not aligned."""
    di, dj = b[0] - a[0], b[1] - a[1]
    if di and dj and abs(di) != abs(dj):
        return []
    steps = max(abs(di), abs(dj))
    si, sj = (di > 0) - (di < 0), (dj > 0) - (dj < 0)
    return [(a[0] + si * n, a[1] + sj * n) for n in range(steps + 1)]


def ray(cell, di, dj):
    return [(cell[0] + di * n, cell[1] + dj * n) for n in range(31)]


def distance(one, two):
    return min(abs(a - c) + abs(b - d) for a, b in one for c, d in two)


def grey_objects(rng, h, w, shapes, color=5, **options):
    """A grid with the shapes in one colour (grey unless told otherwise), and where they lie."""
    placed = scatter(rng, h, w, shapes, **options)
    need(2 * sum(map(len, placed)) < h * w)
    return draw(blank(h, w), sum(placed, []), color), placed
