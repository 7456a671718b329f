"""Lines and rays."""

from generators.toolkit import (
    blank, bounds, clone, draw, line, need, noise, ray, rect, sparse, task, transpose)


@task
def cross_lines(rng, k):
    """Red dots draw columns, green dots rows, and crossings are yellow."""
    h, w = rng.int(8, 18), rng.int(8, 18)
    rows, columns = rng.sample(range(h), 4), rng.sample(range(w), 4)
    reds, greens = list(zip(rows, columns))[:2], list(zip(rows, columns))[2:2 + 1 + k % 2]
    grid = draw(draw(blank(h, w), reds, 2), greens, 3)
    out = clone(grid)
    down = [(i, j) for _, j in reds for i in range(h)]
    across = [(i, j) for i, _ in greens for j in range(w)]
    draw(draw(out, down, 2), across, 3)
    return grid, draw(out, set(down) & set(across), 4)


@task
def diagonal_rays(rng, k):
    """Grey rays leave every azure dot in the four diagonal directions."""
    h, w = rng.int(8, 20), rng.int(8, 20)
    dots = rng.sample(rect(h, w), 1 + k % 2)
    grid = draw(blank(h, w), dots, 8)
    rays = [c for dot in dots for di in (1, -1) for dj in (1, -1) for c in ray(dot, di, dj)]
    return grid, draw(clone(grid), rays, 5, only=0)


@task
def rays_four_ways(rng, k):
    """Blue shoots up, red to the right, green down, yellow to the left; what is there stays."""
    h, w = rng.int(8, 18), rng.int(8, 18)
    dots = rng.sample(rect(h, w), 4 + k % 3)
    grid = draw(blank(h, w), dots[4:], 5)
    ways = [(-1, 0), (0, 1), (1, 0), (0, -1)]
    for c, dot in enumerate(dots[:4], 1):
        draw(grid, [dot], c)
    out = clone(grid)
    for c, dot in enumerate(dots[:4], 1):
        draw(out, ray(dot, *ways[c - 1]), c, only=0)
    return grid, out


@task
def connect_same_color(rng, k):
    """Points of one colour in line with each other (diagonals too) are connected."""
    h, w = rng.int(10, 20), rng.int(10, 20)
    grid, used = blank(h, w), set()
    out = clone(grid)
    for c in rng.colors(3):
        a = (rng.int(1, h - 2), rng.int(1, w - 2))
        di, dj = rng.pick([(0, 1), (1, 0), (1, 1), (1, -1)])
        n = rng.int(3, 7)
        dots = [a, (a[0] + n * di, a[1] + n * dj), (rng.int(0, h - 1), rng.int(0, w - 1))]
        need(len(set(dots)) == 3 and all(0 <= i < h and 0 <= j < w for i, j in dots))
        cells = {cell for x in dots for y in dots for cell in line(x, y)}
        need(not cells & used)
        used |= cells
        draw(grid, dots, c)
        draw(out, cells, c)
    return grid, out


@task
def connect_blocks(rng, k):
    """Blocks whose middles share a row or column are connected by orange lines behind them."""
    h, w = rng.int(22, 30), rng.int(22, 30)
    rows, columns = rng.sample(range(2, h - 2, 5), 3), rng.sample(range(2, w - 2, 5), 3)
    mids = rng.sample([(i, j) for i in rows for j in columns], rng.int(4, 5))
    grid = blank(h, w)
    for i, j in mids:
        draw(grid, rect(3, 3, i - 1, j - 1), 1)
    out = clone(grid)
    for a in mids:
        for b in mids:
            if a[0] == b[0] or a[1] == b[1]:
                draw(out, line(a, b), 7, only=0)
    return grid, out


@task
def connect_to_wall(rng, k):
    """Red dots are joined to the grey wall along their rows."""
    h, w = rng.int(7, 16), rng.int(9, 18)
    at = rng.int(w // 3, 2 * w // 3)
    grid = draw(blank(h, w), rect(h, 1, 0, at), 5)
    out = clone(grid)
    for i in rng.sample(range(h), rng.int(2, 4)):
        j = rng.pick([c for c in range(w) if abs(c - at) > 1])
        draw(grid, [(i, j)], 2)
        draw(out, line((i, j), (i, at)), 2, only=0)
    return grid, out


@task
def polyline(rng, k):
    """Orange points are joined one after the other, from top to bottom."""
    h, w = rng.int(10, 24), rng.int(8, 20)
    points = [(rng.int(0, 2), rng.int(0, w - 1))]
    while points[-1][0] < h - 5 and len(points) < 5:
        n, dj = rng.int(2, 5), rng.pick([-1, 0, 1, 1])
        points.append((points[-1][0] + n, points[-1][1] + n * dj))
    need(len(points) > 2 and all(i < h and 0 <= j < w for i, j in points))
    grid = draw(blank(h, w), points, 7)
    path = [cell for a, b in zip(points, points[1:]) for cell in line(a, b)]
    return grid, draw(clone(grid), path, 7)


@task
def midpoint(rng, k):
    """The place halfway between the two red dots becomes green."""
    h, w = rng.int(6, 20), rng.int(6, 20)
    a, b = rng.sample(rect(h, w), 2)
    need((a[0] + b[0]) % 2 == 0 and (a[1] + b[1]) % 2 == 0)
    grid = draw(blank(h, w), [a, b], 2)
    return grid, draw(clone(grid), [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)], 3)


