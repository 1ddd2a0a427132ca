"""WebAssembly beside code compiled for this machine: random play under `wasmtime` and V8, and the search; sizes, and
how long the first decision of a fresh process takes. Ratios within one run; the same work on every row, checked.

    python -m bench.wasm                    # all games; compiles natively what is not compiled yet
    python -m bench.wasm hex --no-search
"""

import argparse
import json
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hexagora.bots.search import Search, compiled_backend, wasm_backend
from hexagora.bots.view import view_of
from hexagora.engine import wasm
from hexagora.registry import game as find_game
from hexagora.registry import names

MATCHES, LOOKS, ROUNDS, SEED, NO_LIMIT = 400, 20_000, 5, 12345, 1 << 40
V8 = Path(__file__).with_name("wasm.mjs")
FRESH = """
import sys, time
began = time.perf_counter()
import hexagora
from hexagora.bots import Request, decide
match = hexagora.game(sys.argv[1]).match(seed=1)
state = match.game.State.to_bytes(match.hidden(match.actor + 1))
decide(Request(game=sys.argv[1], options=match.options, state=state, seat=match.actor + 1, level="beginner", seed=1))
print(time.process_time())
"""


def best(work: Any) -> tuple[float, Any]:
    """The least CPU time of several rounds, and what the work gave."""
    times, gave = [], None
    for _ in range(ROUNDS):
        began = time.process_time()
        gave = work()
        times.append(time.process_time() - began)
    return min(times), gave


def native_playouts(game: Any) -> tuple[float, tuple[int, int]]:
    import numpy as np

    batch = game.batch(MATCHES, players=game.max_players)
    rng, lengths = np.zeros(1, np.int64), np.zeros(MATCHES, np.int64)
    results = np.zeros((MATCHES, game.max_players), np.int64)
    batch.functions["deal_at"](batch.boxes, batch.states, MATCHES)

    def work() -> tuple[int, int]:
        rng[0] = SEED
        batch.functions["playouts"](batch.boxes, batch.states, batch.words, MATCHES, 0, MATCHES, batch._out, rng,
                                    NO_LIMIT, results, lengths)
        return int(lengths.sum()), int(rng[0])

    return best(work)


class Playouts:
    """The memory of random play in WebAssembly: everything lies where V8 will find it, too."""

    def __init__(self, game: Any, players: int):
        self.machine = machine = wasm.machine(game)
        boxes, self.states = machine.records(game.Box, 1), machine.records(game.State, MATCHES + 1)
        boxes[0] = game.Box.to_bytes(game.box(game.options({"players": players})))
        machine.functions["deal_at"](boxes, self.states, MATCHES)
        out, self.rng = machine.numbers(game.max_legal), machine.numbers(1)
        results, self.lengths = machine.numbers(MATCHES, game.max_players), machine.numbers(MATCHES)
        self.given = (boxes, self.states, self.states.as_words(), MATCHES, 0, MATCHES, out, self.rng, NO_LIMIT, results,
                      self.lengths)

    def __call__(self) -> tuple[int, int]:
        self.rng[0] = SEED
        self.machine.functions["playouts"](*self.given)
        return sum(self.lengths.first(MATCHES)), self.rng[0]


def v8_playouts(game: Any, playouts: Playouts) -> tuple[float, tuple[int, int]]:
    """The same bytes in Node: memory and block are handed over as they lie."""
    host, machine = playouts.machine.host, playouts.machine
    playouts.rng[0] = SEED
    words = [0]
    for argument in playouts.given:
        words += argument.words if isinstance(argument, wasm.Array) else [argument]
    host.write(machine._block, struct.pack(f"<{len(words)}q", *words))
    with tempfile.TemporaryDirectory() as folder:
        memory = Path(folder, "memory")
        memory.write_bytes(host.read(0, machine._free))
        task = {"module": str(game.folder / wasm.MODULE), "memory": str(memory), "block": machine._block, "seed": SEED,
                "rng": playouts.rng.address, "lengths": playouts.lengths.address, "count": MATCHES, "rounds": ROUNDS}
        done = subprocess.run(["node", str(V8), json.dumps(task)], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return told["seconds"], (told["decisions"], told["rng"])


def searching(on: Any, match: Any) -> tuple[float, tuple[int, int]]:
    def work() -> tuple[int, int]:
        search = Search(view_of(match, match.actor + 1), on, 3)
        began = time.process_time()
        search.run(LOOKS)
        spent.append(time.process_time() - began)
        return int(search.head.decisions), int(search.numbers["rng"][0])

    spent: list[float] = []
    _, gave = best(work)
    return min(spent), gave


def first_decision(name: str) -> float:
    """CPU seconds from the start of a process to its first decision."""
    told = [subprocess.run([sys.executable, "-c", FRESH, name], capture_output=True, text=True, check=True).stdout
            for _ in range(2)]
    return min(map(float, told))


def main(chosen: list[str], search: bool) -> None:
    print("| game | module, kB | play-outs: wasmtime / native | V8 / native | search: wasm / native | "
          "first decision, CPU s |\n|---|---|---|---|---|---|")
    for name in chosen:
        game = find_game(name)
        native, first = native_playouts(game)
        playouts = Playouts(game, game.max_players)
        ready, second = best(playouts)
        assert first == second, f"{name}: {first} natively, {second} as WebAssembly"
        row = [name, f"{(game.folder / wasm.MODULE).stat().st_size / 1000:.0f}", f"{native / ready:.2f}"]
        if shutil.which("node"):
            seconds, third = v8_playouts(game, playouts)
            assert first == third, f"{name}: {first} natively, {third} under V8"
            row.append(f"{native / seconds:.2f}")
        else:
            row.append("no Node here")
        if search:
            match = game.match(seed=1)
            pair = [searching(on, match) for on in (compiled_backend(name), wasm_backend(name))]
            assert pair[0][1] == pair[1][1], f"{name}: the searches differ"
            row.append(f"{pair[0][0] / pair[1][0]:.2f}")
        else:
            row.append("not measured")
        print("| " + " | ".join([*row, f"{first_decision(name):.2f}"]) + " |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--search", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args()
    main(given.games, given.search)
