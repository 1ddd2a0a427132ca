"""The coach says why, and where a match turned."""

import random
import re

import pytest

from hexagora import registry
from hexagora.bots import coach
from hexagora.bots.coach import chart, explain, page, review
from hexagora.bots.evaluation import Evaluation
from hexagora.bots.search import plain_backend
from hexagora.bots.view import view_of
from hexagora.engine import coaching
from hexagora.registry import game


def advice(position, looks=300):
    match = game("hex").from_position(position)
    view = view_of(match, match.actor + 1)
    found = Evaluation(view, looks, 60.0, plain_backend("hex"))
    return {view.text(a): explain(found, found.of(a)) for a in view.legal()}


THREAT = {"options": {"size": 4, "swap": False}, "red": ["b1", "b2", "b3"], "blue": ["a4", "d1"], "to_move": "blue"}


def test_a_choice_that_stops_a_threat_is_explained_by_it():
    assert "keeps the next player from winning at once" in advice(THREAT)["b4"].reason


def test_a_choice_that_lets_the_next_player_win_is_called_so():
    reason = advice(THREAT)["d4"].reason
    assert "can then win at once" in reason or "loses for certain" in reason


def test_a_thrown_away_win_is_a_turning_point():
    match = game("hex").match(size=3, swap=False).play_all(["b2", "b1", "c3", "c1", "a1", "a2"])
    found = review(match)
    assert found.points[2].chances[0] > 0.9
    assert [(p.ply, p.seat) for p in found.turning_points] == [(2, 1)]
    assert found.turning_points[0].best in ("a2", "c1")
    assert found.turning_points[0].played_at == ["board/c3"]
    assert found.turning_points[0].played_label == "Lay a stone on c3"
    assert found.turning_points[0].loss > 0.9
    why = "with bridges the other side then needs 2 stones"
    assert (found.turning_points[0].why, found.turning_points[0].fatal) == (why, False)
    assert f"was better: {why})" in found.turning_points[0].text()


def test_the_graph_is_a_drawing_of_its_own():
    match = game("hex").match(size=3, swap=False).play_all(["b2", "a1", "c1"])
    found = review(match, 50)
    drawn = chart(found, ["<Ann>", "Bob"])
    assert drawn.count("<polyline") == 2
    assert "&lt;Ann&gt;" in drawn
    assert "<script" not in page(found, match.seats, "Hex")


def test_a_hint_tells_what_holdings_change():
    match = game("sygon").match(seed=3)
    rng = random.Random(2)
    while not (match.actor >= 0 and any(text.startswith("sell") for text in match.legal())):
        match.play(rng.choice(match.actions()))
    view = view_of(match, match.actor + 1)
    sale = next(a for a in match.actions() if view.text(a).startswith("sell"))
    told = coach._holdings(view, [sale])
    assert any(part.startswith("your Gold: ") for part in told)
    assert any(part.startswith("your cubes: ") for part in told)
    assert coach._holdings(view, [sale], [[sale]]) == [], "what all other choices bring as well is no reason"
    other = next(a for a in match.actions() if not view.text(a).startswith("sell"))
    assert coach._holdings(view, [sale], [[sale], [other]]) == told


def before_chance(match):
    """A copy of a match that waits wherever chance decides."""
    again = match.fork()
    again.chance = "ask"
    return again


def turn_of(match, rng):
    """Decisions in a row, of one player alone where something is hidden, and the match after them."""
    seat, line, then = match.actor + 1, [], before_chance(match)
    alone = match.game.facts.hidden
    while not then.over and then.actor >= 0 and (then.actor + 1 == seat or not alone) and len(line) < 9:
        line.append(rng.choice(then.actions()))
        then.play(line[-1])
    return line, then


def shown(match, seat):
    """What the panels of the table show to a seat: scores, and the other numbers by their names."""
    panels = sorted(match.scene(seat).panels, key=lambda panel: panel.player)
    return [{m.label: m.value for m in panel.meters} for panel in panels]


@pytest.mark.parametrize("name", registry.names())
def test_what_a_hint_says_of_scores_and_holdings_is_what_the_table_then_shows(name):
    match, rng, told = game(name).match(seed=5), random.Random(5), 0
    while not match.over and told < 40:
        seat = match.actor + 1
        if seat and rng.random() < 0.3:
            line, then = turn_of(match, rng)
            told += same_as_shown(match, then, seat, line)
        match.play(rng.choice(match.actions()))
    assert told or name == "hex", "nothing was told"


