# SPDX-License-Identifier: MIT-0
"""Numbers, vectors and logic."""

from .core import (MOST_AT_ONCE, TooMuch, at, dsl, floordiv, is_int, is_tuple, minus, need_int, neg,
                   plus, times)


def vec2(op, a, b):
    if is_int(a) and is_int(b):
        return op(a, b)
    if is_tuple(a) and is_tuple(b):
        x = op(at(a, 0), at(b, 0))
        return (x, op(at(a, 1), at(b, 1)))
    if is_int(a) and is_tuple(b):
        x = op(a, at(b, 0))
        return (x, op(a, at(b, 1)))
    x = op(at(a, 0), b)
    return (x, op(at(a, 1), b))


def vec1(op, n):
    if is_int(n):
        return op(n)
    x = op(at(n, 0))
    return (x, op(at(n, 1)))


@dsl
def identity(x):
    return x


@dsl
def add(a, b):
    return vec2(plus, a, b)


@dsl
def subtract(a, b):
    return vec2(minus, a, b)


@dsl
def multiply(a, b):
    return vec2(times, a, b)


@dsl
def divide(a, b):
    return vec2(floordiv, a, b)


@dsl
def invert(n):
    return vec1(neg, n)


@dsl
def even(n):
    return need_int(n) % 2 == 0


@dsl
def double(n):
    return vec1(lambda x: times(x, 2), n)


@dsl
def halve(n):
    return vec1(lambda x: floordiv(x, 2), n)


@dsl
def increment(x):
    return vec1(lambda v: plus(v, 1), x)


@dsl
def decrement(x):
    return vec1(lambda v: minus(v, 1), x)


@dsl
def crement(x):
    return vec1(lambda v: 0 if v == 0 else plus(v, 1) if v > 0 else minus(v, 1), x)


@dsl
def sign(x):
    return vec1(lambda v: 0 if v == 0 else 1 if v > 0 else -1, x)


@dsl
def positive(x):
    return x > 0


@dsl
def greater(a, b):
    return a > b


@dsl
def flip(b):
    return not b


@dsl
def equality(a, b):
    return a == b


@dsl
def both(a, b):
    return a and b


@dsl
def either(a, b):
    return a or b


@dsl
def branch(condition, a, b):
    return a if condition else b


@dsl
def toivec(i):
    return (i, 0)


@dsl
def tojvec(j):
    return (0, j)


@dsl
def astuple(a, b):
    return (a, b)


@dsl
def interval(start, stop, step):
    made = range(start, stop, step)
    if made and abs(made[-1] - made[0]) // abs(step) > MOST_AT_ONCE:
        raise TooMuch
    return tuple(made)


@dsl
def repeat(item, num):
    return tuple(item for _ in range(num))
