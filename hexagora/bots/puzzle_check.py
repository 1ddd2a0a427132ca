"""Checks the puzzles of a game: all answers and lines by the rules, and of some that the one right decision is found
again."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexagora.bots.puzzling import Judge, asked, stays_clear
from hexagora.bots.search import Backend, backend
from hexagora.bots.view import view_of
from hexagora.engine import puzzles
from hexagora.engine.puzzles import Puzzle

if TYPE_CHECKING:
    from hexagora.engine.game import Game


def problems(game: "Game", sample: int, on: Backend | None = None) -> Iterator[str]:
    """What is wrong with a game's puzzles, in words; `sample` of them, spread over all, are looked at anew."""
    known = puzzles.of(game)
    for one in known:
        yield from puzzles.problems(game, one)
    if sample and known:
        judge = Judge(on or backend(game.id))
        for one in known[:: max(1, len(known) // sample)][:sample]:
            yield from differences(judge, game, one)


def differences(judge: Judge, game: "Game", one: Puzzle) -> Iterator[str]:
    """How a puzzle differs from what is found in its position now."""
    match = puzzles.opened(game, one)
    view = view_of(match, match.actor + 1)
    found = asked(judge, view)
    now = "none" if found is None else summary(found.kind, [view.text(a) for a in found.right])
    if now != summary(one.kind, one.answers):
        yield f"puzzle {one.id} of {game.id}: {summary(one.kind, one.answers)} was found, now {now}"
    elif one.proof == puzzles.SEARCHED and not stays_clear(judge, view, [match.understood(a) for a in one.answers]):
        yield f"puzzle {one.id} of {game.id}: {summary(one.kind, one.answers)} does not stand clear after a longer look"


def summary(kind: str, answers: list[str]) -> str:
    return f"{kind} {' / '.join(sorted(answers))}"
