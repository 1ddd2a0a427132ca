"""Who plays the matches that a network learns from: this machine's processors, or a GPU; see `selfplay`."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from hexagora.bots import briefing, guide, judging, selfplay
from hexagora.bots import search as searching
from hexagora.bots.networks import Network, briefed, notes_size
from hexagora.engine import hooks, observing
from hexagora.engine.vector import seeds

if TYPE_CHECKING:
    from hexagora.engine.compiled import Compiled
    from hexagora.engine.game import Game

BLOCK = 32  # threads of a block on a GPU
OUTSIDERS = -selfplay.ANYTHING  # places of a tally before the networks


def modules(game: "Game") -> list[Any]:
    """Everything that is compiled with a game's rules for self-play."""
    own = searching.heuristics(game)
    thumb = [own, *(hooks.HELPERS.within(own) or [])] if own else []
    return [guide, observing, game.module("features"), judging, *thumb, selfplay,
            *([briefing] if briefed(game) else [])]


def overrides(game: "Game") -> list[tuple[Any, Any]]:
    own = searching.heuristics(game)
    return [(observing, game.module("features")), *([(guide, own)] if own else []), *briefed(game)]


@cache
def compiled(game: "Game") -> "Compiled":
    from hexagora.engine.compiled import Compiled

    return Compiled(game, None, modules(game), overrides(game))


@dataclass(frozen=True)
class Plan:
    """How matches are played; see `selfplay`."""

    slips: int = 0
    opening: int = 0
    noise: int = 0
    tried: int = 64
    draws: int = 4
    past: int = 0
    longest: int = 2000
    settled: int = 0
    taught: int = 0


@dataclass
class Part:
    """What was played, match by match and decision by decision: the rows of weights that were on, how many, who was to
    act, whether the match ended (1) or was given up (2), whether the choice was a slip, and what the best choice
    promised to each player in parts of SURE. Positions that are not to be learned have `selfplay.PASSED` rows."""

    rows: Any
    counts: Any
    movers: Any
    ends: Any
    slips: Any
    promised: Any


class Matches:
    """The memory of matches side by side; `steps` decisions are made in each at a time."""

    def __init__(self, game: "Game", options: dict[str, Any], count: int, steps: int, size: int, widest: int,
                 networks: int, seed: int):
        self.game, self.count, self.steps, self.players = game, count, steps, int(options["players"])
        longest = max(game.max_legal, game.max_players)
        match = game.match(chance="ask", **options)
        self.arrays: dict[str, Any] = {
            "boxes": game.Box.to_array(match.box),
            "states": game.State.to_array(match.state, 3 * count + 1),
            "nets": np.zeros(networks, Network.dtype()),
            "plan": np.zeros(selfplay.TAUGHT + 1, np.int64),
            "who": np.zeros((count, self.players), np.int64),
            "clocks": np.zeros((count, 2), np.int64),
            "lists": np.zeros((count, longest), np.int64),
            "outs": np.zeros((count, longest), np.int64),
            "table": np.zeros((count, notes_size(size)), np.int64),
            "rngs": seeds(count, seed),
            "gains": np.zeros((count, longest), np.int64),
            "kept": np.zeros((count, steps, widest), np.int16),
            "counts": np.zeros((count, steps), np.int16),
            "movers": np.zeros((count, steps), np.int8),
            "ends": np.zeros((count, steps), np.int8),
            "slips": np.zeros((count, steps), np.int8),
            "promised": np.zeros((count, steps, self.players), np.int64),
            "tally": np.zeros((count, 2, OUTSIDERS + networks), np.int64),
        }

    def plan(self, plan: Plan) -> Any:
        """The numbers of a plan."""
        return np.array([self.steps, plan.slips, plan.opening, plan.noise, plan.tried, plan.draws, plan.past,
                         plan.longest, int(self.game.facts.hidden), plan.settled, plan.taught], np.int64)


ORDER = ("who", "clocks", "lists", "outs", "table", "rngs", "gains", "kept", "counts", "movers", "ends", "slips",
         "promised", "tally")
