"""All games on an NVIDIA GPU: `python -m bench.gpu` (needs a GPU, and the extra `cuda` to make the kernels).

Play-outs: `--matches` matches from the deal to the end at random without leaving the kernel. Steps: a vector of
`--vector` matches, each step with observation, mask, random choice and the decision itself (`advance`; then the same
with observations from 0 to 1 and all in new arrays). Best of `--rounds`.

    python -m bench.gpu --tune                     # the best blocks for each game, for its gpu.py
    python -m bench.gpu --check                    # the same matches as on the CPU?

On a machine where nothing can be installed, the kernels can come from elsewhere, with what the CPU expects of them:

    python -m bench.gpu --export folder        # anywhere; no GPU needed
    python -m bench.gpu --brought folder       # on the machine with the GPU: all checks, then all rates

What is checked: whole matches, single steps, and matches that are counted as the lab does it. With `--vector 0` single
steps are left out of everything; for the large games most kernels are for these, and take long to make.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import itertools
import json
import multiprocessing
import os
import shutil
import subprocess
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

import hexagora
from hexagora.bots import gpu_counting
from hexagora.engine import contract, gpu, gpu_states, hooks, wasm
from hexagora.engine.vector import seeds
from hexagora.lab.counting import CUDA, PROCESSORS, Counter
from hexagora.lab.setting import setting

SINGLE = ("start", "step", "step_near", "list", "choose", "draw", "flag", "mark", "look", "observe", "hide", "widen")
CENSUS = gpu_counting.KERNEL
COUNTED = {"hexcape": ({"players": 4, "map": "maze"}, ["random"])}  # who counts what; others by all seats
COUNTED_MATCHES = 4096
EXPECTED = "expected"  # among what is exported: what the CPU makes of the compared matches
CHECKED, STEPS, SEED = 2048, 60, 11  # matches and steps that are compared with the CPU
ENDLESS = 1 << 40  # decisions
WARM = 40  # steps before the clock starts, so that matches are not all at their beginning
BLOCKS = (32, 64, 128)
PLACES = (1 << 16, 1 << 17, 1 << 18, 1 << 20)
POOLS = (64, 128, 192, 256)
ROWS = (8, 16, 32, 64, 128)
CHECKED_BLOCKS, CHECKED_WARPS, CHECKED_POOLS = (1, 8, 32, 64), (32, 128), (32, 256)
CHECKED_STEPS = (1, 32, 128)  # threads of a block


def options_of(game: Any) -> dict[str, Any]:
    return {"players": game.max_players}


# speed


def played(name: str, matches: int, rounds: int, launch: gpu.Launch | None = None) -> tuple[float, Any]:
    """Decisions a second of whole matches, and what was played."""
    from hexagora.engine import cuda_driver

    game = hexagora.game(name)
    options = game.options(options_of(game))
    player = gpu.Player(game, cuda_driver.driver(), matches, launch or gpu.launch_of(game), options)
    best, results = 0.0, None
    for k in range(rounds):
        player.start(k + 1)
        started = time.perf_counter()
        player.run()
        spent = time.perf_counter() - started
        lengths = player.lengths.numpy()
        if lengths.sum() / spent > best:
            best, results = lengths.sum() / spent, player
    return best, results


def stepped(name: str, count: int, rounds: int, steps: int = 20, block: int | None = None,
            rows: int | None = None) -> dict[str, float]:
    """Decisions a second of a vector with observation and mask, and milliseconds of each part of a step."""
    game = hexagora.game(name)
    vector: Any = game.vector(count, device="cuda", seed=3, **options_of(game))
    vector._block, vector._rows = block or vector._block, rows or vector._rows
    for _ in range(WARM):
        vector.advance()
    rates = {"rate": 0.0, "new": 0.0}
    for _ in range(rounds):
        for way, step in (("rate", vector.advance), ("new", lambda: in_new_arrays(vector))):
            vector.driver.wait()
            started = time.perf_counter()
            for _ in range(steps):
                step()
            vector.driver.wait()
            rates[way] = max(rates[way], count * steps / (time.perf_counter() - started))
    return {**rates, **parts_of(vector)}


def in_new_arrays(vector: Any) -> None:
    vector.observe()
    vector.mask()
    vector.step(vector.random_actions())


def parts_of(vector: Any) -> dict[str, float]:
    """Milliseconds of the parts of one step."""
    vector.look()
    spent = {"choice": timed(vector, vector.random_actions)}
    actions = vector.random_actions()
    spent["decision and list"] = timed(vector, lambda: vector.step(actions))
    spent["observation and flags"] = timed(vector, vector.look)
    spent["observation from 0 to 1"] = timed(vector, vector.observe)
    return spent


def timed(vector: Any, work: Any) -> float:
    vector.driver.wait()
    started = time.perf_counter()
    work()
    vector.driver.wait()
    return (time.perf_counter() - started) * 1000


def measure(name: str, matches: int, vector: int, rounds: int) -> str:
    rate, player = played(name, matches, rounds)
    lengths, shares = player.lengths.numpy(), player.results.numpy()
    del player
    parts = stepped(name, vector, rounds) if vector else {}
    told = " ".join(f"{x:.3f}" for x in shares.mean(axis=0))
    lines = [f"{name:10} play-outs {rate / 1e6:8.1f} M decisions/s  {lengths.mean():7.1f} a match  shares {told}"]
    if parts:
        rate, new = parts.pop("rate"), parts.pop("new")
        told = ", ".join(f"{k} {v:.2f}" for k, v in parts.items())
        lines.append(f"{'':10} steps     {rate / 1e6:8.1f} M decisions/s, {new / 1e6:.1f} M in new arrays  ms: {told}")
    return "\n".join(lines)


def tune(name: str, matches: int, vector: int) -> str:
    """The fastest of some blocks and places."""
    kept = gpu.launch_of(hexagora.game(name))
    tried = {launch: played(name, matches, 1, launch)[0] for launch in to_try(kept)}
    best = max(tried, key=lambda launch: tried[launch])
    steps = {(block, rows): stepped(name, vector, 1, 5, block, rows)["rate"]
             for block, rows in itertools.product(BLOCKS, ROWS)}
    step, rows = max(steps, key=lambda k: steps[k])
    best = dataclasses.replace(best, step=step, rows=rows)
    told = ", ".join(f"{one.pool or one.play} x {one.places}: {rate / 1e6:.0f}" for one, rate in tried.items())
    single = ", ".join(f"{block} x {rows}: {rate / 1e6:.0f}" for (block, rows), rate in steps.items())
    return (f"{name}: LAUNCH = {json.dumps(dataclasses.asdict(best))}\n"
            f"  M decisions/s, play-outs {told}; steps {single}")


def to_try(kept: gpu.Launch) -> list[gpu.Launch]:
    """Blocks and places side by side; where warps have places together, how many those are."""
    key, values = ("pool", POOLS) if kept.pool else ("play", BLOCKS)
    return [dataclasses.replace(kept, places=places, **{key: value})
            for value, places in itertools.product(values, PLACES)]


# the same as on the CPU


def expected(name: str, vector: int) -> dict[str, Any]:
    """What the CPU makes of the matches that are compared."""
    return {"digests": digests(name) if vector else [], "playouts": playouts(hexagora.game(name)),
            "counted": counted(name, PROCESSORS)}


def digests(name: str) -> list[str]:
    """A vector before and after each of some steps."""
    game = hexagora.game(name)
    vector = game.vector(CHECKED, seed=SEED, **options_of(game))
    found = [digest(vector)]
    for _ in range(STEPS):
        vector.step(vector.random_actions())
        found.append(digest(vector))
    return found


def counted(name: str, device: str, matches: int = COUNTED_MATCHES) -> str:
    """What the lab counts of matches, in one text."""
    options, bots = COUNTED.get(name, (options_of(hexagora.game(name)), ["random", "quick"]))
    counter = Counter(setting(name, options, bots), device)
    return hashlib.sha256(json.dumps([counter.play(0, matches), counter.uses()]).encode()).hexdigest()[:16]


def digest(vector: Any) -> str:
    """States, observations, masks, movers and results of a vector in one text."""
    parts = (vector.checksums(), vector.observe(), vector.mask(), vector.movers, vector.returns, vector.done)
    whole = hashlib.sha256()
    for part in parts:
        whole.update(np.ascontiguousarray(np.asarray(part)).tobytes())
    return whole.hexdigest()[:16]


def playouts(game: Any) -> str:
    """Whole matches in WebAssembly, each with random numbers of its own."""
    machine = wasm.machine(game)
    boxes, states = machine.records(game.Box, 1), machine.records(game.State, 2)
    boxes[0] = game.Box.to_bytes(game.box(game.options(options_of(game))))
    machine.functions["deal_at"](boxes, states, 1)
    out, rng, length = machine.numbers(game.max_legal), machine.numbers(1), machine.numbers(1)
    shares = machine.numbers(1, game.max_players)
    lengths = np.zeros(CHECKED, np.int64)
    results = np.zeros((CHECKED, game.max_players), np.int64)
    for i, drawn in enumerate(seeds(CHECKED, SEED)):
        rng[0] = int(drawn[0])
        machine.functions["playouts"](boxes, states, states.as_words(), 1, 0, 1, out, rng, ENDLESS, shares, length)
        lengths[i] = length[0]
        results[i] = [shares[0, k] for k in range(game.max_players)]
    return ends_digest(lengths, (results / contract.WIN).astype(np.float32))


def ends_digest(lengths: Any, shares: Any) -> str:
    return hashlib.sha256(lengths.tobytes() + np.ascontiguousarray(shares).tobytes()).hexdigest()[:16]


def check(name: str, wanted: dict[str, Any]) -> str:
    from hexagora.engine import cuda_driver

    game = hexagora.game(name)
    options = game.options(options_of(game))
    for launch in to_check(gpu.launch_of(game)):
        player = gpu.Player(game, cuda_driver.driver(), CHECKED, launch, options)
        found = player.play(SEED)
        if ends_digest(found.lengths, player.results.numpy()) != wanted["playouts"]:
            return f"{name:10} OTHER MATCHES with {launch}"
    if other := check_steps(game, wanted["digests"]):
        return f"{name:10} OTHER MATCHES {other}"
    if counted(name, CUDA) != wanted["counted"]:
        return f"{name:10} OTHER MATCHES counted by the lab"
    stepped = f"same {CHECKED} x {STEPS} steps, " if wanted["digests"] else ""
    return (f"{name:10} same {CHECKED} matches to the end, {stepped}same {COUNTED_MATCHES} matches counted, "
            f"as on the CPU")


def check_steps(game: Any, wanted: list[str]) -> str:
    """Where a vector is not that of the CPU, if it is compared."""
    for block in CHECKED_STEPS if wanted else ():
        vector: Any = game.vector(CHECKED, device="cuda", seed=SEED, **options_of(game))
        vector._block = block
        vector.reset()
        for k, one in enumerate(wanted):
            if digest(vector) != one:
                return f"after {k} steps in blocks of {block}"
            if k < STEPS:
                vector.step(vector.random_actions())
    return ""


def to_check(kept: gpu.Launch) -> list[gpu.Launch]:
    """With a place for every match and with fewer places."""
    blocks = CHECKED_WARPS if kept.pool else CHECKED_BLOCKS
    pools = CHECKED_POOLS if kept.pool else (0,)
    return [dataclasses.replace(kept, play=block, pool=pool, places=places)
            for block, pool, places in itertools.product(blocks, pools, (CHECKED, 700))]


# for a machine where nothing can be installed


def export(folder: Path, names: list[str], jobs: int, vector: int) -> None:
    """Kernels and what the CPU expects of them; what is there already is not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    tasks = [(folder, name, kernel, vector) for name in names
             for kernel in (EXPECTED, CENSUS, *kernels_of(hexagora.game(name), vector))]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        list(pool.map(export_one, *zip(*tasks, strict=True)))


