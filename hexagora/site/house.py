"""The house inside a browser: answers what a server answers, for the one browser that it is in.

The rooms, their rules of order and all that is told are the server's own (`hexagora.server`); only what stands around
them is different: requests come as an address and a text, lines are functions. One guest has the house; friends who
come over a line from another browser are guests as at a server, with the same door and the same limits, and may do what
a table needs.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import parse_qs, unquote, urlsplit

import orjson
from pydantic import BaseModel, ValidationError

from hexagora.engine.errors import HexagoraError
from hexagora.server import catalogue, messages, notation, past, reviews, seating, tabling, texts, trainer
from hexagora.server.errors import Refusal, internal, too_large
from hexagora.server.hall import Hall
from hexagora.server.limiting import Limiter
from hexagora.server.settings import Limits, Settings
from hexagora.server.table import tips_now
from hexagora.server.talk import Talk, problem
from hexagora.server.viewer import Viewer
from hexagora.site import imports
from hexagora.site.metrics import Silent
from hexagora.site.shelf import Shelf, Store
from hexagora.site.thoughts import Ask, Workers

OWNER = "here"  # whoever sits at this browser
NOT_THERE, FAILED = 404, 500
BROKEN = 1011  # the closing code for an error of the house's own
PLENTY = 1e6  # nobody but oneself would be kept waiting by a limit
LIMITS = replace(Limits(), messages_per_second=PLENTY, message_burst=PLENTY, hints_per_minute=PLENTY, hint_burst=PLENTY,
                 chats_per_minute=PLENTY, chat_burst=PLENTY, work_at_once=PLENTY, effort_share=PLENTY,
                 effort_burst=PLENTY)
CLOSED_FOR = {403: 4403, 404: 4404}  # how a line is closed that is refused, by the status of the refusal
Query = dict[str, str]


@dataclass(frozen=True)
class Asked:
    """A request: whose, to which house, what its address named, and what came with it."""

    house: "House"
    guest: str
    parts: list[str]
    query: Query
    body: str | None


class Route:
    """What answers requests of one kind; `limit` says how often a friend may ask, without one friends may not."""

    def __init__(self, method: str, pattern: str, handler: Callable[[Asked], Awaitable[Any]], limit: str = ""):
        self.method, self.pattern, self.handler, self.limit = method, re.compile(pattern), handler, limit


class _Hall(Hall):
    async def _take_stock(self) -> None:
        """Games are looked at when somebody plays them: all at once would take long here."""

    async def _keep_contents(self) -> None:
        """The shelf keeps the content with the table that needs it."""


class House:
    """`workers` is how many bots can think at a time."""

    def __init__(self, store: Store, ask: Ask, workers: int = 1):
        settings = Settings(limits=LIMITS, bot_workers=workers)
        shelf = cast(Any, Shelf(settings, store, content_of))
        self.hall = _Hall(settings, cast(Any, Silent()), shelf, Workers(settings, ask))
        self._of_friends = Limiter(Limits())

    async def open(self) -> None:
        await self.hall.open()

    async def request(self, method: str, address: str, body: str | None, guest: str = OWNER) -> tuple[int, str]:
        """The status and the text of the answer to a request."""
        try:
            found = await self._answered(method, address, body, guest)
            return 200, (found if isinstance(found, bytes) else orjson.dumps(found)).decode()
        except Refusal as e:
            return e.status, _refused(e.code, str(e))
        except (ValidationError, ValueError) as e:
            return 422, _refused("bad-request", _told(e))
        except HexagoraError as e:
            return 422, _refused("bad-request", str(e))
        except Exception as e:
            self.hall.tasks.failed("request", e)
            return FAILED, _refused("internal", str(internal()))

    async def _answered(self, method: str, address: str, body: str | None, guest: str) -> Any:
        parts = urlsplit(address)
        if guest != OWNER:
            self._at_the_door(parts.path, parts.query, body, guest)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        for route in ROUTES:
            found = route.pattern.fullmatch(parts.path) if route.method == method else None
            if found:
                self._admit(route, guest)
                return await route.handler(Asked(self, guest, [unquote(part) for part in found.groups()], query, body))
        raise Refusal("no-server", "This needs a server: the site without one cannot do it.", NOT_THERE)

    def _at_the_door(self, path: str, query: str, body: str | None, guest: str) -> None:
        """What the gate of a server looks at before anybody else."""
        self._of_friends.check("request", guest)
        if not texts.is_line(path) or not texts.is_line(unquote(query)):
            raise Refusal("bad-request", "The address holds a control character.", 400)
        if len((body or "").encode("utf8", "surrogatepass")) > Limits().body_bytes:
            raise too_large(Limits().body_bytes)

    def _admit(self, route: Route, guest: str) -> None:
        if guest == OWNER:
            return
        if not route.limit:
            raise Refusal("forbidden", "Only whoever laid the table can do that.", 403)
        if route.limit != "request":  # that was counted at the door
            self.limit(route.limit, guest)

    def limit(self, kind: str, guest: str) -> None:
        """Counts what costs something, as a server does; the owner is kept waiting by nothing."""
        if guest != OWNER:
            self._of_friends.check(kind, guest)

    # lines

    async def line(self, table: str, tell: Callable[[str], None], close: Callable[[int, str], None],
                   guest: str = OWNER) -> "Line | None":
        """Somebody looks at a table; None if that is refused, which is told."""

        def write(message: bytes) -> bool:
            tell(message.decode())
            return True

        limits, limiter = (LIMITS, self.hall.limiter) if guest == OWNER else (Limits(), self._of_friends)
        viewer = Viewer(guest, guest, limits, cast(Any, self.hall.metrics), write)
        try:
            self.limit("request", guest)
            room = await self.hall.enter(table, viewer)
        except Refusal as e:
            tell(problem(e.code, str(e)).decode())
            close(CLOSED_FOR.get(e.status, 4400), e.code)
            return None
        except Exception as e:
            self.hall.tasks.failed(f"admit {table}", e)
            tell(problem(internal().code, str(internal())).decode())
            close(BROKEN, internal().code)
            return None
        return Line(self, Talk(self.hall, room, viewer, limiter), close)


class Line:
    """One page at a table."""

    def __init__(self, house: House, talk: Talk, close: Callable[[int, str], None]):
        self._house, self._talk = house, talk
        self._closing = asyncio.ensure_future(self._watch(close))

    async def hear(self, text: str) -> None:
        await self._talk.hear(text)

    async def _watch(self, close: Callable[[int, str], None]) -> None:
        """Whoever must look at the table anew is told so."""
        viewer = self._talk.viewer
        await viewer.wake.wait()
        if viewer.closing:
            close(*viewer.closing)

    def leave(self) -> None:
        self._closing.cancel()
        viewer = self._talk.viewer
        self._house.hall.count_out(viewer)
        self._house.hall.leave(self._talk.room, viewer)


def content_of(game: str) -> str:
    """What a match of a game begins with, as it is kept."""
    return catalogue.find(game).content_text


def _refused(code: str, text: str) -> str:
    return json.dumps({"error": text, "code": code})


def _told(e: Exception) -> str:
    if not isinstance(e, ValidationError):
        return str(e)
    first = e.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where or 'the request'}: {first['msg'].removeprefix(messages.VALUE_ERROR)}"


def _read(kind: type[BaseModel], body: str | None) -> Any:
    return kind.model_validate_json(body or "{}")


# requests


async def _me(asked: Asked) -> Any:
    return {"name": await asked.house.hall.storage.guest_name(asked.guest) or ""}


async def _set_me(asked: Asked) -> Any:
    wanted = _read(messages.Me, asked.body)
    await seating.rename(asked.house.hall, asked.guest, wanted.name)
    return {"name": wanted.name}


async def _preview(asked: Asked) -> Any:
    wanted = _read(messages.Preview, asked.body)
    return catalogue.preview(catalogue.find(asked.parts[0]), wanted.options, wanted.start, LIMITS)


async def _start(asked: Asked) -> Any:
    return notation.start_of(catalogue.find(asked.parts[0]), _read(messages.Written, asked.body).text, LIMITS)


async def _create(asked: Asked) -> Any:
    wanted = _read(messages.NewTable, asked.body)
    return _where((await tabling.create(asked.house.hall, wanted, asked.guest, asked.guest)).id)


async def _tables(asked: Asked) -> Any:
    return await tabling.listed(asked.house.hall, asked.query.get("which", "mine"), asked.guest)


async def _table(asked: Asked) -> Any:
    return await tabling.one(asked.house.hall, asked.parts[0], asked.guest)


async def _remove(asked: Asked) -> Any:
    await asked.house.hall.record(asked.parts[0])
    await asked.house.hall.storage.take_away(asked.parts[0])
    await seating.seats_changed(asked.house.hall, asked.parts[0])
    return {}


async def _claim(asked: Asked) -> Any:
    await seating.sit(asked.house.hall, asked.parts[0], int(asked.parts[1]), asked.guest)
    return _where(asked.parts[0])


async def _release(asked: Asked) -> Any:
    await seating.release(asked.house.hall, asked.parts[0], int(asked.parts[1]), asked.guest)
    return _where(asked.parts[0])


async def _begin(asked: Asked) -> Any:
    await seating.begin(asked.house.hall, asked.parts[0], asked.guest)
    return _where(asked.parts[0])


async def _close(asked: Asked) -> Any:
    await seating.close(asked.house.hall, asked.parts[0], asked.guest)
    return _where(asked.parts[0])


async def _import(asked: Asked) -> Any:
    return _where(await imports.lay_out(asked.house.hall, asked.guest, asked.body or ""))


async def _no_passes(asked: Asked) -> Any:
    return []


async def _rematch(asked: Asked) -> Any:
    hall = asked.house.hall
    made = await tabling.rematch(hall, await hall.room(asked.parts[0]), asked.guest, asked.guest)
    return _where(made.id)


async def _review(asked: Asked) -> Any:
    match = reviews.match_of((await asked.house.hall.room(asked.parts[0])).table)
    if not asked.house.hall.reviews.knows(asked.parts[0]):
        asked.house.limit("hint", asked.guest)
    return asked.house.hall.reviews.of(asked.parts[0], match)


async def _coach(asked: Asked) -> Any:
    room = await asked.house.hall.room(asked.parts[0])
    async with room.lock:
        return [tip.model_dump() for tip in tips_now(room.table, asked.guest)]


async def _analyse(asked: Asked) -> Any:
    wanted = _read(messages.Analysis, asked.body)
    return asked.house.hall.analysis.open(catalogue.find(asked.parts[0]), wanted.text, wanted.options)


async def _moment(asked: Asked) -> Any:
    wanted = _read(messages.Moment, asked.body)
    return asked.house.hall.analysis.moment(catalogue.find(asked.parts[0]), wanted.root, wanted.actions)


async def _opinion(asked: Asked) -> Any:
    wanted, found = _read(messages.Question, asked.body), catalogue.find(asked.parts[0])
    match = asked.house.hall.analysis.asked(found, wanted.root, wanted.actions)
    return await asked.house.hall.thinkers.opinion(found.id, match, wanted.looks)


async def _puzzles(asked: Asked) -> Any:
    return trainer.listed(catalogue.find(asked.parts[0]))


async def _puzzle(asked: Asked) -> Any:
    return trainer.shown(*trainer.find(*asked.parts))


async def _try(asked: Asked) -> Any:
    return trainer.tried(*trainer.find(*asked.parts), _read(messages.Try, asked.body).action)


async def _match(asked: Asked) -> Any:
    return past.match_file(await _past(asked))


async def _text(asked: Asked) -> Any:
    room = await asked.house.hall.room(asked.parts[0])
    found, notes = notation.written(room.table.match, asked.query.get("notation", catalogue.POSITION))
    return {"text": found, "notes": notes}


async def _replay(asked: Asked) -> Any:
    first = asked.query.get("log_from")
    return past.moment(await _past(asked), int(asked.query.get("ply", 0)), None if first is None else int(first))


async def _past(asked: Asked) -> past.Past:
    room = await asked.house.hall.room(asked.parts[0])
    async with room.lock:
        return past.of(room.table, asked.guest)


def _where(table: str) -> dict[str, Any]:
    return {"table": table, "url": f"/t/{table}", "links": [], "resume": []}


def _routes() -> list[Route]:
    one, table = "([^/]+)", "/api/tables/([^/]+)"
    seat = f"{table}/seats/([1-9][0-9]?)"
    return [Route(*row) for row in (
        ("GET", "/api/me", _me, "request"), ("POST", "/api/me", _set_me, "request"),
        ("POST", f"/api/games/{one}/preview", _preview), ("POST", f"/api/games/{one}/read", _start),
        ("POST", f"/api/games/{one}/analysis", _analyse), ("POST", f"/api/games/{one}/moment", _moment),
        ("POST", f"/api/games/{one}/opinion", _opinion),
        ("GET", f"/api/games/{one}/puzzles", _puzzles), ("GET", f"/api/games/{one}/puzzles/{one}", _puzzle),
        ("POST", f"/api/games/{one}/puzzles/{one}", _try),
        ("POST", "/api/tables", _create), ("GET", "/api/tables", _tables, "request"),
        ("POST", "/api/matches", _import),
        ("GET", table, _table, "request"), ("DELETE", table, _remove),
        ("POST", f"{seat}/claim", _claim, "request"), ("POST", f"{seat}/release", _release, "request"),
        ("POST", f"{table}/start", _begin, "request"), ("POST", f"{table}/close", _close, "request"),
        ("GET", f"{table}/passes", _no_passes, "request"), ("POST", f"{table}/rematch", _rematch, "table"),
        ("POST", f"{table}/review", _review, "message"), ("GET", f"{table}/match", _match, "request"),
        ("GET", f"{table}/text", _text, "preview"), ("GET", f"{table}/coach", _coach, "message"),
        ("GET", f"{table}/replay", _replay, "message"),
    )]


ROUTES = _routes()
