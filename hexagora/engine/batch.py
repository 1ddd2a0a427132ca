"""Compiled play for programs: many matches at once, NumPy in and out, no Python in the loop.

    batch = hexagora.game("hex").batch(1000, size=11, seed=7)
    results = batch.playouts()                # each of the 1000 played to the end at random
    results.lengths.mean(), results.shares.mean(axis=0)

    batch.deal()                              # step by step: one action for each match
    while (batch.movers >= 0).any():
        batch.step(batch.random_actions())
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hexagora.engine.contract import OVER, WIN
from hexagora.engine.errors import IllegalAction

if TYPE_CHECKING:
    from hexagora.engine.game import Game

NO_LIMIT = 1 << 40


@dataclass
class Playouts:
    """What random play gave: each match's decisions and each player's share of the win."""

    lengths: "np.ndarray[Any, Any]"
    shares: "np.ndarray[Any, Any]"


class Batch:
    """`count` matches of a game with the same options. `states` are the records themselves; `movers` who acts."""

    def __init__(self, game: "Game", options: dict[str, Any], count: int, seed: int = 1):
        self.game, self.options, self.count = game, options, count
        self.players: int = options["players"]
        self.functions = game.compiled().functions
        self.boxes = game.Box.to_array(game.box(options))
        self.states = np.zeros(count + 1, game.State.dtype())  # the last one keeps the position to start from
        self.words = self.states.view(np.int64).reshape(count + 1, -1)
        self.movers = np.zeros(count, np.int64)
        self.seed = seed
        self._rngs = 0
        self._rng = self._new_rng()
        self._out = np.zeros(game.max_legal, np.int64)
        self.functions["deal_at"](self.boxes, self.states, count)
        self.deal()

    def _new_rng(self) -> "np.ndarray[Any, Any]":
        self._rngs += 1
        mixed = (self.seed * 0x9E3779B1 + self._rngs * 0x85EBCA77) & 0xFFFFFFFF
        return np.array([mixed or 1], np.int64)

    def start_from(self, state: Any) -> None:
        """Takes a plain state (such as `match.state`) as the position that `deal` and `playouts` start from."""
        self.states[self.count] = self.game.State.to_array(state)[0]
        self.deal()

    def deal(self) -> None:
        """Puts every match at the start, with chance decided up to the first decision."""
        self.words[: self.count] = self.words[self.count]
        self._step(np.full(self.count, -1, np.int64))

    def step(self, actions: "np.ndarray[Any, Any]") -> None:
        """One action for each match; chance decides after it. Matches that are over are left alone (-1)."""
        wanted = np.ascontiguousarray(actions, np.int64)
        if wanted.shape != (self.count,):
            raise IllegalAction(f"step takes {self.count} actions, not an array of shape {wanted.shape}")
        self._check(wanted)
        self._step(wanted)

    def _step(self, actions: "np.ndarray[Any, Any]") -> None:
        self.functions["step_many"](
            self.boxes, self.states, 0, self.count, actions, self._out, self._rng, self.movers)

    def _check(self, actions: "np.ndarray[Any, Any]") -> None:
        lists, counts = self.legal()
        listed = (lists == actions[:, None]) & (np.arange(lists.shape[1]) < counts[:, None])
        wrong = ~listed.any(axis=1) & ~((counts == 0) & (actions < 0))
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            raise IllegalAction(f"action {actions[i]} is not legal in match {i} of the batch")

    def legal(self) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
        """Legal actions of each match in its row, and how many there are."""
        lists = np.zeros((self.count, self.game.max_legal), np.int64)
        counts = np.zeros(self.count, np.int64)
        self.functions["legal_many"](self.boxes, self.states, 0, self.count, lists, counts)
        return lists, counts

    def mask(self) -> "np.ndarray[Any, Any]":
        """Legal actions as one row of flags a match, as learning programs want them."""
        lists, counts = self.legal()
        mask = np.zeros((self.count, self.game.actions), np.bool_)
        rows = np.repeat(np.arange(self.count), counts)
        mask[rows, lists[np.arange(lists.shape[1]) < counts[:, None]]] = True
        return mask

    def random_actions(self) -> "np.ndarray[Any, Any]":
        """A random legal action for each match, -1 where it is over."""
        actions = np.zeros(self.count, np.int64)
        self.functions["random_many"](self.boxes, self.states, 0, self.count, actions, self._out, self._rng)
        return actions

    @property
    def over(self) -> "np.ndarray[Any, Any]":
        flags: np.ndarray[Any, Any] = self.movers == OVER
        return flags

    def shares(self) -> "np.ndarray[Any, Any]":
        """Each player's share of the win; zeros where the match goes on."""
        return self._table("returns_many") / WIN

    def scores(self) -> "np.ndarray[Any, Any]":
        return self._table("scores_many")

    def _table(self, name: str) -> "np.ndarray[Any, Any]":
        results = np.zeros((self.count, self.game.max_players), np.int64)
        self.functions[name](self.boxes, self.states, 0, self.count, results)
        return results[:, : self.players]

    def playouts(self, threads: int = 1, limit: int = NO_LIMIT) -> Playouts:
        """Plays every match from the start to its end at random, on that many threads."""
        lengths = np.zeros(self.count, np.int64)
        results = np.zeros((self.count, self.game.max_players), np.int64)
        cuts = [self.count * k // threads for k in range(threads + 1)]
        rngs = [self._new_rng() for _ in range(threads)]

        def work(k: int) -> None:
            out = np.zeros(self.game.max_legal, np.int64)
            self.functions["playouts"](
                self.boxes, self.states, self.words, self.count, cuts[k], cuts[k + 1], out, rngs[k], limit,
                results, lengths)

        if threads == 1:
            work(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(work, range(threads)))
        return Playouts(lengths, results[:, : self.players] / WIN)
