"""Friends at the house of the site, guests with an identity of their own: what they may do, and what they are told."""

import asyncio
import json
import random
from typing import Any

import pytest

from hexagora import registry
from hexagora.server.settings import Limits
from hexagora.site.boot import Door
from hexagora.site.house import OWNER, House
from hexagora.site.unkept import Unkept
from tests.server.test_hidden import something_hidden
from tests.site.test_house import HEX, asked, house_over

ANN, BEN = "friend ann", "friend ben"
WITH_A_FRIEND = {**HEX, "seats": [{"kind": "me"}, {"kind": "friend"}]}
SECRETS = [name for name in registry.names() if registry.game(name).facts.hidden]


class Window:
    """What somebody sees at a table."""

    def __init__(self, house: House, guest: str):
        self.house, self.guest, self.told, self.closed = house, guest, [], []

    async def open(self, table: str) -> "Window":
        self.line = await self.house.line(table, self.told.append, lambda *why: self.closed.append(why), self.guest)
        return self

    async def say(self, **message: Any) -> dict[str, Any]:
        await self.line.hear(json.dumps(message))
        return dict(json.loads(self.told[-1]))

    async def ask(self, method: str, address: str, body: Any = None) -> tuple[int, Any]:
        status, text = await self.house.request(method, address, None if body is None else json.dumps(body),
                                                self.guest)
        return status, json.loads(text)


async def laid(house: House, plan: dict[str, Any] = WITH_A_FRIEND) -> str:
    return str((await asked(house, "POST", "/api/tables", plan))[1]["table"])


async def seated(house: House, guest: str = ANN) -> tuple[str, Window]:
    table = await laid(house)
    friend = Window(house, guest)
    assert (await friend.ask("POST", f"/api/tables/{table}/seats/2/claim"))[0] == 200
    return table, await friend.open(table)


def test_a_friend_plays_a_match_and_another_after_it():
    async def go() -> None:
        house = await house_over(Unkept())
        table, friend = await seated(house)
        host = await Window(house, OWNER).open(table)
        assert (await friend.say(type="act", seq=1, text="a1"))["code"] == "not-your-turn"
        for n, text in enumerate(["b1", "a1", "b2", "a2", "b3"], 1):
            await (host, friend)[(n - 1) % 2].say(type="act", seq=n, text=text)
        assert [(await one.ask("GET", f"/api/tables/{table}"))[1]["status"] for one in (host, friend)] == ["over"] * 2
        _, again = await friend.ask("POST", f"/api/tables/{table}/rematch")
        mine = (await friend.ask("GET", "/api/tables?which=mine"))[1]
        assert [(one["table"], [seat["mine"] for seat in one["seats"]]) for one in mine] == [
            (again["table"], [True, False])]
        assert [one["table"] for one in (await host.ask("GET", "/api/tables?which=mine"))[1]] == [again["table"]]

    asyncio.run(go())


def test_whoever_comes_back_has_the_same_seat_and_nobody_else_has_it():
    async def go() -> None:
        store = Unkept()
        table, friend = await seated(await house_over(store))
        friend.line.leave()
        again = await house_over(store)  # the host's page was closed meanwhile
        ann, ben = await Window(again, ANN).open(table), await Window(again, BEN).open(table)
        assert [[seat["mine"] for seat in json.loads(one.told[0])["seats"]] for one in (ann, ben)] == [
            [False, True], [False, False]]
        assert (await ben.say(type="act", seq=1, text="a1"))["code"] in ("forbidden", "not-your-turn")
        assert (await ben.ask("POST", f"/api/tables/{table}/seats/2/claim"))[0] == 409

    asyncio.run(go())


def test_of_two_who_want_a_seat_at_once_one_gets_it():
    async def go() -> None:
        house = await house_over(Unkept())
        table = await laid(house)
        ways = [Window(house, guest).ask("POST", f"/api/tables/{table}/seats/2/claim") for guest in (ANN, BEN)]
        assert sorted(status for status, _ in await asyncio.gather(*ways)) == [200, 409]

    asyncio.run(go())


