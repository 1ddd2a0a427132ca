"""What a viewer is sent does not depend on what the viewer may not know: compared byte by byte at the real socket."""

import asyncio
import random
from typing import Any

import pytest

from hexagora import registry
from hexagora.engine.contract import CHANCE
from hexagora.server import decisions
from tests.server.support import PATIENCE, Person, Served, Socket

SPOTS = 3  # positions with something hidden that are compared
MOST_SPOTS = 200  # positions that are looked at in search of them
STEPS = 15  # decisions between them


def _hidden_games() -> list[str]:
    return [name for name in registry.SUPPLIED if _facts(name) is not None and _facts(name).hidden]


def _facts(name: str) -> Any:
    try:
        return registry.game(name).facts
    except ImportError:
        return None


def _table(person: Person, name: str, seed: int) -> str:
    """A table where the person holds the first seat and a friend, who does nothing, the others; the match goes on from
    where something is hidden from both the person and spectators."""
    start = something_hidden(name, random.Random(f"{name} {seed}"))
    seats = ["me", *["friend"] * (start["options"]["players"] - 1)]
    made: str = person.make_full(name, seats, start=start, seed=f"worlds {seed}")["table"]
    return made


def something_hidden(name: str, rng: random.Random) -> dict[str, Any]:
    """A position from a match at random; found without a server, where a decision costs little."""
    game = registry.game(name)
    players = game.facts.players[-1]  # the more people, the more is hidden
    while True:
        match = game.match(seed=rng.randrange(1 << 30), players=players)
        while not match.over:
            match.play(rng.choice(match.actions()))
            if match.actor >= 0 and all(match.hidden(viewer) != match.state for viewer in (0, 1)):
                return match.position()


def _play(server: Served, table: str, number: int, rng: random.Random) -> None:
    """Plays for all seats, past the socket."""
    async def go() -> None:
        room = await server.hall.room(table)
        for _ in range(number):
            turn = room.table.turn()
            if turn:
                await decisions.act(room, [turn], room.table.n, rng.choice(room.table.match.legal(turn)))

    _in_server(server, go())


def _in_server(server: Served, work: Any) -> Any:
    """Runs something in the loop of the server."""
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(PATIENCE)


def _swap_world(server: Served, table: str, viewer: int, seed: int) -> None:
    """Replaces all that the viewer cannot know by another possibility."""
    async def go() -> None:
        room = await server.hall.room(table)
        match, rules, player = room.table.match, room.table.game.rules, viewer - 1
        other = match.hidden(viewer)
        rules.resample(match.box, other, player, [seed])
        match.state = other
        match._snapshots[len(match.log)] = other.clone()
        room.telling.board_changed()

    _in_server(server, go())


def _can_differ(server: Served, table: str, viewer: int) -> bool:
    match = server.hall.rooms[table].table.match
    return bool(match.hidden(viewer) != match.state)


def _everything(person: Person, table: str) -> list[str]:
    """All that one person gets from the server about a table."""
    with person.sit(table) as window:
        window.until("state")
        window.send(type="act", seq=window.seq, text="something quite impossible")
        window.until_error()
    plies = person.http.get(f"/api/tables/{table}/replay").json()["plies"]
    rest = [person.http.get(f"/api/tables/{table}/{path}").text for path in ("match", f"replay?ply={plies}", "")]
    return [text for text in window.raw if '"presence"' not in text[:30]] + rest


@pytest.mark.parametrize("name", _hidden_games())
@pytest.mark.parametrize("viewer", [0, 1])
def test_two_worlds_that_a_viewer_cannot_tell_apart_send_the_same_bytes(server: Served, name: str, viewer: int):
    game = registry.game(name)
    anna, eve = Person(server.address), Person(server.address)
    table = _table(anna, name, 2)
    person, rng, differences = (eve, anna)[viewer], random.Random(name), 0
    for spot in range(MOST_SPOTS):
        if differences == SPOTS:
            break
        _play(server, table, STEPS, rng)
        if not server.hall.rooms[table].table.turn():
            table = _table(anna, name, spot)
            continue
        if not _can_differ(server, table, viewer):
            continue
        state = game.State.to_bytes(server.hall.rooms[table].table.match.state)
        before = _everything(person, table)
        _swap_world(server, table, viewer, seed=1000 + spot)
        differences += game.State.to_bytes(server.hall.rooms[table].table.match.state) != state
        assert _everything(person, table) == before
    assert differences, f"the worlds of {name} never differed: nothing was tested"


