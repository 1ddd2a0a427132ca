"""What general tests need to know of each game lies beside the tests of that game, in `tests/<game>/samples.py`."""

import random
from importlib import import_module
from typing import Any

import hexagora


def of(game: str) -> Any:
    return import_module(f"tests.{game}.samples")


def short_table(game: str) -> dict[str, Any]:
    """What a table is made with whose match is soon over: options, or a position late in a match."""
    sample = of(game)
    if not sample.BEFOREHAND:
        return {"options": sample.SHORT}
    match, rng = hexagora.game(game).match(seed=1, **sample.SHORT), random.Random(1)
    for _ in range(sample.BEFOREHAND):
        match.play(rng.choice(match.actions()))
    assert not match.over
    return {"start": match.position()}
