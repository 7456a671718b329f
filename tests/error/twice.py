def solve_a(I):
    return I


def solve_b(I):
    return I


def solve_a(I):
    O = vmirror(I)
    return O
