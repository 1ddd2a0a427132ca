"""Playing together: taking back, leaving and coming back, clocks, chat, presence, several seats at one screen."""

import sqlite3
import time
from pathlib import Path

import pytest

from hexagora.bots import questions
from tests.server.support import Person, Served, Socket, serving, settings, wait_until


@pytest.fixture
def pair(server: Served) -> tuple[Person, Person, str]:
    anna, ben = Person(server.address).named("Anna"), Person(server.address).named("Ben")
    made = anna.make("hex", ["me", "friend"], options={"size": 5, "swap": False})
    ben.follow(made["links"][0]["url"])
    return anna, ben, made["table"]


def _manapool(person: Person) -> Socket:
    """A table of Mana Pool up to the first turn, where one player decides several times in a row."""
    table = person.make("manapool", ["me", "here", "here"], options={"first_player": "seat1"}, seed="undo")["table"]
    window = person.sit(table)
    window.until("state")
    while window.state["scene"]["step"] != 0:
        window.act(window.choices[-1])
    return window


def test_a_decision_that_showed_nothing_is_taken_back(server: Served):
    with _manapool(Person(server.address)) as window:
        before = window.texts
        window.act(window.choices[0])
        assert window.state["may_undo"]
        window.send(type="undo", seq=window.seq)
        window.until("state")
        assert window.texts == before
        assert window.act(window.choices[0])["may_undo"]


def test_restarting_the_turn_takes_back_all_of_it(server: Served):
    with _manapool(Person(server.address)) as window:
        start, seat = len(window.texts), window.state["seat"]
        window.act(window.choices[0])
        window.act("end move")
        assert window.state["seat"] == seat
        window.send(type="restart-turn", seq=window.seq)
        window.until("state")
        assert len(window.texts) == start
        assert window.state["seat"] == seat


def test_a_turn_handed_on_at_one_screen_is_taken_back_without_asking_strangers(server: Served):
    anna, ben = Person(server.address), Person(server.address)
    made = anna.make("manapool", ["me", "here", "friend"])
    ben.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as a, ben.sit(made["table"]) as b:
        a.until("state"), b.until("state")
        a.act(a.choices[0])
        assert (a.state["seat"], a.state["may_undo"]) == (2, True)
        a.send(type="undo", seq=a.seq)
        a.until("state")
        assert (a.state["seat"], a.texts) == (1, [])
        b.until_seq(a.seq)
        assert not b.state["may_undo"]


def test_a_decision_that_handed_the_turn_on_needs_consent(pair):
    anna, ben, table = pair
    with anna.sit(table) as a, ben.sit(table) as b:
        a.until("state"), b.until("state")
        a.act("a1")
        a.send(type="undo", seq=2)
        assert a.until_error()["code"] == "no-undo"
        b.until_seq(2)
        b.act("b1")
        a.until_seq(3)
        a.send(type="ask-takeback", seq=3)
        while b.until("state")["takeback"] is None:
            pass
        assert b.state["takeback"] == {"by": 1, "answers": {"2": None}}
        b.send(type="answer-takeback", yes=True)
        b.until_seq(4)
        assert b.texts == []
        a.until_seq(4)
        assert a.texts == []
        assert a.act("c3")["seq"] == 5


def test_a_takeback_can_be_declined_and_is_void_after_a_move(pair):
    anna, ben, table = pair
    with anna.sit(table) as a, ben.sit(table) as b:
        a.until("state"), b.until("state")
        a.act("a1")
        b.until_seq(2)
        a.send(type="ask-takeback", seq=2)
        while b.until("state")["takeback"] is None:
            pass
        a.send(type="answer-takeback", yes=True)
        assert a.until_error()["code"] == "forbidden"
        b.send(type="answer-takeback", yes=False)
        assert a.until("takeback-declined")["by"] == 1
        a.send(type="ask-takeback", seq=2)
        while b.until("state")["takeback"] is None:
            pass
        assert b.act("b2")["takeback"] is None
        b.send(type="answer-takeback", yes=True)
        assert b.until_error()["code"] == "no-question"


