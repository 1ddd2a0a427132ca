"""Ends that people make, and going on without somebody absent."""

import contextlib
from collections.abc import Iterator

import pytest

from hexagora.server import room
from tests import samples
from tests.server.support import Person, Served, Socket, serving, settings, wait_until

HEX = {"options": {"size": 5, "swap": False}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with serving(settings(tmp_path_factory.mktemp("tables"))) as running:
        yield running


@contextlib.contextmanager
def pair(server: Served, **more: object) -> Iterator[tuple[Socket, Socket, str]]:
    anna, bert = Person(server.address).named("Anna"), Person(server.address).named("Bert")
    made = anna.make("hex", ["me", "friend"], **HEX, **more)
    bert.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as hers, bert.sit(made["table"]) as his:
        hers.until("state"), his.until("state")
        yield hers, his, made["table"]


def until_over(window: Socket) -> dict:
    while not window.state["over"]:
        window.until("state")
    return dict(window.state["over"])


def play(*windows: Socket) -> None:
    """Each of them makes a decision in turn."""
    for window, other in zip(windows, reversed(windows), strict=True):
        while not window.choices:
            window.until("state")
        window.act(window.choices[0])
        other.until_seq(window.seq)


def test_a_table_does_not_grow_for_ever_by_what_can_be_done_again_and_again(server: Served,
                                                                            monkeypatch: pytest.MonkeyPatch):
    """Whoever comes later waits until all of it was played through again."""
    monkeypatch.setattr(room, "MOST_EVENTS", 6)
    person = Person(server.address)
    table = person.make("hex", ["me", "here"], **HEX)["table"]
    with person.sit(table) as window:
        window.until("state")
        window.act("a1")
        for kind in ("undo", "ask-takeback", "offer-pause"):
            while window.seq < 6:
                seq = window.seq
                window.send(type="undo", seq=seq)
                window.until_seq(seq + 1)
                window.act("a1")
            window.send(type=kind, **({} if kind == "offer-pause" else {"seq": window.seq}))
            assert window.until_error()["code"] == "too-long"
        assert window.act("b2")["seq"] == window.seq


def test_who_resigns_loses_and_nothing_can_be_played_any_more(server: Served):
    with pair(server) as (hers, his, table):
        play(hers, his)
        hers.send(type="resign")
        for window in (hers, his):
            over = until_over(window)
            assert over["result"] == [0.0, 1.0]
            assert over["ending"] == {"kind": "resigned", "by": 1}
        hers.send(type="act", seq=hers.seq, text="c3")
        assert hers.until_error()["code"] == "over"
        hers.send(type="resign")
        assert hers.until_error()["code"] == "over"
    person = Person(server.address)
    with person.sit(table) as window:  # read again from the record, it is over still
        assert window.until("state")["over"]["ending"]["kind"] == "resigned"
    assert person.http.get(f"/api/tables/{table}").json()["status"] == "over"


def test_a_match_ends_without_a_result_when_all_agree(server: Served):
    with pair(server) as (hers, his, _):
        hers.send(type="offer-end")
        while not his.state["offer"]:
            his.until("state")
        assert his.state["offer"] == {"by": 1, "yes": [1], "kind": "end"}
        his.send(type="decline-end")
        assert hers.until("offer-declined")["seats"] == [2]
        while hers.state["offer"]:
            hers.until("state")
        hers.send(type="offer-end")
        while not his.state["offer"] or his.state["offer"]["yes"] != [1]:
            his.until("state")
        his.send(type="offer-end")
        assert until_over(hers) | {"history": None} == {
            "result": None, "history": None, "ending": {"kind": "agreed", "by": 1}, "ratings": {}}


def until_paused(window: Socket, paused: bool) -> None:
    while window.state["paused"] != paused:
        window.until("state")


def test_a_match_pauses_when_all_agree_and_goes_on_when_one_wants(server: Served):
    with pair(server, clock={"per_move": 3600}) as (hers, his, _):
        hers.send(type="offer-pause")
        while not his.state["offer"]:
            his.until("state")
        his.send(type="offer-end")
        assert his.until_error()["code"] == "other-offer"
        his.send(type="decline-end")
        assert hers.until("offer-declined")["kind"] == "pause"
        hers.send(type="offer-pause")
        while not his.state["offer"]:
            his.until("state")
        his.send(type="offer-pause")
        for window in (hers, his):
            until_paused(window, True)
            assert not window.choices
            assert window.state["clock"]["running"] == 0
        for deed in ({"type": "act", "text": "c3"}, {"type": "undo"}, {"type": "ask-takeback"}):
            hers.send(**deed, seq=hers.seq)
            assert hers.until_error()["code"] == "paused"
        hers.send(type="offer-pause")
        assert hers.until_error()["code"] == "paused"
        his.send(type="resume")
        until_paused(hers, False)
        assert hers.state["clock"]["running"] == 1
        his.send(type="resume")
        assert his.until_error()["code"] == "not-paused"
        play(hers, his)


def test_a_pause_outlasts_the_room_and_stops_bots(server: Served):
    anna = Person(server.address)
    made = anna.make("hex", ["me", {"kind": "bot", "level": "beginner"}], **HEX)
    with anna.sit(made["table"]) as hers:
        hers.until("state")
        hers.send(type="offer-pause")
        until_paused(hers, True)
    server.hall.rooms.pop(made["table"])  # read again from the record
    with anna.sit(made["table"]) as hers:
        assert hers.until("state")["paused"]
        hers.send(type="resume")
        until_paused(hers, False)
        while len(hers.log) < 2:  # now her decision and the bot's
            play(hers) if hers.choices else hers.until("state")


def test_alone_with_bots_a_match_ends_at_once(server: Served):
    anna = Person(server.address)
    made = anna.make("hex", ["me", {"kind": "bot", "level": "casual"}], **HEX)
    with anna.sit(made["table"]) as hers:
        hers.until("state")
        hers.send(type="offer-end")
        assert until_over(hers)["ending"]["kind"] == "agreed"


def test_a_match_is_called_off_only_before_it_got_going(server: Served):
    with pair(server) as (hers, his, _):
        play(hers)
        his.until_seq(hers.seq)
        his.send(type="call-off")
        assert until_over(hers)["ending"] == {"kind": "called-off", "by": 2}
    with pair(server) as (hers, his, _):  # a pause is no decision
        hers.send(type="offer-pause")
        while not his.state["offer"]:
            his.until("state")
        his.send(type="offer-pause")
        until_paused(hers, True)
        hers.send(type="resume")
        hers.send(type="call-off")
        assert until_over(his)["ending"] == {"kind": "called-off", "by": 1}
    with pair(server) as (hers, his, _):
        play(hers, his)
        hers.send(type="call-off")
        assert hers.until_error()["code"] == "begun"


def test_only_matches_of_two_are_resigned(server: Served):
    anna = Person(server.address)
    made = anna.make(samples.game_for(3), ["me", "bot", "bot"])
    with anna.sit(made["table"]) as hers:
        hers.until("state")
        hers.send(type="resign")
        assert hers.until_error()["code"] == "no-resigning"


def test_the_others_go_on_without_somebody_who_is_absent_for_long(server: Served):
    with pair(server, patience=3600) as (hers, his, _):
        his.__exit__()
        hers.send(type="go-on", seat=2, end=True)
        assert hers.until_error()["code"] == "not-absent"
    with pair(server, patience=0) as (hers, his, table):
        room = server.hall.rooms[table]
        wait_until(lambda: not room.telling.missing())
        hers.send(type="go-on", seat=2, end=False)  # still here
        assert hers.until_error()["code"] == "not-absent"
        his.__exit__()
        wait_until(lambda: room.telling.missing() == {2})
        hers.send(type="go-on", seat=2, end=False)
        while not hers.state["seats"][1]["away"]:
            hers.receive()
    with pair(server, patience=0) as (hers, his, table):
        room = server.hall.rooms[table]
        wait_until(lambda: not room.telling.missing())  # else it may be told from before he came
        his.__exit__()
        wait_until(lambda: room.telling.missing() == {2})
        hers.send(type="go-on", seat=2, end=True)
        assert until_over(hers)["ending"] == {"kind": "absent", "by": 2}
