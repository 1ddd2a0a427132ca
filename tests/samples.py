"""What general tests need to know of each game lies beside the tests of that game, in `tests/<game>/samples.py`."""

import random
from importlib import import_module
from typing import Any

import hexagora
from hexagora.engine import locales


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


def guide(game: str, language: str = "en") -> str:
    """The rulebook that people read first."""
    path = locales.guide_path(hexagora.game(game), language)
    assert path is not None, f"{game} has no guide.md"
    return path.read_text("utf8")


def row(game: str, first: str) -> list[str]:
    """The cells of the row of one of its tables that begins with some words."""
    line = next(line for line in guide(game).splitlines() if line.startswith(f"| {first}"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def game_for(*players: int) -> str:
    """Some supplied game for so many players, where it does not matter which."""
    return next(name for name in hexagora.registry.SUPPLIED if set(players) <= set(hexagora.game(name).facts.players))
