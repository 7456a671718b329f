# SPDX-License-Identifier: MIT-0
"""Values, and the primitives that the functions are described by.

Ints, bools, tuples and frozensets are Python's own: arithmetic, comparison, the layout of sets and
the exceptions are the interpreter's. None and functions are not, because their hashes are
addresses: what a set of them looks like is undefined, and whoever hashes one gives up.
"""


class Undefined(BaseException):
    """The answer hangs on an address."""


class TooMuch(BaseException):
    """It takes too long, or too much room: the limits are not the engine's."""


MOST_AT_ONCE = 1_000_000  # elements that one operation of the interpreter makes


class Null:
    """None"""

    def __bool__(self):
        return False

    def __hash__(self):
        raise Undefined


NONE = Null()


class Fn:
    """A function value: a named one, or a closure with its maker and what it captured."""

    def __init__(self, run, arity, name=None, maker=None, captured=()):
        self.run, self.arity, self.name = run, arity, name
        self.maker, self.captured = maker, captured

    def __hash__(self):
        raise Undefined


FUNCTIONS = {}  # by name


def dsl(run):
    """Makes a Python function one of the language."""
    name = run.__name__
    FUNCTIONS[name] = Fn(run, run.__code__.co_argcount, name)
    return run


def use(name, *args):
    """Calls a function of the language by its name."""
    return FUNCTIONS[name].run(*args)


# What a failed call gives under the safe policy where it was to give a function.
SAFE_DEFAULT = Fn(None, 0, "safe_default")


def call(f, *args):
    if f is SAFE_DEFAULT:
        return ()
    if not isinstance(f, Fn) or len(args) != f.arity:
        raise TypeError
    return f.run(*args)


def closure(maker, captured, arity, run):
    return Fn(run, arity, None, maker, captured)


def is_int(v):
    return isinstance(v, int)


def need_int(v):
    if not isinstance(v, int):
        raise TypeError
    return v


def is_tuple(v):
    return isinstance(v, tuple)


def length(v):
    return len(v)


def first_of(v):
    return next(iter(v))


def at(v, k):
    if not isinstance(v, tuple) or not isinstance(k, int):
        raise TypeError
    return v[k]


def slice_of(v, lo=None, hi=None):
    for bound in (lo, hi):
        if bound is not None and not isinstance(bound, int):
            raise TypeError
    if not isinstance(v, tuple):
        raise TypeError
    return v[lo:hi]


def reversed_of(v):
    if not isinstance(v, tuple):
        raise TypeError
    return v[::-1]


def two(v):
    """The two elements of a pair, or of a set of two."""
    a, b = v
    return a, b


def count_of(v, x):
    if not isinstance(v, tuple):
        raise AttributeError
    return v.count(x)


def plus(a, b):
    if is_int(a) and is_int(b) or is_tuple(a) and is_tuple(b):
        return a + b
    raise TypeError


def minus(a, b):
    return a - b  # ints or frozensets; anything else is a TypeError


def times(a, b):
    for container, n in ((a, b), (b, a)):
        if is_tuple(container) and is_int(n) and len(container) * n > MOST_AT_ONCE:
            raise TooMuch
    return a * b


def floordiv(a, b):
    return need_int(a) // need_int(b)


def mod(a, b):
    return need_int(a) % need_int(b)


def neg(a):
    return -need_int(a)


def bit_and(a, b):
    return a & b


def like(c, seq):
    """`seq` in a container of the kind of `c`."""
    if isinstance(c, tuple):
        return tuple(seq)
    if isinstance(c, frozenset):
        return frozenset(x for x in seq)
    raise TypeError


def fset(seq):
    """A frozenset to which elements were added one by one."""
    return frozenset(x for x in seq)


def freeze(s):
    """A frozenset copied from a set: laid out anew."""
    return frozenset(s)


def setof(seq):
    """A set to which elements were added one by one."""
    made = set()
    for x in seq:
        made.add(x)
    return made


def hw(grid):
    """Height and width: the first row's."""
    h = len(grid)
    return h, len(at(grid, 0))


def inside(i, j, h, w):
    return 0 <= need_int(i) and i < h and 0 <= need_int(j) and j < w


def object_like(patch):
    """Whether a patch that is not empty has cells, going by the first."""
    return is_tuple(at(first_of(patch), 1))
