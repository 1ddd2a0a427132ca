"""Quick matches: everybody plays by the game's rules of thumb, without any search. For a first look at how fair
something is: a hundred of them take seconds on interpreted rules, with any content."""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexagora.bots import thumbs
from hexagora.bots.search import plain_backend
from hexagora.engine import hooks
from hexagora.engine.contract import CHANCE, OVER, WIN
from hexagora.engine.match import Match

if TYPE_CHECKING:
    from hexagora.engine.game import Game

LONGEST = 20_000  # decisions after which a match counts as not finished
SEED_BITS = 31
REPETITION = "repetition"  # as games name that ending


@dataclass
class Outcome:
    """What became of some matches: the wins of each seat (a shared win is shared), decisions, how many did not end and
    how many did by repetition; and whether there were no rules of thumb to play by, so that all was left to chance."""

    wins: list[float] = field(default_factory=list)
    matches: int = 0
    decisions: int = 0
    unfinished: int = 0
    repeated: int = 0
    at_random: bool = False


def play(game: "Game", options: dict[str, Any], start: dict[str, Any] | None, matches: int, seed: int,
         seconds: float) -> Outcome:
    """Plays some matches, as many as the time allows; the same seed gives the same matches."""
    first = Match(game, options, seed=seed, chance="ask", start=start)
    found = Outcome([0.0] * first.players, at_random=thumbs.SUGGEST.of(game) is None)
    until = time.monotonic() + seconds
    for k in range(matches):
        if k and time.monotonic() > until:
            break
        _play_one(game, first, (seed * matches + k) % (1 << SEED_BITS) + 1, found, until)
    return found


def _play_one(game: "Game", first: Match, seed: int, found: Outcome, until: float) -> None:
    does = plain_backend(game.id).functions
    box, s, out, rng = first.box, first.state.clone(), [0] * max(game.max_legal, first.players), [seed]
    made, who = 0, does["to_act"](box, s)
    while who != OVER and made < LONGEST and (made % 64 or time.monotonic() < until):
        a = does["outcome"](box, s, out, rng) if who == CHANCE else does["suggest"](box, s, out, rng)
        does["apply"](box, s, a)
        made, who = made + 1, does["to_act"](box, s)
    found.matches += 1
    found.decisions += made
    if who != OVER:
        found.unfinished += 1
        return
    found.repeated += _is_repetition(game, does["reason"](box, s))
    does["returns"](box, s, out)
    for p in range(first.players):
        found.wins[p] += out[p] / WIN


def _is_repetition(game: "Game", reason: int) -> bool:
    endings = hooks.ENDINGS.of(game) or ()
    return 0 <= reason < len(endings) and endings[reason] == REPETITION
