"""Whoever is elsewhere is told of a long turn, once: by a push that only the browser can read, by a mail."""

import asyncio
import io
import json
import socket
import sqlite3
import ssl
import stat
import threading
import time
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage, Message
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from py_vapid import Vapid02

from hexagora.engine.errors import HexagoraError
from hexagora.server import channels, mailing, notices, outside, pushing
from hexagora.server.app import create_app
from hexagora.server.forgetting import prune
from hexagora.server.settings import Limits, Settings
from tests.server import services
from tests.server.outsiders import (
    MAIL_HOST,
    PUSH_HOST,
    Browser,
    MailServer,
    PushService,
    mail_server,
    push_service,
)
from tests.server.support import GENEROUS, Person, Served, serving, settings, wait_until

DAYS = {"per_move": 2 * 24 * 3600}
HOME = "https://hex.example.org"


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with services.postgresql(tmp_path_factory.mktemp("database")) as url:
        yield url


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service that the server reaches under its name, whatever port it has here."""
    with push_service(tmp_path) as running:
        class Here(aiohttp.ThreadedResolver):
            async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> list[Any]:
                found = await super().resolve("127.0.0.1", running.port, socket.AF_INET)
                return [{**one, "hostname": host} for one in found]

        trusted = ssl.create_default_context(cafile=str(tmp_path / f"{PUSH_HOST}.pem"))
        monkeypatch.setattr(outside, "connector", lambda: aiohttp.TCPConnector(resolver=Here(), ssl=trusted))
        monkeypatch.setattr(pushing, "PAUSE", 0.0)
        yield running


def quick(folder: Path, **more: Any) -> Settings:
    """A server that finds a turn to tell at once; the rounds are the test's, for its own come too late."""
    at_once = {"sweep_seconds": 3600.0, "push_after": 0.0, "mail_after": 0.0, "mail_every": 0.0}
    return settings(folder, **{**at_once, **more})


def go_round(server: Served) -> None:
    """One round over all that is to be told; returns when it is done."""
    asyncio.run_coroutine_threadsafe(notices.go_round(server.hall), server.loop).result(60)


def pair(server: Served, **more: Any) -> tuple[Person, Person, str]:
    anna, ben = Person(server.address).named("Anna"), Person(server.address).named("Ben")
    made = anna.make("hex", ["me", "friend"], options={"size": 5, "swap": False}, **{"clock": DAYS, **more})
    ben.follow(made["links"][0]["url"])
    return anna, ben, made["table"]


def act(person: Person, table: str, *texts: str) -> None:
    with person.sit(table) as window:
        window.until("state")
        for text in texts:
            window.act(text)


def wait_until_gone(server: Served) -> None:
    """Nobody looks at any table any more."""
    wait_until(lambda: not any(room.telling.viewers for room in server.hall.rooms.values()))


def subscribe(person: Person, name: str = "one", **more: Any) -> Browser:
    browser = Browser(name)
    answer = person.http.post("/api/me/push", json={**browser.subscription, **more})
    assert answer.status_code == 201, answer.text
    return browser


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_turn_is_pushed_once_to_every_browser_in_its_language(tmp_path: Path, service: PushService, database: str,
                                                                request: pytest.FixtureRequest):
    url = {} if database == "sqlite" else {"database_url": request.getfixturevalue("postgresql")}
    with serving(quick(tmp_path, **url)) as server:
        anna, ben, table = pair(server)
        phone, desk = subscribe(ben, "phone", language="it"), subscribe(ben, "desk")
        go_round(server)
        assert service.requests == []  # it is Anna's turn, and nobody asked to tell her
        act(anna, table, "a1")
        wait_until_gone(server)
        go_round(server)
        go_round(server)
        assert service.told(phone) == [{"title": "Hex: tocca a te", "body": "con Anna", "url": f"/t/{table}",
                                        "topic": table}]
        assert [told["title"] for told in service.told(desk)] == ["Hex: it is your turn"]
    with serving(quick(tmp_path, **url)) as server:
        go_round(server)
        assert len(service.requests) == 2  # also after a restart
        anna.address = ben.address = server.address
        act(ben, table, "b1")
        act(anna, table, "c1")
        wait_until_gone(server)
        go_round(server)
        assert len(service.told(desk)) == 2


