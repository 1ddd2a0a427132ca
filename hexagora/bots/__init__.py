"""Bots: what takes a seat without a person.

    decision = decide(Request(game="hex", options={}, state=State.to_bytes(hidden), seat=1, level="club"))
    decision.action, decision.text, decision.reason

A request carries the state *hidden for its seat*, and nothing else: a bot cannot look where its seat may not. Requests
and decisions are plain data, so that thinking can happen in another process. Importing this package is cheap.
"""

from dataclasses import dataclass, field
from typing import Any

from hexagora.bots.levels import DEFAULT_LEVEL, LEVELS

__all__ = ["LEVELS", "Decision", "Request", "decide", "hints"]


@dataclass(frozen=True)
class Request:
    """A seat's question: what to do in this position? `seconds` bounds the thinking below what the level allows;
    `spent` are the seconds that went into earlier decisions of this turn, by whomever, where the asker knows them."""

    game: str
    options: dict[str, Any]
    state: bytes
    seat: int
    level: str = DEFAULT_LEVEL
    seed: int = 1
    seconds: float | None = None
    spent: float | None = None


@dataclass(frozen=True)
class Decision:
    """An answer: the action, its notation, the winning chance it is given (0 to 1), why, and how it may go on."""

    action: int
    text: str
    value: float
    reason: str
    line: list[str] = field(default_factory=list)


def decide(request: Request) -> Decision:
    """The action that a bot of that level plays. It always answers: trouble in the search is logged, and a quick
    look at the position decides instead."""
    from hexagora.bots.player import decide as think

    return think(request)


def hints(request: Request) -> list[Decision]:
    """The three best choices, best first, each with the reason in words."""
    from hexagora.bots.player import hints as think

    return think(request)
