"""The arena: bots play each other, seats rotated, and are rated.

    run("hex", ["beginner", "casual", "club"], games=50, folder="arena/hex", options={"size": 7})

A contender is a level (`club`, or `master:1` with at most that many seconds a turn), `classic` or `classic:1` (Master
without a network; also `classic-club`), `baseline` or `baseline:0.3` (plain UCT with that many seconds a turn),
`network` (the network without a search), `random`, or `engine:COMMAND` (a program that speaks the protocol of
`docs/engines.md`). Behind a level `+NAME=NUMBER` sets a number of its search (`search.Tuning`), `+network=FOLDER`
names the folder of another network, as in `master:0.1+mix=500+network=runs/hex`, and `+book=no` leaves the opening book
closed. Results are written after each match,
whole or not at all; the same call goes on where the last one ended.
"""

import importlib
import itertools
import json
import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from hexagora.bots import Request, levels, networks
from hexagora.bots.networks import Judge
from hexagora.bots.player import Turn, Way, emergency, forget, search_for
from hexagora.bots.search import Tuning, tuning
from hexagora.bots.spread import spread
from hexagora.bots.view import view_of
from hexagora.engine.compiled import can_compile
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.engine.files import make_folder, whole, write_whole
from hexagora.engine.match import Match
from hexagora.registry import game as find_game

LONGEST = 20_000  # decisions after which a match is given up as a draw
BASELINE_SECONDS = 1.0
ENGINE_SECONDS = 1.0
MOST_SECONDS = 1e6
LEAST_LOOKS = 8  # of a level that was scaled down
RESULTS, REPORT, TABLE = "arena.json", "arena.html", "arena.parquet"
log = logging.getLogger(__name__)
Progress = Callable[["Arena"], None]


# who plays


class Contender:
    """Somebody who decides for seats of one match."""

    def start(self, match: Match, seat: int, seed: int) -> None:
        """A new match begins."""

    def decide(self, match: Match, seat: int) -> int:
        raise NotImplementedError

    def close(self) -> None:
        """Nothing more will be asked."""


@dataclass(frozen=True)
class Variant:
    """What is set behind the name of a level: whether it plays without networks, where its network lies if not with the
    game, numbers of its search, whether it may use the opening book."""

    classic: bool = False
    folder: Path | None = None
    settings: tuple[tuple[str, int], ...] = ()
    book: bool = True

    def way(self, match: Match) -> Way | None:
        """How it searches in a match; None: as the game says."""
        if replace(self, book=True) == Variant():
            return None
        judged = None
        if self.folder is not None:
            judged = networks.read(match.game, match.players, self.folder)
        elif not self.classic:
            judged = networks.judgement(match.game, match.options)
        return Way(replace(tuning(match.game, judged), **dict(self.settings)), judged)


def variant(parts: list[str], classic: bool) -> Variant:
    """The variant that the parts behind a level's name describe."""
    known, folder, chosen, book = {f.name for f in fields(Tuning)}, None, [], True
    for part in parts:
        name, _, value = part.partition("=")
        if name == "network" and value and not classic:
            folder = Path(value)
        elif part == "book=no":
            book = False
        elif name in known and value.isdigit():
            chosen.append((name, int(value)))
        else:
            raise HexagoraError(f"+{part}: behind a level come {', '.join(sorted(known))} with a number, as in "
                                "+mix=500, or +network=FOLDER, or +book=no")
    return Variant(classic, folder, tuple(chosen), book)


class AtLevel(Contender):
    """A bot of a level, with so many seconds a turn if they are fewer than its own; `scale` shrinks its time and its
    looks alike."""

    def __init__(self, name: str, scale: float, seconds: float | None = None, variant: Variant | None = None):
        self.name, self.scale, self.seconds = levels.level(name).id, scale, seconds
        self.variant = variant or Variant()

    def start(self, match: Match, seat: int, seed: int) -> None:
        forget()
        full = levels.level_in(match.game, self.name, match.players)
        looks = max(LEAST_LOOKS, int(full.looks * self.scale))
        seconds = min(full.seconds, self.seconds or full.seconds)
        self.level = replace(full, seconds=seconds * self.scale, looks=looks, book=full.book and self.variant.book)
        self.seed, self.way = seed, self.variant.way(match)

    def decide(self, match: Match, seat: int) -> int:
        try:
            return self.searched(match, seat)
        except Exception:
            log.exception("%s failed in %s", self.level.title, match.game.id)
            return emergency(view_of(match, seat), self.seed).action

    def searched(self, match: Match, seat: int) -> int:
        """The action that the search finds."""
        view = view_of(match, seat)
        self.seed += 1
        request = Request(view.name, view.options, view.state, seat, self.level.id, self.seed, self.level.seconds)
        return search_for(view, self.level, request, f"{self.level.id}-{seat}-{self.variant}", self.way).action


