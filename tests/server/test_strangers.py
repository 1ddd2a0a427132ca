"""Strangers cannot push out those who play: by cookies that they wipe out, by crowds of guests, by hints and talk."""

import asyncio
import contextlib
import dataclasses
import json
import logging
import struct
import threading
from pathlib import Path
from socket import SHUT_RDWR, SO_LINGER, SOL_SOCKET
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from hexagora.bots import questions
from hexagora.server import socket, takebacks, thinkers
from hexagora.server.bus import MOST_WAITING, RedisBus
from hexagora.server.errors import Refusal, too_fast
from hexagora.server.gate import network
from hexagora.server.hall import Hall
from hexagora.server.identity import COOKIE
from hexagora.server.metrics import Metrics
from hexagora.server.settings import Limits, Settings
from hexagora.server.supervision import Supervisor
from hexagora.server.turns import Turns
from tests.server.support import GENEROUS, PATIENCE, Person, Served, Socket, serving, settings, wait_until

CROSS = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


# cookies


@pytest.mark.parametrize(("method", "path", "headers", "made"), [
    ("GET", "/", {}, True),
    ("GET", "/", {"sec-fetch-site": "none", "sec-fetch-dest": "document"}, True),
    ("GET", "/", CROSS, True),  # a link on another site: without our cookie there was none
    ("GET", "/api/me", {"sec-fetch-site": "same-origin", "sec-fetch-dest": "empty"}, True),
    ("POST", "/api/me", {**CROSS, "origin": "https://evil.example"}, False),
    ("POST", "/api/me", CROSS, False),
    ("POST", "/api/me", {"origin": "https://evil.example"}, False),
    ("POST", "/", {"origin": "null"}, False),
    ("GET", "/", {**CROSS, "sec-fetch-dest": "iframe"}, False),
    ("GET", "/api/me", {"sec-fetch-site": "cross-site", "sec-fetch-dest": "image"}, False),
    ("GET", "/api/me", {"origin": "https://evil.example"}, False),
    ("GET", "/api/tables/nowhere", {}, False),
    ("GET", "/nothing/here", {}, False),
    ("POST", "/api/me", {}, False),  # not valid: it has no body
])
def test_a_refused_or_foreign_request_makes_no_guest(server: Served, method: str, path: str, headers: dict, made: bool):
    answer = httpx.request(method, server.address + path, headers=headers)
    assert (COOKIE in answer.headers.get("set-cookie", "")) is made, answer.status_code


@pytest.mark.parametrize("path", ["/", "/static/js/api.js", "/api/games/hex/tutorial", "/embed.js", "/api/me"])
def test_no_cache_on_the_way_keeps_an_answer_that_makes_a_guest(server: Served, path: str):
    """It would hand the same cookie to whoever asks for the page next."""
    new = httpx.get(server.address + path)
    assert COOKIE in new.headers["set-cookie"]
    assert {"private", "no-store"} & set(new.headers["cache-control"].split(", "))
    again = httpx.get(server.address + path, headers={"cookie": new.headers["set-cookie"].split(";")[0],
                                                      "if-none-match": new.headers.get("etag", "")})
    assert "set-cookie" not in again.headers
    assert "private" not in again.headers["cache-control"]


# crowds


def test_a_seat_is_never_locked_by_those_who_look_on(tmp_path: Path):
    limits = Limits(viewers_per_table=3, onlookers_per_address=100, request_burst=1000)
    with serving(settings(tmp_path, limits=limits)) as server, contextlib.ExitStack() as crowd:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"])["table"]
        for _ in range(3):
            crowd.enter_context(Person(server.address).sit(table)).until("state")
        assert Person(server.address).sit(table).until_error()["code"] == "full"
        with anna.sit(table) as window:
            window.until("state")
            assert window.act("a1")["seq"] == 2


def test_a_flood_from_the_same_address_does_not_keep_out_who_sits_there(tmp_path: Path):
    few = dataclasses.replace(GENEROUS, requests_per_second=0.0001, request_burst=10)
    with serving(settings(tmp_path, limits=few)) as server, contextlib.ExitStack() as windows:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"])["table"]
        windows.enter_context(anna.sit(table)).until("state")
        while windows.enter_context(Socket(server.address, table, {})).receive().get("code") != "rate":
            pass
        assert anna.http.get("/api/me").status_code == 429
        assert windows.enter_context(anna.sit(table)).until("state")


