"""Makes maps of a chosen size and difficulty: valid, solvable, fair.

The difficulty is the number of action points that a player alone needs for the cheapest way from S to E, letters
included; `POINTS` says how many. Sides are mirror images, so that none is the obvious one; there are two ways without a
common hex and three ways into E at least. Bots play on a few candidates: the one is taken on which they finish even
when they block, and on which the wins of the first and the second player differ least.
"""

import random
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from hexagora.engine.errors import BadOption
from hexagora.games.hexcape.mapfile import DIFFICULTIES, MANY_POINTS, check_data, to_data
from hexagora.games.hexcape.maps import (
    DICE,
    END,
    LEAST_COST,
    MOST_COST,
    NO_HEX,
    PLAIN,
    ROCK,
    START,
    HexMap,
    Token,
    Walk,
    walks_to,
)
from hexagora.games.hexcape.racers import BLOCK, MIX, RACE, Trial, trial
from hexagora.games.hexcape.state import MAX_COLUMNS, MAX_ROWS

SIZES = {"small": (5, 9), "medium": (9, 11), "large": (11, 14), "huge": (15, 20)}
LEAST_ROWS, LEAST_COLUMNS = 5, 9
POINTS = {d: 8 + 5 * d for d in DIFFICULTIES}  # the cheapest way for each difficulty: 13, 18, … 58
TOLERANCE = 1
TRIED_HEXES = 4000  # all trials together play so many matches that this is about their number times the hexes
LEAST_GAMES, MOST_GAMES = 4, 16
MOST_CANDIDATES = 3
WAYS_INTO_END = 3
BIG_DIE_FROM = 8  # the difficulty from which the die has eight sides
NUMBERS_FROM, LETTERS_FROM = 3, 4  # the difficulty from which there are teleports
ATTEMPTS = 60
WALK_FACTOR = 1.7  # times the points of the cheapest way with letters that a walk without them may cost
DEAR = 4.5  # points for each step from S to E above which letters would make a map too cheap
SCALES = [0.1 + 0.05 * k for k in range(200)]  # by which the costs of a sketch are multiplied

Grid = list[list[Token]]


@dataclass(frozen=True)
class Made:
    """A map and what is known of it."""

    map: HexMap
    points: int
    race: Trial
    mixed: Trial
    block: Trial

    def notes(self) -> str:
        """What the trials show; they are too few to tell a share of the wins."""
        return (f"Cheapest way {self.points} points. Two bots need {self.race.rounds:g} rounds when they race, "
                f"{self.mixed.rounds:g} when they hinder a leader, {self.block.rounds:g} when they block.")


def read_size(text: str) -> tuple[int, int]:
    """Rows and columns of a size by name or as ROWSxCOLUMNS.

    >>> read_size("small"), read_size("7x12")
    ((5, 9), (7, 12))
    """
    if text in SIZES:
        return SIZES[text]
    m = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text)
    if m and LEAST_ROWS <= int(m[1]) <= MAX_ROWS and LEAST_COLUMNS <= int(m[2]) <= MAX_COLUMNS:
        return int(m[1]), int(m[2])
    raise BadOption(f"size cannot be '{text}'; allowed: {', '.join(SIZES)}, or rows x columns from "
                    f"{LEAST_ROWS}x{LEAST_COLUMNS} to {MAX_ROWS}x{MAX_COLUMNS}")


