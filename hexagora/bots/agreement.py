"""Do all back ends play the same game? Random matches on all of them at once, decision by decision, and searches from
the same seed that must grow the same tree.

    agreement.compare(hexagora.game("hex"), decisions=1000).problems
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexagora.bots import networks
from hexagora.bots.search import Backend, Search, compiled_backend, plain_backend, wasm_backend
from hexagora.bots.view import View, view_of
from hexagora.engine import conformance
from hexagora.engine.compiled import can_compile
from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import BadOption
from hexagora.engine.match import Match

if TYPE_CHECKING:
    from hexagora.engine.game import Game

SEARCH_EVERY = 250  # decisions between two searches
LOOKS, PLAIN_LOOKS = 400, 12  # of a search by the compiled back ends, and of one that is compared with the interpreted
WIN_POSITIONS = 300  # looked at for a win at once
MOST_PROBLEMS = 10


@dataclass
class Agreement:
    """What was compared and where two back ends differed."""

    game: str
    backends: list[str]
    decisions: int = 0
    searches: int = 0
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = f"{self.game}: {', '.join(self.backends)}: {self.decisions} decisions, {self.searches} searches: "
        return told + ("; ".join(self.problems) or "all the same")


def compare(game: "Game", decisions: int, seed: int = 1, native: bool = True) -> Agreement:
    """Plays so many decisions, in matches of every variant in turn, and compares all back ends that are there; without
    `native` nothing is compiled for it."""
    found = [plain_backend(game.id), wasm_backend(game.id),
             compiled_backend(game.id) if native and can_compile() else None]
    backends = [on for on in found if on]
    report = Agreement(game.id, [on.name for on in backends])
    for k, match in enumerate(_matches(game, seed)):
        if report.decisions >= decisions or len(report.problems) >= MOST_PROBLEMS:
            break
        _walk(match, backends, report, decisions, random.Random(f"{seed}-{k}"))
    return report


def _matches(game: "Game", seed: int) -> Iterator[Match]:
    """Random matches without end: every number of players and every option in turn."""
    k = 0
    while True:
        for options in conformance.variants(game):
            k += 1
            try:
                game.options(options)
            except BadOption:
                continue  # the game refuses this combination
            yield game.match(seed=f"{seed}-{k}", chance="ask", **options)


class _Follower:
    """A match on one back end, at a desk without a search."""

    def __init__(self, on: Backend, match: Match):
        self.name, self.game, size = on.name, match.game, max(match.game.max_legal, match.players)
        view = View(match.game.id, match.options, 1, match.game.State.to_bytes(match.hidden(1)))
        self.desk = on.desk(view, {"out": size}, 1, networks.none())
        self.desk.place(0, match.game.State.to_bytes(match.state))

    def state(self) -> bytes:
        states = self.desk.states
        if self.name == "python":
            return self.game.State.to_bytes(states[0])
        return bytes(states[0].tobytes()) if self.name == "cpu" else bytes(states.get_bytes(0))

    def ask(self, function: str, *numbers: int) -> int:
        return int(self.desk.functions[function](self.desk.boxes, self.desk.states, 0, *numbers) or 0)

    def list(self, function: str) -> list[int]:
        out = self.desk.numbers["out"]
        n = int(self.desk.functions[function](self.desk.boxes, self.desk.states, 0, out))
        return [int(out[i]) for i in range(n)] if self.name != "wasm" else out.first(n)


def _walk(match: Match, backends: list[Backend], report: Agreement, decisions: int, rng: random.Random) -> None:
    followers = [_Follower(on, match) for on in backends]

    def same(what: str, answers: list[Any]) -> None:
        if any(answer != answers[0] for answer in answers) and len(report.problems) < MOST_PROBLEMS:
            options = {k: v for k, v in match.options.items() if not isinstance(v, dict)}
            report.problems.append(f"{what} differs between {', '.join(report.backends)} at decision "
                                   f"{len(match.log)} of {options}: {[str(a)[:60] for a in answers]}")

    while not match.over and report.decisions < decisions:
        legal = [f.list("legal_at") for f in followers]
        same("who acts", [f.ask("to_act_at") for f in followers])
        same("the list of legal actions", legal)
        if match.actor == CHANCE:
            same("the list of weights", [f.list("chances_at") for f in followers])
        elif report.decisions % SEARCH_EVERY == 0:
            _compare_searches(view_of(match, match.actor + 1), backends, same, rng.randrange(1, 1 << 31))
            report.searches += 1
        action = rng.choice(legal[0])
        for f in followers:
            f.ask("apply_at", action)
        match.play(action)
        same("the state", [f.state() for f in followers])
        report.decisions += 1


def _compare_searches(view: View, backends: list[Backend], same: Callable[[str, list[Any]], None], seed: int) -> None:
    """Same seed, same looks: the same tree. The interpreted search cuts long play-outs short, as do the others here."""
    searches = [Search(view, on, seed) for on in backends]
    limit = min(int(search.head.limit) for search in searches)
    for search in searches:
        search.head.limit = limit
        search.run(PLAIN_LOOKS)
    same("the tree", [_tree(search) for search in searches])
    compiled = [Search(view, on, seed) for on in backends if on.compiled]
    for search in compiled:
        search.run(LOOKS)
    if len(compiled) > 1:
        same("the larger tree", [_tree(search) for search in compiled])
        same("the answer to whether there is a win at once", [search.win_now(WIN_POSITIONS) for search in compiled])


def _tree(search: Search) -> list[Any]:
    """Everything that a search knows but the keys, which each back end makes in its own way."""
    head = search.head
    numbers = [int(head.looks), int(head.decisions), int(head.nodes), int(head.edges), int(search.numbers["rng"][0])]
    edges = [(int(e.action), int(e.child), int(e.visits), int(e.total), int(e.prior), int(e.guess))
             for e in search.edges[: int(head.edges)]]
    nodes = [(int(n.mover), int(n.first), int(n.count), int(n.visits), int(n.total), int(n.proof))
             for n in search.nodes[: int(head.nodes)]]
    return [*numbers, *edges, *nodes]
