"""Losses that could have been helped: matches of a level against itself; where the winner won within the turn after the
loser's, the loser's last turn is played again in many ways, and each end is looked at for a win of the next player.

    python -m bench.losses hex --level club --matches 20

A loss was avoidable if an end of the turn is found after which the next player has no win within the turn. What chance
decided is left out, and so are games with hidden information: there nothing of this is sure.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from hexagora.bots import Request, levels, player
from hexagora.bots.search import backend
from hexagora.bots.team import Team
from hexagora.bots.turns import SAFE, Plan, Planner
from hexagora.bots.view import view_of
from hexagora.engine.contract import CHANCE
from hexagora.engine.match import Match
from hexagora.registry import game as find_game

PATIENCE = 20.0  # seconds for the turns that the loser could have played


def play(name: str, level: levels.Level, seed: int, options: dict[str, object]) -> Match:
    match = find_game(name).match(seed=seed, **options)
    player.forget()
    while not match.over:
        view = view_of(match, match.actor + 1)
        request = Request(name, match.options, view.state, view.seat, level.id, seed * 10_000 + len(match.log))
        match.make(player.search_for(view, level, request).action)
    return match


def last_turn_of_loser(match: Match) -> Match | None:
    """The match at the start of the last turn before the winning one, if its player lost and chance had no part."""
    rules = match.game.rules
    movers = [int(rules.to_act(match.box, match.state_at(ply))) for ply in range(len(match.log))]
    ply = len(movers)
    winner = movers[-1]
    while ply and movers[ply - 1] == winner:
        ply -= 1
    loser = movers[ply - 1] if ply else CHANCE
    if CHANCE in (winner, loser):
        return None
    while ply and movers[ply - 1] == loser:
        ply -= 1
    result = match.result or []
    return match.fork(ply) if result[winner] > 0 and result[loser] == 0 else None


def avoidable(match: Match) -> bool:
    view = view_of(match, match.actor + 1)
    team = Team(view, backend(view.name))
    team.think(1.0, 20_000)
    planner = Planner(team, Plan(), time.perf_counter() + PATIENCE, 1)
    return any(turn.verdict == SAFE for turn in planner.turns_behind([choice.action for choice in team.choices()]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--level", default="club")
    parser.add_argument("--seconds", type=float, help="for a turn, instead of the level's own")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int)
    parser.add_argument("--keep", type=Path, help="a folder for the positions in which a loss was avoidable")
    given = parser.parse_args()
    time.perf_counter = time.process_time  # seconds of the processor: a busy machine changes nothing
    game = find_game(given.game)
    options = {"players": given.players or game.facts.players[0]}
    level = levels.level_in(game, given.level, options["players"])
    if given.seconds:
        level = replace(level, seconds=given.seconds, rescue=0.0)
    counts: Counter[str] = Counter()
    for k in range(given.matches):
        match = play(given.game, level, given.seed + k, options)
        turn = last_turn_of_loser(match)
        counts["matches"] += 1
        if turn is not None:
            counts["lost in the next turn"] += 1
            could = avoidable(turn)
            counts["avoidable"] += could
            if could and given.keep:
                given.keep.mkdir(parents=True, exist_ok=True)
                turn.save(given.keep / f"{given.game}-{given.seed + k}.match.json")
        print(", ".join(f"{n} {what}" for what, n in counts.items()), flush=True)


if __name__ == "__main__":
    main()
