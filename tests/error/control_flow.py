def solve_if(I):
    if I:
        O = vmirror(I)
    return O


def solve_for(I):
    for x in I:
        pass
    return I


def solve_lambda(I):
    x1 = apply(lambda x: x, I)
    return x1


def solve_inner(I):
    def inner(I):
        return I
    return I


def solve_pass(I):
    pass


def solve_one_line(I): return I
