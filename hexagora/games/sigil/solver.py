"""Finds a win in one own turn, exactly: on the compiled back end when it is ready, interpreted otherwise."""

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
    """Searches turns of matches. `backend` is `cpu`, `python`, or `auto` for the compiled one if it lies ready."""

    def __init__(self, backend: str = "auto", progress: Progress | None = None):
        if backend not in ("auto", "cpu", "python"):
            raise HexagoraError(f"backend cannot be {backend!r}; allowed: auto, cpu, python")
        compiled = backend == "cpu" or (backend == "auto" and is_ready(GAME, KERNELS))
        self.backend = "cpu" if compiled else "python"
        self._functions = Compiled(GAME, progress, KERNELS).functions if compiled else None
        self._words: Any = None
        self._stamp = 0
        self._lock = threading.Lock()

    def solve(self, match: "Match", limit: int = NO_LIMIT) -> Solution:
        """A win of the player to act within the present turn. Looks into `limit` states at most."""
        if match.actor in (CHANCE, OVER):
            raise HexagoraError("there is no turn to solve: " +
                                ("the game is over" if match.over else "the spells are not dealt yet"))
        with self._lock:
            self._stamp += 1
            length, states, actions = (self._compiled if self._functions else self._plain)(match, limit)
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

    def _plain(self, match: "Match", limit: int) -> tuple[int, int, list[int]]:
        if self._words is None:
            self._words = [[0] * WIDTH for _ in range(DEPTH + 1 + PLAIN_ROWS)]
        out = [0]
        box = GAME.box(match.options)
        state = GAME.State.from_bytes(GAME.State.to_bytes(match.state))
        length = solver_kernel.solve(box, state, self._words, out, self._stamp, limit)
        return length, out[0], [self._words[row][ACTION] for row in range(max(0, length))]


# for bots, whose search is compiled together with the solver

_tables = threading.local()


def win_now(functions: dict[str, Any], boxes: Any, states: Any, i: int, limit: int) -> tuple[int | None, bool]:
    """The first action of a win within the present turn, and whether that is settled with so many states looked into.
    The state is spoilt."""
    import numpy as np

    if not hasattr(_tables, "words"):
        _tables.words, _tables.stamp = np.zeros((DEPTH + 1 + BOTS_ROWS, WIDTH), np.int64), 0
    _tables.stamp += 1
    length = functions["solve_at"](boxes, states, i, _tables.words, np.zeros(1, np.int64), _tables.stamp, limit)
    return (int(_tables.words[0, ACTION]) if length > 0 else None), length != LIMIT_REACHED
