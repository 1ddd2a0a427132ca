"""Random play of every game on an NVIDIA GPU: `python -m bench.gpu` (needs the extra `cuda` and a GPU).

Each game is compiled first (not timed), then `--matches` matches are played from the deal to the end, one a thread;
copying results back is part of the time. Shares of the win are printed so that runs can be compared. `--export folder`
writes what `bench/gpu_bare.py` needs on a machine where nothing can be installed.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from pathlib import Path

import hexagora
from hexagora.engine import gpu
from hexagora.engine.contract import WIN


def measure(name: str, matches: int, rounds: int) -> str:
    game = hexagora.game(name)
    options = {"players": game.max_players}
    play = gpu.prepare(game, matches, **options)
    play(1)
    best, decisions = float("inf"), 0
    for k in range(rounds):
        started = time.perf_counter()
        played = play(k + 2)
        spent = time.perf_counter() - started
        if spent < best:
            best, decisions = spent, int(played.lengths.sum())
    shares = " ".join(f"{x:.3f}" for x in played.shares.mean(axis=0))
    return (f"{name:10} {matches:>9} matches {best:7.3f} s  {decisions / best / 1e6:8.1f} M decisions/s  "
            f"{decisions / matches:7.1f} a match  shares {shares}")


def export(name: str, folder: Path) -> None:
    """The kernel of a game as assembler text, with a match of all seats that is about to be dealt."""
    game = hexagora.game(name)
    match = game.match(chance="ask", players=game.max_players)
    text = gpu.ptx(game)
    entry = re.search(r"\.entry (\w+)", text)
    about = {"entry": entry.group(1) if entry else "", "players": game.max_players, "max_legal": game.max_legal,
             "win": WIN}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(about), "utf8")
    (folder / f"{name}.state").write_bytes(game.State.to_array(match.state, 1).tobytes())
    (folder / f"{name}.box").write_bytes(game.Box.to_array(match.box).tobytes())
    (folder / f"{name}.ptx").write_text(text, "utf8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--export", type=Path, help="write the kernels into this folder instead of running them")
    parser.add_argument("games", nargs="*", default=hexagora.names())
    arguments = parser.parse_args()
    for name in arguments.games:
        if arguments.export:
            export(name, arguments.export)
            continue
        print(measure(name, arguments.matches, arguments.rounds), flush=True)


if __name__ == "__main__":
    main()
