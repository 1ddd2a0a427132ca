"""The record at the end: every match is played again from its journal and compared with all that was told of it."""

import json
from collections.abc import Iterable
from typing import Any

import orjson
from sqlalchemy import select

from hexagora import registry
from hexagora.engine.match import Match
from hexagora.server.database import make
from hexagora.server.schema import chats, events, seats, tables
from hexagora.server.settings import Settings
from tests.chaos.verdict import Verdict, digest_of


async def compare(url: str, verdict: Verdict) -> None:
    database = make(Settings(database_url=url))
    try:
        for table, told in verdict.told.items():
            def rows(connection: Any, table: str = table) -> list[list[Any]]:
                return [connection.execute(q).fetchall() for q in (
                    select(tables).where(tables.c.id == table),
                    select(seats).where(seats.c.table_id == table).order_by(seats.c.seat),
                    select(events).where(events.c.table_id == table).order_by(events.c.n),
                    select(chats.c.text).where(chats.c.table_id == table))]

            row, sat, journal, talk = await database.read(rows)
            if not row:
                verdict.fail(f"table {table} is lost")
            _compare_match(table, row[0], [s.name for s in sat], journal, dict(told), verdict)
            lost = verdict.said.get(table, set()) - {line.text for line in talk}
            if lost:
                verdict.fail(f"table {table}: talk is lost: {sorted(lost)[:3]}")
            verdict.counts["tables compared"] += 1
            verdict.counts["events in the record"] += len(journal)
    finally:
        await database.dispose()


def _compare_match(table: str, row: Any, names: list[str], journal: Iterable[Any], told: dict[tuple[int, int], str],
                   verdict: Verdict) -> None:
    game = registry.game(row.game)
    match = Match(game, json.loads(row.options), seed=row.seed, chance="ask", seats=names,
                  start=None if row.start is None else json.loads(row.start))
    seen = {seat for seat, _ in told}
    texts: dict[int, list[str]] = {seat: [] for seat in seen}
    for n, event in enumerate(journal):
        if event.n != n:
            verdict.fail(f"table {table}: the journal has a gap before event {event.n}")
        done = json.loads(event.texts)
        if event.kind == "back":
            match = match.fork(int(done[0]))
            for log in texts.values():
                del log[int(done[0]):]
        else:
            match.play_all(done)
        for seat, log in texts.items():
            log += match.texts(seat if game.facts.hidden else None, len(log))
            digest = told.pop((seat, n + 1), None)
            if digest is None:
                continue
            verdict.counts["states compared"] += 1
            if digest != _as_told(match, seat, log):
                verdict.fail(f"table {table} ({row.game}): seat {seat} was told another state {n + 1} than the record "
                             "holds")
    if told:
        verdict.fail(f"table {table} ({row.game}): told but not in the record: {sorted(told)[:5]}")


def _as_told(match: Match, seat: int, texts: list[str]) -> str:
    """The state as a viewer at that seat is told it."""
    game = match.game
    eyes = seat if game.facts.hidden else 0
    scene = match.scene(eyes)
    choices = match.choices(seat) if seat and match.actor + 1 == seat else []
    known = match.hidden(eyes) if game.facts.hidden else match.state
    out = [0] * game.max_players
    game.rules.scores(match.box, known, out)
    told = orjson.loads(orjson.dumps({**vars(scene), "choices": choices}))
    return digest_of(told, texts, out[: match.players])
