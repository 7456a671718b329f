"""Mirrors, turns, tilings, scaling and periods."""

from generators.toolkit import (
    beside, blank, blob, bounds, clone, counts, cut, draw, flip_lr, flip_ud, need, noise, rect,
    scale, scatter, shifted, sparse, task, transpose, turn, unique_extreme)


@task
def mirror_right(rng, k):
    """The grid, then its mirror image to the right, sharing the last column."""
    grid = noise(rng, rng.int(3, 8), rng.int(3, 8), rng.colors(3))
    return grid, [row + row[-2::-1] for row in grid]


@task
def mirror_below_recolored(rng, k):
    """The grid above its reflection, in which the rarest colour is grey."""
    grid = noise(rng, rng.int(3, 6), rng.int(4, 9), rng.colors(3, avoid=[5]))
    rare = unique_extreme(counts(grid), min)
    return grid, grid + [[5 if c == rare else c for c in row] for row in flip_ud(grid)]


@task
def pinwheel_cross(rng, k):
    """Four turns of a square around a grey cross."""
    n = rng.int(2, 6)
    grid = noise(rng, n, n, [0] + rng.colors(2, avoid=[5]))
    one, two, three = turn(grid), turn(turn(grid)), turn(turn(turn(grid)))
    bar = blank(n, 1, 5)
    return grid, beside(grid, bar, one) + blank(1, 2 * n + 1, 5) + beside(three, bar, two)


@task
def flips_side_by_side(rng, k):
    """The reflections in the two diagonals, side by side."""
    grid = noise(rng, rng.int(2, 7), rng.int(3, 9), [0] + rng.colors(3))
    anti = turn(turn(transpose(grid)))
    return grid, beside(transpose(grid), anti)


@task
def stack_by_color_count(rng, k):
    """The grid stacked as often as it has colours."""
    grid = noise(rng, rng.int(3, 6), rng.int(3, 10), rng.colors(2 + k % 3))
    return grid, clone(grid) * len(counts(grid))


@task
def kaleidoscope_core(rng, k):
    """What the border holds, mirrored to the right and then down."""
    core = noise(rng, rng.int(2, 7), rng.int(2, 7), [0] + rng.colors(3, avoid=[5]))
    grid = blank(len(core) + 2, len(core[0]) + 2, 5)
    for (i, j), c in zip(rect(len(core), len(core[0]), 1, 1), sum(core, [])):
        grid[i][j] = c
    top = beside(core, flip_lr(core))
    return grid, top + flip_ud(top)


@task
def stack_if_symmetric(rng, k):
    """A left-right symmetric grid is stacked on itself; another gets its mirror image beside it."""
    half = noise(rng, rng.int(3, 7), rng.int(2, 4), [0] + rng.colors(2))
    if k % 2:
        grid = beside(half, flip_lr(half))
        return grid, grid + clone(grid)
    need(half != flip_lr(half))
    return half, beside(half, flip_lr(half))


@task
def interleave_rows(rng, k):
    """The rows of the upper and lower half in turn."""
    h, w = rng.int(2, 7), rng.int(4, 12)
    a, b, c = rng.colors(3)
    top, low = noise(rng, h, w, [0, a, b]), noise(rng, h, w, [0, c])
    return top + low, [row for pair in zip(top, low) for row in pair]


@task
def overlay_half_turn(rng, k):
    """The dots together with the same dots after a half turn, laid under them."""
    grid = sparse(rng, rng.int(6, 13), rng.int(6, 13), rng.colors(3), 0.12)
    back = turn(turn(grid))
    return grid, [[a or b for a, b in zip(*rows)] for rows in zip(grid, back)]


@task
def stretch_by_palette(rng, k):
    """Each cell becomes as wide as there are colours besides black, and two high."""
    colors = rng.colors(1 + (k + 1) % 4)
    grid = noise(rng, rng.int(2, 6), rng.int(2, 7), [0] + colors)
    need(set(counts(grid)) != {0})
    return grid, scale(grid, 2, len(set(counts(grid)) - {0}))


