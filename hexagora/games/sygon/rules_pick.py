"""A random legal action without listing all of them, for play-outs.

The longest lists are those of moving and casting. There a place in the list of everything imaginable is drawn until
it is legal; ending the phase always is. Every legal action has one place, so each is as likely as any other.
"""

from hexagora.engine.rng import below
from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import beyond, hex_of, spendable_gold
from hexagora.games.sygon.rules_cast import can_cast, has_cast, was_cast
from hexagora.games.sygon.rules_move import (
    can_enter,
    can_teleport,
    can_walk,
    fee_per_wizard,
    may_move,
    teleport_price,
)
from hexagora.games.sygon.state import AT_TURN, NO_CHOICE, SIDES, SPELLS, WIZARDS

NOT_LEGAL = -1


def draws_phase(box, s, phase):
    """Whether the decision is a plain menu of that phase: no choice open, no cards, no teammate."""
    return (
        s.stage == AT_TURN
        and s.choice == NO_CHOICE
        and box.cards == 0
        and box.teams == 0
        and s.phase[s.actor] == phase
    )


def move_places(box, s, p, w, teleports):
    """Places of a Wizard: six sides to walk to, and the hexes within the range of a Teleport."""
    if not may_move(s, p, w):
        return 0
    return SIDES + teleports * box.nears[hex_of(s, p, w)]


def pick_move(box, s, rng):
    p = s.actor + 0
    teleports = 1 if can_teleport(box, s, p) else 0
    places = 1
    for w in range(box.wizards):
        places += move_places(box, s, p, w, teleports)
    while True:
        k = below(rng, places)
        if k == 0:
            return S.A_END_MOVE
        k -= 1
        w = 0
        while k >= move_places(box, s, p, w, teleports):
            k -= move_places(box, s, p, w, teleports)
            w += 1
        a = move_at(box, s, p, w, k)
        if a != NOT_LEGAL:
            return a


def move_at(box, s, p, w, k):
    """The move in a place, if it is legal."""
    at = hex_of(s, p, w)
    fee = fee_per_wizard(box, s, p)
    gold = spendable_gold(s, p)
    if k < SIDES:
        if can_walk(box, s, p, at, k, fee, gold):
            return S.A_WALK + w * S.CELLS + beyond(box, at, k)
        return NOT_LEGAL
    to = box.near[at][k - SIDES] + 0
    if can_enter(box, s, p, to, fee, gold - teleport_price(box, s, p)):
        return S.A_TELEPORT + w * S.CELLS + to
    return NOT_LEGAL


def pick_cast(box, s, rng):
    p = s.actor + 0
    while True:
        k = below(rng, SPELLS * WIZARDS + 1)
        if k == SPELLS * WIZARDS:
            return S.A_END_CAST
        spell = k // WIZARDS
        w = k % WIZARDS
        if (box.spells_allowed >> spell) & 1 == 0 or was_cast(s, p, spell) or has_cast(s, p, w):
            continue
        if can_cast(box, s, p, w, spell):
            return S.A_CAST + k
