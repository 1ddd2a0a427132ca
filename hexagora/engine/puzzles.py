"""Puzzles of a game: positions in which exactly one decision is right, or one turn, in whatever order it is played; one
a line in the file `puzzles.jsonl` of its folder.

    one = puzzles.of_the_day(game, date.today())
    match = puzzles.opened(game, one)          # whoever acts there is asked
    puzzles.is_right(match, one, "move a2")
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match

if TYPE_CHECKING:
    from hexagora.engine.game import Game

FILE = "puzzles.jsonl"
WIN, MATE, DEFENCE, ONLY, BEST, TURN = "win", "mate", "defence", "only", "best", "turn"
QUESTIONS = {
    WIN: "You can win within this turn. Which decision begins it?",
    MATE: "You win in your next turn at the latest, whatever the others do. Which decision forces it?",
    DEFENCE: "After every other decision the next player wins at once. Which one prevents it?",
    ONLY: "One decision wins against every reply, all others lose. Which one?",
    BEST: "One decision is clearly better than all others. Which one?",
    TURN: "One turn is clearly better than all others, in whatever order it is played. Which decision belongs to it?",
}
EXACT, SEARCHED = "exact", "search"  # how it was made sure that there is one right decision
SEED = 1  # of what chance decides behind a puzzle


@dataclass(frozen=True)
class Puzzle:
    """`answer` is the one right decision and `line` how it goes on from it, as the log of a match tells it; `also` are
    the others of the same turn with which it can begin as well. `rating` is on the scale of the levels (Club at
    1500)."""

    id: str
    kind: str
    position: dict[str, Any]
    answer: str
    line: list[str]
    proof: str
    rating: int
    also: list[str] = field(default_factory=list)

    @property
    def question(self) -> str:
        return QUESTIONS[self.kind]

    @property
    def answers(self) -> list[str]:
        """All that is right."""
        return [self.answer, *self.also]

    def text(self) -> str:
        """One line of the file."""
        data = {name: value for name, value in asdict(self).items() if name != "also" or value}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def of_text(text: str, where: str) -> Puzzle:
    """A puzzle from its line; an error names the place and what is wrong with it."""
    try:
        data = json.loads(text)
        one = Puzzle(**data)
    except (ValueError, TypeError) as e:
        raise HexagoraError(f"{where} is no puzzle: {e}") from None
    if one.kind not in QUESTIONS:
        raise HexagoraError(f"{where}: the kind {one.kind!r} is none of {', '.join(QUESTIONS)}")
    if one.proof not in (EXACT, SEARCHED):
        raise HexagoraError(f"{where}: the proof {one.proof!r} is none of {EXACT}, {SEARCHED}")
    return one


def of_lines(text: str, source: str) -> list[Puzzle]:
    return [of_text(line, f"line {n} of {source}") for n, line in enumerate(text.splitlines(), 1) if line.strip()]


@cache
def of(game: "Game") -> list[Puzzle]:
    """The puzzles that come with a game, easiest first; none where it has none."""
    path = game.folder / FILE
    found = of_lines(path.read_text("utf8"), path.name) if path.exists() else []
    return sorted(found, key=lambda one: (one.rating, one.id))


def named(game: "Game", name: str) -> Puzzle:
    for one in of(game):
        if one.id == name:
            return one
    raise HexagoraError(f"{game.facts.title} has no puzzle '{name}'")


def of_the_day(game: "Game", day: date) -> Puzzle:
    """Another one every day, the same for everybody."""
    if not of(game):
        raise HexagoraError(f"{game.facts.title} has no puzzles")
    by_name = sorted(of(game), key=lambda one: one.id)
    return by_name[day.toordinal() * STRIDE % len(by_name)]


STRIDE = 7919  # a prime: days that follow each other get puzzles from far apart


def opened(game: "Game", one: Puzzle) -> Match:
    """The position of a puzzle; what chance decides from there is always the same."""
    return game.from_position({"game": game.id, **one.position}, seed=SEED)


def is_right(match: Match, one: Puzzle, action: str | int) -> bool:
    """Whether a decision in a puzzle's position is a right one; an illegal one is an error."""
    return match.understood(action) in [match.understood(answer) for answer in one.answers]


def problems(game: "Game", one: Puzzle) -> Iterator[str]:
    """What is wrong with a puzzle as far as the rules tell: its answers and its line must be legal."""
    try:
        match = opened(game, one)
        for answer in one.answers:
            match.understood(answer)
        match.play_all(one.line)
    except HexagoraError as e:
        yield f"puzzle {one.id} of {game.id}: {e}"
        return
    if one.line[:1] != [one.answer]:
        yield f"puzzle {one.id} of {game.id}: its line does not begin with its answer"
