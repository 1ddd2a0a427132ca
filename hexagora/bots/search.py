"""A search of one position, on interpreted or compiled rules; and the compiled code of searches.

    search = Search(view, backend(game))
    search.run(1000)
    search.choices()[0]
"""

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hexagora.bots import (
    briefing,
    census,
    exact,
    figures,
    guide,
    judging,
    memory,
    memory_plain,
    networks,
    nodes,
    pruning,
    tree,
)
from hexagora.bots.desks import EDGE_ROOM, NODE_ROOM, Desk, NativeDesk, PlainDesk, WasmDesk
from hexagora.bots.view import View
from hexagora.engine import binding, hooks, kernels, observing, wasm
from hexagora.engine import compiled as engine_compiled
from hexagora.engine.compiled import can_compile
from hexagora.engine.errors import HexagoraError
from hexagora.registry import game as find_game

if TYPE_CHECKING:
    from hexagora.engine.compiled import Compiled, Progress
    from hexagora.engine.game import Game

MODULES = [guide, figures, memory, nodes, observing, judging, exact, tree, pruning, census]
CROWDED = 0.5  # part of the memory above which what cannot come up any more is forgotten
DEEPEST = 400
PLAIN_HORIZON = 100  # decisions of an interpreted play-out; a longer one would not keep to the time
TURN_POSITIONS = 20_000  # looked at for a sure win, where a game does not say otherwise
DRAWS = 5  # draws of the unknown in which a win must be there to be sure
CHUNK_SECONDS = 0.01  # between two looks at the clock
READY_EVERY = 10.0  # seconds between two looks for compiled rules on the disk: one takes as long as thousands of looks

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Tuning:
    """How a search weighs what it knows; a game's `heuristics.TUNING` may set some of it (see `nodes.Tree`)."""

    explore: int = 1500
    later: int = 0
    doubt: int = 0
    opened: int = 12
    opening: int = 300
    trust: int = 0
    mix: int = 0
    at_once: int = 0
    patience: int = 12
    paranoid: int = 0
    proving: int = 1


# what a search is made of


def heuristics(game: "Game") -> ModuleType | None:
    """The game's rules of thumb, if it has any."""
    return game.module_if_any("heuristics")


def modules(game: "Game") -> list[ModuleType]:
    """Everything that is compiled with a game's rules for searches and for counting matches."""
    own = heuristics(game)
    thumbs = [own, *(hooks.HELPERS.within(own) or [])] if own else []
    others = [module for _, module in overrides(game) if module is not own]
    return [*MODULES, *thumbs, *dict.fromkeys(others)]


def overrides(game: "Game") -> list[tuple[ModuleType, ModuleType]]:
    """What a game defines in place of defaults: its rules of thumb, what it counts, what its seats see, its traits."""
    found = ((guide, heuristics(game)), (figures, game.module_if_any("figures")),
             (observing, game.module_if_any("features")))
    told = [*networks.briefed(game), (tree, briefing)] if networks.told_traits(game) else []
    return [*((default, own) for default, own in found if own), *told]


def tuning(game: "Game", judged: networks.Judgement | None = None) -> Tuning:
    """How a search of a game weighs what it knows; with a network as the network's card says."""
    return replace(Tuning(), **(hooks.TUNING.of(game) or {}), **(judged.search if judged else {}))


def turn_positions(game: "Game") -> int:
    """How many positions of a turn are looked at for a sure win at most; a game may say so in its rules of thumb."""
    return hooks.TURN_POSITIONS.of(game) or TURN_POSITIONS


def is_ready(game: "Game") -> bool:
    """Whether the search of this very version, compiled for this machine, lies on disk and can be loaded."""
    return engine_compiled.is_ready(game, modules(game))


_loaded: dict[str, "Compiled"] = {}
_loading = threading.Lock()


def compiled(game: "Game", progress: "Progress | None" = None) -> "Compiled":
    """The compiled search of a game; compiles on the first call of this version on this machine, else loads."""
    with _loading:
        if game.id not in _loaded:
            _loaded[game.id] = engine_compiled.Compiled(game, progress, modules(game), overrides(game))
        return _loaded[game.id]


