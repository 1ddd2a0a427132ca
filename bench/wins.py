"""Which wins within the turn the bots see: starts of turns in matches of fast searches of Sigil, the solver beside the
levels.

    python -m bench.wins --matches 30
"""

import argparse
import time
from collections.abc import Iterator

from hexagora.bots import levels, player, search
from hexagora.bots.search import Search
from hexagora.bots.view import view_of
from hexagora.engine.match import Match
from hexagora.games.sigil.solver import Solver
from hexagora.games.sigil.state import MOVE
from hexagora.registry import game

SIGIL = game("sigil")
LOOKS = 300  # of each decision


def starts_of_turns(matches: int) -> Iterator[Match]:
    on = search.compiled_backend("sigil")
    for seed in range(matches):
        match, searches = SIGIL.match(seed=seed), {}
        while not match.over:
            view = view_of(match, match.actor + 1)
            if match.state.phase == MOVE:
                yield match
            if view.seat not in searches:
                searches[view.seat] = Search(view, on, seed)
            searches[view.seat].look_at(view)
            searches[view.seat].run(LOOKS)
            match.make(searches[view.seat].choices()[0].action)


def sees(match: Match, level: levels.Level) -> tuple[bool, float]:
    """Whether a level sees a win, and the time it takes to look for one."""
    player.forget()
    memory = player.remember(view_of(match, match.actor + 1), 1)
    started = time.perf_counter()
    win = player.win_at_once(memory, level.seconds)
    return win is not None, time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=30)
    matches = parser.parse_args().matches
    solver, ladder = Solver("cpu"), [levels.level_in(SIGIL, one.id, 2) for one in levels.ALL]
    turns, wins = 0, 0
    seen, longest, total = ({level.title: 0.0 for level in ladder} for _ in range(3))
    for match in starts_of_turns(matches):
        turns += 1
        can_win = solver.solve(match).wins
        wins += can_win
        for level in ladder:
            found, seconds = sees(match, level)
            seen[level.title] += found
            longest[level.title] = max(longest[level.title], seconds)
            total[level.title] += seconds
    print(f"{turns} turns, {wins} of them can be won")
    for name in seen:
        print(f"{name:9} sees {seen[name]:.0f}; a look takes {1000 * total[name] / max(1, turns):.1f} ms, "
              f"{1000 * longest[name]:.0f} ms at most")


if __name__ == "__main__":
    main()
