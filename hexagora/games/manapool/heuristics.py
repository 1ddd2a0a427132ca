"""Rules of thumb for Mana Pool: who holds the Pool draws mana, so play-outs step onto it, stay, and strike at it."""

from hexagora.engine.contract import pick
from hexagora.engine.rng import below
from hexagora.games.manapool.state import (
    ATTACK,
    COMBAT,
    DIRECTIONS,
    EMPTY,
    END_MOVE,
    MOVE,
    MOVING,
    PLAYERS,
)

NOTHING = -1
HALF_TURN = DIRECTIONS // 2
SURE = 6000  # the whole of a winning chance
HOLDER = 2  # mana that holding the Pool is worth in an evaluation
HEAD_START = 3  # mana that everybody is taken to have besides, so that a small lead is not everything
LOOK_AHEAD = 90  # decisions of a play-out: some three rounds
PLAIN, GOOD, POOR = 10, 40, 3  # appeal of a choice


def horizon(box):
    return LOOK_AHEAD


def evaluate(box, s, out):
    """By mana, with a bonus for the holder of the Pool; the nearer to the goal the more a lead counts."""
    total = 0
    for player in range(PLAYERS):
        mana = s.mana[player] + HEAD_START
        if s.owner[box.pool] == player + 1:
            mana += HOLDER
        out[player] = mana * mana * mana
        total += out[player]
    for player in range(PLAYERS):
        out[player] = SURE * out[player] // total


def suggest(box, s, out, rng):
    """The Pool if it can be had, otherwise anything."""
    if s.phase == MOVING:
        if s.owner[box.pool] == EMPTY:
            a = step_onto_pool(box, s)
            if a != NOTHING:
                return a
        elif s.owner[box.pool] == s.player + 1 and below(rng, 2) == 0:
            return END_MOVE
    elif s.phase == COMBAT:
        a = strike_at_pool(box, s)
        if a != NOTHING:
            return a
    return pick(box, s, out, rng)


def may_win(box, s):
    """A turn wins with its own mana, for which a token must stand on the Pool or step onto it, or as the last turn of
    the match."""
    if s.round == box.round_limit and s.after[s.player] == s.first:
        return True
    if s.mana[s.player] + box.draw < box.goal:
        return False
    holder = s.owner[box.pool]
    return holder == s.player + 1 or (holder == EMPTY and s.phase != COMBAT)


def step_onto_pool(box, s):
    """The step of an own troop onto the empty Pool, if one stands beside it and is not locked."""
    for d in range(DIRECTIONS):
        cell = box.neighbour[box.pool][d]
        if cell >= 0 and s.owner[cell] == s.player + 1 and box.locks[cell] == 0:
            return MOVE + cell * DIRECTIONS + (d + HALF_TURN) % DIRECTIONS
    return NOTHING


def strike_at_pool(box, s):
    """The attack that kills somebody else's troop on the Pool."""
    holder = s.owner[box.pool]
    if holder == EMPTY or holder == s.player + 1:
        return NOTHING
    for d in range(DIRECTIONS):
        cell = box.neighbour[box.pool][d]
        if cell >= 0 and s.owner[cell] == s.player + 1 and box.locks[cell] == 0:
            if box.attack[cell] > box.defence[box.pool]:
                return ATTACK + cell * DIRECTIONS + (d + HALF_TURN) % DIRECTIONS
    return NOTHING


def appeal(box, s, a):
    """Steps onto the Pool and attacks that kill are good, leaving the Pool and attacks that only lose are poor."""
    if a >= ATTACK:
        return attack_appeal(box, (a - ATTACK) // DIRECTIONS, (a - ATTACK) % DIRECTIONS)
    if a >= MOVE:
        cell = (a - MOVE) // DIRECTIONS
        if cell == box.pool:
            return POOR
        if box.neighbour[cell][(a - MOVE) % DIRECTIONS] == box.pool:
            return GOOD
    return PLAIN


def attack_appeal(box, cell, direction):
    defender = box.neighbour[cell][direction]
    kills = box.attack[cell] > box.defence[defender]
    falls = box.attack[defender] > box.defence[cell]
    if kills:
        return PLAIN if falls else GOOD
    return POOR