def test_alone_against_bots_a_move_is_taken_back_at_once(server: Served):
    person = Person(server.address)
    table = person.make("hex", ["me", "here"], options={"size": 5})["table"]
    with person.sit(table) as window:
        window.until("state")
        window.act("a1")
        window.send(type="ask-takeback", seq=2)
        window.until_seq(3)
        assert window.texts == []


def test_a_bot_takes_over_for_somebody_who_left_and_gives_the_seat_back(pair):
    anna, ben, table = pair
    with anna.sit(table) as a, ben.sit(table) as b:
        a.until("state"), b.until("state")
        a.act("a1")
        b.until_seq(2)
        b.send(type="leave")
        a.until_seq(3)
        assert [s["away"] for s in a.state["seats"]] == [False, True]
        assert len(a.texts) == 2
        b.until_seq(3)
        b.send(type="return")
        while b.state["seats"][1]["away"]:
            b.until("state")
        a.until("state")
        a.act(a.choices[0])
        b.until_seq(4)
        assert b.act(b.choices[0])["seq"] == 5


def test_bots_play_their_seats_and_never_answer_for_people(server: Served):
    person = Person(server.address)
    made = person.make("hex", ["me", {"kind": "bot"}], options={"size": 3, "swap": False})
    with person.sit(made["table"]) as window:
        window.until("state")
        while window.state["over"] is None:
            if window.choices:
                window.act(window.choices[0])
            else:
                window.until("state")
        assert [entry["seat"] for entry in window.log][:4] == [1, 2, 1, 2][: len(window.log)]
        assert window.state["seats"][1]["kind"] == "bot"


async def broken(*_):
    raise RuntimeError("no thought")


def test_a_bot_that_fails_is_replaced_by_a_quick_look(server: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server.hall.thinkers, "_ask", broken)
    person = Person(server.address)
    start = {"game": "hex", "options": {"size": 4, "swap": False},
             "red": ["a1", "a2", "a4"], "blue": ["b3", "c3", "d3"]}  # fmt: skip
    table = person.make("hex", ["me", {"kind": "bot"}], options=start["options"], start=start)["table"]
    with person.sit(table) as window:
        window.until("state")
        window.act("d1")
        while window.state["over"] is None:
            window.until("state")
        assert window.texts[-1] == "a3", "who does not join the sides now loses them to the other"


def test_a_bot_that_fails_altogether_still_plays_something_legal(server: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server.hall.thinkers, "_ask", broken)
    monkeypatch.setattr(questions, "quick_look", lambda request: request.no_thought)
    person = Person(server.address)
    table = person.make("hex", ["me", {"kind": "bot"}], options={"size": 3})["table"]
    with person.sit(table) as window:
        window.until("state")
        window.act("b2")
        window.until_seq(3)
        assert len(window.texts) == 2


def test_time_that_is_up_hands_the_seat_to_a_bot(server: Served):
    person = Person(server.address)
    table = person.make("hex", ["me", "here"], options={"size": 3}, clock={"per_move": 2})["table"]
    with person.sit(table) as window:
        clock = window.until("state")["clock"]
        assert clock["left"][clock["running"] - 1] <= 2000
        while not window.state["seats"][0]["away"]:
            window.until("state")
        window.until_seq(2)
        assert window.state["clock"]["running"] == 2


def test_the_bank_pays_for_what_a_turn_takes_too_long(server: Served):
    began, person = time.monotonic() - 0.2, Person(server.address)
    table = person.make("hex", ["me", "here"], options={"size": 3}, clock={"per_move": 0.05, "bank": 30})["table"]
    with person.sit(table) as window:
        window.until("state")
        server.hall.rooms[table].table.clock.since -= 0.2  # the time that the turn takes
        clock = window.act("b2")["clock"]
        paid = 30_000 - clock["bank"][0]
        assert 100 < paid < 1000 * (time.monotonic() - began)
        assert clock["bank"][1] == 30_000


