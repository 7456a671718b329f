# SPDX-License-Identifier: MIT-0
"""Where pieces and patches lie."""

from .core import (at, dsl, floordiv, freeze, fset, is_tuple, length, minus, object_like, plus,
                   setof, times, two)


@dsl
def toindices(patch):
    if length(patch) == 0:
        return frozenset()
    if object_like(patch):
        return fset(two(c)[1] for c in patch)
    return patch


def rowparts(patch):
    return (two(e)[0] for e in toindices(patch))


def colparts(patch):
    return (two(e)[1] for e in toindices(patch))


def columns(patch):
    return zip(*toindices(patch))


@dsl
def uppermost(patch):
    return min(rowparts(patch))


@dsl
def lowermost(patch):
    return max(rowparts(patch))


@dsl
def leftmost(patch):
    return min(colparts(patch))


@dsl
def rightmost(patch):
    return max(colparts(patch))


@dsl
def height(piece):
    if length(piece) == 0:
        return 0
    if is_tuple(piece):
        return length(piece)
    low = lowermost(piece)
    return plus(minus(low, uppermost(piece)), 1)


@dsl
def width(piece):
    if length(piece) == 0:
        return 0
    if is_tuple(piece):
        return length(at(piece, 0))
    right = rightmost(piece)
    return plus(minus(right, leftmost(piece)), 1)


@dsl
def shape(piece):
    h = height(piece)
    return (h, width(piece))


@dsl
def portrait(piece):
    h = height(piece)
    return h > width(piece)


@dsl
def square(piece):
    if is_tuple(piece):
        return length(piece) == length(at(piece, 0))
    h = height(piece)
    w = width(piece)
    return times(h, w) == length(piece) and h == w


@dsl
def vline(patch):
    return height(patch) == length(patch) and width(patch) == 1


@dsl
def hline(patch):
    return width(patch) == length(patch) and height(patch) == 1


def corner(patch, choices):
    """One choice (min or max) for each column; a column beyond the choices is a KeyError."""
    made = []
    for k, column in enumerate(columns(patch)):
        if k >= len(choices):
            raise KeyError
        made.append(choices[k](column))
    return tuple(made)


@dsl
def ulcorner(patch):
    return tuple(min(column) for column in columns(patch))


@dsl
def lrcorner(patch):
    return tuple(max(column) for column in columns(patch))


@dsl
def urcorner(patch):
    return corner(patch, (min, max))


@dsl
def llcorner(patch):
    return corner(patch, (max, min))


@dsl
def corners(patch):
    ul = ulcorner(patch)
    ur = urcorner(patch)
    ll = llcorner(patch)
    return freeze(setof((ul, ur, ll, lrcorner(patch))))


@dsl
def center(patch):
    top = uppermost(patch)
    i = plus(top, floordiv(height(patch), 2))
    left = leftmost(patch)
    return (i, plus(left, floordiv(width(patch), 2)))


@dsl
def centerofmass(patch):
    return tuple(floordiv(sum(column), length(patch)) for column in columns(patch))
