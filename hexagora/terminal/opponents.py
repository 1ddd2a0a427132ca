"""Who plays at the seats without people: a bot of some level, or a program that speaks the engine protocol."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match
from hexagora.engine.words import say

RANDOM = "random"
ENGINE = "engine:"
ENGINE_SECONDS = 10.0  # for one decision of an engine


class Opponent(Protocol):
    name: str

    def decide(self, match: Match) -> int:
        """The action of the seat to act."""

    def close(self) -> None:
        """Lets go of what it needed."""


class Bot:
    def __init__(self, level: str):
        from hexagora.bots.levels import level as known

        found = known(level)
        self.level, self.name = found.id, found.title

    def decide(self, match: Match) -> int:
        from hexagora.bots import decide

        own = random.Random(f"{match.seed} {len(match.log)}").getrandbits(31)  # no two matches are played alike
        return decide(replace(request(match, self.level), seed=own)).action

    def close(self) -> None:
        pass


class Program:
    def __init__(self, command: str, match: Match, seat: int):
        from hexagora.bots.external import External

        self.engine = External(command)
        self.engine.start(match.game.id, match.options, seat)
        self.name = self.engine.name

    def decide(self, match: Match) -> int:
        return self.engine.choose(match, match.actor + 1, ENGINE_SECONDS)

    def close(self) -> None:
        self.engine.close()


def request(match: Match, level: str) -> Any:
    """What a bot is asked for the seat to act: only what that seat may know."""
    from hexagora.bots import Request

    seat = match.actor + 1
    hidden = match.game.State.to_bytes(match.hidden(seat))
    return Request(match.game.id, match.options, hidden, seat, level, len(match.log), None,
                   content=match.game.other_content)


def check(named: Sequence[str]) -> None:
    """Refuses levels that do not exist, before a match begins."""
    for name in named:
        if name.lower() == RANDOM:
            raise HexagoraError("nobody at a table plays at random, that is for measuring with hexagora arena and "
                                "hexagora lab; the weakest level here is beginner")
        if not name.startswith(ENGINE):
            Bot(name)


def check_seats(free: int, named: Sequence[str]) -> None:
    """Refuses more opponents than there are seats without people."""
    if len(named) > free:
        raise HexagoraError(say("--level is given {given} times; seats without people at this terminal: {free}",
                                given=len(named), free=free))


def seated(match: Match, people: Sequence[int], named: Sequence[str]) -> dict[int, Opponent]:
    """The opponents by seat: those named in turn, the last of them at all further seats."""
    free = [seat for seat in range(1, match.players + 1) if seat not in people]
    found: dict[int, Opponent] = {}
    try:
        for k, seat in enumerate(free):
            name = named[min(k, len(named) - 1)]
            found[seat] = Program(name.removeprefix(ENGINE), match, seat) if name.startswith(ENGINE) else Bot(name)
    except Exception:
        for opponent in found.values():
            opponent.close()
        raise
    return found
