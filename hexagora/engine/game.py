"""A game as the rest of the house sees it: facts, options, content, rules, and matches of it."""

import importlib
import importlib.util
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, overload

from hexagora.engine import chains, hooks
from hexagora.engine.errors import BadOption, BadPosition, HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.batch import Batch
    from hexagora.engine.compiled import Compiled, Progress
    from hexagora.engine.features import Observer
    from hexagora.engine.gpu_vector import GpuVector
    from hexagora.engine.match import Match
    from hexagora.engine.record import Record
    from hexagora.engine.vector import Vector

READY_MADE = (chains,)  # rules that games may import instead of writing them
BOXES_KEPT = 32  # of one game: a box is large, and tables with the same options are many
KEPT_SOURCE = "the content of the match"
CONTENTS_KEPT = 8  # of one game, beside its own: matches that began before an update


@dataclass(frozen=True)
class Option:
    """A choice that is made before a match: `values` lists what it can take, single values or ranges of integers.

    An option with an `asset` names a board or map: one of those supplied, a file, or its data (see `content.asset`).
    `unchecked` values are left out by the checker: random play with them is endless, or longer than it is worth.
    `says` is a sentence for each of the values, for people who choose; `sign` the drawing beside it, one of the game's
    `symbols.svg` or of those that all games share. `names` are what people call values of an asset that are no board or
    map with a name of its own; `only_for` the numbers of players that some values need. `needs` says what must
    be chosen for the option to change anything: by the name of another option, or `players`, the values it may have.
    """

    name: str
    default: Any
    help: str
    values: tuple[Any, ...] = ()
    asset: bool = False
    unchecked: tuple[Any, ...] = ()
    says: tuple[str, ...] = ()
    sign: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    only_for: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def allowed(self) -> str:
        return ", ".join(f"{v.start} to {v[-1]}" if isinstance(v, range) else _spoken(v) for v in self.values)

    def check(self, value: Any) -> Any:
        """The value in its own type (texts from a command line are understood), or an error."""
        for v in self.values:
            if isinstance(v, range):
                number = _integer(value)
                if number is not None and number in v:
                    return number
            elif (type(value) is type(v) and value == v) or str(value).lower() == _spoken(v):
                return v
        raise BadOption(f"option '{self.name}' cannot be {value!r}; allowed: {self.allowed()}")


