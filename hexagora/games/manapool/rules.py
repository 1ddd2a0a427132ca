"""The rules of Mana Pool: what is decided when, and the result."""

from hexagora.engine.contract import CHANCE, OVER, WIN
from hexagora.games.manapool import state as S
from hexagora.games.manapool.rules_setup import (
    begin_set_up,
    choose_colour,
    choose_corner,
    corner_open,
    set_order,
    start_first_turn,
)
from hexagora.games.manapool.rules_turn import attack, end_combat, end_move, move_token, spawn_token
from hexagora.games.manapool.state import DIRECTIONS, EMPTY, MOVE


def deal(box, s):
    begin_set_up(box, s)


def to_act(box, s):
    if s.phase == S.FINISHED:
        return OVER
    if s.phase == S.STARTER or s.phase == S.ORDERING:
        return CHANCE
    return s.player


def legal(box, s, out):
    if s.phase == S.MOVING:
        return list_moves(box, s, out)
    if s.phase == S.COMBAT:
        return list_attacks(box, s, out)
    if s.phase == S.SPAWNING:
        return list_spawns(box, s, out)
    return list_set_up(box, s, out)


def list_moves(box, s, out):
    """One step of an own, unlocked token to an empty neighbour, or closing the phase (MAN-MOVE-1, 3, 4, 6)."""
    out[0] = S.END_MOVE
    n = 1
    owner = s.owner
    token = s.token[s.player]
    for k in range(s.tokens[s.player]):
        cell = token[k]
        if box.locks[cell] == 0:
            around = box.around[cell]
            first = MOVE + cell * DIRECTIONS
            for d in range(DIRECTIONS):
                out[n] = first + d
                n += owner[around[d]] == EMPTY
    return n


def list_attacks(box, s, out):
    """Own, unlocked tokens against neighbouring tokens of others, or closing the phase (MAN-COMBAT-1, 2, 3)."""
    out[0] = S.END_COMBAT
    n = 1
    own = s.player + 1
    owner = s.owner
    token = s.token[s.player]
    for k in range(s.tokens[s.player]):
        cell = token[k]
        if box.locks[cell] == 0:
            around = box.around[cell]
            first = S.ATTACK + cell * DIRECTIONS
            for d in range(DIRECTIONS):
                other = owner[around[d]]
                if other != EMPTY and other != own and other != S.SPAWNER:
                    out[n] = first + d
                    n += 1
    return n


def list_spawns(box, s, out):
    """Any empty gate, and no way to decline (MAN-START-5, 7)."""
    n = 0
    gate = box.gate[s.home[s.player] - 1]
    for g in range(S.GATES):
        if s.owner[gate[g]] == EMPTY:
            out[n] = S.SPAWN + gate[g]
            n += 1
    return n


def list_set_up(box, s, out):
    n = 0
    if s.phase == S.COLOURS:
        for colour in range(S.PLAYERS):
            if s.colour[0] != colour + 1 and s.colour[1] != colour + 1 and s.colour[2] != colour + 1:
                out[n] = S.COLOUR + colour
                n += 1
    elif s.phase == S.CORNERS:
        for corner in range(box.corners):
            if corner_open(box, s, corner):
                out[n] = S.CORNER + corner
                n += 1
    elif s.phase == S.STARTER:
        for player in range(S.PLAYERS):
            out[player] = S.FIRST + player
        n = S.PLAYERS
    else:
        for order in range(S.ORDERS):
            out[order] = S.ORDER + order
        n = S.ORDERS
    return n


def apply(box, s, a):
    if a >= S.ATTACK:
        attack(box, s, (a - S.ATTACK) // 6, (a - S.ATTACK) % 6)
    elif a >= MOVE:
        move_token(box, s, (a - MOVE) // 6, (a - MOVE) % 6)
    elif a >= S.SPAWN:
        spawn_token(box, s, a - S.SPAWN)
    elif a == S.END_COMBAT:
        end_combat(box, s)
    elif a == S.END_MOVE:
        end_move(box, s)
    elif a >= S.ORDER:
        set_order(box, s, a - S.ORDER)
    elif a >= S.FIRST:
        start_first_turn(box, s, a - S.FIRST)
    elif a >= S.CORNER:
        choose_corner(box, s, a - S.CORNER)
    else:
        choose_colour(box, s, a - S.COLOUR)


def scores(box, s, out):
    for player in range(S.PLAYERS):
        out[player] = s.mana[player]


def returns(box, s, out):
    """One for the winner, nothing for the others; a shared win is split evenly (MAN-RULING-31)."""
    winners = 0
    for player in range(S.PLAYERS):
        winners += (s.winners >> player) & 1
    for player in range(S.PLAYERS):
        out[player] = 0
        if (s.winners >> player) & 1 == 1:
            out[player] = WIN // winners
