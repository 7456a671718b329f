def solve_deeper(I):
    x1 = vmirror(I)
      O = vmirror(x1)
    return O


def solve_mixed(I):
    x1 = vmirror(I)
	return x1


def solve_flat(I):
return I


    x1 = vmirror(I)


def solve_fine(I):
	return I
