"""Set-up: seats, tiles, tokens, the draft of Towns, the starting goods."""

from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import found_town, is_landscape, raise_wall, wall_place_free
from hexagora.games.sygon.rules_start import begin_round


def open_box(box, s):
    """Every player has all pieces in the supply; the Wizards wait beside the board (SYG-LIMIT-3)."""
    s.round = 1
    for p in range(box.players):
        s.seat[p] = p
        for piece in range(S.PIECES):
            s.left[p][piece] = box.pieces[piece]
        for w in range(box.wizards):
            s.wizard_at[p][w] = S.OFF
    if box.cards == 1:
        for card in range(S.CARDS):
            s.stock[card] = box.card_copies[card]
    s.stage = S.AT_SEATS
    if box.random_seats == 0:
        lay_out(box, s)


# seats


def seat_choices(box, s, out):
    """Who begins, or in team play any order of the four (SYG-SETUP-8, SYG-TEAM-1, SYG-RULING-14)."""
    n = S.ORDERS if box.teams == 1 else box.players + 0
    base = S.A_SEATS if box.teams == 1 else S.A_FIRST
    for i in range(n):
        out[i] = base + i
    return n


def take_seats(box, s, a):
    if a >= S.A_SEATS:
        seat_order(box, s, a - S.A_SEATS)
    else:
        for p in range(box.players):
            s.seat[p] = (a - S.A_FIRST + p) % box.players
    lay_out(box, s)


def seat_order(box, s, order):
    """The order with that number among all orders, sorted as words are."""
    taken = 0
    below = S.ORDERS
    for p in range(box.players):
        below = below // (box.players - p)
        skip = order // below
        order = order % below
        seat = 0
        while skip > 0 or (taken >> seat) & 1 == 1:
            if (taken >> seat) & 1 == 0:
                skip -= 1
            seat += 1
        s.seat[p] = seat
        taken |= 1 << seat


def lay_out(box, s):
    if box.random_board == 0:
        recommended_board(box, s)
        return
    s.stage = S.AT_TILES
    for tile in range(S.KINDS + S.VOLCANOES):
        s.tiles_left[tile] = box.tiles[tile]
    for zone in range(S.ZONES):
        for value in range(S.VALUES):
            s.tokens_left[zone][value] = box.tokens[zone][value]


# tiles and tokens


def tile_choices(box, s, out):
    n = 0
    for tile in range(S.KINDS + S.VOLCANOES):
        if s.tiles_left[tile] > 0:
            out[n] = S.A_TILE + tile
            n += 1
    return n


def tile_chances(box, s, out):
    """Tiles are drawn without putting back (SYG-SETUP-3)."""
    n = 0
    for tile in range(S.KINDS + S.VOLCANOES):
        if s.tiles_left[tile] > 0:
            out[n] = s.tiles_left[tile]
            n += 1
    return n


def lay_tile(box, s, tile):
    s.terrain[s.cursor] = tile + S.FIRST_LANDSCAPE
    s.tiles_left[tile] -= 1
    s.cursor += 1
    if s.cursor == box.cells:
        s.stage = S.AT_TOKENS
        s.cursor = 0
        next_token(box, s)


def next_token(box, s):
    """Goes to the next Landscape hex; Volcanoes get no token (SYG-SETUP-6)."""
    while s.cursor < box.cells and not is_landscape(s, s.cursor + 0):
        s.cursor += 1
    if s.cursor == box.cells:
        for zone in range(S.ZONES):
            for value in range(S.VALUES):
                s.tokens_left[zone][value] = 0
        begin_draft(box, s)


def token_choices(box, s, out):
    """Exterior tokens for hexes at the frame, interior ones for the others (SYG-SETUP-6)."""
    n = 0
    zone = box.zone[s.cursor]
    for value in range(S.VALUES):
        if s.tokens_left[zone][value] > 0:
            out[n] = S.A_TOKEN + value
            n += 1
    return n


