"""The words of the toy."""

from typing import Any

from hexagora.engine.words import Sentence, say

TEXTS = ("go", "wait", "first", "second", "shared")


def text(box: Any, s: Any, a: int) -> str:
    return TEXTS[a]


def sentence(box: Any, s: Any, a: int, after: Any) -> Sentence:
    return say("{who} says {what}", who="Seat 1", what=TEXTS[a]) if a < 2 else say("The die says {what}", what=TEXTS[a])


def never(box: Any) -> Sentence:
    return say("{who} flies away", who="Seat 1")


def position(box: Any, s: Any) -> dict[str, Any]:
    return {"step": s.step, "face": s.face}


def place(box: Any, s: Any, document: dict[str, Any]) -> None:
    s.step, s.face = document["step"], document["face"]
