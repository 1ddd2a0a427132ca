"""What is asked of the lab: which game with which content, who plays, and the seed. The same setting gives the same
matches, wherever and on however many processors they are played."""

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from hexagora import registry
from hexagora.bots import levels
from hexagora.engine import variants
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.engine.game import Game

RANDOM, QUICK = "random", "quick"
PLAIN = (RANDOM, QUICK)  # who decides without a search
KEPT = 128  # games with other content that are kept ready
OPTION = "option."  # before the name of an option, where a path of the content could stand
LONGEST = 20_000  # decisions, chance included, after which a match is given up


@dataclass(frozen=True)
class Setting:
    """`bots` take the seats in turn, moved on by one from match to match. `scale` shrinks the looks of levels."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...] = (QUICK,)
    content: str | None = None
    changes: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    scale: float = 1.0

    @property
    def players(self) -> int:
        return int(self.options["players"])

    @property
    def searches(self) -> bool:
        """Whether anybody thinks before deciding."""
        return any(bot not in PLAIN for bot in self.bots)

    def game_itself(self) -> Game:
        """The game with the content that is asked for."""
        if not self.content and not self.changes:
            return registry.game(self.game)
        return _variant(self.game, self.content, json.dumps(self.changes, sort_keys=True))

    def at_seats(self, number: int) -> list[str]:
        """Who plays the match of that number, by seat."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.players)]

    def match_seed(self, number: int) -> bytes:
        """What decides chance and the players' choices in a match; the same for all content, so that what differs
        between two arms is not luck."""
        return hashlib.sha256(f"lab:{self.seed}:{number}".encode()).digest()

    def document(self) -> dict[str, Any]:
        made: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return made | {"content_digest": self.game_itself().content_digest}

    def changed(self, changes: dict[str, Any]) -> "Setting":
        """With other values at some paths of the content, or of options (`option.NAME`)."""
        chosen = {path.removeprefix(OPTION): value for path, value in changes.items() if path.startswith(OPTION)}
        inside = {path: value for path, value in changes.items() if not path.startswith(OPTION)}
        made = replace(self, changes={**self.changes, **inside})
        return replace(made, options=made.game_itself().options({**self.options, **chosen})) if chosen else made

    def value_at(self, path: str) -> Any:
        """What a path leads to now."""
        if path.startswith(OPTION):
            known = self.options
            if path.removeprefix(OPTION) not in known:
                raise HexagoraError(f"{path}: {self.game} has no such option; it has: {', '.join(known)}")
            return known[path.removeprefix(OPTION)]
        return variants.value_at(self.game_itself().content_data, path, f"the content of {self.game}")


@lru_cache(KEPT)
def _variant(game: str, content: str | None, changes: str) -> Game:
    found = registry.game(game)
    if content:
        found = found.with_content(Path(content))
    return found.with_changes(json.loads(changes))


def setting(game: str, options: dict[str, Any] | None = None, bots: list[str] | None = None,
            content: str | Path | None = None, changes: dict[str, Any] | None = None, seed: int = 1,
            scale: float = 1.0) -> Setting:
    """A setting that can be played: everything is checked, and what is left out has its usual value."""
    named = tuple(bots or [QUICK])
    for name in named:
        check_bot(name)
    asked = Setting(game, {}, named, str(content) if content else None, changes or {}, seed, scale)
    found = asked.game_itself()
    made = replace(asked, options=found.options(options or {}))
    if not 0 < scale <= 1000:
        raise HexagoraError(f"the factor for the looks of levels cannot be {scale}; allowed: above 0, at most 1000")
    if len(named) > made.players:
        raise HexagoraError(f"{len(named)} bots ({', '.join(named)}) for {made.players} seats")
    found.box(made.options)
    return made


def check_bot(name: str) -> None:
    known = [*PLAIN, *(one.id for one in levels.ALL if one.looks < levels.NO_LIMIT)]
    if name not in known:
        raise UnknownName("bot", name, known)