def test_a_push_is_signed_and_sealed(tmp_path: Path, service: PushService):
    with serving(quick(tmp_path, contact="mailto:me@example.org")) as server:
        anna, ben, table = pair(server)
        subscribe(anna)
        go_round(server)  # the match began when Ben sat down: that is told too
        ((_, headers, body),) = service.requests
        assert b"Hex" not in body
        assert b"Ben" not in body
        assert Vapid02.verify(headers["authorization"])
        assert headers["authorization"].endswith(f"k={ben.http.get('/api/me/channels').json()['key']}")
        claims = json.loads(pushing._bytes(headers["authorization"].split("t=")[1].split(".")[1]))
        assert (claims["aud"], claims["sub"]) == (f"https://{PUSH_HOST}", "mailto:me@example.org")
        assert 0 < claims["exp"] - time.time() < 24 * 3600
        assert (headers["content-encoding"], headers["topic"]) == ("aes128gcm", table)


def test_nobody_is_told_who_knows_or_has_no_time_to_be_elsewhere(tmp_path: Path, service: PushService):
    with serving(quick(tmp_path)) as server:
        anna, _, table = pair(server)
        subscribe(anna)
        with anna.sit(table) as window:
            window.until("state")
            go_round(server)
        wait_until_gone(server)
        go_round(server)  # she saw it and left
        pair_of_hurry, _, _ = pair(server, clock={"per_move": 60})
        subscribe(pair_of_hurry, "hurry")
        alone = Person(server.address)
        alone.make("hex", ["me", "here"], clock=None)
        alone.make("hex", ["me", {"kind": "bot"}], clock=None)
        subscribe(alone, "alone")
        go_round(server)
        assert service.requests == []
        friend, _, _ = pair(server, clock=None)
        browser = subscribe(friend, "friend")
        go_round(server)
        assert len(service.told(browser)) == 1  # without a clock others wait all the same


