"""Matches of random and quick players, counted by the kernel of `bots.census`: on a GPU where one is asked for, else on
the best back end that is there, rules compiled for this machine if they lie ready, the WebAssembly in the game's
folder, interpreted rules. All give the same rows."""

from array import array
from typing import Any, Protocol

from hexagora.bots import census, search
from hexagora.engine import hooks, wasm
from hexagora.engine.game import Game
from hexagora.lab.setting import LONGEST, RANDOM, Setting

PROCESSORS, CUDA = "cpu", "cuda"  # where matches are played
DEVICES = (PROCESSORS, CUDA)
AT_ONCE, AT_ONCE_ON_GPU = 64, 4096  # matches of one call of the kernel
CLOSELY = 8  # of so many matches one is looked at closely; AT_ONCE is a multiple
LONGEST_TRACE = 4096  # chances of players between turns that are kept of a match
SEED_BITS = 0xFFFFFFFF
ROWS_OF_USES = 3

Row = list[int]


class Desk(Protocol):
    """What the kernel works on, on one of the back ends."""

    name: str

    def set(self, name: str, values: list[int]) -> None: ...
    def get(self, name: str, count: int) -> list[int]: ...
    def census(self, first: int, last: int) -> None: ...


def facets(game: Game, options: dict[str, Any]) -> list[Any]:
    """What sets the players apart beside their seats."""
    own = hooks.FACETS.of(game)
    return list(own(game.box(options))) if own else []


def width(players: int, facet_count: int) -> int:
    return census.COLUMNS + (2 + facet_count) * players


class Counter:
    """Plays matches of a setting without a search. `uses` adds up which action numbers were made by winners, by others
    and by chance."""

    def __init__(self, setting: Setting, device: str = PROCESSORS, limit: int = LONGEST):
        self.setting, self.game = setting, setting.game_itself()
        self.at_once = AT_ONCE_ON_GPU if device == CUDA else AT_ONCE
        self.players, self.facets = setting.players, len(facets(self.game, setting.options))
        self.width = width(self.players, self.facets)
        sizes = {
            "asked": census.ASKED, "seeds": 2 * self.at_once, "seats": self.players * self.at_once,
            "out": max(self.game.max_legal, self.players), "rng": 1, "dice": 1, "made": 2 * limit,
            "trace": LONGEST_TRACE, "rows": self.at_once * self.width, "uses": ROWS_OF_USES * self.game.actions,
        }
        self.desk = _desk(self.game, setting.options, sizes, self.width, self.at_once if device == CUDA else 0)
        self.desk.set("asked", [limit, int(self.game.facts.hidden), CLOSELY, self.facets, self.game.actions])
        self.forget_uses()

    def forget_uses(self) -> None:
        self.desk.set("uses", [0] * (ROWS_OF_USES * self.game.actions))

    def play(self, first: int, count: int) -> list[Row]:
        """The rows of matches by their numbers; `first` is a multiple of CLOSELY."""
        rows: list[Row] = []
        for begin in range(first, first + count, self.at_once):
            numbers = range(begin, min(begin + self.at_once, first + count))
            self._prepare(numbers)
            self.desk.census(0, len(numbers))
            flat = self.desk.get("rows", len(numbers) * self.width)
            rows += [flat[k : k + self.width] for k in range(0, len(flat), self.width)]
        return rows

    def log_of(self, number: int) -> list[int]:
        """The actions of one match, chance included. It is not added to the uses."""
        before = self.uses()
        self._prepare(range(number, number + 1))
        self.desk.census(0, 1)
        row = self.desk.get("rows", self.width)
        made = self.desk.get("made", 2 * (row[census.DECISIONS] + row[census.CHANCES]))
        self.desk.set("uses", before)
        return made[1::2]

    def uses(self) -> list[int]:
        return self.desk.get("uses", ROWS_OF_USES * self.game.actions)

    def _prepare(self, numbers: range) -> None:
        seeds: list[int] = []
        seats: list[int] = []
        for number in numbers:
            drawn = self.setting.match_seed(number)
            seeds += [int.from_bytes(drawn[:4], "big") or 1, int.from_bytes(drawn[4:8], "big") or 1]
            seats += [census.AT_RANDOM if bot == RANDOM else census.QUICK for bot in self.setting.at_seats(number)]
        self.desk.set("seeds", seeds)
        self.desk.set("seats", seats)


