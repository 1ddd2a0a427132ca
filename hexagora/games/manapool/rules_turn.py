"""The turn of Mana Pool: start, move, combat, end."""

from hexagora.games.manapool.state import (
    COMBAT,
    EMPTY,
    FINISHED,
    GATES,
    MOVING,
    PLAYERS,
    SPAWNING,
)


def put_token(box, s, player, cell):
    """A token comes to stand on a cell; what the tile gives starts to count (MAN-SPEC-3)."""
    s.owner[cell] = player + 1
    token = s.token[player]
    k = s.tokens[player] + 0
    while k > 0 and token[k - 1] > cell:
        token[k] = token[k - 1]
        k -= 1
    token[k] = cell
    s.tokens[player] += 1
    s.bonus_actions[player] += box.extra_action[cell]
    s.bonus_spawns[player] += box.extra_spawn[cell]


def remove_token(box, s, cell):
    """A token leaves the board, and what its tile gave ends (MAN-SPEC-4)."""
    player = s.owner[cell] - 1
    s.owner[cell] = EMPTY
    token = s.token[player]
    last = s.tokens[player] - 1
    k = 0
    while token[k] != cell:
        k += 1
    while k < last:
        token[k] = token[k + 1]
        k += 1
    token[last] = 0
    s.tokens[player] = last
    s.bonus_actions[player] -= box.extra_action[cell]
    s.bonus_spawns[player] -= box.extra_spawn[cell]


def start_turn(box, s):
    """Action points and spawns are set to the allowance of this turn (MAN-START-1, 2, 3, 4, MAN-RULING-11, 12, 13)."""
    s.points = box.actions + s.bonus_actions[s.player]
    s.spawns = box.spawns + s.bonus_spawns[s.player]
    go_on_spawning(box, s)


def go_on_spawning(box, s):
    """Spawning goes on while allowance, room and supply last (MAN-START-5, 6, 8, MAN-RULING-20)."""
    if s.spawns > 0 and gate_open(box, s) and s.tokens[s.player] < box.token_limit:
        s.phase = SPAWNING
    else:
        s.spawns = 0
        s.phase = MOVING


def gate_open(box, s):
    gate = box.gate[s.home[s.player] - 1]
    for g in range(GATES):
        if s.owner[gate[g]] == EMPTY:
            return True
    return False


def spawn_token(box, s, cell):
    put_token(box, s, s.player, cell)
    s.spawns -= 1
    go_on_spawning(box, s)


def move_token(box, s, cell, direction):
    """A step costs one action point (MAN-MOVE-3); on a special tile or the Pool it is the last one (MAN-MOVE-5)."""
    remove_token(box, s, cell)
    put_token(box, s, s.player, box.neighbour[cell][direction])
    spend_point(box, s)


def spend_point(box, s):
    """Without action points both phases are over (MAN-MOVE-8, MAN-COMBAT-10)."""
    s.points -= 1
    if s.points == 0:
        end_turn(box, s)


def end_move(box, s):
    """The points left are for combat (MAN-MOVE-2)."""
    s.phase = COMBAT


def attack(box, s, cell, direction):
    """Both comparisons with the values before anything is removed; a tie removes nobody (MAN-COMBAT-5 to 9)."""
    defender = box.neighbour[cell][direction]
    kills = box.attack[cell] > box.defence[defender]
    falls = box.attack[defender] > box.defence[cell]
    if kills:
        remove_token(box, s, defender)
    if falls:
        remove_token(box, s, cell)
    spend_point(box, s)


def end_combat(box, s):
    s.points = 0
    end_turn(box, s)


def end_turn(box, s):
    """One mana for a token on the Pool (MAN-END-1); the goal wins at once (MAN-GOAL-1, MAN-RULING-27)."""
    if s.owner[box.pool] == s.player + 1:
        s.mana[s.player] += box.draw
        if s.mana[s.player] >= box.goal:
            s.winners = 1 << s.player
            s.phase = FINISHED
            return
    s.player = s.after[s.player]
    if s.player == s.first:
        if s.round == box.round_limit:
            decide_by_mana(box, s)
            return
        s.round += 1
    start_turn(box, s)


def decide_by_mana(box, s):
    """At the round limit: most mana, then the holder of the Pool, then a shared win (MAN-RULING-30)."""
    s.phase = FINISHED
    most = max(s.mana[0], max(s.mana[1], s.mana[2]))
    tied = 0
    for player in range(PLAYERS):
        if s.mana[player] == most:
            tied |= 1 << player
    holder = s.owner[box.pool]
    if holder > 0 and (tied >> (holder - 1)) & 1 == 1:
        tied = 1 << (holder - 1)
    s.winners = tied
