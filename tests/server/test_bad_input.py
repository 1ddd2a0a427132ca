"""Wrong links, foreign cookies, full tables, huge messages, floods, a database that fails: a clear answer, nothing
lost, nothing revealed."""

import contextlib
import json
import re
import socket
import sqlite3
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Engine, event
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from hexagora.engine.errors import HexagoraError
from hexagora.server import database, identity
from hexagora.server.main import run
from hexagora.server.settings import Limits, Settings
from tests.server.support import Person, Served, free_port, serving, settings


def _table(server: Served) -> tuple[Person, str]:
    person = Person(server.address)
    return person, person.make("hex", ["me", "here"], options={"size": 5})["table"]


# links, cookies, seats


def test_a_wrong_link_opens_nothing_and_says_so(server: Served):
    anna, ben = Person(server.address), Person(server.address)
    made = anna.make("hex", ["me", "friend"])
    link = made["links"][0]["url"]
    for wrong in (link[:-1], link + "x", f"/t/{made['table']}/s/" + "a" * 43, "/t/nowhere/s/abc"):
        answer = ben.http.get(wrong)
        assert answer.status_code == 404
        assert "link" in answer.text
        assert answer.headers["content-type"].startswith("text/html")
    assert ben.http.get(f"/api/tables/{made['table']}").json()["seats"][1]["taken"] is False


def test_the_link_of_one_seat_opens_no_other(server: Served):
    anna, ben = Person(server.address), Person(server.address)
    made = anna.make("hex", ["friend", "friend"])
    anna.follow(made["links"][0]["url"])
    ben.follow(made["links"][1]["url"])
    anna.follow(made["links"][0]["url"])
    with ben.sit(made["table"]) as window:
        assert window.until("state")["seat"] == 2
        window.send(type="act", seq=1, text="a1")
        assert window.until_error()["code"] == "not-your-turn"


@pytest.mark.parametrize("cookie", ["", "x", "a.b", "a." + "0" * 64, "ä.ö", "a" * 5000, "=;=;", '"unclosed'])
def test_a_foreign_cookie_makes_a_new_guest_who_holds_no_seat(server: Served, cookie: str):
    _, table = _table(server)
    answer = httpx.get(f"{server.address}/api/tables/{table}",
                       headers={"cookie": f"{identity.COOKIE}={cookie}".encode()})
    assert answer.status_code == 200
    assert not any(s["mine"] for s in answer.json()["seats"])
    assert identity.COOKIE in answer.cookies


@pytest.mark.parametrize("other", ['prefs={"a":1}', "a[b]=c", "no cookie at all", 'p="unclosed', "=", ";"])
def test_what_others_at_the_same_name_keep_takes_nobodys_identity(server: Served, other: str):
    """Cookies of other programs on this machine come along, whatever they look like."""
    person, table = _table(server)
    answer = httpx.get(f"{server.address}/api/tables/{table}", headers={"cookie": f"{other}; {person.cookie}; {other}"})
    assert any(s["mine"] for s in answer.json()["seats"])
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("value", ['"' + "\\a" * 20_000 + '"', "a=" * 20_000, "; ".join(["a=b"] * 10_000)])
def test_no_cookie_takes_long_to_read(server: Served, value: str):
    """One request with a quoted cookie held up everybody for seven seconds."""
    began = time.process_time()
    for _ in range(3):
        httpx.get(f"{server.address}/api/me", headers={"cookie": f"{identity.COOKIE}={value}"}).raise_for_status()
    assert time.process_time() - began < 2


def test_a_cookie_with_another_name_inside_does_not_fit_its_signature(server: Served):
    person, table = _table(server)
    value = person.http.cookies[identity.COOKIE]
    stolen = "someoneelse." + value.rpartition(".")[2]
    answer = httpx.get(f"{server.address}/api/tables/{table}", headers={"cookie": f"{identity.COOKIE}={stolen}"})
    assert not any(s["mine"] for s in answer.json()["seats"])


