"""Keeping an identity: recovery codes, what becomes of a device's tables, all of one's data, and its end."""

import base64
import io
import json
import sqlite3
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexagora.server.identity import Signer, hashed, read_code
from tests import samples
from tests.server.support import GENEROUS, Person, Served, serving, settings, wait_until

SMALL = {"size": 3, "swap": False}


def _code(person: Person) -> str:
    return str(person.http.post("/api/me/code").json()["code"])


def _proven(person: Person, code: str) -> dict[str, Any]:
    answer = person.http.post("/api/sign-in/code", json={"code": code})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def _sign_in(person: Person, code: str, tables: str = "along") -> None:
    answer = person.http.post("/api/sign-in", json={"ticket": _proven(person, code)["ticket"], "tables": tables})
    assert answer.status_code == 200, answer.text


def _tables(person: Person) -> set[str]:
    return {one["table"] for one in person.http.get("/api/mine").json()["tables"]}


def test_a_code_makes_another_device_the_same_person(server: Served, tmp_path: Path):
    anna, phone = Person(server.address).named("Anna"), Person(server.address)
    table = anna.make("hex", ["me", "here"], options=SMALL)["table"]
    code = _code(anna)
    assert _proven(phone, code) | {"ticket": ""} == {
        "ticket": "", "same": False, "name": "Anna", "tables": 1, "here": 0, "kept": False}
    _sign_in(phone, f" {code.replace('-', '').lower()} ")
    assert phone.http.get("/api/me").json() == {"name": "Anna"}
    with phone.sit(table) as window:
        window.until("state")
        assert window.act("b2")["seats"][0]["mine"]
    assert _proven(phone, code)["same"]
    kept = sqlite3.connect(tmp_path / "tables.sqlite3").execute("SELECT hash FROM codes").fetchall()
    assert kept == [(hashed(read_code(code)),)]


def test_only_the_newest_code_counts_until_it_is_void(server: Served):
    anna, other = Person(server.address), Person(server.address)
    old, new = _code(anna), _code(anna)
    assert other.http.post("/api/sign-in/code", json={"code": old}).json()["code"] == "bad-code"
    assert _proven(other, new)
    told = anna.http.post("/api/me/code/revoke").json()
    assert told["code"] is None
    assert other.http.post("/api/sign-in/code", json={"code": new}).status_code == 404


def test_codes_cannot_be_tried_without_end(tmp_path: Path):
    limits = replace(GENEROUS, sign_ins_per_minute=1, sign_in_burst=3)
    with serving(settings(tmp_path, limits=limits)) as server:
        tries = [Person(server.address).http.post("/api/sign-in/code", json={"code": f"AAAA-{k}"}).status_code
                 for k in range(5)]
        assert tries == [404, 404, 404, 429, 429]  # however many guests the tries are made by


def test_the_tables_of_the_device_come_along_or_stay(server: Served):
    anna = Person(server.address).named("Anna")
    hers = anna.make("hex", ["me", "here"], options=SMALL)["table"]
    code = _code(anna)
    phone, tablet = Person(server.address).named("Phone"), Person(server.address)
    on_phone, on_tablet = (p.make("hex", ["me", "friend"], options=SMALL)["table"] for p in (phone, tablet))
    assert _proven(phone, code)["here"] == 1
    with phone.sit(on_phone) as window:
        window.until("state")
        _sign_in(phone, code, "along")
        _sign_in(tablet, code, "leave")
        assert _tables(phone) == _tables(tablet) == _tables(anna) == {hers, on_phone}
    along = phone.http.get(f"/api/tables/{on_phone}").json()
    assert (along["host"], along["seats"][0]["name"]) == (True, "Anna")
    assert phone.http.get("/api/me").json() == {"name": "Anna"}
    assert not tablet.http.get(f"/api/tables/{on_tablet}").json()["host"]


def test_who_sat_twice_at_one_seat_sits_there_once(server: Served):
    anna, phone = Person(server.address), Person(server.address)
    made = anna.make("hex", ["me", "here"], options=SMALL)
    phone.follow(made["resume"][0]["url"])
    _sign_in(phone, _code(anna), "along")
    assert _tables(phone) == {made["table"]}
    assert [s["mine"] for s in phone.http.get(f"/api/tables/{made['table']}").json()["seats"]] == [True, True]


def test_a_ticket_is_for_one_browser_and_not_for_ever(server: Served, monkeypatch: pytest.MonkeyPatch):
    anna, ben, eve = (Person(server.address) for _ in range(3))
    ticket = _proven(ben, _code(anna))["ticket"]
    stolen = eve.http.post("/api/sign-in", json={"ticket": ticket, "tables": "leave"})
    assert (stolen.status_code, stolen.json()["code"]) == (409, "bad-ticket")
    signer = Signer("key")
    early = signer.ticket("a", "b")
    assert signer.read_ticket(early, "a") == "b"
    for broken in ("", ".", "b..", early[:-1], early.replace("b.", "c.", 1), "b.٣.x"):
        assert signer.read_ticket(broken, "a") is None
    monkeypatch.setattr("hexagora.server.identity.time.time", lambda: 4e9)
    assert signer.read_ticket(early, "a") is None


