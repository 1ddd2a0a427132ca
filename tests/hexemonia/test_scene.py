"""What people see."""

import pytest

from tests.hexemonia.helpers import GAME, at


def choice(match, text):
    return next(c for c in match.choices() if c.text == text)


def meters(match, player, viewer=None):
    return {m.label: m.value for m in match.scene(viewer).panels[player].meters}


def test_planes_show_hexes_and_the_lowest_open_ring():
    boards = at("ACTION", "o 2/0/1; a1 walls 1/1/0").scene().boards
    assert [b.id for b in boards] == ["p1", "p2", "p3"]
    assert [c.id for c in boards[0].cells] == ["o", "a1", "a2", "a3", "a4", "a5", "a6"]
    walls = boards[0].cells[1]
    assert (walls.terrain, walls.label) == ("fortification", "Walls")
    assert {b.kind: b.text for b in walls.badges} == {
        "nature": "helmet", "cost": "1/1/0", "shield": "2", "citizen": "1", "hoplite": "1"}
    assert "active" in walls.note


def test_inactive_hexes_look_different():
    cell = at("ACTION", "o; a1 walls 3/0/0; hades@a1").scene().boards[0].cells[1]
    assert (cell.terrain, cell.glyph) == ("fortification-inactive", "f?")
    assert "not active" in cell.note
    assert "in excess: 2 citizens" in cell.note
    assert "token of Hades" in cell.note


def test_panels():
    match = at("ACTION", {"acropolis": "athens", "city": "o 1/0/4; a1 village 1/2/0; oracle@a1", "hand": ["walls"]},
               philosopher="p2")
    values = meters(match, 0)
    assert (values["city"], values["political hexes"], values["units"]) == ("Athens", 1, 6)
    assert (values["gold on the Acropolis"], values["hand"], values["Myths"], values["points"]) == (4, 1, 1, 4)
    assert meters(match, 1)["Philosopher"] == "yes"
    assert meters(match, 0, viewer=2)["city"] == "hidden"
    assert "Last Player" in meters(match, 2)


def test_pieces_keep_their_identity():
    match = at("WAR", "o 1/0/0", "o; a1 walls; hades@a1")
    before = {p.id for p in match.scene().pieces}
    match.play_all(["attack p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a1"])
    after = {p.id: p for p in match.scene().pieces}
    assert {"token-hades", "philosopher"} <= before & set(after)
    assert (after["token-hades"].board, after["token-hades"].at) == ("p1", "a1")


@pytest.mark.parametrize(("start", "prompt"), [
    (("TAKE1",), "Take a hex."), (("TAKE2",), "Take a second hex, or a cube for your Acropolis."),
    (("PLAY",), "Play hexes, or go on."), (("MOVES",), "Move cubes, then finish."),
    (("EXCHANGE",), "Exchange 2 citizens for 1 hoplite or back, once per hex."),
    (("SPECIAL", "o; a1 spring"), "Use your gears in any order."),
    (("WAR", "o 1/0/0", "o; a1 walls"), "Choose a hex to conquer, one per opponent."),
    (("DISCARD", {"hand": ["walls", "walls", "asty", "asty", "fleet"]}), "Keep four hexes."),
])
def test_prompts(start, prompt):
    assert at(*start).scene().prompt == f"seat 1: {prompt}"


def test_prompts_with_numbers():
    match = at("PLAY", {"city": "o 2/1/1", "hand": ["palaestra"]}).play("play palaestra a1")
    assert match.scene().prompt == \
        "seat 1: Where does this citizen come from? Still to pay: 1 citizen, 1 hoplite, 1 gold."
    match = at("SPECIAL", "o; a1 lighthouse 1/0/1", "o 0/0/1").play("activate a1")
    assert match.scene().prompt == "seat 2: seat 1's Lighthouse: give one gold. From where?"
    match = at("WAR", "o 4/0/0", "o; a1 quarry 3/0/0").play_all(["attack p2 a1", "muster 2 citizen o"])
    assert match.scene().prompt == "seat 1: Muster more than 3. Now: 2."


def test_actions_have_previews():
    match = at("ACTION", "o 2/0/0; a1 quarry 2/0/0; a2 spring", "o; a1 walls; a2 walls 1/1/0")
    assert choice(match, "produce").forecast == "brings 2 gold"
    assert choice(match, "special").forecast == "could use Spring a2"
    assert choice(match, "war").forecast == "could take p2's Walls a2"


def test_war_shows_what_to_beat_and_why_not():
    match = at("WAR", "o 4/0/0", "o; a1 walls 1/1/0; a2 quarry 2/0/0; b2 spring", "o; a1 asty")
    notes = {c.id: c.note for c in match.scene().boards[1].cells}
    assert notes["a1"].endswith("attack with more than 3")
    assert notes["a2"].endswith("too strong: 6")
    assert choice(match, "attack p2 a1").forecast == "muster more than 3; gold there: 0"


def test_warnings():
    match = at("PLAY", {"city": "o; a1 pasture 1/0/0", "hand": ["necropolis"]}).play("play necropolis a2")
    assert choice(match, "pay citizen a1").warning == "Pasture a1 becomes inactive"
    ring = "o; a1 walls; a2 walls; a3 walls; a4 pasture; a5 pasture"
    match = at("PLAY", {"city": ring, "hand": ["spring"]})
    assert "without a Polis" in choice(match, "play spring a6").warning
    match = at("ACTION", "o; a1 spring 4/0/0")
    assert choice(match, "pass").warning == "a Revolt would cost you 2 citizens"
    match = at("EXCHANGE", "o; a1 spring 0/0/3", last_round=True)
    assert "3 gold" in choice(match, "end exchange").warning
    match = at("PLAY", {"acropolis": "delphi", "city": "o"}, players=4)
    assert choice(match, "reveal acropolis").forecast == "would win you the Philosopher"


def test_survivors_are_shown():
    match = at("WAR", "o 2/2/0", "o; a1 quarry 2/0/1").play_all(
        ["attack p2 a1", "muster 2 citizen o", "muster 2 hoplite o", "end muster"])
    assert choice(match, "lose 1").forecast == "survivors: 2 citizens, 1 hoplite; the hex will be active"
    assert choice(match, "lose 0").forecast == "survivors: 2 hoplites; the hex will be not active"


def test_a_scene_of_the_end_lists_the_score():
    match = at("OVER", {"acropolis": "athens", "city": "o 0/0/2; a1 tavern 1/0/1; a2 spring"})
    values = meters(match, 0)
    assert (values["Chora and Fortifications"], values["Polis"], values["gold"], values["city bonus"]) == (1, 2, 2, 2)
    assert values["points"] == 7
    assert match.scene().prompt == "seat 1 wins."


def test_hands_of_others_are_not_in_the_scene():
    match = at("PLAY", {"hand": ["walls", "fleet"], "shown": ["fleet"]})
    piles = {p.id: p for p in match.scene(viewer=2).piles}
    assert (piles["hand-p1"].count, piles["hand-p1"].shown) == (2, ["Fleet"])


def test_notes_about_the_last_round():
    assert at("PLAY", last_round=True).scene().notes == ["Last round: it ends with seat 3."]
    few = at("TAKE1", fate=["walls"], display=["asty", "asty", "spring", "spring"]).scene()
    assert few.notes == ["The Fate pile is nearly empty: the last round may start this turn."]


def test_every_choice_has_a_way_of_clicks():
    match = GAME.match(players=3, seed=4)
    for step in range(150):
        if match.over:
            break
        for c in match.choices():
            assert c.path
            assert c.label
        match.play(match.legal()[(step * 5) % len(match.legal())])
