"""The rules of thumb that a game may bring in its `heuristics`: one hook for each function of `guide`, and for the
traits that a network may be told. What each is asked, and what holds for a game without it, stands there."""

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from hexagora.bots import briefing, guide, levels, thumb_checks, training
from hexagora.engine import folder, openings
from hexagora.engine.binding import functions_of
from hexagora.engine.hooks import Hook

if TYPE_CHECKING:
    from hexagora.engine.game import Game

MODULE = "heuristics"


def _hook(rule: Callable[..., Any]) -> Hook[Callable[..., Any]]:
    return Hook(MODULE, rule.__name__, tuple(inspect.signature(rule).parameters), inspect.getdoc(rule) or "")


RULES: list[Callable[..., Any]] = [*functions_of(guide), briefing.traits]
ALL = {rule: _hook(rule) for rule in RULES}
SUGGEST = ALL[guide.suggest]


def problems(game: "Game") -> Iterator[folder.Problem]:
    """What a game tells its bots in vain: levels that nobody knows, files that nobody can read, what looks like a rule
    of thumb and is none, and rules of thumb that cannot be called or answer what no search can use."""
    yield from levels.problems(game)
    yield from (("training", told) for told in training.problems(game))
    yield from (("openings", told) for told in openings.unreadable(game))
    own = game.module_if_any(MODULE)
    if own is not None:
        wrong = list(folder.misnamed(own, list(ALL.values())))
        yield from wrong or ((MODULE, told) for told in thumb_checks.problems(game))
