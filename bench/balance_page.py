"""What is known of our own boards, as tables of docs/balance.md, made from the results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.balance import AIM, EVEN, Cell
from hexagora.engine.files import write_whole
from hexagora.lab import sums
from hexagora.lab.intervals import Interval

PAGE = Path(__file__).parent.parent / "docs" / "balance.md"
MARKS = re.compile(r"(?P<begin><!-- (?P<name>[\w-]+): made by bench.balance -->\n).*?(?P<end><!-- end -->\n)",
                   re.DOTALL)
PLACE, CITY = "place in the order of turns", "city"
BOTS = ("quick", "casual", "club")
THINKING = BOTS[1:]
NOT_PLAYED = "–"
Row = list[Cell]  # of one board and number of players, by who plays


def renewed(page: str, known: Sequence[Cell]) -> str:
    """The page with its tables as they are now."""
    return MARKS.sub(lambda found: f"{found['begin']}{table(found['name'], known)}{found['end']}", page)


def write(known: Sequence[Cell]) -> None:
    write_whole(PAGE, renewed(PAGE.read_text("utf8"), known))


def table(name: str, known: Sequence[Cell]) -> str:
    """A table by its name: `verdicts`, or a game."""
    made = _verdicts(known) if name == "verdicts" else _figures([c for c in known if c.asked.game == name])
    return "".join(f"{line}\n" for line in made)


# the short one: boards by numbers of players


def _verdicts(known: Sequence[Cell]) -> Iterator[str]:
    counts = sorted({cell.asked.players for cell in known})
    yield "| | " + " | ".join(f"{n} players" for n in counts) + " |"
    yield "|---" * (len(counts) + 1) + "|"
    boards: dict[str, dict[int, Row]] = {}
    for cell in known:
        boards.setdefault(_board(cell), {}).setdefault(cell.asked.players, []).append(cell)
    for board, rows in boards.items():
        yield f"| {board} | " + " | ".join(_verdict_of(rows.get(n, [])) for n in counts) + " |"


def _verdict_of(row: Row) -> str:
    told = [_verdict(cell) for bots in THINKING for cell in row if cell.asked.bots[0] == bots]
    return " / ".join(told)


def _verdict(cell: Cell) -> str:
    """Who is shown to be beyond the aim, and by how much at least; or how well it is known that nobody is."""
    if not cell.played:
        return NOT_PLAYED
    beyond = [(key, i) for key, i in cell.shares() if _shown(i, cell.equal) > AIM]
    if beyond:
        key, i = max(beyond, key=lambda found: abs(found[1].middle - cell.equal))
        return f"**{_side(key)} {_points(i.middle - cell.equal)}**"
    width = max(i.half for _, i in cell.shares())
    return f"{'even, ' if cell.verdict() == EVEN else ''}± {100 * width:.0f}"


def _shown(i: Interval, equal: float) -> float:
    """How far from equal a share is at least."""
    return max(i.low - equal, equal - i.high, 0.0)


def _points(difference: float) -> str:
    return f"{'+' if difference > 0 else '−'}{abs(100 * difference):.0f}"


def _side(key: str) -> str:
    group, _, name = key.partition("/")
    return f"seat {name}" if group == sums.SEAT else name


# figures of one game


def _figures(known: Sequence[Cell]) -> Iterator[str]:
    rows: dict[tuple[str, int], Row] = {}
    for cell in known:
        rows.setdefault((_board(cell), cell.asked.players), []).append(cell)
    yield "| board, players | quick | Casual | Club |"
    yield "|---|---|---|---|"
    for (board, players), row in rows.items():
        by_bots = {cell.asked.bots[0]: cell for cell in row}
        told = [_told(by_bots[bots]) if bots in by_bots else NOT_PLAYED for bots in BOTS]
        yield f"| {board}, {players} | {' | '.join(told)} |"


def _told(cell: Cell) -> str:
    """The shares in order, how well they are known, and who else is beyond the aim."""
    if not cell.played:
        return NOT_PLAYED
    found = dict(cell.shares())
    groups = [group for group in (CITY, PLACE) if any(key.partition("/")[0] == group for key in found)] or [sums.SEAT]
    told = [_group({key: i for key, i in found.items() if key.partition("/")[0] == group}, cell) for group in groups]
    beyond = [f"{_side(key)} {_points(i.middle - cell.equal)}" for key, i in found.items()
              if key.partition("/")[0] not in groups and _shown(i, cell.equal) > AIM]
    return "; ".join([*told, *beyond]) + f" of {cell.played}"


def _group(found: dict[str, Interval], cell: Cell) -> str:
    """The shares of one kind of sides, in bold where one is beyond the aim."""
    shares = " · ".join(f"{100 * i.middle:.1f}" for i in found.values())
    mark = "**" if any(_shown(i, cell.equal) > AIM for i in found.values()) else ""
    return f"{mark}{shares}{mark} ± {100 * max(i.half for i in found.values()):.1f}"


def _board(cell: Cell) -> str:
    """What is played, without how many play. The name of a board says itself of which game it is."""
    facts = cell.asked.game_itself().facts
    options = {name: value for name, value in cell.choice.items() if name != "players"}
    words = [WORDS.get((name, value), f"{name} {value}" if name in NAMED else str(value))
             for name, value in options.items()]
    is_named = any(option.asset and option.name in options for option in facts.options)
    return f"{'' if is_named else facts.title} {', '.join(words)}".strip()


NAMED = ("die",)
WORDS = {("board", "recommended"): "first board", ("board", "random"): "drafted", ("spells", True): "with Spell Cards",
         ("first_player", "p1"): "seat 1 begins"}