class Unaided(Contender):
    """The network without a search: looks at what each choice leads to and takes the best."""

    def start(self, match: Match, seat: int, seed: int) -> None:
        judged = networks.judgement(match.game, match.options)
        if judged is None:
            raise HexagoraError(f"{match.game.id} has no network for these options")
        self.judge, self.rng = Judge(match.game, match.options, judged), [seed % 0xFFFFFFFF or 1]

    def decide(self, match: Match, seat: int) -> int:
        return self.judge.best(view_of(match, seat), self.rng)


class AtRandom(Contender):
    def start(self, match: Match, seat: int, seed: int) -> None:
        self.rng = random.Random(f"{seed}-{seat}")

    def decide(self, match: Match, seat: int) -> int:
        return self.rng.choice(match.actions())


class PlainUct(Contender):
    """The baseline, with so many seconds for a turn."""

    def __init__(self, seconds: float):
        self.seconds = seconds

    def start(self, match: Match, seat: int, seed: int) -> None:
        from hexagora.bots.baseline import Baseline

        self.search, self.turn = Baseline(match.game.id, match.options, seed), Turn()

    def decide(self, match: Match, seat: int) -> int:
        view = view_of(match, seat)
        self.turn.go_on(view)
        started = time.perf_counter()
        action = match.actions()[0]
        if len(match.actions()) > 1:
            action = self.search.choose(view, self.turn.seconds(view, self.seconds))
        self.turn.note(view, action, time.perf_counter() - started)
        return action


class Outside(Contender):
    """An engine in a process of its own; one process for each seat."""

    def __init__(self, command: str, seconds: float):
        self.command, self.seconds = command, seconds
        self.bots: dict[int, Any] = {}

    def start(self, match: Match, seat: int, seed: int) -> None:
        from hexagora.bots.external import External

        if seat not in self.bots:
            self.bots[seat] = External(self.command)
        self.bots[seat].start(match.game.id, match.options, seat)

    def decide(self, match: Match, seat: int) -> int:
        return int(self.bots[seat].choose(match, seat, self.seconds))

    def close(self) -> None:
        for bot in self.bots.values():
            bot.close()


def contender(name: str, scale: float = 1.0) -> Contender:
    """The contender that a name stands for."""
    kind, _, rest = name.partition(":")
    if kind == "random":
        return AtRandom()
    if kind == "network":
        return Unaided()
    if kind == "baseline":
        return PlainUct((_seconds(name) or BASELINE_SECONDS) * scale)
    if kind == "engine" and rest:
        return Outside(rest, ENGINE_SECONDS * scale)
    plain, *parts = name.split("+")
    kind = plain.partition(":")[0]
    classic = kind.split("-")[0] == "classic"
    level = kind.partition("-")[2] or levels.MASTER.id if classic else kind
    try:
        return AtLevel(level, scale, _seconds(plain), variant(parts, classic))
    except UnknownName:
        known = [*(x["id"] for x in levels.LEVELS), "LEVEL:SECONDS", "LEVEL+NAME=NUMBER", "classic", "classic-LEVEL",
                 "network", "baseline", "baseline:SECONDS", "random", "engine:COMMAND"]
        raise UnknownName("contender", name, known) from None


def _seconds(name: str) -> float | None:
    """The number of seconds behind the colon, None without a colon."""
    _, colon, text = name.partition(":")
    try:
        seconds = float(text) if colon else None
    except ValueError:
        seconds = 0.0
    if seconds is not None and not 0 < seconds < MOST_SECONDS:
        raise HexagoraError(f"{name}: after the colon comes a number of seconds above 0, as in baseline:0.5")
    return seconds


