"""The rulebooks that people read first: drawings from positions that exist, tables that say what the content says,
words that the search finds, in every language."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import hexagora
from hexagora import registry
from hexagora.engine import tutorial
from hexagora.engine.match import Match
from hexagora.engine.scene import Scene
from hexagora.server import catalogue
from hexagora.server.settings import Limits
from hexagora.terminal.looking import paragraphs
from tests import samples
from tests.samples import guide
from tests.test_locales import catalogues, translations
from tests.texts import Text

GAMES = registry.names()


def figures(of: str) -> list[dict[str, Any]]:
    return [json.loads(found) for found in re.findall(r"```figure\n(.*?)\n```", of, re.DOTALL)]


@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_is_a_position_of_the_game(game: str) -> None:
    found = hexagora.game(game)
    assert figures(guide(game))
    for figure in figures(guide(game)):
        match = Match(found, found.options(figure.get("options", {})), seed="preview", chance="ask",
                      start=figure.get("start"))
        boards = [board.id for board in match.scene(0).boards]
        assert figure["caption"]
        assert figure.get("board", boards[0]) in boards


@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_shows_the_board_as_the_match_begins_on_it(game: str) -> None:
    found = hexagora.game(game)
    for figure in figures(guide(game)):
        options, start = figure.get("options", {}), figure.get("start")
        drawn = catalogue.preview(found, options, start, Limits())["boards"]
        begun = Match(found, found.options(options), seed="another", start=start).scene(0).boards
        assert [[c.terrain for c in b.cells] for b in drawn] == [[c.terrain for c in b.cells] for b in begun]


def test_a_board_that_chance_lays_out_is_shown_as_an_example() -> None:
    told = set()
    for game in map(hexagora.game, GAMES):
        one, other = (Match(game, game.options({}), seed=seed).scene(0).boards for seed in ("one", "other"))
        varies = [c.terrain for c in one[0].cells] != [c.terrain for c in other[0].cells]
        drawn = catalogue.preview(game, {}, None, Limits())
        assert drawn["example"] or not varies
        assert not varies or len({c.terrain for c in drawn["boards"][0].cells}) > 1
        told.add(varies)
    assert told == {True, False}


@pytest.mark.parametrize("game", GAMES)
def test_a_translated_rulebook_shows_the_same(game: str) -> None:
    own, other = guide(game), guide(game, "it")
    assert own != other
    assert [{**f, "caption": ""} for f in figures(own)] == [{**f, "caption": ""} for f in figures(other)]
    for start in ("## ", "| ", "- ", "1. "):
        assert len(re.findall(rf"^{re.escape(start)}", own, re.MULTILINE)) == len(
            re.findall(rf"^{re.escape(start)}", other, re.MULTILINE)), start


@pytest.mark.parametrize("game", GAMES)
def test_the_search_finds_the_words_of_the_game(game: str) -> None:
    shown = catalogue.rules_text(hexagora.game(game), "en").lower()
    assert [word for word in samples.of(game).WORDS.split(", ") if word.strip() not in shown] == []
    assert shown.startswith(guide(game).lower())


# words of the lobby, the cards and the tutorial

PLAIN = set(re.findall(r"\w+", (  # English that no rulebook has to explain
    "about above alone already anybody anything around attack away beats became began below brings cannot catch "
    "cheap cheaper cheapest clear click compete complete continue could dark data dealt difference earns easiest "
    "else enemies enjoy enters faster fewer finish follow found gone guard harm have heart helps home into jump "
    "lacks language last leader leads lesson little look luck match middle north nowhere ouch outnumbering park "
    "prepare profited protect questions reached real remember running safe second send serves share shifted "
    "somebody spare spent step steps straight strikes strong supplied tell thanks these thieves think threat "
    "thrown together took tool towards tries walkers wants welcome will worth "
)))
MOMENTS, EVERY = 180, 12


def scenes(game: str) -> Iterator[Scene]:
    for options in samples.of(game).SCENES:
        match, rng = hexagora.game(game).match(seed=2, **options), random.Random(2)
        for k in range(MOMENTS):
            if match.over:
                break
            if k % EVERY == 0:
                yield match.scene(max(0, match.actor + 1))
            match.play(rng.choice(match.actions()))


def told(game: str) -> Iterator[str]:
    """What a newcomer reads: the lobby, the tutorial, the cards on the table."""
    facts, lesson = hexagora.game(game).facts, tutorial.load(hexagora.game(game)).script
    yield facts.summary
    yield from (option.help for option in facts.options)
    yield from (step.say for step in lesson.step)
    yield from (reply.say for step in lesson.step for reply in step.then if reply.say)
    yield from (part for scene in scenes(game) for pile in scene.piles for face in pile.faces
                for part in (face.name, face.text))


@pytest.mark.parametrize("game", GAMES)
def test_the_search_finds_every_word_of_the_lobby_the_cards_and_the_tutorial(game: str) -> None:
    words = {word.lower() for said in told(game) for word in re.findall(r"[A-Za-z]{4,}", said)} - PLAIN
    shown = catalogue.rules_text(hexagora.game(game), "en").lower()
    assert sorted(word for word in words if re.sub(r"(ing|ed|es|s|ly|e)$", "", word) not in shown) == []


def labels(game: str) -> set[str]:
    """What the table calls things by: meters, piles, cards, prices, steps of a turn."""
    found: set[str] = set()
    for scene in scenes(game):
        found |= {meter.label for panel in scene.panels for meter in panel.meters} | set(scene.steps)
        found |= {face.name for pile in scene.piles for face in pile.faces} | {one.label for one in scene.offers}
        found |= {pile.title for pile in scene.piles if pile.owner is None}
    return found


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_the_search_finds_what_the_table_calls_things_by(game: str, language: str) -> None:
    names = sorted(labels(game))
    if language != "en":
        asked = [Text("the table", name) for name in names]
        names = [found for found, _, _ in translations(catalogues(game, language), asked)]
    places = [place.lower() for place in paragraphs(catalogue.rules_text(hexagora.game(game), language))]
    assert [name for name in names if not any(
        all(word in place for word in re.findall(r"\w{3,}", name.lower())) for place in places)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_has_drawings_tables_and_a_glossary(game: str) -> None:
    for language, glossary in (("en", "## Glossary"), ("it", "## Glossario")):
        read = guide(game, language)
        assert len(figures(read)) >= 2
        assert glossary in read
        assert len(re.findall(r"^\| [^|]+ \| [^|]+ \|$", read.split(glossary)[1], re.MULTILINE)) >= 7
