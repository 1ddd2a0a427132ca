"""Bots: what takes a seat without a person.

    decision = decide(Request(game="hex", options={}, state=State.to_bytes(hidden), seat=1, level="club"))
    decision.action, decision.text, decision.reason

A request carries the state *hidden for its seat*, and nothing else: a bot cannot look where its seat may not. Requests
and decisions are plain data, so that thinking can happen in another process. Importing this package is cheap.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexagora.bots.levels import DEFAULT_LEVEL, LEVELS

if TYPE_CHECKING:
    from hexagora.bots.search import Choice

__all__ = ["LEVELS", "Decision", "Request", "decide", "hints"]


@dataclass(frozen=True)
class Request:
    """A seat's question: what to do in this position? `seconds` bounds the thinking below what the level allows;
    `spent` are the seconds that went into earlier decisions of this turn, by whomever, where the asker knows them.
    `content` is what the match is played with, if it is not that of the game's folder (`Game.other_content`).
    `heard` is what other searches found at this very position, to be added up with one's own (`player.consider`)."""

    game: str
    options: dict[str, Any]
    state: bytes
    seat: int
    level: str = DEFAULT_LEVEL
    seed: int = 1
    seconds: float | None = None
    spent: float | None = None
    content: str = ""
    heard: "tuple[Choice, ...]" = ()


@dataclass(frozen=True)
class Decision:
    """An answer: the action, its notation, the winning chance it is given (0 to 1), why, and how it may go on. A hint
    also tells by how much the chance may be off, from how many looks it comes, and whether the choice is `level` with
    the best: not told apart from it."""

    action: int
    text: str
    value: float
    reason: str
    line: list[str] = field(default_factory=list)
    spread: float = 0.0
    looks: int = 0
    level: bool = False


def decide(request: Request) -> Decision:
    """The action that a bot of that level plays. It always answers: trouble in the search is logged, and a quick
    look at the position decides instead."""
    from hexagora.bots.player import decide as think

    return think(request)


def hints(request: Request) -> list[Decision]:
    """The best choices, three at most, each with the reason in words; none where too little is known to say so."""
    from hexagora.bots.player import hints as think

    return think(request)
