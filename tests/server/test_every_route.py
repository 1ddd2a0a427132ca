"""Nothing leaves the server that a viewer may not know, by whatever way. The ways are taken from the application: a new
one has to be sorted in here before the tests pass."""

import io
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from starlette.routing import Mount, Route

import hexagora
from hexagora import registry
from hexagora.engine.contract import SPECTATOR
from tests.server.support import Person, Served

Ask = Callable[[httpx.Client, str], httpx.Response]


def _get(path: str) -> Ask:
    return lambda http, table: http.get(path.format(table=table))


def _post(path: str, body: Any = None) -> Ask:
    return lambda http, table: http.post(path.format(table=table), json=body)


def _get_zip(path: str) -> Ask:
    """What lies in an archive; the moment at which it was packed says nothing."""
    def ask(http: httpx.Client, table: str) -> httpx.Response:
        answer = http.get(path)
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            inside = [f"{re.sub(DAY, 'DAY', name)} {archive.read(name).decode()}" for name in archive.namelist()]
        return httpx.Response(answer.status_code, text="\n".join(inside))

    return ask


def _put_away(http: httpx.Client, table: str) -> httpx.Response:
    """Whoever sits alone would delete the table, and nothing more could be asked about it."""
    if any(seat["mine"] for seat in http.get(f"/api/tables/{table}").json()["seats"]):
        return httpx.Response(200)
    return http.post(f"/api/tables/{table}/put-away")


