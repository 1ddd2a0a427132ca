"""The benchmark of the engine: random play against yardsticks and peers in one run, reported as ratios.

`python -m bench.engine` (or `make bench`); `--quick` leaves out the peers and cold compilation, `--json` prints data.
What is being done is told beside the results, which are printed as they come. Rates are per CPU second of the process
that does the work, except where two threads are compared with one.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import hexagora
from bench import measure, peers
from bench.measure import Sample, Summary
from bench.yardstick import native
from bench.yardstick.__main__ import playing_rows

GAMES = 2000
LIBRARIES = ("numpy", "numba")
INTERRUPTED = 130  # the exit code that shells give
HEX_PEERS = {
    "OpenSpiel, C++ random bots": "openspiel-bots",
    "OpenSpiel, C++ rollouts of its MCTS": "openspiel-rollout",
    "OpenSpiel, driven from Python": "openspiel-python",
    "pgx on the CPU, batch 1024": "pgx",
}


@dataclass
class Target:
    """A figure that must be reached: `value` of `what`, at least (or at most) `limit`."""

    what: str
    value: float
    limit: float
    at_most: bool = False

    @property
    def reached(self) -> bool:
        return self.value <= self.limit if self.at_most else self.value >= self.limit


def compiled_rows(game: str, count: int = GAMES, **options: Any) -> Callable[[], float]:
    """Random matches of a game, compiled, on one thread."""
    batch = hexagora.game(game).batch(count, seed=1, **options)
    return lambda: float(batch.playouts().lengths.sum())


def two_threads(game: str, count: int, **options: Any) -> Callable[[], float]:
    batch = hexagora.game(game).batch(count, seed=1, **options)
    return lambda: float(batch.playouts(threads=2).lengths.sum())


def interpreted_row(name: str, matches: int) -> Callable[[], float]:
    """Random matches on the `python` back end."""
    game = hexagora.game(name)
    box, out, rng = game.box(game.options()), [0] * game.max_legal, [1]

    def more() -> float:
        decisions = 0
        for _ in range(matches):
            state = game.State.new()
            game.rules.deal(box, state)
            decisions += game.rules.playout(box, state, out, rng, 1 << 40)
        return decisions

    return more


def driven_row(name: str, decisions: int) -> Callable[[], float]:
    """Compiled rules with a Python loop around them: who acts, list, choose, apply."""
    game = hexagora.game(name)
    batch = game.batch(1)
    f, out = game.compiled().functions, np.zeros(game.max_legal, np.int64)
    legal, apply, to_act = f["legal_at"], f["apply_at"], f["to_act_at"]
    rng = np.random.default_rng(1).random

    def more() -> float:
        boxes, states = batch.boxes, batch.states
        for _ in range(decisions):
            if to_act(boxes, states, 0) < 0:
                batch.deal()
            n = legal(boxes, states, 0, out)
            apply(boxes, states, 0, out[int(rng() * n)])
        return decisions

    return more


def peer_row(peer: str) -> Callable[[], Sample]:
    return lambda: measure.sample_of_peer(peers.run(peer, 2.0))


def clone_nanoseconds(name: str) -> float:
    """What copying one state costs inside compiled code."""
    import numba

    game = hexagora.game(name)
    copy = game.compiled().functions["copy_state"]
    words = np.zeros((64, game.State.itemsize() // 8), np.int64)

    @numba.njit(nogil=True)
    def many(words: Any, times: int) -> None:
        for k in range(times):
            copy(words, k & 31, 32 + (k & 31))

    many(words, 10)
    best = []
    for _ in range(5):
        started = time.process_time()
        many(words, 1_000_000)
        best.append((time.process_time() - started) * 1e3)
    return statistics.median(best)


class Teller:
    """Says what is being done now and since when the benchmark runs, and remembers what could not be measured."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.missing: list[str] = []

    def __call__(self, what: str) -> None:
        print(f"{time.monotonic() - self.began:5.0f} s  {what}", file=sys.stderr, flush=True)

    def about(self, part: str) -> Callable[[str], None]:
        return lambda what: self(f"{part}: {what}")


def seconds_of(code: str, cpu: bool = False, environment: Mapping[str, str] | None = None) -> float:
    """Wall (or CPU) seconds of a fresh Python process that runs the code; the best of three."""
    times = []
    for _ in range(1 if cpu else 3):
        wall, before = time.perf_counter(), os.times()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                              env={**os.environ, **(environment or {})})
        if done.returncode:
            raise RuntimeError(f"{code!r} failed:\n{done.stderr}")
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        times.append(spent if cpu else time.perf_counter() - wall)
    return min(times)


