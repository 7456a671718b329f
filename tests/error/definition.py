def (I):
    return I


def solve_no_parameters():
    return I


def solve_other_parameters(grid):
    return grid


def solve_two_parameters(S, I):
    return I


def solve_default(I=None):
    return I


def solve_four(S, I, C, D):
    return I


def solve_no_colon(I)
    return I


def solve_empty(I):


def solve_no_return(I):
    x1 = vmirror(I)


def solve_only_docs(I):
    """Nothing else."""


def solve_after_return(I):
    return I
    x1 = vmirror(I)


def solve_no_type(I:) -> Grid:
    return I


def class(I):
    return I
