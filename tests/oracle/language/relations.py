# SPDX-License-Identifier: MIT-0
"""How patches lie to each other."""

from .core import at, dsl, minus, plus, setof, times, two, use


def parts_of(patch, k):
    """ROWPARTS (k = 0) and COLPARTS (k = 1)."""
    return (two(e)[k] for e in use("toindices", patch))


def share(a, b, k):
    of_a = setof(parts_of(a, k))
    of_b = setof(parts_of(b, k))
    return not of_a.isdisjoint(of_b)


@dsl
def hmatching(a, b):
    return share(a, b, 0)


@dsl
def vmatching(a, b):
    return share(a, b, 1)


def distances(a, b):
    for x in use("toindices", a):
        xi, xj = two(x)
        for y in use("toindices", b):
            yi, yj = two(y)
            vertical = abs(minus(xi, yi))
            yield plus(vertical, abs(minus(xj, yj)))


@dsl
def manhattan(a, b):
    return min(distances(a, b))


@dsl
def adjacent(a, b):
    return manhattan(a, b) == 1


@dsl
def bordering(patch, grid):
    return (use("uppermost", patch) == 0
            or use("leftmost", patch) == 0
            or use("lowermost", patch) == len(grid) - 1
            or use("rightmost", patch) == len(at(grid, 0)) - 1)


@dsl
def position(a, b):
    ia, ja = use("center", use("toindices", a))
    ib, jb = use("center", use("toindices", b))
    if ia == ib:
        return (0, 1 if ja < jb else -1)
    if ja == jb:
        return (1 if ia < ib else -1, 0)
    return (1 if ia < ib else -1, 1 if ja < jb else -1)


@dsl
def gravitate(source, destination):
    si, sj = use("center", source)
    di, dj = use("center", destination)
    if vmatching(source, destination):
        step = (1, 0) if si < di else (-1, 0)
    else:
        step = (0, 1) if sj < dj else (0, -1)
    shifts = 0
    while shifts < 42 and not adjacent(source, destination):
        source = use("shift", source, step)
        shifts += 1
    return (times(shifts, step[0]), times(shifts, step[1]))