def test_large_requests_count_as_several(tmp_path: Path):
    """They cost as much: two a second of the largest would keep everybody waiting."""
    limits = Limits(requests_per_second=0.0001, request_burst=12, request_bytes=32 * 1024)
    large = json.dumps({"name": "x" * 250_000}).encode()
    with serving(settings(tmp_path, limits=limits)) as server:
        answers = [httpx.post(f"{server.address}/api/me", content=body) for body in (large, iter([large]), large)]
        assert [answer.status_code for answer in answers] == [422, 429, 429]
        assert answers[1].json() == {"error": str(too_fast()), "code": "rate"}


def test_long_messages_count_as_several(tmp_path: Path):
    limits = Limits(messages_per_second=0.0001, message_burst=10, request_burst=1000)
    with serving(settings(tmp_path, limits=limits)) as server:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"])["table"]
        with anna.sit(table) as window:
            window.until("state")
            codes = []
            for _ in range(3):
                window.send(type="ping", **{f"k{k}": k for k in range(500)})
                codes.append(window.until_error()["code"])
            assert codes == ["bad-message", "rate", "rate"]


def test_those_who_look_on_share_a_limit_by_address(tmp_path: Path):
    limits = Limits(onlookers_per_address=2, request_burst=1000)
    with serving(settings(tmp_path, limits=limits)) as server, contextlib.ExitStack() as crowd:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"])["table"]
        for _ in range(2):
            crowd.enter_context(Person(server.address).sit(table)).until("state")
        assert Person(server.address).sit(table).until_error()["code"] == "rate"
        with anna.sit(table) as window:
            window.until("state")
        crowd.close()
        wait_until(lambda: not server.hall._sockets)
        with Person(server.address).sit(table) as window:
            window.until("state")


def test_further_windows_share_a_limit_by_address_however_many_guests_sit_somewhere(tmp_path: Path):
    """Guests who sit at tables of their own are made in no time: forty windows for each were no limit."""
    limits = Limits(windows_per_address=2, request_burst=1000)
    with serving(settings(tmp_path, limits=limits)) as server, contextlib.ExitStack() as windows:
        people = [Person(server.address) for _ in range(3)]
        tables = [person.make("hex", ["me", "here"])["table"] for person in people]
        for person, table in zip(people, tables, strict=True):
            windows.enter_context(person.sit(table)).until("state")
        for _ in range(2):
            windows.enter_context(people[0].sit(tables[0])).until("state")
        assert people[0].sit(tables[0]).until_error()["code"] == "rate"
        assert people[1].sit(tables[1]).until_error()["code"] == "rate"
        late = Person(server.address)
        with late.sit(late.make("hex", ["me", "here"])["table"]) as window:
            window.until("state")
        windows.close()
        wait_until(lambda: not server.hall._sockets)
        with people[1].sit(tables[1]) as first, people[1].sit(tables[1]) as second:
            assert first.until("state")
            assert second.until("state")


def test_a_crowd_of_fresh_guests_does_not_fill_the_chat(tmp_path: Path):
    limits = Limits(chats_per_minute=0.001, chat_burst=2, request_burst=1000)
    with serving(settings(tmp_path, limits=limits)) as server:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"])["table"]
        heard = []
        for k in range(4):
            with Person(server.address).sit(table) as window:
                window.until("state")
                window.send(type="chat", text=f"noise {k}")
                heard.append(_answer_to(window, f"noise {k}"))
        assert heard == ["chat", "chat", "error", "error"]
        with anna.sit(table) as window:
            window.until("state")
            window.send(type="chat", text="mine")
            while window.until("chat")["text"] != "mine":
                pass


def _answer_to(window: Socket, text: str) -> str:
    while (message := window.receive())["type"] != "error":
        if message["type"] == "chat" and message["text"] == text:
            break
    return str(message["type"])


