"""The house of the site outside a browser: what it keeps, answers and refuses, over a database in memory."""

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest

from hexagora.engine import content
from hexagora.server import catalogue
from hexagora.server.records import AlreadyWritten, Job
from hexagora.server.settings import Settings
from hexagora.server.storage import STATEMENTS
from hexagora.site import json_words
from hexagora.site.build import SPARED
from hexagora.site.house import House, content_of
from hexagora.site.shelf import Shelf, _change
from hexagora.site.thoughts import Workers
from hexagora.site.unkept import Unkept

AT_A_SERVER_ONLY = {"proof"}  # a write that proves that a database can be written


async def nobody(*_: Any) -> bytes:
    raise RuntimeError("nobody thinks here")


async def house_over(store: Unkept) -> House:
    house = House(store, nobody)
    await house.open()
    return house


async def asked(house: House, method: str, address: str, body: Any = None) -> tuple[int, Any]:
    status, text = await house.request(method, address, None if body is None else json.dumps(body))
    return status, json.loads(text)


HEX = {"game": "hex", "options": {"size": 3}, "seats": [{"kind": "me"}, {"kind": "here"}]}


async def match_of(house: House, texts: list[str]) -> tuple[str, list[dict[str, Any]]]:
    """A table at which something was played, and all that was told there."""
    _, made = await asked(house, "POST", "/api/tables", HEX)
    told: list[str] = []
    line = await house.line(made["table"], told.append, lambda code, reason: None)
    assert line
    for seq, text in enumerate(texts, 1):
        await line.hear(json.dumps({"type": "act", "seq": seq, "text": text}))
    line.leave()
    assert not [text for text in told if json.loads(text)["type"] == "error"]
    return made["table"], [json.loads(text) for text in told]


def test_a_match_is_kept_from_one_visit_to_the_next():
    async def go() -> None:
        store = Unkept()
        table, told = await match_of(await house_over(store), ["b2", "a1"])
        assert told[0]["type"] == "state"
        again = await house_over(store)
        status, document = await asked(again, "GET", f"/api/tables/{table}/match")
        assert (status, document["actions"]) == (200, ["b2", "a1"])
        assert [one["table"] for one in (await asked(again, "GET", "/api/tables?which=mine"))[1]] == [table]
        assert (await asked(again, "GET", f"/api/tables/{table}/replay?ply=1"))[1]["plies"] == 2

    asyncio.run(go())


def test_a_match_goes_on_with_the_content_that_it_began_with(monkeypatch: pytest.MonkeyPatch):
    async def go() -> None:
        store = Unkept()
        table, _ = await match_of(await house_over(store), ["b2"])
        game = catalogue.find("hex")
        changed = game.content.model_copy(update={"players": ["north", "south"]})
        monkeypatch.setattr(game, "content", changed)
        monkeypatch.setattr(game, "content_text", content.written(changed))
        monkeypatch.setattr(game, "content_digest", content.digest(content.written(changed)))
        room = await (await house_over(store)).hall.room(table)
        assert room.table.match.game.content.players != ["north", "south"]
        assert room.table.match.texts() == ["b2"]

    asyncio.run(go())


def test_a_match_that_is_over_comes_in_as_a_file():
    async def go() -> None:
        house = await house_over(Unkept())
        table, _ = await match_of(house, ["b1", "a1", "b2", "a2", "b3"])
        _, document = await asked(house, "GET", f"/api/tables/{table}/match")
        assert document["result"] is not None
        status, made = await asked(house, "POST", "/api/matches", document)
        assert status == 200
        _, other = await asked(house, "GET", f"/api/tables/{made['table']}/match")
        assert (other["actions"], other["seed"], other["result"]) == (document["actions"], document["seed"],
                                                                       document["result"])
        await asked(house, "DELETE", f"/api/tables/{made['table']}")
        assert (await asked(house, "GET", f"/api/tables/{made['table']}"))[0] == 404

    asyncio.run(go())


@pytest.mark.parametrize(("method", "address", "body", "status", "says"), [
    ("POST", "/api/tables", {**HEX, "options": {"size": 99}}, 422, "size"),
    ("POST", "/api/tables", {"game": "hex"}, 422, "seats"),
    ("POST", "/api/matches", {"format": "hexagora-match"}, 422, "version"),
    ("GET", "/api/tables/none", None, 404, "table"),
    ("GET", "/api/nothing", None, 404, "server"),
])
def test_what_cannot_be_done_is_refused_with_a_reason(method: str, address: str, body: Any, status: int, says: str):
    async def go() -> None:
        answer = await asked(await house_over(Unkept()), method, address, body)
        assert answer[0] == status
        assert says in answer[1]["error"]

    asyncio.run(go())


def test_the_shelf_knows_every_kind_of_job():
    row = {"of": "t1", "table_id": "t1", "id": "t1", "seat": 1, "n": 0, "seat_": 1, **{
        f"{name}_": None for name in ("status", "turn", "at", "from", "takeback", "ending", "offer", "away")}}
    for kind in STATEMENTS.keys() - AT_A_SERVER_ONLY:
        _change({"t1": {"seats": [{}], "holders": []}}, kind, dict(row))


