"""What a seat sees, as numbers: for learning programs, for networks of bots, for statistics.

A game's `features.py` is written like rules and has one function, `observe(box, s, seat, out)`, which writes the
channels of cell 0, of cell 1, …, then the numbers beside the board. Its `catalogue.py` names them:

    planes(box)     the channels that every cell has, in order
    numbers(box)    the numbers beside the board, in order
    space(box)      the cells: names, centres, neighbours

`observe` gets a state that is hidden for the seat and writes integers from 0 to the feature's `most`, which becomes 1.
Players are told relative to the seat: the seat itself, the one after it, and so on; so one network can play all seats.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    import numpy as np

    from hexagora.engine.game import Game

AFTER = ("own", "next", "third", "fourth", "fifth", "sixth")  # players by how many seats after the own they sit


@dataclass(frozen=True)
class Feature:
    """One channel of the cells, or one number beside the board. The value `most` becomes 1."""

    name: str
    most: int
    meaning: str


@dataclass(frozen=True)
class Facet:
    """What sets the players of a match apart beside their seats, such as cities: its name, and those of its sides. The
    game's `figures.side` says whose was which."""

    name: str
    sides: tuple[str, ...]


@dataclass(frozen=True)
class Space:
    """The cells of a board: their names, where they lie (in radii of a hex, y downwards), and for each the cells around
    it in a fixed order, -1 where there is none."""

    names: tuple[str, ...]
    centres: tuple[tuple[float, float], ...]
    neighbours: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Catalogue:
    """All features of a game with certain options."""

    planes: tuple[Feature, ...]
    numbers: tuple[Feature, ...]
    space: Space

    @property
    def cells(self) -> int:
        return len(self.space.names)

    @property
    def size(self) -> int:
        """Numbers of the flat vector: the channels of all cells, then the numbers."""
        return self.cells * len(self.planes) + len(self.numbers)

    @cached_property
    def scales(self) -> "np.ndarray[Any, Any]":
        """What every number of the flat vector is multiplied with to be at most 1."""
        import numpy as np

        most = [f.most for f in self.planes] * self.cells + [f.most for f in self.numbers]
        return 1 / np.array(most, np.float32)


def for_each(players: int, features: Iterable[Feature]) -> tuple[Feature, ...]:
    """The same features for every player, beginning with the seat's own."""
    listed = tuple(features)
    return tuple(Feature(f"{AFTER[k]} {f.name}", f.most, f.meaning) for k in range(players) for f in listed)


def one_of(names: Iterable[str], meaning: str) -> tuple[Feature, ...]:
    """Flags of which one is set."""
    return tuple(Feature(name, 1, meaning) for name in names)


def catalogue(game: "Game", box: Any) -> Catalogue:
    """The features of a match with this box."""
    missing = [f"{name}.py" for name in ("features", "catalogue") if game.module_if_any(name) is None]
    if missing:
        raise HexagoraError(f"{game.id} has no {' and no '.join(missing)}, so it cannot be observed as numbers")
    module = game.module("catalogue")
    return Catalogue(tuple(module.planes(box)), tuple(module.numbers(box)), module.space(box))


def modules(game: "Game") -> list[Any]:
    """What is bound with a game's rules to observe it."""
    from hexagora.engine import observing

    return [observing, game.module("features")]


def overrides(game: "Game") -> list[tuple[Any, Any]]:
    from hexagora.engine import observing

    return [(observing, game.module("features"))]


class Observer:
    """Observes single states on the `python` back end."""

    def __init__(self, game: "Game", box: Any):
        from hexagora.engine import kernels
        from hexagora.engine.binding import Bound

        self.game, self.box = game, box
        self.catalogue = catalogue(game, box)
        bound = Bound(game.rules_modules, [kernels, *modules(game)], lambda f: f, overrides(game))
        self._observe = bound.functions["observe"]

    def integers(self, state: Any, seat: int) -> list[int]:
        """What player `seat` (from 0) sees of a full or hidden state, not normalised."""
        return self._written(self._hidden(state, seat), seat)

    def _hidden(self, state: Any, seat: int) -> Any:
        view = state.clone()
        self.game.rules.hide(self.box, view, seat)
        return view

    def _written(self, view: Any, seat: int) -> list[int]:
        out = [0] * self.catalogue.size
        self._observe(self.box, view, seat, out)
        return out

    def told(self, view: Any, seat: int) -> "np.ndarray[Any, Any]":
        """A state that is hidden already as one normalised vector, players relative to the seat."""
        import numpy as np

        seen: np.ndarray[Any, Any] = np.array(self._written(view, seat), np.float32) * self.catalogue.scales
        return seen

    def vector(self, state: Any, seat: int) -> "np.ndarray[Any, Any]":
        """What player `seat` sees of a full or hidden state as one normalised vector."""
        return self.told(self._hidden(state, seat), seat)

    def split(self, vector: "np.ndarray[Any, Any]") -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
        """Vectors (in the last axis) as cells × channels, and the numbers beside the board."""
        cells, channels = self.catalogue.cells, len(self.catalogue.planes)
        board = vector[..., : cells * channels].reshape(*vector.shape[:-1], cells, channels)
        return board, vector[..., cells * channels :]
