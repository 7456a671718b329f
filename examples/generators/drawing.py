"""Drawing around and inside objects, and growing neighbours."""

from generators.toolkit import (
    all_neighbors, at_origin, blank, blob, bounds, cells_of, clone, counts, distance, draw,
    frame, grey_objects, middle, need, rect, regions, scatter, shifted, side_neighbors, sparse,
    task)


@task
def outline_objects(rng, k):
    """A green line around every block."""
    h, w = rng.int(12, 22), rng.int(12, 22)
    shapes = [rect(rng.int(1, 4), rng.int(1, 4)) for _ in range(4)]
    grid = blank(h, w)
    placed = scatter(rng, h, w, shapes, gap=2)
    for cells in placed:
        draw(grid, cells, rng.pick([1, 2, 4, 6, 8]))
    out = clone(grid)
    for i, j, sh, sw in map(bounds, placed):
        draw(out, frame(sh + 2, sw + 2, i - 1, j - 1), 3)
    return grid, out


@task
def inner_ring(rng, k):
    """An azure ring just inside the edge of every block."""
    h, w = rng.int(12, 24), rng.int(12, 24)
    shapes = [rect(rng.int(3, 8), rng.int(3, 8)) for _ in range(3)]
    grid = blank(h, w)
    placed = scatter(rng, h, w, shapes)
    for cells in placed:
        draw(grid, cells, rng.int(1, 7))
    need(2 * counts(grid)[0] > h * w)
    out = clone(grid)
    for i, j, sh, sw in map(bounds, placed):
        draw(out, frame(sh - 2, sw - 2, i + 1, j + 1), 8)
    return grid, out


@task
def hollow_out(rng, k):
    """Blocks are hollowed out to their outlines."""
    h, w = rng.int(12, 24), rng.int(12, 24)
    ground, *colors = rng.colors(4)
    grid, out = blank(h, w, ground), blank(h, w, ground)
    shapes = [rect(rng.int(3, 7), rng.int(3, 7)) for _ in colors]
    for cells, c in zip(scatter(rng, h, w, shapes), colors):
        i, j, sh, sw = bounds(cells)
        draw(grid, cells, c)
        draw(out, frame(sh, sw, i, j), c)
    return grid, out


@task
def fill_boxes_with_next(rng, k):
    """Every box is filled with the colour after its own."""
    h, w = rng.int(12, 22), rng.int(12, 22)
    grid = blank(h, w)
    rooms = scatter(rng, h, w, [rect(rng.int(3, 7), rng.int(3, 7)) for _ in range(3)])
    out = clone(grid)
    for i, j, sh, sw in map(bounds, rooms):
        c = rng.int(1, 8)
        draw(grid, frame(sh, sw, i, j), c)
        draw(draw(out, rect(sh, sw, i, j), c + 1), frame(sh, sw, i, j), c)
    return grid, out


@task
def box_between_points(rng, k):
    """Two points of one colour are opposite corners of a box."""
    h, w = rng.int(12, 22), rng.int(12, 22)
    grid, out = blank(h, w), blank(h, w)
    colors = rng.colors(3)
    rooms = scatter(rng, h, w, [rect(rng.int(2, 7), rng.int(2, 7)) for _ in colors])
    for cells, c in zip(rooms, colors):
        i, j, sh, sw = bounds(cells)
        ends = [(i, j), (i + sh - 1, j + sw - 1)]
        if rng.chance(0.5):
            ends = [(i, j + sw - 1), (i + sh - 1, j)]
        draw(grid, ends, c)
        draw(out, frame(sh, sw, i, j), c)
    return grid, out


@task
def corner_marks(rng, k):
    """The corners of every block become yellow."""
    h, w = rng.int(10, 20), rng.int(10, 20)
    grid, placed = grey_objects(rng, h, w, [rect(rng.int(2, 6), rng.int(2, 6)) for _ in range(3)])
    out = clone(grid)
    for i, j, sh, sw in map(bounds, placed):
        draw(out, [(a, b) for a in (i, i + sh - 1) for b in (j, j + sw - 1)], 4)
    return grid, out


