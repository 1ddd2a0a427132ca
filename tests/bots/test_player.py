"""A bot at a seat always answers, in time, with something legal, from nothing but its own view."""

import itertools
import logging
import pickle
import random
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hexagora.bots import LEVELS, Request, decide, hints, levels, player
from hexagora.bots.search import Choice, Search, plain_backend, turn_positions
from hexagora.bots.team import Team
from hexagora.bots.view import SecretInView, View, view_of
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.engine.game import Game
from hexagora.registry import game, names
from tests.sigil.board import play, table

pytestmark = pytest.mark.usefixtures("own_time")

HIDDEN = [name for name in names() if game(name).facts.hidden]


def request_for(match, level="beginner", **more):
    seat = match.actor + 1
    return Request(match.game.id, match.options, match.game.State.to_bytes(match.hidden(seat)), seat, level, **more)


def test_levels_are_plain_data_in_order():
    assert [level["id"] for level in LEVELS] == ["beginner", "casual", "club", "expert", "master"]
    assert all(set(level) == {"id", "title", "help"} for level in LEVELS)


@pytest.mark.parametrize("name", names())
def test_a_bot_plays_legal_actions_in_every_game(name):
    match = game(name).match(seed=1)
    for _ in range(6):
        decision = pickle.loads(pickle.dumps(decide(request_for(match, seconds=0.05))))
        assert decision.text in match.legal()
        match.play(decision.action)


def test_the_same_question_gets_the_same_answer():
    match = game("hex").match(size=5)
    answers = set()
    for _ in range(3):
        player.forget()
        answers.add(decide(request_for(match, seed=7, seconds=600.0)).action)
    assert len(answers) == 1


def test_the_time_for_a_turn_is_enough_for_many_decisions(monkeypatch):
    monkeypatch.setattr(player, "shared_by", lambda view: player.MOST_SHARED)
    turn, shares = player.Turn(), []
    for _ in range(30):
        shares.append(turn.seconds(None, 10.0))
        turn.spent += shares[-1]
    assert turn.spent <= 10
    assert shares == sorted(shares, reverse=True)
    assert shares[0] >= 5
    assert shares[-1] > 0


def test_a_win_at_once_is_played_by_every_level():
    match = game("hex").from_position({"options": {"size": 4, "swap": False}, "red": ["b1", "b2", "b3"],
                                       "blue": ["a1", "d1", "d2"]})
    for level in LEVELS:
        assert decide(request_for(match, level["id"], seconds=0.1)).reason == "wins at once"


def test_a_win_of_several_decisions_is_played_to_its_end_by_every_level():
    for level in LEVELS:
        match = play(table("a1 a2 a8 a9 a10 a4", "a3 b1 b2 b3 b4", red_cast="fireblast 5"), "move a5")
        while not match.over:
            decision = decide(request_for(match, level["id"], seconds=0.1))
            assert decision.reason in ("wins at once", "the only choice")
            match.make(decision.action)
        assert match.result[0]


def test_in_a_turn_that_cannot_be_won_no_win_is_looked_for_again(monkeypatch):
    looks, win_now = [], Team.win_now
    monkeypatch.setattr(Team, "win_now", lambda team, budget: looks.append(budget) or win_now(team, budget))
    match = table("a1 a2 a3", "b1 b2 b3")
    for _ in range(2):
        match.make(decide(request_for(match, "casual", seconds=1.0)).action)
    assert (match.state.turn, len(looks)) == (2, 1)
    decide(request_for(match, "casual", seconds=1.0))
    assert len(looks) > 1, "a new turn is looked at"


def test_a_long_turn_gets_a_second_look_for_a_win_as_far_as_time_allows(monkeypatch):
    budgets = []
    monkeypatch.setattr(Team, "win_now", lambda team, budget: budgets.append(budget) or (None, False))
    memory = player.remember(view_of(table("a1", "b1"), 1), 1)
    assert player.win_at_once(memory, 1e9) is None
    assert budgets == [player.QUICK_LOOK, turn_positions(game("sigil"))]
    assert not memory.turn.no_win
    player.win_at_once(memory, 1e-9)
    assert budgets[2:] == [player.QUICK_LOOK]


def test_a_look_may_take_less_than_a_tick_of_the_clock(monkeypatch):
    monkeypatch.setattr(player.time, "perf_counter", lambda: 7.0)
    monkeypatch.setattr(Team, "win_now", lambda team, budget: (None, False))
    assert player.win_at_once(player.remember(view_of(table("a1", "b1"), 1), 1), 0.1) is None


