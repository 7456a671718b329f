# SPDX-License-Identifier: MIT-0
"""The language a second time, in Python: short, slow, and with the interpreter's own sets.

Nothing of it is shared with the engine, which has to give the same answers: values, kinds, the
order of every set, and the class of every exception.
"""

from . import (colors, containers, extent, grids, higher_order, objects, patches, relations,
               scalars)
from .core import FUNCTIONS, SAFE_DEFAULT, TooMuch, Undefined, call
