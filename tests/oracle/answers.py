# SPDX-License-Identifier: MIT-0
"""What the second implementation answers, bounded in time and size."""

import signal
import sys

import language
from language import TooMuch
from language.text import show

# The interpreter's sets and its sort are what this rests on.
if sys.implementation.name != "cpython" or sys.version_info < (3, 11):
    print("this needs CPython 3.11 or later")
    sys.exit(77)

# Deep values and closures recurse.
sys.setrecursionlimit(5000)

MOST_SECONDS = 0.3
MOST_PARTS = 60_000
LARGEST_INT = 2**60


def check_size(value):
    """Raises TooMuch for a value that is too large to be compared."""
    left = MOST_PARTS
    waiting = [value]
    while waiting:
        v = waiting.pop()
        left -= 1
        if left < 0 or isinstance(v, int) and not -LARGEST_INT < v < LARGEST_INT:
            raise TooMuch
        if isinstance(v, (tuple, frozenset)):
            waiting.extend(v)
        elif isinstance(v, language.core.Fn):
            waiting.extend(v.captured)
    return value


class Bounded:
    """Raises TooMuch in what is run under it when its time is over."""

    def __enter__(self):
        def stop(*_):
            raise TooMuch

        self.before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)

    def __exit__(self, kind, *_):
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)


def outcome(callee, args):
    """The value of a call, or the name of its exception."""
    try:
        return check_size(language.call(callee, *args)), None
    except (MemoryError, OverflowError):
        raise TooMuch from None
    except RecursionError as error:
        if error.args:  # this interpreter's; the language's own has none
            raise TooMuch from None
        return None, "RecursionError"
    except Exception as error:
        return None, type(error).__name__


def answer(callee, args):
    """The same in the form in which `batt call` answers."""
    value, error = outcome(callee, args)
    return {"err": error} if error else {"out": show(value)}


def same(a, b):
    """Whether JSON data are equal, and of the same kinds: true is not 1."""
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return a == b
