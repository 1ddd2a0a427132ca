"""Mana Pool on the board `crossing`, default options, in Python written for speed: lists of tokens, prepared steps.

No engine, no NumPy; lists, tuples and one dataclass. Rule ids (MAN-...) are those of the rules.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field

from bench.yardstick.manapool_plain import (
    A_ATTACK,
    A_CORNER,
    A_END_COMBAT,
    A_END_MOVE,
    A_FIRST,
    A_MOVE,
    A_SPAWN,
    ATTACK,
    CELLS,
    COLOUR,
    COMBAT,
    CORNER,
    CORNER_CELLS,
    DEFENCE,
    EMPTY,
    EXTRA_ACTION,
    EXTRA_SPAWN,
    FIRST,
    GATES,
    GOAL,
    MOVE,
    NEIGHBOUR,
    OVER,
    POOL,
    ROUND_LIMIT,
    SEATS,
    SPAWN,
    SPAWNER,
    TILES,
    choose_colour,
    finish_at_limit,
    gate_open,
)  # fmt: skip


def _steps(base: int) -> list[tuple[tuple[int, int], ...]]:
    """For each cell the (target, action code) of all its steps; none where a token is locked (MAN-MOVE-6, -7)."""
    return [
        () if TILES[c] in "LTO" else tuple((n, base + 6 * c + d) for d, n in enumerate(NEIGHBOUR[c]) if n >= 0)
        for c in range(CELLS)
    ]


MOVES = _steps(A_MOVE)
ATTACKS = _steps(A_ATTACK)


@dataclass(slots=True)
class State:
    """One game. `tokens` repeats `owner` as a sorted list for each seat: the lists of moves need it on every step."""

    owner: list[int] = field(default_factory=lambda: [EMPTY] * CELLS)
    tokens: list[list[int]] = field(default_factory=lambda: [[], [], []])
    colour: list[int] = field(default_factory=list)
    corner: list[int] = field(default_factory=list)
    next_seat: list[int] = field(default_factory=list)
    mana: list[int] = field(default_factory=lambda: [0, 0, 0])
    phase: int = COLOUR
    player: int = 0
    first: int = 0
    ap: int = 0
    spawns: int = 0
    round: int = 0
    winners: list[int] = field(default_factory=list)

    def clone(self) -> State:
        return State(
            self.owner[:], [seat[:] for seat in self.tokens], self.colour[:], self.corner[:], self.next_seat[:],
            self.mana[:], self.phase, self.player, self.first, self.ap, self.spawns, self.round, self.winners[:],
        )  # fmt: skip


def legal(s: State) -> list[int]:
    """All legal actions in ascending order; empty when the game is over."""
    phase, owner = s.phase, s.owner
    if phase == MOVE:
        moves = [a for c in s.tokens[s.player] for to, a in MOVES[c] if owner[to] == EMPTY]
        moves.insert(0, A_END_MOVE)
        return moves
    if phase == COMBAT:
        me = s.player
        attacks = [a for c in s.tokens[me] for to, a in ATTACKS[c] if owner[to] != me and owner[to] < EMPTY]
        attacks.insert(0, A_END_COMBAT)
        return attacks
    if phase == SPAWN:
        return [A_SPAWN + c for c in GATES[s.corner[s.player]] if owner[c] == EMPTY]
    if phase == COLOUR:
        return [c for c in range(3) if c not in s.colour]
    if phase == CORNER:
        return [A_CORNER + k for k in range(len(CORNER_CELLS)) if k not in s.corner]
    if phase == FIRST:
        return [A_FIRST + seat for seat in range(SEATS)]
    return []


def apply(s: State, action: int) -> None:
    """Carries out one legal action and everything that follows without a decision."""
    if action >= A_ATTACK:
        cell, direction = divmod(action - A_ATTACK, 6)
        fight(s, cell, NEIGHBOUR[cell][direction])
        spend_action(s)
    elif action >= A_MOVE:
        cell, direction = divmod(action - A_MOVE, 6)
        take(s, cell)
        put(s, NEIGHBOUR[cell][direction])
        spend_action(s)
    elif action >= A_SPAWN:
        put(s, action - A_SPAWN)
        s.spawns -= 1
        if s.spawns == 0 or not gate_open(s):
            s.phase = MOVE
    elif action == A_END_COMBAT:
        end_turn(s)
    elif action == A_END_MOVE:
        s.phase = COMBAT
    elif action >= A_FIRST:
        s.player = s.first = action - A_FIRST
        s.round = 1
        start_turn(s)
    elif action >= A_CORNER:
        choose_corner(s, action - A_CORNER)
    else:
        choose_colour(s, action)


def choose_corner(s: State, corner: int) -> None:
    """Spawner on the corner, a token on each of its gates (MAN-SETUP-2, -3)."""
    s.corner.append(corner)
    s.owner[CORNER_CELLS[corner]] = SPAWNER
    for cell in GATES[corner]:
        put(s, cell)
    s.player += 1
    if s.player == SEATS:
        clockwise = sorted(range(SEATS), key=s.corner.__getitem__)  # MAN-RULING-9
        s.next_seat = [clockwise[(clockwise.index(seat) + 1) % SEATS] for seat in range(SEATS)]
        s.phase = FIRST


def put(s: State, cell: int) -> None:
    s.owner[cell] = s.player
    insort(s.tokens[s.player], cell)


def take(s: State, cell: int) -> None:
    s.tokens[s.owner[cell]].remove(cell)
    s.owner[cell] = EMPTY


def start_turn(s: State) -> None:
    """Allowances of the turn (MAN-START-2, -4); no decision about spawning when no gate is empty (MAN-START-6)."""
    owner, me = s.owner, s.player
    s.ap = s.spawns = 1
    for cell in EXTRA_ACTION:
        if owner[cell] == me:
            s.ap += 1
    for cell in EXTRA_SPAWN:
        if owner[cell] == me:
            s.spawns += 1
    s.phase = SPAWN if gate_open(s) else MOVE


def fight(s: State, attacker: int, defender: int) -> None:
    """Both comparisons with the values before anything is removed (MAN-COMBAT-5..8, MAN-RULING-17)."""
    if ATTACK[attacker] > DEFENCE[defender]:
        take(s, defender)
    if ATTACK[defender] > DEFENCE[attacker]:
        take(s, attacker)


def spend_action(s: State) -> None:
    s.ap -= 1
    if s.ap == 0:
        end_turn(s)


def end_turn(s: State) -> None:
    """End phase, then the next player's start phase."""
    me = s.player
    if s.owner[POOL] == me:
        s.mana[me] += 1
        if s.mana[me] == GOAL:  # MAN-RULING-27
            s.phase, s.winners = OVER, [me]
            return
    s.player = s.next_seat[me]
    if s.player == s.first:
        if s.round == ROUND_LIMIT:
            finish_at_limit(s)
            return
        s.round += 1
    start_turn(s)


