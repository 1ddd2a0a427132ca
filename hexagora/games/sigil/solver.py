"""Finds wins of Sigil exactly: within the own turn, or within several turns against every defence; on the fastest back
end that lies ready."""

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexagora.engine import binding, wasm
from hexagora.engine.compiled import Compiled, Progress, is_ready
from hexagora.engine.contract import CHANCE, OVER
from hexagora.engine.errors import HexagoraError
from hexagora.games.sigil import GAME, solver_bounds, solver_ends, solver_kernel, solver_memory, solver_memory_plain
from hexagora.games.sigil.solver_ahead import MOST_TURNS, OPEN, SLOTS, YES, Ahead, Budget, Desk
from hexagora.games.sigil.solver_kernel import ACTION, DEPTH, LIMIT_REACHED, WIDTH

if TYPE_CHECKING:
    from hexagora.engine.match import Match

COMPILED_ROWS = 1 << 20  # states that the table holds
BOTS_ROWS = 1 << 18
PLAIN_ROWS = 1 << 14
NO_LIMIT = 1 << 60
ENDS_AT_THE_LIMIT = 100  # ends of a turn whose answers may each take all that one may
STAMP = 0  # of the notes of a search: the number of the last call
KERNELS = [solver_bounds, solver_kernel, solver_memory, solver_ends]


@dataclass
class Solution:
    """What the search found: the actions of the first turn of a win, or none; `turns` is within how many own turns it
    was looked for, or is won."""

    actions: list[int]
    texts: list[str]
    states: int
    complete: bool
    turns: int = 1

    @property
    def wins(self) -> bool:
        return bool(self.actions)


class Solver:
    """Searches turns of matches. `backend` is `cpu`, `wasm`, `python`, or `auto` for the best that lies ready."""

    def __init__(self, backend: str = "auto", progress: Progress | None = None):
        if backend not in ("auto", "cpu", "wasm", "python"):
            raise HexagoraError(f"backend cannot be {backend!r}; allowed: auto, cpu, wasm, python")
        self.backend = _best() if backend == "auto" else backend
        self._progress = progress
        self._desk: Any = None
        self._lock = threading.Lock()

    def solve(self, match: "Match", limit: int = NO_LIMIT, turns: int = 1,
              seconds: float = float("inf")) -> Solution:
        """A win of the player to act within so many own turns, the present one included, against every defence. Looks
        into `limit` states at most and takes about so many seconds."""
        if match.actor in (CHANCE, OVER):
            raise HexagoraError("there is no turn to solve: " +
                                ("the game is over" if match.over else "the spells are not dealt yet"))
        if not 1 <= turns <= MOST_TURNS:
            raise HexagoraError(f"turns cannot be {turns}; allowed: 1 to {MOST_TURNS}")
        with self._lock:
            ahead = Ahead(self._placed(match), 0, self._rows, Budget(limit, time.perf_counter() + seconds))
            for within in range(1, turns + 1):
                won, actions = ahead.forces(0, within)
                if actions or won == OPEN:
                    break
        return Solution(actions, _texts(match, actions), ahead.budget.used, won != OPEN, within)

    @property
    def _rows(self) -> int:
        return PLAIN_ROWS if self.backend == "python" else COMPILED_ROWS

    def _placed(self, match: "Match") -> Desk:
        """The desk with a match on it."""
        if self._desk is None:
            kinds = {"cpu": lambda: _CompiledDesk(self._progress), "wasm": _WasmDesk, "python": _PlainDesk}
            self._desk = kinds[self.backend]()
        self._desk.place(match)
        desk: Desk = self._desk
        return desk


def _texts(match: "Match", actions: list[int]) -> list[str]:
    shown, texts = match.fork(), []
    for a in actions:
        texts.append(match.game.words.text(shown.box, shown.state, a))
        shown.play(a)
    return texts


def _best() -> str:
    """The fastest back end that lies ready."""
    if is_ready(GAME, KERNELS):
        return "cpu"
    return "python" if wasm.trouble(GAME) else "wasm"