@dataclass(frozen=True)
class Backend:
    """What searches of a game run on: its name, whether it is compiled, its functions, and how a desk of it is made."""

    name: str
    desk: Callable[[View, dict[str, int], int, bytes], Desk]
    functions: dict[str, Any]

    @property
    def compiled(self) -> bool:
        return self.name != "python"


def plain_functions(game: "Game") -> dict[str, Any]:
    """All functions of a search, interpreted."""
    swaps = [*overrides(game), (memory, memory_plain)]
    return binding.Bound(game.rules_modules, [kernels, *modules(game), memory_plain], lambda f: f, swaps).functions


@cache
def plain_backend(name: str) -> Backend:
    """The search on interpreted rules."""
    functions = plain_functions(find_game(name))
    return Backend("python", partial(PlainDesk, functions), functions)


@cache
def compiled_backend(name: str) -> Backend:
    """The search on rules compiled for this machine; waits until they are there."""
    functions = compiled(find_game(name)).functions
    return Backend("cpu", partial(NativeDesk, functions), functions)


@cache
def wasm_backend(name: str) -> Backend | None:
    """The search that lies ready in the game's folder; None where it cannot be used, and why is told."""
    game = find_game(name)
    trouble = wasm.trouble(game, modules(game))
    if not trouble:
        try:
            wasm.machine(game)
            return Backend("wasm", lambda *given: WasmDesk(wasm.machine(game), *given), {})
        except Exception as e:  # whatever it is, there is another back end
            trouble = f"it cannot be loaded: {e}"
    if wasm.manifest(game):
        log.warning("the WebAssembly of %s is not used: %s", name, trouble)
    return None


def backend(name: str, wait: bool = False) -> Backend:
    """The best back end that is there now: rules compiled for this machine if they are loaded, else the WebAssembly
    that lies ready (compiled rules on the disk are loaded behind it). Where rules were changed, or are somebody's own,
    there is none: they are compiled in the background and interpreted meanwhile; with `wait` they are compiled first.
    """
    game = find_game(name)
    if name in _loaded:
        return compiled_backend(name)
    ready = is_ready(game) if wait else _lies_ready(game)
    if ready and wait:
        return compiled_backend(name)
    if ready:
        _load_in_background(game)
    found = wasm_backend(name)
    if found is None and not ready:
        if wait and can_compile():
            return compiled_backend(name)
        start_compiling(game)
    return found or plain_backend(name)


_asked: dict[str, tuple[float, bool]] = {}


def _lies_ready(game: "Game") -> bool:
    """As `is_ready`, as it was a moment ago: a bot asks at every decision, and all sources are read to know."""
    now = time.monotonic()
    if game.id not in _asked or now - _asked[game.id][0] > READY_EVERY:
        _asked[game.id] = now, is_ready(game)
    return _asked[game.id][1]


def _load_in_background(game: "Game") -> None:
    if not _loading.locked():
        threading.Thread(target=compiled, args=(game,), daemon=True, name=f"load {game.id}").start()


_started: set[str] = set()


def start_compiling(game: "Game") -> None:
    """Compiles in a process of its own; that ends at once if another does already."""
    if game.id in _started or os.environ.get("HEXAGORA_COMPILE") == "never":
        return
    _started.add(game.id)
    if not can_compile():
        log.warning("bots of %s decide with interpreted rules, which are slow: its rules cannot be compiled here "
                    "(pip install hexagora[native])", game.id)
        return
    command = [sys.executable, "-m", "hexagora.bots.compiling", game.id]
    subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# searching


@dataclass(frozen=True)
class Choice:
    """A choice at the root: how often it was looked at, what it is worth to the one who decides (0 to 1), and whether
    that is proven."""

    action: int
    visits: int
    value: float
    proven: bool
    later: float = 0.0


