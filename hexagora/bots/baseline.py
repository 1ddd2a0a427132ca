"""The baseline bot: plain UCT with random play-outs at a fixed time, compiled (see `baseline_tree`)."""

import time
from functools import cache
from typing import Any

from hexagora.bots import baseline_tree
from hexagora.bots.view import View
from hexagora.engine.compiled import Compiled
from hexagora.registry import game as find_game

ROOM = 2_000_000
LONGEST_WAY = 2000
CHUNK_SECONDS = 0.01
ARRAYS = ("child", "sibling", "deed", "visits", "total")


@cache
def compiled(name: str) -> Compiled:
    """The compiled baseline; compiles when it must."""
    return Compiled(find_game(name), extra=[baseline_tree])


class Baseline:
    """Plain UCT for the seats of one match."""

    def __init__(self, name: str, options: dict[str, Any], seed: int = 1):
        import numpy as np

        game = find_game(name)
        self.uct = compiled(name).functions["uct"]
        self.boxes = game.Box.to_array(game.box(options))
        self.states = np.zeros(2, game.State.dtype())
        self.words = self.states.view(np.int64).reshape(2, -1)
        self.tree = [np.zeros(ROOM, np.int64) for _ in ARRAYS]
        self.head = np.ones(1, np.int64)
        self.path = np.zeros(2 * LONGEST_WAY + 2, np.int64)
        self.mark = np.zeros(game.actions, np.int64)
        self.out, self.gains = (np.zeros(max(game.max_legal, options["players"]), np.int64) for _ in range(2))
        self.rng = np.array([seed % 0xFFFFFFFF or 1], np.int64)

    def choose(self, view: View, seconds: float) -> int:
        """The action tried most often."""
        import numpy as np

        self.words[baseline_tree.SOURCE] = np.frombuffer(view.state, np.int64)
        for array in self.tree:
            array[0] = 0
        self.head[0] = 1
        deadline = time.perf_counter() + seconds
        chunk = 1
        while time.perf_counter() < deadline:
            started = time.perf_counter()
            self.run(view, chunk)
            if time.perf_counter() - started < CHUNK_SECONDS:
                chunk *= 2
            elif chunk > 1:
                chunk //= 2
        return self._favourite(view)

    def run(self, view: View, count: int) -> None:
        self.uct(self.boxes, self.states, self.words, *self.tree, self.head, self.path, self.mark, self.out, self.gains,
                 self.rng, view.player, count)

    def _favourite(self, view: View) -> int:
        child, sibling, deed, visits, _ = self.tree
        found, k = {}, int(child[0])
        while k:
            found[int(deed[k])] = int(visits[k])
            k = int(sibling[k])
        return max(view.legal(), key=lambda a: found.get(a, 0))