def test_any_number_of_fast_tables_hides_no_slow_one(tmp_path: Path, service: PushService,
                                                     monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(channels, "MOST_AT_ONCE", 1)
    with serving(quick(tmp_path)) as server:
        anna = Person(server.address).named("Anna")
        for _ in range(2):  # both wait for her, and have waited longer
            anna.make_full("hex", ["me", "friend"], clock={"per_move": 600})
        anna.make_full("hex", ["me", "friend"], clock=DAYS)
        browser = subscribe(anna)
        go_round(server)
        assert len(service.told(browser)) == 1


def test_a_turn_is_told_when_it_has_waited_and_not_after_it_was_taken_over(tmp_path: Path, service: PushService):
    with serving(quick(tmp_path, push_after=3600.0)) as server:
        anna, _, table = pair(server)
        subscribe(anna)
        go_round(server)
        assert service.requests == []
        with anna.sit(table) as window:
            window.until("state")
            window.send(type="leave")
            while not window.state["seats"][0]["away"]:
                window.receive()
        wait_until_gone(server)
        go_round(server)
        assert service.requests == []


def test_what_is_gone_is_forgotten_and_what_fails_is_tried_again(tmp_path: Path, service: PushService):
    with serving(quick(tmp_path)) as server:
        anna, ben, table = pair(server)
        subscribe(anna)
        service.answers = [503, 201]
        go_round(server)
        assert len(service.requests) == 2
        browsers = lambda person: person.http.get("/api/me/channels").json()["browsers"]  # noqa: E731
        assert browsers(anna) == 1
        act(anna, table, "a1")
        act(ben, table, "b1")
        wait_until_gone(server)
        service.answers = [302]
        go_round(server)  # not followed, not tried again
        assert [path for path, _, _ in service.requests[2:]] == ["/to/one"]
        act(anna, table, "c1")
        act(ben, table, "d1")
        wait_until_gone(server)
        service.answers = [410]
        go_round(server)
        assert browsers(anna) == 0
        outcomes = {(s.labels["way"], s.labels["outcome"]): s.value for m in server.hall.metrics.notices.collect()
                    for s in m.samples if s.name.endswith("_total")}
        assert outcomes == {("push", "taken"): 1, ("push", "failed"): 1, ("push", "gone"): 1}


class Services:
    """Push services that strangers chose: some never answer. Notes who was asked, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *silent: Browser):
        self.asked: list[str] = []
        self._silent = {browser.subscription["endpoint"] for browser in silent}
        self.answer: asyncio.Event | None = None
        monkeypatch.setattr(notices, "AT_A_TIME", 1)
        monkeypatch.setattr(pushing, "deliver", self.deliver)

    async def deliver(self, _: Any, request: pushing.Request) -> str:
        self.asked.append(request.address.rpartition("/")[2])
        if self.answer:
            await self.answer.wait()
        return "failed" if request.address in self._silent else "taken"


def _waited_for(server: Served, tables: int, person: Person | None = None) -> Person:
    """Somebody whose turn it is at some tables."""
    person, others = person or Person(server.address), Person(server.address)
    for _ in range(tables):
        made = others.make("hex", ["friend", "me"], options={"size": 5, "swap": False}, clock=DAYS)
        person.follow(made["links"][0]["url"])
    return person


def test_of_services_that_do_not_answer_none_keeps_other_people_waiting(tmp_path: Path,
                                                                        monkeypatch: pytest.MonkeyPatch):
    with serving(quick(tmp_path)) as server:
        stranger = _waited_for(server, 3)
        dead = [subscribe(stranger, f"dead{k}") for k in range(4)]
        subscribe(_waited_for(server, 1), "carla")
        services = Services(monkeypatch, *dead)
        go_round(server)
        assert services.asked.index("carla") <= 3, "after one of each turn of the other at most"
        assert sorted(services.asked) == ["carla", "dead0", "dead1", "dead2", "dead3"], "none of them twice"
        services.asked.clear()
        _waited_for(server, 2, stranger)
        subscribe(_waited_for(server, 1), "dora")
        go_round(server)
        assert services.asked.index("dora") <= 1, "what failed before comes last; one was on its way"
        assert len(services.asked) == 1 + len(dead)


def test_what_was_not_told_when_a_round_is_given_up_is_told_in_the_next(tmp_path: Path,
                                                                        monkeypatch: pytest.MonkeyPatch):
    with serving(quick(tmp_path)) as server:
        services = Services(monkeypatch)
        for name in ("anna", "ben"):
            subscribe(_waited_for(server, 1), name)

        async def give_up() -> None:
            services.answer = asyncio.Event()
            under_way = asyncio.ensure_future(notices.go_round(server.hall))
            while not services.asked:
                await asyncio.sleep(0)
            under_way.cancel()
            await asyncio.wait({under_way})
            services.answer = None

        asyncio.run_coroutine_threadsafe(give_up(), server.loop).result(60)
        assert len(services.asked) == 1
        go_round(server)
        assert sorted(services.asked[1:]) == ["anna", "ben"]
        go_round(server)
        assert len(services.asked) == 3


def test_a_service_that_did_not_answer_is_not_asked_again_at_once():
    class Silent:
        asked = 0

        def post(self, *_: Any, **__: Any) -> Any:
            self.asked += 1
            raise TimeoutError

    session = Silent()
    request = pushing.Request("https://push.example.org/x", b"", {})
    assert asyncio.run(pushing.deliver(session, request)) == "failed"  # type: ignore[arg-type]
    assert session.asked == 1


@pytest.mark.parametrize("endpoint", [
    "http://push.example.org/a", "https://127.0.0.1/a", "https://[::1]/a", "https://localhost/a", "https://router/a",
    "https://10.0.0.1/a", "https://0x7f.1/a", "https://2130706433/a", "https://printer.local/a",
    "https://push.example.org:22/a", "https://me:word@push.example.org/a", "https://push.example.org:99999/a",
    "file:///etc/passwd", "nonsense"])
def test_an_address_inside_or_aside_is_refused(tmp_path_factory: pytest.TempPathFactory, shared: Served, endpoint: str):
    answer = Person(shared.address).http.post("/api/me/push", json={**Browser("x").subscription, "endpoint": endpoint})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-subscription"), answer.text


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(settings(tmp_path_factory.mktemp("shared"))) as server:
        yield server


def test_keys_that_no_browser_has_are_refused(shared: Served):
    good = Browser("x").subscription
    for bad in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": good["auth"]}):
        answer = Person(shared.address).http.post("/api/me/push", json={**good, **bad})
        assert answer.json()["code"] == "bad-subscription"


def test_a_name_that_leads_inside_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whatever a name server says: only machines that everybody can reach are connected to."""
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inside)

    async def ask() -> None:
        async with aiohttp.ClientSession(connector=outside.connector()) as session:
            await session.post(f"https://{PUSH_HOST}/a", data=b"")

    with pytest.raises(aiohttp.ClientConnectorError, match="everybody can reach"):
        asyncio.run(ask())


