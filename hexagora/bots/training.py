"""Trains the network of a game by play against itself: `hexagora train GAME`.

A round plays some decisions in all matches (`selfplay`), works out what became of every position (temporal differences
with traces: partly what the next choice promised, partly what came later, at the end the result), and fits the network
to the last rounds (`fitting`). From time to time it is measured against fixed opponents and a checkpoint is written,
from which the same command goes on. Everything that decides a run is in one configuration file.
"""

import json
import time
import tomllib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexagora.bots import networks
from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import make_folder, whole, write_whole

if TYPE_CHECKING:
    from hexagora.bots.fitting import Library
    from hexagora.bots.lessons import Told
    from hexagora.bots.selfplayers import Part, Plan
    from hexagora.engine.game import Game

CONFIGURATION = "training.toml"  # in a game's folder, and as it was used in the folder of a run
CHECKPOINT, PROGRESS, PAGE = "checkpoint.npz", "progress.json", "progress.html"
OPPONENTS = ("rules of thumb", "at random", "itself before")  # against whom a network is measured
CALIBRATION_BINS = 10
HOPPER = (9, 0)


@dataclass(frozen=True)
class Configuration:
    """Everything that decides a run; see docs/training.md."""

    game: str
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()  # options that must be the same wherever the network serves
    without: tuple[str, ...] = ()  # features that are left out
    bins: int = networks.BINS  # parts into which the values of one feature are told apart
    thumb: int = 0  # the same of the chances that the rules of thumb give; 0: the network is not told them
    taught: int = 0  # rounds at the beginning that are played by the rules of thumb
    lessons: int = 0  # matches of the search by which the network is fitted at once, instead of self-play
    looks: int = 60  # of these searches at a decision
    branches: int = 0  # positions that other play leads to, for each of these matches
    deep: int = 0  # looks by which these positions are judged; 0: as where a turn begins in the matches
    part: float = 1.0  # of the settled positions of a match, so that more matches can be had for the same time
    stages: tuple[tuple[str, int], ...] = ()  # traits and values that part a match, see `regression`
    kinds: tuple[str, ...] = ()  # traits that name kinds of things
    outcome: float = 0.8  # of what lessons teach, the part that came of the match; the rest is what the search promised
    fading: float = 0.05  # how fast weights fade that are seldom needed
    hidden: int = 32
    second: int = 16
    seed: int = 1
    rounds: int = 100
    limit: float = 0.0  # seconds after which the run is over before its last round; 0: none
    matches: int = 256  # side by side
    steps: int = 16  # decisions of each in a round
    window: int = 4  # rounds that are fitted together
    batch: int = 1024  # positions of one step of fitting
    passes: float = 1.0  # how often each position of the window is fitted in a round
    rate: float = 0.003
    last_rate: float = 0.0003
    trace: float = 0.7  # how much of what comes later counts
    slips: int = 20
    opening: int = 4
    noise: int = 60
    tried: int = 64
    draws: int = 4
    longest: int = 1000
    past: int = 6  # older networks that are kept as opponents
    past_every: int = 10  # rounds between two of them
    measure_every: int = 10
    measure_matches: int = 128
    measure_steps: int = 0  # decisions of each measured match; 0: as many as `longest`
    switches: int = 256  # rows of weights that one position may switch on
    search: dict[str, int] = field(default_factory=dict)  # how a search uses the network; see `search.Tuning`


