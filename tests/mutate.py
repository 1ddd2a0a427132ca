"""The mutation check: operators and constants of a game's rules are changed at random, one at a time; some test of the
game must fail. `python -m tests.mutate GAME --count N` prints the share that was caught and every change that was not.

Changes that make no difference are listed with the reason in `tests/equal_mutants.json` and do not count. What was
tried is kept in `build/mutants` until rules or tests change, so that a run that was broken off goes on where it was.
"""

import argparse
import hashlib
import io
import json
import os
import random
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from hexagora import registry
from tests.mutant import Change, changes_of
from tests.mutant_runs import Runs, source_files

ROOT = Path(__file__).parent.parent
EQUAL = Path(__file__).with_name("equal_mutants.json")
KEPT = ROOT / "build" / "mutants"
NOT_OF_RULES = ("test_bench_thumbs", "test_bench_tunable", "test_bench_tune", "test_commands", "test_heuristics")
ENOUGH = 0.95  # the share that must be caught
LONGEST = 1.0  # seconds of a test


def all_changes(game: str) -> list[Change]:
    found = []
    for module, path in source_files(game).items():
        found += changes_of(module, Path(path).read_text("utf8"))
    return found


def equal_changes() -> dict[str, dict[str, str]]:
    """Changes that were looked at and make no difference that anybody could see: by function, with the reason."""
    known: dict[str, dict[str, str]] = json.loads(EQUAL.read_text("utf8"))
    return known


def tests_of(game: str) -> list[str]:
    """The game's tests and its golden matches; not those of its commands, which start processes, nor of its bots."""
    paths = [p for p in (ROOT / "tests" / game).glob("test_*.py") if p.stem not in NOT_OF_RULES]
    golden = [f"tests/test_golden.py::test_golden_match_replays_to_the_same_result[{p.name}]"
              for p in sorted((ROOT / "tests" / "golden").glob(f"{game}-*.json"))]
    return [*map(str, sorted(paths)), *golden]


class Kept:
    """What became of the changes of a game that were tried: the test that noticed, or None."""

    def __init__(self, game: str, folder: Path):
        self.path, self.print = folder / f"{game}.json", _print(game)
        kept = json.loads(self.path.read_text("utf8")) if self.path.exists() else {}
        self.survivors = {name for name, noticed in kept.get("tried", {}).items() if noticed is None}
        self.tried: dict[str, str | None] = kept["tried"] if kept.get("print") == self.print else {}

    def add(self, change: Change, noticed: str | None) -> None:
        self.tried[_name(change)] = noticed
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps({"print": self.print, "tried": self.tried}, indent=1), "utf8")


def _name(change: Change) -> str:
    return f"{change.place}: {change.what}"


def _print(game: str) -> str:
    """Becomes another one with whatever decides which changes are noticed."""
    own = Path(next(iter(source_files(game).values()))).parent
    folders = [own, ROOT / "hexagora" / "engine", ROOT / "tests" / game]
    files = [*(p for folder in folders for p in folder.rglob("*.py")), *(ROOT / "tests" / "golden").glob(f"{game}-*")]
    return hashlib.sha256(b"".join(p.read_bytes() for p in sorted(files))).hexdigest()


class Check:
    """The check of one game: draws changes, tries those that were not tried, counts."""

    def __init__(self, game: str, count: int, seed: int, folder: Path, survivors: bool = False):
        self.game, self.kept = game, Kept(game, folder)
        self.possible = all_changes(game)
        drawn = random.Random(seed).sample(self.possible, min(count, len(self.possible)))
        if survivors:
            drawn = [c for c in self.possible if _name(c) in self.kept.survivors]
        equal = equal_changes()
        self.drawn = [c for c in drawn if c.what not in equal.get(c.place, {})]
        self.equal = len(drawn) - len(self.drawn)

    def run(self, longest: float, jobs: int) -> None:
        todo = [c for c in self.drawn if _name(c) not in self.kept.tried]
        if not todo:
            return
        runs = Runs(self.game, todo, longest, jobs, self._told)
        command = ["-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", *tests_of(self.game)]
        with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as said:
            os.environ |= {"PYTEST_DEBUG_TEMPROOT": folder, "HEXAGORA_COMPILE": "never"}
            pytest.main(command, plugins=[runs])
        if runs.failing or not runs.done:
            raise SystemExit(f"the tests of {self.game} fail without any change: {', '.join(runs.failing)}\n"
                             f"{said.getvalue()}")

    def _told(self, change: Change, noticed: str | None) -> None:
        self.kept.add(change, noticed)
        done = sum(_name(c) in self.kept.tried for c in self.drawn)
        print(f"\r{self.game}: {done} of {len(self.drawn)}, {len(self.survivors)} not caught", end="",
              file=sys.stderr, flush=True)

    @property
    def survivors(self) -> list[Change]:
        return [c for c in self.drawn if self.kept.tried.get(_name(c), "not tried") is None]

    @property
    def share(self) -> float:
        return 1 - len(self.survivors) / max(1, len(self.drawn))

    def __str__(self) -> str:
        caught = len(self.drawn) - len(self.survivors)
        told = (f"{self.game}: {caught} of {len(self.drawn)} changes caught ({self.share:.1%}); {self.equal} more make "
                f"no difference; {len(self.possible)} are possible")
        return "\n  not caught: ".join([told, *map(str, self.survivors)])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("game", choices=registry.names(), nargs="*", metavar="GAME", help="all when left out")
    parser.add_argument("--count", type=int, default=100, help="changes to try (100)")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn (1)")
    parser.add_argument("--survivors", action="store_true", help="those that were not caught before, instead")
    parser.add_argument("--longest", type=float, default=LONGEST,
                        help=f"seconds after which a test is left out as too long ({LONGEST:g})")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the folder for what was tried (build/mutants)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at the same time")
    chosen = parser.parse_args()
    enough = True
    for game in chosen.game or registry.names():
        check = Check(game, chosen.count, chosen.seed, chosen.keep, chosen.survivors)
        check.run(chosen.longest, chosen.jobs)
        print(f"\r{check}", flush=True)
        enough &= check.share >= ENOUGH
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
