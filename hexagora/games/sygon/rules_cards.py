"""Spell Cards: buying, playing, and the choices that their effects ask for."""

from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import (
    flip_token,
    hex_of,
    in_phase,
    is_enemy,
    lift_wizard,
    on_board,
    opposite,
    raise_wall,
    release_pending,
    remove_wall,
    spendable_cubes,
    spendable_gold,
    wall_place_free,
    wizards_on_board,
)
from hexagora.games.sygon.rules_build import wall_sites, wizard_hex_after

# buying and playing


def ward_surcharge(box, s, p):
    """Gold that an opponent's Ward adds to a purchase and to a play; two do not add up (SYG-RULING-71)."""
    for owner in range(box.players):
        if is_enemy(box, p, owner + 1) and (s.evocations[owner] >> S.WARD) & 1 == 1:
            return box.ward_gold + 0
    return 0


def purchase_choices(box, s, p, out, n):
    """One card a turn, while copies last (SYG-CARD-1, SYG-CARD-2)."""
    if s.bought[p] == 1:
        return n
    gold = spendable_gold(s, p) - ward_surcharge(box, s, p)
    for card in range(S.CARDS):
        if s.stock[card] > 0 and gold >= 0:
            if box.card_class[card] == S.INSTANT:
                n = instant_choices(box, s, p, card, out, n)
            elif can_purchase(box, s, p, card, gold):
                out[n] = S.A_PURCHASE + card * S.PRICES + S.ANY_KIND
                n += 1
    return n


def instant_choices(box, s, p, card, out, n):
    """An Instant Incantation costs cubes of a kind that the buyer chooses (SYG-CARD-5)."""
    for kind in range(S.KINDS):
        if spendable_cubes(s, p, kind) >= box.card_price[card]:
            out[n] = S.A_PURCHASE + card * S.PRICES + kind
            n += 1
    return n


def can_purchase(box, s, p, card, gold):
    """Golden Powers cost Gold; Evocations a cube, and the play of the turn (SYG-CARD-8, SYG-RULING-69)."""
    if box.card_class[card] == S.GOLDEN:
        return gold >= box.card_price[card]
    if s.played[p] == 1 or gold < ward_surcharge(box, s, p):
        return False
    return spendable_cubes(s, p, box.card_kind[card] + 0) >= box.card_price[card]


def purchase(box, s, p, which):
    card = which // S.PRICES
    kind = which % S.PRICES
    s.stock[card] -= 1
    s.bought[p] = 1
    s.gold[p] -= ward_surcharge(box, s, p)
    if box.card_class[card] == S.INSTANT:
        s.cubes[p][kind] -= box.card_price[card]
        s.hand[p][card] += 1
    elif box.card_class[card] == S.GOLDEN:
        s.gold[p] -= box.card_price[card]
        s.hand[p][card] += 1
    else:
        s.cubes[p][box.card_kind[card]] -= box.card_price[card]
        s.gold[p] -= ward_surcharge(box, s, p)
        s.played[p] = 1
        evoke(s, p, card)


def evoke(s, p, card):
    """An Evocation lasts for the rest of the game (SYG-CARD-8)."""
    s.evocations[p] |= 1 << card


def play_choices(box, s, p, out, n):
    """One card a turn, however many are held (SYG-CARD-3)."""
    if s.played[p] == 1 or spendable_gold(s, p) < ward_surcharge(box, s, p):
        return n
    for card in range(S.CARDS):
        if s.hand[p][card] > 0 and can_play(box, s, p, card):
            out[n] = S.A_PLAY + card
            n += 1
    return n


def can_play(box, s, p, card):
    """No card is played without effect; that of Replicate is another's (SYG-RULING-70, SYG-RULING-74)."""
    first = 0 if card == S.REPLICATE else card
    last = S.CARDS - 1 if card == S.REPLICATE else card
    for other in range(first, last + 1):
        if (card != S.REPLICATE or sold_out(box, s, other)) and has_effect(box, s, p, other):
            return True
    return False


def sold_out(box, s, card):
    """What Replicate can be played as: a card, other than itself, of which no copy is left (SYG-CARD-16)."""
    return card != S.REPLICATE and box.card_copies[card] > 0 and s.stock[card] == 0


