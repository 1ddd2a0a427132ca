"""The registry: which games there are. Others install theirs as packages with an entry point `hexagora.games`."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from hexagora.engine import packs
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.engine.game import Game

SUPPLIED = ("hex", "manapool", "hexemonia", "hexcape", "sigil", "sygon")
GROUP = "hexagora.games"


@cache
def _installed() -> dict[str, str]:
    return {e.name: e.value for e in entry_points(group=GROUP)}


def names() -> list[str]:
    """The ids of all games: those supplied, then those of other packages."""
    return [*SUPPLIED, *sorted(set(_installed()) - set(SUPPLIED))]


def loadable() -> list[str]:
    """The ids of those games that can be loaded: a broken package takes no other game along."""
    return [name for name in names() if _can_be_loaded(name)]


def _can_be_loaded(name: str) -> bool:
    try:
        return bool(_found(name))
    except HexagoraError:
        return False


_in_use: dict[str, Game] = {}


def game(name: str) -> Game:
    """The game with that id; `game~pack` is one that a pack in the user's folder makes."""
    if name in _in_use:
        return _in_use[name]
    base, is_pack, pack = name.partition(packs.MARK)
    return packs.find(_found(base), pack) if is_pack else _found(name)


def as_played(name: str) -> Game:
    """The game of a match that carries its content: a pack that is not here, or is not what it was, is not needed."""
    base, is_pack, pack = name.partition(packs.MARK)
    try:
        return game(name)
    except HexagoraError:
        if not is_pack:
            raise
        return packs.stand_in(_found(base), pack)


@contextmanager
def playing(other: Game) -> Iterator[None]:
    """While it lasts, this process knows the game of that id with other content, so that bots play that. For processes
    that do nothing else meanwhile."""
    before = _in_use.get(other.id)
    _in_use[other.id] = other
    try:
        yield
    finally:
        if before is None:
            del _in_use[other.id]
        else:
            _in_use[other.id] = before


@cache
def _found(name: str) -> Game:
    if name in SUPPLIED:
        supplied: Game = import_module(f"hexagora.games.{name}").GAME
        return supplied
    if name not in _installed():
        raise UnknownName("game", name, names())
    return _third_party(name, _installed()[name])


def _third_party(name: str, target: str) -> Game:
    """Loads a game of another package; a broken package is reported, not raised through."""
    module, _, attribute = target.partition(":")
    try:
        loaded = import_module(module)
        if loaded.__file__ is None:
            raise ImportError(f"Python finds the folder {next(iter(loaded.__path__))} instead, which is no package; "
                              "start it elsewhere")
        found = getattr(loaded, attribute or "GAME")
    except Exception as e:
        raise HexagoraError(f"the game '{name}' of the package '{module}' cannot be loaded: {e}") from e
    if not isinstance(found, Game) or found.id != name:
        raise HexagoraError(f"the entry point '{name}' = '{target}' does not name a game with that id")
    return found
