"""Maps of Hexcape: tokens, hexes by number, and the measures that tell how hard a map is."""

import heapq
import math
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from hexagora.games.hexcape.state import MAX_DIE
from hexagora.hexes import Hex, row_letters

NO_HEX, ROCK, START, END, PLAIN = "-", "#", "S", "E", "plain"
LEAST_COST, MOST_COST = 1, 10  # movement costs that a map can print
DICE = (6, 8, 10, 12)
LEAST_THAW = 10  # the earliest round of a thaw that is worked out
THAW_FACTOR = 2  # times the rounds of an undisturbed race

_TOKEN = re.compile(r"([-#SE]|[0-9]+)(\*?)(?::([^*]*))?(\*?)")

Walk = tuple[int, int]


class Token(NamedTuple):
    """One token of a row. A plain one is a passable hex with its cost and what it shows besides."""

    kind: str
    cost: int = 0
    card: bool = False
    numbers: tuple[int, ...] = ()
    letters: tuple[str, ...] = ()


class Flaw(NamedTuple):
    """What is wrong with a token: the code of the error and a sentence."""

    code: str
    text: str


def read_token(text: str) -> tuple[Token, list[Flaw]]:
    """A token and what is wrong with it; an unusable one reads as no hex.

    >>> read_token("3:2+5")
    (Token(kind='plain', cost=3, card=False, numbers=(2, 5), letters=()), [])
    >>> read_token("12")[1][0].code
    'E1'
    """
    m = _TOKEN.fullmatch(text)
    if not m or (m[2] and m[4]):
        return Token(NO_HEX), [Flaw("E1", f"unknown token '{text}'")]
    head, card, index = m[1], bool(m[2] or m[4]), m[3]
    if not head.isdigit():
        extra = [Flaw("E10", f"'{text}': {head} can carry neither a card nor an index")] if card or index else []
        return Token(head), extra
    flaws = []
    if head.startswith("0") or not LEAST_COST <= int(head) <= MOST_COST:
        flaws.append(Flaw("E1", f"'{text}': the movement cost is {LEAST_COST} to {MOST_COST}"))
    if card and index is not None:
        flaws.append(Flaw("E10", f"'{text}': an index and a card on one hex"))
    numbers, letters, wrong = _read_index(text, index)
    cost = min(max(int(head[:3]), LEAST_COST), MOST_COST)
    return Token(PLAIN, cost, card, numbers, letters), flaws + wrong


def _read_index(text: str, index: str | None) -> tuple[tuple[int, ...], tuple[str, ...], list[Flaw]]:
    if index is None:
        return (), (), []
    parts = index.split("+")
    unknown = [p for p in parts if not re.fullmatch("[A-Z]|0|[1-9][0-9]*", p)]
    if unknown:
        return (), (), [Flaw("E1", f"'{text}': '{unknown[0]}' is neither a number nor a capital letter")]
    flaws = []
    numbers, letters = [int(p[:4]) for p in parts if p.isdigit()], [p for p in parts if p.isalpha()]
    if numbers and letters:
        flaws.append(Flaw("E5", f"'{text}': numbers and letters on one hex"))
    if len(set(parts)) < len(parts):
        flaws.append(Flaw("E7", f"'{text}': the same index twice"))
    if any(not 1 <= n <= MAX_DIE for n in numbers):
        flaws.append(Flaw("E7", f"'{text}': number indices are 1 to {MAX_DIE}"))
    usable = sorted({n for n in numbers if 1 <= n <= MAX_DIE})
    return tuple(usable), tuple(sorted(set(letters))), flaws


def cell_name(row: int, column: int) -> str:
    """The name of a place: rows are letters from the top, columns numbers from the left.

    >>> cell_name(2, 3)
    'c4'
    """
    return f"{row_letters(row)}{column + 1}"


