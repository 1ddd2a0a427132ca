"""A whole match over the real socket, with two windows that stay in step."""

import random

import pytest

import hexagora.matches
from tests.server.support import Person, Served

MATCHES = [("hex", {"size": 5}, 2), ("manapool", {"board": "well", "mana_goal": 2}, 3)]


@pytest.mark.parametrize(("game", "options", "players"), MATCHES)
def test_a_match_is_played_to_its_end_and_its_file_replays(server: Served, game: str, options: dict, players: int):
    anna = Person(server.address)
    table = anna.make(game, ["me", *["here"] * (players - 1)], options=options)["table"]
    rng = random.Random(game)
    with anna.sit(table) as window, anna.sit(table) as other:
        window.until("state")
        while window.state["over"] is None:
            window.act(rng.choice(window.choices))
        other.until_seq(window.seq)
        assert other.state["scene"] == window.state["scene"]
        assert other.log == window.log
        assert sum(window.state["over"]["result"]) > 0
    document = anna.http.get(f"/api/tables/{table}/match").json()
    match = hexagora.matches.from_document(document)
    assert match.over
    assert document["actions"] == window.texts


def test_two_people_play_by_seat_link_and_somebody_looks_on(server: Served):
    anna, ben, eve = Person(server.address).named("Anna"), Person(server.address).named("Ben"), Person(server.address)
    made = anna.make("hex", ["me", "friend"], options={"size": 3})
    ben.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as a, ben.sit(made["table"]) as b, eve.sit(made["table"]) as e:
        for socket, seat in ((a, 1), (b, 2), (e, 0)):
            assert socket.until("state")["seat"] == seat
        assert b.choices == []
        a.act("a1")
        b.until_seq(2)
        assert "swap" in b.choices
        b.act("b2")
        for socket in (a, e):
            socket.until_seq(3)
            assert socket.texts == ["a1", "b2"]
        assert e.choices == []
        assert [s["name"] for s in e.state["seats"]] == ["Anna", "Ben"]
        assert [s["mine"] for s in e.state["seats"]] == [False, False]
        e.send(type="act", seq=3, text="c1")
        assert e.until_error()["code"] == "forbidden"
        b.send(type="act", seq=3, text="c1")
        assert b.until_error()["code"] == "not-your-turn"