MANY = 40  # more than there are threads for what the server does aside


def test_a_name_server_or_mail_server_that_takes_its_time_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch):
    """The lobby's games and the moves of bots are made in threads, too; whoever subscribes chooses the name server."""
    answer, asked_now = threading.Event(), list[str]()

    def take_time(what: str) -> list[Any]:
        asked_now.append(what)
        answer.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: take_time("name"))
    monkeypatch.setattr(mailing, "_send", lambda *_: take_time("mail"))
    at_once = outside._LOOKING_UP._max_workers + mailing._SENDING._max_workers

    async def ask() -> str:
        way_out = outside.connector()
        asked = [asyncio.create_task(way_out._resolve_host(PUSH_HOST, 443)) for _ in range(MANY)]
        asked += [asyncio.create_task(mailing.send(Settings(), EmailMessage())) for _ in range(MANY)]
        try:
            while len(asked_now) < at_once:
                await asyncio.sleep(0)
            return await asyncio.wait_for(asyncio.to_thread(lambda: "done"), 20)
        finally:
            answer.set()
            await asyncio.gather(*asked, return_exceptions=True)
            await way_out.close()

    assert asyncio.run(ask()) == "done"


def test_a_person_has_few_browsers_and_who_stays_away_is_forgotten(tmp_path: Path):
    chosen = settings(tmp_path, limits=Limits(**{**vars(GENEROUS), "subscriptions_per_guest": 2}))
    with serving(chosen) as server:
        anna = Person(server.address)
        for name in ("one", "two", "three"):
            browser = subscribe(anna, name)
        assert anna.http.get("/api/me/channels").json()["browsers"] == 2
        assert anna.http.post("/api/me/push/remove", json={"endpoint": browser.subscription["endpoint"]}
                              ).json()["browsers"] == 1
        mode = (tmp_path / "tables.sqlite3").stat().st_mode  # it holds the keys
        assert stat.S_IMODE(mode) & 0o077 == 0
    assert prune(chosen, days=-1.0, really=True) == (0, 1)  # also without a name
    assert kept(tmp_path) == {"subscriptions": 0, "mails": 0}


def kept(folder: Path) -> dict[str, int]:
    with sqlite3.connect(folder / "tables.sqlite3") as database:
        return {table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("subscriptions", "mails")}


def test_an_address_that_nobody_confirms_is_not_kept(tmp_path: Path, post: MailServer):
    with serving(with_mail(tmp_path, post)) as server:
        Person(server.address).http.post("/api/me/mail", json={"address": "anna@example.org"}).raise_for_status()
        go_round(server)
        assert kept(tmp_path)["mails"] == 1
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            database.execute("UPDATE mails SET until = until - 100000")
        go_round(server)
        assert kept(tmp_path)["mails"] == 0


# mails


@pytest.fixture
def post(tmp_path: Path) -> Iterator[MailServer]:
    with mail_server(tmp_path) as running:
        yield running


def with_mail(folder: Path, post: MailServer, **more: Any) -> Settings:
    return quick(folder, **{"smtp_host": MAIL_HOST, "smtp_port": post.port, "smtp_user": "hexagora",
                            "smtp_password": "word", "smtp_ca": str(folder / f"{MAIL_HOST}.pem"), "public_url": HOME,
                            "smtp_from": "Hexagora <hexagora@example.org>", **more})


def text_of(mail: Message) -> str:
    data = mail.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data.decode()