@task
def sides_by_dots(rng, k):
    """Each side of the block takes the colour of the dot at that edge of the grid."""
    h, w = rng.int(9, 18), rng.int(9, 18)
    bh, bw = rng.int(3, h - 5), rng.int(3, w - 5)
    i, j = rng.int(2, h - bh - 2), rng.int(2, w - bw - 2)
    need(2 * bh * bw < h * w - 8)
    body, up, down, left, right = rng.colors(5)
    grid = draw(blank(h, w), rect(bh, bw, i, j), body)
    draw(grid, [(0, rng.int(1, w - 2))], up)
    draw(grid, [(h - 1, rng.int(1, w - 2))], down)
    draw(grid, [(rng.int(2, h - 3), 0)], left)
    draw(grid, [(rng.int(2, h - 3), w - 1)], right)
    out = draw(draw(clone(grid), rect(1, bw, i, j), up), rect(1, bw, i + bh - 1, j), down)
    return grid, draw(draw(out, rect(bh, 1, i, j), left), rect(bh, 1, i, j + bw - 1), right)


@task
def center_marks(rng, k):
    """A black hole in the middle of every block with odd sides."""
    h, w = rng.int(11, 22), rng.int(11, 22)
    shapes = [rect(rng.pick([3, 5]), rng.pick([3, 5])) for _ in range(4)]
    ground, *colors = rng.colors(5)
    grid = blank(h, w, ground)
    placed = scatter(rng, h, w, shapes)
    for cells, c in zip(placed, colors):
        draw(grid, cells, c)
    return grid, draw(clone(grid), map(middle, placed), 0)


