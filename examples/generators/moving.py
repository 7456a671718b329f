"""Moving, ordering and placing things."""

from generators.toolkit import (
    blank, blob, bounds, cells_of, clone, draw, middle, need, rect, scatter, shifted, sparse,
    task, transpose, turn)


@task
def gravity_down_blocks(rng, k):
    """Objects fall as they are until they touch the grey floor."""
    h, w = rng.int(9, 16), rng.int(10, 16)
    grid = draw(blank(h, w), rect(1, w, h - 1), 5)
    out, at = clone(grid), rng.int(0, 2)
    while at + 3 <= w:
        cells = shifted(blob(rng, rng.int(2, 5), 3, 3), rng.int(0, h - 5), at)
        i, _, sh, _ = bounds(cells)
        c, = rng.colors(1, avoid=[5])
        draw(grid, cells, c)
        draw(out, shifted(cells, h - 1 - i - sh, 0), c)
        at += rng.int(4, 6)
    return grid, out


@task
def gravity_down_cells(rng, k):
    """Every cell falls to the bottom of its column."""
    grid = sparse(rng, rng.int(4, 14), rng.int(4, 14), rng.colors(3), 0.35)
    columns = [sorted(column, key=bool) for column in transpose(grid)]
    return grid, transpose(columns)


@task
def sort_rows_by_count(rng, k):
    """The rows in order of how many coloured cells they have."""
    h, w = rng.int(4, 10), rng.int(5, 12)
    colors = rng.colors(4)
    rows = []
    for n in rng.sample(range(w + 1), min(h, w)):
        c = rng.pick(colors)
        rows.append(rng.shuffled([c] * n + [0] * (w - n)))
    return rows, sorted(rows, key=lambda row: -row.count(0))


@task
def move_until_touching(rng, k):
    """The small object moves straight to the large one until they touch."""
    n, m = rng.int(12, 20), rng.int(9, 14)
    size, reach = rng.int(4, 6), rng.int(1, 3)
    i, j = rng.int(1, m - size - 1), rng.int(0, 3)
    big = rect(size, reach + 2, i, j)
    small = rect(2, rng.int(1, 2), rng.int(i, i + size - 2), rng.int(j + reach + 4, n - 2))
    grid = draw(draw(blank(m, n), big, 3), small, 6)
    out = draw(draw(blank(m, n), big, 3), shifted(small, 0, j + reach + 2 - bounds(small)[1]), 6)
    for _ in range(k):
        grid, out = turn(grid), turn(out)
    return grid, out


@task
def step_toward(rng, k):
    """The red object takes two steps (straight or diagonal) towards the azure one."""
    h, w = rng.int(12, 20), rng.int(12, 20)
    red, block = scatter(rng, h, w, [blob(rng, rng.int(2, 4), 3, 3), rect(3, 3)], gap=4)
    (a, b), (c, d) = middle(red), middle(block)
    step = (2 * ((c > a) - (c < a)), 2 * ((d > b) - (d < b)))
    walked = shifted(red, *step)
    need(all(0 <= i < h and 0 <= j < w for i, j in walked))
    return tuple(draw(draw(blank(h, w), block, 8), cells, 2) for cells in (red, walked))


@task
def hop(rng, k):
    """Green cells hop two to the right, magenta cells two down."""
    h, w = rng.int(7, 16), rng.int(7, 16)
    dots = scatter(rng, h - 2, w - 2, [rect(1, 1)] * 6, gap=2)
    green, magenta = sum(dots[:3], []), sum(dots[3:], [])
    grid = draw(draw(blank(h, w), green, 3), magenta, 6)
    return grid, draw(draw(blank(h, w), shifted(green, 0, 2), 3), shifted(magenta, 2, 0), 6)


@task
def point_reflection(rng, k):
    """Green cells are reflected through the blue one."""
    h, w = rng.int(9, 20), rng.int(9, 20)
    i, j = rng.int(3, h - 4), rng.int(3, w - 4)
    green = shifted(blob(rng, rng.int(3, 7), 3, 3), i + 1, j - 1 + 2 * (k % 2))
    need((i, j) not in green)
    grid = draw(draw(blank(h, w), green, 3), [(i, j)], 1)
    return grid, draw(clone(grid), [(2 * i - a, 2 * j - b) for a, b in green], 3)


