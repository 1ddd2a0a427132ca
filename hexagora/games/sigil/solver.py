"""Finds a win in one own turn, exactly: on the fastest back end that lies ready."""

import threading
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from hexagora.engine import wasm
from hexagora.engine.compiled import Compiled, Progress, is_ready
from hexagora.engine.contract import CHANCE, OVER
from hexagora.engine.errors import HexagoraError
from hexagora.games.sigil import GAME, solver_bounds, solver_kernel
from hexagora.games.sigil.solver_kernel import ACTION, DEPTH, LIMIT_REACHED, WIDTH

if TYPE_CHECKING:
    from hexagora.engine.match import Match

COMPILED_ROWS = 1 << 20  # states that the table holds
BOTS_ROWS = 1 << 18
PLAIN_ROWS = 1 << 14
NO_LIMIT = 1 << 60
STAMP = 0  # of the notes of a search: the number of the last call
KERNELS = [solver_bounds, solver_kernel]


@dataclass
class Solution:
    """What the search found: the actions of a winning turn, or none."""

    actions: list[int]
    texts: list[str]
    states: int
    complete: bool

    @property
    def wins(self) -> bool:
        return bool(self.actions)


class Solver:
    """Searches turns of matches. `backend` is `cpu`, `wasm`, `python`, or `auto` for the best that lies ready."""

    def __init__(self, backend: str = "auto", progress: Progress | None = None):
        if backend not in ("auto", "cpu", "wasm", "python"):
            raise HexagoraError(f"backend cannot be {backend!r}; allowed: auto, cpu, wasm, python")
        self.backend = _best() if backend == "auto" else backend
        self._functions = Compiled(GAME, progress, KERNELS).functions if self.backend == "cpu" else None
        self._machine: Any = None
        self._words: Any = None
        self._stamp = 0
        self._lock = threading.Lock()

    def solve(self, match: "Match", limit: int = NO_LIMIT) -> Solution:
        """A win of the player to act within the present turn. Looks into `limit` states at most."""
        if match.actor in (CHANCE, OVER):
            raise HexagoraError("there is no turn to solve: " +
                                ("the game is over" if match.over else "the spells are not dealt yet"))
        look = {"cpu": self._compiled, "wasm": self._wasm, "python": self._plain}[self.backend]
        with self._lock:
            self._stamp += 1
            length, states, actions = look(match, limit)
        shown = match.fork()
        texts = []
        for a in actions:
            texts.append(match.game.words.text(shown.box, shown.state, a))
            shown.play(a)
        return Solution(actions, texts, states, length != LIMIT_REACHED)

    def _compiled(self, match: "Match", limit: int) -> tuple[int, int, list[int]]:
        import numpy as np

        if self._words is None:
            self._words = np.zeros((DEPTH + 1 + COMPILED_ROWS, WIDTH), np.int64)
        boxes = GAME.Box.to_array(match.box)
        states = GAME.State.to_array(match.state)
        out = np.zeros(1, np.int64)
        length = self._functions["solve_at"](boxes, states, 0, self._words, out, self._stamp, limit)  # type: ignore[index]
        return int(length), int(out[0]), [int(a) for a in self._words[: max(0, length), ACTION]]

    def _wasm(self, match: "Match", limit: int) -> tuple[int, int, list[int]]:
        if self._machine is None:
            self._machine = wasm.machine(GAME)
            self._words = self._machine.numbers(DEPTH + 1 + COMPILED_ROWS, WIDTH)
            self._boxes, self._states = self._machine.records(GAME.Box, 1), self._machine.records(GAME.State, 1)
            self._out = self._machine.numbers(1)
        self._boxes[0], self._states[0] = GAME.Box.to_bytes(match.box), GAME.State.to_bytes(match.state)
        given = (self._boxes, self._states, 0, self._words, self._out, self._stamp, limit)
        length = self._machine.functions["solve_at"](*given)
        return length, self._out[0], [self._words[row, ACTION] for row in range(max(0, length))]

    def _plain(self, match: "Match", limit: int) -> tuple[int, int, list[int]]:
        if self._words is None:
            self._words = [[0] * WIDTH for _ in range(DEPTH + 1 + PLAIN_ROWS)]
        out = [0]
        box = GAME.box(match.options)
        state = GAME.State.from_bytes(GAME.State.to_bytes(match.state))
        length = solver_kernel.solve(box, state, self._words, out, self._stamp, limit)
        return length, out[0], [self._words[row][ACTION] for row in range(max(0, length))]


def _best() -> str:
    """The fastest back end that lies ready."""
    if find_spec("numba") and is_ready(GAME, KERNELS):
        return "cpu"
    return "python" if wasm.trouble(GAME) else "wasm"


# for bots, whose search is compiled together with the solver


def win_now(desk: Any, i: int, limit: int) -> tuple[int | None, bool]:
    """The first action of a win within the present turn, and whether that is settled with so many states looked into.
    The state is spoilt. `desk` is what a search works on (`bots.desks`)."""
    words, notes = desk.table("solver", DEPTH + 1 + BOTS_ROWS, WIDTH), desk.table("solver's notes", 1, 2)
    notes[0, STAMP] += 1
    counted = desk.numbers["out"]
    length = desk.functions["solve_at"](desk.boxes, desk.states, i, words, counted, int(notes[0, STAMP]), limit)
    return (int(words[0, ACTION]) if length > 0 else None), length != LIMIT_REACHED
