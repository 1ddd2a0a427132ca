"""In a worker that a server lent to a browser: questions come as JSON texts, in the words of docs/protocol.md."""

import base64
import json
from dataclasses import asdict
from typing import Any

from hexagora.bots import Request, questions
from hexagora.engine import openings
from hexagora.engine.match import Match
from hexagora.matches import from_document
from hexagora.server.reviews import PART, Found, told

_reviewed: dict[str, tuple[Match, Found]] = {}  # by the text of the match file


def answer(text: str) -> str:
    """The answer to a question."""
    asked = json.loads(text)
    return json.dumps(ANSWERS[asked["question"]](asked))


def _ready(asked: dict[str, Any]) -> bool:
    return True


def _request(asked: dict[str, Any]) -> Request:
    given = asked["request"]
    return Request(**{**given, "state": base64.b64decode(given["state"])})


def _decide(asked: dict[str, Any]) -> str:
    return questions.decide(_request(asked))[0].text


def _hints(asked: dict[str, Any]) -> list[dict[str, Any]]:
    return [asdict(found) for found in questions.hints(_request(asked))]


def _review(asked: dict[str, Any]) -> dict[str, Any]:
    """Looks at some more decisions of a match, and tells how far it is, as a server does when it is asked again."""
    from hexagora.bots.coach import Review

    text = asked["match"]
    if text not in _reviewed:
        match = from_document(json.loads(text))
        _reviewed[text] = (match, Found(of=len(match.log)))
    match, found = _reviewed[text]
    plies = range(found.done, min(found.done + PART, found.of))
    found.points += questions.look_again(questions.Part(match.game.id, text, plies))
    found.done = plies.stop
    if found.done == found.of:
        found.told = told(Review(match.players, found.points, match.result, openings.followed(match)))
    return {"done": found.done, "of": found.of, "review": found.told}


ANSWERS = {"ready": _ready, "decide": _decide, "hints": _hints, "review": _review}
