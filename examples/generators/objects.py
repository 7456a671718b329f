"""Recolouring, keeping and removing chosen objects."""

from collections import Counter

from generators.toolkit import (
    at_origin, blank, blob, bounds, clone, counts, distance, draw, grey_objects, middle, need,
    rect, scatter, task, unique_extreme)


@task
def recolor_extremes_by_size(rng, k):
    """The largest objects become azure, the smallest yellow."""
    sizes = [rng.int(2, 9) for _ in range(6)]
    need(max(sizes) - min(sizes) > 2)
    shapes = [blob(rng, n, 4, 4) for n in sizes]
    grid, placed = grey_objects(rng, rng.int(14, 20), rng.int(14, 20), shapes)
    out = clone(grid)
    for cells in placed:
        draw(out, cells, {max(sizes): 8, min(sizes): 4}.get(len(cells), 5))
    return grid, out


@task
def recolor_bars(rng, k):
    """Upright bars become red, lying bars green, anything else stays."""
    shapes = [rect(rng.int(2, 6), 1), rect(1, rng.int(2, 6)), rect(rng.int(2, 5), 1),
              rect(1, rng.int(2, 5)), rect(2, 3), [(0, 0), (0, 1), (1, 0)]]
    grid, placed = grey_objects(rng, rng.int(13, 20), rng.int(13, 20), shapes)
    out = clone(grid)
    for cells in placed[:4]:
        draw(out, cells, 2 if bounds(cells)[3] == 1 else 3)
    return grid, out