def test_a_game_brings_its_own_time_for_a_turn():
    from hexagora.server.clocks import plan_for

    assert plan_for({"turn_timer": 120}, None) == {"per_move": 120, "of_the_game": True}
    assert plan_for({"turn_timer": 0}, None) is None
    assert plan_for({"turn_timer": 120}, {"per_move": 30, "bank": None}) == {"per_move": 30}


def test_time_in_which_no_server_ran_is_charged_to_nobody(tmp_path: Path):
    with serving(settings(tmp_path)) as server:
        person = Person(server.address)
        table = person.make("hex", ["me", "here"], clock={"per_move": 1000})["table"]
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        database.execute("UPDATE tables SET clock_from = clock_from - 900, updated = updated - 900")
        database.execute("UPDATE events SET at = at - 900")
    with serving(settings(tmp_path)) as server:
        person.address = server.address
        with person.sit(table) as window:
            assert window.until("state")["clock"]["left"][0] > 500_000


def test_chat_reaches_everybody_and_waits_for_those_who_come_later(pair):
    anna, ben, table = pair
    with anna.sit(table) as a, ben.sit(table) as b:
        a.send(type="chat", text="  hello <b>there</b> ")
        said = b.until("chat")
        assert (said["from"], said["seat"], said["text"]) == ("Anna", 1, "hello <b>there</b>")
    with ben.sit(table) as b:
        assert b.until("chat")["text"] == "hello <b>there</b>"


def test_everybody_sees_who_is_there(pair):
    anna, ben, table = pair
    with anna.sit(table) as a:
        a.until("state")
        with ben.sit(table) as b:
            b.until("state")
            while [s["online"] for s in a.until("presence")["seats"]] != [True, True]:
                pass
        while [s["online"] for s in a.until("presence")["seats"]] != [True, False]:
            pass


def test_a_seat_is_resumed_on_another_device(server: Served):
    person, phone = Person(server.address), Person(server.address)
    made = person.make("hex", ["me", "here"], options={"size": 3})
    phone.follow(made["resume"][0]["url"])
    with phone.sit(made["table"]) as window:
        assert window.until("state")["seat"] == 1
        assert window.act("a1")["seq"] == 2


def test_one_screen_shows_the_seat_to_act_or_the_chosen_one(server: Served):
    person = Person(server.address)
    table = person.make("hex", ["me", "here"], options={"size": 3, "swap": False})["table"]
    with person.sit(table) as window:
        assert window.until("state")["seat"] == 1
        assert window.act("a1")["seat"] == 2
        window.send(type="view", seat=1)
        assert window.until("state")["seat"] == 1
        assert window.choices == []
        window.send(type="view", seat=3)
        assert window.until_error()["code"] == "forbidden"


def test_a_rematch_is_one_table_for_all(pair):
    anna, ben, table = pair
    early = anna.http.post(f"/api/tables/{table}/rematch")
    assert (early.status_code, early.json()["code"]) == (409, "not-over")
    with anna.sit(table) as a, ben.sit(table) as b:
        a.until("state"), b.until("state")
        for k in range(1, 6):
            a.act(f"a{k}")
            b.until_seq(a.seq)
            if b.state["over"] is None:
                b.act(f"e{k}")
                a.until_seq(b.seq)
    first, second = (p.http.post(f"/api/tables/{table}/rematch").json() for p in (anna, ben))
    assert first == second
    summary = anna.http.get(f"/api/tables/{first['table']}").json()
    assert [s["name"] for s in summary["seats"]] == ["Ben", "Anna"]
    assert [s["mine"] for s in summary["seats"]] == [False, True]


def test_a_new_name_shows_at_the_table(pair, server: Served):
    anna, ben, table = pair
    with ben.sit(table) as b:
        b.until("state")
        anna.named("Annabel")
        wait_until(lambda: b.until("state")["seats"][0]["name"] == "Annabel")
