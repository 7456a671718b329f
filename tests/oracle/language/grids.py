# SPDX-License-Identifier: MIT-0
"""Grids."""

from .core import (NONE, at, dsl, floordiv, freeze, fset, hw, inside, is_tuple, length, minus, mod,
                   neg, object_like, plus, reversed_of, setof, slice_of, times, two, use)


def cells_of(members):
    """(v, i, j) of each member (v, (i, j))."""
    for member in members:
        v, p = two(member)
        i, j = two(p)
        yield v, i, j


def moved(patch, place):
    """The patch with every (i, j) exchanged for place(i, j)."""
    if object_like(patch):
        return fset((v, place(i, j)) for v, i, j in cells_of(patch))
    return fset(place(i, j) for i, j in map(two, patch))


# 12.1 Rotation and mirroring


@dsl
def rot90(grid):
    return tuple(zip(*reversed_of(grid)))


@dsl
def rot180(grid):
    return tuple(reversed_of(row) for row in reversed_of(grid))


@dsl
def rot270(grid):
    return tuple(row[::-1] for row in zip(*reversed_of(grid)))[::-1]


def corner_sum(piece, k):
    low = at(use("ulcorner", piece), k)
    return plus(low, at(use("lrcorner", piece), k))


@dsl
def hmirror(piece):
    if is_tuple(piece):
        return reversed_of(piece)
    s = corner_sum(piece, 0)
    return moved(piece, lambda i, j: (minus(s, i), j))


@dsl
def vmirror(piece):
    if is_tuple(piece):
        return tuple(reversed_of(row) for row in piece)
    s = corner_sum(piece, 1)
    return moved(piece, lambda i, j: (i, minus(s, j)))


@dsl
def dmirror(piece):
    if is_tuple(piece):
        return tuple(zip(*piece))
    a, b = two(use("ulcorner", piece))
    return moved(piece, lambda i, j: (plus(minus(j, b), a), plus(minus(i, a), b)))


@dsl
def cmirror(piece):
    if is_tuple(piece):
        return tuple(zip(*[reversed_of(row) for row in reversed_of(piece)]))
    return vmirror(dmirror(vmirror(piece)))


# 12.2 Cutting and joining


def window(v, start, dims, k):
    low = at(start, k)
    return slice_of(v, low, plus(low, at(dims, k)))


@dsl
def crop(grid, start, dims):
    return tuple(window(row, start, dims, 1) for row in window(grid, start, dims, 0))


@dsl
def subgrid(patch, grid):
    corner = use("ulcorner", patch)
    return crop(grid, corner, use("shape", patch))


@dsl
def trim(grid):
    return tuple(slice_of(row, 1, -1) for row in slice_of(grid, 1, -1))


@dsl
def tophalf(grid):
    return slice_of(grid, 0, length(grid) // 2)


@dsl
def bottomhalf(grid):
    n = length(grid)
    return slice_of(grid, n // 2 + n % 2)


@dsl
def lefthalf(grid):
    return rot270(tophalf(rot90(grid)))


@dsl
def righthalf(grid):
    return rot270(bottomhalf(rot90(grid)))


@dsl
def hsplit(grid, n):
    h = length(grid)
    total = length(at(grid, 0))
    w = floordiv(total, n)
    gap = 1 if mod(total, n) != 0 else 0
    return tuple(crop(grid, (0, i * (w + gap)), (h, w)) for i in range(n))


@dsl
def vsplit(grid, n):
    total = length(grid)
    h = floordiv(total, n)
    w = length(at(grid, 0))
    gap = 1 if mod(total, n) != 0 else 0
    return tuple(crop(grid, (i * (h + gap), 0), (h, w)) for i in range(n))


@dsl
def hconcat(a, b):
    return tuple(plus(x, y) for x, y in zip(a, b))


@dsl
def vconcat(a, b):
    return plus(a, b)


@dsl
def cellwise(a, b, fallback):
    h, w = hw(a)

    def cell(i, j):
        v = at(at(a, i), j)
        return v if v == at(at(b, i), j) else fallback
    return tuple(tuple(cell(i, j) for j in range(w)) for i in range(h))


@dsl
def canvas(value, dimensions):
    return tuple(tuple(value for _ in range(at(dimensions, 1))) for _ in range(at(dimensions, 0)))


@dsl
def index(grid, loc):
    i, j = two(loc)
    h, w = hw(grid)
    if not inside(i, j, h, w):
        return NONE
    return at(at(grid, at(loc, 0)), at(loc, 1))


# 12.3 Drawing


def copied(grid):
    return [list(row) for row in grid]


def finished(rows):
    return tuple(tuple(row) for row in rows)


@dsl
def fill(grid, value, patch):
    h, w = hw(grid)
    rows = copied(grid)
    for member in use("toindices", patch):
        i, j = two(member)
        if inside(i, j, h, w):
            rows[i][j] = value
    return finished(rows)


@dsl
def paint(grid, obj):
    h, w = hw(grid)
    rows = copied(grid)
    for v, i, j in cells_of(obj):
        if inside(i, j, h, w):
            rows[i][j] = v
    return finished(rows)


@dsl
def underfill(grid, value, patch):
    h, w = hw(grid)
    bg = use("mostcolor", grid)
    rows = copied(grid)
    for member in use("toindices", patch):
        i, j = two(member)
        if inside(i, j, h, w) and rows[i][j] == bg:
            rows[i][j] = value
    return finished(rows)


@dsl
def underpaint(grid, obj):
    h, w = hw(grid)
    bg = use("mostcolor", grid)
    rows = copied(grid)
    for v, i, j in cells_of(obj):
        if inside(i, j, h, w) and rows[i][j] == bg:
            rows[i][j] = v
    return finished(rows)


@dsl
def cover(grid, patch):
    value = use("mostcolor", grid)
    return fill(grid, value, use("toindices", patch))


@dsl
def move(grid, obj, offset):
    covered = cover(grid, obj)
    return paint(covered, use("shift", obj, offset))


# 12.4 Scaling


def wide(row, factor):
    return tuple(v for v in row for _ in range(factor))


@dsl
def hupscale(grid, factor):
    return tuple(wide(row, factor) for row in grid)


@dsl
def vupscale(grid, factor):
    return tuple(row for row in grid for _ in range(factor))


@dsl
def upscale(element, factor):
    if is_tuple(element):
        return vupscale((wide(row, factor) for row in element), factor)
    if length(element) == 0:
        return frozenset()
    ui, uj = two(use("ulcorner", element))
    up = neg(ui)
    n = use("shift", element, (up, neg(uj)))
    o = setof((v, (plus(times(i, factor), a), plus(times(j, factor), b)))
              for v, i, j in cells_of(n) for a in range(factor) for b in range(factor))
    return use("shift", freeze(o), (ui, uj))


@dsl
def downscale(grid, factor):
    h, w = hw(grid)
    rows = [tuple(at(at(grid, i), j) for j in range(w) if mod(j, factor) == 0) for i in range(h)]
    return tuple(rows[i] for i in range(h) if mod(i, factor) == 0)
