# SPDX-License-Identifier: MIT-0
"""Objects, partitions, occurrences and periods."""

from .core import at, dsl, freeze, fset, hw, inside, minus, plus, setof, two, use


@dsl
def objects(grid, univalued, diagonal, without_bg):
    bg = use("mostcolor", grid) if without_bg else None
    h, w = hw(grid)
    around = "neighbors" if diagonal else "dneighbors"
    done, result = set(), set()
    for p in use("asindices", grid):
        if p in done:
            continue
        val = at(at(grid, p[0]), p[1])
        if val == bg:
            continue
        comp = setof([(val, p)])
        wave = setof([p])
        while wave:
            following = set()
            for q in wave:
                v = at(at(grid, q[0]), q[1])
                if (val == v) if univalued else (v != bg):
                    comp.add((v, q))
                    done.add(q)
                    following |= setof((i, j) for i, j in use(around, q)
                                       if 0 <= i < h and 0 <= j < w)
            wave = following - done
        result.add(freeze(comp))
    return freeze(result)


def cells_of(grid, c):
    return fset((v, (i, j)) for i, row in enumerate(grid) for j, v in enumerate(row) if v == c)


@dsl
def partition(grid):
    return fset(cells_of(grid, c) for c in use("palette", grid))


@dsl
def fgpartition(grid):
    colours = use("palette", grid)
    colours = colours - setof([use("mostcolor", grid)])
    return fset(cells_of(grid, c) for c in colours)


def plain(line):
    """Whether a row or column has exactly one distinct value."""
    return len(setof(line)) == 1


@dsl
def frontiers(grid):
    h, w = hw(grid)
    rows = [i for i, row in enumerate(grid) if plain(row)]
    hf = freeze(setof(freeze(setof((at(at(grid, i), j), (i, j)) for j in range(w))) for i in rows))
    columns = [j for j, column in enumerate(use("dmirror", grid)) if plain(column)]
    vf = freeze(setof(freeze(setof((at(at(grid, i), j), (i, j)) for i in range(h)))
                      for j in columns))
    return hf | vf


@dsl
def compress(grid):
    rows = [i for i, row in enumerate(grid) if plain(row)]
    columns = [j for j, column in enumerate(use("dmirror", grid)) if plain(column)]
    return tuple(tuple(v for j, v in enumerate(row) if j not in columns)
                 for i, row in enumerate(grid) if i not in rows)


@dsl
def occurrences(grid, obj):
    n = use("normalize", obj)
    h, w = hw(grid)
    oh, ow = use("shape", obj)

    def fits(i, j):
        for cell in use("shift", n, (i, j)):
            v, place = two(cell)
            a, b = two(place)
            if not (inside(a, b, h, w) and at(at(grid, a), b) == v):
                return False
        return True

    found = set()
    for i in range(plus(minus(h, oh), 1)):
        for j in range(plus(minus(w, ow), 1)):
            if fits(i, j):
                found.add((i, j))
    return freeze(found)


def period(obj, extent, k):
    n = use("normalize", obj)
    size = use(extent, n)
    for p in range(1, size):
        kept = []
        for cell in use("shift", n, (0, -p) if k else (-p, 0)):
            c, place = two(cell)
            i, j = two(place)
            if (i, j)[k] >= 0:
                kept.append((c, (i, j)))
        if all(cell in n for cell in kept):
            return p
    return size


@dsl
def hperiod(obj):
    return period(obj, "width", 1)


@dsl
def vperiod(obj):
    return period(obj, "height", 0)
