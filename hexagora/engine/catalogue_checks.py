"""The part of the checker that holds what a game tells of itself in numbers against the names that it gives them: what
seats see, when matches end at the latest, and what is counted of a match that is over."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexagora.engine import hooks
from hexagora.engine.features import Catalogue

if TYPE_CHECKING:
    from hexagora.engine.game import Game


def of_names(game: "Game", box: Any, known: Catalogue, players: int) -> Iterator[str]:
    """The cells of a catalogue, and where `turned` leads them."""
    space, cells = known.space, range(known.cells)
    twice = sorted({name for name in space.names if space.names.count(name) > 1})
    if twice:
        yield f"catalogue.space gives the name {twice[0]!r} to several cells"
    for what, listed in (("centres", space.centres), ("rows of neighbours", space.neighbours)):
        if len(listed) != known.cells:
            yield f"catalogue.space has {known.cells} names and {len(listed)} {what}"
    turned = hooks.TURNED.of(game)
    for seat in range(players) if turned else ():
        assert turned is not None
        if sorted(turned(box, game.State.new(), seat, cell) for cell in cells) != list(cells):
            yield f"features.turned leads two cells to the same place for seat {seat + 1}"
            return


def of_result(game: "Game", box: Any, s: Any, players: int) -> Iterator[str]:
    """What the lab counts of a match that is over has a name."""
    reason, side = hooks.REASON.of(game), hooks.SIDE.of(game)
    endings, facets = hooks.ENDINGS.of(game) or (), hooks.FACETS.of(game)
    if reason:
        yield from _unnamed(f"figures.reason gives {{}}, catalogue.ENDINGS has {len(endings)} names",
                            reason(box, s), len(endings))
    for k, facet in enumerate(facets(box) if side and facets else ()):
        assert side is not None
        for player in range(players):
            yield from _unnamed(f"figures.side gives {{}} for '{facet.name}' of player {player}, catalogue.facets has "
                                f"{len(facet.sides)} names", side(box, s, k, player), len(facet.sides), nobody=True)


def _unnamed(told: str, number: Any, names: int, nobody: bool = False) -> Iterator[str]:
    """A number that is none, or has no name; -1 for what a player has not."""
    if not isinstance(number, int) or not (-1 if nobody else 0) <= number < names:
        yield told.format(repr(number))