# every way to ask about a table
ABOUT_A_TABLE: dict[tuple[str, str], list[Ask]] = {
    ("GET", "/t/{table}"): [_get("/t/{table}")],
    ("GET", "/t/{table}/s/{secret}"): [_get("/t/{table}/s/nonsense")],
    ("POST", "/t/{table}/s/{secret}"): [_post("/t/{table}/s/nonsense")],
    ("GET", "/api/tables"): [_get("/api/tables?which=mine"), _get("/api/tables?which=open")],
    ("GET", "/api/tables/{table}"): [_get("/api/tables/{table}")],
    ("GET", "/api/tables/{table}/match"): [_get("/api/tables/{table}/match")],
    ("GET", "/api/tables/{table}/text"): [_get("/api/tables/{table}/text")],
    ("GET", "/api/tables/{table}/replay"): [_get("/api/tables/{table}/replay"),
                                            _get("/api/tables/{table}/replay?ply=1&log_from=0")],
    ("GET", "/api/tables/{table}/picture"): [_get("/api/tables/{table}/picture")],
    ("GET", "/api/mine"): [_get("/api/mine"), _get("/api/mine?which=finished")],
    ("GET", "/api/mine/standing"): [_get("/api/mine/standing")],
    ("GET", "/api/mine/matches"): [_get_zip("/api/mine/matches")],
    ("POST", "/api/tables/{table}/put-away"): [_put_away],
    ("GET", "/api/mine/ratings"): [_get("/api/mine/ratings")],
    ("GET", "/api/me/export"): [_get_zip("/api/me/export")],
    ("GET", "/api/me/identity"): [_get("/api/me/identity")],
    ("GET", "/api/tables/{table}/passes"): [_get("/api/tables/{table}/passes")],
    ("POST", "/api/tables/{table}/seats/{seat}/claim"): [_post("/api/tables/{table}/seats/16/claim")],
    ("POST", "/api/tables/{table}/seats/{seat}/release"): [_post("/api/tables/{table}/seats/16/release")],
    ("POST", "/api/tables/{table}/start"): [_post("/api/tables/{table}/start")],
    ("POST", "/api/tables/{table}/close"): [_post("/api/tables/{table}/close")],
    ("POST", "/api/tables/{table}/rematch"): [_post("/api/tables/{table}/rematch")],
    ("GET", "/api/tables/{table}/coach"): [_get("/api/tables/{table}/coach")],
    ("POST", "/api/tables/{table}/review"): [_post("/api/tables/{table}/review")],
}
# what says nothing about any table
OTHERS = {
    ("GET", "/"), ("GET", "/mine"), ("GET", "/me"), ("GET", "/ratings"),
    ("GET", "/api/ratings/{game}/{category}"), ("POST", "/api/me/code"), ("POST", "/api/me/code/revoke"),
    ("POST", "/api/me/passkeys/options"), ("POST", "/api/me/passkeys"), ("POST", "/api/me/passkeys/remove"),
    ("POST", "/api/sign-in/options"), ("POST", "/api/sign-in/passkey"), ("POST", "/api/sign-in/code"),
    ("POST", "/api/sign-in"), ("POST", "/api/sign-out"), ("POST", "/api/sign-out/others"),
    ("GET", "/api/me/channels"), ("POST", "/api/me/push"), ("POST", "/api/me/push/remove"), ("POST", "/api/me/mail"),
    ("POST", "/api/me/mail/remove"), ("GET", "/mail/confirm/{token}"), ("POST", "/mail/confirm/{token}"),
    ("GET", "/mail/stop/{key}"), ("POST", "/mail/stop/{key}"), ("GET", "/service.js"), ("POST", "/api/me/forget"),
    ("GET", "/api/openapi.json"), ("GET", "/api/games"),
    ("GET", "/api/games/{game}/rules"),
    ("GET", "/api/games/{game}/tutorial"), ("GET", "/api/games/{game}/locales/{language}"),
    ("GET", "/api/games/{game}/looks/{look}"), ("GET", "/learn/{game}"), ("GET", "/api/me"), ("POST", "/api/me"),
    ("POST", "/api/games/{game}/preview"), ("POST", "/api/games/{game}/read"), ("POST", "/api/tables"),
    ("POST", "/api/quick"),
    ("GET", "/lab"), ("GET", "/lab/{job}/report"), ("GET", "/api/lab"), ("POST", "/api/lab"),
    ("GET", "/api/lab/{job}"), ("GET", "/api/lab/{job}/content"), ("POST", "/api/lab/{job}/stop"),
    ("GET", "/api/lab/runs"), ("POST", "/api/lab/{job}/resume"), ("DELETE", "/api/lab/{job}"),
    ("GET", "/rules/{game}"), ("GET", "/analysis"), ("GET", "/analysis/{game}"),
    ("GET", "/embed/{game}"), ("GET", "/embed.js"), ("GET", "/api/games/{game}/studies"),
    ("GET", "/api/games/{game}/studies/{study}"), ("POST", "/api/games/{game}/analysis"),
    ("GET", "/puzzles/{game}"), ("GET", "/api/games/{game}/puzzles"),
    ("GET", "/api/games/{game}/puzzles/{puzzle}"), ("POST", "/api/games/{game}/puzzles/{puzzle}"),
    ("POST", "/api/games/{game}/moment"), ("POST", "/api/games/{game}/opinion"), ("GET", "/api/house"),
    ("GET", "/api/qr.svg"), ("MOUNT", "/static"),
    ("GET", "/edit/{game}"), ("GET", "/edit/{game}/{kind}"), ("GET", "/api/games/{game}/editor"),
    ("POST", "/api/games/{game}/editor/{kind}"), ("POST", "/api/games/{game}/editor/{kind}/start"),
    ("POST", "/api/games/{game}/editor/{kind}/trial"), ("GET", "/api/games/{game}/editor/{kind}/files"),
    ("GET", "/api/games/{game}/editor/{kind}/files/{name}"), ("PUT", "/api/games/{game}/editor/{kind}/files/{name}"),
    ("DELETE", "/api/games/{game}/editor/{kind}/files/{name}"), ("POST", "/api/games/{game}/packs"),
}
DAY = r"\d{4}-\d\d-\d\d"
MOMENTS = 500  # decisions of a match after which positions are tried
HIDDEN = [name for name in registry.SUPPLIED if registry.game(name).facts.hidden]