class Search:
    """One tree, in memory of its own. `look_at` moves it to another position and keeps what it knows of it."""

    def __init__(self, view: View, on: Backend, seed: int = 1, settings: Tuning | None = None,
                 judged: networks.Judgement | None = None, table: int | None = None):
        """With settings of one's own the network is one's own, too; without, both are the game's. A smaller `table` of
        positions is sooner empty, for searches that often begin anew."""
        self.view, self.on = view, on
        self.game = view.game
        if settings is None:
            judged = networks.judgement(self.game, view.options)
        self.players: int = view.options["players"]
        self.settings = settings or tuning(self.game, judged)
        if judged is None:
            self.settings = replace(self.settings, mix=0)
        self.solver = self.game.module_if_any("solver") if on.compiled and not view.hidden else None
        sizes = self._sizes(judged) | ({"table": table} if table else {})
        self.desk = on.desk(view, sizes, _first_number(seed), judged.record if judged else networks.none())
        self.boxes, self.states, self.words = self.desk.boxes, self.desk.states, self.desk.words
        self.nodes, self.edges, self.numbers = self.desk.nodes, self.desk.edges, self.desk.numbers
        self._reset()
        self.look_at(view)

    def _sizes(self, judged: networks.Judgement | None) -> dict[str, int]:
        """How many numbers the search notes beside its tree."""
        game = self.game
        longest = max(game.max_legal, self.players)
        room = networks.notes_size(networks.observed(judged.record)) if judged else 1
        return {"notes": room, "path": 2 * DEEPEST + 2, "made": self.players * game.actions, "mark": game.actions,
                "out": longest, "labels": longest, "gains": longest, "lists": exact.FRAMES * (longest + exact.ACTIONS)}

    @property
    def head(self) -> Any:
        return self.desk.trees[0]

    def _reset(self) -> None:
        """An empty tree."""
        self.desk.clear()
        head = self.head
        head.nodes = head.edges = 0
        head.players, head.actions, head.deepest = self.players, self.game.actions, DEEPEST
        head.viewer, head.hidden = self.view.player, int(self.view.hidden)
        head.limit = plain_backend(self.game.id).functions["horizon"](self.view.box)
        if not self.on.compiled:
            head.limit = min(head.limit, PLAIN_HORIZON)
        for name, value in vars(self.settings).items():
            setattr(head, name, value)
        if self.view.hidden:
            head.trust = 0  # an evaluation of one draw of the unknown says nothing about the others

    def restart(self, view: View, seed: int) -> None:
        """An empty tree at a position, as if the search were new: the same looks then find the same."""
        self.view = view
        self._reset()
        self.numbers["rng"][0] = _first_number(seed)
        self.look_at(view)

    def look_at(self, view: View) -> int:
        """Makes a position the root; returns how many looks at it the tree remembers from before."""
        if (view.name, view.options, view.seat) != (self.view.name, self.view.options, self.view.seat):
            raise HexagoraError("a search stays with its game, its options and its seat")
        self.view = view
        self.desk.place(tree.ROOT, view.state)
        remembered = int(self._call("plant_tree", "notes", "table", "out", "rng"))
        if remembered < 0 or (remembered == 0 and self._is_crowded()):
            self._reset()
            remembered = int(self._call("plant_tree", "notes", "table", "out", "rng"))
        elif self._is_crowded():
            self._forget_the_rest()
        return remembered

    def _is_crowded(self) -> bool:
        return bool(self.head.edges > CROWDED * EDGE_ROOM or self.head.nodes > CROWDED * NODE_ROOM)

    def _forget_the_rest(self) -> None:
        """Makes room: what cannot come up any more goes. (Interpreted searches never come so far.)"""
        notes = (self.numbers["table"], self.numbers["moved"])
        self.desk.functions["keep_what_follows"](self.nodes, self.edges, self.desk.trees, *notes)

    def _call(self, function: str, *names: str, count: int | None = None) -> Any:
        arrays = [self.numbers[name] for name in names]
        plain = (self.boxes, self.states, self.words, self.nodes, self.edges, self.desk.trees, self.desk.nets)
        return self.desk.functions[function](*plain, *arrays, *([] if count is None else [count]))

    def run(self, looks: int) -> int:
        """That many simulations; returns how many were run before the result was proven."""
        names = ("notes", "path", "made", "mark", "table", "out", "labels", "rng", "gains")
        return int(self._call("search_tree", *names, count=looks))

    def think(
        self,
        seconds: float,
        looks: int,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[["Search"], None] = lambda search: None,
    ) -> int:
        """Searches until the time or the looks are used up, the result is proven, or `stop` says so. `report` is
        called from time to time. Returns the looks taken."""
        deadline, done, chunk = time.perf_counter() + seconds, 0, 1
        while done < looks and not stop():
            started = time.perf_counter()
            ran = self.run(min(chunk, looks - done))
            done += ran
            now = time.perf_counter()
            report(self)
            if ran < 1 or now >= deadline or self.proven:
                break
            pace = (now - started) / ran
            chunk = max(1, min(8 * chunk, int(min(CHUNK_SECONDS, deadline - now) / max(pace, 1e-9))))
        return done

    # what it found

    @property
    def proven(self) -> bool:
        return bool(self.nodes[self.head.root].proof)

    @property
    def looks(self) -> int:
        """Simulations from this root, those remembered from before included."""
        return int(self.nodes[self.head.root].visits)

    def counts(self) -> dict[int, int]:
        """How often each choice at the root was looked at."""
        root = self.nodes[self.head.root]
        return self.desk.counts(int(root.first), int(root.first) + int(root.count))

    def chances(self) -> list[float]:
        """Each player's winning chance at the root."""
        root, head = self.nodes[self.head.root], self.head
        if root.proof:
            return [int(root.result[p]) / guide.SURE for p in range(self.players)]
        return [int(head.gain[p]) / max(1, int(head.looks)) / guide.SURE for p in range(self.players)]

    def choices(self) -> list[Choice]:
        """The choices at the root, best first: proven wins, then by looks, then what is proven to lose."""
        found = self._edges(int(self.head.root))
        return sorted(found, key=preference, reverse=True)

    def _edges(self, node: int) -> list[Choice]:
        here = self.nodes[node]
        first, mover = int(here.first), int(here.mover)
        return [self._choice(edge, mover) for edge in self.edges[first : first + int(here.count)]]

    def _choice(self, edge: Any, mover: int) -> Choice:
        visits, child = int(edge.visits), int(edge.child)
        if child >= 0 and self.nodes[child].proof and mover >= 0:
            return Choice(int(edge.action), visits, int(self.nodes[child].result[mover]) / guide.SURE, True)
        value = int(edge.total) / visits / guide.SURE if visits else 0.0
        later = int(edge.later_total) / int(edge.later) / guide.SURE if edge.later else 0.0
        return Choice(int(edge.action), visits, value, False, later)

    def line(self, first: int | None = None, longest: int = 8) -> list[int]:
        """The actions that are expected, from the root; after a chosen first one if given."""
        node = int(self.head.root)
        actions: list[int] = []
        while node >= 0 and len(actions) < longest:
            here = self.nodes[node]
            block = range(int(here.first), int(here.first) + int(here.count))
            wanted = [e for e in block if first is None or self.edges[e].action == first]
            if not wanted or int(here.mover) < 0:
                break
            best = max(wanted, key=lambda e: int(self.edges[e].visits))
            if not self.edges[best].visits:
                break
            actions.append(int(self.edges[best].action))
            node, first = int(self.edges[best].child), None
        return actions

    # exact help

    def win_now(self, budget: int) -> tuple[int | None, bool]:
        """The first action of a sure win within the present turn, and whether that is settled: a win was found, or
        there is none. With hidden information it must win in several draws of the unknown. A game's own solver knows
        better where it may be used."""
        if self.solver:
            return self._solved(self.view.state, budget)
        found = self._exact("find_win", self._draw() if self.view.hidden else tree.ROOT, budget)
        if found < 0:
            return None, found == exact.NO_WIN
        if not self.view.hidden:
            return found, True
        sure = self._sure_win(found, budget)
        return sure, sure is not None

    def _solved(self, state: bytes, budget: int) -> tuple[int | None, bool]:
        """The answer of the game's own solver."""
        assert self.solver
        self.desk.place(tree.SPARE, state)
        settled: tuple[int | None, bool] = self.solver.win_now(self.desk, tree.SPARE, budget)
        return settled

    def wins_from(self, state: bytes, budget: int) -> bool | None:
        """Whether the player to act in a full state wins for certain within the turn; None if that is not settled."""
        if self.solver:
            win, settled = self._solved(state, budget)
            return win is not None if settled else None
        self.desk.place(tree.SPARE, state)
        found = self._exact("find_win", tree.SPARE, budget)
        return True if found >= 0 else False if found == exact.NO_WIN else None

    @property
    def plans_turns(self) -> bool:
        """Whether the game's own solver finds turns after which the next player has no win."""
        return hooks.SAFE_TURNS.within(self.solver) is not None

    def safe_turns(self, state: bytes, budget: int, until: float, most: int) -> tuple[list[list[int]], bool]:
        """Up to so many ways to end the turn in a full state after which the next player has no win within the turn,
        and whether it is settled that there is one or none. Each end gets so many positions."""
        find = hooks.SAFE_TURNS.within(self.solver)
        assert find is not None
        self.desk.place(exact.FIRST, state)
        return find(self.desk, exact.FIRST, budget, until, most)

    def forced_win(self, state: bytes, turns: int, budget: int) -> bool | None:
        """Whether the seat wins within so many turns against every defence, from a full state in which it is to act or
        has just ended its turn; None if that is not settled, or if the game has no solver for it."""
        find = hooks.FORCED_WIN.within(self.solver)
        if find is None:
            return None
        self.desk.place(exact.FIRST, state)
        who = self.game.rules.to_act(self.view.box, self.game.State.from_bytes(state))
        return find(self.desk, exact.FIRST, who != self.view.player, turns, budget)

    def _sure_win(self, likely: int, budget: int) -> int | None:
        """An action that wins in several draws of the unknown, the likely one if it does."""
        others = [a for a in self.view.legal() if a != likely]
        for action in (likely, *others):
            if self._wins_in_all_draws(action, budget if action == likely else budget // len(others)):
                return action
        return None

    def _wins_in_all_draws(self, action: int, budget: int) -> bool:
        return all(self._exact("wins_by", self._draw(), action, budget) for _ in range(DRAWS))

    def _exact(self, function: str, *numbers: int) -> int:
        memory = (self.numbers["out"], self.numbers["lists"], self.numbers["known"])
        return int(self.desk.functions[function](self.boxes, self.states, self.words, *numbers, *memory))

    def _draw(self) -> int:
        """A draw of what the seat cannot know, in the slot that is returned."""
        self.desk.place(tree.SPARE, self.view.state)
        rng = self.numbers["rng"]
        self.desk.functions["resample_at"](self.boxes, self.states, tree.SPARE, self.view.player, rng)
        return tree.SPARE

    def loses_at_once(self, action: int, budget: int) -> bool:
        """Whether the action lets the next player win within that player's turn, however the present turn goes on. With
        hidden information nothing is sure, and the answer is no."""
        return not self.view.hidden and bool(self._exact("loses_by", tree.ROOT, action, budget))


def _first_number(seed: int) -> int:
    """What a search's random numbers begin with."""
    return (seed * 0x9E3779B1 + 0x85EBCA77) & 0xFFFFFFFF or 1


def preference(choice: Choice) -> tuple[float, float, float]:
    """What makes one choice better than another."""
    rank = 0 if not choice.proven else 1 if choice.value >= 1 else -1 if choice.value <= 0 else 0
    return rank, choice.visits, choice.value