@pytest.mark.parametrize(("address", "counted"), [
    ("203.0.113.9", "203.0.113.9"), ("2001:db8:0:1::5", "2001:db8:0:1::/64"),
    ("2001:db8:0:1:ffff::", "2001:db8:0:1::/64"), ("2001:db8:0:2::5", "2001:db8:0:2::/64"),
    ("::ffff:203.0.113.9", "203.0.113.9"), ("fe80::1%eth0", "fe80::/64"),
])
def test_one_household_is_one_address(address: str, counted: str):
    assert network(address) == counted


# hints and reviews


def test_whoever_matters_most_gets_the_next_place():
    async def go() -> list[str]:
        turns, order = Turns(1), []

        async def work(name: str, rank: int) -> None:
            async with turns.place(rank):
                order.append(name)
                await asyncio.sleep(0)

        async with turns.place(0):
            waiting = [asyncio.create_task(work(name, rank)) for name, rank in (
                ("review", 2), ("hint 1", 1), ("gone", 0), ("bot", 0), ("hint 2", 1))]
            await asyncio.sleep(0)
            waiting[2].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        async with turns.place(5):
            return order

    assert asyncio.run(go()) == ["bot", "hint 1", "hint 2", "review"]


def test_among_equals_those_go_first_for_whom_least_is_under_way():
    async def go() -> list[str]:
        turns, order = Turns(1), []

        async def work(name: str) -> None:
            async with turns.place(0, name):
                order.append(name)
                await asyncio.sleep(0)

        async with turns.place(0, "crowd"):
            waiting = [asyncio.create_task(work(name)) for name in ("crowd", "crowd", "crowd", "anna", "ben", "anna")]
            await asyncio.sleep(0)
            under_way = [turns.under_way(name) for name in ("crowd", "anna", "ben", "nobody")]
        await asyncio.gather(*waiting)
        assert under_way == [4, 2, 1, 0]
        assert not any(map(turns.under_way, ("crowd", "anna", "ben")))
        return order

    assert asyncio.run(go()) == ["anna", "ben", "crowd", "anna", "crowd", "crowd"]


def test_bots_and_hints_are_thought_about_for_the_address_that_looks_on(tmp_path: Path):
    """The tables of one address, however many, keep nobody else's bots waiting for more than one turn."""
    asked = []

    async def ask(question: Any, request: Any, who: str = "") -> Any:
        asked.append((question.__name__, who))
        raise RuntimeError("nobody thinks here")

    with serving(settings(tmp_path, proxies=1)) as server:
        server.hall.thinkers._ask = ask
        anna = Person(server.address)
        table = anna.make("hex", ["me", {"kind": "bot", "level": "beginner"}], options={"size": 5, "swap": False})
        with anna.sit(table["table"], **{"X-Forwarded-For": "198.51.100.7"}) as window:
            window.until("state")
            window.send(type="hint", seq=1)
            window.until_error()
            window.act(window.choices[0])
            while not window.choices:
                window.receive()
    assert asked == [("hints", "198.51.100.7"), ("decide", "198.51.100.7")]


def test_bots_go_before_hints_and_these_before_reviews():
    asked = (questions.decide, questions.hints, questions.look_again)
    ranks = [questions.RANKS[question.__name__] for question in asked]
    assert ranks == sorted(set(ranks))


def test_a_worker_that_does_not_come_to_an_end_is_replaced(monkeypatch: pytest.MonkeyPatch):
    class Stuck:
        def shutdown(self, **_: Any) -> None:
            ended.append(self)

        def submit(self, *_: Any) -> Any:
            from concurrent.futures import Future

            return Future()

    ended: list[Any] = []
    found = thinkers.Thinkers(Settings(bot_workers=1), Metrics())
    monkeypatch.setattr(thinkers, "LEARNING", 0.01)
    found._pool = Stuck()  # type: ignore[assignment]
    request = questions.Part("hex", "{}", range(1))
    with pytest.raises(TimeoutError):
        asyncio.run(found._ask(questions.look_again, request))
    assert len(ended) == 1
    assert found._pool is None


