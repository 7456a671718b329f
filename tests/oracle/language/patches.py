# SPDX-License-Identifier: MIT-0
"""Making and moving patches."""

from .core import (at, dsl, freeze, fset, hw, inside, minus, need_int, neg, object_like, plus,
                   setof, times, two, use)


@dsl
def asindices(grid):
    return fset((i, j) for i in range(len(grid)) for j in range(len(at(grid, 0))))


@dsl
def asobject(grid):
    return fset((v, (i, j)) for i, row in enumerate(grid) for j, v in enumerate(row))


@dsl
def toobject(patch, grid):
    h, w = hw(grid)

    def cells(indices):
        for e in indices:
            i, j = two(e)
            if inside(i, j, h, w):
                yield (at(at(grid, i), j), (i, j))
    return fset(cells(use("toindices", patch)))


@dsl
def shift(patch, directions):
    if len(patch) == 0:
        return patch
    di, dj = two(directions)

    def cells():
        for member in patch:
            v, p = two(member)
            i, j = two(p)
            moved = plus(i, di)
            yield (v, (moved, plus(j, dj)))

    def indices():
        for member in patch:
            i, j = two(member)
            moved = plus(i, di)
            yield (moved, plus(j, dj))
    return fset(cells() if object_like(patch) else indices())


@dsl
def normalize(patch):
    if len(patch) == 0:
        return patch
    up = neg(use("uppermost", patch))
    return shift(patch, (up, neg(use("leftmost", patch))))


@dsl
def dneighbors(loc):
    # the components are looked up each time they are needed: loc[0] - 1 fails before loc[1] does
    return freeze(setof([(minus(at(loc, 0), 1), at(loc, 1)), (plus(at(loc, 0), 1), at(loc, 1)),
                         (at(loc, 0), minus(at(loc, 1), 1)), (at(loc, 0), plus(at(loc, 1), 1))]))


@dsl
def ineighbors(loc):
    i = minus(at(loc, 0), 1), plus(at(loc, 0), 1)
    j = minus(at(loc, 1), 1), plus(at(loc, 1), 1)
    return freeze(setof([(i[0], j[0]), (i[0], j[1]), (i[1], j[0]), (i[1], j[1])]))


@dsl
def neighbors(loc):
    straight = dneighbors(loc)
    return straight | ineighbors(loc)


@dsl
def backdrop(patch):
    if len(patch) == 0:
        return frozenset()
    indices = use("toindices", patch)
    si, sj = two(use("ulcorner", indices))
    ei, ej = two(use("lrcorner", patch))
    return fset((i, j) for i in range(si, plus(ei, 1)) for j in range(sj, plus(ej, 1)))


@dsl
def delta(patch):
    if len(patch) == 0:
        return frozenset()
    drop = backdrop(patch)
    return minus(drop, use("toindices", patch))


def ring(ai, aj, bi, bj):
    si, ei = min(ai, bi), max(ai, bi)
    sj, ej = min(aj, bj), max(aj, bj)
    rows = range(si, plus(ei, 1))
    v = setof((i, sj) for i in rows) | setof((i, ej) for i in rows)
    columns = range(sj, plus(ej, 1))
    h = setof((si, j) for j in columns) | setof((ei, j) for j in columns)
    return freeze(v | h)


@dsl
def box(patch):
    if len(patch) == 0:
        return patch
    ai, aj = two(use("ulcorner", patch))
    bi, bj = two(use("lrcorner", patch))
    return ring(ai, aj, bi, bj)


@dsl
def inbox(patch):
    ai = plus(use("uppermost", patch), 1)
    aj = plus(use("leftmost", patch), 1)
    bi = minus(use("lowermost", patch), 1)
    bj = minus(use("rightmost", patch), 1)
    return ring(ai, aj, bi, bj)


@dsl
def outbox(patch):
    ai = minus(use("uppermost", patch), 1)
    aj = minus(use("leftmost", patch), 1)
    bi = plus(use("lowermost", patch), 1)
    bj = plus(use("rightmost", patch), 1)
    return ring(ai, aj, bi, bj)


@dsl
def connect(a, b):
    ai, aj = two(a)
    bi, bj = two(b)
    for part in (ai, aj, bi, bj):
        need_int(part)
    si, ei = min(ai, bi), max(ai, bi)
    sj, ej = min(aj, bj), max(aj, bj)
    rows, columns = range(si, ei + 1), range(sj, ej + 1)
    if ai == bi:
        return fset((ai, j) for j in columns)
    if aj == bj:
        return fset((i, aj) for i in rows)
    if bi - ai == bj - aj:
        return fset(zip(rows, columns))
    if bi - ai == aj - bj:
        return fset(zip(rows, range(ej, sj - 1, -1)))
    return frozenset()


@dsl
def shoot(start, direction):
    i = plus(at(start, 0), times(42, at(direction, 0)))
    return connect(start, (i, plus(at(start, 1), times(42, at(direction, 1)))))


@dsl
def vfrontier(location):
    return fset((i, at(location, 1)) for i in range(30))


@dsl
def hfrontier(location):
    return fset((at(location, 0), j) for j in range(30))
