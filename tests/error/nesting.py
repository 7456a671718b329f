def solve_nested_call(I):
    O = vmirror(hmirror(I))
    return O


def solve_nested_parenthesis(I):
    O = (vmirror(I))
    return O


def solve_call_of_call(I):
    O = vmirror(I)(I)
    return O
