"""One solver for each example task: a call a line, no literals, O last."""


# ---- mirrors, turns, tilings ---------------------------------------------------------------------


def solve_mirror_right(I):
    """Drop the first column of the mirror image, then join."""
    x1 = vmirror(I)
    x2 = shape(I)
    x3 = crop(x1, RIGHT, x2)
    O = hconcat(I, x3)
    return O


def solve_mirror_below_recolored(I):
    """Reflect, turn the rarest colour grey, stack."""
    x1 = hmirror(I)
    x2 = leastcolor(I)
    x3 = replace(x1, x2, FIVE)
    O = vconcat(I, x3)
    return O


def solve_pinwheel_cross(I):
    """Join the four turns with a grey bar between them."""
    x1 = rot90(I)
    x2 = rot180(I)
    x3 = rot270(I)
    x4 = height(I)
    x5 = astuple(x4, ONE)
    x6 = canvas(FIVE, x5)
    x7 = hconcat(I, x6)
    x8 = hconcat(x7, x1)
    x9 = hconcat(x3, x6)
    x10 = hconcat(x9, x2)
    x11 = width(x8)
    x12 = astuple(ONE, x11)
    x13 = canvas(FIVE, x12)
    x14 = vconcat(x8, x13)
    O = vconcat(x14, x10)
    return O


def solve_flips_side_by_side(I):
    """Both diagonal reflections from one forked function."""
    x1 = fork(hconcat, dmirror, cmirror)
    O = x1(I)
    return O


def solve_stack_by_color_count(I):
    """Repeat the grid once for each colour and merge the rows."""
    x1 = numcolors(I)
    x2 = repeat(I, x1)
    O = merge(x2)
    return O


def solve_kaleidoscope_core(I):
    """Trim, then double to the right, then double downwards."""
    x1 = fork(hconcat, identity, vmirror)
    x2 = fork(vconcat, identity, hmirror)
    x3 = chain(x2, x1, trim)
    O = x3(I)
    return O


def solve_stack_if_symmetric(I):
    """Choose the joining function, then call it."""
    x1 = vmirror(I)
    x2 = equality(x1, I)
    x3 = branch(x2, vconcat, hconcat)
    O = x3(I, x1)
    return O


def solve_interleave_rows(I):
    """Pair the rows of the halves and flatten the pairs."""
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    x3 = pair(x1, x2)
    O = merge(x3)
    return O


def solve_overlay_half_turn(I):
    """Paint the dots of the turned grid under the given ones."""
    x1 = rot180(I)
    x2 = fgpartition(x1)
    x3 = merge(x2)
    O = underpaint(I, x3)
    return O


# ---- scaling, peeling, periods -------------------------------------------------------------------


def solve_stretch_by_palette(I):
    """The palette without black gives the width."""
    x1 = palette(I)
    x2 = remove(ZERO, x1)
    x3 = size(x2)
    x4 = hupscale(I, x3)
    O = vupscale(x4, TWO)
    return O


def solve_shrink_mosaic(I):
    """Trim the frame, keep every third cell."""
    x1 = trim(I)
    O = downscale(x1, THREE)
    return O


def solve_zoom_objects(I):
    """Cover all objects, then paint them at double size."""
    x1 = objects(I, F, T, T)
    x2 = merge(x1)
    x3 = cover(I, x2)
    x4 = rbind(upscale, TWO)
    x5 = mapply(x4, x1)
    O = paint(x3, x5)
    return O


def solve_peel_layers(I):
    """Trim as many times as there are maroon cells."""
    x1 = colorcount(I, NINE)
    x2 = power(trim, x1)
    O = x2(I)
    return O


def solve_drop_lines_and_double(I):
    """Remove the uniform lines, then scale up."""
    x1 = compress(I)
    O = upscale(x1, TWO)
    return O


def solve_middle_ninth(I):
    """A third of the shape is both the start and the size of the crop."""
    x1 = shape(I)
    x2 = divide(x1, THREE)
    O = crop(I, x2, x2)
    return O


def solve_extend_pattern_right(I):
    """Paint copies of what is there, shifted by multiples of its period."""
    x1 = asindices(I)
    x2 = ofcolor(I, ZERO)
    x3 = difference(x1, x2)
    x4 = toobject(x3, I)
    x5 = hperiod(x4)
    x6 = tojvec(x5)
    x7 = lbind(multiply, x6)
    x8 = lbind(shift, x4)
    x9 = compose(x8, x7)
    x10 = interval(ZERO, TEN, ONE)
    x11 = mapply(x9, x10)
    O = paint(I, x11)
    return O


def solve_one_period(I):
    """Both periods of the grid give the size of the crop."""
    x1 = asobject(I)
    x2 = vperiod(x1)
    x3 = hperiod(x1)
    x4 = astuple(x2, x3)
    O = crop(I, ORIGIN, x4)
    return O


# ---- cropping something chosen -------------------------------------------------------------------


def solve_largest_object(I):
    """Paint the largest object on a black canvas of its own shape."""
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, size)
    x3 = normalize(x2)
    x4 = shape(x2)
    x5 = canvas(ZERO, x4)
    O = paint(x5, x3)
    return O