def test_an_update_sets_the_columns_that_it_sets_in_a_database():
    for kind, statement in STATEMENTS.items():
        if callable(statement) or statement.is_insert or kind in AT_A_SERVER_ONLY | {"away"}:
            continue
        compiled = statement.compile()
        tables: dict[str, dict[str, Any]] = {"t1": {"seats": [], "holders": []}}
        given = [name for name in compiled.params if name.endswith("_")]
        _change(tables, kind, {"of": "t1", **dict.fromkeys(given, 1)})
        assert set(tables["t1"]) - {"seats", "holders"} == set(map(str, statement._values)), kind


def test_an_event_is_written_once():
    async def go() -> None:
        shelf = Shelf(Settings(), Unkept(), content_of)
        job = Job().add("event", table_id="t1", n=0)
        await shelf.write(job)
        with pytest.raises(AlreadyWritten):
            await shelf.write(job)

    asyncio.run(go())


def test_json_is_written_as_the_server_writes_it():
    import orjson

    from hexagora import game

    scene = game("hex").match(size=3).scene(1)
    value = {"scene": scene, "part": [1, "è", None, True, 2.5]}
    assert json.loads(json_words.dumps(value)) == json.loads(orjson.dumps(value))
    inner = json_words.dumps({"log": json_words.Fragment('[{"a":1}]'), "again": json_words.Fragment(b"2")})
    assert inner == orjson.dumps({"log": orjson.Fragment('[{"a":1}]'), "again": orjson.Fragment(b"2")})


def test_questions_go_to_workers_as_they_go_to_processes():
    import pickle

    from hexagora.bots import questions

    async def go() -> None:
        seen: list[Any] = []

        async def ask(name: str, game: str, data: bytes, worker: int) -> bytes:
            seen.append((name, game, pickle.loads(data)))
            return pickle.dumps(["found"])

        part = questions.Part("hex", "{}", range(2))
        assert await Workers(Settings(), ask).look_again(part) == ["found"]
        assert seen == [("look_again", "hex", part)]

    asyncio.run(go())


def test_what_several_workers_found_is_added_up():
    """The second tree outweighs the first: its choice is played, though the first alone plays another."""
    import pickle

    from hexagora import game
    from hexagora.bots import Request, player, questions
    from hexagora.bots.search import Choice

    match = game("hex").match(size=7, swap=False)
    request = Request("hex", match.options, game("hex").State.to_bytes(match.hidden(1)), 1, "master", seconds=0.2)
    corner = next(choice.action for choice in match.choices() if choice.text == "a1")
    asked: list[tuple[str, int]] = []

    async def ask(name: str, game: str, data: bytes, worker: int) -> bytes:
        asked.append((name, worker))
        if (name, worker) == ("consider", 1):
            return pickle.dumps(([Choice(corner, 10**9, 0.9, False)], 0.1))
        return pickle.dumps(getattr(questions, name)(pickle.loads(data)))

    async def decided(workers: int) -> str:
        found, _ = await Workers(Settings(bot_workers=workers), ask)._ask(questions.decide, request)
        return str(found.text)

    assert asyncio.run(decided(1)) != "a1"
    assert asked == [("decide", -1)]
    player.forget()  # the turn in hand: short of time it would be played again
    assert asyncio.run(decided(2)) == "a1"
    assert asked[1:] == [("consider", 0), ("consider", 1), ("decide", 0)]


def test_where_nothing_is_kept_what_happened_is_there_as_long_as_the_house():
    async def go() -> None:
        store = Unkept()
        row = {"table_id": "a", "n": 0}
        await store.commit(json.dumps([["put", "a", {}], ["event", row], ["chat", {"table_id": "a", "line_key": "k"}],
                                       ["content", "d", "text"]]))
        with pytest.raises(RuntimeError, match="ConstraintError"):
            await store.commit(json.dumps([["put", "b", {}], ["event", row]]))
        assert json.loads(await store.load()) == {"a": {}}
        assert json.loads(await store.events("a", 0)) == [row]
        assert await store.content("d") == "text"
        await store.commit(json.dumps([["drop", "a"]]))
        assert json.loads(await store.events("a", 0)) == json.loads(await store.chats("a")) == []

    asyncio.run(go())


WITHOUT = """
import builtins
spared, found = {spared!r}, builtins.__import__

def only_what_is_there(name, globals=None, *more, **named):
    if name.split(".")[0] in spared and str((globals or {{}}).get("__name__")).startswith("hexagora."):
        raise ModuleNotFoundError(f"{{name}} for {{globals['__name__']}}")
    return found(name, globals, *more, **named)

builtins.__import__ = only_what_is_there
from hexagora.site import boot
boot.prepare()
"""


def test_the_house_needs_no_part_of_python_that_browsers_lack() -> None:
    spared = {name.removesuffix(".py").removesuffix("/") for name in SPARED}
    ran = subprocess.run([sys.executable, "-c", WITHOUT.format(spared=spared)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