@pytest.mark.parametrize("name", _hidden_games())
def test_an_action_looks_the_same_in_both_worlds(server: Served, name: str):
    """The first seat acts in two tables that it cannot tell apart; unless chance follows, it sees the same."""
    game = registry.game(name)
    anna, compared = Person(server.address), 0
    players = game.facts.players[0]
    seats = ["me", *["friend"] * (players - 1)]
    for attempt in range(8):
        twins = [anna.make_full(name, seats, options={"players": players}, seed=f"twin {attempt}")["table"]
                 for _ in range(2)]
        for table in twins:
            _play(server, table, 5 + 7 * attempt, random.Random(attempt))
            while server.hall.rooms[table].table.turn() not in (0, 1):
                _play(server, table, 1, random.Random(attempt))
        if not server.hall.rooms[twins[0]].table.turn():
            continue
        _swap_world(server, twins[1], 1, seed=attempt + 1)
        seen, plies = [], []
        for table in twins:
            with anna.sit(table) as window:
                window.until("state")
                first = len(window.log)
                window.act(random.Random(attempt).choice(window.choices))
                seen.append(({k: v for k, v in window.state.items() if k != "seats"}, _changes(window)))
                plies.append(len(window.log) - first)
        if plies == [1, 1]:
            compared += 1
            assert seen[0] == seen[1]
            assert seen[0][1], "what changed was told as a whole"
    assert compared, "chance followed every action: nothing was tested"


def _changes(window: Socket) -> list[str]:
    return [text for text in window.raw if text.startswith('{"type":"change"')]


def _same_to(viewer: int, matches: list[Any]) -> list[str] | None:
    """An action for each of two matches that the viewer cannot tell apart, neither itself nor by what it leads to."""
    found: dict[Any, str] = {}
    for k, match in enumerate(matches):
        rules, box = match.game.rules, match.box
        for a, text in zip(match.actions(), match.legal(match.actor + 1), strict=True):
            after = match.state.clone()
            shown = rules.seen(box, after, a, viewer - 1)
            rules.apply(box, after, a)
            if rules.to_act(box, after) == CHANCE:
                continue
            key = (shown, match.game.State.to_bytes(match.hidden(viewer, after)))
            if k and key in found:
                return [found[key], text]
            if not k:
                found[key] = text
    return None


@pytest.mark.parametrize("name", _hidden_games())
def test_what_changed_by_others_looks_the_same_in_both_worlds(server: Served, name: str):
    """Another seat acts in two tables that the viewer cannot tell apart, in a way that the viewer cannot tell apart."""
    game, anna, compared = registry.game(name), Person(server.address), 0
    players = game.facts.players[0]
    for attempt in range(12):
        twins = [anna.make_full(name, ["me", *["friend"] * (players - 1)], options={"players": players},
                           seed=f"other {attempt}")["table"] for _ in range(2)]
        for table in twins:
            _play(server, table, 8 + 5 * attempt, random.Random(attempt))
            while server.hall.rooms[table].table.turn() == 1:
                _play(server, table, 1, random.Random(attempt))
        if not server.hall.rooms[twins[0]].table.turn():
            continue
        _swap_world(server, twins[1], 1, seed=attempt + 1)
        texts = _same_to(1, [server.hall.rooms[table].table.match for table in twins])
        if texts is None:
            continue
        told = [_told_of(server, anna, table, text) for table, text in zip(twins, texts, strict=True)]
        compared += 1
        assert told[0] == told[1]
    assert compared, "nothing was tested"


def _told_of(server: Served, person: Person, table: str, text: str) -> list[str]:
    """What somebody is told of another's action."""
    with person.sit(table) as window:
        window.until("state")
        room = server.hall.rooms[table]
        _in_server(server, decisions.act(room, [room.table.turn()], room.table.n, text))
        window.until_seq(room.table.n)
        return _changes(window)


def test_some_game_hides_something():
    assert _hidden_games()
