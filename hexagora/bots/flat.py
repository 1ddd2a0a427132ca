"""Flat Monte-Carlo on interpreted rules: random play-outs for each choice. It needs nothing compiled and can hardly go
wrong, so it is what answers when a search fails."""

import time

from hexagora.bots.view import View
from hexagora.engine.contract import WIN

LONGEST = 2000  # decisions of one play-out


def rate(view: View, seconds: float, seed: int = 1) -> list[tuple[float, int]]:
    """Every choice with its mean result for the seat, best first; at least one look at the first of them."""
    actions = view.legal()
    totals, looks = [0.0] * len(actions), [0] * len(actions)
    rng, out = [seed % 0xFFFFFFFF or 1], [0] * max(view.game.max_legal, view.options["players"])
    deadline = time.perf_counter() + seconds
    k = 0
    while k == 0 or (len(actions) > 1 and time.perf_counter() < deadline):
        i = k % len(actions)
        totals[i] += _look(view, actions[i], rng, out)
        looks[i] += 1
        k += 1
    rated = [(total / n if n else 0.0, a) for total, n, a in zip(totals, looks, actions, strict=True)]
    return sorted(rated, key=lambda pair: -pair[0])


def _look(view: View, action: int, rng: list[int], out: list[int]) -> float:
    """One play-out after an action, from a draw of what the seat cannot know."""
    rules, box, s = view.game.rules, view.box, view.plain()
    if view.hidden:
        rules.resample(box, s, view.player, rng)
    rules.apply(box, s, action)
    rules.playout(box, s, out, rng, LONGEST)
    rules.returns(box, s, out)
    return float(out[view.player]) / WIN
