"""The special cards: drawing, cards that must be shown, cards that are played."""

from hexagora.engine.rng import below
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.rules_map import (
    distance,
    has_thawed,
    here,
    is_changeable,
    is_free,
    lower_hex,
    place_of,
    raise_hex,
    start_hex,
)
from hexagora.games.hexcape.rules_move import enter, go_on, move_token, price_of


def left_in_deck(box, s, card):
    """Copies of a card that nobody is known to have drawn."""
    count = int(box.copies[card])
    for player in range(box.players):
        if s.card[player] == card + 1:
            count -= 1
    return count


def list_deck(box, s, out):
    n = 0
    for card in range(S.CARDS):
        if left_in_deck(box, s, card) > 0:
            out[n] = S.CARD + card
            n += 1
    return n


def weigh_deck(box, s, out):
    n = 0
    for card in range(S.CARDS):
        left = left_in_deck(box, s, card)
        if left > 0:
            out[n] = left
            n += 1
    return n


def decide_draw(box, s, wanted):
    """Drawing is a choice; declining costs nothing (HEX-CARD-1, HEX-RULING-30)."""
    if wanted == 1:
        s.phase = S.DRAWING
    else:
        go_on(box, s)


def take_card(box, s, card):
    """The top card; kept face down unless it must be shown (HEX-CARD-2)."""
    s.card[s.actor] = card + 1
    if box.kind[card] == S.SECRET:
        s.fate[s.actor] = S.FACE_DOWN
    elif box.kind[card] == S.KEEP:
        s.fate[s.actor] = S.OPEN
    else:
        s.fate[s.actor] = S.USED
        carry_out(box, s, card)
    go_on(box, s)


def carry_out(box, s, card):
    """The effect of a card that is shown and carried out at once."""
    if card == S.WINDFALL:
        s.ap += box.amount[S.WINDFALL]
    elif card == S.STUMBLE:
        s.ap = 0
    elif card == S.LANDSLIDE and not has_thawed(box, s):
        change_around(box, s, int(box.amount[S.LANDSLIDE]))
    elif card == S.SPRING_MELT:
        change_around(box, s, -int(box.amount[S.SPRING_MELT]))


def change_around(box, s, points):
    """Every changeable hex next to the player goes up or down."""
    place = place_of(box, s, here(s))
    for k in range(S.SIDES):
        near = int(box.neighbour[place][k])
        if near == S.NO_CELL:
            break
        if is_changeable(box, s, near):
            if points > 0:
                raise_hex(box, s, near, points)
            else:
                lower_hex(box, s, near, -points)


def playable_card(s):
    """The face-down card of the player whose turn it is, as far as it is known (HEX-RULING-32), else CARDS."""
    if s.fate[s.actor] == S.FACE_DOWN and s.card[s.actor] != S.UNKNOWN_CARD:
        return s.card[s.actor] - 1
    return S.CARDS


def list_plays(box, s, out, n):
    """Plays of the player's card in the step that it names."""
    card = playable_card(s)
    if card == S.CARDS:
        return n
    if card == S.TRAILBLAZER:
        return list_trailblazes(box, s, out, n)
    if s.phase == S.MOVING:
        return list_moving_plays(box, s, card, out, n)
    return list_changing_plays(box, s, card, out, n)


def list_moving_plays(box, s, card, out, n):
    if card >= S.BARRICADE:
        return n
    if card == S.LEAP:
        return list_leaps(box, s, out, n)
    if card == S.SHOVE:
        return list_shoves(box, s, out, n)
    if card == S.LONG_SWAP:
        return list_long_swaps(box, s, out, n)
    if card != S.SECOND_THROW or s.fresh == 1:
        out[n] = S.PLAY + card
        n += 1
    return n


def list_changing_plays(box, s, card, out, n):
    if card == S.BARRICADE:
        return list_barricades(box, s, out, n)
    if card == S.SURVEYOR or (card == S.ERASER and is_any_above_printed(box, s)):
        out[n] = S.PLAY + card
        n += 1
    return n


def list_leaps(box, s, out, n):
    """Free hexes at the card's distance, for their cost."""
    stand = here(s)
    for cell in range(box.passable[s.map]):
        if distance(box, s, stand, cell) == box.reach[S.LEAP] and is_free(box, s, cell) and s.cost[cell] <= s.ap:
            out[n] = S.LEAP_TO + cell
            n += 1
    return n


def list_shoves(box, s, out, n):
    """Other tokens that are not on S, each to a free neighbour of its hex."""
    for player in range(box.players):
        if player == s.actor or s.at[player] == start_hex(box, s):
            continue
        place = place_of(box, s, int(s.at[player]))
        for k in range(S.SIDES):
            near = int(box.neighbour[place][k])
            if near == S.NO_CELL:
                break
            if is_free(box, s, near):
                out[n] = S.SHOVE_TO + S.SIDES * player + k
                n += 1
    return n