def test_a_loss_at_once_that_can_be_stopped_is_stopped_by_every_level():
    match = game("hex").from_position({"options": {"size": 4, "swap": False}, "red": ["b1", "b2", "b3", "c4"][:3],
                                       "blue": ["a4", "d1"], "to_move": "blue"})
    assert match.legal().count("b4") == 1
    for level in LEVELS:
        assert decide(request_for(match, level["id"], seconds=0.1)).text == "b4"


def test_an_answer_comes_in_time():
    match = game("manapool").match(seed=1)
    started = time.process_time()  # of this process: a busy machine changes nothing
    decide(request_for(match, "master", seconds=0.2))
    assert time.process_time() - started < 2.0


def test_all_decisions_of_a_turn_share_its_time():
    match = game("manapool").match(seed=1, first_player="seat1").play_all(
        ["colour red", "colour green", "colour blue", "corner a1", "corner e1", "corner e9"])
    spent = []
    while match.actor == 0 and len(spent) < 4:
        decision = decide(request_for(match, "master", seconds=0.4))
        spent.append(next(iter(player._memories.values())).turn.spent)
        match.play(decision.action)
        if "end" in decision.text:
            break
    assert spent == sorted(spent)
    assert spent[-1] < 1.5


def test_a_decision_without_a_choice_does_not_begin_a_new_turn():
    player.forget()
    before = game("sigil").match(seed=1)
    rng = random.Random(1)
    while True:
        after = before.fork().make(rng.choice(before.actions()))
        if after.actor == before.actor and len(after.actions()) == 1:
            forced = after.fork().make(after.actions()[0])
            if forced.actor == before.actor:
                break
        before = game("sigil").match(seed=rng.randrange(1000)) if after.over else after
    memory = player.remember(view_of(before, before.actor + 1), 1)
    memory.turn.note(memory.team.view, after.log[-1], 0.3)
    assert decide(request_for(after)).reason == "the only choice"
    assert player.remember(view_of(forced, forced.actor + 1), 1).turn.spent == 0.3