def play(rng: int, games: int) -> tuple[int, list[float], int]:
    """Plays random games; returns (decisions, wins per seat, the generator's state afterwards)."""
    decisions, wins = 0, [0.0] * SEATS
    for _ in range(games):
        s = State()
        while s.phase != OVER:
            actions = legal(s)
            rng ^= rng << 13 & 0xFFFFFFFF
            rng ^= rng >> 17
            rng ^= rng << 5 & 0xFFFFFFFF
            apply(s, actions[rng * len(actions) >> 32])
            decisions += 1
        for seat in s.winners:
            wins[seat] += 1 / len(s.winners)
    return decisions, wins, rng


def trace(rng: int, games: int) -> tuple[int, list[float], int]:
    """Like `play`, but the last figure is a checksum over every legal list and every choice.

    A loop of its own, so that the loop that is timed carries nothing more.
    """
    decisions, wins, checksum = 0, [0.0] * SEATS, 2166136261
    for _ in range(games):
        s = State()
        while s.phase != OVER:
            actions = legal(s)
            rng ^= rng << 13 & 0xFFFFFFFF
            rng ^= rng >> 17
            rng ^= rng << 5 & 0xFFFFFFFF
            action = actions[rng * len(actions) >> 32]
            for code in (*actions, action):
                checksum = (checksum ^ code) * 16777619 & 0xFFFFFFFF
            apply(s, action)
            decisions += 1
        for seat in s.winners:
            wins[seat] += 1 / len(s.winners)
    return decisions, wins, checksum
