"""Quick match: people who want the same come together, the nearest in strength; who waits goes on looking."""

import asyncio
from typing import Any

import pytest

from hexagora.server.schema import ratings
from tests import samples
from tests.server.support import Person, Served, serving, settings


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory):
    with serving(settings(tmp_path_factory.mktemp("tables"))) as running:
        yield running


def quick(person: Person, speed: str = "fast", **more: Any) -> str:
    answer = person.http.post("/api/quick", json={"game": "hex", "players": 2, "speed": speed, **more})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


def status(person: Person, table: str) -> str:
    return str(person.http.get(f"/api/tables/{table}").json()["status"])


def test_two_who_want_the_same_play_together(server: Served):
    anna, bert, carl = (Person(server.address) for _ in range(3))
    table = quick(anna)
    assert quick(carl, "days") != table
    assert status(anna, table) == "open"
    assert quick(bert) == table
    assert status(anna, table) == "running"
    found = anna.http.get(f"/api/tables/{table}").json()
    assert (found["public"], [seat["taken"] for seat in found["seats"]]) == (True, [True, True])
    assert quick(bert) != table  # the next one begins anew


def test_rated_and_unrated_are_kept_apart_and_numbers_of_players_too(server: Served):
    anna, bert, carl = (Person(server.address) for _ in range(3))
    table = quick(anna, rated=True)
    assert quick(bert) != table
    assert quick(carl, rated=True) == table
    first = quick(anna, game=samples.game_for(2, 3), players=3)
    assert quick(bert, game=samples.game_for(2, 3), players=2) != first
    assert quick(carl, game=samples.game_for(2, 3), players=3) == first
    assert status(anna, first) == "open"  # a third is missing


def test_of_two_who_came_at_once_the_later_one_moves(server: Served):
    anna, bert = Person(server.address), Person(server.address)
    first = quick(anna)
    again = {"game": "hex", "options": {"players": 2}, "clock": {"bank": 300, "increment": 5}, "public": True,
             "seats": [{"kind": "me"}, {"kind": "friend"}]}
    second = str(bert.http.post("/api/tables", json=again).json()["table"])
    assert quick(anna, table=first) == first  # who was there first stays
    assert quick(bert, table=second) == first
    assert status(anna, first) == "running"
    assert bert.http.get(f"/api/tables/{second}").status_code == 404
    late = anna.http.post("/api/quick", json={"game": "hex", "players": 2, "speed": "fast", "table": first})
    assert (late.status_code, late.json()["code"]) == (409, "begun")


def test_somebody_elses_table_is_no_place_to_look_from(server: Served):
    anna, bert = Person(server.address), Person(server.address)
    answer = bert.http.post("/api/quick", json={"game": "hex", "players": 2, "speed": "fast", "table": quick(anna)})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_the_nearest_in_strength_is_chosen_and_far_ones_have_to_wait(server: Served):
    master, first, second, third = (Person(server.address) for _ in range(4))
    high = quick(master, rated=True)
    set_rating(server, high, 45.0)
    low = quick(first, rated=True)
    assert low != high  # a newcomer does not meet a master at once
    assert quick(second, rated=True) == low
    assert quick(third, rated=True) not in (high, low)


def set_rating(server: Served, table: str, mu: float) -> None:
    """Of whoever laid the table, as many matches would have left it."""
    async def write() -> None:
        storage = server.hall.storage
        row = {"game": "hex", "category": "2", "mu": mu, "sigma": 1.0, "matches": 50, "at": 0.0}
        row["guest"] = (await storage.holders(table))[0].guest
        await storage.change(lambda connection: connection.execute(ratings.insert().values(row)))

    asyncio.run_coroutine_threadsafe(write(), server.loop).result(60)
