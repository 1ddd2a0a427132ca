"""Notation, sentences and taking back."""

import random

import pytest

from tests.hexcape.support import GAME, at, card, custom, new, started
from tests.support import covers


@covers("HEX-LIC-1")
def test_author_version_and_licence_are_named_and_additions_marked():
    for text in (GAME.facts.notice, (GAME.folder / "content.toml").read_text(), (GAME.folder / "rules.md").read_text()):
        for part in ("version 1.0", "24 April 2009", "Aaron Chapin", "kavwoosh.com", "adaptation", "additions",
                     "creativecommons.org/licenses/by-nc-sa/3.0/us/"):  # fmt: skip
            assert part in " ".join(text.replace("\n#", "").split())
    assert GAME.facts.designers == ("Aaron Chapin",)


def test_texts_are_those_of_the_rulebooks_notation():
    match = at("letter-office", tokens={"red": "d6", "blue": "d7"}, teleport="letters", ap=6,
               cards={"red": card("shove")})  # fmt: skip
    legal = match.legal()
    assert {"move d5", "swap d7", "teleport a4", "play shove blue c7", "stop moving"} <= set(legal)


def test_every_action_of_random_matches_has_a_sentence_for_every_viewer():
    rng = random.Random(5)
    match = new(players=3, round_limit=8, map="whirlpools")
    while not match.over:
        match.play(rng.choice(match.actions()))
    for viewer in (None, 0, 1, 3):
        sentences = match.sentences(viewer)
        assert len(sentences) == len(match.log)
        assert all(s and s[0].isupper() and "{" not in s for s in sentences)


@pytest.mark.parametrize(("place", "action", "said"), [
    ({"tokens": {"red": "b2"}, "ap": 4}, "move b3", "Red moves to b3 for 3 AP"),
    ({"tokens": {"red": "b2", "blue": "b1"}, "ap": 4}, "swap b1",
     "Red moves to b1 and swaps places with Blue for 2 AP"),
    ({"tokens": {"red": "b8"}, "ap": 4}, "move c9", "Red moves to c9 for 1 AP and wins"),
    ({"ap": 2, "step": "change"}, "raise b4", "Red raises b4 from 2 to 3"),
    ({"ap": 2, "step": "change"}, "end turn", "Red ends the turn with 2 AP unspent"),
    ({"ap": 2, "cards": {"red": {"card": "sprint"}}}, "play sprint", "Red plays Sprint"),
    ({"ap": 2, "cards": {"red": {"card": "trailblazer"}}}, "play trailblazer b3", "Red plays Trailblazer: b3 costs 1"),
    ({"round": 9, "active": "blue", "ap": 1, "step": "change"}, "end turn",
     "Blue ends the turn with 1 AP unspent. The thaw: no hex costs more than 6, and nothing can be raised any more"),
    ({"round": 60, "active": "blue", "ap": 1, "step": "change"}, "end turn",
     "Blue ends the turn with 1 AP unspent. The round limit is reached: Red and Blue share the win"),
    ({"step": "answer", "offer_by": "red"}, "accept", "Blue accepts and exchanges places with Red"),
])  # fmt: skip
def test_sentences(place, action, said):
    assert at(**place).play(action).sentences()[-1] == said


# taking back


def test_own_actions_of_the_turn_may_be_taken_back_to_the_last_roll():
    match = at().play_all(["roll 6", "move b1", "move b2", "stop moving", "lower b3"])
    for _ in range(4):
        assert match.may_undo(1)
        match.undo(1)
    assert match.legal()[0] == "move b1"
    assert not match.may_undo(1)


@pytest.mark.parametrize(("place", "action"), [
    ({"ap": 2, "cards": {"red": {"card": "sprint"}}}, "play sprint"),
    ({"ap": 4, "cards": {"red": {"card": "trailblazer"}}}, "play trailblazer b3"),
    ({"ap": 1, "step": "change"}, "raise b4"),
    ({"ap": 2, "step": "change"}, "end turn"),
    ({"ap": 0, "tokens": {"red": "b3"}, "step": "draw"}, "no draw"),
    ({"ap": 2, "tokens": {"red": "b3"}, "step": "draw"}, "draw"),
    ({"ap": 2, "tokens": {"red": "b8"}}, "move c9"),
])  # fmt: skip
def test_cards_chance_and_the_end_of_the_turn_are_not_taken_back(place, action):
    assert not at(**place).play(action).may_undo(1)


def test_declining_a_card_may_be_taken_back():
    assert at(ap=2, tokens={"red": "b3"}, step="draw").play("no draw").may_undo(1)


def test_erasing_may_be_taken_back_to_the_card():
    match = at(ap=2, costs={"b1": 3}, step="change", cards={"red": card("eraser")})
    match.play_all(["play eraser", "erase b1"])
    assert match.may_undo(1)
    assert not match.undo(1).may_undo(1)


def test_decisions_of_the_set_up_may_be_taken_back_until_the_next_player_has_decided():
    match = new(players=3, order="seat").play("take red")
    assert match.may_undo(1)
    match.play("take blue")
    assert not match.may_undo(1)
    assert match.may_undo(2)
    match = started("red", "blue", order="seat").play("wish fork")
    assert match.may_undo(1)
    assert not match.play("map fork").may_undo(1)


def test_titles_of_custom_maps_are_spoken():
    match = started("red", "blue", order="seat", map=[custom(name="Größe")]).play("wish corridor")
    assert match.sentences()[-1] == "Red would like the map Größe"
