def solve_literal(I):
    x1 = fill(I, 3, I)
    return x1


def solve_text(I):
    x1 = size("abc")
    return x1


def solve_true(I):
    x1 = objects(I, True, F, T)
    return x1


def solve_list(I):
    x1 = size([I])
    return x1


def solve_fine(I):
    O = vmirror(I)
    return O
