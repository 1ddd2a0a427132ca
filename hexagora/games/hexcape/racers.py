"""Simple bots that race and block, and trials of maps with them: how long does a race take, is the first player
favoured? They play by the rules of the game, without cards."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from hexagora.engine.contract import CHANCE, OVER
from hexagora.games.hexcape.mapfile import to_data
from hexagora.games.hexcape.maps import HexMap, Walk, walks_to
from hexagora.games.hexcape.state import (
    CHANGE,
    CHANGING,
    END_TURN,
    GO,
    MOVING,
    NO_RIGHT,
    STOP_MOVING,
    TELEPORT,
    Box,
    State,
)

RACE, MIX, BLOCK = "race", "mix", "block"  # lower the own road; raise the leader's when behind; stop to block a finish
STYLES = (RACE, MIX, BLOCK)
ROUND_LIMIT = 60
FAR: Walk = (1 << 30, 0)


@dataclass(frozen=True)
class Trial:
    """What bot play on a map gave."""

    rounds: float  # median
    first_share: float  # of the wins for the player who goes first
    unfinished: int  # matches that reached the round limit


class Racer:
    """A bot for a map. It sees the state, not the cards, and is no fool: it takes the cheapest road there is."""

    def __init__(self, m: HexMap, style: str):
        self.map, self.style = m, style
        self.ways = m.ways(letters=True)
        self._walks = lru_cache(maxsize=4)(lambda costs: walks_to(m.end, self.ways, costs))

    def walks(self, s: State) -> Sequence[Walk | None]:
        return self._walks(tuple(s.cost[: len(self.map.tokens)]))

    def decide(self, box: Box, s: State, legal: Sequence[int]) -> int:
        """A legal action in the moving or the changing step."""
        return self._move(box, s, legal) if s.phase == MOVING else self._change(box, s, legal)

    def _move(self, box: Box, s: State, legal: Sequence[int]) -> int:
        walks, here = self.walks(s), s.at[s.actor]
        if GO + self.map.end in legal:
            return GO + self.map.end
        if self.style == BLOCK and self._threatened(box, s, walks):
            return STOP_MOVING
        best, nearest = STOP_MOVING, walks[here] or FAR
        if self.map.letter_links[here] and s.right == NO_RIGHT:
            nearest = FAR  # the teleport works again only after leaving the hex
        for a in legal:
            target = a - GO if a < TELEPORT else a - TELEPORT
            if a < CHANGE and (walks[target] or FAR) < nearest:
                best, nearest = a, walks[target] or FAR
        return best

    def _threatened(self, box: Box, s: State, walks: Sequence[Walk | None]) -> bool:
        """Whether an opponent who is not behind could finish with the next roll, and raising would help."""
        raising = not box.thaw[s.map] or s.round < box.thaw[s.map]
        own, die = walks[s.at[s.actor]] or FAR, box.die[s.map]
        others = [walks[s.at[p]] or FAR for p in range(box.players) if p != s.actor]
        return bool(raising and min(others)[0] <= min(die, own[0]))

    def _change(self, box: Box, s: State, legal: Sequence[int]) -> int:
        walks, own = self.walks(s), s.at[s.actor]
        leader = min((p for p in range(box.players) if p != s.actor), key=lambda p: walks[s.at[p]] or FAR)
        if self.style != RACE and (walks[s.at[leader]] or FAR) <= (walks[own] or FAR):
            dearer = CHANGE + 2 * self._next(s, walks, s.at[leader])
            if dearer in legal:
                return dearer
        cheaper = CHANGE + 2 * self._next(s, walks, own) + 1
        return cheaper if cheaper in legal else END_TURN

    def _next(self, s: State, walks: Sequence[Walk | None], cell: int) -> int:
        """The next hex on the cheapest road."""
        return min(self.ways[cell], key=lambda c: (walks[c] or FAR)[0] + s.cost[c])


class Arena:
    """Matches between bots on one map, in seat order."""

    def __init__(self, m: HexMap, styles: Sequence[str]):
        from hexagora.games.hexcape import GAME

        self.game, self.end = GAME, m.end
        self.bots = [Racer(m, style) for style in styles]
        self.box = self.game.box(self.game.options({
            "players": len(styles), "map": to_data(m), "cards": False, "order": "seat", "order_swaps": False,
            "round_limit": ROUND_LIMIT}))  # fmt: skip

    def play(self, rng: random.Random) -> tuple[int, int | None]:
        """One match: its rounds, and who won (None at the round limit)."""
        rules, box, s, out = self.game.rules, self.box, self.game.State.new(), [0] * self.game.max_legal
        rules.deal(box, s)
        while (who := rules.to_act(box, s)) != OVER:
            legal = out[: rules.legal(box, s, out)]
            deciding = who != CHANCE and s.phase in (MOVING, CHANGING)
            rules.apply(box, s, self.bots[who].decide(box, s, legal) if deciding else rng.choice(legal))
        return s.round, int(s.actor) if s.at[s.actor] == self.end else None


def trial(m: HexMap, styles: Sequence[str], games: int, seed: str) -> Trial:
    """Plays some matches and sums them up."""
    rng, arena = random.Random(seed), Arena(m, styles)
    results = [arena.play(rng) for _ in range(games)]
    won = [winner for _, winner in results if winner is not None]
    share = won.count(0) / len(won) if won else 1.0
    return Trial(median(rounds for rounds, _ in results), share, games - len(won))
