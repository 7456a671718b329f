def solve_unknown_keyword(I):
    O = fill(I, colour=ONE, patch=I)
    return O


def solve_twice(I):
    O = fill(I, ONE, grid=I)
    return O


def solve_same_twice(I):
    O = fill(I, value=ONE, value=TWO)
    return O


def solve_order(I):
    O = fill(grid=I, ONE, I)
    return O


def solve_variable(I):
    x1 = rbind(fill, I)
    O = x1(grid=I)
    return O


def solve_no_value(I):
    O = fill(grid=, ONE)
    return O