def link_in(mail: Message, what: str) -> str:
    (found,) = [line for line in text_of(mail).splitlines() if line.startswith(f"{HOME}/mail/{what}/")]
    return found.removeprefix(HOME)


def confirmed(person: Person, post: MailServer, address: str, **more: Any) -> None:
    answer = person.http.post("/api/me/mail", json={"address": address, **more})
    assert answer.status_code == 201, answer.text
    assert not answer.json()["confirmed"]
    link = link_in(post.mails.pop()[1], "confirm")
    assert person.http.get(link).status_code == 200  # looking confirms nothing
    assert not person.http.get("/api/me/channels").json()["confirmed"]
    assert person.http.post(link).status_code == 200
    assert person.http.get("/api/me/channels").json()["confirmed"]
    assert person.http.post(link).status_code == 404  # once


def test_one_mail_sums_up_all_tables_that_wait(tmp_path: Path, post: MailServer):
    with serving(with_mail(tmp_path, post, mail_every=3600.0)) as server:
        anna, _, first = pair(server)
        second = anna.make_full("hex", ["me", "friend"], clock=DAYS)["table"]
        anna.make("hex", ["me", "friend"], clock=DAYS)  # nobody has come there
        go_round(server)
        assert post.mails == []
        confirmed(anna, post, "anna@example.org", language="it")
        go_round(server)
        ((to, mail),) = post.mails
        assert (to, mail["To"], mail["From"]) == ("anna@example.org", "anna@example.org",
                                                  "Hexagora <hexagora@example.org>")
        assert mail["Subject"] == "Tocca a te a 2 tavoli"
        assert all(f"{HOME}/t/{table}" in text_of(mail) for table in (first, second))
        assert "Hex, con Ben" in text_of(mail)
        assert any(line.startswith("AUTH PLAIN") for line in post.said[post.said.index("STARTTLS"):])
        go_round(server)
        third = anna.make_full("hex", ["me", "friend"], clock=DAYS)["table"]
        go_round(server)  # not again within the hour
        assert len(post.mails) == 1
        assert third not in text_of(mail)


def test_mails_end_by_the_link_that_is_in_each(tmp_path: Path, post: MailServer):
    with serving(with_mail(tmp_path, post)) as server:
        anna, ben, table = pair(server)
        confirmed(anna, post, "anna@example.org")
        go_round(server)
        ((_, mail),) = post.mails
        assert mail["Subject"] == "Your turn: Hex"
        stop = link_in(mail, "stop")
        assert mail["List-Unsubscribe"] == f"<{HOME}{stop}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        stranger = Person(server.address)
        assert stranger.http.get(stop).status_code == 200
        assert anna.http.get("/api/me/channels").json()["confirmed"]
        one_click = stranger.http.post(stop, content="List-Unsubscribe=One-Click",
                                       headers={"content-type": "application/x-www-form-urlencoded"})
        assert one_click.status_code == 200
        assert anna.http.get("/api/me/channels").json()["address"] is None
        act(anna, table, "a1")
        act(ben, table, "b1")
        wait_until_gone(server)
        go_round(server)
        assert len(post.mails) == 1


def test_a_mail_that_was_not_taken_is_tried_again_later(tmp_path: Path, post: MailServer):
    with serving(with_mail(tmp_path, post)) as server:
        anna, _, _ = pair(server)
        confirmed(anna, post, "anna@example.org")
        post.refuses = True
        go_round(server)
        assert post.mails == []
        post.refuses = False
        go_round(server)
        go_round(server)
        assert len(post.mails) == 1


def test_an_address_can_hold_no_header_and_nobody_is_written_to_often(tmp_path: Path):
    few = Limits(**{**vars(GENEROUS), "mail_ask_burst": 2.0, "mails_asked_per_hour": 0.001})
    with mail_server(tmp_path, starttls=False) as post, \
            serving(with_mail(tmp_path, post, smtp_tls="tls", limits=few)) as server:
        anna = Person(server.address).named("Anna")
        for bad in ("anna", "a@b", "anna@example.org, ben@example.org", "<anna@example.org>", "a b@example.org",
                    "anna@example.org\r\nBcc: ben@example.org", "anna@example.org%0aBcc:ben@example.org"):
            assert anna.http.post("/api/me/mail", json={"address": bad}).status_code == 422, bad
        statuses = [anna.http.post("/api/me/mail", json={"address": "anna@example.org"}).status_code
                    for _ in range(3)]
        assert statuses == [201, 201, 429]
        assert [to for to, _ in post.mails] == ["anna@example.org"] * 2
        assert "Anna" not in text_of(post.mails[0][1])  # nobody's words but ours go to an unknown address
        old, new = (link_in(mail, "confirm") for _, mail in post.mails)
        assert anna.http.post(old).status_code == 404
        assert anna.http.post(new).status_code == 200


