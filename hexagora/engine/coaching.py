"""The coach of a first match: short sentences that a game has in `coach.toml`, each said at most once, when it matters.

    [[tip]]
    id = "edge"
    say = "The last row is safe when two empty cells lead to it."
    rule = "CLX-WIN-1"

The game's `coach.matters(box, s, player)` says which of them matter in a position as that player knows it.
"""

from functools import cache
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from hexagora.engine import hooks
from hexagora.engine.content import Part, read_toml, validate
from hexagora.engine.errors import BadContent

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.match import Match

FILE = "coach.toml"
LONGEST = 240  # characters: two short sentences


class Tip(Part):
    """A sentence with a name, and the rule that it is about."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
    say: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    rule: str = ""


class Script(Part):
    tip: list[Tip] = Field(min_length=1)


def has_coach(game: "Game") -> bool:
    return (game.folder / FILE).is_file() and hooks.MATTERS.of(game) is not None


@cache
def tips(game: "Game") -> dict[str, Tip]:
    """The tips of a game by their ids."""
    path = game.folder / FILE
    found: dict[str, Tip] = {}
    for tip in validate(Script, read_toml(path), str(path)).tip:
        if tip.id in found:
            raise BadContent(str(path), [f"tip '{tip.id}': this id comes twice"])
        found[tip.id] = tip
    return found


def now(match: "Match", seat: int) -> list[Tip]:
    """What matters to a seat now, most important first, told from nothing but what it may know."""
    own = hooks.MATTERS.of(match.game)
    if own is None or not has_coach(match.game):
        return []
    known, view = tips(match.game), match.hidden(seat)
    return [known[name] for name in own(match.box, view, seat - 1)]
