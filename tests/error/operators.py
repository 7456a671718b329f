def solve_sum(I):
    x1 = size(I) + ONE
    return x1


def solve_argument_sum(I):
    x1 = add(ONE + TWO, ONE)
    return x1


def solve_compare(I):
    x1 = flip(I == I)
    return x1


def solve_attribute(I):
    x1 = dsl.vmirror(I)
    return x1


def solve_attribute_argument(I):
    x1 = vmirror(I.grid)
    return x1


def solve_index(I):
    x1 = vmirror(I[0])
    return x1


def solve_star(I):
    x1 = vmirror(*I)
    return x1


def solve_add_to(I):
    x1 = size(I)
    x1 += ONE
    return x1


def solve_alias(I):
    x1 = I
    return x1


def solve_two(I):
    x1, x2 = totuple(I)
    return x1


def solve_semicolon(I):
    x1 = vmirror(I); return x1
