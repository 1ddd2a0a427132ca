"""A turn as a whole: does the next player win at once after it, and is there another turn after which that is not so?

A decision early in a turn may leave only ends after which the next player wins. So before a decision is made the turn
is played to an end, and that end is looked at with everything that finds wins within a turn. If it loses, other turns
are tried; one that does not is kept in hand and followed unless a better one is found to be safe as well. With hidden
information nothing of this is sure, and nothing is looked at.
"""

import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from hexagora.bots.guide import SURE
from hexagora.bots.search import Choice, Search, plain_backend
from hexagora.bots.team import Team
from hexagora.bots.view import View
from hexagora.engine.contract import OVER

LONGEST = 60  # decisions of a turn
VARIED = 40  # ends of the turn that are tried behind the wanted choice before others are
COMPARED, COMPARED_PART = 12, 0.2  # safe turns that are compared, and the part of the time left for finding them
PART_FOR_ONE = 4  # the turns behind the wanted choice take up to this part of the time that is left
PART_FOR_ALL = 2  # all turns as one up to this part, before those behind each choice are looked at by themselves
PART_FOR_EACH = 3  # those behind one choice an equal share of this part, and then
BEGINNINGS, LONGEST_BEGINNING = 12, 5  # those behind a longer beginning, of so many more decisions at most, of that one
MOST_OPEN = 20_000  # positions within the turn that wait to be gone on from
POSITIONS, PLAIN_POSITIONS = 200_000, 200  # looked at for a win of the next player after one turn
PACE, FEWEST_POSITIONS = 1_000_000, 2000  # of these that compiled rules look at in a second, at a careful guess
EXPECTED_POSITIONS = 20_000  # the same after the turn that is expected, where a solver then looks at all others
SAFE, UNKNOWN, LOST = 2, 1, 0


@dataclass
class WholeTurn:
    """A whole turn from a position on: the decisions, and what comes of it."""

    start: bytes
    actions: list[int]
    verdict: int


@dataclass
class Plan:
    """A safe turn that is kept in hand, if one was found, and the ends that are known."""

    turn: WholeTurn | None = None
    known: dict[bytes, int] = field(default_factory=dict)

    def rest(self, view: View) -> list[int]:
        """What the turn in hand still has to do in this position; nothing if it does not lead here."""
        return self.turn.actions if self.turn and self.turn.start == view.state else []

    def follow(self, view: View, action: int) -> None:
        """Notes a decision: the turn in hand goes on, or is given up."""
        rest, self.turn = self.rest(view), None
        if len(rest) > 1 and rest[0] == action:
            s = view.plain()
            view.game.rules.apply(view.box, s, action)
            self.turn = WholeTurn(view.game.State.to_bytes(s), rest[1:], SAFE)