# what is played


@dataclass(frozen=True)
class Pairing:
    """One match to play: the contenders by seat."""

    number: int
    seats: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Played:
    """One match played: each seat's share of the win, its decisions, and the seconds that each seat thought."""

    number: int
    seats: list[str]
    shares: list[float]
    decisions: int
    seconds: list[float]
    gave_up: bool = False


def pairings(names: list[str], players: int, games: int, seed: int, ladder: bool, halves: bool = False
             ) -> Iterator[Pairing]:
    """`games` matches for each pair (with `ladder` only for neighbours in the list). One of the pair takes one seat and
    the other all others, every seat in turn, both ways round; with `halves` the one takes the first half of the seats
    and the other the second."""
    pairs = list(itertools.pairwise(names)) if ladder else list(itertools.combinations(names, 2))
    number = 0
    for k in range(games):
        for a, b in pairs:
            yield Pairing(number, _half_seats(a, b, players, k) if halves else _seats(a, b, players, k),
                          seed * 1_000_003 + number)
            number += 1


def _seats(a: str, b: str, players: int, k: int) -> tuple[str, ...]:
    one, others = (a, b) if (k // players) % 2 == 0 or players == 2 else (b, a)
    return tuple(one if seat == k % players else others for seat in range(players))


def _half_seats(a: str, b: str, players: int, k: int) -> tuple[str, ...]:
    first, second = (a, b) if k % 2 == 0 else (b, a)
    return (first,) * (players // 2) + (second,) * (players - players // 2)


def play(game: str, options: dict[str, Any], pairing: Pairing, scale: float) -> Played:
    """Plays one match."""
    match = find_game(game).match(seed=str(pairing.seed), **options)
    at_table = {name: contender(name, scale) for name in set(pairing.seats)}
    try:
        thought = play_out(match, [at_table[name] for name in pairing.seats], pairing.seed)
    finally:
        for one in at_table.values():
            one.close()
    shares = match.result or [1 / match.players] * match.players
    return Played(pairing.number, list(pairing.seats), shares, len(match.log), thought, not match.over)


def play_out(match: Match, at_seats: Sequence[Contender], seed: int) -> list[float]:
    """Plays a match to its end, or until it is given up; returns the seconds that each seat thought."""
    seconds = [0.0] * match.players
    for seat, one in enumerate(at_seats, 1):
        one.start(match, seat, seed)
    while not match.over and len(match.log) < LONGEST:
        seat = match.actor + 1
        started = time.perf_counter()
        action = at_seats[seat - 1].decide(match, seat)
        seconds[seat - 1] += time.perf_counter() - started
        match.play(action)
    return [round(s, 3) for s in seconds]


def prepare(game: str, names: list[str]) -> None:
    """Compiles or loads the searches that the contenders need, so that no match is played without them. Where nothing
    can be compiled the WebAssembly serves."""
    from hexagora.bots import baseline, search

    if any(not n.startswith(("random", "network", "baseline", "engine:")) for n in names):
        search.compiled(find_game(game)) if can_compile() else search.backend(game, wait=True)
    if any(n.startswith("baseline") for n in names):
        baseline.compiled(game)


# the arena


@dataclass
class Arena:
    """All that was asked for and all that was played."""

    game: str
    options: dict[str, Any]
    contenders: list[str]
    games: int
    seed: int
    scale: float
    ladder: bool
    halves: bool = False
    played: list[Played] = field(default_factory=list)

    @property
    def players(self) -> int:
        return int(self.options["players"])

    def todo(self) -> list[Pairing]:
        done = {p.number for p in self.played}
        planned = pairings(self.contenders, self.players, self.games, self.seed, self.ladder, self.halves)
        return [p for p in planned if p.number not in done]

    def setting(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name not in ("played", "games")}

    def document(self) -> dict[str, Any]:
        from hexagora.bots.ratings import duels, rate

        return {**self.setting(), "games": self.games, "ratings": [asdict(r) for r in rate(self)],
                "duels": [asdict(d) for d in duels(self)], "played": [asdict(p) for p in self.played]}

    def save(self, folder: Path) -> None:
        make_folder(folder)
        write_whole(folder / RESULTS, json.dumps(self.document(), indent=1))

    @classmethod
    def load(cls, folder: Path) -> "Arena":
        """What lies in a folder of results."""
        kept = json.loads((folder / RESULTS).read_text("utf8"))
        known = {f.name: kept[f.name] for f in fields(cls) if f.name in kept}
        return cls(**{**known, "played": [Played(**p) for p in kept["played"]]})

    def resume(self, folder: Path) -> None:
        """Takes over what an earlier run with the same setting played."""
        path = folder / RESULTS
        if not path.exists():
            return
        earlier = Arena.load(folder)
        before, now = earlier.setting(), json.loads(json.dumps(self.setting()))
        different = [k for k in now if before[k] != now[k]]
        if different:
            k = different[0]
            raise HexagoraError(f"{path} holds results of another setting ({k} = {before[k]!r}, now {now[k]!r}); "
                                "choose another folder or remove it")
        self.played = earlier.played


def run(
    game: str,
    contenders: list[str],
    games: int = 20,
    folder: str | Path | None = None,
    options: dict[str, Any] | None = None,
    seed: int = 1,
    scale: float = 1.0,
    jobs: int = 1,
    ladder: bool = False,
    progress: Progress = lambda arena: None,
    parquet: bool = False,
    halves: bool = False,
    ray: str | None = None,
) -> Arena:
    """Plays `games` matches for each pair of contenders and rates them; `halves` is for games of two teams. Matches are
    played `jobs` at a time, or on the Ray cluster with this address ("local": one of this machine). With a
    folder the results are kept there (`arena.json` and `arena.html`; with `parquet` also `arena.parquet`), and a run
    that was interrupted goes on where it stopped."""
    for name in contenders:
        contender(name).close()
    if len(set(contenders)) < 2:
        raise HexagoraError("an arena needs at least two different contenders")
    for k, name in enumerate(contenders):
        if name in contenders[:k]:
            raise HexagoraError(f"the contender {name} is named twice")
    if parquet:
        _needs_for_parquet(folder)
    arena = Arena(game, find_game(game).options(options), contenders, games, seed, scale, ladder, halves)
    where = Path(folder) if folder else None
    if where:
        arena.resume(where)
    try:
        for played in _results(arena, jobs, ray):
            arena.played.append(played)
            if where:
                arena.save(where)
            progress(arena)
    finally:
        if where and arena.played:
            from hexagora.bots.report import page

            arena.save(where)
            write_whole(where / REPORT, page(arena))
            if parquet:
                write_table(arena, where / TABLE)
    return arena


def _needs_for_parquet(folder: str | Path | None) -> None:
    """Says before the first match what is missing, not after the last."""
    if folder is None:
        raise HexagoraError("a parquet file is written into the folder of the results: choose one with --folder")
    try:
        importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise HexagoraError("a parquet file needs pyarrow, which is not installed: pip install 'hexagora[parquet]'") \
            from None


def write_table(arena: Arena, path: Path) -> None:
    """One row for each seat of each match, for tools that read tables; written whole or not at all."""
    import pyarrow
    from pyarrow import parquet

    rows = [{"game": arena.game, "match": p.number, "seat": seat, "contender": name, "share": p.shares[seat - 1],
             "seconds": p.seconds[seat - 1], "decisions": p.decisions, "gave_up": p.gave_up}
            for p in arena.played for seat, name in enumerate(p.seats, 1)]
    about = {"hexagora": json.dumps({**arena.setting(), "games": arena.games})}
    with whole(path) as temporary:
        parquet.write_table(pyarrow.Table.from_pylist(rows).replace_schema_metadata(about), temporary)


def _results(arena: Arena, jobs: int, ray: str | None) -> Iterator[Played]:
    """The matches as they end, in this process, in several, or on a cluster."""
    work = partial(_play_pairing, arena.game, dict(arena.options), arena.scale)
    yield from spread(work, arena.todo(), partial(prepare, arena.game, arena.contenders), jobs, ray)


def _play_pairing(game: str, options: dict[str, Any], scale: float, pairing: Pairing) -> Played:
    return play(game, options, pairing, scale)