@task
def shrink_mosaic(rng, k):
    """A framed mosaic of 3 x 3 stones, one cell for each stone."""
    small = noise(rng, rng.int(3, 8), rng.int(3, 8), [0] + rng.colors(4, avoid=[5]))
    big = scale(small, 3, 3)
    side = blank(len(big), 1, 5)
    edge = blank(1, len(big[0]) + 2, 5)
    return edge + beside(side, big, side) + clone(edge), small


@task
def zoom_objects(rng, k):
    """Every object doubled in size, its upper left corner staying where it is."""
    h, w = rng.int(12, 18), rng.int(12, 18)
    shapes = [blob(rng, rng.int(3, 6), 3, 3) for _ in range(rng.int(2, 4))]
    rooms = [rect(2 * bounds(s)[2], 2 * bounds(s)[3]) for s in shapes]
    grid, out = blank(h, w), blank(h, w)
    for cells, room in zip(shapes, scatter(rng, h, w, rooms)):
        colors = rng.colors(2)
        for i, j in cells:
            c = rng.pick(colors)
            draw(grid, shifted([(i, j)], *room[0]), c)
            draw(out, rect(2, 2, room[0][0] + 2 * i, room[0][1] + 2 * j), c)
    return grid, out


@task
def peel_layers(rng, k):
    """As many layers are peeled off the grid as it has maroon cells."""
    h, w, n = rng.int(9, 15), rng.int(9, 15), 1 + k % 3
    grid = noise(rng, h, w, [0] + rng.colors(3, avoid=[9]))
    draw(grid, rng.sample(rect(h, w), n), 9)
    return grid, cut(grid, n, n, h - 2 * n, w - 2 * n)


@task
def drop_lines_and_double(rng, k):
    """Rows and columns of one colour are dropped, the rest is doubled."""
    h, w = rng.int(3, 9), rng.int(3, 9)
    wall, a, b, c = rng.colors(4)
    core = noise(rng, h, w, [a, b, c])
    need(all(len(set(x)) > 1 for x in core + transpose(core)))
    grid = clone(core)
    for _ in range(2):
        for at in rng.sample(range(1, len(grid)), rng.int(1, 2)):
            grid.insert(at, [wall] * len(grid[0]))
        grid = transpose(grid)
    return grid, scale(core, 2, 2)


@task
def middle_ninth(rng, k):
    """The middle of the nine equal parts."""
    h, w = rng.int(1, 6), rng.int(2, 7)
    grid = noise(rng, 3 * h, 3 * w, [0] + rng.colors(4))
    return grid, cut(grid, h, w, h, w)


@task
def extend_pattern_right(rng, k):
    """A pattern that repeats from left to right is continued up to the edge."""
    h, p, w = rng.int(2, 5), rng.int(2, 4), rng.int(14, 20)
    unit = noise(rng, h, p, rng.colors(3))
    need(any(len(set(row)) > 1 for row in unit))
    out = [[row[j % p] for j in range(w)] for row in unit]
    shown = rng.int(2 * p, 2 * p + 3)
    return [row[:shown] + [0] * (w - shown) for row in out], out


@task
def one_period(rng, k):
    """The smallest block whose repetition makes the grid."""
    p, q = rng.int(2, 5), rng.int(2, 5)
    unit = noise(rng, p, q, [0] + rng.colors(2))
    h, w = rng.int(2 * p, 4 * p), rng.int(2 * q, 4 * q)
    grid = [[unit[i % p][j % q] for j in range(w)] for i in range(h)]

    def repeats(rows, n):
        return all(rows[i] == rows[i - n] for i in range(n, len(rows)))

    need(not any(repeats(grid, n) for n in range(1, p)))
    need(not any(repeats(transpose(grid), n) for n in range(1, q)))
    return grid, unit