def long_swap_price(box, s, cell):
    """One point more than a swap with a neighbour."""
    return price_of(box, s, cell) + box.amount[S.LONG_SWAP]


def list_long_swaps(box, s, out, n):
    """Players within reach who are not on S."""
    stand = here(s)
    for player in range(box.players):
        cell = int(s.at[player])
        if player == s.actor or cell == start_hex(box, s) or distance(box, s, stand, cell) > box.reach[S.LONG_SWAP]:
            continue
        if long_swap_price(box, s, cell) <= s.ap:
            out[n] = S.LONG_SWAP_WITH + player
            n += 1
    return n


def list_trailblazes(box, s, out, n):
    for cell in range(box.passable[s.map]):
        if is_changeable(box, s, cell) and s.cost[cell] > box.lowest:
            out[n] = S.TRAILBLAZE + cell
            n += 1
    return n


def list_barricades(box, s, out, n):
    """Unoccupied hexes; none after the thaw (HEX-RULING-36)."""
    if has_thawed(box, s):
        return n
    for cell in range(box.passable[s.map]):
        if is_changeable(box, s, cell) and s.cost[cell] < box.highest and is_empty(box, s, cell):
            out[n] = S.BARRICADE_ON + cell
            n += 1
    return n


def is_empty(box, s, cell):
    """Whether no token stands on a hex, S included."""
    for player in range(box.players):
        if s.at[player] == cell:
            return False
    return True


def is_above_printed(box, s, cell):
    return s.cost[cell] > box.printed[place_of(box, s, cell)]


def is_any_above_printed(box, s):
    for cell in range(box.passable[s.map]):
        if is_above_printed(box, s, cell):
            return True
    return False


def list_erasures(box, s, out):
    n = 0
    for cell in range(box.passable[s.map]):
        if is_above_printed(box, s, cell):
            out[n] = S.ERASE + cell
            n += 1
    out[n] = S.DONE_ERASING
    return n + 1


def show_card(s):
    """A played card is shown and leaves the game (HEX-RULING-33)."""
    s.fate[s.actor] = S.USED
    s.fresh = 0


def play_plain(box, s, card):
    """Cards without a target."""
    show_card(s)
    if card == S.SPRINT:
        s.ap += box.amount[S.SPRINT]
    elif card == S.SURVEYOR:
        s.ap += box.amount[S.SURVEYOR]
    elif card == S.ROPE:
        s.rope = 1
    elif card == S.SECOND_THROW:
        s.phase = S.SECOND_ROLL
    else:
        s.erasures = box.amount[S.ERASER]
        s.phase = S.ERASING


def take_second_roll(box, s, face):
    """The higher of both rolls counts."""
    s.tally[s.actor][S.ROLLED] += max(0, face - s.ap)
    s.ap = max(s.ap, face)
    s.phase = S.MOVING


def leap_to(box, s, cell):
    """Counts as entering the hex."""
    show_card(s)
    move_token(box, s, cell, int(s.cost[cell]))
    enter(box, s, cell, 1)


def shove(box, s, target):
    """The token is displaced, it does not enter (HEX-RULING-13)."""
    show_card(s)
    player = target // S.SIDES
    place = place_of(box, s, int(s.at[player]))
    s.at[player] = box.neighbour[place][target % S.SIDES]


def long_swap_with(box, s, player):
    """Counts as entering the hex."""
    cell = int(s.at[player])
    price = long_swap_price(box, s, cell)
    show_card(s)
    move_token(box, s, cell, price)
    enter(box, s, cell, 1)


def trailblaze(box, s, cell):
    show_card(s)
    lower_hex(box, s, cell, int(box.amount[S.TRAILBLAZER]))


def barricade(box, s, cell):
    show_card(s)
    raise_hex(box, s, cell, int(box.amount[S.BARRICADE]))


def erase(box, s, cell):
    """A hex goes back to its printed cost; after the last one the changing step goes on."""
    s.cost[cell] = box.printed[place_of(box, s, cell)]
    s.erasures -= 1
    if s.erasures == 0:
        s.phase = S.CHANGING


def done_erasing(s):
    s.erasures = 0
    s.phase = S.CHANGING


def draw_hidden(box, s, rng):
    """A secret card that may lie face down before somebody: any that the viewer has not seen, each copy alike."""
    total = 0
    for card in range(S.CARDS):
        if box.kind[card] == S.SECRET:
            total += max(0, left_in_deck(box, s, card))
    drawn = below(rng, total)
    card = 0
    while True:
        if box.kind[card] == S.SECRET:
            drawn -= max(0, left_in_deck(box, s, card))
        if drawn < 0:
            return card
        card += 1