def solve_most_colorful_object(I):
    """Crop the object with the most colours."""
    x1 = objects(I, F, T, T)
    x2 = argmax(x1, numcolors)
    O = subgrid(x2, I)
    return O


def solve_only_square(I):
    """Crop to the box around the square."""
    x1 = objects(I, T, F, T)
    x2 = extract(x1, square)
    x3 = outbox(x2)
    O = subgrid(x3, I)
    return O


def solve_inside_frame(I):
    """The frame is the colour with the largest extent; crop inside it."""
    x1 = fgpartition(I)
    x2 = compose(size, backdrop)
    x3 = argmax(x1, x2)
    x4 = inbox(x3)
    O = subgrid(x4, I)
    return O


def solve_rarest_color(I):
    """Crop to the smallest part of the partition by colour."""
    x1 = partition(I)
    x2 = argmin(x1, size)
    O = subgrid(x2, I)
    return O


def solve_symmetric_object(I):
    """Find the object that equals its mirror image."""
    x1 = objects(I, T, F, T)
    x2 = fork(equality, identity, vmirror)
    x3 = extract(x1, x2)
    O = subgrid(x3, I)
    return O


def solve_corner_colors(I):
    """Apply the corner functions to the largest object and look the places up."""
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, size)
    x3 = astuple(ulcorner, urcorner)
    x4 = astuple(llcorner, lrcorner)
    x5 = rapply(x3, x2)
    x6 = rapply(x4, x2)
    x7 = lbind(index, I)
    x8 = apply(x7, x5)
    x9 = apply(x7, x6)
    O = astuple(x8, x9)
    return O


def solve_busiest_quadrant(I):
    """Split both ways and take the part with the most red."""
    x1 = hsplit(I, TWO)
    x2 = rbind(vsplit, TWO)
    x3 = mapply(x2, x1)
    x4 = rbind(colorcount, TWO)
    O = argmax(x3, x4)
    return O


def solve_odd_panel(I):
    """The least common of the three parts."""
    x1 = vsplit(I, THREE)
    O = leastcommon(x1)
    return O


def solve_distinct_panels(I):
    """Split, remove duplicates, stack again."""
    x1 = vsplit(I, FOUR)
    x2 = dedupe(x1)
    O = merge(x2)
    return O


def solve_hidden_patch(I):
    """Crop the mirror image where the patch lies."""
    x1 = ofcolor(I, FIVE)
    x2 = dmirror(I)
    O = subgrid(x1, x2)
    return O


# ---- counting ------------------------------------------------------------------------------------


def solve_objects_to_row(I):
    """Count the objects and make a canvas one cell high."""
    x1 = objects(I, T, F, T)
    x2 = size(x1)
    x3 = leastcolor(I)
    x4 = astuple(ONE, x2)
    O = canvas(x3, x4)
    return O


def solve_more_ones_or_twos(I):
    """Compare the numbers of blue and red objects."""
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, ONE)
    x3 = colorfilter(x1, TWO)
    x4 = size(x2)
    x5 = size(x3)
    x6 = greater(x4, x5)
    x7 = branch(x6, ONE, TWO)
    O = canvas(x7, TWO_BY_TWO)
    return O


def solve_diagonal_of_count(I):
    """Shoot a diagonal across a square of counted size."""
    x1 = objects(I, T, F, T)
    x2 = size(x1)
    x3 = astuple(x2, x2)
    x4 = canvas(ZERO, x3)
    x5 = shoot(ORIGIN, UNITY)
    x6 = leastcolor(I)
    O = fill(x4, x6, x5)
    return O


def solve_counts_per_panel(I):
    """Count the blue cells of each part; the counts are a row."""
    x1 = hsplit(I, THREE)
    x2 = rbind(colorcount, ONE)
    x3 = apply(x2, x1)
    O = repeat(x3, ONE)
    return O


def solve_most_frequent_object_color(I):
    """The most common among the colours of all objects."""
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(color, x2)
    x4 = mostcommon(x3)
    O = canvas(x4, THREE_BY_THREE)
    return O


def solve_colors_by_count(I):
    """Order the colours by falling size."""
    x1 = fgpartition(I)
    x2 = compose(invert, size)
    x3 = order(x1, x2)
    x4 = apply(color, x3)
    O = repeat(x4, ONE)
    return O


def solve_histogram(I):
    """A row is the colour repeated, followed by black up to the longest row."""
    x1 = fgpartition(I)
    x2 = compose(invert, size)
    x3 = order(x1, x2)
    x4 = valmax(x1, size)
    x5 = fork(repeat, color, size)
    x6 = lbind(subtract, x4)
    x7 = lbind(repeat, ZERO)
    x8 = chain(x7, x6, size)
    x9 = fork(combine, x5, x8)
    O = apply(x9, x3)
    return O


def solve_objects_per_color(I):
    """Count the objects of each distinct colour and build the rows from the counts."""
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(color, x2)
    x4 = dedupe(x3)
    x5 = lbind(colorfilter, x1)
    x6 = compose(size, x5)
    x7 = compose(invert, x6)
    x8 = order(x4, x7)
    x9 = valmax(x4, x6)
    x10 = lbind(subtract, x9)
    x11 = lbind(repeat, ZERO)
    x12 = chain(x11, x10, x6)
    x13 = fork(repeat, identity, x6)
    x14 = fork(combine, x13, x12)
    O = apply(x14, x8)
    return O


