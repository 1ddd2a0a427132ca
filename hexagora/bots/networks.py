"""Networks of games: the record of weights that `judging` works on, its file in a game's folder, the card beside it.

    network.2.bin     the record, compressed, of the network for two players
    network.2.json    its card: what it was made from and how, for which options, how strong it was found to be

A network is used only where it belongs: with the features it was trained on (their sources are part of the card), the
content of the game, and the options that matter. Anywhere else the rules of thumb serve.
"""

import ast
import hashlib
import json
import logging
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hexagora.bots import briefing, guide, judging
from hexagora.engine import hooks
from hexagora.engine.contract import OVER, WIN
from hexagora.engine.errors import HexagoraError
from hexagora.engine.features import Catalogue, Space, catalogue
from hexagora.engine.files import make_folder, whole, write_whole
from hexagora.engine.record import Record, i8, i16, i32

if TYPE_CHECKING:
    from hexagora.bots.view import View
    from hexagora.engine.game import Game

MOST_CHANNELS, MOST_NUMBERS, MOST_PLAYERS = 160, 704, 8
MOST_HIDDEN, MOST_SECOND, MOST_WEIGHTS = 64, 32, 400_000
BINS, MOST_BINS = 16, 64  # parts into which the values of one feature are told apart; of a trait at most
LARGEST_FILE = 300_000  # bytes
FORM = 1  # grows when weights come to mean something else
log = logging.getLogger(__name__)


class Network(Record):
    """The weights of a network, and which rows of them a feature switches on."""

    size = i32("numbers of an observation; 0: there is no network")
    cells = i16("cells of the board")
    channels = i16("channels of a cell")
    numbers = i16("numbers beside the board")
    hidden = i16("units of the first layer, a multiple of 8")
    second = i16("units of the second layer")
    players = i8("players of the match")
    plane_row = i32[MOST_CHANNELS]("the first row of a channel; each cell has one for each part of its values")
    plane_bins = i8[MOST_CHANNELS]("the parts, 0 if the channel is left out")
    plane_most = i16[MOST_CHANNELS]("the largest value")
    number_row = i32[MOST_NUMBERS]("the same of the numbers beside the board")
    number_bins = i8[MOST_NUMBERS]("the parts")
    number_most = i16[MOST_NUMBERS]("the largest value")
    thumb_row = i32("the first row of what the rules of thumb say")
    thumb_bins = i16("the parts of their chances for each player, 0 if they are left out")
    bias = i32[MOST_HIDDEN]("of the first layer, in parts of `judging.ONE`")
    weights = i16[MOST_WEIGHTS]("of the first layer, row by row")
    second_bias = i32[MOST_SECOND]("of the second layer")
    second_weights = i16[MOST_SECOND * MOST_HIDDEN]("unit by unit")
    last_bias = i32[MOST_PLAYERS]("of the last layer")
    last_weights = i16[MOST_PLAYERS * MOST_SECOND]("player by player, the seat to act first")


def notes_size(size: int) -> int:
    """The room that `judging` needs to work in for an observation of so many numbers."""
    return 2 * size + MOST_HIDDEN + MOST_SECOND + 2 * MOST_PLAYERS


@cache
def none() -> bytes:
    """What stands for a network where there is none."""
    return Network.to_bytes(Network.new())


def observed(record: bytes) -> int:
    """The numbers of an observation that a network judges."""
    at = 0
    for name, f in Network.layout():
        if name == "size":
            return int.from_bytes(record[at : at + f.width], "little")
        at += f.width * f.count
    raise HexagoraError("a network has no size")


def told_traits(game: "Game") -> bool:
    """Whether networks of a game are told traits instead of what a seat sees."""
    return hooks.TRAITS.of(game) is not None


def briefed(game: "Game") -> list[tuple[ModuleType, ModuleType]]:
    """What is bound in place of defaults where a network is told traits."""
    return [(judging, briefing), (briefing, game.module("heuristics"))] if told_traits(game) else []


@dataclass(frozen=True)
class Shape:
    """Which rows of weights the features of a match switch on."""

    found: Catalogue
    planes: tuple[tuple[int, int, int], ...]  # row, parts, largest value
    numbers: tuple[tuple[int, int, int], ...]
    thumb: int  # parts of the chances that the rules of thumb give
    opinions: int  # the first row of these
    rows: int

    def describe(self, net: Any) -> None:
        """Writes the shape into a record."""
        net.size, net.cells = self.found.size, self.found.cells
        net.channels, net.numbers = len(self.planes), len(self.numbers)
        net.thumb_row, net.thumb_bins = self.opinions, self.thumb
        for c, (row, bins, most) in enumerate(self.planes):
            net.plane_row[c], net.plane_bins[c], net.plane_most[c] = row, bins, most
        for k, (row, bins, most) in enumerate(self.numbers):
            net.number_row[k], net.number_bins[k], net.number_most[k] = row, bins, most


