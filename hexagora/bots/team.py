"""Several searches of one position at once, each with its own tree on its own thread; compiled ones run without the
interpreter's lock. What they found is added up."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

from hexagora.bots.networks import Judgement
from hexagora.bots.search import Backend, Choice, Search, Tuning, preference
from hexagora.bots.view import View


class Team:
    """The interface of a `Search`, on `threads` threads."""

    def __init__(self, view: View, on: Backend, seed: int = 1, settings: Tuning | None = None, threads: int = 1,
                 judged: Judgement | None = None):
        self.members = [Search(view, on, seed + 7919 * k, settings, judged) for k in range(threads)]
        self.on = on
        self.heard: tuple[Choice, ...] = ()  # what searches elsewhere found at this position

    @property
    def leader(self) -> Search:
        return self.members[0]

    @property
    def view(self) -> View:
        return self.leader.view

    def look_at(self, view: View) -> int:
        self.heard = ()
        return sum(member.look_at(view) for member in self.members)

    def think(self, seconds: float, looks: int, stop: Callable[[], bool] = lambda: False,
              report: Callable[[Search], None] = lambda search: None) -> int:
        """As `Search.think`; the looks are shared out."""
        if len(self.members) == 1:
            return self.leader.think(seconds, looks, stop, report)
        each = -(-looks // len(self.members))
        with ThreadPoolExecutor(len(self.members)) as pool:
            jobs = [pool.submit(m.think, seconds, each, stop, *([report] if m is self.leader else []))
                    for m in self.members]
            return sum(job.result() for job in jobs)

    @property
    def looks(self) -> int:
        return sum(member.looks for member in self.members) + sum(choice.visits for choice in self.heard)

    def two_most(self) -> tuple[int, int]:
        """How often the two choices were looked at that were looked at most."""
        counts = sum((Counter(member.counts()) for member in self.members), Counter())
        first, second, *_ = [*sorted(counts.values(), reverse=True), 0, 0]
        return first, second

    def chances(self) -> list[float]:
        """Each player's winning chance: proven by one, or on average."""
        for member in self.members:
            if member.proven:
                return member.chances()
        each = [member.chances() for member in self.members]
        return [sum(column) / len(each) for column in zip(*each, strict=True)]

    def choices(self) -> list[Choice]:
        found: dict[int, Choice] = {}
        for choice in chain(*(member.choices() for member in self.members), self.heard):
            known = found.get(choice.action)
            found[choice.action] = _sum(known, choice) if known else choice
        return sorted(found.values(), key=preference, reverse=True)

    def line(self, first: int | None = None, longest: int = 8) -> list[int]:
        return self.leader.line(first, longest)

    def win_now(self, budget: int) -> tuple[int | None, bool]:
        return self.leader.win_now(budget)

    def wins_from(self, state: bytes, budget: int) -> bool | None:
        return self.leader.wins_from(state, budget)

    @property
    def plans_turns(self) -> bool:
        return self.leader.plans_turns

    def safe_turns(self, state: bytes, budget: int, until: float, most: int) -> tuple[list[list[int]], bool]:
        return self.leader.safe_turns(state, budget, until, most)

    def loses_at_once(self, action: int, budget: int) -> bool:
        return self.leader.loses_at_once(action, budget)


def _sum(one: Choice, other: Choice) -> Choice:
    visits = one.visits + other.visits
    if one.proven or other.proven:
        return Choice(one.action, visits, (one if one.proven else other).value, True)
    value = (one.value * one.visits + other.value * other.visits) / visits if visits else 0.0
    return Choice(one.action, visits, value, False, (one.later + other.later) / 2)