def solve_staircase(I):
    """Make the rows from their lengths, counting down."""
    x1 = index(I, ORIGIN)
    x2 = colorcount(I, x1)
    x3 = width(I)
    x4 = lbind(repeat, x1)
    x5 = lbind(subtract, x3)
    x6 = lbind(repeat, ZERO)
    x7 = compose(x6, x5)
    x8 = fork(combine, x4, x7)
    x9 = interval(x2, ZERO, NEG_ONE)
    O = apply(x8, x9)
    return O


# ---- colours -------------------------------------------------------------------------------------


def solve_swap_two_colors(I):
    """Switch the two colours of the palette besides black."""
    x1 = palette(I)
    x2 = remove(ZERO, x1)
    x3 = first(x2)
    x4 = last(x2)
    O = switch(I, x3, x4)
    return O


def solve_swap_most_and_least(I):
    """Switch the most and the least common colour."""
    x1 = mostcolor(I)
    x2 = leastcolor(I)
    O = switch(I, x1, x2)
    return O


def solve_replace_by_legend(I):
    """Read the first two cells, replace one colour by the other."""
    x1 = index(I, ORIGIN)
    x2 = index(I, RIGHT)
    O = replace(I, x1, x2)
    return O


def solve_recolor_by_table(I):
    """For each row of the table, recolour the picture's cells of its first colour."""
    x1 = astuple(THREE, TWO)
    x2 = crop(I, ORIGIN, x1)
    x3 = tojvec(THREE)
    x4 = shape(I)
    x5 = crop(I, x3, x4)
    x6 = lbind(ofcolor, x5)
    x7 = compose(x6, first)
    x8 = fork(recolor, last, x7)
    x9 = mapply(x8, x2)
    O = paint(x5, x9)
    return O


def solve_next_colors(I):
    """Map increment over every row."""
    x1 = lbind(apply, increment)
    O = apply(x1, I)
    return O


def solve_keep_main_color(I):
    """Paint the largest colour on a canvas of ground colour."""
    x1 = fgpartition(I)
    x2 = argmax(x1, size)
    x3 = mostcolor(I)
    x4 = shape(I)
    x5 = canvas(x3, x4)
    O = paint(x5, x2)
    return O


def solve_flatten_rows(I):
    """Repeat each row's most common value across the row."""
    x1 = width(I)
    x2 = rbind(repeat, x1)
    x3 = compose(x2, mostcommon)
    O = apply(x3, I)
    return O


def solve_grey_takes_dot_color(I):
    """Recolour each object with the colour in its palette that is not grey."""
    x1 = objects(I, F, F, T)
    x2 = rbind(other, FIVE)
    x3 = compose(x2, palette)
    x4 = fork(recolor, x3, identity)
    x5 = mapply(x4, x1)
    O = paint(I, x5)
    return O


def solve_nearest_seed_color(I):
    """Bind the distance to each grey cell and take the colour of the nearest seed."""
    x1 = ofcolor(I, FIVE)
    x2 = fgpartition(I)
    x3 = colorfilter(x2, FIVE)
    x4 = difference(x2, x3)
    x5 = lbind(lbind, manhattan)
    x6 = compose(x5, initset)
    x7 = lbind(argmin, x4)
    x8 = chain(color, x7, x6)
    x9 = fork(astuple, x8, identity)
    x10 = apply(x9, x1)
    O = paint(I, x10)
    return O


def solve_quadrants_by_corner(I):
    """One function paints the grey cells of a quarter; apply it to all four and join."""
    x1 = rbind(other, FIVE)
    x2 = lbind(remove, ZERO)
    x3 = chain(x1, x2, palette)
    x4 = rbind(ofcolor, FIVE)
    x5 = fork(recolor, x3, x4)
    x6 = fork(paint, identity, x5)
    x7 = tophalf(I)
    x8 = bottomhalf(I)
    x9 = lefthalf(x7)
    x10 = righthalf(x7)
    x11 = lefthalf(x8)
    x12 = righthalf(x8)
    x13 = x6(x9)
    x14 = x6(x10)
    x15 = x6(x11)
    x16 = x6(x12)
    x17 = hconcat(x13, x14)
    x18 = hconcat(x15, x16)
    O = vconcat(x17, x18)
    return O


def solve_chequer_blocks(I):
    """Fill the grey cells whose coordinates have an even sum."""
    x1 = ofcolor(I, FIVE)
    x2 = fork(add, first, last)
    x3 = compose(even, x2)
    x4 = sfilter(x1, x3)
    O = fill(I, TWO, x4)
    return O


# ---- recolouring chosen objects ------------------------------------------------------------------


def solve_recolor_extremes_by_size(I):
    """Filter by the largest and the smallest size."""
    x1 = objects(I, T, F, T)
    x2 = valmax(x1, size)
    x3 = sizefilter(x1, x2)
    x4 = merge(x3)
    x5 = fill(I, EIGHT, x4)
    x6 = valmin(x1, size)
    x7 = sizefilter(x1, x6)
    x8 = merge(x7)
    O = fill(x5, FOUR, x8)
    return O


