# de0f60c6 train 0
def p_700002__O(I):
    x1 = fgpartition(I)
    x2 = portrait(I)
    x3 = branch(x2, x2, x2)
    x4 = merge(x1)
    x5 = toivec(SIX)
    x6 = divide(x5, UP_RIGHT)
    x7 = hconcat(I, I)
    x8 = minimum(x6)
    x9 = square(x7)
    x10 = lbind(adjacent, x4)
    x11 = branch(x9, x10, hline)
    x12 = x11(x4)
    O = switch(x7, THREE, NINE)
    return O
