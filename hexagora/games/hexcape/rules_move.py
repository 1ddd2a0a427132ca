"""The moving step: steps, swaps, teleports, and what entering a hex brings."""

from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.rules_map import end_hex, here, place_of, token_on
from hexagora.games.hexcape.rules_turn import end_turn, win


def has_open(s, player, card):
    """Whether a card that works for the rest of the game lies before a player."""
    return s.fate[player] == S.OPEN and s.card[player] == card + 1


def swap_surcharge(box, s, mover, other):
    """What a swap costs besides the movement cost (HEX-MOVE-5), with the cards that change it."""
    extra = 0 if has_open(s, mover, S.LIGHT_PACK) else int(box.surcharge)
    if has_open(s, other, S.HEAVY_BOOTS):
        extra += box.amount[S.HEAVY_BOOTS]
    return extra


def price_of(box, s, cell):
    """Action points for entering a hex (HEX-TERM-3), a rope and a swap included."""
    price = int(s.cost[cell])
    if s.rope == 1:
        price = min(price, int(box.amount[S.ROPE]))
    other = token_on(box, s, cell)
    if other != S.NOBODY:
        price += swap_surcharge(box, s, int(s.actor), other)
    return price


def list_steps(box, s, out, n):
    """Passable neighbours for which the points suffice (HEX-MOVE-1, 3, 4, HEX-MAP-4)."""
    place = place_of(box, s, here(s))
    for k in range(S.SIDES):
        near = int(box.neighbour[place][k])
        if near == S.NO_CELL:
            break
        if price_of(box, s, near) <= s.ap:
            out[n] = S.GO + near
            n += 1
    return n


def is_linked(box, s, own, place):
    """Whether the right to teleport leads there: by the number rolled or by a letter in common (HEX-TELE-3, 4)."""
    if s.right == S.BY_LETTER:
        return (box.letters[own] & box.letters[place]) != 0
    return (box.numbers[place] & (1 << (s.right - 1))) != 0


def list_teleports(box, s, out, n):
    """Other hexes of the index that can be paid (HEX-TELE-6, HEX-RULING-24, 25), occupied ones by an option."""
    if s.right == S.NO_RIGHT:
        return n
    stand = here(s)
    own = place_of(box, s, stand)
    for cell in range(box.passable[s.map]):
        if cell == stand or not is_linked(box, s, own, place_of(box, s, cell)):
            continue
        if box.teleport_swap == 0 and token_on(box, s, cell) != S.NOBODY:
            continue
        if price_of(box, s, cell) <= s.ap:
            out[n] = S.TELEPORT + cell
            n += 1
    return n


def go_to(box, s, cell):
    """A step or a swap with a neighbour."""
    move_token(box, s, cell, price_of(box, s, cell))
    enter(box, s, cell, 1)


def teleport_to(box, s, cell):
    """Costs what a step onto that hex would (HEX-RULING-20, 21); opens no other teleport but by an option."""
    s.tally[s.actor][S.TELEPORTS] += 1
    move_token(box, s, cell, price_of(box, s, cell))
    enter(box, s, cell, int(box.teleport_chain))


def move_token(box, s, cell, price):
    """The price is paid (HEX-MOVE-2); whoever stands there is put where the mover came from, without entering that
    hex (HEX-MOVE-4, HEX-RULING-12, 13)."""
    other = token_on(box, s, cell)
    if other != S.NOBODY:
        s.at[other] = s.at[s.actor]
        s.tally[s.actor][S.SWAPS] += 1
        s.tally[s.actor][S.FOR_SWAPPING] += price
    else:
        s.tally[s.actor][S.FOR_MOVING] += price
    s.at[s.actor] = cell
    s.ap -= price
    s.tally[s.actor][S.ENTERED] += 1


def enter(box, s, cell, opens_teleport):
    """What coming onto a hex by one's own action brings, in this order: the win, the card, the teleport, the end."""
    s.fresh = 0
    s.rope = 0
    s.right = S.NO_RIGHT
    if cell == end_hex(box, s):
        win(box, s, int(s.actor))
    elif may_draw(box, s, cell):
        s.phase = S.ASKED_TO_DRAW
    elif s.ap == 0:
        end_turn(box, s)
    else:
        s.phase = S.MOVING
        if opens_teleport == 1:
            open_teleport(box, s, place_of(box, s, cell))


def may_draw(box, s, cell):
    """A card hex, no card drawn in the whole game, and cards left (HEX-CARD-1, 3, 4, HEX-RULING-28, 29, 31, 33)."""
    if box.cards_on == 0 or box.card_hex[place_of(box, s, cell)] == 0 or s.fate[s.actor] != S.NO_CARD:
        return False
    drawn = 0
    for player in range(box.players):
        if s.fate[player] != S.NO_CARD:
            drawn += 1
    return drawn < box.deck


def open_teleport(box, s, place):
    """Letters give the right at once, numbers after a roll (HEX-TELE-2, HEX-RULING-22, 23)."""
    if box.letters[place] != 0:
        s.right = S.BY_LETTER
    elif box.numbers[place] != 0:
        s.phase = S.TELEPORT_ROLL


def take_teleport_roll(box, s, face):
    """The number rolled is where the player may go while staying on the hex (HEX-TELE-3, HEX-RULING-26)."""
    s.right = face
    s.phase = S.MOVING


def go_on(box, s):
    """After the question of the card: without points the turn is over (HEX-END-1)."""
    if s.ap == 0:
        end_turn(box, s)
    else:
        s.phase = S.MOVING