def has_effect(box, s, p, card):
    if card == S.BLIZZARD or box.card_class[card] == S.ETERNAL:
        return True
    if card == S.FISSURE:
        return can_flip(box, s, p) or can_wall(box, s, p)
    if card == S.SECOND_WIND:
        return in_phase(s, p, S.MOVING) and wizards_on_board(box, s, p) > 0
    if card == S.VANISH:
        return wizards_on_board(box, s, p) > 0
    if card == S.ECHO:
        return wizards_on_board(box, s, p) > 0
    if card == S.LULL:
        return s.lulled != (1 << S.VOLCANOES) - 1
    if card == S.POWER_TRIP:
        return s.phase[p] != S.FREE
    if card == S.FORESIGHT:
        return s.foresight == 0
    if card == S.SUNDER:
        return can_sunder_any(box, s, p)
    return s.writ[p] == 0 and (in_phase(s, p, S.MOVING) or in_phase(s, p, S.BUILDING))


def play(box, s, p, card):
    """A card is used up when it is played (SYG-CARD-7, SYG-RULING-79)."""
    s.hand[p][card] -= 1
    s.played[p] = 1
    s.gold[p] -= ward_surcharge(box, s, p)
    if card == S.REPLICATE:
        s.choice = S.REPLICATING
    else:
        take_effect(box, s, p, card)


def take_effect(box, s, p, card):
    if box.card_class[card] == S.ETERNAL:
        evoke(s, p, card)
    elif card == S.BLIZZARD:
        snow_in(box, s, p)
    elif card == S.FISSURE:
        s.choice = S.FLIPPING
    elif card == S.VANISH:
        s.choice = S.VANISHING
    elif card == S.SECOND_WIND:
        s.choice = S.EXTENDING
    elif card == S.ECHO:
        s.echo[p] = 1
    elif card == S.LULL:
        s.choice = S.LULLING
    elif card == S.POWER_TRIP:
        s.phase[p] = S.FREE
        release_pending(s, p)
    elif card == S.FORESIGHT:
        s.foresight = p + 1
    elif card == S.SUNDER:
        s.choice = S.SUNDERING
    elif card == S.BUILDERS_WRIT:
        s.writ[p] = 1


def snow_in(box, s, p):
    """Everybody else, the teammate included, is snowed in in the next own turn (SYG-CARD-15, SYG-RULING-76)."""
    for other in range(box.players):
        if other != p:
            s.blizzard_next[other] = 1


# choices of the effects


def effect_choices(box, s, p, out):
    if s.choice == S.VANISHING:
        return vanish_choices(box, s, p, out)
    if s.choice == S.FLIPPING:
        return flip_choices(box, s, p, out)
    if s.choice == S.WALLING:
        return free_wall_choices(box, s, p, out)
    if s.choice == S.EXTENDING:
        return wizard_choices(box, s, p, out, S.A_EXTRA_MOVE)
    if s.choice == S.LULLING:
        return lull_choices(box, s, out)
    if s.choice == S.SUNDERING:
        return sunder_choices(box, s, p, out)
    return replicate_choices(box, s, p, out)


