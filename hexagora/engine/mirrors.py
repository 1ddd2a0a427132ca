"""The part of the checker that plays a match once more on the compiled rules and compares them, field by field."""

import random
from typing import TYPE_CHECKING, Any, Protocol

from hexagora.engine import wasm
from hexagora.engine.compiled import can_compile, is_ready
from hexagora.engine.contract import CHANCE, SPECTATOR
from hexagora.engine.match import Match

if TYPE_CHECKING:
    from hexagora.engine.game import Game


class Walk(Protocol):
    """The match that is played interpreted, and where differences are told."""

    match: Match
    box: Any
    rng: random.Random

    def note(self, check: str, fine: bool, problem: str) -> None: ...


def mirrors(game: "Game", compiling: bool) -> "tuple[list[type[Mirror]], list[str]]":
    """The compiled back ends that are there, and what is to be said of those that are not."""
    found: list[type[Mirror]] = [] if wasm.trouble(game) else [WasmMirror]
    if not can_compile():
        return found, ["the compiled rules, which need Numba (`pip install hexagora[native]`)"]
    if compiling or is_ready(game):
        return [*found, Mirror], []
    return found, [f"the compiled rules, which are not there yet (`hexagora compile {game.id}`)"]


class Mirror:
    """The same match on the compiled rules."""

    check = "compiled"

    def __init__(self, match: Match):
        self.game = match.game
        self._open(match)

    def _open(self, match: Match) -> None:
        import numpy as np

        self.functions: dict[str, Any] = match.game.compiled().functions
        self.boxes: Any = match.game.Box.to_array(match.box)
        self.states: Any = match.game.State.to_array(match.state)
        self.out: Any = np.zeros(match.game.max_legal, np.int64)
        self.table: Any = np.zeros((1, match.game.max_players), np.int64)
        self.rng: Any = np.zeros(1, np.int64)

    def state(self) -> bytes:
        return bytes(self.states[0].tobytes())

    def put(self, state: bytes) -> None:
        import numpy as np

        self.states[0] = np.frombuffer(state, self.states.dtype)[0]

    def listed(self, function: str) -> list[int]:
        n = self.functions[function](self.boxes, self.states, 0, self.out)
        found: list[int] = self.out[:n].tolist()
        return found

    def row(self, function: str) -> list[int]:
        self.functions[function](self.boxes, self.states, 0, 1, self.table)
        found: list[int] = self.table[0].tolist()
        return found

    def apply(self, a: int) -> None:
        self.functions["apply_at"](self.boxes, self.states, 0, a)

    def compare_state(self, walk: Walk) -> None:
        State = self.game.State
        if self.state() != State.to_bytes(walk.match.state):
            other = State.from_bytes(self.state())
            walk.note(self.check, False, f"{State.differences(walk.match.state, other)[:3]}")
            self.put(State.to_bytes(walk.match.state))
        else:
            walk.note(self.check, True, "")

    def compare(self, walk: Walk, legal: list[int]) -> None:
        """Who acts, what is legal, the weights, the scores, and what each viewer may know."""
        f, match = self.functions, walk.match
        walk.note(self.check, f["to_act_at"](self.boxes, self.states, 0) == match.actor, "to_act differs")
        if legal:
            walk.note(self.check, self.listed("legal_at") == legal, "legal differs")
        if match.actor == CHANCE:
            walk.note(self.check, self.listed("chances_at") == match.weights(), "chances differ")
        for name, function in (("returns_many", "returns"), ("scores_many", "scores")):
            same = self.row(name)[: match.players] == match._numbers(getattr(self.game.rules, function))
            walk.note(self.check, same, f"{function} differ")
        for viewer in (SPECTATOR, *range(match.players)) if self.game.facts.hidden else ():
            self._compare_hidden(walk, viewer)

    def _compare_hidden(self, walk: Walk, viewer: int) -> None:
        before, plain, seed = self.state(), walk.match.state.clone(), walk.rng.randrange(1, 1 << 32)
        self.functions["hide_at"](self.boxes, self.states, 0, viewer)
        self.game.rules.hide(walk.box, plain, viewer)
        walk.note(self.check, self.state() == self.game.State.to_bytes(plain), f"hide differs for {viewer}")
        self.rng[0] = seed
        self.functions["resample_at"](self.boxes, self.states, 0, viewer, self.rng)
        self.game.rules.resample(walk.box, plain, viewer, [seed])
        walk.note(self.check, self.state() == self.game.State.to_bytes(plain), f"resample differs for {viewer}")
        self.put(before)


class WasmMirror(Mirror):
    """The same match on the WebAssembly of the game's folder."""

    check = "wasm"

    def _open(self, match: Match) -> None:
        machine = wasm.machine(match.game)
        self.functions = machine.functions
        self.boxes, self.states = machine.records(match.game.Box, 1), machine.records(match.game.State, 1)
        self.boxes[0] = match.game.Box.to_bytes(match.box)
        self.put(match.game.State.to_bytes(match.state))
        self.out, self.rng = machine.numbers(match.game.max_legal), machine.numbers(1)
        self.table = machine.numbers(1, match.game.max_players)

    def state(self) -> bytes:
        return bytes(self.states.get_bytes(0))

    def put(self, state: bytes) -> None:
        self.states[0] = state

    def listed(self, function: str) -> list[int]:
        found: list[int] = self.out.first(self.functions[function](self.boxes, self.states, 0, self.out))
        return found

    def row(self, function: str) -> list[int]:
        self.functions[function](self.boxes, self.states, 0, 1, self.table)
        found: list[int] = self.table.first(self.game.max_players)
        return found