def generate(size: str = "medium", difficulty: int = 5, seed: int | str = 1, die: int | None = None) -> Made:
    """A map; the same arguments give the same map."""
    rows, columns = read_size(size)
    if difficulty not in DIFFICULTIES:
        raise BadOption(f"difficulty cannot be {difficulty}; allowed: 1 to 10")
    die = die or (8 if difficulty >= BIG_DIE_FROM else 6)
    if die not in DICE:
        raise BadOption(f"die cannot be {die}; allowed: {', '.join(map(str, DICE))}")
    name = f"made-{rows}x{columns}-{difficulty}-{seed}"
    rng = random.Random(name)
    found = []
    for candidate in _candidates(rng, rows, columns, difficulty, die, _identifier(name)):
        found.append(_tried(candidate, name))
        if len(found) == min(MOST_CANDIDATES, 1 + TRIED_HEXES // (LEAST_GAMES * len(candidate.places))):
            break
    return min(found, key=_unfairness)


def _unfairness(made: Made) -> tuple[int, float]:
    return made.mixed.unfinished + made.block.unfinished, abs(made.mixed.first_share - 0.5)


def _identifier(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:32].strip("-")


def _tried(m: HexMap, seed: str) -> Made:
    """A candidate after bots have played on it."""
    games = max(LEAST_GAMES, min(MOST_GAMES, TRIED_HEXES // MOST_CANDIDATES // len(m.places)))
    race = trial(m, (RACE, RACE), games // 2, seed + "/race")
    mixed = trial(m, (MIX, MIX), games, seed + "/mixed")
    block = trial(m, (BLOCK, BLOCK), games // LEAST_GAMES, seed + "/block")
    walk = m.cheapest_walk(letters=True)
    assert walk is not None
    return Made(m, walk[0], race, mixed, block)


def _candidates(rng: random.Random, rows: int, columns: int, difficulty: int, die: int, name: str) -> Iterator[HexMap]:
    """Valid maps of the wanted difficulty, without warnings; each attempt has fewer rocks than the one before."""
    attempt = 0
    while True:
        grid = _Sketch(rng, rows, columns, difficulty, die, 0.9**attempt).grid()
        _fill_in(grid)
        m = HexMap(name, f"Made {rows}x{columns}, difficulty {difficulty}", difficulty, die, grid)
        attempt = attempt + 1 if attempt < ATTEMPTS else 0
        if not m.reachable() >= {m.end}:
            continue
        smoothed = _smoothed(rng, m, POINTS[difficulty])
        if smoothed is not None and _is_good(smoothed):
            yield smoothed


def _is_good(m: HexMap) -> bool:
    """Valid without a warning, and E open to several sides."""
    return not check_data(to_data(m)).problems and len(m.neighbours[m.end]) >= WAYS_INTO_END


def _fill_in(grid: Grid) -> None:
    """Turns hexes that can never be reached into rock."""
    m = HexMap("", "", 1, DICE[0], grid)
    reached = m.reachable()
    for i, (r, c) in enumerate(m.places):
        if i not in reached and m.tokens[i].kind == PLAIN:
            grid[r][c] = Token(ROCK)


def _smoothed(rng: random.Random, m: HexMap, points: int) -> HexMap | None:
    """The map with its costs scaled until the cheapest way is not too cheap, then lowered along that way, both sides
    alike, until it has the wanted difficulty."""
    def points_with(scale: float) -> int:
        return (m.walks([_scaled(t, scale) for t in m.tokens], letters=True)[m.start] or (0, 0))[0]

    best = bisect_left(SCALES, points, key=points_with)
    costs = [_scaled(t, SCALES[min(best, len(SCALES) - 1)]) for t in m.tokens]
    walkable = _lowered(rng, m, costs, m.ways(), range(int(min(MANY_POINTS, WALK_FACTOR * points)) + 1))
    wanted = range(points - TOLERANCE, points + TOLERANCE + 1)
    return _with_costs(m, costs) if walkable and _lowered(rng, m, costs, m.ways(letters=True), wanted) else None


def _lowered(rng: random.Random, m: HexMap, costs: list[int], ways: list[list[int]], wanted: range) -> bool:
    """Lowers hexes of the cheapest way, and their mirror images, until it costs what is wanted."""
    index = {place: i for i, place in enumerate(m.places)}
    while True:
        way = _cheapest_way(m, costs, ways)
        total = sum(costs[c] for c in way)
        able = [c for c in way if costs[c] > LEAST_COST]
        if total in wanted or total < wanted.start or not able:
            return total in wanted
        r, c = m.places[rng.choice(able)]
        for row in {r, _mirrored(r, len(m.rows))}:
            costs[index[row, c]] -= 1


def _scaled(token: Token, scale: float) -> int:
    return min(MOST_COST, max(LEAST_COST, round(token.cost * scale))) if token.kind == PLAIN else LEAST_COST


def _with_costs(m: HexMap, costs: list[int]) -> HexMap:
    grid = [list(row) for row in m.rows]
    for (r, c), token, cost in zip(m.places, m.tokens, costs, strict=True):
        grid[r][c] = token._replace(cost=cost) if token.kind == PLAIN else token
    return HexMap(m.id, m.name, m.difficulty, m.die, grid)


def _cheapest_way(m: HexMap, costs: list[int], ways: list[list[int]]) -> list[int]:
    """The hexes entered on a cheapest way from S to E."""
    walks, here, way = walks_to(m.end, ways, costs), m.start, []
    while here != m.end:
        here = min((c for c in ways[here] if walks[c] is not None), key=lambda c: _over(walks[c], costs[c]))
        way.append(here)
    return way


def _over(walk: Walk | None, cost: int) -> Walk:
    assert walk is not None
    return walk[0] + cost, walk[1] + 1


def _mirrored(row: int, rows: int) -> int:
    """The row on the other side; the last of an even number of rows has none."""
    last = rows - 1 if rows % 2 else rows - 2
    return last - row if row <= last else row


class _Sketch:
    """A first drawing: shape, rocks, costs, cards and teleports, the lower side a mirror image of the upper one."""

    def __init__(self, rng: random.Random, rows: int, columns: int, difficulty: int, die: int, rockiness: float):
        self.rng, self.rows, self.columns = rng, rows, columns
        self.difficulty, self.die = difficulty, die
        self.rocks = (0.10 + 0.012 * difficulty) * rockiness
        self.middle = _mirrored(0, rows) // 2
        steps = round(POINTS[difficulty] / (1.2 + 0.16 * difficulty))
        self.end = min(columns - 1, max(LEAST_COLUMNS - 1, steps))
        self.tokens: Grid = [[Token(NO_HEX)] * columns for _ in range(rows)]

    def grid(self) -> Grid:
        for r in range(self.rows):
            for c in range(self.columns):
                if _mirrored(r, self.rows) >= r:
                    self._set(r, c, self._hex(r, c))
        self.tokens[self.middle][0] = Token(START)
        self.tokens[self.middle][self.end] = Token(END)
        self._open_ends()
        self._cards()
        if self.difficulty >= LETTERS_FROM and POINTS[self.difficulty] <= DEAR * self.end:
            self._letters()
        if self.difficulty >= NUMBERS_FROM:
            self._numbers()
        return self.tokens

    def _set(self, r: int, c: int, token: Token) -> None:
        self.tokens[r][c] = self.tokens[_mirrored(r, self.rows)][c] = token

    def _hex(self, r: int, c: int) -> Token:
        corner = abs(r - self.middle) + 2 * min(c, self.columns - 1 - c) < self.middle - 1
        if corner and self.rng.random() < 0.7:
            return Token(NO_HEX)
        if self.rng.random() < self.rocks:
            return Token(ROCK)
        return Token(PLAIN, self.rng.randint(LEAST_COST, MOST_COST))

    def _open_ends(self) -> None:
        """The neighbours of S and E are passable."""
        shift = self.middle % 2
        for column in (0, self.end):
            for r, c in ((self.middle, column - 1), (self.middle, column + 1), (self.middle - 1, column - 1 + shift),
                         (self.middle - 1, column + shift)):  # fmt: skip
                if 0 <= c < self.columns and self.tokens[r][c].kind in (NO_HEX, ROCK):
                    self._set(r, c, Token(PLAIN, self.rng.randint(LEAST_COST, MOST_COST)))

    def _plain(self) -> list[tuple[int, int]]:
        """Hexes of the upper side that carry nothing yet, away from S."""
        spots = [(r, c) for r in range(self.middle) for c in range(2, self.columns - 1)]
        return [(r, c) for r, c in spots if self.tokens[r][c] == Token(PLAIN, self.tokens[r][c].cost)]

    def _cards(self) -> None:
        for _ in range(1 + self.rows * self.columns // 80):
            spots = self._plain()
            if spots:
                r, c = self.rng.choice(spots)
                self._set(r, c, self.tokens[r][c]._replace(card=True))

    def _letters(self) -> None:
        """Pairs of hexes, each an early and a later one; the other side has its own pair."""
        for k in range(1 + self.difficulty // 5):
            spots = sorted(self._plain(), key=lambda at: at[1])
            if len(spots) < 4:
                return
            third = max(1, len(spots) // 3)
            for r, c in (self.rng.choice(spots[:third]), self.rng.choice(spots[-third:])):
                self._mark(r, c, letters=("ABCDEFGH"[2 * k], "ABCDEFGH"[2 * k + 1]))

    def _numbers(self) -> None:
        """One hex for most faces of the die, in pairs."""
        for k in range(1, self.die // 2 + 1):
            spots = self._plain()
            if len(spots) < 2:
                return
            r, c = self.rng.choice(spots)
            self._mark(r, c, numbers=(2 * k - 1, 2 * k))

    def _mark(self, r: int, c: int, letters: tuple[str, ...] = (), numbers: tuple[int, ...] = ()) -> None:
        """Gives a hex and its mirror image their indices, the first to the upper one."""
        for row, k in ((r, 0), (_mirrored(r, self.rows), 1)):
            token = self.tokens[row][c]
            self.tokens[row][c] = token._replace(letters=letters[k : k + 1], numbers=numbers[k : k + 1])