def solve_recolor_bars(I):
    """Fill vertical and horizontal lines."""
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, vline)
    x3 = mfilter(x1, hline)
    x4 = fill(I, TWO, x2)
    O = fill(x4, THREE, x3)
    return O


def solve_recolor_sides(I):
    """Compare the column of each centre with half the width."""
    x1 = objects(I, T, F, T)
    x2 = width(I)
    x3 = halve(x2)
    x4 = lbind(greater, x3)
    x5 = chain(x4, last, center)
    x6 = mfilter(x1, x5)
    x7 = merge(x1)
    x8 = fill(I, TWO, x7)
    O = fill(x8, ONE, x6)
    return O


def solve_recolor_even_odd(I):
    """Sort the objects by the parity of their size."""
    x1 = objects(I, T, F, T)
    x2 = compose(even, size)
    x3 = mfilter(x1, x2)
    x4 = compose(flip, x2)
    x5 = mfilter(x1, x4)
    x6 = fill(I, TWO, x3)
    O = fill(x6, ONE, x5)
    return O


def solve_rank_by_size(I):
    """Recolour the ordered objects with 1, 2, 3, ..."""
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = interval(ONE, TEN, ONE)
    x4 = mpapply(recolor, x3, x2)
    O = paint(I, x4)
    return O


def solve_tallest_and_shortest(I):
    """Match heights with their maximum and minimum."""
    x1 = objects(I, T, F, T)
    x2 = apply(height, x1)
    x3 = maximum(x2)
    x4 = minimum(x2)
    x5 = matcher(height, x3)
    x6 = matcher(height, x4)
    x7 = mfilter(x1, x5)
    x8 = mfilter(x1, x6)
    x9 = fill(I, THREE, x7)
    O = fill(x9, SEVEN, x8)
    return O


def solve_inner_squares(I):
    """Keep objects that are square and not at the border."""
    x1 = objects(I, T, F, T)
    x2 = rbind(bordering, I)
    x3 = compose(flip, x2)
    x4 = fork(both, square, x3)
    x5 = mfilter(x1, x4)
    O = fill(I, FOUR, x5)
    return O


def solve_touching_the_block(I):
    """Filter the objects adjacent to the azure one."""
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, EIGHT)
    x3 = first(x2)
    x4 = rbind(adjacent, x3)
    x5 = mfilter(x1, x4)
    O = fill(I, FOUR, x5)
    return O


def solve_same_row_or_column(I):
    """Filter by a match with the red object in either direction."""
    x1 = objects(I, T, F, T)
    x2 = ofcolor(I, TWO)
    x3 = rbind(hmatching, x2)
    x4 = rbind(vmatching, x2)
    x5 = fork(either, x3, x4)
    x6 = mfilter(x1, x5)
    O = fill(I, TWO, x6)
    return O


def solve_nearest_to_marker(I):
    """The other object with the least distance to the marker."""
    x1 = objects(I, T, F, T)
    x2 = matcher(color, THREE)
    x3 = extract(x1, x2)
    x4 = remove(x3, x1)
    x5 = lbind(manhattan, x3)
    x6 = argmin(x4, x5)
    O = fill(I, THREE, x6)
    return O


def solve_same_shape_as_key(I):
    """Compare the normalised places of all objects with those of the key."""
    x1 = objects(I, T, F, T)
    x2 = ofcolor(I, EIGHT)
    x3 = normalize(x2)
    x4 = compose(normalize, toindices)
    x5 = matcher(x4, x3)
    x6 = mfilter(x1, x5)
    O = fill(I, EIGHT, x6)
    return O


# ---- removing ------------------------------------------------------------------------------------


def solve_remove_border_objects(I):
    """Cover everything that touches the border."""
    x1 = objects(I, T, F, T)
    x2 = rbind(bordering, I)
    x3 = mfilter(x1, x2)
    O = cover(I, x3)
    return O