def test_trouble_in_the_search_is_logged_and_a_legal_action_played(monkeypatch, caplog):
    def broken(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(player, "search_for", broken)
    match = game("hex").match(size=5)
    with caplog.at_level(logging.ERROR):
        assert decide(request_for(match)).text in match.legal()
    assert "a bug" in caplog.text


def test_where_nobody_can_decide_the_game_says_what_is_played(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(player, "search_for", broken)
    monkeypatch.setattr(player.flat, "rate", broken)
    match = game("manapool").match(seed=1, first_player="seat1").play_all(
        ["colour red", "colour green", "colour blue", "corner a1", "corner e1", "corner e9"])
    assert decide(request_for(match)).text == match.legal()[0]
    while "end move" not in match.legal():
        match.play(match.legal()[0])
    assert decide(request_for(match)).text == "end move"
    match = game("hex").match(size=3)
    assert decide(request_for(match)).text == "a1"


def test_mistakes_in_a_request_are_told():
    match = game("hex").match(size=5)
    good = request_for(match)
    with pytest.raises(UnknownName, match="did you mean 'casual'"):
        decide(Request(**{**vars(good), "level": "casul"}))
    with pytest.raises(HexagoraError, match="seat 2 of hex is not to act"):
        decide(Request(**{**vars(good), "seat": 2}))


@pytest.mark.parametrize("name", HIDDEN)
def test_a_bot_is_never_given_what_its_seat_may_not_know(name):
    """Somewhere in a match there is a secret; a view of the full state is refused there, the hidden one is not."""
    match, rng = game(name).match(seed=5), random.Random(5)
    refused = 0
    while not match.over and refused < 3:
        seat = match.actor + 1
        full = match.game.State.to_bytes(match.state)
        if full != view_of(match, seat).state:
            with pytest.raises(SecretInView):
                View(name, match.options, seat, full)
            refused += 1
        match.play(rng.choice(match.actions()))
    assert refused


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_seat_cannot_know_does_not_change_the_answer(name):
    """The state is replaced by one that differs only in what the seat cannot know: the same answer."""
    match = game(name).match(seed=5)
    for k in range(40):
        match.play(match.actions()[(7 * k) % len(match.actions())])
    seat = match.actor + 1
    answers = set()
    for seed in (1, 2, 3):
        other = match.fork()
        other.state = match.hidden(seat)
        match.game.rules.resample(match.box, other.state, seat - 1, [seed * 977])
        search = Search(view_of(other, seat), plain_backend(name), seed=9)
        search.run(10)
        answers.add(str([search.view.state, *search.choices()]))
    assert len(answers) == 1


def test_three_hints_with_reasons():
    match = game("hex").match(size=5)
    found = hints(request_for(match, "club", seconds=0.3))
    assert 1 <= len(found) <= 3
    assert all("winning chance" in d.reason and d.line[0] == d.text for d in found)
    assert found[0].level


class FakeTeam:
    """A search that was looked at so often in all, and so often at its two first choices."""

    def __init__(self):
        self.looks, self.most = 0, (0, 0)

    def two_most(self):
        return self.most


def test_a_decision_is_settled_when_its_lead_is_twice_the_looks_still_to_come(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(player.time, "perf_counter", lambda: now[0])
    team = FakeTeam()
    settled = player.Settled(team, seconds=10.0)
    now[0], team.looks, team.most = 106.0, 600, (500, 50)
    assert not settled(), "400 looks are to come, the lead is 450"
    now[0], team.looks, team.most = 108.0, 800, (650, 50)
    assert settled(), "200 looks are to come, the lead is 600"


def test_a_game_may_set_the_looks_of_its_levels_and_others_for_some_tables(monkeypatch):
    own = SimpleNamespace(LEVELS={"club": {"looks": 77}, "casual": {"looks": 7}},
                          AT_TABLES_OF={6: {"club": {"looks": 99}}})
    monkeypatch.setattr(Game, "module_if_any", lambda game, name: own)
    assert levels.level_in(game("hexcape"), "Club", 2) == replace(levels.CLUB, looks=77)
    assert levels.level_in(game("hexcape"), "Club", 6) == replace(levels.CLUB, looks=99)
    assert levels.level_in(game("hexcape"), "casual", 6) == replace(levels.CASUAL, looks=7)
    assert levels.level_in(game("hexcape"), "expert", 6) == levels.EXPERT
    monkeypatch.setattr(Game, "module_if_any", lambda game, name: None)
    assert levels.level_in(game("hexcape"), "Club", 2) == levels.CLUB


def test_soft_levels_make_small_mistakes_often_and_large_ones_rarely():
    looks, values = (100, 40, 10, 0), (0.6, 0.55, 0.3, 0.0)
    ranked = [Choice(k + 1, looks[k], values[k], False) for k in range(4)]
    soft = replace(levels.BEGINNER, softness=0.1)
    rng = random.Random(1)
    drawn = Counter(player.soften(ranked, soft, rng)[0].action for _ in range(2000))
    assert drawn[1] > drawn[2] > 10 * drawn[3] > 0
    assert drawn[4] == 0
    assert player.soften(ranked, replace(soft, softness=0.0), rng) == ranked


def test_what_is_proven_to_lose_is_not_drawn():
    ranked = [Choice(1, 9, 0.1, False), Choice(2, 9, 0.0, True)]
    soft = replace(levels.BEGINNER, softness=9.0)
    assert {player.soften(ranked, soft, random.Random(k))[0].action for k in range(50)} == {1}


def tables():
    """Every game with every number of players."""
    return [(name, players) for name in names() for players in game(name).facts.players]


@pytest.mark.parametrize(("name", "players"), tables())
def test_each_level_looks_farther_and_chooses_more_strictly_than_the_one_below(name, players):
    own = [levels.level_in(game(name), level.id, players) for level in levels.ALL]
    for below, above in itertools.pairwise(own):
        assert (below.looks, -below.softness) < (above.looks, -above.softness)
        assert below.softness >= above.softness


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_table_of_levels_in_the_docs_is_true(name, players):
    own = [levels.level_in(game(name), level.id, players) for level in levels.ALL[:-1]]
    row = [f"{one.looks:,} / {100 * one.softness:g} %" for one in own]
    docs = Path(__file__).parents[2] / "docs" / "bots.md"
    rows = [line for line in docs.read_text("utf8").splitlines() if line.startswith(f"| {game(name).facts.title}")]
    fitting = [line for line in rows if f"{players}" in line.split("|")[2] or line.split("|")[2].strip() == "any"]
    assert " | ".join(row) in fitting[0]
