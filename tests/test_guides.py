"""The rulebooks that people read first: drawings from positions that exist, tables that say what the content says,
words that the search finds, in every language."""

import json
import re
from typing import Any

import pytest

import hexagora
from hexagora import registry
from hexagora.engine import locales
from hexagora.engine.match import Match
from hexagora.server import catalogue

GAMES = registry.names()
WORDS = {
    "manapool": "sword, shield, bolt, silhouette, spawner, corner, colour, locked, action point, mana, −1, gate",
    "sigil": "soft move, hard move, blink, dash, push, crush, mana, seal, lock, loop, convert, destroy, slot, "
             "big spell",
    "hexcape": "swirl, teleport, swap, thaw, printed, raise, lower, card, rock, passable",
    "hexemonia": "acropolis, polis, chora, fortification, myth, gear, shield, host, excess, revolt, philosopher, trio",
    "sygon": "forage, steal, protect, workshop, market, wall, encircled, smoke cloud, ash, fortune gold, transform, "
             "pending, knocked over, teleport",
    "hex": "bridge, chain, swap",
}


def text(game: str, language: str = "en") -> str:
    path = locales.guide_path(hexagora.game(game), language)
    assert path is not None, f"{game} has no guide.md"
    return path.read_text("utf8")


def figures(of: str) -> list[dict[str, Any]]:
    return [json.loads(found) for found in re.findall(r"```figure\n(.*?)\n```", of, re.DOTALL)]


def row(game: str, first: str) -> list[str]:
    """The cells of the row of a table that begins with some words."""
    line = next(line for line in text(game).splitlines() if line.startswith(f"| {first}"))
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_is_a_position_of_the_game(game: str) -> None:
    found = hexagora.game(game)
    assert figures(text(game))
    for figure in figures(text(game)):
        match = Match(found, found.options(figure.get("options", {})), seed="preview", chance="ask",
                      start=figure.get("start"))
        boards = [board.id for board in match.scene(0).boards]
        assert figure["caption"]
        assert figure.get("board", boards[0]) in boards


@pytest.mark.parametrize("game", GAMES)
def test_a_translated_rulebook_shows_the_same(game: str) -> None:
    own, other = text(game), text(game, "it")
    assert own != other
    assert [{**f, "caption": ""} for f in figures(own)] == [{**f, "caption": ""} for f in figures(other)]
    for start in ("## ", "| ", "- ", "1. "):
        assert len(re.findall(rf"^{re.escape(start)}", own, re.MULTILINE)) == len(
            re.findall(rf"^{re.escape(start)}", other, re.MULTILINE)), start


@pytest.mark.parametrize("game", GAMES)
def test_the_search_finds_the_words_of_the_game(game: str) -> None:
    shown = catalogue.rules_text(hexagora.game(game), "en").lower()
    assert [word for word in WORDS[game].split(", ") if word.strip() not in shown] == []
    assert shown.startswith(text(game).lower())


def test_costs_of_sygon_are_those_of_the_content() -> None:
    buildings = hexagora.game("sygon").content.building
    for name, first in (("town", "Town"), ("workshop", "Workshop"), ("market", "Market"), ("wall", "Wall")):
        building = getattr(buildings, name)
        cells = row("sygon", first)
        told = {kind: int(n) for n, kind in re.findall(r"(\d+) (\w+)", cells[1])}
        assert told == {**building.cubes, "Gold": building.gold}
        assert int(cells[2]) == building.sp


def test_cards_of_hexcape_are_those_of_the_content() -> None:
    for card in hexagora.game("hexcape").content.cards:
        line = next(line for line in text("hexcape").splitlines() if line.startswith("|") and card.name in line)
        assert f"| {card.copies} " in line


def test_spells_of_sigil_are_those_of_the_content() -> None:
    core = [spell for spell in hexagora.game("sigil").content.spell if spell.pack == "core"]
    assert len(core) == 15
    for spell in core:
        name = spell.id.replace("_", " ").title().replace(" Of ", " of ")
        assert re.search(rf"^\| {spell.size} \| {name} \|", text("sigil"), re.MULTILINE), name


def test_points_and_pieces_of_hexemonia_are_those_of_the_content() -> None:
    rules = (hexagora.game("hexemonia").folder / "rules.md").read_text("utf8")
    assert "60 white citizens, 50 yellow gold, 30 red hoplites" in rules
    assert [row("hexemonia", name)[1] for name in ("citizens", "hoplites", "gold (")] == ["60", "30", "50"]
    for city, points in (("Athens", 2), ("Sparta", 3), ("Delphi", 3), ("Delos", 1)):
        assert row("hexemonia", city)[1] == f"{points} each"