def solve_remove_specks(I):
    """Cover the objects of size one."""
    x1 = objects(I, T, T, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    O = cover(I, x3)
    return O


def solve_keep_with_yellow(I):
    """Cover the objects whose palette lacks yellow."""
    x1 = objects(I, F, T, T)
    x2 = lbind(contained, FOUR)
    x3 = chain(flip, x2, palette)
    x4 = mfilter(x1, x3)
    O = cover(I, x4)
    return O


# ---- drawing around and inside objects -----------------------------------------------------------


def solve_outline_objects(I):
    """Fill the box around each object."""
    x1 = objects(I, T, F, T)
    x2 = mapply(outbox, x1)
    O = fill(I, THREE, x2)
    return O


def solve_inner_ring(I):
    """Fill the box just inside each object."""
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    O = fill(I, EIGHT, x2)
    return O


def solve_hollow_out(I):
    """Cover the cells of each object that are not on its box."""
    x1 = objects(I, T, F, T)
    x2 = fork(difference, toindices, box)
    x3 = mapply(x2, x1)
    O = cover(I, x3)
    return O


def solve_fill_boxes_with_next(I):
    """Recolour the inside of each box with the incremented colour."""
    x1 = objects(I, T, F, T)
    x2 = compose(increment, color)
    x3 = fork(recolor, x2, delta)
    x4 = mapply(x3, x1)
    O = paint(I, x4)
    return O


def solve_box_between_points(I):
    """Paint the box of each colour's cells."""
    x1 = fgpartition(I)
    x2 = fork(recolor, color, box)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O


def solve_corner_marks(I):
    """Fill the corners of all objects."""
    x1 = objects(I, T, F, T)
    x2 = mapply(corners, x1)
    O = fill(I, FOUR, x2)
    return O


def solve_sides_by_dots(I):
    """Find the outermost dots, connect the corners of the block, fill side by side."""
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = ulcorner(x2)
    x5 = urcorner(x2)
    x6 = llcorner(x2)
    x7 = lrcorner(x2)
    x8 = argmin(x3, uppermost)
    x9 = color(x8)
    x10 = connect(x4, x5)
    x11 = fill(I, x9, x10)
    x12 = argmax(x3, lowermost)
    x13 = color(x12)
    x14 = connect(x6, x7)
    x15 = fill(x11, x13, x14)
    x16 = argmin(x3, leftmost)
    x17 = color(x16)
    x18 = connect(x4, x6)
    x19 = fill(x15, x17, x18)
    x20 = argmax(x3, rightmost)
    x21 = color(x20)
    x22 = connect(x5, x7)
    O = fill(x19, x21, x22)
    return O


def solve_center_marks(I):
    """Fill the centres of all objects."""
    x1 = objects(I, T, F, T)
    x2 = apply(center, x1)
    O = fill(I, ZERO, x2)
    return O


def solve_balance_point(I):
    """Fill the centre of mass."""
    x1 = ofcolor(I, ONE)
    x2 = centerofmass(x1)
    x3 = initset(x2)
    O = fill(I, TWO, x3)
    return O


def solve_frame_from_corner(I):
    """Fill the box of the whole grid with the colour of the first cell."""
    x1 = index(I, ORIGIN)
    x2 = asindices(I)
    x3 = box(x2)
    O = fill(I, x1, x3)
    return O


def solve_box_to_origin(I):
    """Add the origin to the dot and draw the box of both."""
    x1 = ofcolor(I, FOUR)
    x2 = insert(ORIGIN, x1)
    x3 = box(x2)
    O = underfill(I, SIX, x3)
    return O


def solve_concentric_rings(I):
    """Two steps outwards, twice."""
    x1 = ofcolor(I, FOUR)
    x2 = power(outbox, TWO)
    x3 = x2(x1)
    x4 = x2(x3)
    x5 = combine(x3, x4)
    O = fill(I, SEVEN, x5)
    return O


def solve_shadows(I):
    """Shift everything by a diagonal step and paint it grey underneath."""
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shift(x2, UNITY)
    x4 = recolor(FIVE, x3)
    O = underpaint(I, x4)
    return O


def solve_holes_by_area(I):
    """Recolour black areas off the border with their own size."""
    x1 = objects(I, T, F, F)
    x2 = colorfilter(x1, ZERO)
    x3 = rbind(bordering, I)
    x4 = compose(flip, x3)
    x5 = sfilter(x2, x4)
    x6 = fork(recolor, size, identity)
    x7 = mapply(x6, x5)
    O = paint(I, x7)
    return O


def solve_blob_rim(I):
    """Keep the cells with a neighbour outside the blob."""
    x1 = ofcolor(I, THREE)
    x2 = rbind(difference, x1)
    x3 = chain(size, x2, dneighbors)
    x4 = compose(positive, x3)
    x5 = sfilter(x1, x4)
    O = fill(I, EIGHT, x5)
    return O


# ---- neighbours ----------------------------------------------------------------------------------


def solve_grow_diamonds(I):
    """Take the neighbours of the neighbours by applying one step twice."""
    x1 = ofcolor(I, SIX)
    x2 = lbind(mapply, dneighbors)
    x3 = power(x2, TWO)
    x4 = x3(x1)
    O = underfill(I, FOUR, x4)
    return O


def solve_specks_get_corners(I):
    """Diagonal neighbours of the objects of size one."""
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = compose(ineighbors, center)
    x4 = mapply(x3, x2)
    O = fill(I, FOUR, x4)
    return O


def solve_birth_cells(I):
    """Count the blue cells among the neighbours of every other cell."""
    x1 = ofcolor(I, ONE)
    x2 = asindices(I)
    x3 = difference(x2, x1)
    x4 = lbind(intersection, x1)
    x5 = chain(size, x4, neighbors)
    x6 = rbind(greater, TWO)
    x7 = compose(x6, x5)
    x8 = sfilter(x3, x7)
    O = fill(I, FOUR, x8)
    return O


def solve_flood_rooms(I):
    """One step paints green under the neighbours of green cells; take thirty steps."""
    x1 = rbind(ofcolor, THREE)
    x2 = lbind(mapply, dneighbors)
    x3 = lbind(recolor, THREE)
    x4 = chain(x3, x2, x1)
    x5 = fork(underpaint, identity, x4)
    x6 = power(x5, TEN)
    x7 = power(x6, THREE)
    O = x7(I)
    return O


# ---- lines and rays ------------------------------------------------------------------------------


def solve_cross_lines(I):
    """Draw the frontiers of the dots, then their intersection."""
    x1 = ofcolor(I, TWO)
    x2 = mapply(vfrontier, x1)
    x3 = ofcolor(I, THREE)
    x4 = mapply(hfrontier, x3)
    x5 = fill(I, TWO, x2)
    x6 = fill(x5, THREE, x4)
    x7 = intersection(x2, x4)
    O = fill(x6, FOUR, x7)
    return O


def solve_diagonal_rays(I):
    """Combine shots in the four diagonal directions."""
    x1 = ofcolor(I, EIGHT)
    x2 = rbind(shoot, UNITY)
    x3 = rbind(shoot, NEG_UNITY)
    x4 = rbind(shoot, UP_RIGHT)
    x5 = rbind(shoot, DOWN_LEFT)
    x6 = fork(combine, x2, x3)
    x7 = fork(combine, x4, x5)
    x8 = fork(combine, x6, x7)
    x9 = mapply(x8, x1)
    O = underfill(I, FIVE, x9)
    return O


def solve_rays_four_ways(I):
    """Shoot from each colour in its own direction, filling only the ground."""
    x1 = ofcolor(I, ONE)
    x2 = rbind(shoot, UP)
    x3 = mapply(x2, x1)
    x4 = underfill(I, ONE, x3)
    x5 = ofcolor(I, TWO)
    x6 = rbind(shoot, RIGHT)
    x7 = mapply(x6, x5)
    x8 = underfill(x4, TWO, x7)
    x9 = ofcolor(I, THREE)
    x10 = rbind(shoot, DOWN)
    x11 = mapply(x10, x9)
    x12 = underfill(x8, THREE, x11)
    x13 = ofcolor(I, FOUR)
    x14 = rbind(shoot, LEFT)
    x15 = mapply(x14, x13)
    O = underfill(x12, FOUR, x15)
    return O


def solve_connect_same_color(I):
    """For each colour, connect all pairs of its cells."""
    x1 = fgpartition(I)
    x2 = lbind(prapply, connect)
    x3 = fork(x2, toindices, toindices)
    x4 = compose(merge, x3)
    x5 = fork(recolor, color, x4)
    x6 = mapply(x5, x1)
    O = paint(I, x6)
    return O


def solve_connect_blocks(I):
    """Connect all pairs of centres and keep the straight lines."""
    x1 = objects(I, T, F, T)
    x2 = apply(center, x1)
    x3 = prapply(connect, x2, x2)
    x4 = fork(either, hline, vline)
    x5 = mfilter(x3, x4)
    O = underfill(I, SEVEN, x5)
    return O


def solve_connect_to_wall(I):
    """Connect each dot with the place in its row where the wall stands."""
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, FIVE)
    x3 = leftmost(x2)
    x4 = rbind(astuple, x3)
    x5 = compose(x4, first)
    x6 = fork(connect, identity, x5)
    x7 = mapply(x6, x1)
    O = underfill(I, TWO, x7)
    return O