def _desk(game: Game, options: dict[str, Any], sizes: dict[str, int], columns: int, threads: int) -> Desk:
    if threads:
        from hexagora.bots.gpu_counting import OnGpu

        return OnGpu(game, options, sizes, columns, threads)
    if search.is_ready(game):
        return _Native(game, options, sizes, columns)
    if not wasm.trouble(game, search.modules(game)):
        return _Wasm(game, options, sizes, columns)
    return _Plain(game, options, sizes, columns)


NAMES = ("asked", "seeds", "seats", "out", "rng", "dice", "made", "trace", "rows", "uses")


class _Native:
    name = "cpu"

    def __init__(self, game: Game, options: dict[str, Any], sizes: dict[str, int], columns: int):
        import numpy as np

        self._np = np
        self.functions = search.compiled(game).functions
        self.boxes: Any = game.Box.to_array(game.box(options))
        self.states: Any = np.zeros(census.SLOTS, game.State.dtype())
        self.words: Any = self.states.view(np.int64).reshape(census.SLOTS, -1)
        self.numbers: dict[str, Any] = {name: np.zeros(size, np.int64) for name, size in sizes.items()}
        self.rows: Any = self.numbers["rows"].reshape(-1, columns)
        self.functions["deal_at"](self.boxes, self.states, census.DEALT)

    def set(self, name: str, values: list[int]) -> None:
        self.numbers[name][: len(values)] = values

    def get(self, name: str, count: int) -> list[int]:
        found: list[int] = self.numbers[name][:count].tolist()
        return found

    def census(self, first: int, last: int) -> None:
        numbers = [self.rows if name == "rows" else self.numbers[name] for name in NAMES]
        self.functions["census"](self.boxes, self.states, self.words, first, last, *numbers)


class _Wasm:
    name = "wasm"

    def __init__(self, game: Game, options: dict[str, Any], sizes: dict[str, int], columns: int):
        machine = wasm.machine(game)
        self.host, self.functions = machine.host, machine.functions
        self.boxes = machine.records(game.Box, 1)
        self.boxes[0] = game.Box.to_bytes(game.box(options))
        self.states = machine.records(game.State, census.SLOTS)
        self.words = self.states.as_words()
        self.numbers = {name: machine.numbers(*((size // columns, columns) if name == "rows" else (size,)))
                        for name, size in sizes.items()}
        self.functions["deal_at"](self.boxes, self.states, census.DEALT)

    def set(self, name: str, values: list[int]) -> None:
        self.host.write(self.numbers[name].address, array("q", values).tobytes())

    def get(self, name: str, count: int) -> list[int]:
        return array("q", self.host.read(self.numbers[name].address, 8 * count)).tolist()

    def census(self, first: int, last: int) -> None:
        numbers = [self.numbers[name] for name in NAMES]
        self.functions["census"](self.boxes, self.states, self.words, first, last, *numbers)


class _Plain:
    name = "python"

    def __init__(self, game: Game, options: dict[str, Any], sizes: dict[str, int], columns: int):
        self.functions = search.plain_functions(game)
        self.boxes = [game.box(options)]
        self.states = [game.State.new() for _ in range(census.SLOTS)]
        self.numbers: dict[str, Any] = {name: [0] * size for name, size in sizes.items()}
        self.rows: list[list[int]] = [[0] * columns for _ in range(sizes["rows"] // columns)]
        self.functions["deal"](self.boxes[0], self.states[census.DEALT])

    def set(self, name: str, values: list[int]) -> None:
        self.numbers[name][: len(values)] = values

    def get(self, name: str, count: int) -> list[int]:
        if name == "rows":
            return [int(value) for row in self.rows for value in row][:count]
        return [int(value) for value in self.numbers[name][:count]]

    def census(self, first: int, last: int) -> None:
        numbers = [self.rows if name == "rows" else self.numbers[name] for name in NAMES]
        self.functions["census"](self.boxes, self.states, None, first, last, *numbers)
