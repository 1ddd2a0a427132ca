"""Reviews of matches that are over: winning chances and turning points, found in the background, part by part."""

import json
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexagora.bots.questions import Part
from hexagora.engine import matchfile, openings
from hexagora.engine.match import Match
from hexagora.server.errors import Refusal
from hexagora.server.table import Table
from hexagora.server.thinkers import Thinkers

if TYPE_CHECKING:
    from hexagora.bots.coach import Point, Review

PART = 3  # decisions that are looked at before anybody else gets a turn
MOST_KEPT = 200
PERCENT = 100
Spawn = Callable[[Coroutine[Any, Any, None], str], Any]
Aside = Callable[..., Coroutine[Any, Any, Any]]  # does what costs processor time beside the event loop


@dataclass
class Found:
    """What is known of one match so far."""

    of: int
    done: int = 0
    running: bool = False
    failed: bool = False  # and nobody was told yet
    points: "list[Point]" = field(default_factory=list)
    told: dict[str, Any] | None = None


def match_of(table: Table) -> Match:
    """The match of a table to look at again: the rules or the people have ended it, and the rules still know it."""
    if not table.over or table.lenient:
        raise Refusal("not-over", "A match is looked at again when it is over.", 409)
    return table.match


class Reviews:
    def __init__(self, thinkers: Thinkers, spawn: Spawn, aside: Aside):
        self._thinkers, self._spawn, self._aside = thinkers, spawn, aside
        self._found: OrderedDict[str, Found] = OrderedDict()

    def knows(self, table: str) -> bool:
        """Whether a review of that table was begun and did not fail."""
        return table in self._found and not self._found[table].failed

    def of(self, table: str, match: Match) -> dict[str, Any]:
        """How far the review of a match is, and all of it when it is done; begins it if nobody has asked before, and
        after it was told that it failed goes on where it was."""
        found = self._found.setdefault(table, Found(of=len(match.log)))
        if found.failed:
            found.failed = False
            raise Refusal("no-review", "The match could not be looked at again. Please try it once more.", 503)
        if found.told is None and not found.running:
            found.running = True
            self._spawn(self._look_through(found, match), f"review {table}")
            while len(self._found) > MOST_KEPT:
                self._found.popitem(last=False)
        return {"done": found.done, "of": found.of, "review": found.told}

    async def _look_through(self, found: Found, match: Match) -> None:
        from hexagora.bots.coach import Review

        try:
            text = await self._aside(_written, match.fork())
            while found.done < found.of:
                plies = range(found.done, min(found.done + PART, found.of))
                found.points += await self._thinkers.look_again(Part(match.game.id, text, plies))
                found.done = plies.stop
        except Exception:
            found.failed = True
            raise
        finally:
            found.running = False
        found.told = told(Review(match.players, found.points, match.result, openings.followed(match)))


def _written(match: Match) -> str:
    return json.dumps(matchfile.to_document(match))


def told(review: "Review") -> dict[str, Any]:
    """A review for people: each seat's winning chance in percent before each decision and at the end, how far those
    can be relied on, what cost most, and how the opening went in other matches."""
    columns = [point.chances for point in review.points] + [review.result or []]
    chances = [[round(PERCENT * column[seat]) for column in columns if column] for seat in range(review.players)]
    turning = [{"ply": p.ply, "seat": p.seat, "played": p.played, "best": p.best, "cost": round(PERCENT * p.loss),
                "doubt": round(PERCENT * p.doubt), "line": p.line, "played_label": p.played_label,
                "best_label": p.best_label, "played_at": p.played_at, "best_at": p.best_at, "why": p.why,
                "fatal": p.fatal}
               for p in review.turning_points]
    opening = [{"ply": step.ply, "seat": step.seat, "played": step.text, "played_label": step.label,
                "times": step.played, "won": round(PERCENT * step.rate)} for step in review.opening]
    return {"plies": [point.ply for point in review.points], "chances": chances,
            "spreads": [round(PERCENT * point.spread) for point in review.points], "turning": turning,
            "opening": opening}
