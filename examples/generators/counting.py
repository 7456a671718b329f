"""Counts turned into grids."""

from collections import Counter

from generators.toolkit import beside, blank, blob, draw, need, rect, scatter, task, unique_extreme


def equal_objects(rng, h, w, n, color):
    """A grid with n small objects of one colour."""
    shapes = [blob(rng, rng.int(1, 4), 3, 3) for _ in range(n)]
    grid = blank(h, w)
    for cells in scatter(rng, h, w, shapes):
        draw(grid, cells, color)
    return grid


@task
def objects_to_row(rng, k):
    """A row with one cell for each object."""
    n, c = rng.int(2, 9), rng.int(1, 9)
    return equal_objects(rng, rng.int(12, 16), rng.int(12, 16), n, c), [[c] * n]


@task
def more_ones_or_twos(rng, k):
    """Blue or red, whichever has more objects (not cells), as a 2 x 2 square."""
    h, w = rng.int(12, 17), rng.int(12, 17)
    ones, twos = rng.sample(range(2, 7), 2)
    grid = blank(h, w)
    many, few = blob(rng, 2, 2, 2), blob(rng, 5, 3, 3)
    shapes = [many if ones > twos else few] * ones + [many if twos > ones else few] * twos
    for n, cells in enumerate(scatter(rng, h, w, shapes)):
        draw(grid, cells, 1 if n < ones else 2)
    return grid, blank(2, 2, 1 if ones > twos else 2)


@task
def diagonal_of_count(rng, k):
    """A square as large as the number of objects, with its diagonal in their colour."""
    n, c = rng.int(2, 8), rng.int(1, 9)
    grid = equal_objects(rng, rng.int(11, 15), rng.int(11, 15), n, c)
    return grid, draw(blank(n, n), [(i, i) for i in range(n)], c)


@task
def counts_per_panel(rng, k):
    """How many blue cells each of three panels has, written as colours."""
    h, w = rng.int(3, 7), rng.int(3, 8)
    numbers = [rng.int(0, 9) for _ in range(3)]
    panels = [draw(blank(h, w), rng.sample(rect(h, w), n), 1) for n in numbers]
    wall = blank(h, 1, 5)
    return beside(panels[0], wall, panels[1], wall, panels[2]), [numbers]


@task
def most_frequent_object_color(rng, k):
    """The colour that most objects have."""
    h, w = rng.int(14, 20), rng.int(14, 20)
    colors = [rng.pick(palette) for palette in [rng.colors(3)] for _ in range(7)]
    shapes = [blob(rng, rng.int(1, 6), 3, 3) for _ in colors]
    grid = blank(h, w)
    for cells, c in zip(scatter(rng, h, w, shapes), colors):
        draw(grid, cells, c)
    return grid, blank(3, 3, unique_extreme(Counter(colors), max))


@task
def colors_by_count(rng, k):
    """The colours in a row, the most frequent first; the ground is left out."""
    h, w = rng.int(10, 25), rng.int(10, 25)
    ground, *colors = rng.colors(rng.int(4, 6))
    grid = blank(h, w, ground)
    sizes = rng.sample(range(4, h * w // 8), len(colors))
    spots = rng.sample(rect(h, w), sum(sizes))
    for c, n in zip(colors, sizes):
        draw(grid, spots[:n], c)
        spots = spots[n:]
    ranked = sorted(zip(sizes, colors), reverse=True)
    return grid, [[c for _, c in ranked]]


@task
def histogram(rng, k):
    """A bar for each colour, as long as its number of cells, longest first."""
    h, w = rng.int(6, 12), rng.int(6, 12)
    colors = rng.colors(rng.int(2, 5))
    sizes = sorted(rng.sample(range(1, 11), len(colors)), reverse=True)
    need(2 * sum(sizes) < h * w)
    grid, spots = blank(h, w), rng.sample(rect(h, w), sum(sizes))
    for c, n in zip(colors, sizes):
        draw(grid, spots[:n], c)
        spots = spots[n:]
    return grid, [[c] * n + [0] * (sizes[0] - n) for c, n in zip(colors, sizes)]


@task
def objects_per_color(rng, k):
    """A bar for each colour, as long as its number of objects, longest first."""
    h, w = rng.int(14, 20), rng.int(14, 20)
    colors = rng.colors(3)
    numbers = sorted(rng.sample(range(1, 6), 3), reverse=True)
    tags = [c for c, n in zip(colors, numbers) for _ in range(n)]
    grid = blank(h, w)
    shapes = [blob(rng, rng.int(1, 6), 3, 3) for _ in tags]
    for cells, c in zip(scatter(rng, h, w, shapes), tags):
        draw(grid, cells, c)
    return grid, [[c] * n + [0] * (numbers[0] - n) for c, n in zip(colors, numbers)]


@task
def staircase(rng, k):
    """A bar over ever shorter copies of itself, down to one cell."""
    w = rng.int(5, 14)
    n, c = rng.int(2, w - 1), rng.int(1, 9)
    return [[c] * n + [0] * (w - n)], [[c] * m + [0] * (w - m) for m in range(n, 0, -1)]