def test_who_signs_out_is_nobody_known(server: Served):
    anna = Person(server.address).named("Anna")
    code = _code(anna)
    assert anna.http.post("/api/sign-out").status_code == 200
    assert anna.http.get("/api/me").json() == {"name": ""}
    _sign_in(anna, code)
    assert anna.http.get("/api/me").json() == {"name": "Anna"}


def test_nobody_without_a_cookie_becomes_two_people_at_once(server: Served):
    """A browser that signs in with its very first request gets one cookie."""
    anna = Person(server.address).named("Anna")
    bare = httpx.Client(base_url=server.address)
    proven = bare.post("/api/sign-in/code", json={"code": _code(anna)})
    answer = bare.post("/api/sign-in", json={"ticket": proven.json()["ticket"], "tables": "leave"})
    assert len(answer.headers.get_list("set-cookie")) == 1
    assert bare.get("/api/me").json() == {"name": "Anna"}


def _packed(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode()


@pytest.mark.parametrize("credential", [{}, {"id": "x"}, {"response": "x"}, {"response": {"clientDataJSON": "!"}},
                                        {"response": {"clientDataJSON": "e30"}}, {"response": {"clientDataJSON": 7}},
                                        *({"response": {"clientDataJSON": _packed(text)}} for text in (
                                            "[" * 50_000, '{"challenge": "\\ud800"}', '{"challenge": "\\u0000"}',
                                            '{"challenge": 5}', '{"challenge": "' + "a" * 50_000 + '"}'))])
def test_nonsense_is_no_passkey(server: Served, credential: dict[str, Any]):
    http = Person(server.address).http
    origin = {"origin": server.address.replace("127.0.0.1", "localhost"), "host": server.address.replace(
        "127.0.0.1", "localhost").removeprefix("http://")}
    for path, body in (("/api/me/passkeys", {"credential": credential, "name": "x"}),
                       ("/api/sign-in/passkey", {"credential": credential})):
        answer = http.post(path, json=body, headers=origin)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-passkey")
    assert http.post("/api/sign-in/options", headers={"origin": server.address}).json()["code"] == "no-passkeys"


def _opened(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        return {name: json.loads(packed.read(name)) for name in packed.namelist()}


def test_all_data_of_a_person_come_in_one_file_and_nobody_elses(server: Served):
    anna, ben = Person(server.address).named("Anna"), Person(server.address).named("Ben")
    made = anna.make("hex", ["me", "friend"], options=SMALL)
    ben.follow(made["links"][0]["url"])
    _code(anna)
    with anna.sit(made["table"]) as a, ben.sit(made["table"]) as b:
        for window, text in ((a, "from anna"), (b, "from ben")):
            window.send(type="chat", text=text)
            while window.until("chat")["text"] != text:
                pass
    files = _opened(anna.http.get("/api/me/export"))
    about = files.pop("person.json")
    assert (about["name"], [line["text"] for line in about["talk"]]) == ("Anna", ["from anna"])
    assert about["recovery_code_made"]
    assert [(s["table"], s["seat"], s["laid_by_me"]) for s in about["seats"]] == [(made["table"], 1, True)]
    assert [f["game"] for f in files.values()] == ["hex"]
    assert "hash" not in json.dumps(about)


def test_who_deletes_everything_is_gone_and_the_others_play_on(server: Served, tmp_path: Path):
    anna, ben = Person(server.address).named("Annabella"), Person(server.address).named("Ben")
    code = _code(anna)
    guest = anna.cookie.partition("=")[2].partition(".")[0]
    shared = anna.make("hex", ["me", "friend"], options=SMALL)
    ben.follow(shared["links"][0]["url"])
    alone = anna.make("hex", ["me", "bot"])["table"]
    waiting = ben.make(samples.game_for(3), ["me", "friend", "friend"])
    anna.follow(waiting["links"][0]["url"])
    with anna.sit(alone) as window:
        window.send(type="chat", text="a word to nobody")
        window.until("chat")
    with ben.sit(shared["table"]) as window:
        window.until("state")
        assert anna.http.post("/api/me/forget", json={"really": "yes"}).status_code == 422
        assert anna.http.post("/api/me/forget", json={"really": "forget me"}).json() == {"seats": 3, "lines": 1}
        while (seat := window.until("state")["seats"][0])["name"] != "Guest 1":
            pass
        assert seat["away"]
        window.until_seq(2)  # a bot moves in her place
    assert anna.http.get(f"/api/tables/{alone}").status_code == 404
    seats = ben.http.get(f"/api/tables/{waiting['table']}").json()["seats"]
    assert [(s["name"], s["taken"]) for s in seats[1:]] == [("Open seat", False)] * 2
    assert anna.http.get("/api/me").json() == {"name": ""}
    assert ben.http.post("/api/sign-in/code", json={"code": code}).status_code == 404
    database = sqlite3.connect(tmp_path / "tables.sqlite3")
    wait_until(lambda: not any(trace in line for line in database.iterdump() for trace in ("Annabella", guest)))