@task
def both_diagonals(rng, k):
    """The two diagonals of a square grid are drawn behind what is there."""
    n = rng.int(5, 18)
    grid = sparse(rng, n, n, rng.colors(2, avoid=[7]), 0.15)
    both = [(i, i) for i in range(n)] + [(i, n - 1 - i) for i in range(n)]
    return grid, draw(clone(grid), both, 7, only=0)


@task
def stripes_from_bottom(rng, k):
    """Every second row, counted from the bottom one, becomes yellow behind the dots."""
    h, w = rng.int(5, 15), rng.int(5, 15)
    grid = sparse(rng, h, w, rng.colors(2, avoid=[4]), 0.15)
    return grid, draw(clone(grid), [c for c in rect(h, w) if (h - 1 - c[0]) % 2 == 0], 4, only=0)


@task
def bounding_lines(rng, k):
    """Lines along the outermost rows and columns of the blue dots, behind them."""
    h, w = rng.int(9, 20), rng.int(9, 20)
    dots = rng.sample(rect(h - 4, w - 4, 2, 2), rng.int(3, 6))
    i, j, sh, sw = bounds(dots)
    need(sh > 1 and sw > 1)
    rows, columns = (i, i + sh - 1), (j, j + sw - 1)
    grid = draw(blank(h, w), dots, 1)
    lines = [(a, b) for a, b in rect(h, w) if a in rows or b in columns]
    return grid, draw(clone(grid), lines, 3, only=0)


@task
def ray_through_second(rng, k):
    """A green ray starts at the red dot, straight away from the blue one."""
    h, w = rng.int(9, 20), rng.int(9, 20)
    a = (rng.int(2, h - 3), rng.int(2, w - 3))
    di, dj = rng.pick([(0, 1), (1, 0), (1, 1), (1, -1), (-1, 1), (0, -1), (-1, -1)])
    n = rng.int(1, 4)
    b = (a[0] + n * di, a[1] + n * dj)
    need(1 <= b[0] < h - 1 and 1 <= b[1] < w - 1)
    grid = draw(draw(blank(h, w), [a], 1), [b], 2)
    return grid, draw(clone(grid), ray(b, di, dj), 3, only=0)


@task
def angled_path(rng, k):
    """From the red dot along its row, then along the column of the green one."""
    h, w = rng.int(7, 20), rng.int(7, 20)
    a, b = rng.sample(rect(h, w), 2)
    need(abs(a[0] - b[0]) > 1 and abs(a[1] - b[1]) > 1)
    grid = draw(draw(blank(h, w), [a], 2), [b], 3)
    knee = (a[0], b[1])
    return grid, draw(clone(grid), line(a, knee) + line(knee, b), 8, only=0)


@task
def crossings(rng, k):
    """Marks at the left and top edge: their rows and columns meet in azure cells."""
    h, w = rng.int(6, 30), rng.int(6, 30)
    rows, columns = rng.sample(range(1, h), rng.int(1, 4)), rng.sample(range(1, w), rng.int(2, 4))
    grid = draw(draw(blank(h, w), [(i, 0) for i in rows], 2), [(0, j) for j in columns], 3)
    return grid, draw(clone(grid), [(i, j) for i in rows for j in columns], 8)


@task
def highlight_lines(rng, k):
    """Rows and columns of one single colour become azure."""
    h, w = rng.int(7, 30), rng.int(7, 30)
    colors = rng.colors(3, avoid=[8])
    grid = noise(rng, h, w, colors)
    if k % 3 != 1:
        draw(grid, [(i, j) for i in rng.sample(range(h), 2) for j in range(w)], colors[0])
    if k % 3 != 2:
        draw(grid, [(i, j) for j in rng.sample(range(w), 2) for i in range(h)], colors[0])
    rows = [i for i, row in enumerate(grid) if len(set(row)) == 1]
    columns = [j for j, column in enumerate(transpose(grid)) if len(set(column)) == 1]
    return grid, draw(clone(grid), [c for c in rect(h, w) if c[0] in rows or c[1] in columns], 8)
