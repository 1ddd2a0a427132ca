"""Turns and rounds: whose turn it is, the thaw, the round limit, the winner."""

from hexagora.games.hexcape.rules_map import (
    clear_walks,
    measure_walks,
    walk_from,
)
from hexagora.games.hexcape.state import ACTION_ROLL, FINISHED, MOVING, NO_RIGHT, ROLLED, UNSPENT


def begin_first_round(box, s):
    """The order is fixed; what was only needed to find it is cleared away."""
    for player in range(box.players):
        s.rolled[player] = 0
        s.asking[player] = 0
        s.wish[player] = 0
    s.turn = 0
    s.round = 0
    begin_round(box, s)


def begin_round(box, s):
    s.round += 1
    if s.round == box.thaw[s.map]:
        thaw(box, s)
    begin_turn(box, s)


def thaw(box, s):
    """Every hex dearer than the die's highest face is set to that face (HEX-RULING-36)."""
    for cell in range(box.passable[s.map]):
        if s.cost[cell] > box.die[s.map]:
            s.cost[cell] = box.die[s.map]


def begin_turn(box, s):
    """A turn begins with the action roll (HEX-TURN-1); the right to teleport does not outlast a turn (HEX-TELE-7)."""
    s.actor = s.order[s.turn]
    s.phase = ACTION_ROLL
    s.ap = 0
    s.rope = 0
    s.right = NO_RIGHT


def take_action_roll(box, s, face):
    """The roll is the player's action points for this turn (HEX-TURN-1, HEX-TERM-2)."""
    s.ap = face
    s.tally[s.actor][ROLLED] += face
    s.fresh = 1
    s.phase = MOVING


def end_turn(box, s):
    """Points that are left are lost (HEX-RULING-19); the next player is on, after the last one a new round begins."""
    s.tally[s.actor][UNSPENT] += s.ap
    s.fresh = 0
    s.turn += 1
    if s.turn < box.players:
        begin_turn(box, s)
        return
    s.turn = 0
    if s.round == box.round_limit:
        decide_by_walks(box, s)
    else:
        begin_round(box, s)


def win(box, s, player):
    """Moving onto E wins at once; the round is not completed (HEX-END-3, HEX-RULING-35)."""
    s.winners = 1 << player
    s.tally[player][UNSPENT] += s.ap
    finish(box, s)


def finish(box, s):
    s.phase = FINISHED
    s.rope = 0
    s.right = NO_RIGHT
    s.fresh = 0


def decide_by_walks(box, s):
    """At the round limit the smallest remaining cost wins, then the fewer steps, else the win is shared
    (HEX-RULING-36)."""
    measure_walks(box, s)
    best = walk_from(s, int(s.at[0]))
    for player in range(1, box.players):
        best = min(best, walk_from(s, int(s.at[player])))
    for player in range(box.players):
        if walk_from(s, int(s.at[player])) == best:
            s.winners |= 1 << player
    clear_walks(box, s)
    s.ap = 0
    finish(box, s)
