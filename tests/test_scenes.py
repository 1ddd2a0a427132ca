"""Scenes of all games: what they name is there, what they show is drawn, the end of a match is told for everybody."""

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import hexagora
import hexagora.registry as registry
from hexagora.engine.match import Match
from hexagora.engine.scene import Choice, Scene, Target, marks_of
from hexagora.engine.scene_checks import Looker
from hexagora.server import catalogue
from tests import samples

SYMBOLS = Path(registry.__file__).parent / "web" / "symbols"
DECISIONS = 160


@cache
def played(game: str) -> list[tuple[Match, Scene]]:
    """Scenes of matches played at random, each for the one who decides or for all at the end."""
    return [found for k, options in enumerate(samples.of(game).SCENES) for found in scenes(game, options, k)]


def scenes(game: str, options: dict[str, Any], seed: int) -> Iterator[tuple[Match, Scene]]:
    match, rng = hexagora.game(game).match(seed=seed, **options), random.Random(seed)
    for _ in range(DECISIONS):
        yield match.fork(), match.scene(match.actor + 1 if not match.over else 0)
        if match.over:
            return
        match.play(rng.choice(match.actions()))


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_the_checker_finds_nothing_wrong_with_any_scene(game: str) -> None:
    looker = Looker(hexagora.game(game))
    assert {told for match, scene in played(game) for _, fine, told in looker.look_at(scene, match.players)
            if not fine} == set()


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_panels_have_the_same_lines_when_a_match_is_over(game: str) -> None:
    for match, scene in played(game):
        if match.over and game != "sigil":  # seals and banks are shown to whoever has them
            assert len({tuple(meter.label for meter in panel.meters) for panel in scene.panels}) == 1


@pytest.mark.parametrize("game", [name for name in registry.SUPPLIED if name not in ("hex", "hexemonia")])
def test_the_end_of_a_match_is_told(game: str) -> None:
    ends = [scene.ending for match, scene in played(game) if match.over]
    assert ends
    assert None not in ends


def test_a_way_is_drawn_as_an_arrow_and_what_changes_place_by_place() -> None:
    scene = registry.game("hex").match(size=3).scene(1)
    way = Choice(0, "", "", "", [Target("cell", at) for at in ("a1", "a1", "b2")])
    assert marks_of(scene, way) == ["board/a1>board/b2"]
    produce = Choice(0, "", "", "", [Target("button", "produce")], cells=["p1/a1", "p1/a3"])
    assert marks_of(scene, produce) == ["p1/a1", "p1/a3"]  # no way leads from the one to the other


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_a_game_brings_its_own_drawings(game: str) -> None:
    assert (hexagora.game(game).folder / "symbols.svg").is_file()
    assert not (SYMBOLS / f"{game}.svg").exists()


def test_a_tale_shows_each_viewer_what_it_saw() -> None:
    match = hexagora.game("hexemonia").match(seed=3, players=3)

    def told(viewer: int | None) -> list[str]:
        return [match.game.words.text(match.box, before, a) for before, a, _ in match.tale(viewer)]

    assert told(None) == match.texts()
    assert told(1) == match.texts(1)
    assert "draw hidden" in told(1)
    assert told(1) != told(2)
    last = list(match.tale(1))[-1][2]
    assert match.game.State.to_bytes(last) == match.game.State.to_bytes(match.hidden(1))


@pytest.mark.parametrize("name", registry.SUPPLIED)
def test_every_option_is_a_sentence_with_a_picture(name: str) -> None:
    """Boards and maps are shown as they are; every other option has a drawing beside it."""
    game = hexagora.game(name)
    drawn = set()
    for sheet in (game.folder / "symbols.svg", SYMBOLS / "common.svg"):
        drawn |= {node.get("id") for node in ElementTree.parse(sheet).iter() if node.get("id") and len(node)}
    for option in game.facts.options:
        assert option.asset or option.sign in drawn, f"{name}: {option.name} has no picture: {option.sign!r}"
        assert option.says or " " in option.help, f"{name}: {option.name} is told by no sentence"
        assert len(option.says) in (0, len(option.values)), f"{name}: {option.name} has a sentence too few or too many"
    for told in catalogue.described(game)["options"]:
        raw = [choice["name"] for choice in told.get("choices", []) if not choice["name"][0].isupper()]
        assert not raw, f"{name}: {told['name']} is no word for people: {raw}"
