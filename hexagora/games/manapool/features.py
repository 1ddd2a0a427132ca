"""What a seat sees of Mana Pool, as numbers."""

from hexagora.engine.observing import seats_away
from hexagora.games.manapool.state import FINISHED, PLAYERS, SPAWNER

BOARD, POOL, ATTACK, DEFENCE, LOCKS, EXTRA_ACTION, EXTRA_SPAWN, TROOP = range(8)
HOME = TROOP + PLAYERS
CHANNELS = HOME + PLAYERS
MOST_FORCE, MOST_POINTS, MOST_ROUND = 8, 20, 100
DECISIONS = FINISHED + 1
DECIDES, POINTS, SPAWNS, ROUND, GOAL = DECISIONS, DECISIONS + 1, DECISIONS + 2, DECISIONS + 3, DECISIONS + 4
PLAYER = GOAL + 1  # here the numbers of each player begin
MANA, TROOPS, BONUS_ACTIONS, BONUS_SPAWNS, BEGAN = range(5)
OF_A_PLAYER = 5


def observe(box, s, seat, out):
    for cell in range(box.cells):
        if box.missing[cell] == 0:
            observe_hex(box, s, seat, cell, out)
    for player in range(PLAYERS):
        if s.home[player] > 0:
            spawner = box.corner[s.home[player] - 1] + 0
            out[spawner * CHANNELS + HOME + seats_away(box, player, seat)] = 1
    observe_match(box, s, seat, out)


def observe_hex(box, s, seat, cell, out):
    at = cell * CHANNELS
    out[at + BOARD] = 1
    out[at + POOL] = cell == box.pool
    out[at + ATTACK] = max(0, min(MOST_FORCE, box.attack[cell]))
    out[at + DEFENCE] = max(0, min(MOST_FORCE, box.defence[cell]))
    out[at + LOCKS] = box.locks[cell]
    out[at + EXTRA_ACTION] = min(MOST_FORCE, box.extra_action[cell])
    out[at + EXTRA_SPAWN] = min(MOST_FORCE, box.extra_spawn[cell])
    if s.owner[cell] > 0 and s.owner[cell] < SPAWNER:
        out[at + TROOP + seats_away(box, s.owner[cell] - 1, seat)] = 1


def observe_match(box, s, seat, out):
    at = box.cells * CHANNELS
    out[at + s.phase] = 1
    out[at + DECIDES] = s.player == seat and s.phase != FINISHED
    out[at + POINTS] = min(MOST_POINTS, s.points)
    out[at + SPAWNS] = min(MOST_POINTS, s.spawns)
    out[at + ROUND] = min(MOST_ROUND, s.round)
    out[at + GOAL] = box.goal
    for player in range(PLAYERS):
        own = at + PLAYER + seats_away(box, player, seat) * OF_A_PLAYER
        out[own + MANA] = min(20, s.mana[player])
        out[own + TROOPS] = s.tokens[player]
        out[own + BONUS_ACTIONS] = min(MOST_POINTS, s.bonus_actions[player])
        out[own + BONUS_SPAWNS] = min(MOST_POINTS, s.bonus_spawns[player])
        out[own + BEGAN] = s.first == player