def token_chances(box, s, out):
    n = 0
    zone = box.zone[s.cursor]
    for value in range(S.VALUES):
        if s.tokens_left[zone][value] > 0:
            out[n] = s.tokens_left[zone][value]
            n += 1
    return n


def lay_token(box, s, value):
    """The number is the Gold Value of the hex (SYG-SETUP-7)."""
    s.value[s.cursor] = value
    s.tokens_left[box.zone[s.cursor]][value] -= 1
    s.cursor += 1
    next_token(box, s)


# the draft


def begin_draft(box, s):
    s.stage = S.AT_TOWN
    s.cursor = 0
    s.step = 0
    s.actor = box.draft[0]


def town_choices(box, s, out):
    """Any Landscape hex without a Town (SYG-SETUP-9, SYG-RULING-7)."""
    n = 0
    for cell in range(box.cells):
        if is_landscape(s, cell) and s.town[cell] == 0:
            out[n] = S.A_TOWN + cell
            n += 1
    return n


def draft_town(box, s, cell):
    """With the Town come free Walls, more of them inland (SYG-SETUP-10)."""
    found_town(s, s.actor + 0, cell)
    s.cursor = cell
    s.walls_due = min(box.free_walls[box.zone[cell]] + 0, free_places(box, s, cell))
    s.stage = S.AT_WALL
    if s.walls_due == 0:
        next_draft(box, s)


def free_places(box, s, cell):
    free = 0
    for side in range(S.SIDES):
        if wall_place_free(box, s, cell, side):
            free += 1
    return free


def wall_choices(box, s, out):
    """A free border of the hex of the Town just placed (SYG-RULING-8)."""
    n = 0
    for side in range(S.SIDES):
        if wall_place_free(box, s, s.cursor + 0, side):
            out[n] = S.A_WALL + s.cursor * S.SIDES + side
            n += 1
    return n


def draft_wall(box, s, place):
    raise_wall(s, s.actor + 0, place // S.SIDES, place % S.SIDES)
    s.walls_due -= 1
    if s.walls_due == 0:
        next_draft(box, s)


def next_draft(box, s):
    """1 2 3 4 4 3 2 1, or the rotation of team play (SYG-SETUP-11, SYG-TEAM-2, SYG-RULING-12)."""
    s.step += 1
    s.cursor = 0
    if s.step < 2 * box.players:
        s.stage = S.AT_TOWN
        s.actor = box.draft[s.step]
        return
    starting_goods(box, s)
    s.stage = S.AT_CUBE
    s.step = 0
    s.actor = 0


def starting_goods(box, s):
    """One cube of the kind of each Town, and Gold by order of play (SYG-SETUP-12, SYG-SETUP-13)."""
    for p in range(box.players):
        s.gold[p] = box.start_gold[p]
        for kind in range(S.KINDS):
            s.cubes[p][kind] += s.towns_on[p][kind]


def cube_choices(box, s, out):
    for kind in range(S.KINDS):
        out[kind] = S.A_TAKE + kind
    return S.KINDS


def take_cube(box, s, kind):
    """The third cube, in order of play (SYG-SETUP-12, SYG-RULING-9)."""
    s.cubes[s.actor][kind] += 1
    s.step += 1
    if s.step < box.players:
        s.actor += 1
        return
    s.step = 0
    begin_round(s)


# the recommended board


def recommended_board(box, s):
    """Fixed tiles, values, Towns, Walls and goods (SYG-SETUP-16, SYG-SETUP-17)."""
    for cell in range(box.cells):
        s.terrain[cell] = box.plan_terrain[cell]
        s.value[cell] = box.plan_value[cell]
        if box.plan_town[cell] > 0:
            found_town(s, box.plan_town[cell] - 1, cell)
        for side in range(S.SIDES):
            if box.plan_wall[cell][side] > 0:
                raise_wall(s, box.plan_wall[cell][side] - 1, cell, side)
    s.clouds = box.plan_clouds
    starting_goods(box, s)
    for p in range(box.players):
        s.cubes[p][box.plan_cube[p]] += 1
    begin_round(s)


