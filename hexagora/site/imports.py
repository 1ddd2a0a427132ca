"""Match files from outside, laid out as tables: one that is over to look at again, another to go on with."""

import json
import time
from typing import Any, cast

from hexagora.bots.levels import DEFAULT_LEVEL
from hexagora.engine import fairness
from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match
from hexagora.matches import from_document
from hexagora.server import identity, naming
from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall
from hexagora.server.records import Job, to_json
from hexagora.server.texts import check


async def lay_out(hall: Hall, guest: str, text: str) -> str:
    """Makes a table of a match file; all its seats are the guest's. The id of the table."""
    match = _match(text)
    seed = str(match.seed) if match.seed is not None else fairness.draw_seed()
    table, now = identity.new_table_id(), time.time()
    job = Job().add(
        "table", id=table, game=match.game.id, game_version=match.game.facts.version, content=match.game.content_digest,
        options=to_json(match.options), start=None if match.start is None else to_json(match.start), seed=seed,
        clock=None, public=False, creator=guest, status="over" if match.over else "running",
        turn=max(0, match.actor + 1), created=now, updated=now, clock_from=now, takeback=None, rematch=None,
        rated=None, patience=None, result=to_json(match.result) if match.over else None)
    names: list[str] = []
    for seat in range(1, match.players + 1):
        called = match.seats[seat - 1] if seat <= len(match.seats) else ""
        names.append(naming.unlike(called or naming.nameless(seat), names))
        job.add("seat", table_id=table, seat=seat, kind="person", name=names[-1], level=DEFAULT_LEVEL,
                secret=identity.hashed(identity.new_seat_secret()), taken=True, away=False)
        job.add("holder", table_id=table, seat=seat, guest=guest)
    job.add("event", table_id=table, n=0, kind="start", seat=0, texts=to_json(match.texts()), at=now, spent=0)
    shelf = cast(Any, hall.storage)
    await shelf.keep_content(match.game.content_text)
    await shelf.write(job)
    return table


def _match(text: str) -> Match:
    """The match of a file, with chance decided as far as it goes."""
    try:
        document = check(json.loads(text))
        match = from_document(document, "the file")
        match.settle()
        return match
    except Refusal:
        raise
    except HexagoraError as e:
        raise Refusal("bad-match", str(e), 422) from None
    except (ValueError, TypeError, KeyError, RecursionError) as e:
        raise Refusal("bad-match", f"The file is not understood: {e}", 422) from None