def choose_effect(box, s, p, a):
    if s.choice == S.VANISHING:
        vanish(box, s, p, a)
    elif s.choice == S.FLIPPING:
        flip(box, s, p, a)
    elif s.choice == S.WALLING:
        free_wall(box, s, p, a)
    elif s.choice == S.EXTENDING:
        s.moves[p][a - S.A_EXTRA_MOVE] += 1
        s.choice = S.NO_CHOICE
    elif s.choice == S.LULLING:
        s.lulled |= 1 << (a - S.A_LULL)
        s.choice = S.NO_CHOICE
    elif s.choice == S.SUNDERING:
        remove_wall(s, (a - S.A_SUNDER) // S.SIDES, (a - S.A_SUNDER) % S.SIDES)
        s.choice = S.NO_CHOICE
    else:
        s.choice = S.NO_CHOICE
        take_effect(box, s, p, a - S.A_REPLICATE)


def wizard_choices(box, s, p, out, base):
    n = 0
    for w in range(box.wizards):
        if on_board(s, p, w):
            out[n] = base + w
            n += 1
    return n


def vanish_choices(box, s, p, out):
    """One, two or three Wizards (SYG-RULING-75)."""
    n = wizard_choices(box, s, p, out, S.A_VANISH)
    if s.choices_made > 0:
        out[n] = S.A_VANISH_DONE
        n += 1
    return n


def vanish(box, s, p, a):
    if a != S.A_VANISH_DONE:
        lift_wizard(s, p, a - S.A_VANISH, S.VANISHED)
        s.choices_made += 1
    if a == S.A_VANISH_DONE or wizards_on_board(box, s, p) == 0:
        s.choices_made = 0
        s.choice = S.NO_CHOICE


def may_flip(s, cell):
    return s.token[cell] > 0 and (s.flipped >> cell) & 1 == 0


def can_flip(box, s, p):
    cell = wizard_hex_after(box, s, p, S.NO_CELL)
    while cell < S.CELLS:
        if may_flip(s, cell):
            return True
        cell = wizard_hex_after(box, s, p, cell)
    return False


def flip_choices(box, s, p, out):
    """Tokens where own Wizards stand, each once (SYG-CARD-11, SYG-RULING-77)."""
    n = 0
    cell = wizard_hex_after(box, s, p, S.NO_CELL)
    while cell < S.CELLS:
        if may_flip(s, cell):
            out[n] = S.A_FLIP + cell
            n += 1
        cell = wizard_hex_after(box, s, p, cell)
    out[n] = S.A_FLIP_DONE
    return n + 1


def flip(box, s, p, a):
    if a == S.A_FLIP_DONE:
        s.flipped = 0
        s.choice = S.WALLING
    else:
        flip_token(s, a - S.A_FLIP)
        s.flipped |= 1 << (a - S.A_FLIP)


def can_wall(box, s, p):
    """Whether some place is open for a free Wall."""
    if s.left[p][S.WALL] == 0:
        return False
    cell = wizard_hex_after(box, s, p, S.NO_CELL)
    while cell < S.CELLS:
        if not is_enemy(box, p, s.town[cell] + 0):
            for side in range(S.SIDES):
                if wall_place_free(box, s, cell, side):
                    return True
        cell = wizard_hex_after(box, s, p, cell)
    return False


def free_wall_choices(box, s, p, out):
    """All rules for Walls but the price (SYG-RULING-77)."""
    n = 0
    if s.left[p][S.WALL] > 0:
        n = wall_sites(box, s, p, out, 0, S.A_FREE_WALL)
    out[n] = S.A_NO_WALL
    return n + 1


def free_wall(box, s, p, a):
    if a != S.A_NO_WALL:
        raise_wall(s, p, (a - S.A_FREE_WALL) // S.SIDES, (a - S.A_FREE_WALL) % S.SIDES)
    s.choice = S.NO_CHOICE


def lull_choices(box, s, out):
    n = 0
    for colour in range(S.VOLCANOES):
        if (s.lulled >> colour) & 1 == 0:
            out[n] = S.A_LULL + colour
            n += 1
    return n


def can_sunder(box, s, p, cell, side):
    """An opponent's Wall on a border of a hex with an own Wizard, in either place."""
    if not is_enemy(box, p, s.wall[cell][side] + 0):
        return False
    other = box.neighbour[cell][side] + 0
    return s.present[p][cell] > 0 or (other != S.NO_CELL and s.present[p][other] > 0)


def can_sunder_any(box, s, p):
    for w in range(box.wizards):
        if on_board(s, p, w):
            at = hex_of(s, p, w)
            for side in range(S.SIDES):
                if can_sunder(box, s, p, at, side):
                    return True
                other = box.neighbour[at][side] + 0
                if other != S.NO_CELL and can_sunder(box, s, p, other, opposite(side)):
                    return True
    return False


def sunder_choices(box, s, p, out):
    n = 0
    for cell in range(box.cells):
        for side in range(S.SIDES):
            if can_sunder(box, s, p, cell, side):
                out[n] = S.A_SUNDER + cell * S.SIDES + side
                n += 1
    return n


def replicate_choices(box, s, p, out):
    n = 0
    for card in range(S.CARDS):
        if sold_out(box, s, card) and has_effect(box, s, p, card):
            out[n] = S.A_REPLICATE + card
            n += 1
    return n
