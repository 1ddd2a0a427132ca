"""Thousands of matches side by side for learning programs: observations, masks, steps, restarts, no Python in the loop.

    vector = hexagora.game("hex").vector(1024, size=11, seed=7)
    while True:
        seen, mask = vector.observe(), vector.mask()          # of whoever decides in each match
        vector.step(policy(seen, mask))                       # one action for each match
        vector.returns[vector.done]                           # results of the matches that have just ended

Faster, in one pass over the matches and without new arrays: observations as the whole numbers of the catalogue, in
arrays that the next step writes over.

    seen, mask = vector.look()
    while True:
        seen, mask = vector.advance(policy(seen, mask))       # without actions: at random

A match that ends begins anew in the same step. Every match has random numbers of its own, made from the seed and its
number, so the same matches come out on any number of threads.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from hexagora.engine import contract, features, hooks, looking, stepping, vector_types
from hexagora.engine.contract import WIN
from hexagora.engine.errors import BadOption, IllegalAction

if TYPE_CHECKING:
    from hexagora.engine.compiled import Compiled
    from hexagora.engine.game import Game

SEED_STEP, SEEDS = 0x9E3779B1, 0xFFFFFFFF
WIDEST_BYTE = 255
WHOLE = "iu"  # kinds of numbers that NumPy has for seats and actions
CHOOSING = 0x85EBCA77  # sets the random numbers of choices apart from those of chance

Array = np.ndarray[Any, Any]
NO_FLAGS: Array = np.zeros((0, 0), np.int8)  # where none are kept: tables of millions of matches are large
NO_LISTS: Array = np.zeros((0, 0), np.int64)
NO_COUNTS: Array = np.zeros(0, np.int64)


@cache
def _compiled(game: "Game", wide: bool) -> "Compiled":
    from hexagora.engine.compiled import Compiled

    overrides = [*features.overrides(game), (looking, game.module("features"))]
    return Compiled(game, None, [stepping, looking, *features.modules(game)], overrides, vector_types.manner(wide))


def way_of(game: "Game") -> int:
    """How a game draws actions and marks those that are legal."""
    if hooks.MARK.of(game):
        return stepping.MARKED
    return stepping.PICKED if game.has_own(contract.pick) else stepping.LISTED


def seeds(count: int, seed: int) -> Array:
    """The first random number of each match."""
    mixed: Array = (np.arange(1, count + 1, dtype=np.int64) * SEED_STEP + seed) % SEEDS + 1
    return mixed.reshape(-1, 1)


def own_seats(seats: Array | None, count: int, players: int) -> Array:
    """Which player of each match decides from outside."""
    if seats is None:
        return np.full(count, stepping.EVERY_SEAT, np.int64)
    if np.asarray(seats).dtype.kind not in WHOLE:
        raise BadOption(f"seats are whole numbers, not {np.asarray(seats).dtype}")
    own: Array = np.ascontiguousarray(seats, np.int64)
    if own.shape != (count,) or (own < stepping.EVERY_SEAT).any() or (own >= players).any():
        raise BadOption(f"seats takes a player (0 to {players - 1}) for each of the {count} matches")
    return own


def check_numbers(**given: Any) -> None:
    for name, value in given.items():
        if not isinstance(value, int | np.integer) or isinstance(value, bool):
            raise BadOption(f"{name} is a whole number, not {value!r}")


def narrowest(catalogue: features.Catalogue) -> "np.dtype[Any]":
    """The type of observations as whole numbers: bytes, unless a feature needs more."""
    most = max(f.most for f in (*catalogue.planes, *catalogue.numbers))
    return np.dtype(np.int16 if most > WIDEST_BYTE else np.uint8)


class Vector:
    """`count` matches of a game with the same options that restart by themselves.

    Every seat decides from outside, or only the given one of each match (`seats`) while the others play at random.
    `movers` says which player (from 0) decides in each match, `done` which matches ended in the last step, and
    `returns` holds the shares of the win in those (1 for a win of one's own), zeros elsewhere.
    """

    def __init__(self, game: "Game", options: dict[str, Any], count: int, *, seed: int = 1, threads: int = 1,
                 seats: Array | None = None, keep_ends: bool = False):
        check_numbers(count=count, threads=threads, seed=seed)
        if count < 1 or threads < 1:
            raise BadOption(f"a vector takes at least one match and one thread, not {count} and {threads}")
        self.game, self.options, self.count = game, options, count
        self.players: int = options["players"]
        self.seed = seed
        self.seats: Array = own_seats(seats, count, self.players)
        self._box = game.box(options)
        self.catalogue = features.catalogue(game, self._box)
        self.dtype = narrowest(self.catalogue)
        self._functions = _compiled(game, self.dtype == np.int16).functions
        self._way, self._hides = way_of(game), game.has_own(contract.hide)
        self._boxes = game.Box.to_array(self._box)
        self._cuts = [count * k // threads for k in range(threads + 1)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        spare = count + 1 + threads  # behind the matches: where to start, a place aside for each thread, last states
        self._ends = spare if keep_ends else 0
        self._states = np.zeros(spare + count * keep_ends, game.State.dtype())
        self._words = self._states.view(np.int64).reshape(len(self._states), -1)
        self._outs = [np.zeros(game.max_legal, np.int64) for _ in range(threads)]
        self._rows = [np.zeros(self.catalogue.size, self.dtype) for _ in range(threads)]
        self.movers: Array = np.zeros(count, np.int64)
        self._results: Array = np.zeros((count, game.max_players), np.int64)
        self._ended: Array = np.zeros(count, np.int8)
        self._actions: Array = np.zeros(count, np.int64)
        self._functions["deal_at"](self._boxes, self._states, count)
        self.reset()

    @cached_property
    def _lists(self) -> Array:
        """Legal actions of each match, as they were marked."""
        return np.zeros((self.count, self.game.max_legal), np.int64)

    @cached_property
    def _counts(self) -> Array:
        return np.zeros(self.count, np.int64)

    @cached_property
    def _masks(self) -> Array:
        """Flags of the legal actions of each match, kept from step to step: few change."""
        return np.zeros((self.count, self.game.actions), np.int8)

    @cached_property
    def _seen(self) -> Array:
        return np.zeros((self.count, self.catalogue.size), self.dtype)

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
        start = self._functions["start_each"]
        self._each(lambda k, first, last: start(
            self._boxes, self._states, self._words, self.count, first, last, self.seats, self._outs[k],
            self._rngs, self.movers, self._results, self._ended))
        self._ended[:] = 0
        self._results[:] = 0
        self._marked = False

    def step(self, actions: Array) -> None:
        """One legal action for each match."""
        wanted = self._checked(actions)
        self._results[:] = 0
        step, masks = self._functions["step_each"], self._masks if self._marked else NO_FLAGS
        known = int(self._marked)
        wrong = self._each(lambda k, first, last: step(*self._deciding(k, first, last, wanted), known, masks))
        self._marked = False
        self._refuse(wanted, wrong)

    def _deciding(self, k: int, first: int, last: int, actions: Array) -> tuple[Any, ...]:
        """What a decision takes, in a part of the matches."""
        return (self._boxes, self._states, self._words, self.count, self._ends, first, last, self.seats, actions,
                self._outs[k], self._rngs, self.movers, self._results, self._ended)

    def _checked(self, actions: Array) -> Array:
        if np.asarray(actions).dtype.kind not in WHOLE:
            raise IllegalAction(f"actions are whole numbers, not {np.asarray(actions).dtype}")
        wanted = np.ascontiguousarray(actions, np.int64)
        if wanted.shape != (self.count,):
            raise IllegalAction(f"step takes {self.count} actions, not an array of shape {wanted.shape}")
        return wanted

    def _refuse(self, actions: Array, wrong: list[int]) -> None:
        """Names the first match whose action was not legal, if there is one."""
        bad = [i for i in wrong if i >= 0]
        if bad:
            raise IllegalAction(f"action {actions[bad[0]]} is not legal in match {bad[0]} of the vector; "
                                f"matches before it have made their step: reset the vector")

    def look(self) -> tuple[Array, Array]:
        """What whoever decides sees in each match, as the whole numbers of the catalogue, and what is legal, as flags;
        the next step writes over both."""
        self._mark()
        return self.integers(out=self._seen), self._masks

    def advance(self, actions: Array | None = None) -> tuple[Array, Array]:
        """One legal action for each match, or one at random; then what `look` tells."""
        self._mark()
        wanted = self._actions if actions is None else self._checked(actions)
        self._results[:] = 0
        advance = self._functions["advance_each"]
        wrong = self._each(lambda k, first, last: advance(
            *self._deciding(k, first, last, wanted), self._aside(k), int(actions is None), self._choosing, self._way,
            self._lists, self._counts, self._masks, self._seen))
        self._refuse(wanted, wrong)
        return self._seen, self._masks

    def _aside(self, k: int) -> int:
        """A free place for a state that is hidden from somebody."""
        return self.count + 1 + k if self._hides else looking.NOBODY_HIDES

    def _mark(self) -> None:
        """Brings the flags of legal actions up to date."""
        if not self._marked:
            mark = self._functions["mark_each"]
            self._each(lambda k, first, last: mark(
                self._boxes, self._states, first, last, self._way, self._lists, self._counts, self._masks))
            self._marked = True

    def integers(self, seats: Array | None = None, out: Array | None = None) -> Array:
        """What the player who decides (or the given one) sees in each match: a row of whole numbers from 0 to the
        `most` of the catalogue, of type `dtype`; in `out` if there is one."""
        viewers = self._viewers(seats)
        table = self._table(out, self.dtype)
        look = self._functions["look_each"]
        self._each(lambda k, first, last: look(
            self._boxes, self._states, self._words, self._aside(k), 0, first, last, viewers, table))
        return table

    def observe(self, seats: Array | None = None, out: Array | None = None) -> Array:
        """The same as numbers from 0 to 1 (float32)."""
        return self._observed(0, self._viewers(seats), self._table(out, np.dtype(np.float32)))

    def _viewers(self, seats: Array | None) -> Array:
        """Who looks on in each match: nothing checks places where observations are written."""
        return self.movers if seats is None else own_seats(seats, self.count, self.players)

    def observe_ends(self, seats: Array) -> Array:
        """What the given player saw at the end of each match that ended in the last step (with `keep_ends`)."""
        if not self._ends:
            raise BadOption("last states are kept by a vector that was made with keep_ends=True")
        viewers = np.where(self.done, self._viewers(seats), stepping.EVERY_SEAT)
        return self._observed(self._ends, viewers, self._table(None, np.dtype(np.float32)))

    def _table(self, out: Array | None, dtype: Any) -> Array:
        """An array for observations: the given one, if it will do."""
        shape = (self.count, self.catalogue.size)
        if out is None:
            return np.zeros(shape, dtype)
        if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous:
            raise BadOption(f"out takes a contiguous array of {dtype} and of shape {shape}, "
                            f"not of {out.dtype} and {out.shape}")
        return out

    def _observed(self, place: int, viewers: Array, table: Array) -> Array:
        """Rows for the states from a place on."""
        observe = self._functions["observe_each"]
        self._each(lambda k, first, last: observe(
            self._boxes, self._states, self._words, self._aside(k), place, first, last, viewers, self._rows[k],
            self.catalogue.scales, table))
        return table

    def mask(self) -> Array:
        """The legal actions of each match as a row of flags."""
        self._mark()
        return self._masks.copy()

    def random_actions(self) -> Array:
        """A random legal action for each match."""
        there = self._marked and self._way == stepping.LISTED
        way, lists, counts = (self._way, self._lists, self._counts) if there else (stepping.PICKED, NO_LISTS, NO_COUNTS)
        actions: Array = np.zeros(self.count, np.int64)
        choose = self._functions["choose_each"]
        self._each(lambda k, first, last: choose(
            self._boxes, self._states, first, last, actions, self._outs[k], self._choosing, way, lists, counts))
        return actions

    def checksums(self) -> Array:
        """A number for each match that tells its state; equal on all back ends."""
        sums: Array = np.zeros(self.count, np.int64)
        work = self._functions["checksum_each"]
        self._each(lambda k, first, last: work(self._words, first, last, sums))
        return sums

    @property
    def done(self) -> Array:
        flags: Array = self._ended.astype(np.bool_)
        return flags

    @property
    def returns(self) -> Array:
        shares: Array = (self._results[:, : self.players] / WIN).astype(np.float32)
        return shares
