"""Matches between two ways to search, counted in looks at a decision, so that a busy machine changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexagora.bots.networks import Judgement
from hexagora.bots.search import Backend, Search, Tuning
from hexagora.bots.view import view_of
from hexagora.engine.match import Match
from hexagora.registry import game as find_game

LONGEST = 3000  # decisions of a match
DEALS = 1_000_003  # apart are those of one seed and of the next


@dataclass(frozen=True)
class Side:
    """How one side searches: on what, how, judged by which network, with how many looks at a decision."""

    on: Backend
    settings: Tuning
    judged: Judgement | None
    looks: int


def shares(name: str, options: dict[str, object], new: Side, old: Side, matches: int, seed: int) -> Iterator[float]:
    """What the new way won of each match that came to its end. Each is played once with it on every seat, against the
    old way on all others."""
    game = find_game(name)
    players = game.options(options)["players"]
    for k in range(matches):
        seat = k % players
        deal = deal_of(seed, k // players)
        match = game.match(seed=deal, **options)
        searches: dict[int, Search] = {}
        while not match.over and len(match.log) < LONGEST:
            legal = match.actions()
            one = len(legal) == 1
            match.play(legal[0] if one else _choice(match, searches, new if match.actor == seat else old, deal))
        if match.result:
            yield match.result[seat]


def deal_of(seed: int, k: int) -> int:
    """The seed of a deal, and of all searches at it: where a game leaves little to chance, they tell matches apart."""
    return seed * DEALS + k


def search_seed(deal: int, decisions: int) -> int:
    return deal * LONGEST + decisions + 1


def _choice(match: Match, searches: dict[int, Search], side: Side, deal: int) -> int:
    view = view_of(match, match.actor + 1)
    if match.actor in searches:
        searches[match.actor].look_at(view)
    else:
        own = search_seed(deal, len(match.log))
        searches[match.actor] = Search(view, side.on, own, side.settings, side.judged)
    search = searches[match.actor]
    search.run(max(1, side.looks - search.looks))
    return search.choices()[0].action
