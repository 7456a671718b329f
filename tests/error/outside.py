from dsl import *
import constants as c, other.thing
from dsl import (vmirror,
                 hmirror)
from . import here
x = 3


def solve_a(I):
    return I


if __name__ == "__main__":
    print(solve_a(None))


@decorated
def solve_b(I):
    return I


class Solver:
    def solve(self, I):
        return I


import os; os.system("true")


def solve_c(I):
    return I
