"""Notation, sentences, undo, the timer."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from hexagora.engine.errors import BadContent, IllegalAction
from hexagora.games.sygon import content, timer, words
from hexagora.games.sygon.state import ACTIONS, AT_FORESEE, AT_ROLL, AT_TURN
from tests.support import covers
from tests.sygon.support import GAME, at, lay_out, new, offers, pass_round, pass_turn, play


def may_undo(match, p):
    return match.may_undo(p)


def test_every_action_has_a_text_of_its_own():
    match = at("game 4 ffa spells; board r4; turn p1 move")
    texts = [words.text(match.box, match.state, a) for a in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    assert all(t == " ".join(t.lower().split()) for t in texts)


def test_wrong_actions_are_refused_with_a_hint():
    match = at("game 4 ffa; board r4; wizard p1.w1 c4; turn p1 move")
    with pytest.raises(IllegalAction, match="walk w1 c5"):
        match.play("walk w1 c6")


def test_sentences_say_what_happened():
    match = at("game 4 ffa; board r4; wizard p1.w1 c4; wizard p2.w1 c5; wizard p3.w1 d3; town p3 b5; gold p1 4; "
               "turn p1 move")
    play(match, "teleport w1 c5, end move, build wall c5 e, end build, end cast")
    assert match.sentences() == [
        "Pink's Wizard 1 teleports to c5 for 2 Gold (1 to Blue)", "Pink has moved",
        "Pink builds a Wall on c5 towards c6", "Pink has built", "Pink collects and ends the turn"]
    match = at("game 2 ffa; board r2; wizard p1.w1 c3; town p2 b4; wizard p2.w1 b4; gold p2 1; turn p1 cast")
    play(match, "steal w1")
    assert match.sentences() == [
        "Black's Wizard 1 casts Steal on c3: 2 Gold, knocks over 1 Town and 1 Wizard of Blue"]
    match = play(at("game 2 ffa; board r2; value c3 1; town p1 d3; eruptions"), "roll 12")
    told = match.sentences()[0]
    assert told.startswith("The die shows 12: red and green. The red and green Volcanoes erupt; Ash: b4, b5, c3")


def test_the_last_sentence_says_who_won_and_why():
    match = play(at("game 2 ffa; board r2; final; town p1 e1; town p2 c5; gold p1 3; eruptions"), "roll 4")
    assert match.sentences()[-1].endswith("Black wins: after the final round, decided by goods (Black: 3, Blue: 3).")


# undo


def test_everything_within_a_turn_can_be_taken_back():
    match = at("""game 2 ffa spells; board r2; town p1 c2; wizard p1.w1 c2; wizard p2.w1 c3; gold p1 20; hand p1 lull
        cubes p1 spice=1 elixir=1 snow=13; turn p1 move""")
    start = GAME.State.to_bytes(match.state)
    actions = ["walk w1 c3", "play lull", "lull red", "end move", "buy snow", "discard snow", "sell snow", "end build",
               "forage w1"]
    for action in actions:
        match.play(action)
        assert may_undo(match, 1), action
    for _ in actions:
        match.undo(seat=1)
    assert GAME.State.to_bytes(match.state) == start


def test_the_end_of_a_turn_cannot_be_taken_back():
    match = at("game 2 ffa; board r2; town p1 c2 e1; cubes p1 snow=15; wizard p2.w1 a3; turn p1 cast")
    play(match, "end cast")
    assert not may_undo(match, 1)
    play(match, "discard snow")
    assert not may_undo(match, 1)


def test_a_drafted_town_stands_when_its_last_wall_stands():
    match = lay_out(new(players=2))
    play(match, "town a3")
    assert may_undo(match, 1)
    play(match, "wall a3 e")
    assert not may_undo(match, 1)


def test_handing_over_and_choices_of_the_volcano_step_stand():
    match = play(at("game 4 teams; board r4; wizard p1.w1 a4; turn p1 move"), "hand over")
    assert not may_undo(match, 1)
    match = play(at("game 2 ffa; board r2; town p1 d3; workshop d3; market d3; eruptions"), "roll 6, lose market d3")
    assert not may_undo(match, 1)
    match = play(at("game 2 ffa spells; board r2; foresight p1; eruptions"), "foresee 1")
    assert not may_undo(match, 1)


# the timer


@covers("SYG-TIMER-1", "SYG-RULING-67")
def test_the_clock_of_a_turn():
    start = "turn_timer=120; board r4; begin p1"
    match = at(f"game 4 ffa {start}")
    first = timer.clock(match.box, match.state)
    assert first[1] == 120
    play(match, "end move, end build")
    assert timer.clock(match.box, match.state) == first
    play(match, "end cast")
    assert timer.clock(match.box, match.state) not in (None, first)
    match = at(f"game 4 teams {start}")
    first = timer.clock(match.box, match.state)
    assert timer.clock(match.box, play(match, "hand over").state) == first  # teammates share a clock
    assert timer.clock(*(lambda m: (m.box, m.state))(at("game 4 ffa; board r4; begin p1"))) is None
    match = at("game 2 ffa spells turn_timer=120; board r2; foresight p1; eruptions")
    assert timer.clock(match.box, match.state)[1] == 30


def forced(match):
    return words.text(match.box, match.state, timer.forced(match.box, match.state))


@covers("SYG-RULING-67")
def test_what_is_played_when_the_time_is_over():
    match = at("""game 2 ffa spells; board r2; town p1 c2; wizard p1.w1 off; cubes p1 flower=6 snow=9; hand p1 vanish
        gold p1 9; round 1; begin p1""")
    assert forced(match) == "place w1 c2"
    play(match, "place w1 c2")
    assert forced(match) == "end move"
    play(match, "end move, buy flower")
    assert forced(match) == "discard snow"
    play(match, "discard snow, play vanish")
    assert forced(match) == "vanish w1"
    match = at("game 2 ffa spells; board r2; wizard p1.w1 a3; hand p1 fissure; turn p1 cast")
    assert [forced(play(match, a)) for a in ("play fissure", "flip done", "no wall")] == [
        "flip done", "no wall", "end cast"]
    match = play(at("game 2 ffa; board r2; town p1 d3; workshop d3; market d3; eruptions"), "roll 6")
    assert forced(match) == "lose market d3"


def test_the_clock_alone_ends_any_match():
    match = new(players=2, board="recommended", max_rounds=3, turn_timer=120)
    while not match.over:
        match.play(match.legal()[0] if match.to_act == "chance" else forced(match))
    assert match.position()["round"] == 3


@covers("SYG-RULING-95")
def test_single_options_are_still_decisions():
    match = at("game 2 ffa; board r2; turn p1 cast")
    assert match.legal() == ["end cast"]
    assert offers(match, "end cast")
    pass_turn(match)
    pass_round(match)
    assert match.to_act == "chance"


def sentences_of(match, first=0):
    return match.sentences(None, first=first)


def test_the_log_tells_what_an_eruption_did_and_why_a_volcano_stays_quiet():
    match = at("game 2 ffa; board r2; town p1 e1; wizard p1.w1 d3; wizard p1.w2 e1; wizard p2.w1 e1; eruptions")
    told = sentences_of(play(match, "roll 6"))[-1]
    assert told.startswith("The die shows 6: green. The green Volcano erupts; Ash: ")
    assert "lost: 1 Wizard of Black" in told
    assert "Fortune Gold: 3 for Blue" in told
    again = at("game 2 ffa; board r2; town p1 e1; wizard p1.w1 e1; wizard p2.w1 e1; cloud green; eruptions")
    told = sentences_of(play(again, "roll 6"))[-1]
    assert told.startswith("The die shows 6: green (green stays quiet under its Smoke Cloud). Nothing erupts; Fortune")


def test_the_log_tells_values_buildings_and_walls_that_an_eruption_takes():
    match = at("game 2 ffa; board r2; town p1 d3; workshop d3; value b4 1; wall p2 c3 e; value c3 2; eruptions")
    told = sentences_of(play(match, "roll 6"))[-1]
    for part in ("values drop: b4", "lost: Workshop of Black", "broken: 1 Wall of Blue"):
        assert part in told, told


def test_an_eruption_without_a_die_is_told():
    match = GAME.match(players=2, competitive=True, seed=4, max_rounds=60)
    rng = random.Random(1)
    while not match.over:
        match.play(rng.choice(match.actions()))
    box, states = match.box, [match.state_at(k) for k in range(len(match.log) + 1)]
    told = match.sentences(None)
    for k, (before, after) in enumerate(pairwise(states)):
        gained = [after.gold[p] - before.gold[p] for p in range(2)]
        if before.stage in (AT_ROLL, AT_FORESEE) and after.round != before.round and any(gained):
            assert all(f"{n} for {words.who(box, p)}" in told[k] for p, n in enumerate(gained) if n)
        if before.stage == AT_TURN and after.round != before.round:
            assert "without a die" in told[k] or "Nothing erupts" in told[k]


def test_a_wrong_content_file_gets_a_short_message(tmp_path):
    file = tmp_path / "content.toml"
    source = Path(content.__file__).with_name("content.toml").read_text("utf8")
    file.write_text(source.replace("buy_gold = 7", "buy_gold = 1"), "utf8")
    with pytest.raises(BadContent) as wrong:
        GAME.with_content(file)
    assert len(str(wrong.value)) < 300