@task
def mirror_across_axis(rng, k):
    """Red cells are mirrored to the other side of the grey axis."""
    h, w = rng.int(6, 16), rng.int(9, 20)
    axis = rng.int(3, w - 4)
    grid = draw(blank(h, w), rect(h, 1, 0, axis), 5)
    for i in range(h):
        j = axis + rng.pick([-3, -2, -1, 1, 2, 3])
        draw(grid, [(i, j)], 2, only=0 if rng.chance(0.7) else 9)
    red = cells_of(grid, 2)
    need(red)
    return grid, draw(clone(grid), [(i, 2 * axis - j) for i, j in red], 2)


@task
def cascade(rng, k):
    """From left to right the objects drop by 0, 1, 2, ... rows."""
    h, w = rng.int(9, 13), rng.int(11, 18)
    grid, out = blank(h, w), blank(h, w)
    at, drop = rng.int(0, 1), 0
    while at + 3 <= w and drop < 5:
        cells = shifted(blob(rng, rng.int(2, 5), 3, 3), rng.int(0, 1), at)
        c = rng.int(1, 9)
        draw(grid, cells, c)
        draw(out, shifted(cells, drop, 0), c)
        at, drop = at + rng.int(4, 5), drop + 1
    return grid, out


@task
def align_left(rng, k):
    """Every object slides to the left edge."""
    h, w = rng.int(10, 18), rng.int(8, 16)
    grid, out = blank(h, w), blank(h, w)
    at = rng.int(0, 1)
    while at + 3 <= h:
        cells = shifted(blob(rng, rng.int(2, 6), 3, 4), at, rng.int(0, w - 4))
        c = rng.int(1, 9)
        draw(grid, cells, c)
        draw(out, shifted(cells, 0, -bounds(cells)[1]), c)
        at += rng.int(4, 5)
    return grid, out


@task
def swap_places(rng, k):
    """The two objects change places, upper left corner for upper left corner."""
    h, w = rng.int(9, 16), rng.int(9, 16)
    shapes = [blob(rng, n, 4, 4) for n in rng.sample(range(3, 9), 2)]
    one, two = scatter(rng, h, w, [rect(4, 4)] * 2)
    colors = rng.colors(2)
    grid, out = blank(h, w), blank(h, w)
    for cells, c, here, there in zip(shapes, colors, (one[0], two[0]), (two[0], one[0])):
        draw(grid, shifted(cells, *here), c)
        draw(out, shifted(cells, *there), c)
    return grid, out


@task
def flip_tall_objects(rng, k):
    """Objects taller than wide are turned upside down in their place."""
    h, w = rng.int(12, 20), rng.int(12, 20)
    grid, out = blank(h, w), blank(h, w)
    shapes = [blob(rng, rng.int(4, 8), *rng.pick([(5, 3), (2, 4), (3, 3)])) for _ in range(5)]
    for cells in scatter(rng, h, w, shapes):
        i, _, sh, sw = bounds(cells)
        a, b = rng.colors(2)
        for n, (r, s) in enumerate(cells):
            c = a if n < 2 else b
            grid[r][s] = c
            out[2 * i + sh - 1 - r if sh > sw else r][s] = c
    return grid, out


@task
def plug_the_hole(rng, k):
    """The piece with the shape of the hole in the grey wall moves into it."""
    h, w = rng.int(13, 20), rng.int(14, 20)
    hole = blob(rng, 4, 3, 3)
    pieces = [blob(rng, 4, 3, 3) for _ in range(3)]
    need(hole not in pieces)
    _, _, sh, sw = bounds(hole)
    wall = rect(sh + rng.int(3, 4), sw + rng.int(3, 4))
    wall, *placed = scatter(rng, h, w, [wall, hole] + pieces)
    gap = shifted(hole, wall[0][0] + 1, wall[0][1] + 1)
    grid = draw(draw(blank(h, w), wall, 5), gap, 0)
    for cells, c in zip(placed, rng.colors(4, avoid=[5])):
        draw(grid, cells, c)
    i, j = placed[0][0]
    return grid, draw(draw(clone(grid), placed[0], 0), gap, grid[i][j])


@task
def stamp_template(rng, k):
    """The pattern around one blue cell is stamped around all the other blue cells."""
    h, w = rng.int(12, 22), rng.int(12, 22)
    a, b = rng.colors(2, avoid=[1])
    colors = {(0, 1): a, (1, 0): a, (1, 2): a, (2, 1): b, (1, 1): 1, (0, 0): rng.pick([0, b])}
    rooms = scatter(rng, h, w, [rect(3, 3)] * rng.int(3, 5))
    grid, out = blank(h, w), blank(h, w)
    for n, room in enumerate(rooms):
        for (i, j), c in colors.items():
            draw(out, shifted([(i, j)], *room[0]), c)
            if n == 0 or c == 1:
                draw(grid, shifted([(i, j)], *room[0]), c)
    return grid, out
