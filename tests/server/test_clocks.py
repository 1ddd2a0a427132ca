"""Time: per turn, in all, growing, days; and the game's own clock where its rules know one."""

import pytest

from hexagora.engine.match import Match
from hexagora.server import clocks
from hexagora.server.records import to_json
from hexagora.server.table import Table
from tests.server.support import Person, Served, serving, settings
from tests.support import covers
from tests.sygon.support import at, new, play


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with serving(settings(tmp_path_factory.mktemp("tables"))) as running:
        yield running


def test_a_bank_grows_after_each_turn():
    clock = clocks.make({"bank": 10, "increment": 2}, players=2)
    assert clock
    clock.turn_to(1, 0.0)
    clock.spend(1, 3000)
    clock.turn_to(1, 3.0)  # the turn goes on: nothing is added yet
    assert clock.bank == [7000, 10_000]
    clock.turn_to(2, 3.0)
    assert clock.bank == [9000, 10_000]
    assert clock.left(2, 5.0) == 8000


def test_a_delay_is_free_before_the_bank_is_touched():
    clock = clocks.make({"per_move": 5, "bank": 10}, players=2)
    assert clock
    clock.turn_to(1, 0.0)
    clock.spend(1, 4000)
    assert clock.bank[0] == 10_000
    clock.spend(1, 4000)
    assert clock.bank[0] == 7000


def test_a_paused_clock_stands_and_the_turn_goes_on_with_what_is_left():
    clock = clocks.make({"per_move": 5, "bank": 10}, players=2)
    assert clock
    clock.turn_to(1, 0.0)
    clock.stop(clock.spent(7.0))
    assert clock.left(1, 100.0) == clock.left(1, 7.0) == 8000
    assert not clock.is_up(1, 1000.0)
    clock.go_on(100.0)
    assert clock.left(1, 103.0) == 5000  # the free seconds of the turn are used up
    assert clock.is_up(1, 108.0)


def test_days_a_turn_and_own_values_are_kept(server: Served):
    person = Person(server.address)
    made = person.make("hex", ["me", "here"], clock={"per_move": 3 * 86400, "increment": 1.5})
    with person.sit(made["table"]) as window:
        clock = window.until("state")["clock"]
    assert clock["per_move"] == 3 * 86400 * 1000
    assert clock["increment"] == 1500


def test_a_clock_that_only_grows_is_refused_with_what_would_be_right(server: Served):
    person = Person(server.address)
    answer = person.http.post("/api/tables", json={"game": "hex", "seats": [{"kind": "me"}, {"kind": "here"}],
                                                   "clock": {"increment": 5}})
    assert answer.status_code == 422
    assert "per_move or bank" in answer.json()["error"]


class Row:
    """A row of the database, as far as a table looks at it."""

    def __init__(self, **values: object):
        self.__dict__.update(values)


def at_a_table(match: Match) -> Table:
    """A table with this match, whose clock is the game's own."""
    plan = {"per_move": 120, clocks.OF_THE_GAME: True}
    row = {"id": "t", "game": match.game.id, "options": to_json(match.options), "seed": "s", "rated": None,
           "content": match.game.content_digest, "game_version": match.game.facts.version, "start": None,
           "clock": to_json(plan), "public": False, "creator": "a", "takeback": None, "rematch": None,
           "clock_from": 0.0, "updated": 0.0, "status": "running", "ending": None, "offer": None, "patience": None}
    seats = [Row(seat=k, kind="person", name=f"P{k}", level="casual", secret="", taken=True, away=False)
             for k in range(1, match.players + 1)]
    table = Table(row, seats, [], None)
    table.match = match
    return table


@covers("SYG-RULING-67")
def test_a_team_shares_one_clock_at_the_table():
    match = at("game 4 teams turn_timer=120; board r4; begin p1")
    table = at_a_table(match)
    clock = table.clock
    assert clock
    table.happened(0, 0, 100.0)
    first = table.turn()
    assert (clock.running, clock.per_move) == (first, 120_000)
    play(match, "hand over")
    table.happened(first, 50_000, 150.0)  # the teammate goes on with what is left
    assert clock.running == table.turn() != first
    assert clock.left(table.turn(), 160.0) == 60_000
    assert not clock.is_up(table.turn(), 219.0)
    assert clock.is_up(table.turn(), 220.0)


@covers("SYG-RULING-67")
def test_choices_outside_the_turn_have_thirty_seconds_and_setting_up_has_no_clock():
    match = at("game 2 ffa spells turn_timer=120; board r2; foresight p1; eruptions")
    table = at_a_table(match)
    table.happened(0, 0, 100.0)
    assert table.clock
    assert table.clock.left(table.turn(), 110.0) == 20_000
    table = at_a_table(new(turn_timer=120))
    table.happened(0, 0, 100.0)
    assert table.clock
    assert table.clock.running == 0
    assert table.clock.spent(500.0) == 0


def test_a_clock_of_the_game_starts_with_the_match_and_is_charged(server: Served):
    person = Person(server.address)
    made = person.make("sygon", ["me", "here"], options={"turn_timer": 120})
    with person.sit(made["table"]) as window:
        clock = window.until("state")["clock"]
        assert clock["running"] == 0  # nobody is hurried while the board is laid