def configuration(text: str, where: str) -> Configuration:
    """A configuration from its file."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise HexagoraError(f"{where}: {e}") from None
    known = {f.name: f for f in fields(Configuration)}
    for name, value in given.items():
        if name not in known:
            raise HexagoraError(f"{where}: there is nothing called '{name}' to set; there are: {', '.join(known)}")
        like = {"needs": list, "without": list, "options": dict, "search": dict, "game": str,
                "stages": list, "kinds": list}.get(name, (int, float))
        if not isinstance(value, like) or isinstance(value, bool):
            raise HexagoraError(f"{where}: {name} = {value!r} is not what is expected there")
    if "game" not in given:
        raise HexagoraError(f"{where}: the line game = … is missing")
    for name in ("needs", "without", "kinds"):
        given[name] = tuple(given.get(name, ()))
    given["stages"] = tuple((str(trait), int(value)) for trait, value in given.get("stages", ()))
    return Configuration(**given)


def problems(game: "Game") -> Iterator[str]:
    """What is wrong with the configuration that lies in a game's folder."""
    path = game.folder / CONFIGURATION
    if not path.is_file() or game.base:
        return
    try:
        wanted = configuration(path.read_text("utf8"), path.name)
        game.options({**wanted.options, "players": wanted.players})
    except (HexagoraError, ValueError, TypeError) as e:
        yield f"{path.name} cannot be used: {e}"
    else:
        if wanted.game != game.id:
            yield f"{path.name} is for {wanted.game}, not for {game.id}"


@dataclass
class Progress:
    """How a run went: one entry for each measurement."""

    measured: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    decisions: int = 0
    device: str = ""


Tell = Callable[[dict[str, Any]], None]