def test_the_waiting_room_works_as_at_a_server():
    async def go() -> None:
        house = await house_over(Unkept())
        host = Window(house, OWNER)
        table = await laid(house, {**HEX, "game": "hex", "seats": [{"kind": "friend"}, {"kind": "friend"}]})
        friend = Window(house, ANN)
        for way in ("claim", "release", "claim"):
            assert (await friend.ask("POST", f"/api/tables/{table}/seats/1/{way}"))[0] == 200
        assert (await friend.ask("POST", f"/api/tables/{table}/start"))[0] == 403
        assert (await friend.ask("POST", f"/api/tables/{table}/close"))[0] == 403
        assert (await host.ask("POST", f"/api/tables/{table}/seats/1/release"))[0] == 200
        assert (await friend.ask("POST", f"/api/tables/{table}/seats/2/claim"))[0] == 200
        assert (await host.ask("POST", f"/api/tables/{table}/start"))[0] == 200
        found = (await host.ask("GET", f"/api/tables/{table}"))[1]
        assert (found["status"], [seat["kind"] for seat in found["seats"]]) == ("running", ["bot", "person"])
        other = await laid(house)
        assert (await host.ask("POST", f"/api/tables/{other}/close"))[0] == 200
        assert (await friend.ask("GET", f"/api/tables/{other}"))[0] == 404

    asyncio.run(go())


@pytest.mark.parametrize(("method", "address", "body", "status"), [
    ("POST", "/api/tables", HEX, 403), ("POST", "/api/matches", {}, 403), ("DELETE", "/api/tables/{table}", None, 403),
    ("POST", "/api/games/hex/opinion", {}, 403), ("POST", "/api/me", {"name": "a\u202eb"}, 422),
    ("POST", "/api/me", {"name": "x" * (Limits().body_bytes + 1)}, 413),
    ("GET", "/api/tables/{table}\u2028", None, 400),
    ("POST", "/api/tables/{table}/seats/0/claim", None, 404), ("GET", "/api/nothing", None, 404),
])
def test_what_a_friend_may_not_do(method: str, address: str, body: Any, status: int):
    async def go() -> None:
        table, friend = await seated(await house_over(Unkept()))
        assert (await friend.ask(method, address.format(table=table), body))[0] == status

    asyncio.run(go())


def test_a_friend_is_heard_as_often_as_a_guest_of_a_server():
    async def go() -> None:
        house = await house_over(Unkept())
        _, friend = await seated(house)
        said = [await friend.say(type="ping") for _ in range(int(Limits().message_burst) + 5)]
        assert said[-1].get("code") == "rate"
        answers = [await friend.ask("GET", "/api/me") for _ in range(int(Limits().request_burst) + 5)]
        assert answers[-1][0] == 429
        assert (await Window(house, BEN).ask("GET", "/api/me"))[0] == 200
        assert (await friend.say(type="chat", text="\x07"))["code"] in ("rate", "bad-message")

    asyncio.run(go())


def test_who_leaves_before_the_line_is_open_is_not_there():
    async def go() -> None:
        house = await house_over(Unkept())
        table = await laid(house)
        door = Door(house)
        coming = asyncio.ensure_future(door.enter("1 1", table, lambda text: None, lambda *why: None, ANN))
        await asyncio.sleep(0)
        door.leave("1 1")
        assert not await coming
        assert not house.hall.rooms[table].telling.viewers

    asyncio.run(go())


async def everything(house: House, table: str) -> list[str]:
    """All that goes over the line to a friend about a table."""
    friend = await Window(house, ANN).open(table)
    await friend.say(type="act", seq=house.hall.rooms[table].table.n, text="something quite impossible")
    friend.line.leave()
    plies = (await friend.ask("GET", f"/api/tables/{table}/replay"))[1]["plies"]
    paths = ("/match", f"/replay?ply={plies}", "")
    rest = [json.dumps((await friend.ask("GET", f"/api/tables/{table}{path}"))[1]) for path in paths]
    return [text for text in friend.told if '"presence"' not in text[:30]] + rest


@pytest.mark.parametrize("name", SECRETS)
def test_the_line_to_a_friend_carries_nothing_hidden(name: str):
    """What goes over it is the same, byte by byte, in two worlds that the friend cannot tell apart."""
    async def go() -> None:
        game, start = registry.game(name), something_hidden(name, random.Random(name))
        house = await house_over(Unkept())
        others = [{"kind": "here"}] * (start["options"]["players"] - 1)
        table = await laid(house, {"game": name, "options": start["options"], "start": start,
                                   "seats": [{"kind": "friend"}, *others]})
        assert (await Window(house, ANN).ask("POST", f"/api/tables/{table}/seats/1/claim"))[0] == 200
        room = await house.hall.room(table)
        before, worlds = await everything(house, table), {game.State.to_bytes(room.table.match.state)}
        for seed in range(1, 9):
            match = room.table.match
            other = match.hidden(1)
            game.rules.resample(match.box, other, 0, [seed])
            match.state = other
            match._snapshots[len(match.log)] = other.clone()
            room.telling.board_changed()
            worlds.add(game.State.to_bytes(other))
            assert await everything(house, table) == before
            if len(worlds) > 1:
                return
        raise AssertionError("the worlds never differed: nothing was tested")

    asyncio.run(go())
