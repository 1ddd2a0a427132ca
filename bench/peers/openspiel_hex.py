"""OpenSpiel, hex 11x11, random play, in four ways (`--mode`):

bots     the C++ loop `pyspiel.evaluate_bots` with two C++ uniform random bots; a step is a move
rollout  the C++ rollout loop of `RandomRolloutEvaluator`, reached through one simulation of the C++ `MCTSBot` with
         many rollouts: no bot between the game and the loop; only the number of games is known, so steps are
         games times the mean length of the games of `bots` in the same process
python   legal_actions / apply_action for every step from Python
mcts     the C++ `MCTSBot` with one random rollout a simulation, from the empty board; a step is a simulation
"""

from __future__ import annotations

import random

import pyspiel

from bench.peers import report

MODES = ["bots", "rollout", "python", "mcts"]
ROLLOUTS = 500
SIMULATIONS = 1000
GAME = pyspiel.load_game("hex(board_size=11)")


def bots_chunk(games: int = 100) -> tuple[float, float]:
    """Games of two C++ random bots."""
    bots = [pyspiel.make_uniform_random_bot(player, 17 + player) for player in range(2)]
    steps = 0
    for seed in range(games):
        state = GAME.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        steps += state.move_number()
    return steps, games


def python_chunk(games: int = 50) -> tuple[float, float]:
    """Games whose every step is chosen in Python."""
    steps = 0
    for _ in range(games):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            steps += 1
    return steps, games


def search_bot(rollouts: int, simulations: int) -> pyspiel.MCTSBot:
    """The C++ search, UCT with c = 2, without proving of wins."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 17)
    return pyspiel.MCTSBot(GAME, evaluator, 2.0, simulations, 1000, False, 17, False)


def main() -> None:
    args = report.arguments(__doc__, mode=MODES)
    name = f"OpenSpiel hex 11x11, {args.mode}"
    root = GAME.new_initial_state()
    if args.mode == "bots":
        report.measure(name, "C++ loop evaluate_bots, 1 thread", args.seconds, bots_chunk)
    elif args.mode == "python":
        report.measure(name, "Python loop over legal_actions/apply_action, 1 thread", args.seconds, python_chunk)
    elif args.mode == "rollout":
        steps, games = bots_chunk(400)
        length, bot = steps / games, search_bot(ROLLOUTS, 1)

        def rollouts() -> tuple[float, float]:
            bot.mcts_search(root)
            return ROLLOUTS * length, ROLLOUTS

        report.measure(name, f"C++ rollout loop, {length:.1f} steps a game by sample", args.seconds, rollouts)
    else:
        bot = search_bot(1, SIMULATIONS)

        def simulations() -> tuple[float, float]:
            return bot.mcts_search(root).explore_count, 0

        note = f"steps are simulations, {SIMULATIONS} a search, from the empty board"
        report.measure(name, note, args.seconds, simulations)


if __name__ == "__main__":
    main()