def cold_compilation(game: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return seconds_of(f"import hexagora; hexagora.game('{game}').compiled()", True, {"HEXAGORA_CACHE": folder})


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C ends what is done here with the exit code of shells, also where libraries that are just being imported
    make another error of it."""
    pressed = False

    def press(*_: Any) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, as behind a shell's &
        signal.signal(signal.SIGINT, press)
    try:
        yield
    except BaseException as e:
        if pressed or isinstance(e, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        raise


def compile_games(tell: Teller) -> None:
    """Before anything is measured; most is ready where the games have been compiled before."""
    for name in hexagora.names():
        tell(f"compiling {name}, if it is not yet")
        hexagora.game(name).compiled()


def yardsticks(tell: Teller) -> dict[str, Callable[[], float]]:
    """Other ways to play the same game; those in C++ where there is a compiler."""
    rows = playing_rows()
    try:
        native.library()
    except RuntimeError as e:
        tell.missing.append(str(e))
        return {name: row for name, row in rows.items() if not name.startswith("C++")}
    return rows


def peers_are_there(tell: Teller) -> bool:
    tell("the peers, in an environment of their own that is made once (--quick leaves them out)")
    try:
        peers.setup()
    except peers.PeerMissing as e:
        tell.missing.append(f"peers: {e}")
        return False
    return True


def mana_pool(seconds: float, rounds: int, tell: Teller) -> dict[str, Summary]:
    rows: dict[str, Callable[[], float | Sample]] = {
        "Hexagora, compiled": compiled_rows("manapool"),
        "Hexagora, compiled, driven from Python": driven_row("manapool", 20_000),
        "Hexagora, interpreted": interpreted_row("manapool", 20),
        **yardsticks(tell),
    }
    return measure.summaries(measure.rounds(rows, rounds, seconds, tell.about("Mana Pool")))


def classic_hex(seconds: float, rounds: int, with_peers: bool, tell: Teller) -> dict[str, Summary]:
    rows: dict[str, Callable[[], float | Sample]] = {
        "Hexagora, compiled": compiled_rows("hex"),
        "Hexagora, compiled, driven from Python": driven_row("hex", 20_000),
        "Hexagora, interpreted": interpreted_row("hex", 20),
    }
    for name, peer in HEX_PEERS.items() if with_peers else ():
        try:
            tell(name)
            peers.run(peer, 0.2)
            rows[name] = peer_row(peer)
        except peers.PeerMissing as e:
            tell.missing.append(f"{name}: {e}")
    return measure.summaries(measure.rounds(rows, rounds, seconds, tell.about("Hex")))


def all_games(seconds: float, rounds: int, with_peers: bool, tell: Teller) -> dict[str, Summary]:
    """Random decisions of every game, each with its most players."""
    rows: dict[str, Callable[[], float | Sample]] = {}
    for name in hexagora.names():
        rows[name] = compiled_rows(name, 200, players=hexagora.game(name).max_players)
    if with_peers:
        try:
            peers.run("catanatron", 0.2)
            rows["catanatron"] = peer_row("catanatron")
        except peers.PeerMissing as e:
            tell.missing.append(f"catanatron: {e}")
    return measure.summaries(measure.rounds(rows, rounds, seconds, tell.about("all games")))


def threads(name: str, count: int, rounds: int) -> float:
    """How many times as fast two threads are as one, in wall time."""
    rows = {"one": compiled_rows(name, count), "two": two_threads(name, count)}
    rates = measure.summaries(measure.rounds(rows, rounds, 0.5), wall=True)
    return rates["two"].median / rates["one"].median


def targets(pool: dict[str, Summary], board: dict[str, Summary], games: dict[str, Summary], rounds: int,
            cold: bool, tell: Teller) -> list[Target]:
    ours, plain = pool["Hexagora, compiled"].median, pool["plain Python"].median
    found = []
    if NATIVE in pool:
        found.append(Target("Mana Pool: compiled / C++ with one byte per cell", ours / pool[NATIVE].median, 0.8))
    tell("two threads, copies")
    found += [
        Target("Mana Pool: compiled / plain Python", ours / plain, 35),
        Target("Mana Pool: plain Python / interpreted", plain / pool["Hexagora, interpreted"].median, 1.5, True),
        Target("Mana Pool: two threads / one", threads("manapool", 4000, rounds), 1.8),
        Target("Mana Pool: copying a state, ns", clone_nanoseconds("manapool"), 30, True),
    ]
    fastest = max((r.median for n, r in board.items() if n.startswith("OpenSpiel")), default=0.0)
    mine = board["Hexagora, compiled"].median
    if fastest:
        found.append(Target("Hex 11x11: compiled / OpenSpiel's fastest", mine / fastest, 5))
    if "pgx on the CPU, batch 1024" in board:
        found.append(Target("Hex 11x11: compiled / pgx", mine / board["pgx on the CPU, batch 1024"].median, 20))
    found += game_targets(games)
    found += start_targets(cold, tell)
    return found


NATIVE = "C++, one byte per cell"
SHARES_OF_MANA_POOL = {"hexcape": 0.5, "sigil": 0.4}
TIMES_CATANATRON = {"sygon": 80, "hexemonia": 60}


def game_targets(games: dict[str, Summary]) -> list[Target]:
    found = [
        Target(f"{name}: decisions / Mana Pool's", games[name].median / games["manapool"].median, share)
        for name, share in SHARES_OF_MANA_POOL.items()
        if name in games
    ]
    if "catanatron" in games:
        found += [
            Target(f"{name}: decisions / catanatron's", games[name].median / games["catanatron"].median, times)
            for name, times in TIMES_CATANATRON.items()
            if name in games
        ]
        found += matches_against_catanatron()
    return found


def matches_against_catanatron() -> list[Target]:
    """Whole games a second with four random players each, Sygon beside catanatron."""
    batch = hexagora.game("sygon").batch(500, seed=1, players=4)
    batch.playouts()
    mine = measure.sample(lambda: float(len(batch.playouts().lengths)), 1.0)
    peer = peers.run("catanatron", 3.0)
    theirs = peer["games"] / peer["cpu_seconds"]
    return [Target("sygon: games / catanatron's", mine.per_cpu_second / theirs, TIMES_CATANATRON["sygon"])]


def start_targets(cold: bool, tell: Teller) -> list[Target]:
    """Start-up, with the cache warm; and cold compilation, in CPU seconds."""
    tell("starts")
    found = [
        Target("import hexagora, s", seconds_of("import hexagora"), 0.4, True),
        Target("hexagora games, s", seconds_of("import sys; sys.argv = ['hexagora', 'games']; "
                                               "from hexagora.cli import main; main()"), 0.4, True),
        Target("process start to first compiled play-out, s",
               seconds_of("import hexagora; hexagora.game('manapool').batch(1).playouts()"), 1.5, True),
    ]
    for name in hexagora.names() if cold else ():
        tell(f"cold compilation of {name}")
        limit = 8 if name == "manapool" else 60
        found.append(Target(f"{name}: cold compilation, CPU s", cold_compilation(name), limit, True))
    return found


def show_targets(found: list[Target]) -> Table:
    grid = Table(title="Targets", title_justify="left")
    for heading in ("figure", "measured", "must be", ""):
        grid.add_column(heading, justify="left" if heading == "figure" else "right")
    for t in found:
        limit = f"{'at most' if t.at_most else 'at least'} {t.limit:g}"
        grid.add_row(t.what, f"{t.value:.3g}", limit, "reached" if t.reached else "[bold red]missed[/]")
    return grid


def run(quick: bool = False, as_json: bool = False) -> None:
    rounds, seconds = (2, 0.2) if quick else (5, 0.5)
    tell = Teller()

    def show(title: str, rows: dict[str, Summary], base: str) -> None:
        if not as_json:
            measure.print_table(title, rows, base)

    compile_games(tell)
    if not as_json:
        print("{cpu}, {cores} cores, Python {python}, {libraries}, {date}".format(**measure.machine(LIBRARIES)))
    pool = mana_pool(seconds, rounds, tell)
    show("Mana Pool on the board crossing, random decisions per CPU second", pool, "plain Python")
    with_peers = not quick and peers_are_there(tell)
    board = classic_hex(seconds, rounds, with_peers, tell)
    show("Hex 11x11, random moves per CPU second", board, "Hexagora, compiled")
    games = all_games(seconds, rounds, with_peers, tell)
    show("All games, random decisions per CPU second", games, "manapool")
    found = targets(pool, board, games, rounds, not quick, tell)
    if as_json:
        print(json.dumps({
            "manapool": measure.as_json(pool, "plain Python", LIBRARIES),
            "hex": measure.as_json(board, "Hexagora, compiled", LIBRARIES),
            "games": measure.as_json(games, "manapool", LIBRARIES),
            "targets": [{**vars(t), "reached": t.reached} for t in found],
            "missing": tell.missing,
        }, indent=1))  # fmt: skip
        return
    Console().print(show_targets(found))
    for line in tell.missing:
        print(f"not measured: {line}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true", dest="as_json")
    with interruptible():
        run(**vars(parser.parse_args()))
