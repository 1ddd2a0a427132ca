"""Nothing leaves the server that a viewer may not know, by whatever way. The ways are taken from the application: a new
one has to be sorted in here before the tests pass."""

import random
import re
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


# every way to ask about a table
ABOUT_A_TABLE: dict[tuple[str, str], list[Ask]] = {
    ("GET", "/t/{table}"): [_get("/t/{table}")],
    ("GET", "/t/{table}/s/{secret}"): [_get("/t/{table}/s/nonsense")],
    ("GET", "/api/tables"): [_get("/api/tables?which=mine"), _get("/api/tables?which=open")],
    ("GET", "/api/tables/{table}"): [_get("/api/tables/{table}")],
    ("GET", "/api/tables/{table}/match"): [_get("/api/tables/{table}/match")],
    ("GET", "/api/tables/{table}/text"): [_get("/api/tables/{table}/text")],
    ("GET", "/api/tables/{table}/replay"): [_get("/api/tables/{table}/replay"),
                                            _get("/api/tables/{table}/replay?ply=1&log_from=0")],
    ("GET", "/api/tables/{table}/passes"): [_get("/api/tables/{table}/passes")],
    ("POST", "/api/tables/{table}/seats/{seat}/claim"): [_post("/api/tables/{table}/seats/16/claim")],
    ("POST", "/api/tables/{table}/seats/{seat}/release"): [_post("/api/tables/{table}/seats/16/release")],
    ("POST", "/api/tables/{table}/start"): [_post("/api/tables/{table}/start")],
    ("POST", "/api/tables/{table}/close"): [_post("/api/tables/{table}/close")],
    ("POST", "/api/tables/{table}/rematch"): [_post("/api/tables/{table}/rematch")],
    ("POST", "/api/tables/{table}/review"): [_post("/api/tables/{table}/review")],
}
# what says nothing about any table
OTHERS = {
    ("GET", "/"), ("GET", "/api/openapi.json"), ("GET", "/api/games"), ("GET", "/api/games/{game}/rules"),
    ("GET", "/api/games/{game}/tutorial"), ("GET", "/api/games/{game}/locales/{language}"),
    ("GET", "/api/games/{game}/looks/{look}"), ("GET", "/learn/{game}"), ("GET", "/api/me"), ("POST", "/api/me"),
    ("POST", "/api/games/{game}/preview"), ("POST", "/api/games/{game}/read"), ("POST", "/api/tables"),
    ("GET", "/api/house"), ("GET", "/api/qr.svg"), ("MOUNT", "/static"),
}
MOMENTS = 500  # decisions of a match after which positions are tried
HIDDEN = [name for name in registry.SUPPLIED if registry.game(name).facts.hidden]


def _flat(routes: Any, prefix: str = "") -> set[tuple[str, str]]:
    found = set()
    for route in routes:
        if isinstance(route, Mount):
            found.add(("MOUNT", prefix + route.path))
        elif isinstance(route, Route):
            found |= {(method, prefix + route.path) for method in (route.methods or ()) if method != "HEAD"}
        elif hasattr(route, "original_router"):  # how FastAPI keeps a router that was included
            found |= _flat(route.original_router.routes, prefix + route.include_context.prefix)
        else:
            raise AssertionError(f"a route of a kind that this test does not know: {route!r}")
    return found


def test_every_way_is_known(server: Served):
    assert _flat(server.app.routes) == set(ABOUT_A_TABLE) | OTHERS


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
