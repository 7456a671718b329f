def solve_unknown_function(I):
    O = vmirorr(I)
    return O


def solve_unknown_argument(I):
    O = fill(I, PURPLE, I)
    return O


def solve_unknown_result(I):
    x1 = vmirror(I)
    return O


def solve_too_early(I):
    x1 = fill(I, ONE, x2)
    x2 = asindices(I)
    return x1


def solve_itself(I):
    x1 = vmirror(x1)
    return x1


def solve_no_samples(I):
    x1 = size(S)
    return x1


def solve_over_function(I):
    size = height(I)
    return size


def solve_over_constant(I):
    T = height(I)
    return T


def solve_over_parameter(I):
    I = vmirror(I)
    return I


def solve_over_candidate(S, I, C):
    C = vmirror(I)
    return C


def solve_keyword_name(I):
    class = vmirror(I)
    return class


def solve_other_solver(I):
    x1 = solve_no_samples(I)
    return x1