def solve_polyline(I):
    """Connect each point with the next one in order of rows."""
    x1 = ofcolor(I, SEVEN)
    x2 = order(x1, first)
    x3 = first(x2)
    x4 = remove(x3, x2)
    x5 = mpapply(connect, x2, x4)
    O = fill(I, SEVEN, x5)
    return O


def solve_midpoint(I):
    """Half the sum of the two places."""
    x1 = ofcolor(I, TWO)
    x2 = first(x1)
    x3 = last(x1)
    x4 = add(x2, x3)
    x5 = halve(x4)
    x6 = initset(x5)
    O = fill(I, THREE, x6)
    return O


def solve_both_diagonals(I):
    """Connect opposite corners of the grid."""
    x1 = shape(I)
    x2 = decrement(x1)
    x3 = connect(ORIGIN, x2)
    x4 = first(x2)
    x5 = toivec(x4)
    x6 = tojvec(x4)
    x7 = connect(x5, x6)
    x8 = combine(x3, x7)
    O = underfill(I, SEVEN, x8)
    return O


def solve_stripes_from_bottom(I):
    """Frontiers at every second row number, counting down."""
    x1 = height(I)
    x2 = decrement(x1)
    x3 = interval(x2, NEG_ONE, NEG_TWO)
    x4 = compose(hfrontier, toivec)
    x5 = mapply(x4, x3)
    O = underfill(I, FOUR, x5)
    return O


def solve_bounding_lines(I):
    """Frontiers through the four extremes of the dots."""
    x1 = ofcolor(I, ONE)
    x2 = uppermost(x1)
    x3 = lowermost(x1)
    x4 = leftmost(x1)
    x5 = rightmost(x1)
    x6 = toivec(x2)
    x7 = toivec(x3)
    x8 = tojvec(x4)
    x9 = tojvec(x5)
    x10 = hfrontier(x6)
    x11 = hfrontier(x7)
    x12 = vfrontier(x8)
    x13 = vfrontier(x9)
    x14 = combine(x10, x11)
    x15 = combine(x12, x13)
    x16 = combine(x14, x15)
    O = underfill(I, THREE, x16)
    return O