def test_seat_secrets_are_long_and_only_their_hashes_are_kept(server: Served, tmp_path: Path):
    made = Person(server.address).make("hex", ["me", "friend"])
    invitations, passes = ([link["url"].rpartition("/")[2] for link in made[kind]] for kind in ("links", "resume"))
    secrets = invitations + passes
    assert all(len(secret) >= 43 for secret in secrets)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        kept = database.execute("SELECT * FROM seats").fetchall()
    assert not any(secret in str(kept) for secret in secrets)
    assert all(identity.hashed(secret) in str(kept) for secret in invitations)  # passes are signed, not kept


def test_a_full_table_is_told_so_and_of_two_who_hurry_one_sits(server: Served):
    anna, ben, eve = (Person(server.address) for _ in range(3))
    table = anna.make("hex", ["me", "friend"], public=True)["table"]
    answers = [p.http.post(f"/api/tables/{table}/seats/2/claim") for p in (ben, eve)]
    assert [a.status_code for a in answers] == [200, 409]
    assert answers[1].json() == {"error": "Player 2 sits there already.", "code": "full"}
    assert ben.http.post(f"/api/tables/{table}/seats/2/claim").status_code == 200
    assert eve.http.post(f"/api/tables/{table}/seats/9/claim").status_code == 404


def test_a_private_table_is_not_listed_and_open_only_to_who_knows_its_address(server: Served):
    anna, eve = Person(server.address), Person(server.address)
    table = anna.make("hex", ["me", "friend"])["table"]
    assert len(table) > 24  # nobody finds it by guessing
    assert eve.http.post(f"/api/tables/{table[:-1]}x/seats/2/claim").status_code == 404
    assert eve.http.get("/api/tables?which=open").json() == []
    assert [t["table"] for t in anna.http.get("/api/tables?which=mine").json()] == [table]


def test_the_seed_stays_on_the_server_until_the_end(server: Served):
    person = Person(server.address)
    table = person.make("manapool", ["me", "here", "here"], seed="very-secret-seed")["table"]
    with person.sit(table) as window:
        window.until("state")
        window.act(window.choices[0])
    document = person.http.get(f"/api/tables/{table}/match")
    assert "seed" not in document.json()
    assert "very-secret-seed" not in document.text + "".join(window.raw)


def test_options_cannot_read_files_of_the_server(server: Served, tmp_path: Path):
    person = Person(server.address)
    (tmp_path / "board.toml").write_text('secret = "nobody may read this"')
    for value in (str(tmp_path / "board.toml"), "../board.toml", "board.toml"):
        for path, body in (("/api/games/manapool/preview", {"options": {"board": value}}),
                           ("/api/tables", {"game": "manapool", "options": {"board": value},
                                            "seats": [{"kind": "me"}] * 3})):
            answer = person.http.post(path, json=body)
            assert answer.status_code == 422
            assert "cannot name a file" in answer.json()["error"]


