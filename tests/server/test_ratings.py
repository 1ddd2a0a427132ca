"""Rated tables: what they demand, what counts and how, once and for all; leaderboards; what bots are worth."""

import asyncio
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hexagora import registry
from hexagora.bots.levels import ALL
from hexagora.bots.strengths import strengths
from hexagora.server import ratings
from hexagora.server.settings import Settings
from tests import samples
from tests.server import services
from tests.server.support import Person, Process, Served, Socket, free_port, serving, settings, wait_until

CLOCK = {"bank": 3600}
WINNING = [f"a{row}" for row in range(1, 12)]  # joins the sides of a board of eleven, if nobody minds


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with services.postgresql(tmp_path_factory.mktemp("database")) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def chosen(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "sqlite":
        return settings(tmp_path)
    return settings(tmp_path, database_url=request.getfixturevalue("postgresql"))


def _lay(anna: Person, ben: Person, **more: Any) -> str:
    made = anna.make("hex", ["me", "friend"], **{"rated": True, "clock": CLOCK, **more})
    assert made["resume"] == []
    ben.follow(made["links"][0]["url"])
    return str(made["table"])


def _resign(person: Person, table: str) -> dict[str, Any]:
    with person.sit(table) as window:
        window.until("state")
        window.send(type="resign")
        while not window.until("state")["over"]:
            pass
        return window.state


def _mine(person: Person) -> list[dict[str, Any]]:
    return list(person.http.get("/api/mine/ratings").json())


def _pair(server: Served) -> tuple[Person, Person]:
    return Person(server.address).named("Anna"), Person(server.address).named("Ben")


@pytest.mark.parametrize("wish", [
    {"seed": "mine"}, {"clock": None}, {"options": {"size": 5}}, {"patience": 30},
    {"seats": [{"kind": "me"}, {"kind": "here"}]}, {"seats": [{"kind": "bot"}, {"kind": "bot"}]},
    {"start": {"game": "hex", "options": {"size": 11}, "red": ["a1"], "blue": ["b1"]}},
])
def test_a_rated_table_is_like_every_other_rated_table(server: Served, wish: dict[str, Any]):
    plan = {"game": "hex", "seats": [{"kind": "me"}, {"kind": "friend"}], "rated": True, "clock": CLOCK, **wish}
    refused = Person(server.address).http.post("/api/tables", json=plan)
    assert (refused.status_code, refused.json()["code"]) == (422, "rated")


def test_there_are_no_hints_no_take_backs_and_no_second_seat(server: Served):
    anna, ben = _pair(server)
    made = anna.make("hex", ["me", "friend"], rated=True, clock=CLOCK)
    assert anna.http.post(f"/api/tables/{made['table']}/seats/2/claim").json()["code"] == "rated"
    ben.follow(made["links"][0]["url"])
    assert anna.http.get(f"/api/tables/{made['table']}/passes").json()["code"] == "rated"
    with anna.sit(made["table"]) as window:
        window.until("state")
        assert window.state["rated"]
        window.send(type="hint", seq=window.seq)
        assert window.until_error()["code"] == "rated"
        assert not window.act("a1")["may_undo"]
        window.send(type="ask-takeback", seq=window.seq)
        assert window.until_error()["code"] == "rated"
        window.send(type="undo", seq=window.seq)
        assert window.until_error()["code"] == "no-undo"


def test_who_wins_rises_and_who_loses_falls_and_both_are_told(server: Served):
    anna, ben = _pair(server)
    table = _lay(anna, ben)
    with ben.sit(table) as window:
        seats = window.until("state")["seats"]
        assert [s["rating"] for s in seats] == [{"value": 1500, "provisional": True}] * 2
        told = _resign(anna, table)
        assert told["over"]["ratings"].keys() == {"1", "2"}
        lost, won = (told["over"]["ratings"][seat] for seat in "12")
        assert (lost[0], won[0]) == (1500, 1500)
        assert lost[1] < 1500 < won[1]
        while not window.state["over"]:
            window.until("state")
        assert [s["rating"]["value"] for s in window.state["seats"]] == [lost[1], won[1]]
    assert [(r["game"], r["category"], r["value"], r["matches"]) for r in _mine(ben)] == [("hex", "2", won[1], 1)]


def test_a_match_that_the_rules_end_counts_with_its_last_decision(server: Served):
    anna, ben = _pair(server)
    table = _lay(anna, ben)
    with anna.sit(table) as a, ben.sit(table) as b:
        a.until("state")
        a.act(WINNING[0])
        for mine, theirs in zip(WINNING[1:], (f"e{row}" for row in range(1, 11)), strict=True):
            b.until_seq(a.seq)
            b.act(theirs)
            a.until_seq(b.seq)
            a.act(mine)
        assert a.state["over"]["result"] == [1.0, 0.0]
        assert a.state["over"]["ratings"]["1"][1] > 1500
    assert _mine(anna)[0]["matches"] == _mine(ben)[0]["matches"] == 1


@pytest.mark.parametrize("end", ["call-off", "offer-end"])
def test_what_ends_without_a_result_does_not_count(server: Served, end: str):
    anna, ben = _pair(server)
    table = _lay(anna, ben)
    with anna.sit(table) as a, ben.sit(table) as b:
        a.until("state")
        b.until("state")
        a.send(type=end)
        if end == "offer-end":
            b.send(type=end)
        while not a.until("state")["over"]:
            pass
        assert a.state["over"]["ratings"] == {}
    assert _mine(anna) == _mine(ben) == []


def test_time_that_is_up_is_a_loss(server: Served):
    anna, ben = _pair(server)
    with ben.sit(_lay(anna, ben, clock={"per_move": 0.2})) as window:
        while not window.until("state")["over"]:
            pass
        assert (window.state["over"]["ending"], window.state["over"]["result"]) == ({"kind": "time", "by": 1}, [0, 1])
        assert window.state["over"]["ratings"]["2"][1] > 1500


def test_a_match_against_bots_is_not_escaped(server: Served):
    anna, _ = _pair(server)
    bot = {"kind": "bot", "level": "beginner"}
    table = anna.make("hex", ["me", bot], rated=True, clock=CLOCK)["table"]
    assert anna.http.post(f"/api/tables/{table}/put-away").json()["code"] == "rated"
    with anna.sit(table) as window:
        assert window.until("state")["seats"][1]["rating"]["value"] < 1000
        window.send(type="offer-end")
        assert window.until_error()["code"] == "rated"
        window.send(type="leave")
        while not window.until("state")["seats"][0]["away"]:
            pass
        window.send(type="return")
        assert window.until_error()["code"] == "rated"
        window.send(type="resign")
        while not window.until("state")["over"]:
            pass
    assert _mine(anna)[0]["value"] < 1500


def test_who_left_comes_last_and_teams_stand_together():
    even = [(25.0, 8.0)] * 4
    left = ratings.rated(even, [0, 1, 2, 3], [ratings.LAST, 1.0, 0.0, 0.0])
    assert left[0][0] < left[2][0] == left[3][0] < left[1][0]
    first, second, third, fourth = ratings.rated(even, [0, 1, 0, 1], [0.5, 0.0, 0.5, 0.0])
    assert first == third
    assert second == fourth
    assert first[0] > 25 > second[0]


def test_two_matches_that_end_at_once_both_count(chosen: Settings):
    """Each changes the same two ratings; the second must see what the first has changed."""
    with serving(chosen) as server:
        anna, ben = _pair(server)
        laid = [_lay(anna, ben) for _ in range(4)]
        with ThreadPoolExecutor(4) as several:
            list(several.map(lambda table: _resign(anna, table), laid))
        assert [r["matches"] for r in (*_mine(anna), *_mine(ben))] == [4, 4]
        one = Person(server.address), Person(server.address)
        for _ in range(4):
            _resign(one[0], _lay(*one))
        assert [_mine(p)[0]["value"] for p in (anna, ben)] == [_mine(p)[0]["value"] for p in one]


def test_a_match_counts_once_whoever_says_so_again(server: Served):
    anna, ben = _pair(server)
    table = _lay(anna, ben)
    _resign(anna, table)
    before = _mine(anna)

    async def again() -> str:
        from hexagora.server.storage import AlreadyWritten, Job

        room = await server.hall.room(table)
        job = Job()
        room.table.count_result(job, time.time())
        try:
            await server.hall.storage.write(job)
        except AlreadyWritten:
            return "refused"
        return "written"

    assert asyncio.run_coroutine_threadsafe(again(), server.loop).result() == "refused"
    assert _mine(anna) == before


def test_a_server_that_is_killed_at_the_end_of_a_match_has_counted_it_or_not_ended_it(tmp_path: Path):
    """The end and what it changes are one: whatever is there after the crash, both are or neither is."""
    path, port = tmp_path / "tables.sqlite3", free_port()
    environment = {"HEXAGORA_DATABASE_URL": f"sqlite:///{path}"}
    running = Process(environment, port).ready()
    people = [Person(running.address) for _ in range(2)]
    laid = [_lay(*people) for _ in range(3)]
    windows = [Socket(running.address, table, {"Cookie": people[0].cookie}) for table in laid]
    for window in windows:
        window.until("state")
    for window in windows:
        window.send(type="resign")
    running.kill()
    found = sqlite3.connect(path)
    over = {row[0] for row in found.execute("SELECT id FROM tables WHERE status = 'over'")}
    counted = {row[0] for row in found.execute("SELECT DISTINCT table_id FROM rating_changes")}
    assert over == counted
    again = Process(environment, port).ready()
    for table in set(laid) - over:
        _resign(people[0], table)
    assert [r["matches"] for r in _mine(people[0])] == [3]
    again.stop()


def test_what_bots_are_worth_is_worked_out_once_for_a_table(server: Served, monkeypatch: pytest.MonkeyPatch):
    anna = Person(server.address)
    with anna.sit(anna.make("hex", ["me", "here"])["table"]) as window:
        window.until("state")
        monkeypatch.delattr(ratings, "of_bots")
        assert window.act("a1")["seats"]


def test_leaders_are_people_who_can_come_back_and_are_certain(server: Served, tmp_path: Path):
    anna, ben = _pair(server)
    _resign(anna, _lay(anna, ben))
    database = sqlite3.connect(tmp_path / "tables.sqlite3")  # past the server, as many matches would
    database.execute("UPDATE ratings SET sigma = 3.0")
    database.commit()
    board = "/api/ratings/hex/2"
    assert anna.http.get(board).json()["people"] == []
    ben.http.post("/api/me/code")
    told = anna.http.get(board).json()
    assert [(p["name"], p["matches"], p["provisional"]) for p in told["people"]] == [("Ben", 1, False)]
    assert set(told["bots"]) == {level.id for level in ALL}
    database.execute("UPDATE ratings SET sigma = 8.0")
    database.commit()
    assert anna.http.get(board).json()["people"] == []
    assert anna.http.get("/api/ratings/hex/3").status_code == 404


def test_ratings_go_along_with_a_person_and_away_with_one(server: Served):
    anna, ben = _pair(server)
    _resign(anna, _lay(anna, ben))
    phone = Person(server.address)
    code = phone.http.post("/api/me/code").json()["code"]
    ticket = anna.http.post("/api/sign-in/code", json={"code": code}).json()["ticket"]
    lost = _mine(anna)
    anna.http.post("/api/sign-in", json={"ticket": ticket, "tables": "along"}).raise_for_status()
    assert _mine(anna) == _mine(phone) == lost
    ben.http.post("/api/me/forget", json={"really": "forget me"}).raise_for_status()
    assert _mine(ben) == []
    assert _mine(anna) == lost


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_stronger_levels_have_higher_ratings_in_every_game(game: str):
    found = registry.game(game)
    for category in ratings.categories(found):
        places = list(strengths(found, category).values())
        assert len(places) == len(ALL)
        assert places == sorted(places)
    assert ratings.category(found.match()) in ratings.categories(found)


def test_teams_are_rated_apart():
    found = next(g for g in map(registry.game, registry.SUPPLIED) if len(ratings.categories(g)) > len(g.facts.players))
    assert ratings.category(found.match(players=4, mode="teams")) == "4t"
    assert ratings.category(found.match(players=4)) == "4"


def test_a_running_match_goes_on_by_itself_when_its_person_has_left(server: Served):
    anna, _ = _pair(server)
    bots = [{"kind": "bot", "level": "beginner"}] * 2
    table = anna.make(samples.game_for(3), ["me", *bots], rated=True, clock=CLOCK)["table"]
    with anna.sit(table) as window:
        window.until("state")
        window.send(type="leave")
        while not window.until("state")["seats"][0]["away"]:
            pass
        seq = window.seq
    wait_until(lambda: server.hall.rooms[table].table.n > seq)
