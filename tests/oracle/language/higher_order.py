# SPDX-License-Identifier: MIT-0
"""Functions that make functions, or call them."""

from .core import Fn, call, closure, dsl, fset, like, need_int
from .containers import merged


@dsl
def compose(outer, inner):
    return closure("compose", (outer, inner), 1, lambda x: call(outer, call(inner, x)))


@dsl
def chain(h, g, f):
    return closure("chain", (h, g, f), 1, lambda x: call(h, call(g, call(f, x))))


@dsl
def matcher(function, target):
    return closure("matcher", (function, target), 1, lambda x: call(function, x) == target)


def bound(name, function, fixed, place):
    if not isinstance(function, Fn):
        raise AttributeError
    arity = {2: 1, 3: 2}.get(function.arity, 3)
    if place == "right":
        return closure(name, (function, fixed), arity, lambda *args: call(function, *args, fixed))
    return closure(name, (function, fixed), arity, lambda *args: call(function, fixed, *args))


@dsl
def rbind(function, fixed):
    return bound("rbind", function, fixed, "right")


@dsl
def lbind(function, fixed):
    return bound("lbind", function, fixed, "left")


@dsl
def power(function, n):
    if n == 1:
        return function
    need_int(n)
    if n < 1 or n >= 1000:
        raise RecursionError
    made = function
    for _ in range(n - 1):
        made = compose(function, made)
    return made


@dsl
def fork(outer, a, b):
    def run(x):
        left = call(a, x)
        return call(outer, left, call(b, x))
    return closure("fork", (outer, a, b), 1, run)


def applied(function, container):
    iter(container)
    return like(container, (call(function, e) for e in container))


@dsl
def apply(function, container):
    return applied(function, container)


@dsl
def rapply(functions, value):
    iter(functions)
    return like(functions, (call(f, value) for f in functions))


@dsl
def mapply(function, container):
    return merged(applied(function, container))


@dsl
def papply(function, a, b):
    return tuple(call(function, x, y) for x, y in zip(a, b))


@dsl
def mpapply(function, a, b):
    return merged(papply(function, a, b))


@dsl
def prapply(function, a, b):
    return fset(call(function, x, y) for y in b for x in a)