def shape(found: Catalogue, players: int, without: tuple[str, ...] = (), bins: int = BINS, thumb: int = 0
          ) -> Shape:
    """The rows for all features but those whose names are given (a name with a * at its end stands for all that begin
    so). Values of a feature are told apart one by one, or in so many parts."""
    names = [f.name for f in (*found.planes, *found.numbers)]
    for one in without:
        if not any(_means(one, name) for name in names):
            raise HexagoraError(f"there is no feature '{one}' to leave out; `hexagora games GAME --features` lists all")
    if len(found.planes) > MOST_CHANNELS or len(found.numbers) > MOST_NUMBERS:
        raise HexagoraError(f"a network takes up to {MOST_CHANNELS} channels and {MOST_NUMBERS} numbers")
    row = 0
    placed: list[tuple[int, int, int]] = []
    for k, f in enumerate((*found.planes, *found.numbers)):
        parts = 0 if any(_means(one, f.name) for one in without) else min(f.most, bins)
        placed.append((row, parts, f.most))
        row += parts * (found.cells if k < len(found.planes) else 1)
    planes, numbers = tuple(placed[: len(found.planes)]), tuple(placed[len(found.planes) :])
    return Shape(found, planes, numbers, thumb, row, row + thumb * players)


def _means(pattern: str, name: str) -> bool:
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern


class Judge:
    """A network on the `python` back end, for single positions."""

    def __init__(self, game: "Game", options: dict[str, Any], judged: "Judgement"):
        from hexagora.engine import kernels, observing
        from hexagora.engine.binding import Bound

        features, thumb = game.module("features"), game.module_if_any("heuristics")
        helpers = [thumb, *(hooks.HELPERS.within(thumb) or [])] if thumb else []
        swaps = [(observing, features), *([(guide, thumb)] if thumb else []), *briefed(game)]
        modules = [kernels, guide, observing, judging, features, *helpers, *([briefing] if told_traits(game) else [])]
        bound = Bound(game.rules_modules, modules, lambda f: f, swaps)
        self.game, self.box, self.players = game, game.box(options), int(options["players"])
        self.rules, self._net = bound.functions, Network.from_bytes(judged.record)
        self._notes = [0] * notes_size(self._net.size)

    def chances(self, state: Any) -> list[int]:
        """Each player's winning chance, in parts of `guide.SURE`, in a position that somebody decides; the network is
        told it as that player may know it, or the traits of all of it."""
        seen, out = state.clone(), [0] * max(self.game.max_legal, self.players)
        if not told_traits(self.game):
            self.rules["hide"](self.box, seen, self.rules["to_act"](self.box, state))
        self.rules["judge"](self.box, seen, self._net, self._notes, out)
        return out[: self.players]

    def best(self, view: "View", rng: list[int]) -> int:
        """The choice of a seat that leads to the best position, after a draw of what the seat cannot know."""
        state, out = view.plain(), [0] * max(self.game.max_legal, self.players)
        self.rules["resample"](self.box, state, view.player, rng)
        return max(view.legal(), key=lambda a: self._worth(state.clone(), a, view.player, out, rng))

    def _worth(self, state: Any, action: int, player: int, out: list[int], rng: list[int]) -> int:
        self.rules["apply"](self.box, state, action)
        self.rules["settle"](self.box, state, out, rng)
        if self.rules["to_act"](self.box, state) == OVER:
            self.rules["returns"](self.box, state, out)
            return out[player] * guide.SURE // WIN
        return self.chances(state)[player]


# whether a network belongs


def sources(game: "Game") -> str:
    """A name for what the traits of a game, or its features, mean: it changes with their code, not with its comments.
    """
    if not told_traits(game):
        files = [game.folder / "features.py", game.folder / "catalogue.py", Path(judging.__file__)]
        told = [ast.unparse(_code(path)) for path in files]
    else:
        told = [ast.unparse(_code(Path(module.__file__ or ""))) for module in (judging, briefing)]
        told += [_needed(_code(game.folder / f"{name}.py"), "traits") for name in ("heuristics", "catalogue")]
    return hashlib.sha256("\0".join([str(FORM), *told]).encode()).hexdigest()[:16]


