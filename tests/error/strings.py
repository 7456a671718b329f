"""A docstring that ends."""


def solve_open_docstring(I):
    """Never closed,
    return I


def solve_short_docstring(I):
    'not closed
    return I


def solve_after_docstring(I):
    'closed' I
    return I


def solve_formatted(I):
    f"not a docstring"
    return I


def solve_fine(I):
    r'raw \'quoted\' text'
    return I
