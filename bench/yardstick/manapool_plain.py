"""Mana Pool on the board `crossing`, default options, in plain Python: the rules written down directly.

No engine, no NumPy; lists, tuples and one dataclass. Rule ids (MAN-...) are those of the rules.
Run as a script it reports decisions per second of CPU time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field

SIDE = 5
SEATS = 3
GOAL = 10
ROUND_LIMIT = 100
ROWS = ("..a..", "..TD..", "aDALATa", ".TLAALD.", "..AAOAA..", ".DLAALT.", "aTALADa", "..DT..", "..a..")
TILES = "".join(ROWS)
CELLS = len(TILES)
POOL = TILES.index("O")
EMPTY, SPAWNER = 3, 4  # what a cell holds when it is not a seat's token

A_CORNER, A_FIRST, A_END_MOVE, A_END_COMBAT, A_SPAWN, A_MOVE, A_ATTACK = 3, 15, 24, 25, 26, 243, 1545
COLOUR, CORNER, FIRST, SPAWN, MOVE, COMBAT, OVER = range(7)

#      NW  NE
#    W   .   E      (x, y) with x to the east and y to the south-east
#      SW  SE
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # E, SE, SW, W, NW, NE


def _coordinates() -> list[tuple[int, int]]:
    return [
        (place + max(1 - SIDE, 1 - SIDE - (row - SIDE + 1)), row - SIDE + 1)
        for row, glyphs in enumerate(ROWS)
        for place in range(len(glyphs))
    ]


def _neighbours() -> list[list[int]]:
    """The neighbour of each cell in each direction, -1 off the board."""
    where = _coordinates()
    index = {xy: cell for cell, xy in enumerate(where)}
    return [[index.get((x + dx, y + dy), -1) for dx, dy in DIRECTIONS] for x, y in where]


NEIGHBOUR = _neighbours()
CORNER_CELLS = (0, 4, 34, 60, 56, 26)  # a1 a5 e9 i5 i1 e1: clockwise from the top left
GATES = tuple(tuple(sorted(n for n in NEIGHBOUR[c] if n >= 0)) for c in CORNER_CELLS)
ATTACK = [{"A": 2, "a": 0}.get(t, 1) for t in TILES]
DEFENCE = [{"D": 2}.get(t, 1) for t in TILES]
EXTRA_ACTION = [c for c in range(CELLS) if TILES[c] == "L"]
EXTRA_SPAWN = [c for c in range(CELLS) if TILES[c] == "T"]


LOCKS = [t in "LTO" for t in TILES]  # MAN-MOVE-6, -7


@dataclass(slots=True)
class State:
    """One game."""

    owner: list[int] = field(default_factory=lambda: [EMPTY] * CELLS)
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
            self.owner[:], self.colour[:], self.corner[:], self.next_seat[:],
            self.mana[:], self.phase, self.player, self.first, self.ap, self.spawns, self.round, self.winners[:],
        )  # fmt: skip


def steps(s: State, base: int, wanted: Callable[[int], bool]) -> list[int]:
    """Codes of all steps of own, unlocked tokens onto neighbours that hold what is wanted."""
    found = []
    for c in range(CELLS):
        if s.owner[c] == s.player and not LOCKS[c]:
            for d, n in enumerate(NEIGHBOUR[c]):
                if n >= 0 and wanted(s.owner[n]):
                    found.append(base + 6 * c + d)
    return found


def legal(s: State) -> list[int]:
    """All legal actions in ascending order; empty when the game is over."""
    phase, owner = s.phase, s.owner
    if phase == MOVE:
        return [A_END_MOVE, *steps(s, A_MOVE, lambda holder: holder == EMPTY)]
    if phase == COMBAT:
        return [A_END_COMBAT, *steps(s, A_ATTACK, lambda holder: holder != s.player and holder < EMPTY)]
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


def choose_colour(s: State, colour: int) -> None:
    s.colour.append(colour)
    s.player += 1
    if s.player == SEATS:
        s.phase, s.player = CORNER, 0


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


def take(s: State, cell: int) -> None:
    s.owner[cell] = EMPTY


def gate_open(s: State) -> bool:
    a, b, c = GATES[s.corner[s.player]]
    owner = s.owner
    return owner[a] == EMPTY or owner[b] == EMPTY or owner[c] == EMPTY


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


def finish_at_limit(s: State) -> None:
    """Most mana wins; among equals the holder of the Pool, else all of them share (MAN-RULING-30)."""
    best = max(s.mana)
    tied = [seat for seat in range(SEATS) if s.mana[seat] == best]
    holder = s.owner[POOL]
    s.phase, s.winners = OVER, [holder] if holder in tied else tied


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    start = time.process_time()
    decisions, wins, _ = play(args.seed, args.games)
    seconds = time.process_time() - start
    print(f"{decisions} decisions, wins {wins}, {decisions / seconds:,.0f} decisions per CPU second")


if __name__ == "__main__":
    main()
