# SPDX-License-Identifier: MIT-0
"""The text form of values: JSON, as in tests/golden."""

import json

from .core import FUNCTIONS, NONE, Fn


def read(data):
    """A value from parsed JSON. Sets are built element by element, in the written order."""
    if isinstance(data, list):
        return tuple(read(v) for v in data)
    if isinstance(data, dict):
        if "s" in data:
            return frozenset(v for v in [read(e) for e in data["s"]])
        made = data["f"]
        if isinstance(made, str):
            return FUNCTIONS[made]
        return FUNCTIONS[made[0]].run(*[read(v) for v in made[1:]])
    return NONE if data is None else data


def show(v):
    """The JSON data of a value."""
    if isinstance(v, tuple):
        return [show(e) for e in v]
    if isinstance(v, frozenset):
        return {"s": [show(e) for e in v]}
    if isinstance(v, Fn):
        return {"f": v.name or [v.maker] + [show(e) for e in v.captured]}
    return None if v is NONE else v


def text_of(data):
    return json.dumps(data, separators=(",", ":"))