def kernels_of(game: Any, vector: int) -> list[str]:
    """What is launched for a game."""
    near = bool(gpu.launch_of(game).near)
    own = {"hide": game.has_own(contract.hide), "mark": hooks.MARK.of(game) is not None, "step_near": near,
           "step": not near}
    return [gpu.launch_of(game).kernel, *(kernel for kernel in SINGLE if vector and own.get(kernel, True))]


def export_one(folder: Path, name: str, kernel: str, vector: int) -> None:
    game = hexagora.game(name)
    if kernel == EXPECTED:
        kept = folder / f"{name}.expected.json"
        if not kept.exists():
            kept.write_text(json.dumps(expected(name, vector)), "utf8")
        return
    os.environ["HEXAGORA_CACHE"] = str(folder)
    if kernel == CENSUS:
        gpu_counting.code(game, gpu.HOPPER)
        assemble(gpu_counting.path(game, gpu.HOPPER))
    else:
        kinds = gpu.Kinds(gpu_states.state_type(game, game.box(game.options(options_of(game)))))
        gpu.code(game, kernel, gpu.HOPPER, kinds)
        assemble(gpu.folder(game, gpu.HOPPER) / gpu.file_name(game, kernel, kinds))
    del os.environ["HEXAGORA_CACHE"]


