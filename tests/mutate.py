"""The mutation check: operators and constants of a game's rules are changed at random, one at a time; some test of the
game must fail. `python -m tests.mutate GAME --count N` prints the share that was caught and every change that was not.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hexagora import registry
from tests.mutant import NO_CHANGE, VARIABLE, Change, changes_of

ROOT = Path(__file__).parent.parent
EQUAL = Path(__file__).with_name("equal_mutants.json")
ENOUGH = 0.95  # the share that must be caught
SLOWER = 5  # times the time of the unchanged rules after which a run hangs


def all_changes(game: str) -> list[Change]:
    found = []
    for module in registry.game(game).rules_modules:
        found += changes_of(module.__name__, Path(str(module.__file__)).read_text("utf8"))
    return found


def known_as_equal(change: Change) -> bool:
    """Whether the change was looked at and found to change nothing that a player could see."""
    known: dict[str, list[str]] = json.loads(EQUAL.read_text("utf8")) if EQUAL.exists() else {}
    module = change.module.removeprefix("hexagora.games.")
    return f"{change.before} -> {change.after}" in known.get(f"{module}.{change.function}", [])


def tests_of(game: str) -> list[str]:
    """The game's own tests and its golden matches, not those of its commands, which start processes."""
    paths = [p for p in (ROOT / "tests" / game).glob("test_*.py") if p.stem != "test_commands"]
    golden = [f"tests/test_golden.py::test_golden_match_replays_to_the_same_result[{p.name}]"
              for p in sorted((ROOT / "tests" / "golden").glob(f"{game}-*.json"))]
    return [*map(str, sorted(paths)), *golden]


def run_tests(game: str, change: Change | None, timeout: float | None) -> int:
    """The exit code of the game's tests: 0 passed, 1 failed; -1 if they hang."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "HEXAGORA_COMPILE": "never",
                   VARIABLE: f"{change.module}:{change.number}" if change else NO_CHANGE}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "tests.mutant", "-p", "no:cacheprovider",
               *tests_of(game)]
    try:
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=timeout,
                              check=False).returncode
    except subprocess.TimeoutExpired:
        return -1


def check(game: str, count: int, seed: int, jobs: int) -> dict[str, Any]:
    """Tries `count` changes drawn at random; what was looked at and found equal is not drawn."""
    changes = [c for c in all_changes(game) if not known_as_equal(c)]
    drawn = random.Random(seed).sample(changes, min(count, len(changes)))
    started = time.monotonic()
    if run_tests(game, None, None):
        raise SystemExit(f"the tests of {game} fail without any change")
    patience = 10 + SLOWER * (time.monotonic() - started)
    survivors, done = [], 0
    with ThreadPoolExecutor(jobs) as pool:
        for change, code in zip(drawn, pool.map(lambda c: run_tests(game, c, patience), drawn), strict=True):
            done += 1
            if code == 0:
                survivors.append(change)
            print(f"\r{game}: {done} of {len(drawn)}, {len(survivors)} not caught", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {"game": game, "possible": len(changes), "tried": len(drawn), "caught": len(drawn) - len(survivors),
            "survivors": [str(c) for c in survivors]}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("game", choices=registry.names(), nargs="*", metavar="GAME", help="all when left out")
    parser.add_argument("--count", type=int, default=100, help="changes to try (100)")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at the same time")
    chosen = parser.parse_args()
    enough = True
    for game in chosen.game or registry.names():
        found = check(game, chosen.count, chosen.seed, chosen.jobs)
        share = found["caught"] / max(1, found["tried"])
        enough &= share >= ENOUGH
        print(f"{game}: {found['caught']} of {found['tried']} changes caught ({share:.0%}; {found['possible']} are "
              "possible)")
        for line in found["survivors"]:
            print(f"  not caught: {line}")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
