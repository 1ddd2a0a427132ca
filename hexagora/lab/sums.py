"""What is added up over matches: for every figure how many matches told it, the sum and the sum of squares, as whole
numbers, so that it does not matter in which order parts are added."""

from collections.abc import Iterable, Sequence

from hexagora.bots import census
from hexagora.bots.guide import SURE
from hexagora.engine.contract import WIN
from hexagora.lab.counting import Row

PER = 60  # players with the same side share it evenly; no number of players that does not divide this
SHARE = WIN * PER  # the whole of a share
FREE_SECONDS, FORCED_SECONDS = 8, 2  # that people take for a decision, and for one without a choice or a throw: a guess

Sum = list[int]  # how many, sum, sum of squares
Sums = dict[str, Sum]

SEAT, BOT, ENDING = "seat", "bot", "ending"
DECISIONS, TURNS, MINUTES, TIES, GIVEN_UP = "decisions", "turns", "minutes", "ties", "given up"
WAYS, FORCED, LEADS, SETTLED, DRAMA, MARGIN = "ways", "forced", "lead changes", "settled", "drama", "margin"
# what a sum of a figure is divided by to be in its unit; shares are between 0 and 1
SCALES = {DECISIONS: 1, TURNS: 1, MINUTES: 60, TIES: 1, GIVEN_UP: 1, WAYS: 1000, FORCED: 1000, LEADS: 1, SETTLED: 1000,
          DRAMA: SURE, MARGIN: 1}
SHARES = (TIES, GIVEN_UP)  # figures that are 0 or 1 in a match, beside those of seats, sides and endings


def scale(key: str) -> int:
    """What a figure's values are multiplied by to be whole numbers."""
    if key in SCALES:
        return SCALES[key]
    return 1 if key.startswith(f"{ENDING}/") else SHARE


def is_share(key: str) -> bool:
    """Whether a figure is a share of wins or of matches."""
    return key in SHARES or key not in SCALES


def add(sums: Sums, key: str, value: int) -> None:
    here = sums.setdefault(key, [0, 0, 0])
    here[0] += 1
    here[1] += value
    here[2] += value * value


def merge(sums: Sums, more: Sums) -> None:
    for key, (n, total, squares) in more.items():
        here = sums.setdefault(key, [0, 0, 0])
        here[0] += n
        here[1] += total
        here[2] += squares


class Columns:
    """The values of every figure in one row."""

    def __init__(self, players: int, facets: Sequence[tuple[str, Sequence[str]]], endings: Sequence[str]):
        self.players, self.facets, self.endings = players, facets, endings

    def values(self, row: Row, bots: Sequence[str]) -> Iterable[tuple[str, int]]:
        players = self.players
        shares = row[census.COLUMNS : census.COLUMNS + players]
        yield GIVEN_UP, 1 - row[census.FINISHED]
        if row[census.FINISHED]:
            for seat, share in enumerate(shares):
                yield f"{SEAT}/{seat + 1}", share * PER
            if len(set(bots)) > 1:
                yield from _by_side(BOT, bots, shares)
            for k, (name, sides) in enumerate(self.facets):
                at = census.COLUMNS + (2 + k) * players
                mine = [sides[v] if 0 <= v < len(sides) else "" for v in row[at : at + players]]
                yield from _by_side(name, mine, shares)
            yield TIES, int(max(shares) < WIN)
            for k, ending in enumerate(self.endings):
                yield f"{ENDING}/{ending}", int(row[census.REASON] == k)
            yield from self._margin(row, shares)
        yield DECISIONS, row[census.DECISIONS]
        yield TURNS, row[census.TURNS]
        if row[census.CLOSE] and row[census.DECISIONS]:
            yield from _closely(row)

    def _margin(self, row: Row, shares: list[int]) -> Iterable[tuple[str, int]]:
        """By how many points the winner was ahead, where points are no more than the result itself."""
        scores = row[census.COLUMNS + self.players : census.COLUMNS + 2 * self.players]
        if scores != shares:
            ahead = sorted(scores, reverse=True)
            yield MARGIN, ahead[0] - ahead[1]


def _by_side(name: str, mine: Sequence[str], shares: Sequence[int]) -> Iterable[tuple[str, int]]:
    for side in sorted({s for s in mine if s}):
        own = [share for s, share in zip(mine, shares, strict=True) if s == side]
        yield f"{name}/{side}", sum(own) * PER // len(own)


def _closely(row: Row) -> Iterable[tuple[str, int]]:
    decisions, forced = row[census.DECISIONS], row[census.FORCED]
    yield WAYS, row[census.WAYS] * 1000 // decisions
    yield FORCED, forced * 1000 // decisions
    yield MINUTES, (decisions - forced) * FREE_SECONDS + (forced + row[census.CHANCES]) * FORCED_SECONDS
    if row[census.TRACED] and row[census.FINISHED]:
        yield LEADS, row[census.LEADS]
        yield SETTLED, row[census.SETTLED]
        yield DRAMA, row[census.DRAMA]