def axial(row: int, column: int) -> Hex:
    """A place in axial coordinates; every second row is shifted half a hex to the right."""
    return Hex(column - row // 2, row)


@dataclass
class HexMap:
    """A map. Passable hexes are numbered in reading order; `rocks` are the impassable ones."""

    id: str
    name: str
    difficulty: int
    die: int
    rows: list[list[Token]]
    given_thaw: int | None = None
    places: list[tuple[int, int]] = field(default_factory=list)
    rocks: list[tuple[int, int]] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)

    def __post_init__(self) -> None:
        for r, row in enumerate(self.rows):
            for c, token in enumerate(row):
                if token.kind == ROCK:
                    self.rocks.append((r, c))
                elif token.kind != NO_HEX:
                    self.places.append((r, c))
                    self.tokens.append(token)

    @cached_property
    def names(self) -> list[str]:
        return [cell_name(r, c) for r, c in self.places]

    @cached_property
    def start(self) -> int:
        return next(i for i, t in enumerate(self.tokens) if t.kind == START)

    @cached_property
    def end(self) -> int:
        return next(i for i, t in enumerate(self.tokens) if t.kind == END)

    @cached_property
    def costs(self) -> list[int]:
        """Printed movement costs; S and E have the least."""
        return [t.cost if t.kind == PLAIN else LEAST_COST for t in self.tokens]

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """Passable neighbours of each passable hex, ascending."""
        index = {axial(r, c): i for i, (r, c) in enumerate(self.places)}
        return [sorted(index[n] for n in axial(r, c).neighbours() if n in index) for r, c in self.places]

    @cached_property
    def by_letter(self) -> dict[str, list[int]]:
        """The hexes with each letter, ascending."""
        found: dict[str, list[int]] = {}
        for i, token in enumerate(self.tokens):
            for letter in token.letters:
                found.setdefault(letter, []).append(i)
        return found

    @cached_property
    def numbered(self) -> list[int]:
        """The hexes with a number: a roll can lead from each of them to any other."""
        return [i for i, token in enumerate(self.tokens) if token.numbers]

    @cached_property
    def letter_links(self) -> list[list[int]]:
        """For each hex the others that share a letter with it."""
        return [sorted({j for letter in token.letters for j in self.by_letter[letter]} - {i})
                for i, token in enumerate(self.tokens)]

    def ways(self, letters: bool = False) -> list[list[int]]:
        """Where one can go from each hex without luck: steps, and teleports by letters if wanted."""
        if not letters:
            return [list(near) for near in self.neighbours]
        return [[*near, *more] for near, more in zip(self.neighbours, self.letter_links, strict=True)]

    def reachable(self, letters: bool = False, numbers: bool = False) -> set[int]:
        """The hexes that a token can come to from S. All hexes with a letter are reached together, and so are all with
        a number: looking at each pair of them would take long on a map full of them."""
        unused = dict(self.by_letter) if letters else {}
        rolled = self.numbered if numbers else []
        seen, todo = {self.start}, [self.start]
        while todo:
            here = todo.pop()
            near = list(self.neighbours[here])
            for letter in self.tokens[here].letters:
                near += unused.pop(letter, [])
            if self.tokens[here].numbers:
                near, rolled = near + rolled, []
            todo += (fresh := set(near) - seen)
            seen |= fresh
        return seen

    def fewest_steps(self) -> int | None:
        """Steps of the shortest walk from S to E."""
        steps, queue = {self.start: 0}, deque([self.start])
        while queue:
            here = queue.popleft()
            for near in self.neighbours[here]:
                if near not in steps:
                    steps[near] = steps[here] + 1
                    queue.append(near)
        return steps.get(self.end)

    def walks(self, costs: Sequence[int] | None = None, letters: bool = False) -> list[Walk | None]:
        """From each hex the cheapest walk to E: its cost and, of the cheapest, the fewest steps."""
        return walks_to(self.end, self.ways(letters), costs or self.costs)

    def cheapest_walk(self, letters: bool = False) -> Walk | None:
        """The cheapest walk from S to E."""
        return self.walks(letters=letters)[self.start]

    @cached_property
    def thaw(self) -> int:
        """The round of the thaw: given, or twice the rounds of an undisturbed race, at least ten."""
        if self.given_thaw is not None:
            return self.given_thaw
        walk = self.cheapest_walk() or self.cheapest_walk(letters=True) or (0, 0)
        return max(LEAST_THAW, THAW_FACTOR * math.ceil(walk[0] / ((self.die + 1) / 2)))

    def routes(self) -> int:
        """How many walks from S to E there are that share no other hex: a flow with one unit a hex."""
        inner, outer = 2 * self.start + 1, 2 * self.end
        room: dict[int, dict[int, int]] = {}
        for i, near in enumerate(self.neighbours):
            room.setdefault(2 * i, {})[2 * i + 1] = 1
            room.setdefault(2 * i + 1, {}).setdefault(2 * i, 0)
            for j in near:
                room.setdefault(2 * i + 1, {})[2 * j] = 1
                room.setdefault(2 * j, {}).setdefault(2 * i + 1, 0)
        found = 0
        while path := _path(room, inner, outer):
            for a, b in path:
                room[a][b] -= 1
                room[b][a] += 1
            found += 1
        return found

    def row_texts(self) -> list[str]:
        """The rows as a map file has them."""
        texts = [[token_text(t) for t in row] for row in self.rows]
        width = max(len(t) for row in texts for t in row)
        indent = " " * ((width + 1) // 2)
        return [(indent * (r % 2) + " ".join(t.ljust(width) for t in row)).rstrip() for r, row in enumerate(texts)]


def walks_to(end: int, ways: Sequence[Sequence[int]], costs: Sequence[int]) -> list[Walk | None]:
    """From each hex the cheapest walk to one of them: the cost of the hexes entered and, of the cheapest, the fewest
    steps.

    >>> walks_to(2, [[1], [0, 2], [1], []], [1, 5, 2, 1])
    [(7, 2), (2, 1), (0, 0), None]
    """
    best: list[Walk | None] = [None] * len(costs)
    best[end] = (0, 0)
    heap = [(0, 0, end)]
    while heap:
        cost, steps, here = heapq.heappop(heap)
        if (cost, steps) != best[here]:
            continue
        over = (cost + costs[here], steps + 1)
        for near in ways[here]:
            found = best[near]
            if found is None or over < found:
                best[near] = over
                heapq.heappush(heap, (*over, near))
    return best


def token_text(token: Token) -> str:
    if token.kind != PLAIN:
        return token.kind
    index = "+".join(map(str, token.numbers or token.letters))
    return f"{token.cost}{'*' if token.card else ''}{':' + index if index else ''}"


def _path(room: dict[int, dict[int, int]], source: int, target: int) -> list[tuple[int, int]]:
    """A shortest path along which there is room, as pairs; empty if there is none."""
    before: dict[int, int] = {source: source}
    queue = deque([source])
    while queue and target not in before:
        here = queue.popleft()
        for near, left in room[here].items():
            if left > 0 and near not in before:
                before[near] = here
                queue.append(near)
    return list(_back(before, source, target)) if target in before else []


def _back(before: dict[int, int], source: int, target: int) -> Iterator[tuple[int, int]]:
    while target != source:
        yield before[target], target
        target = before[target]