RESULTS = ("kept", "counts", "movers", "ends", "slips", "promised")


class OnProcessors:
    """Matches on this machine's processors, compiled; every thread takes a part of them."""

    def __init__(self, matches: Matches, threads: int = 0):
        self.matches, self.arrays = matches, matches.arrays
        self.arrays["words"] = self.arrays["states"].view(np.int64).reshape(len(self.arrays["states"]), -1)
        self._play = compiled(matches.game).functions["play_many"]
        workers = min(threads or os.cpu_count() or 1, matches.count)
        self._cuts = [matches.count * k // workers for k in range(workers + 1)]
        self._pool = ThreadPoolExecutor(workers)

    def seat(self, who: Any) -> None:
        """Says who sits where from the next matches on, and lets all begin anew."""
        self.arrays["who"][:] = who
        self.arrays["clocks"][:] = 0
        self.arrays["tally"][:] = 0

    def play(self, networks: list[bytes], plan: Plan) -> Part:
        for k, record in enumerate(networks):
            self.arrays["nets"][k] = np.frombuffer(record, Network.dtype())[0]
        self.arrays["plan"][:] = self.matches.plan(plan)
        shared = [self.arrays[name] for name in ("boxes", "states", "words", "nets", "plan")]
        rest = [self.arrays[name] for name in ORDER]
        spans = zip(self._cuts, self._cuts[1:], strict=False)
        jobs = [self._pool.submit(partial(self._play, *shared, first, last, *rest)) for first, last in spans]
        for job in jobs:
            job.result()
        return Part(*(self.arrays[name].copy() for name in RESULTS))

    def tally(self) -> Any:
        """Shares (in parts of SURE) and seats: at random, rules of thumb, then the networks."""
        return self.arrays["tally"].sum(0)


class OnGpu:
    """Matches on a GPU, one a thread; PyTorch shares the memory that they lie in."""

    def __init__(self, matches: Matches, kernel: bytes):
        import torch

        from hexagora.engine import cuda_driver

        self.matches, self._torch, self._driver = matches, torch, cuda_driver.driver()
        self._arrays = {name: cuda_driver.DeviceArray(self._driver, array.shape, array.dtype).fill(array)
                        for name, array in matches.arrays.items()}
        states = self._arrays["states"]
        self._arrays["words"] = states.viewed(np.int64, len(states), states.dtype.itemsize // 8)
        self.tensors = {name: torch.from_dlpack(self._arrays[name]) for name in (*RESULTS, "who", "clocks", "tally")}
        self._function = _loaded(kernel)

    def seat(self, who: Any) -> None:
        self.tensors["who"][:] = self._torch.as_tensor(who, device="cuda")
        self.tensors["clocks"].zero_()
        self.tensors["tally"].zero_()

    def play(self, networks: list[bytes], plan: Plan) -> Part:
        self._torch.cuda.synchronize()
        self._driver.write(self._arrays["nets"].pointer, np.frombuffer(b"".join(networks), np.uint8))
        self._arrays["plan"].fill(self.matches.plan(plan))
        given = [self._arrays[name] for name in ("boxes", "states", "words", "nets", "plan", *ORDER)]
        self._driver.launch(self._function, -(-self.matches.count // BLOCK), BLOCK, *given)
        self._driver.wait()
        return Part(*(self.tensors[name].clone() for name in RESULTS))

    def tally(self) -> Any:
        return self.tensors["tally"].sum(0).cpu().numpy()


@cache
def _loaded(kernel: bytes) -> Any:
    """A kernel on the GPU; the driver takes its time to assemble one, so it is done once."""
    from hexagora.engine import cuda_driver, gpu

    return cuda_driver.driver().load(kernel, gpu.entry_name(kernel, "play_matches"))


def kernel(game: "Game", capability: tuple[int, int]) -> bytes:
    """The assembler text of self-play on a GPU of that capability; making it needs no GPU."""
    from hexagora.bots.gpu_selfplay import assembler

    return assembler(game, modules(game), overrides(game), capability).encode()
