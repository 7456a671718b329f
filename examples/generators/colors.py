"""Recolouring the grid."""

from collections import Counter

from generators.toolkit import (
    beside, blank, blob, cells_of, clone, counts, distance, draw, need, noise, rect, scatter,
    sparse, task, unique_extreme)


@task
def swap_two_colors(rng, k):
    """The two colours besides black change places."""
    a, b = rng.colors(2)
    grid = noise(rng, rng.int(3, 12), rng.int(3, 12), [0, a, b])
    need(a in counts(grid) and b in counts(grid))
    return grid, [[{a: b, b: a}.get(c, c) for c in row] for row in grid]


@task
def swap_most_and_least(rng, k):
    """The most and the least frequent colour change places."""
    colors = rng.colors(4)
    grid = noise(rng, rng.int(5, 12), rng.int(5, 12), colors[:1] * 4 + colors[1:3] * 3 + colors[3:])
    a, b = (unique_extreme(counts(grid), pick) for pick in (max, min))
    return grid, [[{a: b, b: a}.get(c, c) for c in row] for row in grid]


@task
def replace_by_legend(rng, k):
    """The colour of the first cell is replaced by that of the second, everywhere."""
    grid = noise(rng, rng.int(4, 13), rng.int(4, 13), [0] + rng.colors(4))
    a, b = grid[0][:2]
    need(a != b and counts(grid)[a] > 2)
    return grid, [[b if c == a else c for c in row] for row in grid]


@task
def recolor_by_table(rng, k):
    """The rows of the table at the left tell which colour becomes which; show the picture alone."""
    olds, news = rng.colors(3), rng.colors(3)
    need(all(a != b for a, b in zip(olds, news)))
    h, w = rng.int(4, 12), rng.int(5, 14)
    picture = noise(rng, h, w, [0] + olds)
    table = [[a, b, 0] for a, b in zip(olds, news)] + blank(h - 3, 3)
    swap = dict(zip(olds, news))
    return beside(table, picture), [[swap.get(c, c) for c in row] for row in picture]


@task
def next_colors(rng, k):
    """Every colour becomes the next one."""
    grid = noise(rng, rng.int(3, 9), rng.int(3, 9), range(9))
    return grid, [[c + 1 for c in row] for row in grid]


@task
def keep_main_color(rng, k):
    """Of the colours on the ground only the most frequent stays."""
    h, w = rng.int(8, 20), rng.int(8, 20)
    ground, *colors = rng.colors(4)
    grid = sparse(rng, h, w, colors + colors[:1], 0.4, ground)
    best = counts(grid)
    del best[ground]
    main = unique_extreme(best, max)
    return grid, [[c if c == main else ground for c in row] for row in grid]


@task
def flatten_rows(rng, k):
    """Each row takes its own most frequent colour."""
    h, w = rng.int(4, 12), rng.int(5, 12)
    grid = noise(rng, h, w, rng.colors(3))
    need(len({unique_extreme(Counter(row), max) for row in grid}) > 1)
    return grid, [[Counter(row).most_common(1)[0][0]] * w for row in grid]


@task
def grey_takes_dot_color(rng, k):
    """A grey object takes the colour of the one dot in it."""
    h, w = rng.int(10, 18), rng.int(10, 18)
    grid, out = blank(h, w), blank(h, w)
    for cells in scatter(rng, h, w, [blob(rng, rng.int(3, 9), 4, 4) for _ in range(4)]):
        c, = rng.colors(1, avoid=[5])
        draw(draw(grid, cells, 5), [rng.pick(cells)], c)
        draw(out, cells, c)
    return grid, out


@task
def nearest_seed_color(rng, k):
    """Grey cells take the colour of the nearest coloured dot."""
    h, w = rng.int(8, 20), rng.int(8, 20)
    seeds = rng.sample(rect(h, w), rng.int(3, 5))
    grid = blank(h, w)
    for seed, c in zip(seeds, rng.colors(len(seeds), avoid=[5])):
        draw(grid, [seed], c)
    out = clone(grid)
    for i, j in rng.sample(rect(h, w), h * w // 4):
        far = sorted((distance([(i, j)], [seed]), seed) for seed in seeds)
        if 0 < far[0][0] < far[1][0]:
            grid[i][j] = 5
            out[i][j] = grid[far[0][1][0]][far[0][1][1]]
    return grid, out


@task
def quadrants_by_corner(rng, k):
    """Grey cells take the colour in the corner of their quarter."""
    h, w = rng.int(3, 8), rng.int(3, 8)
    parts, done = [], []
    for n, c in enumerate(rng.colors(4, avoid=[5])):
        corner = ((n // 2) * (h - 1), (n % 2) * (w - 1))
        part = draw(sparse(rng, h, w, [5], 0.35), [corner], c)
        parts.append(part)
        done.append([[c if x == 5 else x for x in row] for row in part])
    return tuple(beside(*four[:2]) + beside(*four[2:]) for four in (parts, done))


@task
def chequer_blocks(rng, k):
    """Grey blocks become chequered grey and red."""
    h, w = rng.int(9, 22), rng.int(9, 22)
    grid = blank(h, w)
    shapes = [rect(rng.int(2, 6), rng.int(2, 6)) for _ in range(3)]
    for cells in scatter(rng, h, w, shapes):
        draw(grid, cells, 5)
    return grid, draw(clone(grid), [c for c in cells_of(grid, 5) if sum(c) % 2 == 0], 2)
