def solve_open(I):
    x1 = vmirror(I
    return x1


def solve_after_open(I):
    return I


def solve_open_at_end(I):
    x1 = vmirror(I,


def solve_closed_twice(I):
    x1 = vmirror(I))
    return x1


def solve_wrong_closing(I):
    x1 = vmirror(I]
    return x1


def solve_no_comma(I):
    x1 = fill(I ONE I)
    return x1


def solve_two_commas(I):
    x1 = fill(I,, ONE)
    return x1


def solve_type(I: Tuple[int) -> Grid:
    return I


def solve_last(I):
    x1 = vmirror(
