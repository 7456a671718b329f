"""Patterns, symmetry, and panels compared or put in order."""

from generators.toolkit import (
    beside, blank, blob, bounds, clone, counts, cut, draw, flip_lr, flip_ud, need, noise, rect,
    scatter, shifted, sparse, task)


@task
def highlight_pattern(rng, k):
    """Wherever the 3 x 3 pattern of the upper left corner occurs, its blue cells become azure."""
    h, w = rng.int(12, 22), rng.int(12, 22)
    grid = sparse(rng, h, w, [1], 0.3)
    key = rng.sample(rect(3, 3), 4)
    for room in [rect(3, 3)] + scatter(rng, h, w, [rect(3, 3)] * 3, taken=rect(4, 4)):
        draw(draw(grid, room, 0), shifted(key, *room[0]), 1)
    out, first = clone(grid), cut(grid, 0, 0, 3, 3)
    for i, j in rect(h - 2, w - 2):
        if cut(grid, i, j, 3, 3) == first:
            draw(out, shifted(key, i, j), 8)
    return grid, out


@task
def complete_symmetry(rng, k):
    """Maroon patches hide parts of a left-right symmetric picture: restore it."""
    h, half = rng.int(8, 30), rng.int(5, 15)
    left = noise(rng, h, half, [0] + rng.colors(4, avoid=[9]))
    out = beside(left, flip_lr(left))
    grid = clone(out)
    top, low = rng.int(0, h // 2 - 3), rng.int(h // 2, h - 3)
    draw(grid, rect(rng.int(2, 3), rng.int(2, 4), top, rng.int(0, half - 4)), 9)
    draw(grid, rect(rng.int(2, 3), rng.int(2, 4), low, rng.int(half, 2 * half - 4)), 9)
    return grid, out


@task
def complete_fourfold(rng, k):
    """Dots in one quarter are repeated in the others, as in two mirrors."""
    h, w = rng.int(3, 9), rng.int(3, 9)
    part = sparse(rng, h, w, rng.colors(3), 0.3)
    top = beside(part, flip_lr(part))
    low = blank(h, 2 * w)
    grid = beside(part, blank(h, w)) + low
    for _ in range(k % 3):
        grid = flip_lr(grid) if rng.chance(0.5) else flip_ud(grid)
    whole = top + flip_ud(top)
    return grid, whole


@task
def panels_both(rng, k):
    """Red where both the left (blue) and the right (yellow) panel have a cell."""
    h, w = rng.int(3, 9), rng.int(3, 9)
    left, right = sparse(rng, h, w, [1], 0.5), sparse(rng, h, w, [4], 0.5)
    out = [[2 if a and b else 0 for a, b in zip(*rows)] for rows in zip(left, right)]
    return beside(left, blank(h, 1, 5), right), out


@task
def panels_neither(rng, k):
    """Azure where neither the upper (green) nor the lower (magenta) panel has a cell."""
    h, w = rng.int(3, 9), rng.int(3, 12)
    top, low = sparse(rng, h, w, [3], 0.45), sparse(rng, h, w, [6], 0.45)
    out = [[0 if a or b else 8 for a, b in zip(*rows)] for rows in zip(top, low)]
    return top + low, out


@task
def panels_majority(rng, k):
    """Green where at least two of the three panels have a blue cell."""
    h, w = rng.int(3, 8), rng.int(3, 8)
    panels = [sparse(rng, h, w, [1], 0.5) for _ in range(3)]
    need(panels[0] != panels[1])
    wall = blank(h, 1, 5)
    out = [[3 if sum(cells) > 1 else 0 for cells in zip(*rows)] for rows in zip(*panels)]
    return beside(panels[0], wall, panels[1], wall, panels[2]), out


@task
def outer_panels_agree(rng, k):
    """What the first and last of three panels have in common; grey where they differ."""
    h, w = rng.int(3, 9), rng.int(3, 8)
    colors = [0] + rng.colors(2, avoid=[5])
    one, two, three = (noise(rng, h, w, colors) for _ in range(3))
    wall = blank(h, 1, 5)
    out = [[a if a == b else 5 for a, b in zip(*rows)] for rows in zip(one, three)]
    return beside(one, wall, two, wall, three), out


@task
def overlay_halves(rng, k):
    """The left half laid over the right half."""
    h, w = rng.int(3, 10), rng.int(3, 10)
    left, right = (sparse(rng, h, w, rng.colors(2), 0.35) for _ in range(2))
    need(counts(left)[0] * 2 > h * w)
    return beside(left, right), [[a or b for a, b in zip(*rows)] for rows in zip(left, right)]


@task
def sort_panels(rng, k):
    """Four panels, stacked with the fullest on top."""
    h, w = rng.int(2, 6), rng.int(3, 6)
    panels = [noise(rng, h, w, [0] + rng.colors(2)) for _ in range(4)]
    need(len({counts(p)[0] for p in panels}) == 4)
    return beside(*panels), sum(sorted(panels, key=lambda p: counts(p)[0]), [])


def sprites(rng, h, w, sizes, **options):
    """A grid with objects that just fit in 3 x 3, of the given sizes, and where they lie."""
    shapes = [blob(rng, n, 3, 3) for n in sizes]
    need(all(bounds(s)[2:] == (3, 3) for s in shapes))
    grid, placed = blank(h, w), scatter(rng, h, w, shapes, **options)
    for cells in placed:
        colors = rng.colors(2)
        for cell in cells:
            draw(grid, [cell], rng.pick(colors))
    return grid, placed


@task
def stack_by_size(rng, k):
    """All objects stacked, the one with the fewest cells on top."""
    sizes = rng.sample(range(5, 10), rng.int(2, 4))
    grid, placed = sprites(rng, rng.int(9, 14), rng.int(9, 14), sizes)
    return grid, [row for cells in sorted(placed, key=len) for row in cut(grid, *bounds(cells))]


@task
def read_left_to_right(rng, k):
    """All objects side by side, in order of their left edges."""
    sizes = [rng.int(5, 9) for _ in range(rng.int(2, 4))]
    grid, placed = sprites(rng, rng.int(8, 12), rng.int(12, 20), sizes)
    edges = [bounds(cells)[1] for cells in placed]
    need(len(set(edges)) == len(edges))
    ordered = sorted(placed, key=lambda cells: bounds(cells)[1])
    return grid, beside(*(cut(grid, *bounds(cells)) for cells in ordered))