@pytest.mark.parametrize(("more", "named"), [
    ({"smtp_from": "nobody"}, "HEXAGORA_SMTP_FROM"), ({"public_url": ""}, "HEXAGORA_PUBLIC_URL"),
    ({"smtp_tls": "some"}, "HEXAGORA_SMTP_TLS"), ({"smtp_from": "a@b.org\nBcc: c@d.org"}, "HEXAGORA_SMTP_FROM")])
def test_what_is_missing_for_mails_is_told_at_the_start(tmp_path: Path, more: dict[str, str], named: str):
    chosen = {"smtp_host": "localhost", "smtp_from": "a@b.org", "public_url": HOME, **more}
    with pytest.raises(HexagoraError, match=named):
        create_app(quick(tmp_path, **chosen))


# the person's data


def test_what_is_told_where_is_exported_taken_along_and_forgotten(tmp_path: Path, post: MailServer):
    with serving(with_mail(tmp_path, post)) as server:
        anna, phone = Person(server.address).named("Anna"), Person(server.address)
        code = anna.http.post("/api/me/code").json()["code"]
        browser = subscribe(phone)
        confirmed(phone, post, "anna@example.org")
        ticket = phone.http.post("/api/sign-in/code", json={"code": code}).json()["ticket"]
        phone.http.post("/api/sign-in", json={"ticket": ticket, "tables": "along"}).raise_for_status()
        with zipfile.ZipFile(io.BytesIO(anna.http.get("/api/me/export").content)) as archive:
            about = json.loads(archive.read("person.json"))
        assert [push["endpoint"] for push in about["pushes"]] == [browser.subscription["endpoint"]]
        assert (about["mail"]["address"], about["mail"]["confirmed"]) == ("anna@example.org", True)
        anna.http.post("/api/me/forget", json={"really": "forget me"}).raise_for_status()
    assert kept(tmp_path) == {"subscriptions": 0, "mails": 0}


def test_who_lost_a_device_signs_it_out(server: Served):
    anna, ben = Person(server.address).named("Anna"), Person(server.address).named("Ben")
    code = anna.http.post("/api/me/code").json()["code"]
    made = anna.make("hex", ["me", "friend"], options={"size": 5, "swap": False})
    ben.follow(made["links"][0]["url"])
    lost, linked, thief = Person(server.address), Person(server.address), Person(server.address)
    lost.http.cookies = dict(anna.http.cookies)
    linked.follow(made["resume"][0]["url"])
    subscribe(anna)
    with lost.sit(made["table"]) as theirs, linked.sit(made["table"]) as also:
        assert (theirs.until("state")["seat"], also.until("state")["seat"]) == (1, 1)
        old = dict(anna.http.cookies)
        anna.http.post("/api/sign-out/others").raise_for_status()
        assert dict(anna.http.cookies) != old
        for window in (theirs, also):
            while window.state["seat"]:
                window.until("state")
            window.send(type="act", seq=window.seq, text="a1")
            assert window.until_error()["code"] == "forbidden"
    assert lost.http.get("/api/me").json()["name"] == ""
    assert lost.http.get("/api/mine").json()["tables"] == []
    assert thief.http.get(made["resume"][0]["url"]).status_code == 404
    assert anna.http.get("/api/me").json()["name"] == "Anna"
    assert anna.http.get("/api/me/channels").json()["browsers"] == 0
    act(anna, made["table"], "a1")
    act(ben, made["table"], "b1")
    back = Person(server.address).http.post("/api/sign-in/code", json={"code": code})
    assert back.json()["name"] == "Anna"  # the code stays
