"""Modules for `python -m bench.tune`: numbers are read where the rules of thumb look them up."""

import random
import subprocess
import sys
from pathlib import Path

from bench import tunable
from hexagora import registry
from hexagora.bots.search import Search, tuning, wasm_backend
from hexagora.bots.view import view_of

NAMES = ["EXTRA_ACTION", "HOLDER"]


def test_a_module_reads_numbers_from_its_table(tmp_path: Path):
    """With the supplied ones it searches as the usual module does, and two of it may have different ones."""
    game, folder = registry.game("manapool"), tmp_path / "module"
    subprocess.run([sys.executable, "-m", "bench.tunable", game.id, str(folder), *NAMES], check=True)
    supplied = [tunable.supplied(game)[name] for name in NAMES]
    usual = wasm_backend(game.id)
    assert usual
    same, other = (tunable.backend(game, folder, numbers) for numbers in (supplied, [5000, -5000]))
    match, rng = game.match(seed=1), random.Random(1)
    for _ in range(60):  # beyond the set-up
        match.play(rng.choice(match.actions()))
    searches = [Search(view_of(match, match.actor + 1), on, 1, tuning(game)) for on in (usual, same, other)]
    for search in searches:
        search.run(300)
    as_usual, as_supplied, changed = (search.counts() for search in searches)
    assert as_usual == as_supplied
    assert as_usual != changed
