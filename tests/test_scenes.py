"""Scenes of all games: what they name is there, what they show is drawn, the end of a match is told for everybody."""

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import hexagora
import hexagora.registry as registry
from hexagora.engine.match import Match
from hexagora.engine.scene import Scene
from hexagora.server import catalogue
from tests import samples

SYMBOLS = Path(registry.__file__).parent / "web" / "symbols"
DECISIONS = 160


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower())


@cache
def drawings(game: str) -> set[str]:
    """The names of a game's own symbols and of those that all games share."""
    files = [hexagora.game(game).folder / "symbols.svg", SYMBOLS / "common.svg"]
    return {name for file in files for name in re.findall(r'\bid="([\w-]+)"', file.read_text("utf8"))}


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


def places(scene: Scene) -> set[str]:
    return {f"{board.id}/{one.id}" for board in scene.boards for one in (*board.cells, *board.borders)}


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_meters_and_choices_name_places_that_are_on_the_table(game: str) -> None:
    for _, scene in played(game):
        named = [one for panel in scene.panels for meter in panel.meters for one in (*meter.cells, *meter.missed)]
        named += [one for choice in scene.choices for one in choice.cells]
        assert set(named) <= places(scene)
        assert all(one in places(scene) for one in (scene.ending.way if scene.ending else ()))


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_panels_have_the_same_lines_when_a_match_is_over(game: str) -> None:
    for match, scene in played(game):
        if match.over and game != "sigil":  # seals and banks are shown to whoever has them
            assert len({tuple(meter.label for meter in panel.meters) for panel in scene.panels}) == 1


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_the_rule_that_a_scene_points_to_is_in_the_rules(game: str) -> None:
    text = (hexagora.game(game).folder / "rules.md").read_text("utf8")
    ids = set(re.findall(r"\*\*([A-Z]+-[A-Z]+-\d+)\*\*", text))
    assert {scene.rule for _, scene in played(game)} - {""} <= ids


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_cards_are_chosen_from_the_pile_that_they_name(game: str) -> None:
    for _, scene in played(game):
        piles = {pile.id: pile.shown for pile in scene.piles}
        for target in (one for choice in scene.choices for one in choice.path if one.kind == "card"):
            assert target.id in piles or target.id in piles[target.board]


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_faces_belong_to_the_cards_that_are_shown(game: str) -> None:
    for _, scene in played(game):
        assert all(len(pile.faces) in (0, len(pile.shown)) for pile in scene.piles)


@pytest.mark.parametrize("game", [name for name in registry.SUPPLIED if name not in ("hex", "hexemonia")])
def test_the_end_of_a_match_is_told_with_a_value_for_every_player(game: str) -> None:
    ends = [(match, scene.ending) for match, scene in played(game) if match.over]
    assert ends
    for match, ending in ends:
        assert ending is not None
        assert all(len(line.values) == match.players for line in ending.lines)
        for chart in ending.charts:
            lengths = {len(series) for series in chart.series}
            assert (len(chart.series), len(lengths)) == (match.players, 1)
            assert all(0 <= index < max(lengths) for index, _ in chart.marks)


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_everything_on_the_board_is_drawn_by_the_game_itself(game: str) -> None:
    known, missing = drawings(game), set()
    for _, scene in played(game):
        for cell in (cell for board in scene.boards for cell in board.cells if cell.glyph.strip(" ·")):
            if not {f"t-{slug(cell.label or '-')}", f"t-{cell.terrain}", f"tex-{cell.terrain}"} & known:
                missing.add(f"t-{cell.terrain}")
        missing |= {f"p-{piece.kind}" for piece in scene.pieces} - known
        missing |= {f"i-{meter.icon}" for panel in scene.panels for meter in panel.meters if meter.icon} - known
    assert missing == set()


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
