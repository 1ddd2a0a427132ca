"""Thousands of matches side by side for learning programs: observations, masks, steps, restarts, no Python in the loop.

    vector = hexagora.game("hex").vector(1024, size=11, seed=7)
    while True:
        seen, mask = vector.observe(), vector.mask()          # of whoever decides in each match
        vector.step(policy(seen, mask))                       # one action for each match
        vector.returns[vector.done]                           # results of the matches that have just ended

A match that ends begins anew in the same step. Every match has random numbers of its own, made from the seed and its
number, so the same matches come out on any number of threads.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from hexagora.engine import features, stepping
from hexagora.engine.contract import WIN
from hexagora.engine.errors import BadOption, IllegalAction

if TYPE_CHECKING:
    from hexagora.engine.compiled import Compiled
    from hexagora.engine.game import Game

SEED_STEP, SEEDS = 0x9E3779B1, 0xFFFFFFFF
CHOOSING = 0x85EBCA77  # sets the random numbers of choices apart from those of chance

Array = np.ndarray[Any, Any]


@cache
def _compiled(game: "Game") -> "Compiled":
    from hexagora.engine.compiled import Compiled

    return Compiled(game, None, [stepping, *features.modules(game)], features.overrides(game))


def seeds(count: int, seed: int) -> Array:
    """The first random number of each match."""
    mixed: Array = (np.arange(1, count + 1, dtype=np.int64) * SEED_STEP + seed) % SEEDS + 1
    return mixed.reshape(-1, 1)


class Vector:
    """`count` matches of a game with the same options that restart by themselves.

    Every seat decides from outside, or only the given one of each match (`seats`) while the others play at random.
    `movers` says which player (from 0) decides in each match, `done` which matches ended in the last step, and
    `returns` holds the shares of the win in those (1 for a win of one's own), zeros elsewhere.
    """

    def __init__(self, game: "Game", options: dict[str, Any], count: int, *, seed: int = 1, threads: int = 1,
                 seats: Array | None = None, keep_ends: bool = False):
        if count < 1 or threads < 1:
            raise BadOption(f"a vector takes at least one match and one thread, not {count} and {threads}")
        self.game, self.options, self.count = game, options, count
        self.players: int = options["players"]
        self.seed = seed
        self.seats: Array = self._own_seats(seats)
        self._box = game.box(options)
        self.catalogue = features.catalogue(game, self._box)
        self._functions = _compiled(game).functions
        self._boxes = game.Box.to_array(self._box)
        self._cuts = [count * k // threads for k in range(threads + 1)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        spare = count + 1 + threads  # behind the matches: where to start, a place aside for each thread, last states
        self._ends = spare if keep_ends else 0
        self._states = np.zeros(spare + count * keep_ends, game.State.dtype())
        self._words = self._states.view(np.int64).reshape(len(self._states), -1)
        self._outs = [np.zeros(game.max_legal, np.int64) for _ in range(threads)]
        self._seen = [np.zeros(self.catalogue.size, np.int64) for _ in range(threads)]
        self.movers: Array = np.zeros(count, np.int64)
        self._results: Array = np.zeros((count, game.max_players), np.int64)
        self._ended: Array = np.zeros(count, np.int8)
        _compiled(game).functions["deal_at"](self._boxes, self._states, count)
        self.reset()

    def _own_seats(self, seats: Array | None) -> Array:
        if seats is None:
            return np.full(self.count, stepping.EVERY_SEAT, np.int64)
        own: Array = np.ascontiguousarray(seats, np.int64)
        if own.shape != (self.count,) or (own < stepping.EVERY_SEAT).any() or (own >= self.players).any():
            raise BadOption(f"seats takes a player (0 to {self.players - 1}) for each of the {self.count} matches")
        return own

    def _each(self, work: "Callable[[int, int, int], Any]") -> list[Any]:
        """Lets every thread do its part: its number, its first match, the one after its last."""
        parts = [(k, self._cuts[k], self._cuts[k + 1]) for k in range(len(self._cuts) - 1)]
        if self._pool is None:
            return [work(*part) for part in parts]
        return list(self._pool.map(lambda part: work(*part), parts))

    def reset(self, seed: int | None = None) -> None:
        """Begins all matches anew, with other chances if a seed is given."""
        self.seed = self.seed if seed is None else seed
        self._rngs = seeds(self.count, self.seed)
        self._choosing = seeds(self.count, self.seed + CHOOSING)
        self._ended[:] = 0
        self._results[:] = 0
        start = self._functions["start_each"]
        self._each(lambda k, first, last: start(
            self._boxes, self._states, self._words, self.count, first, last, self.seats, self._outs[k],
            self._rngs, self.movers))

    def step(self, actions: Array) -> None:
        """One legal action for each match."""
        wanted = self._checked(actions)
        self._results[:] = 0
        step = self._functions["step_each"]
        wrong = self._each(lambda k, first, last: step(
            self._boxes, self._states, self._words, self.count, self._ends, first, last, self.seats, wanted,
            self._outs[k], self._rngs, self.movers, self._results, self._ended))
        bad = [i for i in wrong if i >= 0]
        if bad:
            raise IllegalAction(f"action {wanted[bad[0]]} is not legal in match {bad[0]} of the vector; "
                                f"matches before it have made their step: reset the vector")

    def _checked(self, actions: Array) -> Array:
        wanted = np.ascontiguousarray(actions, np.int64)
        if wanted.shape != (self.count,):
            raise IllegalAction(f"step takes {self.count} actions, not an array of shape {wanted.shape}")
        return wanted

    def observe(self, seats: Array | None = None) -> Array:
        """What the player who decides (or the given one) sees in each match: a row of normalised numbers."""
        return self._observed(0, self.movers if seats is None else np.ascontiguousarray(seats, np.int64))

    def observe_ends(self, seats: Array) -> Array:
        """What the given player saw at the end of each match that ended in the last step (with `keep_ends`)."""
        if not self._ends:
            raise BadOption("last states are kept by a vector that was made with keep_ends=True")
        return self._observed(self._ends, np.where(self.done, seats, stepping.EVERY_SEAT))

    def _observed(self, place: int, viewers: Array) -> Array:
        """Rows for the states from a place on."""
        table: Array = np.zeros((self.count, self.catalogue.size), np.float32)
        observe = self._functions["observe_many"]
        self._each(lambda k, first, last: observe(
            self._boxes, self._states, self._words, self.count + 1 + k, place, first, last, viewers, self._seen[k],
            self.catalogue.scales, table))
        return table

    def mask(self) -> Array:
        """The legal actions of each match as a row of flags."""
        masks: Array = np.zeros((self.count, self.game.actions), np.int8)
        fill = self._functions["mask_many"]
        self._each(lambda k, first, last: fill(self._boxes, self._states, first, last, self._outs[k], masks))
        return masks

    def random_actions(self) -> Array:
        """A random legal action for each match."""
        actions: Array = np.zeros(self.count, np.int64)
        choose = self._functions["choose_each"]
        self._each(lambda k, first, last: choose(
            self._boxes, self._states, first, last, actions, self._outs[k], self._choosing))
        return actions

    @property
    def done(self) -> Array:
        flags: Array = self._ended.astype(np.bool_)
        return flags

    @property
    def returns(self) -> Array:
        shares: Array = self._results[:, : self.players] / WIN
        return shares
