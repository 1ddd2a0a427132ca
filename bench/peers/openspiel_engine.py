"""OpenSpiel's C++ MCTS as an engine of the line protocol (docs/engines.md), for classic Hex without the swap.

The first move measures how many simulations fit into the time; UCT with c = 2 and one random rollout a simulation, as
in `openspiel_hex.py`. Run in the peers' environment: `python -m bench.peers.openspiel_engine`.
"""

from __future__ import annotations

import json
import sys
import time

import pyspiel

PROBE = 2000  # simulations by which the speed is measured


class Engine:
    def __init__(self) -> None:
        self.size = 11
        self.log: list[str] = []
        self.seconds = 1.0
        self.pace = 0.0
        self.solve = "--solve" in sys.argv

    def answer(self, message: dict) -> dict | None:
        kind = message["type"]
        if kind == "hello":
            return {"type": "ready", "protocol": 1, "name": "OpenSpiel MCTS", "games": ["hex"]}
        if kind == "match":
            if message["options"]["swap"]:
                return {"type": "error", "error": "OpenSpiel's hex has no swap"}
            self.size = message["options"]["size"]
            return {"type": "ok"}
        if kind == "position":
            self.log = message["log"]
        elif kind == "clock":
            self.seconds = message["seconds"]
        elif kind == "go":
            return {"type": "best", "action": self.best(), "id": message["id"]}
        return None

    def best(self) -> str:
        game = pyspiel.load_game(f"hex(board_size={self.size})")
        state = game.new_initial_state()
        for text in self.log:
            state.apply_action((int(text[1:]) - 1) * self.size + ord(text[0]) - ord("a"))
        if not self.pace:
            started = time.perf_counter()
            self.search(game, PROBE).step(state)
            self.pace = (time.perf_counter() - started) / PROBE
        started = time.perf_counter()
        simulations = max(10, int(self.seconds / self.pace))
        action = self.search(game, simulations).step(state)
        self.pace = (time.perf_counter() - started) / simulations
        return f"{chr(ord('a') + action % self.size)}{action // self.size + 1}"

    def search(self, game: pyspiel.Game, simulations: int) -> pyspiel.MCTSBot:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 17 + len(self.log))
        return pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, self.solve, 17 + len(self.log), False)


def main() -> None:
    engine = Engine()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            break
        answer = engine.answer(message)
        if answer:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