@pytest.mark.parametrize(("body", "named"), [
    ({"game": "chess", "seats": [{"kind": "me"}]}, "chess"),
    ({"game": "hex", "seats": [{"kind": "me"}] * 2, "options": {"size": 99}}, "size"),
    ({"game": "hex", "seats": [{"kind": "me"}] * 2, "options": {"colour": 1}}, "colour"),
    ({"game": "hex", "seats": [{"kind": "me"}]}, "players"),
    ({"game": "hex", "seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}]}, "god"),
    ({"game": "hex", "seats": [{"kind": "cat"}]}, "kind"),
    ({"game": "hex", "seats": [{"kind": "me"}] * 2, "clock": {"per_move": -1}}, "per_move"),
    ({"game": "hex", "seats": [{"kind": "me"}] * 2, "extra": 1}, "extra"),
])
def test_a_table_that_cannot_be_is_refused_with_the_reason(server: Served, body: dict, named: str):
    answer = Person(server.address).http.post("/api/tables", json=body)
    assert answer.status_code in (404, 422)
    assert named in answer.json()["error"]


# sockets


def test_no_table_no_socket(server: Served):
    window = Person(server.address).sit("nowhere")
    assert window.until_error()["code"] == "no-table"
    assert window.until_closed() == 4404


def test_a_page_of_another_site_gets_no_socket_and_no_post(server: Served):
    person, table = _table(server)
    window = person.sit(table, Origin="https://evil.example")
    assert window.until_error()["code"] == "origin"
    answer = person.http.post("/api/me", json={"name": "x"}, headers={"origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    with person.sit(table, Origin=server.address) as window:
        assert window.until("state")


def test_a_server_on_loopback_answers_only_to_its_own_name(server: Served):
    answer = httpx.get(f"{server.address}/api/games", headers={"host": "rebound.example"})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")


@pytest.mark.parametrize("text", [
    "", "null", "[]", "{", '{"type":"act"}', '{"type":"act","seq":"1","text":"a1"}', '{"type":"fly"}',
    '{"type":"act","seq":-1,"text":"a1"}', '{"type":"act","seq":1,"text":"a1","more":1}', "[" * 10_000,
    '{"type":"chat","text":""}', '{"type":"chat","text":"' + "x" * 501 + '"}', '{"type":"act","seq":1e99,"text":"a"}',
    '{"type":"view","seat":0}', '{"type":"chat","text":"a\\u0000b"}', '{"type":"chat","text":"\\ud800"}',
])
def test_what_is_not_understood_is_said_and_changes_nothing(server: Served, text: str):
    person, table = _table(server)
    with person.sit(table) as window:
        window.until("state")
        window.connection.send(text)
        assert window.until_error()["code"] == "bad-message"
        assert window.act("a1")["seq"] == 2


def test_a_huge_message_is_refused_and_a_monstrous_one_ends_the_connection(server: Served):
    person, table = _table(server)
    with person.sit(table) as window:
        window.until("state")
        window.connection.send("x" * 20_000)
        assert window.until_error()["code"] == "too-large"
        window.connection.send(b"binary")
        assert window.until_error()["code"] == "bad-message"
        with contextlib.suppress(ConnectionClosed):  # the end may come before all of it is sent
            window.connection.send("x" * 2_000_000)
        assert window.until_closed() == 1009
    with person.sit(table) as window:
        assert window.until("state")["seq"] == 1


@pytest.mark.parametrize("data", [b"\xff", b'{"type":"chat","text":"\xed\xa0\x80"}', b"\xff" * 20_000])
def test_what_is_no_text_ends_the_connection_and_is_no_error_of_the_server(
        server: Served, caplog: pytest.LogCaptureFixture, data: bytes):
    person, table = _table(server)
    with person.sit(table) as window:
        window.until("state")
        window.connection.send(data, text=True)
        assert window.until_closed() == 1007
    with person.sit(table) as window:
        assert window.until("state")["seq"] == 1
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("path", ["/", "/api/tables/x", "/api/tables/x/ws/y", "/livez", "/t/x/s/secret"])
def test_a_socket_where_there_is_none_is_refused_in_words_and_counted(server: Served, path: str):
    before = server.hall.metrics.refusals.labels("http")._value.get()
    with pytest.raises(InvalidStatus) as refused:
        connect(server.address.replace("http", "ws", 1) + path).close()
    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body)["code"] == "http"
    assert server.hall.metrics.refusals.labels("http")._value.get() == before + 1


@pytest.mark.parametrize("header", ["X: " + "y" * 20_000, "\r\n".join(f"X-{k}: y" for k in range(500))])
def test_a_request_for_a_socket_that_is_too_large_is_answered_and_not_held(server: Served, header: str):
    before = server.hall.metrics.refusals.labels("bad-request")._value.get()
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))) as line:
        line.sendall((f"GET /api/tables/x/ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n{header}\r\n"
                      "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
                      "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        told = b"".join(iter(lambda: line.recv(4096), b""))
    assert told.startswith(b"HTTP/1.1 400 ")
    assert server.hall.metrics.refusals.labels("bad-request")._value.get() == before + 1


def test_a_flood_is_slowed_down_and_then_cut_off(tmp_path: Path):
    limits = Limits(messages_per_second=1, message_burst=5)
    with serving(settings(tmp_path, limits=limits)) as server:
        person, table = _table(server)
        with person.sit(table) as window:
            window.until("state")
            for _ in range(5):
                window.send(type="ping")
            with contextlib.suppress(ConnectionClosed):  # the end may be told while it is still going on
                for _ in range(100):
                    window.send(type="ping")
            assert window.until_error()["code"] == "rate"
            assert window.until_closed() == 4429


def test_too_many_requests_tables_and_links_are_refused(tmp_path: Path):
    limits = Limits(requests_per_second=0, request_burst=12, table_burst=2, tables_per_minute=0, link_burst=2,
                    link_tries_per_minute=0)  # nothing comes back however long it takes
    with serving(settings(tmp_path, limits=limits)) as server:
        person = Person(server.address)
        body = {"game": "hex", "seats": [{"kind": "me"}, {"kind": "here"}]}
        assert [person.http.post("/api/tables", json=body).status_code for _ in range(3)] == [201, 201, 429]
        assert [person.http.get("/t/x/s/y").status_code for _ in range(3)] == [404, 404, 429]
        codes = [person.http.get("/api/me").status_code for _ in range(12)]
        assert codes[0] == 200
        assert codes[-1] == 429


def test_only_so_many_look_on(tmp_path: Path):
    with serving(settings(tmp_path, limits=Limits(viewers_per_table=2, sockets_per_guest=10))) as server:
        person, table = _table(server)
        with Person(server.address).sit(table) as a, Person(server.address).sit(table) as b:
            a.until("state"), b.until("state")
            assert Person(server.address).sit(table).until_error()["code"] == "full"
            with person.sit(table) as mine:
                mine.until("state")  # who holds a seat always gets in


def test_a_huge_body_is_refused(server: Served):
    person = Person(server.address)
    answer = person.http.post("/api/tables", content=b"x" * 300_000, headers={"content-type": "application/json"})
    assert answer.status_code == 413

    def endless():
        for _ in range(300):
            yield b"x" * 1000

    answer = person.http.post("/api/tables", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


# headers and files


def test_every_answer_carries_the_headers_that_keep_browsers_careful(server: Served):
    for path in ("/", "/t/x", "/api/games", "/static/nothing.js", "/nowhere"):
        headers = httpx.get(server.address + path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
    cookie = httpx.get(server.address + "/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_no_page_holds_a_script_or_style_inside(server: Served):
    for path in ("/", "/t/x", "/t/x/s/y"):
        text = httpx.get(server.address + path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert not re.search(r"<style|\son\w+=|\sstyle=", text)


def test_files_have_their_types_and_are_asked_for_again_only_when_changed(server: Served):
    answer = httpx.get(server.address + "/static/js/state.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "private, no-cache", "it makes a guest"
    again = httpx.get(server.address + "/static/js/state.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/static/../server/main.py", "/static/%2e%2e/server/main.py",
                                  "/static/..%2fserver/main.py", "/static//etc/passwd"])
def test_files_outside_the_client_are_not_served(server: Served, path: str):
    with httpx.Client(base_url=server.address) as http:
        request = http.build_request("GET", server.address)
        request.url = request.url.copy_with(raw_path=path.encode())
        answer = http.send(request)
    assert answer.status_code == 404
    assert "def run" not in answer.text


def test_health_and_metrics(server: Served):
    person, table = _table(server)
    with person.sit(table) as window:
        window.until("state")
        window.act("a1")
        assert httpx.get(server.address + "/readyz").json() == {"ok": True, "database": True, "bus": True}
        metrics = httpx.get(server.address + "/metrics").text
    assert "hexagora_actions_total 1.0" in metrics
    assert "hexagora_sockets 1.0" in metrics
    assert 'hexagora_act_seconds_bucket{le="+Inf"} 1.0' in metrics


# the database fails


def test_a_database_that_is_locked_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hexagora.server.database.BUSY_MILLISECONDS", 100)
    with serving(settings(tmp_path)) as server:
        person, table = _table(server)
        with person.sit(table) as window, person.sit(table) as other:
            window.until("state"), other.until("state")
            window.act("a1")
            other.until_seq(2)
            lock = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
            lock.execute("BEGIN IMMEDIATE")
            window.send(type="act", seq=2, text="b2")
            error = window.until_error()
            assert error["code"] == "storage"
            assert "Nothing that you saw is lost" in error["error"]
            lock.execute("ROLLBACK")
            lock.close()
            window.send(type="act", seq=2, text="b2")
            window.until_seq(3)
            other.until_seq(3)
            assert other.texts == ["a1", "b2"]


def test_a_disk_that_is_full_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    few_pages = 72

    def small(engine: Engine, chosen: Settings) -> None:
        tune(engine, chosen)

        @event.listens_for(engine, "connect")
        def limit(connection, _):
            connection.execute(f"PRAGMA max_page_count={few_pages}")

    tune = database._tune
    monkeypatch.setattr(database, "_tune", small)
    with serving(settings(tmp_path)) as server:
        person = Person(server.address)
        table = person.make("hex", ["me", "here"], options={"size": 19})["table"]
        with person.sit(table) as window:
            window.until("state")
            error = None
            while error is None:
                told, seq = window.texts, window.seq
                window.send(type="chat", text="x" * 400)
                window.send(type="act", seq=seq, text=window.choices[0])
                while window.state["seq"] == seq and error is None:
                    message = window.receive()
                    error = message if message["type"] == "error" else None
            assert error["code"] == "storage"
        body = {"game": "hex", "seats": [{"kind": "me"}, {"kind": "here"}]}
        while (refused := person.http.post("/api/tables", json=body)).status_code == 201:
            pass
        assert refused.status_code == 503
        assert "Nothing that you saw is lost" in refused.json()["error"]
    monkeypatch.setattr(database, "_tune", tune)
    with serving(settings(tmp_path)) as server:
        person.address = server.address
        with person.sit(table) as window:
            window.until("state")
            assert window.texts[: len(told)] == told
            assert window.act(window.choices[0])["seq"] > seq


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_database_that_cannot_be_opened_is_told_before_serving(tmp_path: Path):
    (tmp_path / "tables.sqlite3").write_bytes(b"this is no database " * 100)
    with pytest.raises(HexagoraError, match="cannot be used"):
        run(port=free_port(), database_url=f"sqlite:///{tmp_path / 'tables.sqlite3'}", log_level="critical")
    with pytest.raises(HexagoraError, match="cannot be used"):
        run(port=free_port(), database_url=f"sqlite:///{tmp_path / 'no' / 'folder'}", log_level="critical")
    with pytest.raises(HexagoraError, match="not understood"):
        run(port=free_port(), database_url="oracle://x", log_level="critical")


def test_a_port_that_is_taken_is_told(server: Served, tmp_path: Path):
    with pytest.raises(HexagoraError, match="choose another port"):
        run(port=int(server.address.rpartition(":")[2]), log_level="critical")


@pytest.mark.parametrize("path", ["/api/me?" + "%61&" * 2000, "/t/" + "a" * 5000])
def test_an_address_of_any_length_is_not_taken_apart(server: Served, path: str):
    """A query of 60,000 characters took forty milliseconds, in which nobody else was heard."""
    answer = httpx.get(server.address + path)
    assert (answer.status_code, answer.json()["code"]) == (414, "too-large")


def test_of_a_reader_with_twenty_thousand_languages_the_first_ones_are_looked_at(server: Served):
    for first, language in (("it", "it"), ("zz," * 20_000 + "it", "en")):
        page = httpx.get(f"{server.address}/edit/nothing", headers={"accept-language": first})
        assert f'<html lang="{language}">' in page.text
