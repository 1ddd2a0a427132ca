"""Ratings in the database. They are written in the very transaction that ends a match, so they count once, whatever
breaks and however many servers there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, or_, select, update

from hexagora.bots.strengths import strengths
from hexagora.registry import game as find_game
from hexagora.server.ratings import CERTAIN, LAST, MU, OF_BOTS, SIGMA, Known, Rating, rated, told
from hexagora.server.schema import codes, guests, holders, passkeys, rating_changes, ratings, seats

LISTED = 100  # people on a leaderboard


@dataclass(frozen=True)
class Seated:
    """Who sat at a seat in the end: a person, a bot of a level, or somebody who is forgotten."""

    seat: int
    guest: str | None
    level: str | None
    share: float


def settle_all(connection: Connection, entries: Sequence[Mapping[str, Any]]) -> None:
    """Writes what matches that have just ended change. Everybody concerned is locked first, always in the same order,
    so that of two matches that end at once the second sees what the first has changed."""
    matches = [(entry, _seated(connection, entry)) for entry in entries]
    keys = sorted({(one.guest, entry["game"], entry["category"]) for entry, sitting in matches for one in sitting
                   if one.guest})
    known = {key: _locked(connection, *key) for key in keys}
    for entry, sitting in matches:
        _settle(connection, entry, sitting, known)


def _seated(connection: Connection, entry: Mapping[str, Any]) -> list[Seated]:
    held = {h.seat: h.guest for h in connection.execute(select(holders).where(holders.c.table_id == entry["table"]))}
    rows = connection.execute(select(seats).where(seats.c.table_id == entry["table"]).order_by(seats.c.seat))
    return [Seated(s.seat, held.get(s.seat), s.level if s.kind == "bot" else None,
                   LAST if s.away else entry["result"][s.seat - 1]) for s in rows]


def _locked(connection: Connection, guest: str, game: str, category: str) -> tuple[float, float, int]:
    from sqlalchemy.dialects import postgresql, sqlite  # not before they are needed: they take long to load

    write = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    connection.execute(write(ratings).values(guest=guest, game=game, category=category, mu=MU, sigma=SIGMA, matches=0,
                                             at=0.0).on_conflict_do_nothing())
    row = connection.execute(select(ratings).where(*_is(guest, game, category)).with_for_update()).one()
    return row.mu, row.sigma, row.matches


def _is(guest: str, game: str, category: str) -> tuple[Any, ...]:
    return ratings.c.guest == guest, ratings.c.game == game, ratings.c.category == category


def _settle(connection: Connection, entry: Mapping[str, Any], sitting: list[Seated],
            known: dict[tuple[str, str, str], tuple[float, float, int]]) -> None:
    people = [one.guest for one in sitting if one.guest]
    if len(set(people)) < len(people):  # whoever plays against oneself proves nothing
        return
    game, category, at = entry["game"], entry["category"], entry["at"]
    bots = strengths(find_game(game), category)
    before: list[Rating] = []
    for one in sitting:
        if one.guest:
            before.append(known[one.guest, game, category][:2])
        else:
            before.append((bots[one.level], OF_BOTS) if one.level in bots else (MU, SIGMA))
    after = rated(before, entry["sides"], [one.share for one in sitting])
    for one, old, new in zip(sitting, before, after, strict=True):
        if one.guest is None:
            continue
        connection.execute(insert(rating_changes).values(
            table_id=entry["table"], seat=one.seat, guest=one.guest, mu_before=old[0], sigma_before=old[1], mu=new[0],
            sigma=new[1], at=at))
        count = known[one.guest, game, category][2] + 1
        known[one.guest, game, category] = (*new, count)
        connection.execute(update(ratings).where(*_is(one.guest, game, category)).values(
            mu=new[0], sigma=new[1], matches=count, at=at))


def of_table(connection: Connection, table: str, game: str, category: str) -> Known:
    sitting = select(holders.c.guest).where(holders.c.table_id == table)
    rows = connection.execute(select(ratings).where(ratings.c.guest.in_(sitting), ratings.c.game == game,
                                                    ratings.c.category == category))
    changed = connection.execute(select(rating_changes).where(rating_changes.c.table_id == table))
    return Known({row.guest: (row.mu, row.sigma) for row in rows},
                 {row.seat: (row.mu_before, row.mu) for row in changed})


def board(game: str, category: str) -> Any:
    """The leaderboard: people who keep an identity and whose rating is certain enough, the best ones first."""
    comes_back = or_(select(codes.c.guest).where(codes.c.guest == ratings.c.guest).exists(),
                     select(passkeys.c.guest).where(passkeys.c.guest == ratings.c.guest).exists())
    return (select(ratings, guests.c.name).join(guests, guests.c.id == ratings.c.guest)
            .where(ratings.c.game == game, ratings.c.category == category, ratings.c.sigma <= CERTAIN, comes_back)
            .order_by(ratings.c.mu.desc(), ratings.c.guest).limit(LISTED))


def all_of(guest: str) -> Any:
    """All ratings of one person."""
    return (select(ratings).where(and_(ratings.c.guest == guest, ratings.c.matches > 0))
            .order_by(ratings.c.game, ratings.c.category))


def combine(connection: Connection, old: str, new: str) -> None:
    """The ratings of one guest become another's, who keeps those that are there already."""
    there = {(r.game, r.category) for r in connection.execute(select(ratings).where(ratings.c.guest == new))}
    for row in connection.execute(select(ratings).where(ratings.c.guest == old)).all():
        if (row.game, row.category) not in there:
            connection.execute(update(ratings).where(*_is(old, row.game, row.category)).values(guest=new))
    connection.execute(delete(ratings).where(ratings.c.guest == old))
    connection.execute(update(rating_changes).where(rating_changes.c.guest == old).values(guest=new))


def names(entries: Iterable[Any]) -> list[dict[str, Any]]:
    """Rows of a leaderboard as they are told."""
    return [{"name": row.name, "matches": row.matches, **told((row.mu, row.sigma))} for row in entries]
