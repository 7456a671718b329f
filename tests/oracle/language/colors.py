# SPDX-License-Identifier: MIT-0
"""Colours."""

from .core import at, count_of, dsl, first_of, freeze, fset, is_tuple, length, setof, two
from .extent import toindices


def values_of(element):
    if is_tuple(element):
        return (v for row in element for v in row)
    return (two(member)[0] for member in element)


def occurrences_of(values):
    """Number of occurrences of each value."""
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    return counts


@dsl
def mostcolor(element):
    v = list(values_of(element))
    return max(setof(v), key=occurrences_of(v).get)


@dsl
def leastcolor(element):
    v = list(values_of(element))
    return min(setof(v), key=occurrences_of(v).get)


@dsl
def palette(element):
    return freeze(setof(values_of(element)))


@dsl
def numcolors(element):
    return length(palette(element))


@dsl
def color(obj):
    return at(first_of(obj), 0)


@dsl
def colorcount(element, value):
    if is_tuple(element):
        return sum(count_of(row, value) for row in element)
    return sum(1 for member in element if two(member)[0] == value)


@dsl
def colorfilter(objs, value):
    return fset(o for o in objs if at(first_of(o), 0) == value)


@dsl
def sizefilter(container, n):
    return fset(m for m in container if length(m) == n)


@dsl
def ofcolor(grid, value):
    return fset((i, j) for i, row in enumerate(grid) for j, v in enumerate(row) if v == value)


@dsl
def recolor(value, patch):
    return fset((value, e) for e in toindices(patch))


@dsl
def replace(grid, replacee, replacer):
    return tuple(tuple(replacer if v == replacee else v for v in row) for row in grid)


@dsl
def switch(grid, a, b):
    return tuple(tuple(a if v == b else b if v == a else v for v in row) for row in grid)
