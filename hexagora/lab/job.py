"""A run of the lab: matches in parts, on all processors, kept part by part.

The parts and their sizes follow from the setting alone; they may be played in any order by any number of processes, and
are added up in theirs. A run stops at the first part after which everything is narrow enough, so that the result is the
same wherever it is played; what was played beyond that part is not used. A run that was interrupted goes on with the
parts that are there.
"""

import json
import os
import signal
import time
import zlib
from array import array
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from hexagora.bots.spread import spread
from hexagora.engine import hooks
from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import make_folder, whole, write_whole
from hexagora.engine.game import Game
from hexagora.engine.processes import give_way
from hexagora.lab import sums
from hexagora.lab.counting import PROCESSORS, Counter, Row, facets
from hexagora.lab.intervals import share
from hexagora.lab.setting import Setting
from hexagora.lab.sums import Sums
from hexagora.lab.telling import Teller, Told
from hexagora.lab.thinking import Thinker

FIRST_PART, LARGEST_PART = 64, 4096  # matches of counted parts: small at first, so that there is something to see
THOUGHT_PART = 4  # matches of a part in which bots search;
ALONE = 8  # so many at first are parts of their own, for one may take ten seconds
TOLD_OF, TOLD_MATCHES = 16, 24  # of so many counted matches one is told, of a part so many at most
TOLD_UNTIL = 65_536  # matches after which no more are told
ROWS_UNTIL = 200_000  # matches whose rows are kept as data
ARMS = 2  # settings that a process keeps ready
NICE = 10  # people at a table come first
FORMAT = 1  # of what is kept
ABOUT, PARTS = "lab.json", "parts"


@dataclass(frozen=True)
class Part:
    index: int
    first: int
    count: int
    tell: bool = True  # whether some of its matches are gone through step by step

    @property
    def name(self) -> str:
        return f"{self.first:07d}-{self.count}{'' if self.tell else '-untold'}"


@dataclass
class Outcome:
    """What a part gave."""

    sums: Sums = field(default_factory=dict)
    uses: dict[str, list[int]] = field(default_factory=dict)  # by action number: by winners, by others, by chance
    told: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0  # of processor time
    back_end: str = ""
    rows: list[Row] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        return {"sums": self.sums, "uses": self.uses, "told": self.told, "seconds": self.seconds,
                "back_end": self.back_end}


def parts(setting: Setting, matches: int, tell: bool = True) -> Iterator[Part]:
    """How so many matches are divided."""
    index, first = 0, 0
    while first < matches:
        count = min(_size(setting, first), matches - first)
        yield Part(index, first, count, tell)
        index, first = index + 1, first + count


def _size(setting: Setting, first: int) -> int:
    """Matches of the part that begins there."""
    if setting.searches:
        return 1 if first < ALONE else THOUGHT_PART
    return min(LARGEST_PART, max(FIRST_PART, first))


# playing a part


def play_part(setting: Setting, part: Part, device: str = PROCESSORS) -> Outcome:
    """Plays the matches of a part, in this process or on its GPU."""
    started = time.process_time()
    game = setting.game_itself()
    columns = columns_of(game, setting)
    outcome, told = Outcome(), Told()
    teller = Teller(game, setting.options)
    if setting.searches:
        thinker = _thinker(setting)
        outcome.back_end = thinker.on.name
        for number in range(part.first, part.first + part.count):
            row, log = thinker.play(number)
            outcome.rows.append(row)
            if part.tell:
                teller.tell(log, told)
    else:
        counter = _counter(setting, device)
        outcome.back_end, outcome.rows = counter.desk.name, counter.play(part.first, part.count)
        outcome.uses = _used(counter)
        for number in _to_tell(part):
            teller.tell(counter.log_of(number), told)
    for k, row in enumerate(outcome.rows):
        for key, value in columns.values(row, setting.at_seats(part.first + k)):
            sums.add(outcome.sums, key, value)
    outcome.told = told.document()
    if part.first + part.count > ROWS_UNTIL:
        outcome.rows = []
    outcome.seconds = time.process_time() - started
    return outcome