def _flat(routes: Any) -> set[tuple[str, str]]:
    found = set()
    for route in routes:
        if isinstance(route, Mount):
            found.add(("MOUNT", route.path))
        elif isinstance(route, Route):
            found |= {(method, route.path) for method in (route.methods or ()) if method != "HEAD"}
        else:
            raise AssertionError(f"a route of a kind that this test does not know: {route!r}")
    return found


def test_every_way_is_known(server: Served):
    server.app.openapi()  # which opens all rooms
    assert _flat(server.app.routes) == set(ABOUT_A_TABLE) | OTHERS


def test_the_head_of_an_answer_is_that_of_the_whole_one_without_a_body(server: Served):
    person, alike = Person(server.address), ("content-type", "content-length", "cache-control", "etag")
    for path in ("/", "/mine", "/api/games", "/api/games/hex/rules", "/static/css/base.css", "/livez", "/nowhere"):
        whole, head = person.http.get(path), person.http.head(path)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        assert [head.headers.get(name) for name in alike] == [whole.headers.get(name) for name in alike], path
    assert person.http.get("/livez").status_code == 200  # the line goes on


def _worlds(name: str, viewer: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two positions that differ, but not for the viewer (0 is a spectator)."""
    game = hexagora.game(name)
    players = game.facts.players[-1]
    for attempt in range(20):
        rng = random.Random(attempt)
        match = game.match(seed=attempt, players=players)
        for _ in range(MOMENTS):
            if match.over:
                break
            match.play(rng.choice(match.actions()))
            other = match.hidden(viewer)
            game.rules.resample(match.box, other, viewer - 1 if viewer else SPECTATOR, [attempt + 1])
            twin = match.fork()
            twin.state = other
            if match.over or game.State.to_bytes(other) == game.State.to_bytes(match.state):
                continue
            if match.position() != twin.position() and _stands(match) and _stands(twin):
                return match.position(), twin.position()
    raise AssertionError(f"no two worlds of {name}")


def _stands(match: Any) -> bool:
    """Whether the position can be played from just as it is."""
    again = match.game.from_position(match.position(), chance="ask")
    return bool(again.position() == match.position() and not again.over and again.actor >= 0)


def _told(person: Person, table: str) -> list[str]:
    """All that somebody gets about a table, without what is told apart by chance or time."""
    texts = [f"{method} {path} {answer.status_code} {answer.text}"
             for (method, path), asks in sorted(ABOUT_A_TABLE.items())
             for answer in (ask(person.http, table) for ask in asks)]
    with person.sit(table) as window:
        window.until("state")
        window.send(type="act", seq=window.seq, text="something quite impossible")
        window.until_error()
        texts += [text for text in window.raw if '"presence"' not in text[:30]]
    return [_plain(text, table) for text in texts]


def _plain(text: str, table: str) -> str:
    text = re.sub(r'"guest": "[^"]+"', "GUEST", text)
    lines = re.sub(r"\d{4}-\d\d-\d\dT[\d:+.]+", "TIME", text.replace(table, "TABLE"))
    return re.sub(r"TABLE/s/[0-9a-f]+", "PASS", lines)


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_a_table_that_began_from_a_position_shows_nobody_more_than_the_own_seat(server: Served, name: str, viewer: int):
    told = []
    for start in _worlds(name, viewer):
        anna, person = Person(server.address), Person(server.address)
        made = anna.make(name, ["friend"] * len(registry.game(name).options(start["options"])["players"] * [0]),
                         options=start["options"], start=start, seed="worlds")
        if viewer:
            person.follow(next(link["url"] for link in made["links"] if link["seat"] == viewer))
        told.append(_told(person, made["table"]))
    assert told[0] == told[1]
    assert any("/match 200" in text for text in told[0])