def solve_ray_through_second(I):
    """The sign of the difference is the direction of the shot."""
    x1 = ofcolor(I, ONE)
    x2 = ofcolor(I, TWO)
    x3 = first(x1)
    x4 = first(x2)
    x5 = subtract(x4, x3)
    x6 = sign(x5)
    x7 = shoot(x4, x6)
    O = underfill(I, THREE, x7)
    return O


def solve_angled_path(I):
    """Connect both dots with the knee: the row of one, the column of the other."""
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, THREE)
    x3 = first(x1)
    x4 = first(x2)
    x5 = first(x3)
    x6 = last(x4)
    x7 = astuple(x5, x6)
    x8 = connect(x3, x7)
    x9 = connect(x7, x4)
    x10 = combine(x8, x9)
    O = underfill(I, EIGHT, x10)
    return O


def solve_crossings(I):
    """The product of marked rows and marked columns."""
    x1 = ofcolor(I, TWO)
    x2 = apply(first, x1)
    x3 = ofcolor(I, THREE)
    x4 = apply(last, x3)
    x5 = product(x2, x4)
    O = fill(I, EIGHT, x5)
    return O


def solve_highlight_lines(I):
    """Fill all frontiers."""
    x1 = frontiers(I)
    x2 = merge(x1)
    O = fill(I, EIGHT, x2)
    return O


# ---- moving --------------------------------------------------------------------------------------


def solve_gravity_down_blocks(I):
    """Shift each object by its gravitation towards the floor."""
    x1 = objects(I, T, F, T)
    x2 = matcher(color, FIVE)
    x3 = extract(x1, x2)
    x4 = remove(x3, x1)
    x5 = rbind(gravitate, x3)
    x6 = fork(shift, identity, x5)
    x7 = mapply(x6, x4)
    x8 = merge(x4)
    x9 = cover(I, x8)
    O = paint(x9, x7)
    return O


def solve_gravity_down_cells(I):
    """Order each column with black first."""
    x1 = dmirror(I)
    x2 = rbind(order, positive)
    x3 = apply(x2, x1)
    O = dmirror(x3)
    return O


def solve_sort_rows_by_count(I):
    """Order the rows by their size without black."""
    x1 = lbind(remove, ZERO)
    x2 = compose(size, x1)
    O = order(I, x2)
    return O


def solve_move_until_touching(I):
    """Move the smaller object by its gravitation towards the other."""
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = other(x1, x2)
    x4 = gravitate(x2, x3)
    O = move(I, x2, x4)
    return O


def solve_step_toward(I):
    """Move by the direction to the block, lengthened by one."""
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, EIGHT)
    x3 = position(x1, x2)
    x4 = crement(x3)
    x5 = recolor(TWO, x1)
    O = move(I, x5, x4)
    return O


def solve_hop(I):
    """Move one colour sideways, then the other downwards."""
    x1 = ofcolor(I, THREE)
    x2 = recolor(THREE, x1)
    x3 = move(I, x2, ZERO_BY_TWO)
    x4 = ofcolor(I, SIX)
    x5 = recolor(SIX, x4)
    O = move(x3, x5, TWO_BY_ZERO)
    return O


def solve_point_reflection(I):
    """Subtract each place from twice the centre."""
    x1 = ofcolor(I, ONE)
    x2 = first(x1)
    x3 = double(x2)
    x4 = lbind(subtract, x3)
    x5 = ofcolor(I, THREE)
    x6 = apply(x4, x5)
    O = fill(I, THREE, x6)
    return O


def solve_mirror_across_axis(I):
    """Subtract each column from twice the axis, keep the row."""
    x1 = ofcolor(I, FIVE)
    x2 = rightmost(x1)
    x3 = double(x2)
    x4 = lbind(subtract, x3)
    x5 = compose(x4, last)
    x6 = fork(astuple, first, x5)
    x7 = ofcolor(I, TWO)
    x8 = apply(x6, x7)
    O = fill(I, TWO, x8)
    return O


def solve_cascade(I):
    """Shift the objects, ordered from the left, by 0, 1, 2, ... rows."""
    x1 = objects(I, T, F, T)
    x2 = order(x1, leftmost)
    x3 = interval(ZERO, TEN, ONE)
    x4 = apply(toivec, x3)
    x5 = papply(shift, x2, x4)
    x6 = merge(x5)
    x7 = merge(x1)
    x8 = cover(I, x7)
    O = paint(x8, x6)
    return O


def solve_align_left(I):
    """Shift each object by minus its left edge."""
    x1 = objects(I, T, F, T)
    x2 = chain(tojvec, invert, leftmost)
    x3 = fork(shift, identity, x2)
    x4 = mapply(x3, x1)
    x5 = merge(x1)
    x6 = cover(I, x5)
    O = paint(x6, x4)
    return O


def solve_swap_places(I):
    """Shift the larger by the difference of the corners, the smaller by its inverse."""
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = other(x1, x2)
    x4 = ulcorner(x2)
    x5 = ulcorner(x3)
    x6 = subtract(x5, x4)
    x7 = invert(x6)
    x8 = shift(x2, x6)
    x9 = shift(x3, x7)
    x10 = merge(x1)
    x11 = cover(I, x10)
    x12 = paint(x11, x8)
    O = paint(x12, x9)
    return O