def assemble(path: Path) -> None:
    """Machine code instead of the text, where there is an assembler."""
    assembler = shutil.which("ptxas") or next(iter(Path(np.__file__).parents[1].glob("nvidia/*/bin/ptxas")), None)
    if assembler and path.is_file():
        capability = "".join(map(str, gpu.HOPPER))
        subprocess.run([assembler, f"-arch=sm_{capability}", path, "-o", path.with_suffix(".cubin")], check=True)
        path.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--vector", type=int, default=1_000_000, help="matches of the vector; 0: no single steps")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--expect", type=Path, help="a folder with what the CPU made of the compared matches")
    parser.add_argument("--export", type=Path, help="write kernels into this folder instead of running them")
    parser.add_argument("--brought", type=Path, help="check and measure with what was exported into this folder")
    parser.add_argument("--jobs", type=int, default=1, help="kernels made at a time")
    parser.add_argument("games", nargs="*", default=hexagora.names())
    given = parser.parse_args()
    if given.export:
        export(given.export, given.games, given.jobs, given.vector)
        return
    if given.brought:
        os.environ["HEXAGORA_CACHE"] = str(given.brought)
    folder = given.expect or given.brought
    works = [check_one, measure_one] if given.brought else [
        check_one if given.check else tune_one if given.tune else measure_one]
    for work in works:
        for name in given.games:
            print(work(name, given, folder), flush=True)


def check_one(name: str, given: argparse.Namespace, folder: Path | None) -> str:
    kept = folder and (folder / f"{name}.expected.json").read_text("utf8")
    return check(name, json.loads(kept) if kept else expected(name, given.vector))


def measure_one(name: str, given: argparse.Namespace, folder: Path | None) -> str:
    return measure(name, given.matches, given.vector, given.rounds)


def tune_one(name: str, given: argparse.Namespace, folder: Path | None) -> str:
    return tune(name, given.matches, given.vector)


if __name__ == "__main__":
    main()