def test_a_window_waits_for_one_hint_at_a_time(server: Served, monkeypatch: pytest.MonkeyPatch):
    async def never(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(server.hall.thinkers, "hints", never)
    person = Person(server.address)
    with person.sit(person.make("hex", ["me", "here"])["table"]) as window:
        window.until("state")
        window.send(type="hint", seq=1)
        window.send(type="hint", seq=1)
        assert "waiting for a hint" in window.until_error()["error"]


# taking back


def _three(server: Served) -> tuple[list[Person], str]:
    people = [Person(server.address) for _ in range(3)]
    made = people[0].make("manapool", ["me", "friend", "friend"], seed="three")
    for person, link in zip(people[1:], made["links"], strict=True):
        person.follow(link["url"])
    return people, made["table"]


def test_those_who_are_away_are_asked_too(server: Served):
    (anna, ben, eve), table = _three(server)
    with anna.sit(table) as a, ben.sit(table) as b, eve.sit(table) as e:
        windows = [a, b, e]
        for window in windows:
            window.until("state")
        first = a.state["seq"]
        mover = next(w for w in windows if w.choices)
        mover.act(mover.choices[0])
        others = [w for w in windows if w is not mover]
        others[1].send(type="leave")
        while not any(s["away"] for s in mover.state["seats"]):
            mover.until("state")
        mover.send(type="ask-takeback", seq=mover.seq)
        while mover.state["takeback"] is None:
            mover.until("state")
        assert len(mover.state["takeback"]["answers"]) == 2
        assert first


def test_however_often_one_asks_for_a_move_back_one_question_waits_for_its_answers(server: Served):
    person, other = Person(server.address), Person(server.address)
    made = person.make("hex", ["me", "friend"], options={"swap": False})
    other.follow(made["links"][0]["url"])
    with person.sit(made["table"]) as asks, other.sit(made["table"]) as declines:
        for window in (asks, declines):
            window.until("state")
        asks.act("a1")
        for _ in range(5):
            asks.send(type="ask-takeback", seq=2)
            while not declines.state.get("takeback"):
                declines.until("state")
            declines.send(type="answer-takeback", yes=False)
            asks.until("takeback-declined")
            while declines.state["takeback"]:
                declines.until("state")
        names = [task.get_name() for task in server.hall.tasks._tasks if not task.done() and not task.cancelling()]
        assert names.count(f"takeback {made['table']}") == 1


def test_what_costs_processor_time_counts_by_the_address_whoever_asks_there(tmp_path: Path):
    few = dataclasses.replace(GENEROUS, questions_per_address=2)
    release, begun = threading.Event(), threading.Event()
    with serving(settings(tmp_path, limits=few)) as server:
        hall = server.hall

        def hold() -> None:
            begun.set()
            release.wait(PATIENCE)

        holding = asyncio.run_coroutine_threadsafe(hall.aside_for("192.0.2.9", hold), server.loop)
        assert begun.wait(PATIENCE)
        guests = [Person(server.address) for _ in range(4)]
        told: list[int] = []
        asking = [threading.Thread(target=lambda guest=guest: told.append(
            guest.http.get("/api/mine/standing").status_code)) for guest in guests]
        try:
            for one in asking:
                one.start()
            wait_until(lambda: len(told) == len(guests) - few.questions_per_address)
            assert set(told) == {429}
        finally:
            release.set()
            for one in asking:
                one.join()
            holding.result()
        assert sorted(told) == [200, 200, 429, 429]


FRIEND = ["me", "friend"]


def test_no_address_fills_the_lobby_alone_whoever_asks_there(tmp_path: Path):
    few = dataclasses.replace(GENEROUS, tables_waiting=2)
    with serving(settings(tmp_path, limits=few)) as server:
        first, second = [Person(server.address).make("hex", FRIEND, public=True)["table"] for _ in range(2)]
        last = Person(server.address)
        wish = {"game": "hex", "seats": [{"kind": kind} for kind in FRIEND]}
        refused = last.http.post("/api/tables", json={**wish, "public": True})
        assert (refused.status_code, refused.json()["code"]) == (409, "too-many")
        assert last.http.post("/api/tables", json=wish).status_code == 201, "nobody is told of it in the lobby"
        last.http.post(f"/api/tables/{first}/seats/2/claim").raise_for_status()
        assert last.http.post("/api/tables", json={**wish, "public": True}).status_code == 201
        assert second in {table["table"] for table in last.http.get("/api/tables").json()}


def test_tables_at_which_one_only_looks_on_hide_none_that_waits_for_players(tmp_path: Path):
    few = dataclasses.replace(GENEROUS, listed_tables=2)
    with serving(settings(tmp_path, limits=few)) as server:
        person, stranger = Person(server.address), Person(server.address)
        waits = person.make("hex", FRIEND, public=True)["table"]
        for _ in range(3):
            stranger.make("hex", ["me", "here"], public=True)
        listed = [table["table"] for table in stranger.http.get("/api/tables").json()]
        assert (listed[0], len(listed)) == (waits, 2)


def test_who_does_not_answer_in_time_has_declined(server: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(takebacks, "ANSWER_SECONDS", 0.2)
    anna, ben = Person(server.address), Person(server.address)
    made = anna.make("hex", ["me", "friend"])
    ben.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as window:
        window.until("state")
        window.act("a1")
        window.send(type="ask-takeback", seq=2)
        assert window.until("takeback-declined")["seats"] == [2]
        ben_sees = ben.http.get(f"/api/tables/{made['table']}/match").json()
        assert ben_sees["actions"] == ["a1"]


def test_a_match_that_is_over_stays_over(server: Served):
    person = Person(server.address)
    start = {"game": "hex", "options": {"size": 3}, "red": ["a1", "a2"], "blue": ["b1", "b2"]}
    table = person.make("hex", ["me", {"kind": "bot", "level": "beginner"}], options={"size": 3}, start=start)["table"]
    with person.sit(table) as window:
        window.until("state")
        assert window.act("a3")["over"]
        for kind in ("ask-takeback", "undo", "restart-turn"):
            window.send(type=kind, seq=window.seq)
            assert window.until_error()["code"] in ("over", "no-undo")
        assert window.state["over"]


# leaving early


def test_a_socket_that_is_refused_while_its_client_leaves_prints_no_traceback(
        server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
        capfd: pytest.CaptureFixture[str]):
    person = Person(server.address)
    table = person.make("hex", ["me", "here"])["table"]
    left, refused, turn_away = threading.Event(), threading.Event(), socket._turn_away

    async def enter(self: Hall, *_: Any) -> Any:
        await asyncio.to_thread(left.wait, 20)
        raise Refusal("full", "So many people look on already.", 503)

    async def turned_away(*arguments: Any) -> None:
        try:
            await turn_away(*arguments)
        finally:
            refused.set()

    monkeypatch.setattr(Hall, "enter", enter)
    monkeypatch.setattr(socket, "_turn_away", turned_away)
    before = len(server.lines)
    window = person.sit(table)
    window.connection.socket.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))  # goes without a word
    window.connection.socket.shutdown(SHUT_RDWR)
    window.connection.socket.close()
    wait_until(lambda: len(server.lines) <= before)
    left.set()
    assert refused.wait(20)
    monkeypatch.undo()
    assert person.http.get("/readyz").status_code == 200
    assert "Traceback" not in caplog.text + capfd.readouterr().err
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


# the bus is away


def test_what_waits_for_the_bus_is_bounded_and_everything_is_looked_at_again():
    class Back:
        def __init__(self) -> None:
            self.said: list[dict[str, Any]] = []
            self.waiting: list[str] = []

        async def publish(self, _: str, text: str) -> None:
            self.said.append(json.loads(text))

        def pipeline(self, transaction: bool) -> Any:
            return SimpleNamespace(publish=lambda _, text: self.waiting.append(text), execute=self.execute)

        async def execute(self) -> None:
            self.said += map(json.loads, self.waiting)
            self.waiting.clear()

    async def go() -> list[dict[str, Any]]:
        bus = RedisBus("redis://localhost", Supervisor(Metrics()))
        for k in range(MOST_WAITING + 10):
            bus.publish({"table": f"t{k}", "kind": "changed"})
        assert bus._outbox.qsize() == MOST_WAITING
        back = bus._redis = Back()  # type: ignore[assignment]
        sending = asyncio.create_task(bus._send())
        while len(back.said) <= MOST_WAITING:
            await asyncio.sleep(0)
        sending.cancel()
        return back.said

    said = asyncio.run(go())
    assert said[0]["kind"] == "again"
    assert sum(message["kind"] == "again" for message in said) == 1