@task
def recolor_sides(rng, k):
    """Objects with their middle in the left half become blue, the others red."""
    h, w = rng.int(10, 16), rng.int(12, 20)
    grid, placed = grey_objects(rng, h, w, [blob(rng, rng.int(2, 6), 3, 3) for _ in range(6)])
    out = clone(grid)
    for cells in placed:
        draw(out, cells, 1 if middle(cells)[1] < w // 2 else 2)
    need(counts(out)[1] and counts(out)[2])
    return grid, out


@task
def recolor_even_odd(rng, k):
    """Objects with an even number of cells become red, the others blue."""
    shapes = [blob(rng, rng.int(1, 6), 3, 3) for _ in range(7)]
    grid, placed = grey_objects(rng, rng.int(13, 18), rng.int(13, 18), shapes, color=8)
    out = clone(grid)
    for cells in placed:
        draw(out, cells, 1 if len(cells) % 2 else 2)
    need(counts(out)[1] and counts(out)[2])
    return grid, out


@task
def rank_by_size(rng, k):
    """Objects are numbered by size: the smallest 1, the next 2, and so on."""
    shapes = [blob(rng, n, 4, 4) for n in rng.sample(range(1, 11), rng.int(3, 6))]
    grid, placed = grey_objects(rng, rng.int(14, 20), rng.int(14, 20), shapes)
    out = clone(grid)
    for rank, cells in enumerate(sorted(placed, key=len), 1):
        draw(out, cells, rank)
    return grid, out


@task
def tallest_and_shortest(rng, k):
    """The tallest bars become green, the shortest orange."""
    heights = [rng.int(1, 7) for _ in range(rng.int(4, 7))]
    need(min(heights) < max(heights))
    h, w = rng.int(8, 12), 2 * len(heights) + 1
    grid = blank(h, w)
    for n, size in enumerate(heights):
        draw(grid, rect(size, 1, h - size, 2 * n + 1), 5)
    out = clone(grid)
    for n, size in enumerate(heights):
        color = {max(heights): 3, min(heights): 7}.get(size, 5)
        draw(out, rect(size, 1, h - size, 2 * n + 1), color)
    return grid, out


@task
def inner_squares(rng, k):
    """Solid squares that do not touch the border become yellow."""
    h, w = rng.int(13, 19), rng.int(13, 19)
    shapes = [rect(n, n) for n in rng.sample(range(1, 5), 4)] + [rect(2, 3), rect(3, 1)]
    grid, placed = grey_objects(rng, h, w, shapes, color=1)
    out = clone(grid)
    for i, j, sh, sw in map(bounds, placed[:4]):
        if i and j and i + sh < h and j + sw < w:
            draw(out, rect(sh, sw, i, j), 4)
    need(grid != out and any(0 in bounds(cells)[:2] for cells in placed[:4]))
    return grid, out


@task
def touching_the_block(rng, k):
    """Objects that touch the azure block with a side become yellow."""
    h, w = rng.int(11, 15), rng.int(11, 15)
    block = rect(rng.int(3, 5), rng.int(3, 5), rng.int(3, 5), rng.int(3, 5))
    shapes = [blob(rng, rng.int(1, 4), 2, 3) for _ in range(7)]
    placed = scatter(rng, h, w, shapes, taken=block)
    grid = draw(draw(blank(h, w), block, 8), sum(placed, []), 1)
    out = clone(grid)
    touching = [cells for cells in placed if distance(cells, block) == 1]
    need(1 < len(touching) < 6)
    return grid, draw(out, sum(touching, []), 4)


@task
def same_row_or_column(rng, k):
    """Objects that share a row or a column with the red one become red."""
    shapes = [blob(rng, rng.int(1, 3), 2, 2) for _ in range(8)]
    grid, placed = grey_objects(rng, rng.int(12, 18), rng.int(12, 18), shapes)
    draw(grid, placed[0], 2)
    rows, columns = {i for i, _ in placed[0]}, {j for _, j in placed[0]}
    seen = [s for s in placed if rows & {i for i, _ in s} or columns & {j for _, j in s}]
    need(len(seen) < 8)
    return grid, draw(clone(grid), sum(seen, []), 2)


@task
def nearest_to_marker(rng, k):
    """The object nearest to the green marker becomes green."""
    shapes = [rect(1, 1)] + [blob(rng, rng.int(2, 6), 3, 3) for _ in range(4)]
    grid, placed = grey_objects(rng, rng.int(12, 20), rng.int(12, 20), shapes)
    draw(grid, placed[0], 3)
    far = Counter({n: distance(placed[0], placed[n]) for n in range(1, 5)})
    return grid, draw(clone(grid), placed[unique_extreme(far, min)], 3)


@task
def same_shape_as_key(rng, k):
    """Blue objects of the same shape as the azure one become azure."""
    key = blob(rng, 5, 3, 3)
    others = [blob(rng, rng.int(4, 6), 3, 3) for _ in range(4)]
    shapes = [key] * (2 + k % 2) + [s for s in others if s != key]
    grid, placed = grey_objects(rng, rng.int(14, 20), rng.int(14, 20), shapes, color=1)
    draw(grid, placed[0], 8)
    out = clone(grid)
    for cells in placed:
        if at_origin(cells) == key:
            draw(out, cells, 8)
    return grid, out


@task
def remove_border_objects(rng, k):
    """Objects that touch the border vanish."""
    h, w = rng.int(10, 18), rng.int(10, 18)
    grid, out = blank(h, w), blank(h, w)
    for cells in scatter(rng, h, w, [blob(rng, rng.int(2, 7), 3, 4) for _ in range(6)]):
        c = rng.int(1, 9)
        draw(grid, cells, c)
        i, j, sh, sw = bounds(cells)
        if i and j and i + sh < h and j + sw < w:
            draw(out, cells, c)
    need(grid != out and len(counts(out)) > 1)
    return grid, out


@task
def remove_specks(rng, k):
    """Single cells vanish, larger objects stay."""
    h, w = rng.int(24, 30), rng.int(24, 30)
    shapes = [blob(rng, rng.int(4, 16), 6, 6) for _ in range(5)] + [rect(1, 1)] * 12
    grid, out = blank(h, w), blank(h, w)
    for n, cells in enumerate(scatter(rng, h, w, shapes)):
        c = rng.int(1, 9)
        draw(grid, cells, c)
        if n < 5:
            draw(out, cells, c)
    return grid, out


@task
def keep_with_yellow(rng, k):
    """Only objects with a yellow cell stay."""
    h, w = rng.int(12, 18), rng.int(12, 18)
    grid, out = blank(h, w), blank(h, w)
    shapes = [blob(rng, rng.int(3, 7), 3, 4) for _ in range(5)]
    for n, cells in enumerate(scatter(rng, h, w, shapes)):
        colors = rng.colors(2, avoid=[4])
        for cell in cells:
            draw(grid, [cell], rng.pick(colors))
        if n % 2:
            draw(grid, [rng.pick(cells)], 4)
            for i, j in cells:
                out[i][j] = grid[i][j]
    return grid, out