def _counter(setting: Setting, device: str) -> Counter:
    counter = _kept(partial(Counter, device=device), setting, f"{Counter.__name__} {device}")
    counter.forget_uses()
    return counter


def _thinker(setting: Setting) -> Thinker:
    return _kept(Thinker, setting, Thinker.__name__)


P = TypeVar("P", Counter, Thinker)
_players: dict[str, Any] = {}


def _kept(make: Callable[[Setting], P], setting: Setting, kind: str) -> P:
    """What plays a setting, kept from part to part; of the two arms of a comparison both."""
    key = f"{kind} {json.dumps(setting.document(), sort_keys=True)}"
    if key not in _players:
        while len(_players) >= ARMS:
            del _players[next(iter(_players))]
        _players[key] = make(setting)
    player: P = _players[key]
    return player


def columns_of(game: Game, setting: Setting) -> sums.Columns:
    named = [(f.name, f.sides) for f in facets(game, setting.options)]
    return sums.Columns(setting.players, named, hooks.ENDINGS.of(game) or ())


def _to_tell(part: Part) -> range:
    if part.first >= TOLD_UNTIL or not part.tell:
        return range(0)
    return range(part.first, part.first + min(TOLD_MATCHES, -(-part.count // TOLD_OF)))


def _used(counter: Counter) -> dict[str, list[int]]:
    flat, actions = counter.uses(), counter.game.actions
    return {str(a): [flat[row * actions + a] for row in range(3)] for a in range(actions)
            if any(flat[row * actions + a] for row in range(3))}


# the whole run


class Watcher(Protocol):
    """Told after every part that was added; says whether to go on."""

    def __call__(self, run: "Run") -> bool | None: ...


@dataclass
class Run:
    """What was asked for, and all that is known so far."""

    setting: Setting
    matches: int
    until: float | None = None  # half the width of all intervals of shares at which to stop
    played: int = 0
    parts: int = 0
    seconds: float = 0.0
    back_end: str = ""
    sums: Sums = field(default_factory=dict)
    uses: dict[str, list[int]] = field(default_factory=dict)
    told: Told = field(default_factory=Told)

    def add(self, part: Part, outcome: Outcome) -> None:
        self.played += part.count
        self.parts += 1
        self.seconds += outcome.seconds
        self.back_end = outcome.back_end
        sums.merge(self.sums, outcome.sums)
        for a, counts in outcome.uses.items():
            here = self.uses.setdefault(a, [0, 0, 0])
            self.uses[a] = [x + y for x, y in zip(here, counts, strict=True)]
        if outcome.told:
            self.told.add(outcome.told)

    @property
    def width(self) -> float:
        """Half of the widest interval of a seat's share."""
        found = [share(n, total / sums.SHARE).half for key, (n, total, _) in self.sums.items()
                 if key.startswith(f"{sums.SEAT}/")]
        return max(found, default=1.0)

    @property
    def done(self) -> bool:
        return self.played >= self.matches or (self.until is not None and self.width <= self.until)


def play(setting: Setting, matches: int, until: float | None = None, folder: Path | None = None, workers: int = 1,
         watch: Watcher = lambda run: True, ray: str | None = None, tell: bool = True,
         device: str = PROCESSORS) -> Run:
    """Plays until there are so many matches or the seats' shares are known to `until` (as 0.02: two points), or `watch`
    says False. With a folder all parts are kept there, and those that are there already are not played again. `ray` is
    the address of a Ray cluster that plays in the place of processes here; the device `cuda` is the GPU of this
    machine, which needs only one process. Without `tell` nothing is known about
    actions and places, and it is faster."""
    run = Run(setting, matches, until)
    store = Store(folder, setting) if folder else None
    todo = outcomes(setting, list(parts(setting, matches, tell)), store, workers, ray, device)
    try:
        for part, outcome in todo:
            run.add(part, outcome)
            if watch(run) is False or run.done:
                break
    finally:
        todo.close()
    return run


def outcomes(setting: Setting, todo: list[Part], store: "Store | None" = None, workers: int = 1,
             ray: str | None = None, device: str = PROCESSORS) -> Generator[tuple[Part, Outcome], None, None]:
    """The parts in their order, each kept as soon as it is there. Closing the iterator ends the work."""
    missing = [part for part in todo if not (store and store.has(part))]
    if (workers > 1 and device == PROCESSORS) or ray is not None:
        coming: Iterator[tuple[Part, Outcome]] = spread(partial(_played, setting), missing, _begin, workers, ray)
    else:
        coming = ((part, play_part(setting, part, device)) for part in missing)
    ready: dict[int, Outcome] = {}
    for part in todo:
        if store and store.has(part) and part.index not in ready:
            yield part, store.load(part)
            continue
        while part.index not in ready:
            other, outcome = next(coming)
            ready[other.index] = outcome
            if store:
                store.save(other, outcome)
        yield part, ready.pop(part.index)


def _played(setting: Setting, part: Part) -> tuple[Part, Outcome]:
    return part, play_part(setting, part)


def _begin() -> None:
    """A worker gives way to people, and lets the main process answer to an interruption."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way(NICE)


# what is kept


class Store:
    """A folder with the parts of one setting, each written whole or not at all."""

    def __init__(self, folder: Path, setting: Setting):
        self.folder = folder
        about = {"format": FORMAT, "setting": setting.document()}
        path = folder / ABOUT
        if path.exists():
            _refuse_another(path, about)
        else:
            make_folder(folder / PARTS)
            write_whole(path, json.dumps(about, indent=1))

    def has(self, part: Part) -> bool:
        return (self.folder / PARTS / f"{part.name}.json").exists()

    def load(self, part: Part) -> Outcome:
        try:
            kept = json.loads((self.folder / PARTS / f"{part.name}.json").read_text("utf8"))
            return Outcome(**kept, rows=self.rows(part))
        except (ValueError, TypeError, OSError) as e:
            raise HexagoraError(f"{self.folder / PARTS / part.name}.json cannot be read: {e}; remove it, and the part "
                                "is played again") from e

    def save(self, part: Part, outcome: Outcome) -> None:
        place = self.folder / PARTS
        if outcome.rows:
            packed = zlib.compress(array("q", [v for row in outcome.rows for v in row]).tobytes(), 1)
            with whole(place / f"{part.name}.rows") as temporary:
                temporary.write_bytes(packed)
        write_whole(place / f"{part.name}.json", json.dumps(outcome.document()))

    def rows(self, part: Part) -> list[Row]:
        """The rows of a part, one for each match; none where they are not kept."""
        try:
            packed = (self.folder / PARTS / f"{part.name}.rows").read_bytes()
        except FileNotFoundError:
            return []
        flat = array("q", zlib.decompress(packed)).tolist()
        columns = len(flat) // part.count
        return [flat[k : k + columns] for k in range(0, len(flat), columns)]


def _refuse_another(path: Path, about: dict[str, Any]) -> None:
    """Results of another setting must not be mixed in."""
    try:
        before = json.loads(path.read_text("utf8"))
        settings = before["setting"], about["setting"]
        different = [k for k in settings[1] if settings[0].get(k) != settings[1][k]]
    except (ValueError, KeyError, TypeError):
        raise HexagoraError(f"{path} is no setting of the lab; choose another folder") from None
    if before.get("format") != FORMAT:
        raise HexagoraError(f"{path} was written by another version; choose another folder")
    if different:
        k = different[0]
        raise HexagoraError(f"{path} holds results of another setting ({k} = {settings[0].get(k)!r}, now "
                            f"{settings[1][k]!r}); choose another folder or remove it")


def setting_of(folder: Path) -> Setting:
    """What an earlier run was asked."""
    try:
        kept = json.loads((folder / ABOUT).read_text("utf8"))["setting"]
        kept.pop("content_digest")
        return Setting(**{**kept, "bots": tuple(kept["bots"])})
    except (OSError, ValueError, KeyError, TypeError):
        raise HexagoraError(f"{folder} holds no run of the lab; a folder that --out named does") from None


def workers_here() -> int:
    """As many as there are processors for this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