def _code(path: Path) -> ast.Module:
    return _without_docstrings(ast.parse(path.read_text("utf8")))


def _needed(tree: ast.Module, name: str) -> str:
    """The function of a module with that name, and all of the module that it needs."""
    owners = {known: node for node in tree.body for known in _defined(node)}
    found, todo = set(), [name]
    while todo:
        node = owners.get(todo.pop())
        if node is not None and node not in found:
            found.add(node)
            todo += [inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)]
    return "\n".join(ast.unparse(node) for node in tree.body if node in found)


def _defined(node: ast.stmt) -> list[str]:
    """The names that a line of a module defines; imports count for nothing."""
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [inner.id for target in node.targets for inner in ast.walk(target) if isinstance(inner, ast.Name)]
    return []


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def paths(folder: Path, players: int) -> tuple[Path, Path]:
    """Where the network for so many players and its card lie."""
    return folder / f"network.{players}.bin", folder / f"network.{players}.json"


def card(game: "Game", players: int, folder: Path | None = None) -> dict[str, Any] | None:
    """What is known of a game's network; None where there is none."""
    try:
        found = json.loads(paths(folder or game.folder, players)[1].read_text("utf8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def trouble(game: "Game", options: dict[str, Any], about: dict[str, Any]) -> str:
    """Why the network of a card does not serve with these options; empty if it does."""
    if about.get("features") != sources(game):
        return "it was trained on other features (`hexagora train` makes one anew)"
    if about.get("content") != game.content_digest:
        return "the content of the game is another"
    for name, value in about.get("needs", {}).items():
        if options.get(name) != value:
            return f"it was trained for {name} = {value}"
    return ""


@dataclass(frozen=True)
class Judgement:
    """A network that serves: its record, and how a search uses it (see `search.Tuning`)."""

    record: bytes
    search: dict[str, int]


def judgement(game: "Game", options: dict[str, Any]) -> Judgement | None:
    """The network for a match with these options, if the game has one that serves."""
    about = card(game, options["players"])
    if about is None or trouble(game, options, about):
        return None
    return _loaded(game, options["players"])


@cache
def _loaded(game: "Game", players: int) -> Judgement | None:
    try:
        return read(game, players)
    except HexagoraError as e:
        log.warning("the network of %s for %s players is not used: %s", game.id, players, e)
        return None


def read(game: "Game", players: int, folder: Path | None = None) -> Judgement:
    """A network as it lies in a folder; one that is damaged is refused."""
    data, about = paths(folder or game.folder, players)[0], card(game, players, folder)
    try:
        record = zlib.decompress(data.read_bytes())
    except (OSError, zlib.error) as e:
        raise HexagoraError(f"{data} cannot be read: {e}") from e
    if about is None or hashlib.sha256(record).hexdigest() != about.get("sha256") or len(record) != Network.itemsize():
        raise HexagoraError(f"{data} is not the network that its card describes")
    return Judgement(record, {str(k): int(v) for k, v in about.get("search", {}).items()})


def write(game: "Game", players: int, record: bytes, about: dict[str, Any], folder: Path) -> None:
    """Puts a network and its card into a folder."""
    data, written = paths(folder, players)
    packed = zlib.compress(record, 9)
    if len(packed) > LARGEST_FILE:
        raise HexagoraError(f"the network takes {len(packed)} bytes, more than {LARGEST_FILE}: choose fewer hidden "
                            "units or leave features out")
    known = {"game": game.id, "players": players, "features": sources(game), "content": game.content_digest,
             "sha256": hashlib.sha256(record).hexdigest(), "bytes": len(packed)}
    make_folder(folder)
    with whole(data) as temporary:
        temporary.write_bytes(packed)
    write_whole(written, json.dumps({**known, **about}, indent=1) + "\n")


def shape_of(game: "Game", options: dict[str, Any], without: tuple[str, ...] = (), bins: int = BINS,
             thumb: int = 0) -> Shape:
    """The rows of a match with these options: of the traits of a position where the game names some, else of what a
    seat sees."""
    named = hooks.TRAITS.of(game)
    if named is not None:
        told = Catalogue((), tuple(named(game.box(options))), Space((), (), ()))
        return shape(told, int(options["players"]), without, MOST_BINS)
    if thumb and (game.facts.hidden or game.module_if_any("heuristics") is None):
        raise HexagoraError(f"the rules of thumb of {game.id} cannot be asked here: it has none, or they would have to "
                            "look at what is hidden; leave `thumb` out")
    return shape(catalogue(game, game.box(options)), int(options["players"]), without, bins, thumb)