class Planner:
    """Plays turns to their ends from a view, and judges them."""

    def __init__(self, team: Team | Search, plan: Plan, deadline: float, seed: int, rescue: float = 0.0):
        """`rescue` is how many seconds longer than the deadline safe turns are looked for if none was found."""
        self.team, self.view, self.plan, self.deadline, self.rescue = team, team.view, plan, deadline, rescue
        self.dice = random.Random(seed)
        self.rules, self.box = self.view.game.rules, self.view.box
        self.positions = POSITIONS if team.on.compiled else PLAIN_POSITIONS
        self._out = [0] * self.view.game.max_legal

    def late(self) -> bool:
        return time.perf_counter() > self.deadline

    def choose(self, ranked: list[Choice]) -> Choice:
        """The first choice with an end of the turn after which the next player does not win at once; where the wanted
        one is known to lose, one of which that is not known; otherwise the wanted one. What was chosen is remembered as
        the turn in hand."""
        wanted = ranked[0]
        if wanted.proven or self.view.hidden:
            return wanted
        rest = self.plan.rest(self.view)
        if rest and rest[0] == wanted.action:
            return wanted
        best = self._best(self._turns_of(wanted.action))
        if best is None or best.verdict == SAFE:
            return self._take(best, ranked)
        if rest:
            return self._by_action(ranked, rest[0])
        others = [c.action for c in ranked if not (c.proven and c.value <= 0)] or [wanted.action]
        other = self._most_promising(self.turns_behind(others))
        if self.rescue > 0 and self.late() and not (other and other.verdict == SAFE):
            self.deadline += self.rescue
            other = self._most_promising(self.turns_behind(others)) or other
        return self._take(other if other and other.verdict > best.verdict else best, ranked)

    def _take(self, turn: WholeTurn | None, ranked: list[Choice]) -> Choice:
        if turn is None:
            return ranked[0]
        if turn.verdict == SAFE:
            self.plan.turn = turn
        return self._by_action(ranked, turn.actions[0])

    def _by_action(self, ranked: list[Choice], action: int) -> Choice:
        return next(c for c in ranked if c.action == action)

    def _most_promising(self, turns: Iterable[WholeTurn]) -> WholeTurn | None:
        """Of the first safe turns the one that looks best for the player at its end; without any the first of which
        nothing is sure."""
        safe: list[WholeTurn] = []
        unsure: WholeTurn | None = None
        enough = self.deadline
        for turn in turns:
            if turn.verdict == UNKNOWN:
                unsure = unsure or turn
            if turn.verdict == SAFE:
                safe.append(turn)
                now = time.perf_counter()
                enough = min(enough, now + COMPARED_PART * max(0.0, self.deadline - now))
            if len(safe) == COMPARED or (safe and time.perf_counter() > enough):
                break
        return max(safe, key=self._promise, default=unsure)

    def _promise(self, turn: WholeTurn) -> int:
        """The winning chance that the rules of thumb give the player after a turn."""
        s, out = self.view.plain(), [0] * self.view.game.max_players
        for a in turn.actions:
            self.rules.apply(self.box, s, a)
        if self.rules.to_act(self.box, s) == OVER:
            return SURE
        plain_backend(self.view.name).functions["evaluate"](self.box, s, out)
        return int(out[self.view.player])

    def _best(self, turns: Iterable[WholeTurn]) -> WholeTurn | None:
        """The first safe one, or the best before the time is up."""
        best: WholeTurn | None = None
        for turn in turns:
            if best is None or turn.verdict > best.verdict:
                best = turn
            if best.verdict == SAFE:
                break
        return best

    def _turns_of(self, action: int) -> Iterator[WholeTurn]:
        """Turns that begin with one choice: as the search expects it, then some others."""
        line = self.team.line(action, LONGEST)
        yield self._expected(line if line[:1] == [action] else [action])  # it may be known from another search alone
        if self.team.plans_turns:
            yield self.planned(action, PART_FOR_ONE)
        else:
            yield from islice(self.turns([action]), VARIED)

    def turns_behind(self, actions: list[int]) -> Iterator[WholeTurn]:
        """Turns that begin with one of the choices, until the time is up: where the game's own solver knows them, the
        safe ones among all turns, otherwise all."""
        if not self.team.plans_turns:
            yield from self.turns(actions)
            return
        found, settled = self.team.safe_turns(self.view.state, self.positions, self._share(PART_FOR_ALL), COMPARED)
        if found or settled:
            yield from (WholeTurn(self.view.state, turn, SAFE) for turn in found if turn[0] in actions)
        else:
            yield from self._one_by_one(actions)

    def _one_by_one(self, actions: list[int]) -> Iterator[WholeTurn]:
        """What is known of the turns behind each choice, each of which gets an equal share of the first part of the
        time: a safe turn is mostly found sooner than a proof that there is none. Then of those behind longer beginnings
        at random, for where a turn has very many ends only those near each other are looked at as one."""
        for k, action in enumerate(actions):
            if self.late():
                return
            yield self._planned([action], PART_FOR_EACH * (len(actions) - k))
        while not self.late():
            yield self._planned(self._beginning(self.dice.choice(actions)), BEGINNINGS)

    def _beginning(self, action: int) -> list[int]:
        """A choice and some decisions behind it at random, as far as the turn goes."""
        s, made = self.view.plain(), [action]
        self.rules.apply(self.box, s, action)
        for _ in range(self.dice.randint(1, LONGEST_BEGINNING)):
            if not self._is_own(s):
                break
            made.append(self.dice.choice(self._legal(s)))
            self.rules.apply(self.box, s, made[-1])
        return made

    def _is_own(self, s: Any) -> bool:
        return bool(self.rules.to_act(self.box, s) == self.view.player)

    def _share(self, shared_by: int) -> float:
        """When a part of the time that is left is over."""
        now = time.perf_counter()
        return now + (self.deadline - now) / shared_by

    def planned(self, action: int, shared_by: int = 1) -> WholeTurn:
        """A safe turn that begins with a choice, or what is known of all of them, by the game's own solver; takes up to
        its share of the time that is left."""
        return self._planned([action], shared_by)

    def _planned(self, made: list[int], shared_by: int) -> WholeTurn:
        s = self.view.plain()
        for a in made:
            self.rules.apply(self.box, s, a)
        if not self._is_own(s):
            return WholeTurn(self.view.state, made, self._verdict(s))
        state = self.view.game.State.to_bytes(s)
        if self.plan.known.get(state) == LOST:
            return WholeTurn(self.view.state, made, LOST)
        found, settled = self.team.safe_turns(state, self.positions, self._share(shared_by), 1)
        verdict = SAFE if found else LOST if settled else UNKNOWN
        if verdict == LOST:
            self.plan.known[state] = LOST
        return WholeTurn(self.view.state, [*made, *(found[0] if found else [])], verdict)

    # playing turns to their ends

    def _legal(self, s: Any) -> list[int]:
        return self._out[: self.rules.legal(self.box, s, self._out)]

    def _expected(self, line: list[int]) -> WholeTurn:
        """The turn that goes on as the search expects, and then at random."""
        s, player = self.view.plain(), self.view.player
        made: list[int] = []
        while self.rules.to_act(self.box, s) == player and len(made) < LONGEST:
            legal, k = self._legal(s), len(made)
            made.append(line[k] if k < len(line) and line[k] in legal else self.dice.choice(legal))
            self.rules.apply(self.box, s, made[-1])
        return WholeTurn(self.view.state, made, self._verdict(s))

    def turns(self, actions: list[int]) -> Iterator[WholeTurn]:
        """All turns that begin with one of the actions, until the time is up: first one step after each of them, then
        on from whatever position was reached, in random order, so that early ends differ much. What was reached before
        in another way is left out."""
        seen: set[bytes] = set()
        reached = [(self.view.plain(), list[int]())]
        while reached and not self.late():
            k = self.dice.randrange(len(reached))
            reached[k], reached[-1] = reached[-1], reached[k]
            s, made = reached.pop()
            for a in self._legal(s) if made else actions:
                if time.perf_counter() > self.deadline:
                    return
                after = s.clone()
                self.rules.apply(self.box, after, a)
                key = self.view.game.State.to_bytes(after)
                if key in seen:
                    continue
                seen.add(key)
                if self.rules.to_act(self.box, after) != self.view.player:
                    yield WholeTurn(self.view.state, [*made, a], self._verdict(after))
                elif len(made) < LONGEST and len(reached) < MOST_OPEN:
                    reached.append((after, [*made, a]))

    # judging its end

    def _has_lost(self, s: Any) -> bool:
        if self.rules.to_act(self.box, s) != OVER:
            return False
        out = [0] * self.view.game.max_players
        self.rules.returns(self.box, s, out)
        return out[self.view.player] == 0

    def _verdict(self, s: Any) -> int:
        who = self.rules.to_act(self.box, s)
        if who == OVER:
            return LOST if self._has_lost(s) else SAFE
        if who < 0 or who == self.view.player:
            return SAFE  # what chance decides first cannot be helped
        state = self.view.game.State.to_bytes(s)
        if state not in self.plan.known:
            usual = min(self.positions, EXPECTED_POSITIONS) if self.team.plans_turns else self.positions
            most = usual if self.rescue > 0 else min(usual, self._positions_in_time())
            wins = self.team.wins_from(state, most)
            if wins is None and most < usual:
                return UNKNOWN  # another time there may be more
            self.plan.known[state] = UNKNOWN if wins is None else LOST if wins else SAFE
        return self.plan.known[state]

    def _positions_in_time(self) -> int:
        """How many positions can be looked at before the time is up, and some in any case."""
        left = self.deadline - time.perf_counter() if self.team.on.compiled else 0.0
        return max(FEWEST_POSITIONS, int(min(self.positions, PACE * left)))
