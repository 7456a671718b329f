# SPDX-License-Identifier: MIT-0
"""Containers."""

from .core import NONE, bit_and, call, count_of, dsl, first_of, fset, is_tuple, like, setof


@dsl
def size(container):
    return len(container)


@dsl
def contained(value, container):
    return value in container


@dsl
def combine(a, b):
    def both_of():
        yield from a
        yield from b
    iter(a)
    iter(b)
    return like(a, both_of())


@dsl
def intersection(a, b):
    return bit_and(a, b)


@dsl
def difference(a, b):
    iter(a)
    return like(a, (e for e in a if e not in b))


@dsl
def dedupe(tup):
    kept = []
    for k, e in enumerate(tup):
        if not is_tuple(tup):
            raise AttributeError
        if e not in tup[:k]:
            kept.append(e)
    return tuple(kept)


def key_of(f):
    """A key function; None means the element itself."""
    return None if f is NONE else lambda e: call(f, e)


@dsl
def order(container, compfunc):
    return tuple(sorted(container, key=key_of(compfunc)))


def merged(containers):
    return like(containers, (e for inner in containers for e in inner))


@dsl
def merge(containers):
    return merged(containers)


@dsl
def maximum(container):
    return max(container, default=0)


@dsl
def minimum(container):
    return min(container, default=0)


@dsl
def valmax(container, compfunc):
    return call(compfunc, max(container, key=key_of(compfunc), default=0))


@dsl
def valmin(container, compfunc):
    return call(compfunc, min(container, key=key_of(compfunc), default=0))


@dsl
def argmax(container, compfunc):
    return max(container, key=key_of(compfunc))


@dsl
def argmin(container, compfunc):
    return min(container, key=key_of(compfunc))


@dsl
def mostcommon(container):
    s = setof(container)
    count_of(container, None)
    return max(s, key=container.count)


@dsl
def leastcommon(container):
    s = setof(container)
    count_of(container, None)
    return min(s, key=container.count)


@dsl
def initset(value):
    return frozenset({value})


@dsl
def insert(value, container):
    if not isinstance(container, frozenset):
        raise AttributeError
    return container.union({value})


@dsl
def remove(value, container):
    iter(container)
    return like(container, (e for e in container if e != value))


@dsl
def other(container, value):
    return first_of(remove(value, container))


@dsl
def sfilter(container, condition):
    iter(container)
    return like(container, (e for e in container if call(condition, e)))


@dsl
def mfilter(container, function):
    return merged(sfilter(container, function))


@dsl
def extract(container, condition):
    return next(e for e in container if call(condition, e))


@dsl
def totuple(container):
    return tuple(container)


@dsl
def first(container):
    return first_of(container)


@dsl
def last(container):
    found, e = False, None
    for e in container:
        found = True
    if not found:
        raise ValueError
    return e


@dsl
def product(a, b):
    return fset((x, y) for y in b for x in a)


@dsl
def pair(a, b):
    return tuple(zip(a, b))