def solve_flip_tall_objects(I):
    """Cover the portrait objects and paint their reflections."""
    x1 = objects(I, F, T, T)
    x2 = sfilter(x1, portrait)
    x3 = merge(x2)
    x4 = cover(I, x3)
    x5 = mapply(hmirror, x2)
    O = paint(x4, x5)
    return O


def solve_plug_the_hole(I):
    """Match the normalised hole with the pieces, move the one that fits."""
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = delta(x2)
    x4 = normalize(x3)
    x5 = compose(normalize, toindices)
    x6 = matcher(x5, x4)
    x7 = extract(x1, x6)
    x8 = ulcorner(x3)
    x9 = ulcorner(x7)
    x10 = subtract(x8, x9)
    O = move(I, x7, x10)
    return O


def solve_stamp_template(I):
    """Centre the template on the origin, then shift it to every mark."""
    x1 = objects(I, F, T, T)
    x2 = argmax(x1, size)
    x3 = center(x2)
    x4 = invert(x3)
    x5 = shift(x2, x4)
    x6 = lbind(shift, x5)
    x7 = ofcolor(I, ONE)
    x8 = mapply(x6, x7)
    O = paint(I, x8)
    return O


# ---- patterns and symmetry -----------------------------------------------------------------------


def solve_highlight_pattern(I):
    """Shift the blue cells of the pattern to all its occurrences."""
    x1 = crop(I, ORIGIN, THREE_BY_THREE)
    x2 = asobject(x1)
    x3 = occurrences(I, x2)
    x4 = ofcolor(x1, ONE)
    x5 = lbind(shift, x4)
    x6 = mapply(x5, x3)
    O = fill(I, EIGHT, x6)
    return O


def solve_complete_symmetry(I):
    """Take what the mirror image has where the patches lie."""
    x1 = ofcolor(I, NINE)
    x2 = vmirror(I)
    x3 = toobject(x1, x2)
    O = paint(I, x3)
    return O


def solve_complete_fourfold(I):
    """Lay the mirror image under the grid, in one direction and then in the other."""
    x1 = compose(asobject, vmirror)
    x2 = fork(underpaint, identity, x1)
    x3 = compose(asobject, hmirror)
    x4 = fork(underpaint, identity, x3)
    x5 = compose(x4, x2)
    O = x5(I)
    return O


def solve_panels_both(I):
    """Intersect the coloured cells of the halves."""
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ONE)
    x4 = ofcolor(x2, FOUR)
    x5 = intersection(x3, x4)
    x6 = shape(x1)
    x7 = canvas(ZERO, x6)
    O = fill(x7, TWO, x5)
    return O


def solve_panels_neither(I):
    """Fill a canvas, then black out the cells of either half."""
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    x3 = ofcolor(x1, THREE)
    x4 = ofcolor(x2, SIX)
    x5 = combine(x3, x4)
    x6 = shape(x1)
    x7 = canvas(EIGHT, x6)
    O = fill(x7, ZERO, x5)
    return O


def solve_panels_majority(I):
    """Combine the intersections of each two panels."""
    x1 = hsplit(I, THREE)
    x2 = first(x1)
    x3 = remove(x2, x1)
    x4 = first(x3)
    x5 = last(x1)
    x6 = ofcolor(x2, ONE)
    x7 = ofcolor(x4, ONE)
    x8 = ofcolor(x5, ONE)
    x9 = intersection(x6, x7)
    x10 = intersection(x7, x8)
    x11 = intersection(x6, x8)
    x12 = combine(x9, x10)
    x13 = combine(x12, x11)
    x14 = shape(x2)
    x15 = canvas(ZERO, x14)
    O = fill(x15, THREE, x13)
    return O


def solve_outer_panels_agree(I):
    """Compare the first and last part cell by cell."""
    x1 = hsplit(I, THREE)
    x2 = first(x1)
    x3 = last(x1)
    O = cellwise(x2, x3, FIVE)
    return O


def solve_overlay_halves(I):
    """Paint the right half under the left one."""
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = asobject(x2)
    O = underpaint(x1, x3)
    return O


def solve_sort_panels(I):
    """Order the parts by their number of black cells and stack them."""
    x1 = hsplit(I, FOUR)
    x2 = rbind(colorcount, ZERO)
    x3 = order(x1, x2)
    O = merge(x3)
    return O


def solve_stack_by_size(I):
    """Crop the objects in order of size and merge the rows."""
    x1 = objects(I, F, T, T)
    x2 = order(x1, size)
    x3 = rbind(subgrid, I)
    x4 = apply(x3, x2)
    O = merge(x4)
    return O


def solve_read_left_to_right(I):
    """Crop in order of the left edge, join on the side by way of transposition."""
    x1 = objects(I, F, T, T)
    x2 = order(x1, leftmost)
    x3 = rbind(subgrid, I)
    x4 = compose(dmirror, x3)
    x5 = mapply(x4, x2)
    O = dmirror(x5)
    return O