class Training:
    """A run in a folder: made anew, or going on from its checkpoint."""

    def __init__(self, game: "Game", wanted: Configuration, folder: Path, device: str = "auto",
                 kernel: bytes | None = None, threads: int = 0):
        if find_spec("numpy") is None:
            raise HexagoraError("training needs NumPy and Numba: pip install hexagora[native]")
        from hexagora.bots.fitting import Fit

        self.game, self.wanted, self.folder = game, wanted, folder
        self.options = game.options({**wanted.options, "players": wanted.players})
        self.shape = networks.shape_of(game, self.options, wanted.without, wanted.bins, wanted.thumb)
        self.library, self.gpu = _library(device)
        self._kernel, self._threads = kernel, threads
        self.fit = Fit.new(self.library, self.shape, wanted.players, wanted.hidden, wanted.second, wanted.seed)
        self.past: list[bytes] = []
        self.round = 0
        self.progress = Progress(device=device_name(self.gpu))
        self._window: deque[tuple[Any, Any, Any]] = deque(maxlen=wanted.window)
        make_folder(folder)
        self._resume()

    @property
    def over(self) -> bool:
        """Whether the run has come to its end."""
        w = self.wanted
        return self.round >= w.rounds or 0 < w.limit <= self.progress.seconds

    # going on

    def _resume(self) -> None:
        import numpy as np

        path, kept = self.folder / CONFIGURATION, self.folder / CHECKPOINT
        text = json.dumps(asdict(self.wanted), sort_keys=True)
        if kept.exists():
            before = json.loads((self.folder / PROGRESS).read_text("utf8"))
            if before["configuration"] != json.loads(text):
                raise HexagoraError(f"{self.folder} holds a run with another configuration; choose another folder")
            with np.load(kept) as arrays:
                self.fit.restore(arrays)
                self.round = int(arrays["round"])
                self.past = [bytes(arrays[f"past.{k}"]) for k in range(int(arrays["pasts"]))]
            self.progress = Progress(**before["progress"])
        else:
            path.write_text(_toml(self.wanted), "utf8")

    def checkpoint(self) -> None:
        """Writes everything that it takes to go on. Matches begin anew then."""
        import numpy as np

        arrays = {**self.fit.kept(), "round": np.array(self.round), "pasts": np.array(len(self.past))}
        for k, record in enumerate(self.past):
            arrays[f"past.{k}"] = np.frombuffer(record, np.uint8)
        with whole(self.folder / CHECKPOINT) as temporary, open(temporary, "wb") as file:
            np.savez_compressed(file, **arrays)
        document = {"configuration": json.loads(json.dumps(asdict(self.wanted))), "progress": asdict(self.progress)}
        write_whole(self.folder / PROGRESS, json.dumps(document, indent=1))
        from hexagora.bots.training_page import page

        write_whole(self.folder / PAGE, page(self.game.facts.title, document))

    # playing

    def _player(self, count: int, steps: int, networks_at_table: int, seed: int) -> Any:
        from hexagora.bots.selfplayers import Matches, OnGpu, OnProcessors
        from hexagora.bots.selfplayers import kernel as make_kernel

        widest = min(self.shape.found.size, self.wanted.switches)
        matches = Matches(self.game, self.options, count, steps, self.shape.found.size, widest, networks_at_table, seed)
        if not self.gpu:
            return OnProcessors(matches, self._threads)
        if self._kernel is None:
            self._kernel = make_kernel(self.game, HOPPER)
        return OnGpu(matches, self._kernel)

    def run(self, tell: Tell = lambda now: None, seconds: float | None = None) -> None:
        """Trains to the last round, or for so many seconds; a checkpoint is written in any case."""
        from hexagora.bots.selfplayers import Plan

        w = self.wanted
        started, before = time.perf_counter(), self.progress.seconds
        player = self._player(w.matches, w.steps, 1 + w.past, w.seed + 7 * self.round)
        judge = self._player(w.measure_matches, w.measure_steps or w.longest, 2, w.seed + 13)
        general = Plan(w.slips, w.opening, w.noise, w.tried, w.draws, 1, w.longest,
                       int(networks.told_traits(self.game)))
        losses: list[float] = []
        try:
            while not self.over and (seconds is None or time.perf_counter() - started < seconds):
                record = self.fit.record()
                taught = int(self.round < w.taught)
                part = player.play([record, *self.past], replace(general, past=max(1, len(self.past)), taught=taught))
                self._window.append(self._lessons(part))
                self.progress.decisions += w.matches * w.steps
                losses += self._fit()
                self.round += 1
                self.progress.seconds = before + time.perf_counter() - started
                tell({"round": self.round, "rounds": w.rounds, "loss": losses[-1]})
                if self.round % w.past_every == 0:
                    self._remember(self.fit.record())
                if self.round % w.measure_every == 0 or self.over:
                    tell(self._measured(judge, general, sum(losses) / len(losses)))
                    losses = []
                    self.checkpoint()
        finally:
            self.checkpoint()

    def _remember(self, record: bytes) -> None:
        """Keeps a network as an opponent; of too many the second oldest goes, so that old and new ones stay."""
        self.past.append(record)
        if len(self.past) > self.wanted.past:
            del self.past[1 + self.round // self.wanted.past_every % max(1, self.wanted.past - 2)]

    # learning

    def _lessons(self, part: "Part") -> tuple[Any, Any, Any]:
        """The positions of a part with what became of them."""
        from hexagora.bots.guide import SURE

        promised = part.promised / SURE
        last = part.counts.shape[1] - 1
        worth = [promised[:, last]]
        for step in range(last - 1, -1, -1):
            cut = ((part.slips[:, step] == 1) | (part.ends[:, step] > 0) | (part.counts[:, step + 1] == 0))[:, None]
            traced = (1 - self.wanted.trace) * promised[:, step] + self.wanted.trace * worth[-1]
            worth.append(self.library.where(cut, promised[:, step], traced))
        flat = self.library.stacked(worth[::-1]).reshape(-1, self.wanted.players)
        if int(part.counts.max()) >= self.wanted.switches:
            raise HexagoraError(f"a position switches on more than switches = {self.wanted.switches} rows of weights: "
                                "set it higher, or leave features out (`without`)")
        rows, counts = part.rows.reshape(-1, part.rows.shape[2]), part.counts.reshape(-1)
        learned, relative = counts > 0, self.library.relative(flat, part.movers.reshape(-1))
        return rows[learned], counts[learned], relative[learned]

    def _fit(self) -> list[float]:
        w = self.wanted
        rows, counts, targets = (self.library.joined(parts) for parts in zip(*self._window, strict=True))
        order = self.library.shuffled(len(rows), w.seed * 100_003 + self.round)
        share = max(self.round / max(1, w.rounds - 1), self.progress.seconds / w.limit if w.limit else 0.0)
        rate = w.last_rate + (w.rate - w.last_rate) * (1 - min(1.0, share)) ** 1.5
        wanted = max(1, int(w.passes * len(order) / max(1, len(self._window)) / w.batch))
        losses = []
        for k in range(wanted):
            chosen = order[k * w.batch : (k + 1) * w.batch]
            if len(chosen):
                losses.append(self.fit.step(rows[chosen], counts[chosen], targets[chosen].astype("float32")
                                            if self.library.name == "NumPy" else targets[chosen].float(), rate))
        return losses

    # measuring

    def _measured(self, judge: Any, plan: "Plan", loss: float) -> dict[str, Any]:
        """Strength against the fixed opponents, and how well chances are told."""
        from hexagora.bots.guide import SURE
        from hexagora.bots.selfplay import ANYTHING, RULES

        plan = replace(plan, slips=0, noise=0, past=0)
        now: dict[str, Any] = {"round": self.round, "rounds": self.wanted.rounds, "loss": loss, "shares": {},
                               "seconds": round(self.progress.seconds, 1), "decisions": self.progress.decisions}
        older = self.past[len(self.past) // 2] if self.past else self.fit.record()
        records = [self.fit.record(), older]
        for name, opponent in zip(OPPONENTS, (RULES, ANYTHING, 1), strict=True):
            judge.seat(_seats(self.wanted.measure_matches, self.wanted.players, opponent))
            part = judge.play(records, plan)
            tally = judge.tally()
            place = -ANYTHING
            share = tally[0, place] / max(1, tally[1, place]) / SURE
            now["shares"][name] = {"share": round(float(share), 4), "matches": int(tally[1, place])}
            if opponent == 1:
                now["calibration"] = _calibration(self.library, part)
        self.progress.measured.append(now)
        return now

    # the end

    def finish(self, target: Path, command: str) -> dict[str, Any]:
        """Writes the network with its card."""
        about = {
            "needs": {name: self.options[name] for name in ("players", *self.wanted.needs)},
            "search": self.wanted.search,
            "made": {"command": command, "configuration": json.loads(json.dumps(asdict(self.wanted))),
                     "device": self.progress.device, "library": self.library.name,
                     "seconds": round(self.progress.seconds, 1), "rounds": self.round,
                     "decisions": self.progress.decisions},
            "measured": self.progress.measured[-1] if self.progress.measured else {},
        }
        networks.write(self.game, self.wanted.players, self.fit.record(), about, target)
        return about


def learn(game: "Game", wanted: Configuration, target: Path, command: str, device: str, jobs: int,
          tell: Callable[[int], None]) -> dict[str, Any]:
    """Fits a network to matches of the search, and writes it with its card: by regression where the configuration names
    stages, else step by step."""
    from hexagora.bots.lessons import Plan, lessons

    started, options = time.perf_counter(), game.options({**wanted.options, "players": wanted.players})
    if not networks.told_traits(game):
        raise HexagoraError(f"lessons are told in traits, and {game.id} names none (docs/training.md)")
    library, gpu = _library(device)
    fit = _by_regression if wanted.stages else _by_steps
    plan = Plan(wanted.looks, wanted.branches, wanted.seed, wanted.deep, wanted.part)
    found = lessons(game.id, options, wanted.lessons, plan, jobs, tell)
    record, measured = fit(game, options, wanted, library, found)
    about = {
        "needs": {name: options[name] for name in ("players", *wanted.needs)},
        "search": wanted.search,
        "made": {"command": command, "configuration": json.loads(json.dumps(asdict(wanted))),
                 "device": device_name(gpu), "library": library.name,
                 "seconds": round(time.perf_counter() - started, 1),
                 "matches": wanted.lessons, "positions": sum(map(len, found))},
        "measured": measured,
    }
    networks.write(game, wanted.players, record, about, target)
    return about


def _by_regression(game: "Game", options: dict[str, Any], wanted: Configuration, library: "Library",
                   found: list[list["Told"]]) -> tuple[bytes, dict[str, Any]]:
    from hexagora.bots.regression import Regression

    fitted = Regression(game, options, wanted.stages, wanted.kinds)
    return fitted.record(fitted.fit([one for match in found for one in match])), {}


def _by_steps(game: "Game", options: dict[str, Any], wanted: Configuration, library: "Library",
              found: list[list["Told"]]) -> tuple[bytes, dict[str, Any]]:
    from hexagora.bots.apprentice import Apprentice, Course, promised_loss

    apprentice = Apprentice(game, options, wanted, library)
    learned, tested = Course.of(found).tested()
    apprentice.learn(learned)
    measured = {"loss": round(apprentice.loss(tested), 4), "loss of the search": round(promised_loss(tested), 4),
                "positions": len(tested.match)}
    return apprentice.fit.record(), measured


def _library(device: str) -> tuple["Library", bool]:
    """What fits the network, and whether a GPU plays."""
    from hexagora.bots.fitting import Numpy, Torch

    if device == "cpu" or find_spec("torch") is None:
        if device == "cuda":
            raise HexagoraError("training on a GPU needs PyTorch: pip install torch")
        return Numpy(), False
    import torch

    if torch.cuda.is_available():
        return Torch("cuda"), True
    if device == "cuda":
        raise HexagoraError("PyTorch finds no GPU here")
    return Numpy(), False


def device_name(gpu: bool) -> str:
    """What the machine that trains calls itself."""
    import os
    import platform

    if gpu:
        import torch

        return str(torch.cuda.get_device_name(0))
    return f"{platform.machine()}, {os.cpu_count()} processors"


def _seats(count: int, players: int, opponent: int) -> Any:
    """The network on one seat of each match, in turn, the opponent on all others."""
    import numpy as np

    who = np.full((count, players), opponent, np.int64)
    who[np.arange(count), np.arange(count) % players] = 0
    return who


def _calibration(library: "Library", part: "Part") -> list[list[float]]:
    """What the network promised to those who decided, in tenths, beside what they got in the end: promised, got,
    positions. Only matches that ended count."""
    import numpy as np

    from hexagora.bots.guide import SURE

    promised, ends, counts = (library.give(x) for x in (part.promised, part.ends, part.counts))
    movers = library.give(part.movers).astype(np.int64)
    results = np.full(promised.shape[:1] + promised.shape[2:], -1.0)
    said, got = [], []
    for step in range(promised.shape[1] - 1, -1, -1):
        ended = ends[:, step] > 0
        results[ended] = np.where(ends[ended, step, None] == 1, promised[ended, step], -1.0)
        known = (results[:, 0] >= 0) & (counts[:, step] > 0) & ~ended
        said.append(np.take_along_axis(promised[:, step], movers[:, step, None], 1)[known, 0] / SURE)
        got.append(np.take_along_axis(results, movers[:, step, None], 1)[known, 0] / SURE)
    every, outcome = np.concatenate(said), np.concatenate(got)
    bins = np.minimum((every * CALIBRATION_BINS).astype(int), CALIBRATION_BINS - 1)
    inside = [bins == b for b in range(CALIBRATION_BINS)]
    return [[round(float(every[i].mean()), 4), round(float(outcome[i].mean()), 4), int(i.sum())]
            for i in inside if i.any()]


def _toml(wanted: Configuration) -> str:
    """A configuration as its file."""
    def told(value: Any) -> str:
        return json.dumps(list(value) if isinstance(value, tuple) else value)

    lines, tables = [], []
    for name, value in asdict(wanted).items():
        if isinstance(value, dict):
            tables += [f"\n[{name}]", *(f"{k} = {told(v)}" for k, v in value.items())]
        else:
            lines.append(f"{name} = {told(value)}")
    return "\n".join([*lines, *tables]) + "\n"