@task
def balance_point(rng, k):
    """The mean place of the blue cells, rounded down, becomes red."""
    h, w = rng.int(7, 20), rng.int(7, 20)
    grid = sparse(rng, h, w, [1], 0.15)
    dots = cells_of(grid, 1)
    need(len(dots) > 2)
    mean = (sum(i for i, _ in dots) // len(dots), sum(j for _, j in dots) // len(dots))
    return grid, draw(clone(grid), [mean], 2)


@task
def frame_from_corner(rng, k):
    """The border takes the colour of the first cell."""
    h, w = rng.int(4, 14), rng.int(4, 14)
    grid = sparse(rng, h, w, rng.colors(3), 0.2)
    draw(grid, [(0, 0)], rng.int(1, 9))
    return grid, draw(clone(grid), frame(h, w), grid[0][0])


@task
def box_to_origin(rng, k):
    """A magenta box from the first cell of the grid to the yellow dot, behind everything."""
    h, w = rng.int(8, 20), rng.int(8, 20)
    grid = sparse(rng, h, w, [1, 3], 0.08)
    i, j = rng.int(3, h - 1), rng.int(3, w - 1)
    draw(grid, [(i, j)], 4)
    return grid, draw(clone(grid), frame(i + 1, j + 1), 6, only=0)


@task
def concentric_rings(rng, k):
    """Two rings around the yellow dot, two cells apart."""
    h, w = rng.int(9, 20), rng.int(9, 20)
    i, j = rng.int(3, h - 4), rng.int(3, w - 4)
    grid = draw(blank(h, w), [(i, j)], 4)
    return grid, draw(clone(grid), frame(5, 5, i - 2, j - 2) + frame(9, 9, i - 4, j - 4), 7)


@task
def shadows(rng, k):
    """Every object casts a grey shadow, one cell down and to the right."""
    h, w = rng.int(10, 18), rng.int(10, 18)
    placed = scatter(rng, h, w, [blob(rng, rng.int(3, 8), 4, 4) for _ in range(4)])
    grid = blank(h, w)
    for cells in placed:
        draw(grid, cells, rng.pick([1, 2, 3, 4, 6, 7]))
    return grid, draw(clone(grid), shifted(sum(placed, []), 1, 1), 5, only=0)


@task
def holes_by_area(rng, k):
    """Every closed hole is filled with the colour whose number is its area."""
    h, w = rng.int(14, 22), rng.int(14, 22)
    walls = []
    for _ in range(4):
        hole = blob(rng, rng.int(1, 8), 3, 4)
        around = {n for cell in hole for n in all_neighbors(*cell)} - set(hole)
        walls.append(at_origin(around))
    grid, _ = grey_objects(rng, h, w, walls, color=9)
    out = clone(grid)
    for color, area in regions(grid):
        i, j, sh, sw = bounds(area)
        if color == 0 and i and j and i + sh < h and j + sw < w:
            draw(out, area, len(area))
    return grid, out


@task
def blob_rim(rng, k):
    """Green cells with an open side become azure."""
    h, w = rng.int(10, 24), rng.int(10, 24)
    body = set()
    for _ in range(5):
        body |= set(rect(rng.int(3, 6), rng.int(3, 6), rng.int(1, h - 7), rng.int(1, w - 7)))
    rim = [cell for cell in body if not body.issuperset(side_neighbors(*cell))]
    grid = draw(blank(h, w), body, 3)
    return grid, draw(clone(grid), rim, 8)


@task
def grow_diamonds(rng, k):
    """Magenta dots get yellow cells two side steps away."""
    h, w = rng.int(9, 20), rng.int(9, 20)
    dots = rng.sample(rect(h, w), rng.int(2, 4))
    grid = draw(blank(h, w), dots, 6)
    near = [(dot, c) for dot in dots for c in rect(5, 5, dot[0] - 2, dot[1] - 2)]
    ring = [c for dot, c in near if distance([c], [dot]) == 2]
    return grid, draw(clone(grid), ring, 4, only=0)


@task
def specks_get_corners(rng, k):
    """Single cells get yellow cells at their corners; larger objects do not."""
    h, w = rng.int(11, 18), rng.int(11, 18)
    shapes = [rect(1, 1)] * 3 + [blob(rng, rng.int(2, 5), 3, 3) for _ in range(3)]
    grid, placed = grey_objects(rng, h, w, shapes, gap=2, color=2)
    out = clone(grid)
    for (i, j), in placed[:3]:
        draw(out, [(i + a, j + b) for a in (-1, 1) for b in (-1, 1)], 4)
    return grid, out


@task
def birth_cells(rng, k):
    """Black cells with three or more blue cells around them become yellow."""
    h, w = rng.int(8, 30), rng.int(20, 30)
    grid = sparse(rng, h, w, [1], 0.18)
    blue = set(cells_of(grid, 1))
    born = [c for c in rect(h, w) if c not in blue and len(blue & set(all_neighbors(*c))) > 2]
    need(born)
    return grid, draw(clone(grid), born, 4)


@task
def flood_rooms(rng, k):
    """Green spreads sideways from its dots until it has filled their rooms."""
    h, w = rng.int(10, 16), rng.int(10, 16)
    rooms = scatter(rng, h, w, [rect(rng.int(4, 7), rng.int(4, 7)) for _ in range(3)])
    grid = blank(h, w)
    for n, (i, j, sh, sw) in enumerate(map(bounds, rooms)):
        draw(grid, frame(sh, sw, i, j), 5)
        inside = rect(sh - 2, sw - 2, i + 1, j + 1)
        draw(grid, rng.sample(inside, len(inside) // 4), 5)
        if n < 2:
            draw(grid, [rng.pick(inside)], 3)
    out = clone(grid)
    wave = cells_of(grid, 3)
    while wave:
        near = {c for cell in wave for c in side_neighbors(*cell)}
        wave = [(i, j) for i, j in near if out[i][j] == 0]
        draw(out, wave, 3)
    need(2 * counts(out)[0] > h * w)
    return grid, out
