"""Cropping something chosen by colour, size, shape or place."""

from collections import Counter

from generators.toolkit import (
    beside, blank, blob, bounds, clone, counts, cut, draw, frame, need, noise, rect, scatter,
    sparse, task, unique_extreme)


@task
def largest_object(rng, k):
    """The largest object, alone on black."""
    h, w = rng.int(10, 20), rng.int(10, 20)
    ground, *colors = rng.colors(5)
    shapes = [blob(rng, n, 5, 5) for n in rng.sample(range(3, 13), 4)]
    grid = blank(h, w, ground)
    placed = scatter(rng, h, w, shapes)
    for cells, c in zip(placed, colors):
        draw(grid, cells, c)
    best = max(range(4), key=lambda n: len(shapes[n]))
    _, _, sh, sw = bounds(shapes[best])
    return grid, draw(blank(sh, sw), shapes[best], colors[best])


@task
def most_colorful_object(rng, k):
    """The rectangle with the most colours."""
    h, w = rng.int(11, 18), rng.int(11, 18)
    shapes = [rect(rng.int(3, 4), rng.int(3, 4)) for _ in range(3)]
    grid, best = blank(h, w), rng.int(0, 2)
    placed = scatter(rng, h, w, shapes)
    for n, cells in enumerate(placed):
        colors = rng.colors(5 if n == best else rng.int(2, 4))
        for cell, c in zip(rng.shuffled(cells), colors + [rng.pick(colors) for _ in cells]):
            draw(grid, [cell], c)
    return grid, cut(grid, *bounds(placed[best]))


@task
def only_square(rng, k):
    """The one square among rectangles, with a margin of one cell."""
    h, w, n = rng.int(12, 18), rng.int(12, 18), rng.int(2, 4)
    shapes = [rect(n, n), rect(2, 4), rect(3, 2), rect(rng.int(3, 4), 5)]
    grid = blank(h, w)
    placed = scatter(rng, h, w, shapes, gap=2, margin=1)
    for cells, c in zip(placed, rng.colors(4)):
        draw(grid, cells, c)
    i, j, _, _ = bounds(placed[0])
    return grid, cut(grid, i - 1, j - 1, n + 2, n + 2)


@task
def inside_frame(rng, k):
    """What the large frame holds; specks outside are left out."""
    h, w, fh, fw = rng.int(12, 20), rng.int(12, 20), rng.int(5, 9), rng.int(5, 9)
    border, a, b, *specks = rng.colors(6)
    room, *dots = scatter(rng, h, w, [rect(fh, fw)] + [rect(1, 1)] * 3, gap=0)
    i, j = room[0]
    grid = draw(blank(h, w), frame(fh, fw, i, j), border)
    for cell in rect(fh - 2, fw - 2, i + 1, j + 1):
        draw(grid, [cell], rng.pick([0, 0, a, b]))
    for cells, c in zip(dots, specks):
        draw(grid, cells, c)
    return grid, cut(grid, i + 1, j + 1, fh - 2, fw - 2)


@task
def rarest_color(rng, k):
    """The smallest window that shows all cells of the rarest colour."""
    h, w = rng.int(10, 16), rng.int(10, 16)
    a, b, c = rng.colors(3)
    grid = sparse(rng, h, w, [a, b], 0.4)
    room = rect(rng.int(2, 5), rng.int(2, 5), rng.int(0, h - 5), rng.int(0, w - 5))
    dots = rng.sample(room, rng.int(2, 4))
    draw(grid, dots, c)
    unique_extreme(counts(grid), min)
    return grid, cut(grid, *bounds(dots))


@task
def symmetric_object(rng, k):
    """The only object that is its own mirror image."""
    h, w = rng.int(12, 20), rng.int(12, 20)

    def mirrored(cells):
        return [(i, bounds(cells)[3] - 1 - j) for i, j in cells]

    shapes = [blob(rng, rng.int(5, 9), 4, 5) for _ in range(4)]
    shapes[0] = sorted(set(shapes[0] + mirrored(shapes[0])))
    need(all(sorted(mirrored(s)) != s for s in shapes[1:]))
    grid = blank(h, w)
    placed = scatter(rng, h, w, shapes)
    for cells in placed:
        draw(grid, cells, rng.int(1, 9))
    return grid, cut(grid, *bounds(placed[0]))


@task
def corner_colors(rng, k):
    """The four corner cells of the large rectangle."""
    h, w = rng.int(9, 16), rng.int(9, 16)
    body, *colors = rng.colors(5)
    room, *dots = scatter(rng, h, w, [rect(rng.int(3, 6), rng.int(3, 6))] + [rect(1, 1)] * 4)
    grid = draw(blank(h, w), room, body)
    i, j, rh, rw = bounds(room)
    for cell, c in zip(rect(2, 2), colors):
        draw(grid, [(i + cell[0] * (rh - 1), j + cell[1] * (rw - 1))], c)
    for cells in dots:
        draw(grid, cells, rng.int(1, 9))
    return grid, [colors[:2], colors[2:]]


@task
def busiest_quadrant(rng, k):
    """The quarter of the grid with the most red cells."""
    h, w = rng.int(3, 8), rng.int(3, 8)
    parts = [sparse(rng, h, w, [2, 2, 3], 0.2 + 0.1 * n) for n in rng.shuffled(range(4))]
    reds = Counter({n: counts(part)[2] for n, part in enumerate(parts)})
    grid = beside(*parts[:2]) + beside(*parts[2:])
    return grid, parts[unique_extreme(reds, max)]


@task
def odd_panel(rng, k):
    """Of three panels two are alike: show the third."""
    h, w = rng.int(3, 6), rng.int(4, 9)
    usual = noise(rng, h, w, [0] + rng.colors(2, avoid=[5]))
    odd = draw(clone(usual), rng.sample(rect(h, w), 2), rng.int(6, 9))
    panels = rng.shuffled([usual, usual, odd])
    wall = blank(1, w, 5)
    return panels[0] + wall + panels[1] + wall + panels[2], odd


@task
def distinct_panels(rng, k):
    """Four stacked panels without the repeated ones."""
    h, w = rng.int(2, 5), rng.int(3, 8)
    kinds = [noise(rng, h, w, [0] + rng.colors(2)) for _ in range(2 + k % 2)]
    need(all(kinds.count(kind) == 1 for kind in kinds))
    panels = rng.shuffled(kinds + [rng.pick(kinds) for _ in range(4 - len(kinds))])
    seen = [p for n, p in enumerate(panels) if p not in panels[:n]]
    return sum(panels, []), sum(seen, [])


@task
def hidden_patch(rng, k):
    """A grid symmetric in its main diagonal has a grey patch: show what it hides."""
    n = rng.int(8, 16)
    grid = noise(rng, n, n, rng.colors(3, avoid=[5]))
    for i, j in rect(n, n):
        grid[i][j] = grid[min(i, j)][max(i, j)]
    h, w = rng.int(2, 4), rng.int(2, 4)
    i = rng.int(0, n - h - w - 1)
    j = rng.int(i + h, n - w)
    return draw(clone(grid), rect(h, w, i, j), 5), cut(grid, i, j, h, w)
