def solve_too_many(I):
    x1 = fill(I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I)
    return x1


def solve_long_name(I):
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = vmirror(I)
    return I


def solve_wrong_count_is_no_parse_error(I):
    x1 = vmirror(I, I, I)
    x2 = vmirror()
    x3 = I(x1)
    x4 = T(x2)
    return x4