def _spoken(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _integer(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value) else None


@dataclass(frozen=True)
class Facts:
    """What is known about a game before anything of it is loaded."""

    id: str
    title: str
    summary: str
    designers: tuple[str, ...]
    players: tuple[int, ...]
    hidden: bool
    chance: bool
    minutes: tuple[int, int]
    rule_prefix: str = ""
    rules: tuple[str, ...] = ("rules",)
    options: tuple[Option, ...] = field(default=())
    version: int = 1
    notice: str = ""


class Game:
    """One game. Everything but the facts is loaded when it is first asked for."""

    def __init__(self, facts: Facts, package: str, content_file: Path | None = None,
                 changes: dict[str, Any] | None = None, base: str = ""):
        self.facts = facts
        self.package = package
        self.content_file = content_file
        self.changes = changes or {}
        self.base = base  # of a pack, the game whose content it changes
        self.texts: dict[str, dict[str, str]] = {}  # of a pack, beside those of the game's folder, by language
        self.id = facts.id
        self._boxes: dict[tuple[str, bool], Any] = {}
        self._others: dict[str, Game] = {}

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def module(self, name: str) -> ModuleType:
        """A module of the game's folder."""
        return importlib.import_module(f"{self.package}.{name}")

    def module_if_any(self, name: str) -> ModuleType | None:
        """A module that only some games have in their folder."""
        return self.module(name) if importlib.util.find_spec(f"{self.package}.{name}") else None

    def has_own(self, rule: Callable[..., Any]) -> bool:
        """Whether the game has a rule of its own in place of one that the contract brings, such as `contract.pick`."""
        return hasattr(self.rules_modules[0], rule.__name__)

    # the parts of its folder

    @cached_property
    def rules_modules(self) -> list[ModuleType]:
        """Main rules module first; the ready-made ones that these use come last."""
        own = [self.module(name) for name in self.facts.rules]
        used = {getattr(value, "__module__", "") for module in own for value in vars(module).values()}
        return [*own, *(module for module in READY_MADE if module.__name__ in used)]

    @cached_property
    def rules(self) -> SimpleNamespace:
        """The functions of the rules, the contract and the kernels on the `python` back end, by name."""
        from hexagora.engine import kernels
        from hexagora.engine.binding import Bound

        return SimpleNamespace(**Bound(self.rules_modules, [kernels], lambda f: f).functions)

    @cached_property
    def State(self) -> "type[Record]":
        declared: type[Record] = self.module("state").State
        return declared

    @cached_property
    def Box(self) -> "type[Record]":
        declared: type[Record] = self.module("state").Box
        return declared

    @cached_property
    def words(self) -> ModuleType:
        return self.module("words")

    @cached_property
    def scene(self) -> ModuleType:
        return self.module("scene")

    @cached_property
    def actions(self) -> int:
        """The size of the action space: every action is below it."""
        return int(self.module("state").ACTIONS)

    @cached_property
    def max_legal(self) -> int:
        """No legal list is longer than this."""
        return int(self.module("state").MAX_LEGAL)

    @property
    def max_players(self) -> int:
        return self.facts.players[-1]

    @property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(self.package).__file__)).parent

    # content and options

    @cached_property
    def content_data(self) -> dict[str, Any]:
        """The content file as plain data, with all changes in it."""
        from hexagora.engine import content, variants

        file = self.content_file or self.folder / "content.toml"
        data = content.read_toml(file)
        if variants.is_variant(data):
            data = variants.resolve(data, self.base or self.id, self.supplied_data, str(file))
        return variants.changed(data, self.changes, str(file))

    @cached_property
    def supplied_data(self) -> dict[str, Any]:
        """The content file that comes with the game."""
        from hexagora.engine.content import read_toml

        return read_toml(self.folder / "content.toml")

    @cached_property
    def content(self) -> Any:
        from hexagora.engine.content import validate

        file = str(self.content_file or self.folder / "content.toml")
        source = f"the content of {self.id} with these changes" if self.changes else file
        return validate(self.module("content").Content, self.content_data, source)

    @cached_property
    def content_text(self) -> str:
        """The content as it is kept with matches."""
        from hexagora.engine.content import written

        return written(self.content)

    @cached_property
    def content_digest(self) -> str:
        from hexagora.engine.content import digest

        return digest(self.content_text)

    @cached_property
    def other_content(self) -> str:
        """The content if it is not that of the game's folder; empty if it is."""
        return self.content_text if self.content_file or self.changes else ""

    def with_content(self, path: str | Path) -> "Game":
        """The same game with the numbers of another content file (whole, or a variant: see `variants`), checked at
        once. The variants that are supplied with the game go by their names alone."""
        other = Game(self.facts, self.package, self.named_contents().get(str(path), Path(path)))
        assert other.content is not None
        return other

    def named_contents(self) -> dict[str, Path]:
        """The variants that lie in the game's folder, by name."""
        return {file.stem: file for file in sorted((self.folder / "variants").glob("*.toml"))}

    def with_changes(self, changes: dict[str, Any]) -> "Game":
        """The same game with other values at some paths of its content (see `variants`), checked at once."""
        other = Game(self.facts, self.package, self.content_file, {**self.changes, **changes}, self.base)
        assert other.content is not None
        return other

    def with_data(self, data: dict[str, Any], facts: Facts | None = None, source: str = "the content") -> "Game":
        """The same game with another content, given as plain data, checked at once; with facts of its own it is a
        pack, whose content belongs to its id."""
        from hexagora.engine.content import validate

        other = Game(facts or self.facts, self.package, self.content_file, base=self.id if facts else self.base)
        other.content_data = data
        other.content = validate(self.module("content").Content, data, source)
        other.other_content = "" if facts else other.content_text
        return other

    def as_kept(self, text: str) -> "Game":
        """The same game with content that was kept with a match; itself if that is its own."""
        from hexagora.engine.content import digest, validate

        if not text or text == self.content_text:
            return self
        if text not in self._others:
            other = Game(self.facts, self.package, base=self.base)
            content = validate(self.module("content").Content, json.loads(text), KEPT_SOURCE, kept=True)
            other.__dict__.update(content=content, content_text=text, content_digest=digest(text), other_content=text)
            self._others[text] = other
            for oldest in list(self._others)[:-CONTENTS_KEPT]:
                self._others.pop(oldest, None)
        return self._others[text]

    def options(self, given: dict[str, Any] | None = None) -> dict[str, Any]:
        """All options with their values: those given, checked, the others by default."""
        given = dict(given or {})
        chosen = {"players": self._players(given.get("players"))}
        known = {o.name: o for o in self.facts.options}
        for name in given:
            if name not in known and name != "players":
                raise BadOption(f"{self.id} has no option '{name}'; it has: {', '.join(['players', *known])}")
        asset, settle = hooks.ASSET.of(self), hooks.SETTLE.of(self)
        for name, option in known.items():
            value = given.get(name, option.default)
            if option.asset:
                assert asset is not None, f"{self.id}: the option '{name}' needs {hooks.ASSET}"
                chosen[name] = asset(self.content, name, value)
            else:
                chosen[name] = option.check(value) if name in given else value
        return settle(chosen, given) if settle else chosen

    def completed(self, kept: dict[str, Any]) -> dict[str, Any]:
        """The options of a match that was kept, perhaps by an earlier version: those that did not exist then have
        their defaults, and those that exist no more are left out."""
        known = {"players", *(o.name for o in self.facts.options)}
        if kept.keys() == known:
            return kept
        defaults = self.options({"players": kept["players"]})
        return {name: kept.get(name, default) for name, default in defaults.items()}

    def _players(self, value: Any) -> int:
        if value is None:
            return self.facts.players[0]
        number = _integer(value)
        if number not in self.facts.players:
            allowed = ", ".join(map(str, self.facts.players))
            raise BadOption(f"option 'players' cannot be {value!r} in {self.facts.title}; allowed: {allowed}")
        return number

    def box(self, options: dict[str, Any], debug: bool = False) -> Any:
        """What is in the box for a match with these options. It never changes, so matches with the same options share
        it; those asked for last are kept."""
        key = (json.dumps(options, sort_keys=True), debug)
        if key not in self._boxes:
            self._boxes[key] = self.module("content").build(self.content, options, self.Box.new(debug))
            for oldest in list(self._boxes)[:-BOXES_KEPT]:
                self._boxes.pop(oldest, None)
        return self._boxes[key]

    # matches

    def match(
        self,
        *,
        seed: int | str | None = None,
        chance: str = "seed",
        seats: list[str] | str | None = None,
        debug: bool = False,
        **options: Any,
    ) -> "Match":
        """A new match. The seed decides chance; with chance="ask" the caller plays the outcomes as actions."""
        from hexagora.engine.match import Match

        if isinstance(seats, str):  # names of seats come as a list; a game may have an option of this name
            options["seats"], seats = seats, None
        return Match(self, self.options(options), seed=seed, chance=chance, seats=seats, debug=debug)

    def from_position(self, position: dict[str, Any], *, seed: int | str | None = None, chance: str = "seed",
                      debug: bool = False) -> "Match":
        """A match that goes on from a position document."""
        from hexagora.engine.match import Match

        if not isinstance(position, dict):
            raise BadPosition(f"a position is a JSON object, not {type(position).__name__}")
        expand = hooks.EXPAND.of(self)
        if expand is not None:
            position = expand(position)
        given = position.get("options", {})
        if not isinstance(given, dict):
            raise BadPosition(f"options = {given!r}: must be an object of option names and values")
        return Match(self, self.options(given), seed=seed, chance=chance, debug=debug, start=position)

    # compiled play

    def compiled(self, progress: "Progress | None" = None) -> "Compiled":
        """The `cpu` back end; compiles on the first call of this version on this machine, else loads."""
        from hexagora.engine.compiled import Compiled

        if "_compiled" not in self.__dict__:
            self.__dict__["_compiled"] = Compiled(self, progress)
        kept: Compiled = self.__dict__["_compiled"]
        return kept

    def batch(self, count: int, *, seed: int = 1, **options: Any) -> "Batch":
        """Many matches at once on the compiled back end, NumPy in and out."""
        _need_numba("batches")
        from hexagora.engine.batch import Batch

        return Batch(self, self.options(options), count, seed)

    @overload
    def vector(self, count: int, *, seed: int = 1, threads: int = 1, seats: Any = None, keep_ends: bool = False,
               device: Literal["cpu"] = "cpu", **options: Any) -> "Vector": ...

    @overload
    def vector(self, count: int, *, seed: int = 1, threads: int = 1, seats: Any = None, keep_ends: bool = False,
               device: Literal["cuda"], **options: Any) -> "GpuVector": ...

    def vector(self, count: int, *, seed: int = 1, threads: int = 1, seats: Any = None, keep_ends: bool = False,
               device: str = "cpu", **options: Any) -> "Vector | GpuVector":
        """Many matches that restart by themselves, with observations and masks, for learning programs: on the cores of
        this machine, or with device="cuda" on its GPU, where all arrays stay."""
        if device not in ("cpu", "cuda"):
            raise BadOption(f"device {device!r}: a vector lives on 'cpu' or 'cuda'")
        if device == "cuda":
            if threads != 1:
                raise BadOption("threads are for device='cpu'; a GPU takes a thread for each match")
            from hexagora.engine.gpu_vector import GpuVector

            return GpuVector(self, self.options(options), count, seed=seed, seats=seats, keep_ends=keep_ends)
        _need_numba("vectors")
        from hexagora.engine.vector import Vector

        return Vector(self, self.options(options), count, seed=seed, threads=threads, seats=seats,
                      keep_ends=keep_ends)

    def observer(self, **options: Any) -> "Observer":
        """Tells single states of matches with these options as numbers."""
        from hexagora.engine.features import Observer

        return Observer(self, self.box(self.options(options)))


def _need_numba(what: str) -> None:
    from hexagora.engine.compiled import can_compile

    if not can_compile():
        raise HexagoraError(f"{what} need Numba, which is not installed: pip install hexagora[native]")