class _CompiledDesk:
    """Rules compiled for this machine."""

    def __init__(self, progress: Progress | None):
        import numpy as np

        self._np = np
        self.functions = Compiled(GAME, progress, KERNELS).functions
        self.states = np.zeros(SLOTS, GAME.State.dtype())
        self.words = self.states.view(np.int64).reshape(SLOTS, -1)
        self.numbers = {"out": np.zeros(3, np.int64)}
        self._tables: dict[str, Any] = {}

    def place(self, match: "Match") -> None:
        self.boxes = GAME.Box.to_array(match.box)
        self.states[0] = GAME.State.to_array(match.state)[0]

    def table(self, name: str, rows: int, width: int) -> Any:
        if name not in self._tables:
            self._tables[name] = self._np.zeros((rows, width), self._np.int64)
        return self._tables[name]


class _WasmDesk:
    """The module that lies ready in the game's folder."""

    def __init__(self) -> None:
        self._machine = wasm.machine(GAME)
        self.functions = self._machine.functions
        self.boxes, self.states = self._machine.records(GAME.Box, 1), self._machine.records(GAME.State, SLOTS)
        self.words = self.states.as_words()
        self.numbers = {"out": self._machine.numbers(3)}
        self._tables: dict[str, Any] = {}

    def place(self, match: "Match") -> None:
        self.boxes[0], self.states[0] = GAME.Box.to_bytes(match.box), GAME.State.to_bytes(match.state)

    def table(self, name: str, rows: int, width: int) -> Any:
        if name not in self._tables:
            self._tables[name] = self._machine.numbers(rows, width)
        return self._tables[name]


class _Rows(list[list[int]]):
    """A table of lists that can be asked for a number by row and column, as arrays can."""

    def __getitem__(self, at: Any) -> Any:
        return list.__getitem__(self, at[0])[at[1]] if isinstance(at, tuple) else list.__getitem__(self, at)

    def __setitem__(self, at: Any, value: Any) -> None:
        list.__getitem__(self, at[0])[at[1]] = value


class _PlainDesk:
    """Interpreted rules."""

    def __init__(self) -> None:
        swaps = [(solver_memory, solver_memory_plain)]
        kernels = [*KERNELS, solver_memory_plain]
        self.functions = binding.Bound(GAME.rules_modules, kernels, lambda f: f, swaps).functions
        self.states: list[Any] = [None] * SLOTS
        self.words = None
        self.numbers = {"out": [0, 0, 0]}
        self._tables: dict[str, _Rows] = {}

    def place(self, match: "Match") -> None:
        self.boxes = [match.game.box(match.options)]
        self.states[0] = GAME.State.from_bytes(GAME.State.to_bytes(match.state))

    def table(self, name: str, rows: int, width: int) -> Any:
        if name not in self._tables:
            self._tables[name] = _Rows([0] * width for _ in range(rows))
        return self._tables[name]


# for bots, whose search is compiled together with the solver


def win_now(desk: Any, i: int, limit: int) -> tuple[int | None, bool]:
    """The first action of a win within the present turn, and whether that is settled with so many states looked into.
    The state is spoilt. `desk` is what a search works on (`bots.desks`)."""
    words, notes = desk.table("solver", DEPTH + 1 + BOTS_ROWS, WIDTH), desk.table("solver's notes", 1, 2)
    notes[0, STAMP] += 1
    counted = desk.numbers["out"]
    length = desk.functions["solve_at"](desk.boxes, desk.states, i, words, counted, int(notes[0, STAMP]), limit)
    return (int(words[0, ACTION]) if length > 0 else None), length != LIMIT_REACHED


def safe_turns(desk: Any, i: int, limit: int, until: float, most: int) -> tuple[list[list[int]], bool]:
    """Up to so many ways to end the turn of the state in a slot after which the other has no win at once, and whether
    it is settled that there is one or none; the next three slots are used up."""
    return Ahead(desk, i, BOTS_ROWS, Budget(ENDS_AT_THE_LIMIT * limit, until, limit)).safe_turns(most)


def forced_win(desk: Any, i: int, ended: bool, turns: int, limit: int) -> bool | None:
    """Whether the player to act in the state in a slot, or the other one who has just ended the first turn, wins within
    so many own turns against every defence; None if that is not settled with so many states looked into."""
    ahead = Ahead(desk, i, BOTS_ROWS, Budget(limit))
    forced = ahead.forces_after(i, turns) if ended else ahead.forces(i, turns)[0]
    return None if forced == OPEN else forced == YES
