"""Chance that can be proven: a server commits to a seed before the first decision by telling its hash, and tells the
seed at the end. Whoever has the match file can check that the seed is that one and decided every outcome."""

import hashlib
import re
import secrets
from collections.abc import Iterator
from typing import Any

from hexagora.engine.contract import CHANCE
from hexagora.engine.match import Match

SEED_BYTES = 16
MOST_TOLD = 100  # characters of what should be a hash
_DRAWN = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}")


def draw_seed() -> str:
    """A seed that nobody knows or finds by trying."""
    return secrets.token_hex(SEED_BYTES)


def was_drawn(seed: str) -> bool:
    """Whether a seed has the form of those that are drawn, not chosen by somebody."""
    return _DRAWN.fullmatch(seed) is not None


def commitment(seed: str) -> str:
    """What is told of a seed before it may be known; nobody can find another seed that fits.

    >>> commitment("0" * 32)[:12]
    '84e0c0eafaa9'
    """
    return hashlib.sha256(seed.encode()).hexdigest()


def problems(document: dict[str, Any], match: Match) -> list[str]:
    """What does not fit in a match file: the seed to what was told of it, or an outcome to the seed."""
    found = []
    told = document.get("commitment", right := commitment(str(match.seed)))
    if told != right:
        found.append(f"the seed is not the one that was committed to: its hash is {right}, told was "
                     f"{str(told)[:MOST_TOLD]}")
    return [*found, *wrong_outcomes(match)]


def wrong_outcomes(match: Match) -> Iterator[str]:
    """The outcomes in a match that are not what its seed decides."""
    then = match.fork(0)
    then.chance = "ask"
    for ply, a in enumerate(match.log):
        if then.actor == CHANCE and then.outcome() != a:
            right = match.game.words.text(match.box, then.state, then.outcome())
            wrong = match.game.words.text(match.box, then.state, a)
            yield f"action {ply + 1} is '{wrong}'; the seed decides '{right}'"
        then.make(a)