def same_as_shown(match, then, seat, line):
    """Holds each figure of a hint against the table; returns how many there were."""
    view, before, after = view_of(match, seat), match.scores, then.scores
    mine = before_chance(match)
    for a in line:
        if mine.actor + 1 != seat:
            break
        mine.play(a)
    parts = coach._scores(view, line) + coach._holdings(view, line)
    for part in parts:
        if found := re.fullmatch(r"your score goes from (-?\d+) to (-?\d+)", part):
            assert [int(n) for n in found.groups()] == [before[seat - 1], mine.scores[seat - 1]]
        elif found := re.match(r"in the expected line you get ([+-]\d+|nothing)", part):
            assert int(found[1].replace("nothing", "0")) == after[seat - 1] - before[seat - 1]
            for other, n in re.findall(r", seat (\d) ([+-]\d+)", part):
                assert int(n) == after[int(other) - 1] - before[int(other) - 1]
        else:
            label, seen, was, now = re.fullmatch(r"(?:your )?(.+?)(?: of Seat (\d))?: (.+) → (.+)", part).groups()
            player = int(seen or seat) - 1
            assert (was, now) == tuple(str(shown(at, seat)[player][label]) for at in (match, mine)), part
    return len(parts)


def test_a_way_to_go_is_not_told_twice():
    """In a race the score is what is still to go, below zero; the panel says it in words."""
    match = game("hexcape").match(seed=1)
    rng = random.Random(1)
    while match.over or match.actor < 0 or not any(text.startswith("move ") for text in match.legal()):
        match.play(rng.choice(match.actions()))
    view, shown = view_of(match, match.actor + 1), match.fork()
    line = [next(a for a in match.actions() if view.text(a).startswith("move "))]
    shown.play(line[0])
    while shown.actor == match.actor:
        line.append(shown.actions()[-1])
        shown.play(line[-1])
    assert coach.scores(view, view.plain())[view.player] < 0
    assert coach._scores(view, line) == []
    assert [part.split(":")[0] for part in coach._holdings(view, line)] == ["your way left"]
    assert coach._holdings(view, []) == []


def reasons_for(position, *line, of="hex"):
    """What the game says of a turn."""
    match = game(of).from_position(position)
    view, then = view_of(match, match.actor + 1), match.fork()
    actions = [(then.understood(text), then.play(text))[0] for text in line]
    return coach._reasons(view, actions)


def test_hex_tells_what_a_stone_joins_and_what_both_sides_then_need():
    start = {"options": {"size": 5, "swap": False}, "red": ["c2", "c4"], "blue": ["a3", "b3"], "to_move": "red"}
    assert reasons_for(start, "c3") == [
        "joins 2 of your chains", "the other side then needs 4 stones at least", "you then need 2 stones more at least"]
    assert reasons_for({**start, "red": ["c2"], "blue": ["a3"]}, "b4")[:2] == [
        "makes a bridge to your side", "makes a bridge to c2"]
    assert reasons_for(start, "e5") == []
    far = {"options": {"size": 7, "swap": False}, "red": ["a1"], "blue": ["d4"], "to_move": "red"}
    assert reasons_for(far, "d6") == ["makes a bridge to your side"]
    big = {"options": {"size": 11, "swap": False}, "red": ["c2"], "blue": ["f6"], "to_move": "red"}
    assert reasons_for(big, "d7") == ["with bridges the other side then needs 5 stones"]


def test_what_is_said_of_all_other_choices_is_no_reason():
    match = game("hex").from_position({"options": {"size": 5, "swap": False}, "red": ["c2"], "blue": ["a3"],
                                       "to_move": "red"})
    view = view_of(match, 1)
    line = [match.understood("b4")]
    assert coach._reasons(view, line, [line]) == []
    assert coach._reasons(view, line, [line, [match.understood("e5")]]) == coach._reasons(view, line)


def test_in_the_expected_line_nothing_is_said_of_those_who_get_nothing():
    assert coach._expected(0, [1, 0, -2]) == ["in the expected line you get +1, Seat 3 -2"]
    assert coach._expected(0, [0, 3, 0]) == ["in the expected line you get nothing, Seat 2 +3"]
    assert coach._expected(0, [0, 0, 0]) == []


def test_a_win_is_not_told_as_points_as_well():
    assert "score" not in advice({**THREAT, "to_move": "red", "blue": ["a4", "d1", "c4"]})["b4"].reason


@pytest.mark.parametrize("name", registry.names())
def test_every_tip_has_its_moment_in_a_first_match(name):
    unsaid = set(coaching.tips(game(name)))
    for seed in range(4):
        match, rng = game(name).match(seed=seed), random.Random(seed)
        while unsaid and not match.over:
            if match.actor >= 0:
                unsaid -= {tip.id for tip in coaching.now(match, match.actor + 1)}
            match.play(rng.choice(match.actions()))
    assert not unsaid
